package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/verify"
)

// errInterrupted ends a command after a signal.
var errInterrupted = errors.New("interrupted; all child processes have ended")

// interruptions are the signals that end a command, by what reports call them.
var interruptions = map[os.Signal]string{os.Interrupt: "SIGINT", syscall.SIGTERM: "SIGTERM", syscall.SIGHUP: "SIGHUP", syscall.SIGQUIT: "SIGQUIT"}

// cancelOnSignal returns a context that the first signal ends, with an Interruption as the
// cause: the command kills its child processes, removes its temporary files and reports
// what is decided.  The second signal ends mxgen at once.
func cancelOnSignal(parent context.Context) context.Context {
	ctx, cancel := context.WithCancelCause(parent)
	signals := make(chan os.Signal, 1)
	for s := range interruptions {
		signal.Notify(signals, s)
	}
	go func() {
		s := <-signals
		signal.Stop(signals)
		cancel(&results.Interruption{By: interruptions[s]})
	}()
	context.AfterFunc(ctx, func() {
		time.AfterFunc(gracePeriod, func() {
			fmt.Fprintf(os.Stderr, "mxgen: interrupted; the command did not end within %s\n", gracePeriod)
			exit(cmp.Or(signalCode(ctx), exitTool))
		})
	})
	return ctx
}

// signalCode is the exit code of a command that a signal has interrupted, which a shell
// gives to a process that the signal has killed; 0 if none has.
func signalCode(ctx context.Context) int {
	by := results.InterruptedBy(ctx)
	for s, name := range interruptions {
		if number, ok := s.(syscall.Signal); ok && name == by {
			return 128 + int(number)
		}
	}
	return 0
}

// cancelled replaces the error of a command that a signal ended by one line that says so.
func cancelled(c *cobra.Command, err error) error {
	if c.Context().Err() != nil && !errors.Is(err, errInterrupted) {
		return errInterrupted
	}
	return err
}

// within returns the context of a verification, which --deadline ends.
func (f verifyFlags) within(c *cobra.Command) (context.Context, context.CancelFunc) {
	if f.deadline == 0 {
		return c.Context(), func() {}
	}
	return context.WithTimeoutCause(c.Context(), f.deadline, &results.Interruption{By: results.InterruptedByDeadline})
}

// finish reports the results of a verification, all of which there are, or those until err has
// interrupted it.  The error that it returns is the exit code.
func (f verifyFlags) finish(c *cobra.Command, v *verify.Verifier, r results.Report, err error, table func(io.Writer, []results.Result) error, code func([]results.Result) error) error {
	if stop := (*results.Interruption)(nil); errors.As(err, &stop) {
		r.Interrupted = stop.By
	}
	return f.finishWith(c, v, r.Results, err, func() error { return f.show(c, r, table) }, code(r.Results))
}

// finishWith is finish for a report of any form.
func (f verifyFlags) finishWith(c *cobra.Command, v *verify.Verifier, rs []results.Result, err error, show func() error, code error) error {
	var stop *results.Interruption
	if err != nil && (!errors.As(err, &stop) || len(rs) == 0) {
		return cancelled(c, err)
	}
	if err := show(); err != nil {
		return err
	}
	code = f.failUnlessKept(rs, code)
	if stop == nil {
		return code
	}
	open := 0
	for _, one := range rs {
		if one.NotReached {
			open++
		}
	}
	about := fmt.Sprintf("%d of %d properties are not decided; %s", open, len(rs), f.rememberedResults(v))
	if c.Context().Err() != nil {
		return fmt.Errorf("%w; %s", errInterrupted, about)
	}
	fmt.Fprintf(c.ErrOrStderr(), "mxgen: ended by --%s; %s\n", stop.By, about)
	return code
}

// rememberedResults says which results the next run of the same command takes from the
// cache.
func (f verifyFlags) rememberedResults(v *verify.Verifier) string {
	switch {
	case f.slurm.backend == backendSlurm:
		return "the jobs are cancelled; " + f.slurm.dir + " has the results until now: the same command continues from there"
	case v == nil || v.Cache == nil:
		return "no results are cached, because there is no cache"
	case f.keep != "":
		return "with --keep, the next run does not use the cache"
	case v.Cache.Warning() != "": // the warning itself is printed elsewhere
		return "some results could not be cached"
	}
	return "finished passes and confirmed failures are cached: the same command continues from there"
}
