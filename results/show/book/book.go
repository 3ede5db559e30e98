package book

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"unicode"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/show/page"
)

// File is a file of a book.
type File struct {
	Name string
	Text []byte
}

// OfResults are the pages of all counterexamples of results, and index.html with all verdicts.
func OfResults(ctx context.Context, title string, rs []results.Result, window Window) ([]File, error) {
	contents := &page.Contents{Title: title, Heads: []string{"configuration", "property", "verdict", "reason", "run"}}
	var files []File
	names := PageNames(rs)
	for _, r := range rs {
		cells := []string{r.Subject(), r.Property, string(r.Verdict), r.Reason}
		if r.Counterexample == nil {
			contents.Rows = append(contents.Rows, page.Row{Cells: cells})
			continue
		}
		for _, one := range r.EachRun() {
			d, err := OfResult(ctx, one, window)
			if err != nil {
				return nil, err
			}
			var text bytes.Buffer
			if err := page.Write(&text, d); err != nil {
				return nil, err
			}
			name := names[one.Counterexample]
			files = append(files, File{name, text.Bytes()})
			contents.Rows = append(contents.Rows, page.Row{Cells: cells, Link: name, Text: fmt.Sprintf("%d events", one.Length())})
		}
	}
	var text bytes.Buffer
	if err := page.WriteContents(&text, contents); err != nil {
		return nil, err
	}
	return append(files, File{"index.html", text.Bytes()}), nil
}

// PageNames are the names of the pages of counterexamples.
func PageNames(rs []results.Result) map[*results.Counterexample]string {
	names := map[*results.Counterexample]string{}
	taken := map[string]bool{"index.html": true}
	for _, r := range rs {
		if r.Counterexample == nil {
			continue
		}
		for _, one := range r.EachRun() {
			names[one.Counterexample] = fileName(taken, one)
		}
	}
	return names
}

// longest is how many letters of a file's name say what is in it.
const longest = 80

// fileName is a name that no other page has, of letters, digits, dots and dashes.
func fileName(names map[string]bool, r results.Result) string {
	base := strings.Map(func(c rune) rune {
		if c < unicode.MaxASCII && (unicode.IsLetter(c) || unicode.IsDigit(c) || c == '.') {
			return unicode.ToLower(c)
		}
		return '-'
	}, r.Property+" "+r.Algorithm+r.Model+" "+r.Variant)
	for strings.Contains(base, "--") {
		base = strings.ReplaceAll(base, "--", "-")
	}
	base = strings.Trim(base[:min(len(base), longest)], "-.")
	name := base + ".html"
	for k := 2; names[name]; k++ {
		name = fmt.Sprintf("%s-%d.html", base, k)
	}
	names[name] = true
	return name
}
