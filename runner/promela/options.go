package promela

// processTypes are the names of the process types in which tokens are, by their index.
func processTypes(tokens []Token) []string {
	all := make([]string, len(tokens))
	for k := 0; k+1 < len(tokens); k++ {
		if !tokens[k].is("proctype") && !(tokens[k].is("init") && tokens[k+1].is("{")) {
			continue
		}
		name := tokens[k+1].Text
		if tokens[k].is("init") {
			name = "init"
		}
		for end := closedBy(tokens, k, "{", "}"); k < end; k++ {
			all[k] = name
		}
		k--
	}
	return all
}

// Options are the options of the process types of a model, each with its statements.  They are the same only in process types of the
// same name.
func Options(text []byte) (all []Check) {
	tokens := parsed(text)
	processes := processTypes(tokens)
	for k := 0; k < len(tokens); k++ {
		if !tokens[k].is("::") || processes[k] == "" {
			continue
		}
		to := optionsEnd(tokens, k)
		one := check(tokens[k:to])
		one.Process, one.within, one.same = processes[k], processes[k], normalOption(tokens[k:to])
		all = append(all, one)
		k = to - 1
	}
	return all
}

// optionsEnd is the index after the option that begins at index k.
func optionsEnd(tokens []Token, k int) int {
	depth := 0
	for to := k + 1; to < len(tokens); to++ {
		switch t := tokens[to]; {
		case depth == 0 && (t.is("::") || t.is("od") || t.is("fi")):
			return to
		case t.is("{") || t.is("do") || t.is("if"):
			depth++
		case t.is("}") || t.is("od") || t.is("fi"):
			depth--
		}
	}
	return len(tokens)
}
