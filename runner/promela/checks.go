package promela

import (
	"slices"
	"strings"
)

// Check is a place where a model checks something, or text that such a place is made of.
type Check struct {
	Line int    // where it begins, from 1
	Text string // its tokens with single spaces between them
}

// Checks are the assertions of a model, by assert or by a macro whose name begins with assert_, each with the guard of
// the option of an if or do that has nothing else; the processes that have such options, without them; its labels of
// ends, progress and acceptance; its trace assertions; and the macros that all these are made of, but
// for those in compared and what only these are made of.  The text is as its author wrote it, before the preprocessor.
func Checks(text []byte, compared []string) []Check {
	tokens := parsed(text)
	macros := definitions(text)
	var all []Check
	var words []string
	options := map[int]int{} // where each option that only asserts begins and ends
	add := func(from, to int) {
		c := Check{Line: tokens[from].Line, Text: joined(tokens[from:to])}
		all = append(all, c)
		for _, t := range tokens[from:to] {
			words = append(words, t.Text)
		}
	}
	for k, t := range tokens {
		switch {
		case t.Kind != Word:
		case t.Text == "trace" || t.Text == "notrace":
			add(k, closedBy(tokens, k, "{", "}"))
		case marks(t.Text) && k+1 < len(tokens) && tokens[k+1].is(":"):
			all = append(all, Check{t.Line, t.Text + ":"})
		case (t.Text == "assert" || strings.HasPrefix(t.Text, "assert_")) && k+1 < len(tokens) && tokens[k+1].is("("):
			from, to := guarded(tokens, k), closedBy(tokens, k, "(", ")")
			add(from, to)
			if from < k {
				options[from] = optionEnd(tokens, from, to)
			}
		}
	}
	all = append(all, frames(tokens, options)...)
	seen := map[string]bool{}
	for len(words) > 0 {
		name := words[0]
		words = words[1:]
		m, is := macros[name]
		if !is || seen[name] || slices.Contains(compared, name) {
			continue
		}
		seen[name] = true
		all = append(all, Check{m[0].Line, joined(m)})
		for _, t := range m {
			words = append(words, t.Text)
		}
	}
	return all
}

// guarded is where the option begins that consists of a guard and the assertion at index k; k itself where the
// assertion is none of that kind.
func guarded(tokens []Token, k int) int {
	if k == 0 || !tokens[k-1].is("->") {
		return k
	}
	for from := k - 1; from > 0; from-- {
		if t := tokens[from]; t.is(";") || t.is("}") {
			return k
		} else if t.is("::") {
			return from
		}
	}
	return k
}

// marks tells whether a label has a meaning of its own in a search.
func marks(label string) bool {
	return strings.HasPrefix(label, "end") || strings.HasPrefix(label, "progress") || strings.HasPrefix(label, "accept")
}

// optionEnd is the index after the braces that were opened in an option, whose tokens up to index to are known.
func optionEnd(tokens []Token, from, to int) int {
	open := 0
	for _, t := range tokens[from:to] {
		if t.is("{") {
			open++
		}
	}
	for ; open > 0 && to < len(tokens) && tokens[to].is("}"); open-- {
		to++
	}
	return to
}

// frames are the process types that have some of these options, without them: an option checks only where its process
// is active and comes to it.
func frames(tokens []Token, options map[int]int) []Check {
	var all []Check
	for k, t := range tokens {
		if !t.is("proctype") {
			continue
		}
		end := closedBy(tokens, k, "{", "}")
		for k > 0 && !tokens[k-1].is("}") && !tokens[k-1].is(";") && tokens[k-1].Line == t.Line { // active [N]
			k--
		}
		var frame []Token
		checks := false
		for i := k; i < end; {
			if to, is := options[i]; is {
				checks, i = true, to
				continue
			}
			frame = append(frame, tokens[i])
			i++
		}
		if checks {
			all = append(all, Check{t.Line, joined(frame)})
		}
	}
	return all
}

// closedBy is the index after the parenthesis that closes the first one after index k.
func closedBy(tokens []Token, k int, opens, closes string) int {
	depth := 0
	for ; k < len(tokens); k++ {
		if tokens[k].is(opens) {
			depth++
		} else if tokens[k].is(closes) {
			if depth--; depth == 0 {
				return k + 1
			}
		}
	}
	return len(tokens)
}

// definitions are the macros of a model by name, each with its tokens from the name on.
func definitions(text []byte) map[string][]Token {
	all := map[string][]Token{}
	var one []Token
	inside, continued := false, false
	end := func() {
		if len(one) > 1 && one[0].is("define") {
			all[one[1].Text] = slices.Clone(one[1:])
		}
		one, inside = one[:0], false
	}
	for t := range Tokens(text) {
		switch {
		case t.is("#"):
			inside = true
		case !inside:
		case t.Kind == Space && strings.Contains(t.Text, "\n") && !continued:
			end()
		case t.is(`\`):
			continued = true
			continue
		case !t.skipped():
			one = append(one, t)
		}
		continued = false
	}
	end()
	return all
}

// joined are the texts of tokens with single spaces between them.
func joined(tokens []Token) string {
	var texts []string
	for _, t := range tokens {
		if !t.is(`\`) {
			texts = append(texts, t.Text)
		}
	}
	return tight.Replace(strings.Join(texts, " "))
}

// tight takes out the spaces that nobody writes.
var tight = strings.NewReplacer(" ( ", "(", "( ", "(", " )", ")", " (", "(", "[ ", "[", " ]", "]", " [", "[", " . ", ".", "! ", "!", " ,", ",", " ;", ";")
