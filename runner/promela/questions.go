package promela

import "strings"

// EmbeddedC returns the first word in a preprocessed model by which C becomes part of the
// verifier: c_code, c_expr, c_decl, c_state or c_track; "" if there is none.
func EmbeddedC(text []byte) string {
	for t := range Tokens(text) {
		if t.Kind == Word {
			switch t.Text {
			case "c_code", "c_expr", "c_decl", "c_state", "c_track":
				return t.Text
			}
		}
	}
	return ""
}

// SetsPriority tells whether a preprocessed model sets the priority of a process other
// than the one that does so, which it names by _pid.
func SetsPriority(text []byte) bool {
	tokens := parsed(text)
	for k, t := range tokens {
		if t.is("set_priority") && k+2 < len(tokens) && tokens[k+1].is("(") && !tokens[k+2].is("_pid") {
			return true
		}
	}
	return false
}

// RemoteLabels are the labels that a preprocessed model refers to as PROCTYPE@LABEL.
func RemoteLabels(text []byte) map[string]bool {
	labels := map[string]bool{}
	tokens := parsed(text)
	for k, t := range tokens {
		if t.is("@") && k+1 < len(tokens) {
			labels[tokens[k+1].Text] = true
		}
	}
	return labels
}

// AcceptLabels are the labels of a text's proctypes that are named accept..., those of never claims left out.
func AcceptLabels(text []byte) []Token {
	var labels []Token
	tokens := parsed(text)
	for k := 0; k+1 < len(tokens); k++ {
		t := tokens[k]
		if t.is("never") {
			for k < len(tokens) && !tokens[k].is("{") { // its name
				k++
			}
			if end := closing(tokens, k, "{", "}"); end >= 0 {
				k = end
			}
			continue
		}
		if t.Kind == Word && strings.HasPrefix(t.Text, "accept") && tokens[k+1].is(":") {
			labels = append(labels, t)
		}
	}
	return labels
}

// AssertionsOn are the assertions that begin on a line of a text, as they are written.
func AssertionsOn(text []byte, line int) []string {
	var all []string
	tokens := []Token{}
	for t := range Tokens(text) {
		tokens = append(tokens, t)
	}
	for k, t := range tokens {
		if t.Line != line || t.Kind != Word || t.Text != "assert" {
			continue
		}
		depth, written := 0, ""
		for _, t := range tokens[k:] {
			if t.is("(") {
				depth++
			}
			if t.Kind == Space && strings.Contains(t.Text, "\n") {
				t.Text = " "
			}
			if t.Kind != Comment {
				written += t.Text
			}
			if t.is(")") {
				if depth--; depth == 0 {
					all = append(all, written)
					break
				}
			} else if depth == 0 && t.Kind == Symbol {
				break
			}
		}
	}
	return all
}

// Provided has the provided clauses of a model, by proctype.
func Provided(text []byte) map[string]string {
	all := map[string]string{}
	tokens := parsed(text)
	proctype := ""
	for k, t := range tokens {
		switch {
		case t.is("proctype") && k+1 < len(tokens):
			proctype = tokens[k+1].Text
		case t.is("{"):
			proctype = ""
		case t.is("provided") && proctype != "":
			all[proctype] = joined(tokens[k+1 : closedBy(tokens, k, "(", ")")])
		}
	}
	return all
}

// OneProcess tells whether a model never has more than one process.
func OneProcess(text []byte) bool {
	processes := 0
	tokens := parsed(text)
	for k, t := range tokens {
		switch {
		case t.is("run"), t.is("active") && k+1 < len(tokens) && tokens[k+1].is("["):
			return false
		case t.is("active"), t.is("init"):
			processes++
		}
	}
	return processes == 1
}
