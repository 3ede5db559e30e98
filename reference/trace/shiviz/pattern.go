package shiviz

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"
)

// pattern is a regular expression that matches the lines of one event.
type pattern struct {
	*regexp.Regexp
	lines int // that it matches
}

// newPattern reads a regular expression of ShiViz.  Those of Go know no lookaround and no
// backreference, and take time that is linear in the text.
func newPattern(text string) (pattern, error) {
	compiled, err := compile(text)
	if err != nil {
		return pattern{}, err
	}
	for _, group := range []string{"host", "clock", "event"} {
		if !slices.Contains(compiled.SubexpNames(), group) {
			return pattern{}, fmt.Errorf("it has no group (?<%s>...)", group)
		}
	}
	p := pattern{compiled, 1 + newlines(text)}
	if p.lines > maxLines {
		return pattern{}, fmt.Errorf("it has %d lines, more than %d", p.lines, maxLines)
	}
	return p, nil
}

// compile compiles an expression in which ^ and $ match at each line, as ShiViz does.
func compile(text string) (*regexp.Regexp, error) {
	if len(text) > maxPattern {
		return nil, fmt.Errorf("it has %d bytes, more than %d", len(text), maxPattern)
	}
	compiled, err := regexp.Compile("(?m)" + text)
	if bad := (*syntax.Error)(nil); err != nil {
		if errors.As(err, &bad) {
			return nil, fmt.Errorf("%s: %.60q", bad.Code, bad.Expr)
		}
		return nil, err
	}
	return compiled, nil
}

// newlines counts the \n of an expression.
func newlines(text string) (n int) {
	for k := 0; k+1 < len(text); k++ {
		if text[k] != '\\' {
			continue
		}
		k++
		if text[k] == 'n' {
			n++
		}
	}
	return n
}

// groups are the texts of host, clock and event.
func (p pattern) groups(text string) (host, clock, event string, ok bool) {
	m := p.FindStringSubmatch(text)
	if m == nil {
		return "", "", "", false
	}
	return m[p.SubexpIndex("host")], m[p.SubexpIndex("clock")], m[p.SubexpIndex("event")], true
}

// isPattern tells whether the first line of a log is a regular expression.
func isPattern(line string) bool { return strings.Contains(line, "(?<") }
