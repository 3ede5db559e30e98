// Package promela answers questions about the text of Promela models, and rewrites it.
//
// Everything stands on the tokens of one [Lexer], which knows strings, character
// constants, comments, line markers of the preprocessor and embedded C.  A word in a string
// or in C is therefore never taken for a word of Promela:
//
//	for t := range promela.Tokens(text) {
//		if t.Kind == promela.Word && t.Text == "timeout" {
//			fmt.Println("line", t.Line)
//		}
//	}
//
// Most functions expect a model that the preprocessor has expanded (see Preprocess in package
// runner), since macros and includes may hide anything.  The functions are:
//
//	EmbeddedC, HiddenState, Mentions, RemoteLabels,
//	SetsPriority, StartsAtOnce                        what a text has
//	MtypesOf, AssertionsOn                            what a text names, and says as it is written
//	InlinesOf                                         its inline definitions
//	StepGuards                                        with what a d_step sequence begins
//	Misread                                           whether SPIN reads a formula otherwise than it is written
//	Warnings, LostChoices                             traps of SPIN that a text shows
//	Replace, WithoutAssertions, WithoutAcceptLabels,
//	WithoutTrace                                      another text
//	Files, HarmlessNames, HarmlessName                line markers of the preprocessor
//
// The package does not parse Promela: SPIN does, and says what a model consists of (see
// Parts in package runner).  It imports nothing of mxgen.
package promela

import (
	"iter"
	"slices"
	"strings"
)

// Kind is the kind of a token.
type Kind int

// The kinds.
const (
	Space      Kind = iota // blanks and ends of lines
	Comment                // from /* to */, or from // to the end of the line, or of the next after a backslash
	LineMarker             // # 3 "file.pml", of the preprocessor, without the end of its line
	Word                   // a name or keyword
	Number                 // digits
	String                 // with its quotes; one without an end ends with its line
	Char                   // 'x' or '\n', with its quotes
	Symbol                 // an operator such as ->, ::, ==, or one other byte
	CBlock                 // C after c_code, c_expr or c_decl: its condition [...], or {...}
)

// Token is a part of a model's text.
type Token struct {
	Kind Kind
	Text string
	Line int // where it begins, in the text, from 1
	at   int // where it begins, in bytes

	inline string // the inline by whose use it stands there, see Inlines
}

// is tells whether a token is a word or symbol with this text.
func (t Token) is(text string) bool {
	return (t.Kind == Word || t.Kind == Symbol) && t.Text == text
}

// skipped tells whether a token says nothing to SPIN's parser.
func (t Token) skipped() bool { return t.Kind == Space || t.Kind == Comment || t.Kind == LineMarker }

// Lexer splits a model into tokens.  The texts of all tokens together are the model.
type Lexer struct {
	text string
	at   int // offset of the next token
	line int
	c    bool // C may follow: the last word began it
}

// NewLexer is a Lexer at the beginning of a text, which may be anything.
func NewLexer(text string) *Lexer { return &Lexer{text: text, line: 1} }

// Tokens are the tokens of a text.
func Tokens(text []byte) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		l := NewLexer(string(text))
		for t, more := l.Next(); more && yield(t); t, more = l.Next() {
		}
	}
}

// parsed are the tokens of a text that SPIN's parser sees.
func parsed(text []byte) []Token {
	var all []Token
	for t := range Tokens(text) {
		if !t.skipped() {
			all = append(all, t)
		}
	}
	return all
}

// Next is the next token; false: there is none.
func (l *Lexer) Next() (Token, bool) {
	if l.at == len(l.text) {
		return Token{}, false
	}
	kind, n := l.scan(l.text[l.at:])
	t := Token{Kind: kind, Text: l.text[l.at : l.at+n], Line: l.line, at: l.at}
	l.at += n
	l.line += strings.Count(t.Text, "\n")
	switch {
	case kind == Word:
		l.c = t.Text == "c_code" || t.Text == "c_expr" || t.Text == "c_decl"
	case kind == CBlock:
		l.c = t.Text[0] == '[' // the code follows the condition
	case !t.skipped():
		l.c = false
	}
	return t, true
}

// scan is the kind and the length of the token at the beginning of a text, which is not empty.
func (l *Lexer) scan(text string) (Kind, int) {
	switch c := text[0]; {
	case l.c && (c == '{' || c == '['):
		return CBlock, cBlock(text)
	case isSpace(c):
		return Space, prefix(text, isSpace)
	case isDigit(c):
		return Number, prefix(text, isDigit)
	case isWord(c):
		return Word, prefix(text, isWord)
	case c == '"':
		return String, stringLength(text)
	case c == '\'':
		if n := charLength(text); n > 0 {
			return Char, n
		}
	case c == '#' && (l.at == 0 || l.text[l.at-1] == '\n'):
		line, _, _ := strings.Cut(text, "\n")
		if lineMarker.MatchString(line) {
			return LineMarker, len(line)
		}
	case c == '/':
		if n := commentLength(text); n > 0 {
			return Comment, n
		}
	}
	for _, s := range symbols {
		if strings.HasPrefix(text, s) {
			return Symbol, len(s)
		}
	}
	return Symbol, 1
}

// symbols are those of more than one byte.
var symbols = []string{"->", "::", "..", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "++", "--", "!!", "??"}

func isSpace(c byte) bool {
	return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isWord tells whether a byte can be part of a word.  The preprocessor takes letters
// beyond ASCII for parts of words.
func isWord(c byte) bool {
	return c == '_' || isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// prefix is how many bytes at the beginning of a text are of a class.
func prefix(text string, class func(byte) bool) int {
	n := 0
	for n < len(text) && class(text[n]) {
		n++
	}
	return n
}

// stringLength is the length of a string, with its quotes or the end of its line.
func stringLength(text string) int {
	n := 1
	for n < len(text) && text[n] != '"' && text[n] != '\n' {
		if text[n] == '\\' {
			n++
		}
		n++
	}
	return min(n+1, len(text))
}

// charLength is the length of a character constant; 0: it is none.
func charLength(text string) int {
	n := 2
	if strings.HasPrefix(text, `'\`) {
		n = 3
	}
	if len(text) > n && text[n] == '\'' && text[n-1] != '\n' {
		return n + 1
	}
	return 0
}

// commentLength is the length of a comment; 0: it is none, or does not end.
func commentLength(text string) int {
	switch {
	case strings.HasPrefix(text, "//"):
		return lineLength(text)
	case strings.HasPrefix(text, "/*"):
		if end := strings.Index(text[2:], "*/"); end >= 0 {
			return end + 4
		}
	}
	return 0
}

// lineLength is the length of a line without its end.  It goes on where it ends with a backslash, blanks behind it
// included, as for the preprocessor.
func lineLength(text string) int {
	n := 0
	for {
		n += prefix(text[n:], func(c byte) bool { return c != '\n' })
		if n == len(text) || !strings.HasSuffix(strings.TrimRight(text[:n], " \t\r\f\v"), `\`) {
			return n
		}
		n++
	}
}

// cBlock is the length of a block of C, which begins with { or [.  A block without an end
// is the rest of the text.
func cBlock(text string) int {
	open := text[0]
	shut := byte('}')
	if open == '[' {
		shut = ']'
	}
	depth := 0
	for n := 0; n < len(text); {
		switch c := text[n]; {
		case c == '"':
			n += stringLength(text[n:])
		case c == '\'' && charLength(text[n:]) > 0:
			n += charLength(text[n:])
		case c == '/' && commentLength(text[n:]) > 0:
			n += commentLength(text[n:])
		default:
			n++
			if c == open {
				depth++
			} else if c == shut {
				if depth--; depth == 0 {
					return n
				}
			}
		}
	}
	return len(text)
}

// closing is the index in tokens of the symbol that closes the one at index open; -1: there
// is none.
func closing(tokens []Token, open int, opens, closes string) int {
	depth := 0
	for k, t := range tokens[open:] {
		if t.is(opens) {
			depth++
		} else if t.is(closes) {
			if depth--; depth == 0 {
				return open + k
			}
		}
	}
	return -1
}

// wordsIn are the words of a token, which may be C.
func wordsIn(t Token) []string {
	switch t.Kind {
	case Word:
		return []string{t.Text}
	case CBlock:
		var all []string
		for inner := range Tokens([]byte(t.Text)) {
			if inner.Kind == Word {
				all = append(all, inner.Text)
			}
		}
		return all
	}
	return nil
}

// Mentions tells whether a model has one of the words, in Promela or in its C.
func Mentions(text []byte, words ...string) bool {
	for t := range Tokens(text) {
		for _, w := range wordsIn(t) {
			if slices.Contains(words, w) {
				return true
			}
		}
	}
	return false
}
