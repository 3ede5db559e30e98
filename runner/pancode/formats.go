package pancode

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"

	"github.com/mxgen/mxgen/runner/process"
)

// MtypeNumber matches what a corrected verifier prints for %e, with the number of the mtype's constant.
var MtypeNumber = regexp.MustCompile(`<mtype (\d+)>`)

var (
	printf = regexp.MustCompile(`^\t*Printf\("`)
	// conversion matches those of a format; those of mtypes have a group.
	conversion = regexp.MustCompile(`%(?:%|[-0-9]*([a-z]))`)
)

// CorrectFormats has the verifier print the number of an mtype's constant for %e, and returns how it has changed pan.m.  pan gives
// %e to C's printf, which takes it for that of a floating-point number.
func (d Dir) CorrectFormats() (edits []Edit, err error) {
	path := filepath.Join(string(d), "pan.m")
	moves, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(moves, []byte("Printf(")) {
		return nil, err
	}
	lines := bytes.SplitAfter(moves, []byte("\n"))
	for k, line := range lines {
		if !printf.Match(line) {
			continue
		}
		lines[k] = conversion.ReplaceAllFunc(line, func(one []byte) []byte {
			if !bytes.HasSuffix(one, []byte("e")) {
				return one
			}
			edits = append(edits, Edit{k + 1, string(one), "<mtype %d>"})
			return []byte("<mtype %d>")
		})
	}
	if len(edits) == 0 {
		return nil, nil
	}
	return edits, process.WriteFile(path, bytes.Join(lines, nil))
}
