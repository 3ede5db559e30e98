package pancode

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/runner/process"
)

// Field is a global variable of a model, or a field of a structure, as pan.h declares it in
// the state vector.
type Field struct {
	Name   string
	Count  int     // elements, 0: no array
	Fields []Field // of a structure
}

var (
	structType  = regexp.MustCompile(`(?m)^struct (\w+) \{ .*\n((?:\t.*;\n)*)\};`)
	stateType   = regexp.MustCompile(`(?s)typedef struct State \{(.*?)\} State;`)
	processType = regexp.MustCompile(`(?s)typedef struct P\d+ \{ /\* :?(\w+):? \*/(.*?)\} P\d+;`)
	declaration = regexp.MustCompile(`(?m)^\t(uchar|short|int|unsigned|struct) +(?:(\w+) +)?([A-Za-z]\w*)(?:\[(\d+)\])?( *: *\d+)?;`)
)

// Globals reads the global variables of the state vector from pan.h.  The error is a *process.ToolError
// if one is a single bit: a bit has no address, so that it cannot be read by its name.
func (d Dir) Globals() ([]Field, error) { return d.StateVector(false) }

// StateVector is Globals, with single bits if bits is true.
func (d Dir) StateVector(bits bool) ([]Field, error) {
	header, err := os.ReadFile(filepath.Join(string(d), "pan.h"))
	if err != nil {
		return nil, err
	}
	structures, err := structures(header, bits)
	if err != nil {
		return nil, err
	}
	state := stateType.FindSubmatch(header)
	if state == nil {
		return nil, &process.ToolError{Step: "spin -a", Reason: "pan.h declares no State"}
	}
	return declared(state[1], structures, bits)
}

// StateDeclarations are the texts of pan.h that determine where each global variable is in a state.
func (d Dir) StateDeclarations() (string, error) {
	header, err := os.ReadFile(filepath.Join(string(d), "pan.h"))
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, m := range structType.FindAll(header, -1) {
		b.Write(m)
	}
	b.Write(stateType.Find(header))
	return b.String(), nil
}

// structures are the fields of each structure that a header declares.
func structures(header []byte, bits bool) (map[string][]Field, error) {
	all := map[string][]Field{}
	for _, m := range structType.FindAllSubmatch(header, -1) {
		fields, err := declared(m[2], all, bits)
		if err != nil {
			return nil, err
		}
		all[string(m[1])] = fields
	}
	return all, nil
}

// LocalVariables are those of each proctype.
func (d Dir) LocalVariables() (map[string][]Field, error) {
	header, err := os.ReadFile(filepath.Join(string(d), "pan.h"))
	if err != nil {
		return nil, err
	}
	structures, err := structures(header, true)
	if err != nil {
		return nil, err
	}
	all := map[string][]Field{}
	for _, m := range processType.FindAllSubmatch(header, -1) {
		if all[string(m[1])], err = declared(m[2], structures, true); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// declared reads declarations.  structures has the fields of the structures declared before.
func declared(text []byte, structures map[string][]Field, bits bool) ([]Field, error) {
	var all []Field
	for _, m := range declaration.FindAllSubmatch(text, -1) {
		f := Field{Name: string(m[3])}
		if f.Name == "sv" { // processes and channels, which follow the globals
			continue
		}
		if len(m[5]) > 0 && !bits {
			return nil, &process.ToolError{Step: "spin -a", Reason: fmt.Sprintf("variable %s is a single bit, which has no address: make it a byte", f.Name)}
		}
		if len(m[4]) > 0 {
			f.Count, _ = strconv.Atoi(string(m[4])) // digits that spin wrote
		}
		if string(m[1]) == "struct" {
			f.Fields = structures[string(m[2])]
		}
		all = append(all, f)
	}
	return all, nil
}

// Cells lists the names of everything in the fields that holds one number: next[2], net[1].to[2].
func Cells(prefix string, fields []Field) []string {
	var names []string
	for _, f := range fields {
		elements := []string{prefix + f.Name}
		if f.Count > 0 {
			elements = nil
			for k := range f.Count {
				elements = append(elements, fmt.Sprintf("%s%s[%d]", prefix, f.Name, k))
			}
		}
		if f.Fields == nil {
			names = append(names, elements...)
			continue
		}
		for _, e := range elements {
			names = append(names, Cells(e+".", f.Fields)...)
		}
	}
	return names
}
