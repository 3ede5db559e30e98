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
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/runner/process"
)

// Source is a model file of a user's, read once.
type Source struct {
	Name    string // for messages and trails: the file's own name, made harmless
	Dir     string // absolute; where its #include "..." are looked for
	Text    []byte
	Defines []string // NAME or NAME=VALUE
}

// maxSource bounds a preprocessed model, in bytes.
const maxSource = 32 << 20

// preprocessLimits bound the preprocessor, which may be led to a device or to
// itself.
var preprocessLimits = process.Limits{Timeout: toolLimits.Timeout / 10, Memory: 1 << 30}

// Preprocess expands includes and macros as SPIN would, but in a private
// directory and without a shell.  What comes out needs no other file: it can be
// given to Prepare, and looked at without being fooled by macros and comments.
//
// The error is a *ToolError if the preprocessor rejects the file.
func Preprocess(ctx context.Context, tools Tools, s Source) (text []byte, command string, err error) {
	tmp, err := process.NewTempDir()
	if err != nil {
		return nil, "", err
	}
	defer tmp.Remove()
	dir := tmp.Path()
	// A byte order mark is none of the model's; gcc itself skips that of an included file.
	// A name that no #include gives by accident: gcc looks beside this file first.
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
		return nil, "", &ToolError{"gcc", complaint(said.String(), step), step.Exit.Killed}
	}
	file, err := os.Open(filepath.Join(dir, output))
	if errors.Is(err, os.ErrNotExist) {
		return nil, "", &ToolError{"gcc", madeNothing, process.NotKilled}
	}
	if err != nil {
		return nil, "", err
	}
	defer file.Close()
	text, err = io.ReadAll(io.LimitReader(file, maxSource+1))
	if err == nil && len(text) > maxSource {
		err = &ToolError{"preprocessor", fmt.Sprintf("the model has more than %d MB once it is expanded", maxSource>>20), process.NotKilled}
	}
	return harmless(text, s.Dir), step.Command, err
}

var (
	lineMarker = regexp.MustCompile(`(?m)^# (\d+) "((?:[^"\\\n]|\\.)*)"[ \d]*$`)
	unsafeName = regexp.MustCompile(`[^A-Za-z0-9._/+-]`)
)

// harmless names the files in line markers relative to dir, without anything
// that means something to C or to a shell: SPIN copies them into pan.c.
func harmless(text []byte, dir string) []byte {
	return lineMarker.ReplaceAllFunc(text, func(marker []byte) []byte {
		m := lineMarker.FindSubmatch(marker)
		name := string(m[2])
		if rel, err := filepath.Rel(dir, unescaped(name)); err == nil && filepath.IsAbs(unescaped(name)) {
			name = rel
		}
		return fmt.Appendf(nil, "# %s \"%s\"", m[1], HarmlessName(name))
	})
}

func unescaped(name string) string {
	if plain, err := strconv.Unquote(`"` + name + `"`); err == nil {
		return plain
	}
	return name
}

// HarmlessName is a file's name with whatever C or a shell could take amiss
// replaced.
func HarmlessName(name string) string {
	name = unsafeName.ReplaceAllString(name, "_")
	if len(name) > 100 {
		name = name[len(name)-100:]
	}
	if name == "" {
		return "_"
	}
	return name
}

// defineForm is what -D may define.
var defineForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(=[^\n\x00]*)?$`)

// CheckDefine says what is wrong with NAME[=VALUE].
func CheckDefine(text string) error {
	switch {
	case len(text) > 4096:
		return errors.New("longer than 4096 bytes")
	case !defineForm.MatchString(text):
		return errors.New("not NAME or NAME=VALUE")
	}
	return nil
}

// EmbeddedC returns the first word in a preprocessed model by which C becomes
// part of the verifier, or "".  Strings and line markers hold none.
func EmbeddedC(text []byte) string {
	for len(text) > 0 {
		token, rest := nextToken(text)
		switch string(token) {
		case "c_code", "c_expr", "c_decl", "c_state", "c_track":
			return string(token)
		}
		text = rest
	}
	return ""
}

// nextToken splits off a word, a string, a character constant or one byte, as
// SPIN's scanner does: a string ends on its line.
func nextToken(text []byte) (token, rest []byte) {
	n := 1
	switch c := text[0]; {
	case wordByte(c):
		for n < len(text) && wordByte(text[n]) {
			n++
		}
	case c == '"':
		for n < len(text) && text[n] != '"' && text[n] != '\n' {
			if text[n] == '\\' {
				n++
			}
			n++
		}
		n = min(n+1, len(text))
	case c == '\'':
		if end := bytes.IndexByte(text[1:min(len(text), 4)], '\''); end > 0 {
			n = end + 2
		}
	}
	return text[:n], text[n:]
}

func wordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80
}

// Lines maps the lines of a preprocessed model to where they came from, by
// "FILE" -> text in which each line has its own number again.
func Lines(text []byte) map[string][]byte {
	files := map[string][]string{}
	name, at, room := "", 0, maxLines
	for _, line := range strings.Split(string(text), "\n") {
		if m := lineMarker.FindStringSubmatch(line); m != nil {
			number, _ := strconv.Atoi(m[1])
			name, at = m[2], number-1
			continue
		}
		if missing := at + 1 - len(files[name]); at < 0 || missing > room {
			at++
			continue
		} else if missing > 0 {
			files[name] = append(files[name], make([]string, missing)...)
			room -= missing
		}
		files[name][at] = line
		at++
	}
	all := map[string][]byte{}
	for name, lines := range files {
		if strings.TrimSpace(strings.Join(lines, "")) == "" { // the compiler's own
			continue
		}
		all[name] = []byte(strings.Join(lines, "\n"))
	}
	return all
}

// maxLines bounds what #line directives can make Lines allocate, in all.
const maxLines = 1 << 20
