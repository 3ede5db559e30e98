package main

import (
	"fmt"
	"io"
	"net/url"
	"path/filepath"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/show/book"
)

// runPages are the pages that --html writes: their directory, "" without the flag, and the page of each run.
type runPages struct {
	dir   string
	names map[*results.Counterexample]string
}

// pages returns the pages of results.
func (f verifyFlags) pages(rs []results.Result) runPages {
	if f.html == "" {
		return runPages{}
	}
	return runPages{filepath.Clean(f.html), book.PageNames(rs)}
}

// of is the path of the page of a run, "" if there is none.
func (p runPages) of(run results.Result) string {
	name := p.names[run.Counterexample]
	if name == "" {
		return ""
	}
	return filepath.Join(p.dir, name)
}

// link is the page of a run as an address in a file of a directory, "" if there is none.
func (p runPages) link(run results.Result, from string) string {
	path := p.of(run)
	if path == "" {
		return ""
	}
	if near, err := relative(from, path); err == nil {
		path = near
	}
	return address(path)
}

// relative is a path from a directory, where both may be relative to the current directory or not.
func relative(from, path string) (string, error) {
	from, err := filepath.Abs(from)
	if err != nil {
		return "", err
	}
	if path, err = filepath.Abs(path); err != nil {
		return "", err
	}
	return filepath.Rel(from, path)
}

// address is a path as an address.
func address(path string) string { return (&url.URL{Path: filepath.ToSlash(path)}).String() }

// write says below a table where the pages are; in Markdown as links, for each run.
func (p runPages) write(w io.Writer, rs []results.Result, markdown bool) error {
	if p.dir == "" {
		return nil
	}
	index := filepath.Join(p.dir, "index.html")
	if !markdown {
		text := index + " has all verdicts"
		if n := len(p.names); n > 0 {
			text += fmt.Sprintf(", and links to a page of each violation (%d)", n)
		}
		_, err := fmt.Fprintf(w, "\n%s\n", text)
		return err
	}
	fmt.Fprintf(w, "\n[All verdicts](<%s>)\n", address(index))
	if len(p.names) > 0 {
		fmt.Fprintln(w)
	}
	for _, r := range rs {
		for _, run := range r.EachRun() {
			if path := p.of(run); path != "" {
				if _, err := fmt.Fprintf(w, "- `%s`: [%s](<%s>)\n", r.Subject(), r.Property, address(path)); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
