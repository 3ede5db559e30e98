package convert

import (
	"reflect"
	"strings"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
)

// label names a run: its configuration, as on the command line, and its name.  A configuration
// that the command line cannot say, such as one with a tree from a file, is left out.
func label(r *Run) string {
	text := r.Config.String()
	if same, err := ParseConfiguration(text); err != nil || !reflect.DeepEqual(same, r.Config) {
		return r.Name
	}
	return text + " (" + r.Name + ")"
}

// unlabel is the configuration of a label, if it has one.  A label comes from a stranger's log:
// it names no file to read.
func unlabel(label string) (config.Config, bool) {
	text, _, named := strings.Cut(label, " (")
	if !named || strings.Contains(text, "file:") {
		return config.Config{}, false
	}
	c, err := ParseConfiguration(text)
	return c, err == nil
}

// ParseConfiguration reads a configuration as it is on the command line: "ricart-agrawala --n 3".
func ParseConfiguration(text string) (config.Config, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return config.Config{}, &config.Error{Operand: "configuration \"\"", Reason: "empty", Remedy: `write an algorithm and its flags, such as "ricart-agrawala --n 3"`}
	}
	return models.Resolve(words[0], models.ParamsOf(words[1:]))
}
