package models

import (
	"bytes"
	"fmt"

	"github.com/mxgen/mxgen/models/config"
)

// seed puts the configuration's bug into the model: it replaces the one occurrence of the
// bug's text.  Bugs are defined in the algorithm's entry, in models/algorithms.
func seed(source []byte, v View) ([]byte, error) {
	if v.Bug == "" {
		return source, nil
	}
	bug, err := v.Algorithm.Bug(v.Bug)
	if err != nil {
		return nil, err
	}
	if n := bytes.Count(source, []byte(bug.Old)); n != 1 {
		return nil, &config.Error{
			Operand: fmt.Sprintf("%s: bug %s", v.Algorithm.Name, bug.Name),
			Reason:  fmt.Sprintf("has %d places in this configuration's model, not one", n),
			Remedy:  "try it on " + bug.On,
		}
	}
	return bytes.Replace(source, []byte(bug.Old), []byte(bug.New), 1), nil
}
