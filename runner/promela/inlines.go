package promela

// Inlines are the inline definitions of a model, by name.
type Inlines map[string]inline

type inline struct {
	parameters []string
	body       []Token
}

// InlinesOf reads the definitions of a preprocessed model, of all its files.
func InlinesOf(text []byte) Inlines {
	all := Inlines{}
	tokens := parsed(text)
	for k := 0; k+3 < len(tokens); k++ {
		if !tokens[k].is("inline") || !tokens[k+2].is("(") {
			continue
		}
		shut := closing(tokens, k+2, "(", ")")
		if shut < 0 || shut+1 >= len(tokens) || !tokens[shut+1].is("{") {
			continue
		}
		end := closing(tokens, shut+1, "{", "}")
		if end < 0 {
			break
		}
		one := inline{body: tokens[shut+2 : end]}
		for _, t := range tokens[k+3 : shut] {
			if t.Kind == Word {
				one.parameters = append(one.parameters, t.Text)
			}
		}
		all[tokens[k+1].Text] = one
		k = end
	}
	return all
}

// mostExpanded is how many tokens are looked at in the expansion of inlines, and deepestInline how deep they may be nested.
const (
	mostExpanded  = 1 << 16
	deepestInline = 16
)

// expand puts the bodies of inlines in place of their uses.  Their tokens stand on the line of the use, and name the
// inline.  What is too long or nested too deep stays as it is.
func (all Inlines) expand(tokens []Token) []Token {
	var out []Token
	work := 0
	var add func(tokens []Token, depth int) bool
	add = func(tokens []Token, depth int) bool {
		for k := 0; k < len(tokens); k++ {
			if work++; work > mostExpanded {
				return false
			}
			t := tokens[k]
			one, is := all[t.Text]
			if t.Kind != Word || !is || k+1 >= len(tokens) || !tokens[k+1].is("(") {
				out = append(out, t)
				continue
			}
			shut := closing(tokens, k+1, "(", ")")
			if shut < 0 || depth == deepestInline {
				return false
			}
			by := one.arguments(tokens[k+2 : shut])
			var body []Token
			for _, b := range one.body {
				values, is := by[b.Text]
				if b.Kind != Word || !is {
					values = []Token{b}
				}
				for _, v := range values {
					v.Line, v.inline = t.Line, t.Text
					if t.inline != "" {
						v.inline = t.inline
					}
					body = append(body, v)
				}
				if len(body) > mostExpanded {
					return false
				}
			}
			if !add(body, depth+1) {
				return false
			}
			k = shut
		}
		return true
	}
	if !add(tokens, 0) {
		return tokens
	}
	return out
}

// arguments are those of a use, by the names of the parameters.
func (i inline) arguments(tokens []Token) map[string][]Token {
	by := map[string][]Token{}
	depth, from, n := 0, 0, 0
	for k := 0; k <= len(tokens) && n < len(i.parameters); k++ {
		switch {
		case k == len(tokens) || depth == 0 && tokens[k].is(","):
			by[i.parameters[n]] = tokens[from:k]
			from, n = k+1, n+1
		case tokens[k].is("(") || tokens[k].is("["):
			depth++
		case tokens[k].is(")") || tokens[k].is("]"):
			depth--
		}
	}
	return by
}
