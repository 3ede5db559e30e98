package models

import (
	"regexp"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/templates"
)

// Handler is the line of a model that prints an event: the handler that executes it is around that line.
type Handler struct {
	Statement string // the line, without blanks around it
	Line      int    // of the model, from 1
	Template  templates.Place
	event     *regexp.Regexp
}

// Handlers returns the handlers of a model of the configuration, in the order of the lines.
func Handlers(c config.Config, m *Model) []Handler {
	var all []Handler
	within := ""
	for k, line := range strings.Split(string(m.Source), "\n") {
		if strings.HasPrefix(line, "inline ") {
			within = line
		}
		format, ok := templates.PrintFormat(line)
		if !ok {
			continue
		}
		h := Handler{Statement: strings.TrimSpace(line), Line: k + 1, event: eventsOf(format)}
		if h.Template, ok = templates.Printed(c.Algorithm, format, within); ok {
			all = append(all, h)
		}
	}
	return all
}

// eventsOf matches what a format prints.
func eventsOf(format string) *regexp.Regexp {
	pattern := regexp.QuoteMeta(strings.TrimSuffix(format, `\n`))
	return regexp.MustCompile("^" + strings.ReplaceAll(pattern, "%d", `-?\d+`) + "$")
}

// HandlerOf is the first handler that prints an event, nil if there is none.
func HandlerOf(all []Handler, event string) *Handler {
	for k := range all {
		if all[k].event.MatchString(event) {
			return &all[k]
		}
	}
	return nil
}
