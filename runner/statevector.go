package runner

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"github.com/mxgen/mxgen/runner/process"
)

// field is a global variable of a model, or a field of a structure, as pan.h declares it in
// the state vector.
type field struct {
	name   string
	count  int     // elements, 0: no array
	fields []field // of a structure
}

var (
	structType  = regexp.MustCompile(`(?m)^struct (\w+) \{ .*\n((?:\t.*;\n)*)\};`)
	stateType   = regexp.MustCompile(`(?s)typedef struct State \{(.*?)\} State;`)
	processType = regexp.MustCompile(`(?s)typedef struct P\d+ \{ /\* :?(\w+):? \*/(.*?)\} P\d+;`)
	declaration = regexp.MustCompile(`(?m)^\t(uchar|short|int|unsigned|struct) +(?:(\w+) +)?([A-Za-z]\w*)(?:\[(\d+)\])?( *: *\d+)?;`)
)

// globals reads the global variables of the state vector from pan.h.  The error is a *ToolError
// if one is a single bit: a bit has no address, so that it cannot be read by its name.
func (j *Job) globals() ([]field, error) { return j.stateVector(false) }

// stateVector is globals, with single bits if bits is true.
func (j *Job) stateVector(bits bool) ([]field, error) {
	header, err := os.ReadFile(filepath.Join(j.dir, "pan.h"))
	if err != nil {
		return nil, err
	}
	structures, err := structures(header, bits)
	if err != nil {
		return nil, err
	}
	state := stateType.FindSubmatch(header)
	if state == nil {
		return nil, &ToolError{"spin -a", "pan.h declares no State", process.NotKilled}
	}
	return declared(state[1], structures, bits)
}

// structures are the fields of each structure that a header declares.
func structures(header []byte, bits bool) (map[string][]field, error) {
	all := map[string][]field{}
	for _, m := range structType.FindAllSubmatch(header, -1) {
		fields, err := declared(m[2], all, bits)
		if err != nil {
			return nil, err
		}
		all[string(m[1])] = fields
	}
	return all, nil
}

// localVariables are those of each proctype.
func (j *Job) localVariables() (map[string][]field, error) {
	header, err := os.ReadFile(filepath.Join(j.dir, "pan.h"))
	if err != nil {
		return nil, err
	}
	structures, err := structures(header, true)
	if err != nil {
		return nil, err
	}
	all := map[string][]field{}
	for _, m := range processType.FindAllSubmatch(header, -1) {
		if all[string(m[1])], err = declared(m[2], structures, true); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// declared reads declarations.  structures has the fields of the structures declared before.
func declared(text []byte, structures map[string][]field, bits bool) ([]field, error) {
	var all []field
	for _, m := range declaration.FindAllSubmatch(text, -1) {
		f := field{name: string(m[3])}
		if f.name == "sv" { // processes and channels, which follow the globals
			continue
		}
		if len(m[5]) > 0 && !bits {
			return nil, &ToolError{"spin -a", fmt.Sprintf("variable %s is a single bit, which has no address: make it a byte", f.name), process.NotKilled}
		}
		if len(m[4]) > 0 {
			f.count, _ = strconv.Atoi(string(m[4])) // digits that spin wrote
		}
		if string(m[1]) == "struct" {
			f.fields = structures[string(m[2])]
		}
		all = append(all, f)
	}
	return all, nil
}

// cells lists the names of everything in the fields that holds one number: next[2], net[1].to[2].
func cells(prefix string, fields []field) []string {
	var names []string
	for _, f := range fields {
		elements := []string{prefix + f.name}
		if f.count > 0 {
			elements = nil
			for k := range f.count {
				elements = append(elements, fmt.Sprintf("%s%s[%d]", prefix, f.name, k))
			}
		}
		if f.fields == nil {
			names = append(names, elements...)
			continue
		}
		for _, e := range elements {
			names = append(names, cells(e+".", f.fields)...)
		}
	}
	return names
}
