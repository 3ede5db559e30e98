// Package claims judges a ledger of claims anew: it executes the commands of the ledger and
// compares what they come to with what the ledger says.
package claims

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/mxgen/mxgen/models/claims"
	"github.com/mxgen/mxgen/runner/process"
)

// Judge executes commands of mxgen.
type Judge struct {
	Program string        // path of mxgen
	Dir     string        // an empty directory for temporary files
	Timeout time.Duration // of each command
	Jobs    int           // commands at a time
	Quick   bool          // leave out slow checks
	Note    func(string)  // is told the commands that begin; it may be called by several goroutines at a time
}

// Outcome is what a check came to now.
type Outcome struct {
	Judged  bool    `json:"judged"` // false: left out, or interrupted
	Exit    int     `json:"exit"`
	Agrees  bool    `json:"agrees"` // with the claim
	Seconds float64 `json:"seconds"`
	Differs string  `json:"differs,omitempty"` // how it differs from the ledger; "": it does not
	Broken  bool    `json:"broken,omitempty"`  // the command failed
	Limited bool    `json:"limited,omitempty"` // it reached a limit, which it does not in the ledger
}

// maxOutput is how much of a command's output is searched, in bytes.
const maxOutput = 4 << 20

// All judges all claims of a ledger: the outcomes of the checks of each claim.  The error says
// that mxgen could not be started, or was interrupted; the outcomes are then those until now.
func (j Judge) All(ctx context.Context, l *claims.Ledger) ([][]Outcome, error) {
	if err := j.writeModels(); err != nil {
		return nil, err
	}
	all := make([][]Outcome, len(l.Claims))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(j.Jobs, 1))
	for k, c := range l.Claims {
		all[k] = make([]Outcome, len(c.Checks))
		for i, check := range c.Checks {
			if check.Slow && j.Quick {
				continue
			}
			group.Go(func() error {
				if err := ctx.Err(); err != nil {
					return err
				}
				j.Note(check.Run)
				o, err := j.one(ctx, check)
				all[k][i] = o
				return err
			})
		}
	}
	return all, group.Wait()
}

// writeModels writes the Promela files of the ledger to where its commands name them.
func (j Judge) writeModels() error {
	dir := filepath.Join(j.Dir, filepath.FromSlash(claims.Directory))
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return err
	}
	return os.CopyFS(dir, claims.Models)
}

// one judges one check.
func (j Judge) one(ctx context.Context, check claims.Check) (Outcome, error) {
	args := append(check.Args(), "--quiet")
	if args[0] == "verify" {
		args = append(args, "--no-cache")
	}
	out, complaints := &output{}, &process.PrefixBuffer{}
	ended, err := process.Run(ctx, process.Command{Path: j.Program, Args: args, Dir: j.Dir, Stdout: out, Stderr: complaints,
		Limits: process.Limits{Timeout: j.Timeout}, Interrupt: true})
	if err != nil {
		return Outcome{}, err
	}
	if err := ctx.Err(); err != nil {
		return Outcome{}, err
	}
	o := Outcome{Judged: true, Exit: ended.Exit.Code, Seconds: ended.Seconds}
	switch {
	case ended.Exit.Killed == process.Timeout, o.Exit == 3 && check.Exit != 3:
		o.Limited, o.Differs = true, fmt.Sprintf("no verdict: %s", ended.Exit)
		return o, nil
	case ended.Exit.Killed != process.NotKilled, ended.Exit.Signal != 0, o.Exit == 2, o.Exit > 3:
		o.Broken, o.Differs = true, fmt.Sprintf("%s %.200s", ended.Exit, complaints)
		return o, nil
	}
	o.Agrees = o.Exit == 0
	if check.Predicts != "" {
		o.Agrees = found(check.Predicts, out.data)
	}
	o.Differs = differs(check, o, out.data)
	return o, nil
}

// differs says how an outcome differs from what the ledger has, "" where it does not.
func differs(check claims.Check, o Outcome, text []byte) string {
	switch {
	case o.Exit != check.Exit:
		return fmt.Sprintf("exit code %d, the ledger has %d", o.Exit, check.Exit)
	case o.Agrees != check.Agreed() && o.Agrees:
		return "the output is as the claim predicts, the ledger says that it is not"
	case o.Agrees != check.Agreed():
		return "the output is not as the claim predicts, the ledger says that it is"
	}
	for _, f := range check.Finds {
		if !found(f, text) {
			return fmt.Sprintf("the output has no %q", f)
		}
	}
	return ""
}

// found tells whether a text has a match of an expression, whose ^ and $ are those of lines.
func found(expression string, text []byte) bool {
	e, err := regexp.Compile("(?m)" + expression)
	return err == nil && e.Match(text)
}

// output keeps the first part of what a command prints.
type output struct{ data []byte }

func (o *output) Write(p []byte) (int, error) {
	o.data = append(o.data, p[:min(len(p), maxOutput-len(o.data))]...)
	return len(p), nil
}
