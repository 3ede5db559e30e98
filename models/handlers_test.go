package models

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
)

// TestHandlers: every line of a model that prints an event is found in a template, and the line there prints the
// same; every kind of event has one.
func TestHandlers(t *testing.T) {
	for _, a := range algorithms.All() {
		for _, params := range []Params{{"n": "3"}, {"n": "3", "rounds": "1"}} {
			c, err := Resolve(a.Name, params)
			if err != nil {
				continue // it needs rounds
			}
			m, err := Render(c, Build{})
			if err != nil {
				t.Fatal(err)
			}
			handlers := Handlers(c, m)
			printing := 0
			for _, line := range strings.Split(string(m.Source), "\n") {
				if strings.Contains(line, `printf("`) {
					printing++
				}
			}
			if len(handlers) != printing {
				t.Errorf("%s: %d handlers, %d lines print", c, len(handlers), printing)
			}
			for _, event := range []string{"request 1", "enter 2", "exit 3"} {
				if HandlerOf(handlers, event) == nil && HandlerOf(handlers, event+" 2") == nil {
					t.Errorf("%s: nothing prints %s", c, event)
				}
			}
			for _, h := range handlers {
				checkHandler(t, c, m, h)
			}
		}
	}
}

func checkHandler(t *testing.T, c config.Config, m *Model, h Handler) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "templates", h.Template.File))
	if err != nil {
		t.Fatal(err)
	}
	line := strings.Split(string(text), "\n")[h.Template.Line-1]
	format, _, _ := strings.Cut(h.Statement, `",`)
	if !strings.Contains(line, format) || strings.TrimLeft(line[h.Template.Column-1:], " \t") != line[h.Template.Column-1:] {
		t.Errorf("%s: %s:%d has %q, not %q", c, h.Template.File, h.Template.Line, line, h.Statement)
	}
	if own := strings.Split(string(m.Source), "\n")[h.Line-1]; strings.TrimSpace(own) != h.Statement {
		t.Errorf("%s: line %d of the model has %q, not %q", c, h.Line, own, h.Statement)
	}
}
