package main

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/live"
	"github.com/mxgen/mxgen/reference/simulate"
	"github.com/mxgen/mxgen/reference/trace"
)

// runFlags are the flags of run besides those of the configuration.
type runFlags struct {
	driver, scheduler, output string
	seed                      uint64
	entries                   int
	processFlags
}

// drivers are what can execute the events.
var drivers = []string{trace.Sim, trace.Live, trace.Processes}

func newRun() *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "run ALGORITHM",
		Short: "Execute the Go program and write a trace",
		Long: `Executes the Go program until every node has entered its critical section
--entries times, and writes the trace to standard output or to the file of -o.
The trace is written as a whole at the end; docs/trace.md describes its format.

The driver sim is a simulation: the same seed gives the same trace.  The driver
live executes one goroutine for each node; the seed determines the random choices
of the nodes, but not the interleaving.

The driver processes executes one process for each node.  The processes exchange
messages over TCP on this machine, and each writes a log of its own.  With -o DIR
the logs are the files node-I.jsonl of that directory, written event by event, for
mxgen check DIR; without -o they are merged into one trace in the order of time.
--slow-link, --slow-node, --pause and --kill disturb the processes; each may be
given more than once, and takes several values, separated by commas.  The logs
stay true: a killed node's log ends at its death.  The run ends when all entries
are made and no message is under way, when nothing can happen any more, or at
--timeout.

Exit codes: 0 all entries were made, or --kill has killed a node; 1 the program is
in a deadlock before that (the trace that leads to it is written); 2 wrong usage;
3 --timeout has passed (the trace until then is written); 4 a process failed.`,
		Example: `  mxgen run ricart-agrawala --n 3 --seed 7 --entries 5 -o trace.jsonl
  mxgen run neilsen-mizuno --n 5 --topology star --scheduler delays
  mxgen run centralized --n 4 --driver live
  mxgen run raymond --n 4 --driver processes --slow-link 1-2=5ms --kill 3@20ms -o logs`,
		Args: cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return algorithmNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			cfg, err := configuration(c, args[0])
			if err != nil {
				return err
			}
			if err := f.check(c, cfg); err != nil {
				return err
			}
			return f.run(c, cfg)
		},
	}
	configFlags(c)
	c.Flags().StringVar(&f.driver, "driver", trace.Sim, "what executes the events: "+strings.Join(drivers, ", "))
	c.Flags().StringVar(&f.scheduler, "scheduler", simulate.Schedulers[0], "scheduler of the driver sim: "+strings.Join(simulate.Schedulers, ", "))
	c.Flags().Uint64Var(&f.seed, "seed", 1, "seed of all random choices")
	c.Flags().IntVar(&f.entries, "entries", 3, "number of entries of each node")
	c.Flags().StringVarP(&f.output, "output", "o", "", "write the trace to this file (driver processes: the logs to this directory)")
	f.processFlags.add(c)
	return c
}

// check refuses wrong values and combinations of flags.
func (f *runFlags) check(c *cobra.Command, cfg config.Config) error {
	switch {
	case !slices.Contains(drivers, f.driver):
		return &config.Error{Operand: fmt.Sprintf("driver %.40q", f.driver), Reason: "unknown", Remedy: config.ThereAre(f.driver, drivers)}
	case !slices.Contains(simulate.Schedulers, f.scheduler):
		return &config.Error{Operand: fmt.Sprintf("scheduler %.40q", f.scheduler), Reason: "unknown", Remedy: config.ThereAre(f.scheduler, simulate.Schedulers)}
	case f.driver != trace.Sim && c.Flags().Changed("scheduler"):
		return &config.Error{Operand: "--scheduler", Reason: "needs --driver sim"}
	case f.entries < 1:
		return &config.Error{Operand: "entries " + strconv.Itoa(f.entries), Reason: "needs at least 1"}
	case f.entries > event.MaxNumber:
		return &config.Error{Operand: "entries " + strconv.Itoa(f.entries), Reason: fmt.Sprintf("needs at most %d", event.MaxNumber)}
	case cfg.Rounds > 0 && f.entries > cfg.Rounds:
		return &config.Error{Operand: "entries " + strconv.Itoa(f.entries), Reason: fmt.Sprintf("rounds %d allows fewer entries", cfg.Rounds)}
	case cfg.Bug != "":
		return &config.Error{Operand: "bug " + cfg.Bug, Reason: "exists only in the model, not in the Go program"}
	}
	return f.processFlags.check(c, f.driver, cfg.N)
}

// run executes the program and writes the trace.
func (f *runFlags) run(c *cobra.Command, cfg config.Config) error {
	sys, err := algorithms.New(cfg)
	if err != nil {
		return &config.Error{Operand: "configuration", Reason: err.Error()}
	}
	if f.driver == trace.Processes {
		return f.runProcesses(c, sys)
	}
	out, err := newBufferedOutput(c.OutOrStdout(), f.output)
	if err != nil {
		return err
	}
	defer out.discard()
	origin := trace.Origin{Driver: f.driver, Seed: &f.seed, Entries: f.entries}
	if f.driver == trace.Sim {
		origin.Scheduler = f.scheduler
	}
	w, err := trace.NewWriter(out, trace.Header{Config: cfg, Origin: origin})
	if err != nil {
		return err
	}
	spinner := terminal.StartSpinner(progressTo(c), "running "+cfg.String())
	stuck := f.drive(c, sys, w)
	spinner.Stop()
	if stuck != nil && !errors.Is(stuck, simulate.ErrStuck) {
		if errors.As(stuck, new(*fs.PathError)) { // of the temporary file
			return unwritable(out.name, stuck)
		}
		return cancelled(c, stuck)
	}
	if err := w.Flush(); err != nil {
		return unwritable(out.name, err)
	}
	if err := out.commit(); err != nil {
		return err
	}
	if stuck != nil {
		fmt.Fprintln(c.ErrOrStderr(), "mxgen: "+stuck.Error())
		return outcome(exitViolated)
	}
	return nil
}

// drive executes the events.
func (f *runFlags) drive(c *cobra.Command, sys *reference.System, w *trace.Writer) error {
	if f.driver == trace.Sim {
		opts := simulate.Options{Seed: f.seed, Scheduler: f.scheduler, Entries: f.entries}
		return simulate.Run(c.Context(), sys, opts, func(_ *reference.World, r reference.Record) error {
			return w.Write(trace.Step{Record: r})
		})
	}
	// The goroutines cannot detect that all of them wait for each other.  A world that
	// replays their events detects it, and checks that each event was enabled.
	world := sys.Raw().World()
	requests := make([]int, sys.Config.N+1)
	var events []event.Event
	return live.Run(c.Context(), sys, live.Options{Seed: f.seed, Entries: f.entries}, func(r reference.Record) error {
		if err := world.Replay(r); err != nil {
			return err
		}
		if err := w.Write(trace.Step{Record: r}); err != nil {
			return err
		}
		if r.Event.Kind == event.Request {
			requests[r.Event.Node]++
		}
		events = world.AppendEnabled(events[:0])
		if slices.ContainsFunc(events, func(e event.Event) bool { return e.Kind != event.Request || requests[e.Node] < f.entries }) {
			return nil
		}
		for i := 1; i <= sys.Config.N; i++ {
			if world.Phase(i) == reference.Wait {
				return simulate.ErrStuck
			}
		}
		return nil // all entries were made
	})
}
