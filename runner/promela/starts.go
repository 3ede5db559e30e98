package promela

import "slices"

// StartsAtOnce tells whether a preprocessed model starts all its processes together, before any of them does a step: its only
// active process is init, and every run is in one atomic sequence of init that nothing can hold up.  No other process sees a number
// of processes in between.
func StartsAtOnce(text []byte) bool {
	tokens := parsed(text)
	if slices.ContainsFunc(tokens, func(t Token) bool { return t.is("active") }) {
		return false
	}
	from, to := initBody(tokens)
	if slices.ContainsFunc(tokens[:from], isRun) || slices.ContainsFunc(tokens[to:], isRun) {
		return false
	}
	body := tokens[from:to]
	first := slices.IndexFunc(body, isRun)
	if first < 0 {
		return true
	}
	for k := first; k > 0; k-- {
		if !body[k].is("{") || !body[k-1].is("atomic") {
			continue
		}
		end := closing(body, k, "{", "}")
		return end > first && !slices.ContainsFunc(body[end:], isRun) && neverWaits(body[k+1:end], localsOf(body))
	}
	return false
}

func isRun(t Token) bool { return t.is("run") }

// initBody is where the statements of init begin and end; both are the end where there is no init.
func initBody(tokens []Token) (from, to int) {
	for k, t := range tokens {
		if t.is("init") && k+1 < len(tokens) && tokens[k+1].is("{") {
			if to = closing(tokens, k+1, "{", "}"); to > 0 {
				return k + 2, to
			}
		}
	}
	return len(tokens), len(tokens)
}

// localsOf are the names that the declarations in a process declare.
func localsOf(body []Token) (all []string) {
	for k, t := range body {
		if t.Kind == Word && slices.Contains(declarations, t.Text) {
			all = append(all, declaredNames(body[k+1:])...)
		}
	}
	return all
}

// withoutWaiting are the words of statements that can wait for nothing but the process's own variables.
var withoutWaiting = []string{"do", "od", "if", "fi", "for", "in", "select", "break", "else", "skip", "true", "run", "atomic", "d_step", "printf"}

// neverWaits tells whether statements depend on a process's own variables alone, apart from the arguments of the processes that they
// start and from values that they assign to an own variable.  A variable of others may be assigned to.
func neverWaits(tokens []Token, own []string) bool {
	for k := 0; k < len(tokens); k++ {
		switch t := tokens[k]; {
		case t.is("run") || t.is("printf"): // the name and the arguments are no conditions
			open := k + 1
			for open < len(tokens) && !tokens[open].is("(") {
				open++
			}
			shut := -1
			if open < len(tokens) {
				shut = closing(tokens, open, "(", ")")
			}
			if shut < 0 {
				return false
			}
			k = shut
		case t.is("?") || t.is("!") || t.is("??") || t.is("!!") || t.Kind == CBlock:
			return false
		case t.Kind != Word || slices.Contains(withoutWaiting, t.Text) || slices.Contains(own, t.Text) || slices.Contains(declarations, t.Text):
		case !assigned(tokens[k+1:]):
			return false
		}
	}
	return true
}

// assigned tells whether the tokens behind a name assign to it.
func assigned(tokens []Token) bool {
	k := 0
	if k < len(tokens) && tokens[k].is("[") {
		if k = closing(tokens, k, "[", "]") + 1; k == 0 {
			return false
		}
	}
	return k < len(tokens) && (tokens[k].is("=") || tokens[k].is("++") || tokens[k].is("--"))
}
