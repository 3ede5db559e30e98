package runner

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/mxgen/mxgen/runner/process"
)

// simulations are few and short: they are there for a warning.
const (
	simulations    = 3
	simulatedSteps = 3000
)

var simulationLimits = process.Limits{Timeout: 5 * time.Second, Memory: 1 << 30}

var truncated = regexp.MustCompile(`^spin: (.*:\d+), Error: value \((-?\d+)->(-?\d+) \(\d+\)\) truncated in assignment`)

// Truncations simulates the model at random, a few times with fixed seeds, and
// returns the assignments that lost a part of their value, which a verifier does
// not say: "model.pml:3: 256 becomes 0".
func (j *Job) Truncations(ctx context.Context) ([]string, error) {
	var found []string
	seen := map[string]bool{}
	name := j.name("simulation")
	dir := filepath.Join(j.dir, name) // spin writes files of fixed names
	if err := os.Mkdir(dir, 0o700); err != nil {
		return nil, err
	}
	if err := os.Link(filepath.Join(j.dir, modelFile), filepath.Join(dir, modelFile)); err != nil {
		return nil, err
	}
	for seed := range simulations {
		args := []string{"-T", "-B", fmt.Sprintf("-n%d", seed+1), fmt.Sprintf("-u%d", simulatedSteps), modelFile}
		out, errs := process.LineWriters(func(line string) {
			m := truncated.FindStringSubmatch(line)
			if m == nil || seen[line] || len(found) == 8 {
				return
			}
			seen[line] = true
			found = append(found, fmt.Sprintf("%s: %s becomes %s", m[1], m[2], m[3]))
		})
		line := fmt.Sprintf("(mkdir -p %[1]s && cp %[2]s %[1]s && cd %[1]s && %[3]s)", name, modelFile, process.ShellLine("spin", args))
		c := process.Command{Path: j.tools.Spin.Path, Args: args, Dir: dir, Limits: simulationLimits}
		if _, err := j.captured(ctx, c, fmt.Sprintf("%s-%d", name, seed+1), line, out, errs); err != nil {
			return nil, err
		}
		out.Finish()
		errs.Finish()
	}
	return found, nil
}

// Without returns a model in which every assertion holds, so that none ends the
// search for something else, and in which the labels named accept... of its
// proctypes are ordinary ones.  The model is preprocessed.  An assertion may be more
// than its parentheses, and none of it is evaluated; one that runs a process becomes an
// error of syntax, and one without parentheses stays.  (C may include assert.h.)
func Without(text []byte, asserts, accepts bool) []byte {
	var defines strings.Builder
	if asserts {
		defines.WriteString("#define assert(...) 1 || (__VA_ARGS__)\n") // in Promela as in embedded C
	}
	if accepts {
		seen, before := map[string]bool{}, ""
		for rest := text; len(rest) > 0; {
			var token []byte
			token, rest = nextToken(rest)
			t := string(token)
			if strings.HasPrefix(t, "accept") && !seen[t] {
				seen[t] = true
				if before != "ltl" { // a name that pan is asked for
					fmt.Fprintf(&defines, "#define %[1]s mx_%[1]s\n", t)
				}
			}
			if strings.TrimSpace(t) != "" {
				before = t
			}
		}
	}
	return append([]byte(defines.String()), text...)
}

// Untraced returns a preprocessed model without its trace or notrace assertion.
func Untraced(text []byte) []byte {
	var out []byte
	for rest := text; len(rest) > 0; {
		var token []byte
		token, rest = nextToken(rest)
		if t := string(token); t != "trace" && t != "notrace" {
			out = append(out, token...)
			continue
		}
		for len(rest) > 0 && string(token) != "{" {
			token, rest = nextToken(rest)
			out = append(out, linesOf(token)...)
		}
		var body []byte
		body, rest = cBody(rest)
		out = append(out, linesOf(body)...)
	}
	return out
}

// linesOf are the line ends of a text: what follows keeps its place.
func linesOf(text []byte) []byte {
	return bytes.Repeat([]byte("\n"), bytes.Count(text, []byte("\n")))
}
