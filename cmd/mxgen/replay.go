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

	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/runner/trail"
)

func newReplay() *cobra.Command {
	var f limitFlags
	var on string
	var asJSON bool
	c := &cobra.Command{
		Use:   "replay TRAIL | DIR | TRACE",
		Short: "Execute a SPIN trail in the Go program, or a trace in the model",
		Long: `Executes the events of a SPIN trail in the Go program, and compares all variables
after each event.  The trail TRAIL belongs to a generated model, whose file is in
the same directory or in the one above.  DIR is a directory that verify --keep
wrote: every trail in it is replayed.

With --on spin, the compiled model executes the events of a TRACE that the Go
program wrote.

Exit codes: 0 both sides agree, 1 they differ, 2 wrong usage or input, 4 a tool
failed or is missing.`,
		Example: `  mxgen verify ricart-agrawala --n 2 --variant no-tie-break --keep DIR; mxgen replay DIR
  mxgen run ricart-agrawala --n 3 --seed 7 --entries 5 -o trace.jsonl && mxgen replay --on spin trace.jsonl`,
		Args: cobra.ExactArgs(1),
		RunE: func(c *cobra.Command, args []string) error {
			r, err := f.replayer(c)
			if err != nil {
				return err
			}
			switch on {
			case results.EngineGo:
				return replayTrails(c, r, args[0], asJSON)
			case results.EngineSPIN:
				return replayTrace(c, r, args[0], asJSON)
			}
			return &config.Error{Operand: fmt.Sprintf("on %.40q", on), Reason: "unknown side", Remedy: "there are go and spin"}
		},
	}
	c.Flags().StringVar(&on, "on", results.EngineGo, "what executes the events: go or spin")
	f.addPerRun(c)
	c.Flags().BoolVar(&asJSON, "json", false, "print JSON, schema "+results.ReplaySchema)
	return c
}

// replayer returns a replayer with the limits of the flags.
func (f limitFlags) replayer(c *cobra.Command) (replay.Replayer, error) {
	spin, err := f.setUpSPIN(c)
	return replay.Replayer{Tools: spin.tools, Limits: spin.limits}, err
}

// foundTrail is the path of a trail and that of its model.
type foundTrail struct{ trail, model string }

// maxTrail is the greatest size of a trail file, in bytes.
const maxTrail = 64 << 20

// maxTrails is the greatest number of trails in a directory.
const maxTrails = 10_000

// findTrails returns one trail, or all trails of a directory, with their models.
func findTrails(path string) ([]foundTrail, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, unreadable(path, err)
	}
	if !info.IsDir() {
		if !strings.HasSuffix(path, ".trail") {
			return nil, &config.Error{Operand: fmt.Sprintf("%q", path), Reason: "the name of a trail ends in .trail",
				Remedy: "for a trace, add --on spin"}
		}
		model, err := modelBeside(path)
		return []foundTrail{{path, model}}, err
	}
	var found []foundTrail
	err = filepath.WalkDir(path, func(file string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() && strings.HasSuffix(file, "-events") {
			return fs.SkipDir // it has copies of the trails, for spin -t
		}
		if err != nil || e.IsDir() || !strings.HasSuffix(file, ".trail") || !e.Type().IsRegular() {
			return err
		}
		if len(found) == maxTrails {
			return fmt.Errorf("more than %d trails", maxTrails)
		}
		model, err := modelBeside(file)
		found = append(found, foundTrail{file, model})
		return err
	})
	if err == nil && len(found) == 0 {
		err = errors.New("has no trail")
	}
	if err != nil {
		return nil, unreadable(path, err)
	}
	return found, nil
}

// modelBeside returns the model of a trail: model.pml for model.pml.trail, in the same
// directory or in the one above, where verify --keep writes it.
func modelBeside(trail string) (string, error) {
	name := strings.TrimSuffix(filepath.Base(trail), ".trail")
	dir := filepath.Dir(trail)
	for _, candidate := range []string{filepath.Join(dir, name), filepath.Join(dir, "..", name)} {
		if info, err := os.Stat(candidate); err == nil && info.Mode().IsRegular() {
			return candidate, nil
		}
	}
	return "", &config.Error{Operand: fmt.Sprintf("trail %q", trail), Reason: "its model " + name + " is neither in the same directory nor in the one above",
		Remedy: "copy the model there"}
}

// replayTrails executes one trail, or all trails of a directory, in the Go program.
func replayTrails(c *cobra.Command, replayer replay.Replayer, path string, asJSON bool) error {
	found, err := findTrails(path)
	if err != nil {
		return err
	}
	all := []*replay.TrailReplay{}
	agree := true
	spinner := terminal.StartSpinner(progressTo(c), "replaying "+path)
	for k, one := range found {
		r, err := replayTrail(c, replayer, one)
		if err != nil {
			spinner.Stop()
			return err
		}
		spinner.Note(fmt.Sprintf("%d of %d trails", k+1, len(found)))
		all = append(all, r)
		agree = agree && r.Agrees
	}
	spinner.Stop()
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

func replayTrail(c *cobra.Command, replayer replay.Replayer, one foundTrail) (*replay.TrailReplay, error) {
	model, err := readAtMost(one.model, maxModel)
	if err != nil {
		return nil, err
	}
	trail, err := readAtMost(one.trail, maxTrail)
	if err != nil {
		return nil, err
	}
	r, err := replayer.Trail(observed(c, c.Context(), func(string) {}), model, trail)
	if err != nil {
		return nil, cancelled(c, asTrailError(one.trail, err))
	}
	return r, nil
}

// asTrailError adds the name of the trail to an error.
func asTrailError(path string, err error) error {
	var broken *trail.Error
	if errors.As(err, &broken) {
		return &config.Error{Operand: path, Reason: broken.Error()}
	}
	return fmt.Errorf("%s: %w", path, err)
}

// printReplay prints whether the program agrees with a trail, and the events.
func printReplay(w io.Writer, trail string, r *replay.TrailReplay) error {
	answer := fmt.Sprintf("the program agrees, %d events", len(r.Run.Steps))
	if r.Property != "" {
		answer += ", and confirms the verdict on " + r.Property
	}
	if !r.Agrees {
		answer = "the sides differ: " + r.Reason
	}
	text := report.EventText(results.Result{Algorithm: r.Configuration.Algorithm, Configuration: r.Configuration,
		Property: r.Property, Counterexample: r.Run}, true)
	_, err := fmt.Fprintf(w, "%s: %s\n%s\n", trail, answer, text)
	return err
}

// replayTrace executes a trace of the Go program in the model.
func replayTrace(c *cobra.Command, replayer replay.Replayer, path string, asJSON bool) error {
	spinner := terminal.StartSpinner(progressTo(c), "replaying "+path)
	r, err := replayer.Trace(observed(c, c.Context(), spinner.Note), path)
	spinner.Stop()
	if err != nil {
		return cancelled(c, err)
	}
	switch {
	case asJSON:
		err = writeJSON(c.OutOrStdout(), r)
	case r.Agrees:
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s: the model agrees, %d events\n", path, r.Events)
	default:
		_, err = fmt.Fprintf(c.OutOrStdout(), "%s: the sides differ after %d events: %s\n", path, r.Events, r.Reason)
	}
	if err == nil && !r.Agrees {
		return outcome(exitViolated)
	}
	return err
}
