package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/results/verify"
	"github.com/mxgen/mxgen/runner"
)

func newReplay() *cobra.Command {
	var f verifyFlags
	var on string
	c := &cobra.Command{
		Use:   "replay TRAIL | DIR | TRACE",
		Short: "Drive the Go program through a SPIN trail, or SPIN through a trace",
		Long: `Drives the Go program through a SPIN trail of a generated model, event by event,
and compares all variables after each; the model is looked for beside the
trail.  DIR is what verify --keep wrote: every trail in it is replayed.

With --on spin the other way round: the compiled model is driven through a trace
of the Go program.

Exit codes: 0 both sides went the same way, 1 they did not, 2 bad usage or
input, 4 a tool failed or is missing.`,
		Example: `  mxgen verify ricart-agrawala --n 2 --variant no-tie-break --keep DIR; mxgen replay DIR
  mxgen run ricart-agrawala --n 3 --seed 7 --entries 5 -o trace.jsonl && mxgen replay --on spin trace.jsonl`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			v, err := f.verifier(c)
			if err != nil {
				return err
			}
			switch on {
			case results.EngineGo:
				return replayTrails(c, v, args[0], f.json)
			case results.EngineSPIN:
				return replayTrace(c, v, args[0], f.json)
			}
			return &config.Error{Operand: fmt.Sprintf("on %.40q", on), Reason: "unknown side", Remedy: "there are go and spin"}
		},
	}
	c.Flags().StringVar(&on, "on", results.EngineGo, "the side to drive: go or spin")
	limitFlags(c, &f)
	c.Flags().BoolVar(&f.json, "json", false, "as JSON, schema "+results.ReplaySchema)
	return c
}

// foundTrail is a trail with the model that it is of.
type foundTrail struct{ trail, model string }

// maxTrail bounds a trail file, in bytes.
const maxTrail = 64 << 20

// mostTrails bounds how many trails of a directory are replayed.
const mostTrails = 10_000

// findTrails returns a trail with its model, or those of a directory.
func findTrails(path string) ([]foundTrail, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	if !info.IsDir() {
		if !strings.HasSuffix(path, ".trail") {
			return nil, &config.Error{Operand: fmt.Sprintf("%q", path), Reason: "is not named .trail, as SPIN names trails",
				Remedy: "a trace is driven through the model with --on spin"}
		}
		model, err := modelBeside(path)
		return []foundTrail{{path, model}}, err
	}
	var found []foundTrail
	err = filepath.WalkDir(path, func(file string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && strings.HasSuffix(file, "-events") {
			return fs.SkipDir // copies, for spin -t
		}
		if err != nil || e.IsDir() || !strings.HasSuffix(file, ".trail") || !e.Type().IsRegular() {
			return err
		}
		if len(found) == mostTrails {
			return fmt.Errorf("more than %d trails", mostTrails)
		}
		model, err := modelBeside(file)
		found = append(found, foundTrail{file, model})
		return err
	})
	if err == nil && len(found) == 0 {
		err = errors.New("there is no trail in it")
	}
	if err != nil {
		return nil, unreadable(path, err)
	}
	return found, nil
}

// modelBeside finds the model of a trail: model.pml of model.pml.trail, in the
// same directory or, as verify --keep leaves it, in the one above.
func modelBeside(trail string) (string, error) {
	name := strings.TrimSuffix(filepath.Base(trail), ".trail")
	dir := filepath.Dir(trail)
	for _, candidate := range []string{filepath.Join(dir, name), filepath.Join(dir, "..", name)} {
		if info, err := os.Stat(candidate); err == nil && info.Mode().IsRegular() {
			return candidate, nil
		}
	}
	return "", &config.Error{Operand: fmt.Sprintf("trail %q", trail), Reason: "its model " + name + " is neither beside nor above it",
		Remedy: "put the model that SPIN made the trail of there"}
}

// unreadable says which input cannot be read, and why.
func unreadable(path string, err error) error {
	var bad *config.Error
	if errors.As(err, &bad) {
		return err
	}
	var reason *fs.PathError
	if errors.As(err, &reason) {
		err = reason.Err
	}
	return &config.Error{Operand: fmt.Sprintf("%q", path), Reason: err.Error(), Remedy: "name a file that can be read"}
}

// readAtMost reads a file of a bounded size.
func readAtMost(path string, most int64) ([]byte, error) {
	if err := config.CheckFile(fmt.Sprintf("%q", path), path); err != nil {
		return nil, err
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, most+1))
	if err == nil && int64(len(data)) > most {
		err = fmt.Errorf("larger than %d bytes", most)
	}
	if err != nil {
		return nil, unreadable(path, err)
	}
	return data, nil
}

func replayTrails(c *cobra.Command, v *verify.Verifier, path string, asJSON bool) error {
	found, err := findTrails(path)
	if err != nil {
		return err
	}
	all := []*replay.TrailReplay{}
	agree := true
	for _, one := range found {
		r, err := replayOne(c, v, one)
		if err != nil {
			return err
		}
		all = append(all, r)
		agree = agree && r.Agrees
	}
	if asJSON {
		err = writeJSON(c.OutOrStdout(), map[string]any{"schema": results.ReplaySchema, "replays": all})
	} else {
		for k, r := range all {
			err = printReplay(c.OutOrStdout(), found[k].trail, r)
		}
	}
	if err != nil {
		return err
	}
	if !agree {
		return outcome(exitViolated)
	}
	return nil
}

func replayOne(c *cobra.Command, v *verify.Verifier, one foundTrail) (*replay.TrailReplay, error) {
	model, err := readAtMost(one.model, maxModel)
	if err != nil {
		return nil, err
	}
	trail, err := readAtMost(one.trail, maxTrail)
	if err != nil {
		return nil, err
	}
	r, err := replayer(v).Trail(c.Context(), model, trail)
	if err != nil {
		return nil, cancelled(c, asTrailError(one.trail, err))
	}
	return r, nil
}

// asTrailError puts the trail's name in front of what is wrong with it.
func asTrailError(path string, err error) error {
	var broken *runner.TrailError
	if errors.As(err, &broken) {
		return &config.Error{Operand: path, Reason: broken.Error()}
	}
	return fmt.Errorf("%s: %w", path, err)
}

func printReplay(w io.Writer, trail string, r *replay.TrailReplay) error {
	answer := fmt.Sprintf("the program goes the same way, %d events", len(r.Run.Steps))
	if r.Property != "" {
		answer += ", and says the same of " + r.Property
	}
	if !r.Agrees {
		answer = "the sides part: " + r.Reason
	}
	text := report.EventText(results.Result{Algorithm: r.Configuration.Algorithm, Configuration: r.Configuration,
		Property: r.Property, Counterexample: r.Run})
	_, err := fmt.Fprintf(w, "%s: %s\n%s\n", trail, answer, text)
	return err
}

func replayTrace(c *cobra.Command, v *verify.Verifier, path string, asJSON bool) error {
	r, err := replayer(v).Trace(c.Context(), path)
	if err != nil {
		return cancelled(c, err)
	}
	switch {
	case asJSON:
		err = writeJSON(c.OutOrStdout(), r)
	case r.Agrees:
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s: the model goes the same way, %d events\n", path, r.Events)
	default:
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s: the sides part after %d events: %s\n", path, r.Events, r.Reason)
	}
	if err == nil && !r.Agrees {
		return outcome(exitViolated)
	}
	return err
}
