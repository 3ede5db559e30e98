package promela

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
