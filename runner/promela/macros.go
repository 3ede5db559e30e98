package promela

import (
	"bytes"
	"strings"
)

// SimpleMacros tells whether every C preprocessor makes the same tokens of a model that is not
// preprocessed: #define is its only directive, without the operators # and ##, it embeds no C, and it has
// no name that a preprocessor may define itself.
func SimpleMacros(text []byte) bool {
	if EmbeddedC(text) != "" || bytes.Contains(text, []byte("__")) || Mentions(text, "linux", "unix", "i386") {
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
