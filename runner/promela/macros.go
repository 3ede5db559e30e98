package promela

import (
	"bytes"
	"strings"
)

// SimpleMacros tells whether every C preprocessor makes the same tokens of a model that is not
// preprocessed: #define is its only directive, without the operators # and ##, it embeds no C, and it has
// no name that a preprocessor may define itself.
func SimpleMacros(text []byte) bool {
	if EmbeddedC(text) != "" || predefined(text) {
		return false
	}
	for line := range bytes.Lines(text) {
		directive := strings.TrimSpace(string(line))
		if rest, is := strings.CutPrefix(directive, "#define "); is {
			directive = rest
		}
		if strings.Contains(directive, "#") {
			return false
		}
	}
	return true
}

// Preprocessed tells whether every C preprocessor leaves the tokens of a model as they are: a preprocessor has made it
// already.  It has no directives but the places that a preprocessor writes, no comments, no line that goes on in the next one,
// and no name that a preprocessor may define itself.
func Preprocessed(text []byte) bool {
	if predefined(text) || bytes.Contains(text, []byte("/*")) || bytes.Contains(text, []byte("//")) {
		return false
	}
	places := 0
	for line := range bytes.Lines(text) {
		line = bytes.TrimRight(line, "\r\n")
		switch {
		case lineMarker.Match(line):
			places++
		case bytes.Contains(line, []byte("#")) || bytes.HasSuffix(line, []byte(`\`)):
			return false
		}
	}
	return places > 0
}

// predefined tells whether a text has a name that a preprocessor may define itself.
func predefined(text []byte) bool {
	return bytes.Contains(text, []byte("__")) || Mentions(text, "linux", "unix", "i386")
}
