package promela

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Check is a place where a model checks something, or text that such a place is made of.
type Check struct {
	Line    int    // where it begins, from 1
	Text    string // its tokens with single spaces between them
	Formula string // the name of an ltl formula, "" if it is none
	Process string // the process type in which it is, "" if it is in none, such as in an inline
	same    string // Text with the parameters of a macro numbered
	within  string // the process type's other statements and head without its name, "" if the check is in none
}

// Same tells whether two checks have the same text, but for the names of a macro's parameters and of the process type, and stand in
// process types that are alike.
func (c Check) Same(other Check) bool { return c.same == other.same && c.within == other.within }

// Normal is the text as Same compares it.
func (c Check) Normal() string { return c.same }

// Checks are the assertions of a model, by assert or by a macro whose name begins with assert_, each with the guard of
// the option of an if or do that has nothing else; the processes that have such options, without them; its labels of
// ends, progress and acceptance; its trace assertions; its ltl formulas; and the macros that all these are made of.  Those of properties in compared are left out, with the assertions by
// assert_NAME and what only these are made of, and so are the formulas in formulas.  The text is as its author wrote it, before the
// preprocessor.
func Checks(text []byte, compared, formulas []string) []Check {
	tokens := parsed(text)
	processes := processTypes(tokens)
	macros := definitions(text)
	var all []Check
	var words []string
	options := map[int]int{} // where each option that only asserts begins and ends
	add := func(from, to int) {
		all = append(all, check(tokens[from:to]))
		all[len(all)-1].Process = processes[from]
		for _, t := range tokens[from:to] {
			words = append(words, t.Text)
		}
	}
	seen := map[string]bool{}
	define := func(name string) {
		m, is := macros[name]
		if !is || seen[name] || slices.Contains(compared, strings.TrimPrefix(name, asserting)) {
			return
		}
		seen[name] = true
		all = append(all, macroCheck(m))
		for _, t := range m {
			words = append(words, t.Text)
		}
	}
	inMacro := map[int]bool{} // by the tokens' places
	for _, name := range slices.Sorted(maps.Keys(macros)) {
		for k, t := range macros[name] {
			inMacro[t.at] = true
			if k > 0 && asserts(t) {
				define(name)
			}
		}
	}
	for k, t := range tokens {
		switch {
		case t.Kind != Word || inMacro[t.at]:
		case t.Text == "trace" || t.Text == "notrace":
			add(k, closedBy(tokens, k, "{", "}"))
		case t.Text == "ltl" && slices.Contains(formulas, formulaName(tokens[k+1:])):
		case t.Text == "ltl":
			add(k, closedBy(tokens, k, "{", "}"))
			all[len(all)-1].Formula = formulaName(tokens[k+1:])
		case marks(t.Text) && k+1 < len(tokens) && tokens[k+1].is(":"):
			all = append(all, Check{Line: t.Line, Text: t.Text + ":", Process: processes[k], same: t.Text + ":", within: anyProcess})
		case asserts(t) && k+1 < len(tokens) && tokens[k+1].is("("):
			from, to := guarded(tokens, k), closedBy(tokens, k, "(", ")")
			if name, is := strings.CutPrefix(t.Text, asserting); !is || !slices.Contains(compared, name) {
				add(from, to)
			}
			if from < k {
				options[from] = optionEnd(tokens, from, to)
			}
		}
	}
	types := frames(tokens, options)
	for k, c := range all {
		if c.Process != "" && c.within == "" {
			all[k].within = types[c.Process].same
		}
	}
	for _, name := range slices.Sorted(maps.Keys(types)) {
		if types[name].checks {
			all = append(all, types[name].Check)
		}
	}
	for ; len(words) > 0; words = words[1:] {
		define(words[0])
	}
	return all
}

// anyProcess is where labels stand.
const anyProcess = "process"

// idles tells whether a token is all that a step does, and does nothing: :: d_step { skip }.
func idles(tokens []Token, k int) bool {
	t := tokens[k]
	return (t.is("skip") || t.is("true") || t.Text == "1") && k > 2 && k+1 < len(tokens) && tokens[k-1].is("{") && tokens[k-2].is("d_step") && tokens[k-3].is("::") && tokens[k+1].is("}")
}

// normalOption is the text of an option, where skip stands for what does nothing.
func normalOption(tokens []Token) string {
	if len(tokens) == 5 && idles(tokens, 3) {
		return ":: d_step { skip }"
	}
	return joined(tokens)
}

// asserting begins the name of a macro that asserts a property.
const asserting = "assert_"

// asserts tells whether a word begins an assertion.
func asserts(t Token) bool {
	return t.Kind == Word && (t.Text == "assert" || strings.HasPrefix(t.Text, asserting))
}

// check is a check of some tokens.
func check(tokens []Token) Check {
	text := joined(tokens)
	return Check{Line: tokens[0].Line, Text: text, same: text}
}

// macroCheck is the definition of a macro, from its name on.
func macroCheck(m []Token) Check {
	c := check(m)
	numbered := slices.Clone(m)
	for number, name := range macroParameters(m) {
		for k, t := range numbered {
			if t.Kind == Word && t.Text == name {
				numbered[k].Text = fmt.Sprintf("$%d", number)
			}
		}
	}
	c.same = joined(numbered)
	head := 1
	if len(macroParameters(m)) > 0 {
		head = closedBy(m, 1, "(", ")")
	}
	c.Text = joined(m[:head]) + " " + joined(m[head:])
	return c
}

// macroParameters are the parameters of a macro, whose name may have a parenthesis right behind it.
func macroParameters(m []Token) (all []string) {
	if len(m) < 2 || !m[1].is("(") || m[1].at != m[0].at+len(m[0].Text) {
		return nil
	}
	for _, t := range m[2:closedBy(m, 1, "(", ")")] {
		if t.Kind == Word {
			all = append(all, t.Text)
		}
	}
	return all
}

// formulaName is the name of a formula whose tokens after ltl these are, "unnamed" if it has none.
func formulaName(tokens []Token) string {
	if len(tokens) > 0 && tokens[0].Kind == Word {
		return tokens[0].Text
	}
	return "unnamed"
}

// Asserts tells whether a macro of a model with one parameter asserts that: NAME(P) assert(P).
func Asserts(text []byte, macro string) bool {
	m := definitions(text)[macro]
	parameters := macroParameters(m)
	return len(parameters) == 1 && macroCheck(m).same == macro+"($0) assert($0)"
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

// frame is a process type without its options that only check.
type frame struct {
	Check
	checks bool // it has such options
}

// frames are the process types by name: an option checks only where its process is active and comes to it.
func frames(tokens []Token, options map[int]int) map[string]frame {
	all := map[string]frame{}
	for k, t := range tokens {
		if !t.is("proctype") || k+1 >= len(tokens) {
			continue
		}
		name, at, end := tokens[k+1].Text, k+1, closedBy(tokens, k, "{", "}")
		for k > 0 && !tokens[k-1].is("}") && !tokens[k-1].is(";") && tokens[k-1].Line == t.Line { // active [N]
			k--
		}
		var kept, nameless []Token
		one := frame{}
		for i := k; i < end; {
			if to, is := options[i]; is {
				one.checks, i = true, to
				continue
			}
			if kept = append(kept, tokens[i]); i != at {
				nameless = append(nameless, tokens[i])
			}
			i++
		}
		one.Check = Check{Line: t.Line, Text: joined(kept), same: joined(nameless)}
		all[name] = one
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

// Joined are the tokens of a text that SPIN's parser sees, with single spaces between them.
func Joined(text []byte) string { return joined(parsed(text)) }

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
var tight = strings.NewReplacer(" ( ", "(", "( ", "(", " )", ")", " (", "(", " [ ", "[", "[ ", "[", " ]", "]", " [", "[", " . ", ".", "! ", "!", " ,", ",", " ;", ";")
