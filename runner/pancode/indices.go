package pancode

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"

	"github.com/mxgen/mxgen/runner/process"
)

// MarkInvalidIndices has the verifier take index 0 for an invalid one, and write 1 into a variable of C that the model declares.  As
// it is, pan with -A takes an invalid index, and writes where it leads.
func (d Dir) MarkInvalidIndices(variable string) error {
	path := filepath.Join(string(d), "pan.c")
	code, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	const check = "\tspin_assert((x >= 0 && x < y), \"- invalid array index\",\n\t\ta1, a2, a3);\n\treturn x;\n"
	if !bytes.Contains(code, []byte(check)) {
		return errors.New("pan.c has no check of array indices")
	}
	marked := "\tif (x >= 0 && x < y)\n\t\treturn x;\n\t" + variable + " = 1;\n\treturn 0;\n"
	return process.WriteFile(path, bytes.Replace(code, []byte(check), []byte(marked), 1))
}
