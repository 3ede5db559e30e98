package runner

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// UnseenC names something in a preprocessed model's C that keeps a value from step
// to step and is no part of the states that a search compares, or "".  States that
// differ in nothing else are one to SPIN, which passes over what follows from the
// second.  What a library keeps, or what a pointer leads to, is not looked for.
func UnseenC(text []byte) string {
	tracked, declared := map[string]bool{}, []string{}
	depth, word := 0, ""
	for len(text) > 0 {
		var token []byte
		token, text = nextToken(text)
		switch t := string(token); {
		case t == "{" && (word == "c_decl" || word == "c_code" || word == "c_expr"):
			var body []byte
			body, text = cBody(text)
			if quotedInclude.Match(body) {
				return "what a file declares that C includes"
			}
			if staticWord.Match(withoutStrings(body)) {
				return "a static variable"
			}
			if word == "c_decl" || word == "c_code" && depth == 0 {
				declared = append(declared, cObjects(body)...)
			}
			word = ""
		case t == "{":
			depth++
		case t == "}":
			depth--
		case token[0] == '"' && word == "c_state" && strings.EqualFold(t, `"Hidden"`):
			return "a c_state that is Hidden"
		case token[0] == '"' && word == "c_track" && t == `"UnMatched"`:
			return "a c_track that is UnMatched"
		case token[0] == '"' && word == "c_track":
			for _, name := range cWord.FindAllString(t, -1) {
				tracked[name] = true
			}
		case wordByte(token[0]):
			word = t
		}
	}
	for _, name := range declared {
		if !tracked[name] {
			return "the variable " + name
		}
	}
	return ""
}

var (
	cWord         = regexp.MustCompile(`[A-Za-z_]\w*`)
	quotedInclude = regexp.MustCompile(`#\s*include\s*"`)
	staticWord    = regexp.MustCompile(`\bstatic\b`)
	directive     = regexp.MustCompile(`(?m)^[ \t]*\\?#.*$`)
)

// cBody splits off a block of C, or of Promela, which begins after its first brace.
func cBody(text []byte) (body, rest []byte) {
	depth := 1
	for rest = text; len(rest) > 0 && depth > 0; {
		var token []byte
		token, rest = nextToken(rest)
		switch string(token) {
		case "{":
			depth++
		case "}":
			depth--
		}
	}
	return text[:max(len(text)-len(rest)-1, 0)], rest
}

// withoutStrings is C without the strings in it.
func withoutStrings(text []byte) []byte {
	var out bytes.Buffer
	for len(text) > 0 {
		var token []byte
		if token, text = nextToken(text); token[0] != '"' {
			out.Write(token)
		}
	}
	return out.Bytes()
}

// cObjects are the names of the variables that C declares outside of functions.
func cObjects(body []byte) []string {
	var names []string
	d := new(cDeclaration)
	for text := directive.ReplaceAll(body, nil); len(text) > 0; {
		var token []byte
		token, text = nextToken(text)
		if d.take(string(token)) {
			names = append(names, d.objects()...)
			d = new(cDeclaration)
		}
	}
	return names
}

// cDeclaration is a declaration as far as it was read.
type cDeclaration struct {
	tokens  []string // outside of all brackets
	last    string
	braces  int
	others  int  // open brackets that are none of those
	round   bool // it has parameters
	pointer bool // to a function: int (*NAME)(int)
}

// take reads on, and tells whether that was the end.
func (d *cDeclaration) take(token string) bool {
	if strings.TrimSpace(token) == "" {
		return false
	}
	switch token {
	case "{":
		d.braces++
	case "}":
		d.braces--
		return d.braces == 0 && d.function() // of its body
	case "(", "[":
		d.round = d.round || token == "(" && d.braces+d.others == 0 && !slices.Contains(d.tokens, "=")
		d.others++
	case ")", "]":
		d.others--
	case ";":
		return d.braces+d.others == 0
	case "*":
		d.pointer = d.pointer || d.last == "(" && d.others == 1 && d.braces == 0
	default:
		if d.braces+d.others == 0 || d.last == "*" && d.pointer && d.others == 1 {
			d.tokens = append(d.tokens, token)
		}
	}
	d.last = token
	return false
}

// function tells whether a function is declared.
func (d *cDeclaration) function() bool { return d.round && !d.pointer }

// objects are the names of the declared variables.
func (d *cDeclaration) objects() []string {
	if len(d.tokens) == 0 || d.function() || slices.Contains([]string{"typedef", "const"}, d.tokens[0]) {
		return nil
	}
	words := len(slices.DeleteFunc(slices.Clone(d.tokens), func(t string) bool { return t == "unsigned" || t == "extern" }))
	switch d.tokens[0] {
	case "struct", "union", "enum":
		if words <= 2 { // a type, and nothing of it
			return nil
		}
	}
	var names []string
	name := ""
	value := false
	for _, t := range append(d.tokens, ",") {
		switch {
		case t == ",":
			names = append(names, name)
			value = false
		case t == "=":
			value = true
		case !value:
			name = t
		}
	}
	return names
}
