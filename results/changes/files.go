package changes

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"github.com/mxgen/mxgen/models/suite"
)

// same tells whether a file has the same bytes at the commit, and returns them.
func (c comparison) same(path string) (text []byte, same bool) {
	inside, err := relative(c.old.root, path)
	if err != nil {
		return nil, false
	}
	here, errHere := readFile(path)
	there, errThere := readFile(filepath.Join(c.old.tree, inside))
	return here, errHere == nil && errThere == nil && bytes.Equal(here, there)
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, os.ErrInvalid
	}
	return io.ReadAll(io.LimitReader(f, maxFile))
}

// included is a directive that names a file.  mayInclude is any text that may be such a directive for gcc: a comment, a
// continued line or another spelling of # can be in it.
var (
	included   = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*include[ \t]+"([^"\n]+)"`)
	mayInclude = regexp.MustCompile(`#[^"\n]*include|#[ \t]*(\\\n|/\*)|%:|\?\?=`)
)

// mostIncluded bounds the files that one file includes, each counted as often as it is included.
const mostIncluded = 1000

// fileDiffers tells whether a user's file, or one that it includes, is another one at the commit.  A file that is included in
// another way than by its name in quotes counts as another one.
func (c comparison) fileDiffers(path string) bool {
	seen := map[string]bool{}
	for todo := []string{path}; len(todo) > 0; todo = todo[1:] {
		if seen[todo[0]] {
			continue
		}
		if seen[todo[0]] = true; len(seen) > mostIncluded {
			return true
		}
		text, same := c.same(todo[0])
		if !same {
			return true
		}
		names := included.FindAllSubmatch(text, -1)
		if len(mayInclude.FindAll(text, -1)) > len(names) {
			return true
		}
		for _, name := range names {
			todo = append(todo, filepath.Join(filepath.Dir(todo[0]), string(name[1])))
		}
	}
	return false
}

// parameter is a file that a topology or a quorum system is read from.
var parameter = regexp.MustCompile(`\bfile:([^\s"',\]}]+)`)

// changedParameter is a file of edges or of quorum sets that is named in a suite and is another one at the commit, "" if there is
// none.  A configuration keeps what was read, not the name.
func (c comparison) changedParameter(s *suite.Suite) string {
	seen := map[string]bool{}
	for _, one := range s.Cases {
		if seen[one.Place.File] {
			continue
		}
		seen[one.Place.File] = true
		text, err := readFile(one.Place.File)
		if err != nil {
			return one.Place.File
		}
		for _, found := range parameter.FindAllSubmatch(text, -1) {
			if _, same := c.same(string(found[1])); !same {
				return string(found[1])
			}
		}
	}
	return ""
}
