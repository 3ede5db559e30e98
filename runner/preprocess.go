package runner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"

	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/promela"
	"github.com/mxgen/mxgen/runner/toolchain"
)

// Source is a model file that a user has written.
type Source struct {
	Name    string // the file's own name, made harmless (promela.HarmlessName), for messages and trails
	Dir     string // absolute; where files named by #include "..." are searched for
	Text    []byte
	Defines []string // NAME or NAME=VALUE
}

// maxSource bounds a preprocessed model, in bytes.
const maxSource = 32 << 20

// preprocessMemory is what the preprocessor may take, in bytes: that of a small model takes some 30 MB.
const preprocessMemory = 1 << 30

// preprocessLimits bound the preprocessor: an #include may name a device, or the file itself.
var preprocessLimits = process.Limits{Timeout: toolchain.Limits.Timeout / 10, Memory: preprocessMemory}

// Preprocess expands includes and macros as SPIN would, but in a private directory and without
// a shell.  The text needs no other file: it can be given to Prepare, and package promela can
// answer questions about it.  command is the preprocessor's, as one would type it.
//
// The error is a *process.ToolError if the preprocessor rejects the file.
func Preprocess(ctx context.Context, tools toolchain.Tools, s Source) (text []byte, command string, err error) {
	tmp, err := process.NewTempDir()
	if err != nil {
		return nil, "", err
	}
	defer tmp.Remove()
	dir := tmp.Path()
	// gcc skips the byte order mark of an included file, but not this one's.
	// No #include names the files by accident: gcc searches beside the input first.
	const input, output = "input.mxgen", "output.mxgen"
	marked := append([]byte(fmt.Sprintf("# 1 \"%s\"\n", s.Name)), bytes.TrimPrefix(s.Text, []byte("\xef\xbb\xbf"))...)
	if err := os.WriteFile(filepath.Join(dir, input), marked, 0o600); err != nil {
		return nil, "", err
	}
	args := []string{"-std=gnu99", "-E", "-x", "c", "-iquote", s.Dir}
	for _, d := range s.Defines {
		args = append(args, "-D"+d)
	}
	args = append(args, input, "-o", output)
	j := &Job{tools: tools, dir: dir, names: map[string]int{}}
	var said process.PrefixBuffer
	step, err := j.exec(ctx, tools.Gcc, args, preprocessLimits, &said)
	if err != nil {
		return nil, "", err
	}
	if !step.OK() {
		return nil, "", &process.ToolError{Step: "gcc", Reason: complaint(said.String(), step), Killed: step.Exit.Killed}
	}
	file, err := os.Open(filepath.Join(dir, output))
	if errors.Is(err, os.ErrNotExist) {
		return nil, "", &process.ToolError{Step: "gcc", Reason: madeNothing}
	}
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	text, err = io.ReadAll(io.LimitReader(file, maxSource+1))
	if err == nil && len(text) > maxSource {
		err = &process.ToolError{Step: "preprocessor", Reason: fmt.Sprintf("the model has more than %d MB once it is expanded", maxSource>>20)}
	}
	return promela.HarmlessNames(text, s.Dir), step.Command, err
}

// defineForm matches a definition: NAME or NAME=VALUE.
var defineForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(=[^\n\x00]*)?$`)

// CheckDefine checks a definition for the preprocessor, NAME or NAME=VALUE, of at most 4096 bytes.
func CheckDefine(text string) error {
	switch {
	case len(text) > 4096:
		return errors.New("longer than 4096 bytes")
	case !defineForm.MatchString(text):
		return errors.New("not NAME or NAME=VALUE")
	}
	return nil
}
