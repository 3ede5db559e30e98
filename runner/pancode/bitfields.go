package pancode

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// bitfield matches a member of a structure that has a number of bits.
var bitfield = regexp.MustCompile(`(?m)^\tunsigned +(\w+) *: *\d+;`)

// bitfields are the names of the members of structures that have a number of bits: unsigned ones and single bits.
func (d Dir) bitfields() ([]string, error) {
	header, err := os.ReadFile(filepath.Join(string(d), "pan.h"))
	if err != nil {
		return nil, err
	}
	var all []string
	for _, structure := range structType.FindAllSubmatch(header, -1) {
		for _, m := range bitfield.FindAllSubmatch(structure[2], -1) {
			if name := string(m[1]); !slices.Contains(all, name) {
				all = append(all, name)
			}
		}
	}
	return all, nil
}

// Truncation begins a line that a verifier made with TruncationSource prints before a step: then come the member, the
// value assigned to it, and the value that it has.
const Truncation = "mx_truncated "

// TruncationSource is the code of a verifier that says what does not fit into a member of a structure that has a number
// of bits, which spin never says; nil: the model has no such member.
func (d Dir) TruncationSource() ([]byte, error) {
	members, err := d.bitfields()
	if err != nil || len(members) == 0 {
		return nil, err
	}
	code, err := os.ReadFile(filepath.Join(string(d), "pan.c"))
	if err != nil {
		return nil, err
	}
	moves, err := os.ReadFile(filepath.Join(string(d), "pan.m"))
	if err != nil {
		return nil, err
	}
	assigned := regexp.MustCompile(`(?m)^(\t+)((?:now\.|\(\(P\d+ \*\)_this\)->)[^=;\n]*\.(` + strings.Join(members, "|") + `)) = (.*);$`)
	moves = assigned.ReplaceAll(moves, fmt.Appendf(nil,
		"${1}{ int mx = (${4}); ${2} = mx; if ((int) ${2} != mx) printf(\"%s${3} %%d %%d\\n\", mx, (int) ${2}); }", Truncation))
	return bytes.ReplaceAll(code, []byte("#include FORWARD_MOVES\n"), append(moves, '\n')), nil
}
