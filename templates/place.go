package templates

import (
	"io/fs"
	"slices"
	"strings"
	"sync"
)

// Place is a line of a template.
type Place struct {
	File   string // from the directory templates on: maekawa.pml.tmpl
	Line   int    // from 1
	Column int    // of the first character that is not blank, from 1
}

// Printed finds the line of a template that prints a format, such as "request %d\n" as it stands
// in Promela.  within is the first line of the inline that prints it, as rendered; where several lines of a template
// print the format, one of an inline with this line is taken before others.  Templates of the
// algorithm come before common ones.
func Printed(algorithm, format, within string) (Place, bool) {
	var found Place
	best := -1
	for _, p := range printing() {
		if p.format != format {
			continue
		}
		score := 0
		switch {
		case p.File == algorithm+".pml.tmpl":
			score = 4
		case strings.HasPrefix(p.File, "common/"):
			score = 1
		case strings.HasPrefix(p.File, algorithm+"-"):
			score = 2
		default:
			continue
		}
		if p.within == within {
			score += 8
		}
		if score > best {
			found, best = p.Place, score
		}
	}
	return found, best >= 0
}

// printingLine is a line with a printf.
type printingLine struct {
	Place
	format, within string
}

// printing are the lines of all templates that print, sorted by place.
var printing = sync.OnceValue(func() []printingLine {
	var all []printingLine
	_ = fs.WalkDir(files, ".", func(name string, entry fs.DirEntry, err error) error { // embedded files are always there
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := files.ReadFile(name)
		within := ""
		for k, line := range strings.Split(string(text), "\n") {
			if strings.HasPrefix(line, "inline ") {
				within = line
			}
			if format, ok := PrintFormat(line); ok {
				column := len(line) - len(strings.TrimLeft(line, " \t")) + 1
				all = append(all, printingLine{Place{name, k + 1, column}, format, within})
			}
		}
		return err
	})
	slices.SortFunc(all, func(a, b printingLine) int {
		if c := strings.Compare(a.File, b.File); c != 0 {
			return c
		}
		return a.Line - b.Line
	})
	return all
})

// PrintFormat returns the format of the printf in a line of Promela, as it stands there.
func PrintFormat(line string) (string, bool) {
	_, rest, found := strings.Cut(line, `printf("`)
	if !found {
		return "", false
	}
	format, _, closed := strings.Cut(rest, `"`)
	return format, closed
}
