package suite

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/mxgen/mxgen/models/config"
)

// Limits on what a file may hold, so that a hostile one is refused in time.
const (
	maxBytes          = 4 << 20 // of a suite with all that it includes
	maxConfigurations = 20000   // of all suites of a call
	maxFiles          = 1000    // that a suite includes
)

// Parse reads a suite's text.  Errors are as those of Load, with name for the file; paths in
// the text start at its directory.
func Parse(name string, data []byte) (*Suite, error) {
	p := parser{suite: &Suite{Name: nameOf(name)}, read: map[string]bool{}}
	if err := p.file(name, data); err != nil {
		return nil, err
	}
	return p.suite, nil
}

// nameOf is the name of the suite in a file.
func nameOf(path string) string {
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
}

// parser reads a suite with the files that it includes.
type parser struct {
	suite *Suite
	stack []string        // files that are being read, each included by the one before
	read  map[string]bool // files that were begun, by identity
	bytes int             // of all files
}

// file appends the cases of one file.
func (p *parser) file(name string, data []byte) error {
	r := reader{name: name}
	if p.bytes += len(data); p.bytes > maxBytes {
		if len(p.stack) > 0 {
			return r.fail(nil, "larger than %d bytes with the files that are included before", maxBytes)
		}
		return r.fail(nil, "larger than %d bytes", maxBytes)
	}
	top, err := r.document(data)
	if err != nil {
		return err
	}
	p.stack = append(p.stack, name)
	p.read[identity(name)] = true
	defer func() { p.stack = p.stack[:len(p.stack)-1] }()
	parts, err := r.mapping(top, "suite", names(suiteKeys)...)
	if err != nil {
		return err
	}
	if parts["include"] == nil && parts["entries"] == nil {
		return r.fail(top, "no entries: a suite has a list of them")
	}
	if err := p.include(r, parts["include"]); err != nil {
		return err
	}
	d, err := r.defaults(parts["defaults"])
	if err != nil || parts["entries"] == nil {
		return err
	}
	return p.entries(r, parts["entries"], top, d)
}

// entries appends the cases of a list of entries.
func (p *parser) entries(r reader, entries, top *yaml.Node, d defaults) error {
	if entries.Kind != yaml.SequenceNode || len(entries.Content) == 0 {
		return r.fail(top, "no entries: a suite has a list of them")
	}
	for _, entry := range entries.Content {
		cases, err := r.entry(entry, d)
		if err != nil {
			return err
		}
		for k := range cases {
			cases[k].Place = Place{Suite: p.suite.Name, File: r.name, Line: entry.Line, Number: len(p.suite.Cases) + k + 1}
		}
		p.suite.Cases = append(p.suite.Cases, cases...)
		if len(p.suite.Cases) > maxConfigurations {
			return r.fail(entry, "more than %d configurations", maxConfigurations)
		}
	}
	return nil
}

// document is the top of a text that is one YAML document.
func (r reader) document(data []byte) (*yaml.Node, error) {
	var document, second yaml.Node
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	if err := decoder.Decode(&document); err != nil && err != io.EOF {
		return nil, r.noYAML(data, err)
	}
	if err := decoder.Decode(&second); err == nil {
		return nil, r.fail(&second, "a second document: a suite is one")
	} else if err != io.EOF {
		return nil, r.noYAML(data, err)
	}
	if len(document.Content) == 0 {
		return nil, r.fail(nil, "empty: a suite has entries")
	}
	return document.Content[0], nil
}

// include reads the files of an include, of which those that were read before are left out.
func (p *parser) include(r reader, node *yaml.Node) error {
	if node == nil {
		return nil
	}
	nodes := []*yaml.Node{node}
	if node.Kind == yaml.SequenceNode {
		if nodes = node.Content; len(nodes) == 0 {
			return r.fail(node, "include: an empty list")
		}
	}
	for _, at := range nodes {
		path, err := r.path(at, "include")
		if err != nil {
			return err
		}
		same := func(open string) bool { return identity(open) == identity(path) }
		if k := slices.IndexFunc(p.stack, same); k >= 0 {
			circle := strings.Join(append(slices.Clone(p.stack[k:]), path), " includes ")
			return r.fail(at, "include %.60q: a circle: %s", at.Value, circle)
		}
		if p.read[identity(path)] {
			continue
		}
		if len(p.read) > maxFiles {
			return r.fail(at, "more than %d files included", maxFiles)
		}
		data, err := config.ReadFile(path, maxBytes, config.Error{})
		if err != nil {
			return r.fail(at, "include %.60q: %s", at.Value, reasonOf(err))
		}
		if err := p.file(path, data); err != nil {
			return err
		}
	}
	return nil
}

// reasonOf is the reason of a *config.Error.
func reasonOf(err error) string {
	var bad *config.Error
	if errors.As(err, &bad) {
		return bad.Reason
	}
	return err.Error()
}

// identity is the same for two paths of one file.
func identity(path string) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		path = resolved
	}
	if absolute, err := filepath.Abs(path); err == nil {
		path = absolute
	}
	return path
}

// fromDirectoryOf is a path as a file names it that is read from another directory.
func fromDirectoryOf(file, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(filepath.Dir(file), path)
}

// Load reads the suites of a call as one, in the order of the paths.  The error is a
// *config.Error that names file, line and column, or says why a file cannot be read.
func Load(paths ...string) (*Suite, error) {
	all := &Suite{}
	var names []string
	given := map[string]bool{}
	for _, path := range paths {
		operand := "suite " + strconv.Quote(path)
		data, err := config.ReadFile(path, maxBytes, config.Error{Operand: operand})
		if err != nil {
			return nil, err
		}
		if id := identity(path); given[id] {
			return nil, &config.Error{Operand: operand, Reason: "given twice", Remedy: "name it once"}
		} else {
			given[id] = true
		}
		s, err := Parse(path, data)
		if err != nil {
			return nil, err
		}
		for _, c := range s.Cases {
			c.Place.Number = len(all.Cases) + 1
			all.Cases = append(all.Cases, c)
		}
		if len(all.Cases) > maxConfigurations {
			return nil, &config.Error{Operand: operand, Reason: "more than " + strconv.Itoa(maxConfigurations) + " configurations with the suites before it"}
		}
		names = append(names, s.Name)
	}
	all.Name = strings.Join(names, ", ")
	return all, nil
}

// isFile says why a path is no file that can be read, nil if it is one.
func isFile(path string) error {
	f, err := config.OpenFile(path, config.Error{})
	if err != nil {
		return errors.New(reasonOf(err))
	}
	return (*os.File).Close(f)
}
