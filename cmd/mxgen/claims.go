package main

import (
	"os"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models/algorithms"
	ledger "github.com/mxgen/mxgen/models/claims"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results/claims"
	"github.com/mxgen/mxgen/runner/process"
)

// claimsFlags are the flags of mxgen claims.
type claimsFlags struct {
	file, output                   string
	judge, quick, asJSON, markdown bool
	jobs                           int
	timeout                        time.Duration
}

func newClaims() *cobra.Command {
	f := &claimsFlags{}
	c := &cobra.Command{
		Use:   "claims [ALGORITHM]",
		Short: "List what the sources claim, with verdicts, and judge it anew",
		Long: `Lists what the sources claim about the algorithms: the claim, what is decided, for
which configurations, the verdict, and the commands that reproduce it.  Below it
is what each algorithm needs: order of messages, distinct numbers, and so on.

A claim holds, is refuted, holds under an assumption that its source does not
state, or is not judged here, with the reason.

--judge executes the commands, and compares what they come to with what the
ledger says.  --quick leaves out those that take long.  docs/claims.md has the
form of a ledger.

Exit codes: 0 every command came to what the ledger says, 1 one did not, 2 wrong
usage or ledger, 3 a limit was reached, 4 a tool failed.`,
		Example: `  mxgen claims
  mxgen claims lamport
  mxgen claims suzuki-kasami --judge
  mxgen claims --json
  mxgen claims --judge --markdown -o CLAIMS.md`,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return algorithmNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error {
			l, err := f.ledger(args)
			if err != nil {
				return err
			}
			report, err := f.report(c, l)
			if err != nil {
				return cancelled(c, err)
			}
			return f.show(c, report)
		},
	}
	c.Flags().StringVar(&f.file, "ledger", "", "read this ledger instead of mxgen's own")
	c.Flags().BoolVar(&f.judge, "judge", false, "execute the commands, and compare")
	c.Flags().BoolVar(&f.quick, "quick", false, "with --judge: leave out the commands that take long")
	c.Flags().IntVarP(&f.jobs, "jobs", "j", runtime.NumCPU(), "with --judge: number of concurrent commands")
	c.Flags().DurationVar(&f.timeout, "timeout", 15*time.Minute, "with --judge: time limit of each command, such as 90s or 5m")
	c.Flags().BoolVar(&f.asJSON, "json", false, "print JSON, schema "+claims.Schema)
	c.Flags().BoolVar(&f.markdown, "markdown", false, "print Markdown, as results/CLAIMS.md")
	c.Flags().StringVarP(&f.output, "output", "o", "", "write the output to this file")
	c.MarkFlagsMutuallyExclusive("json", "markdown")
	return c
}

// ledger reads the claims that the command line asks for.
func (f *claimsFlags) ledger(args []string) (*ledger.Ledger, error) {
	for _, bad := range []struct {
		is           bool
		name, reason string
	}{
		{f.quick && !f.judge, "--quick", "needs --judge"},
		{f.jobs < 1, "--jobs", "needs at least 1"},
		{f.timeout <= 0, "--timeout", "needs a time above 0"},
	} {
		if bad.is {
			return nil, &config.Error{Operand: bad.name, Reason: bad.reason}
		}
	}
	algorithm := ""
	if len(args) > 0 {
		a, err := algorithms.Lookup(args[0])
		if err != nil {
			return nil, err
		}
		algorithm = a.Name
	}
	if f.file == "" {
		l, err := ledger.Own()
		if err != nil {
			return nil, err
		}
		return l.Of(algorithm), nil
	}
	data, err := readAtMost(f.file, ledger.MaxSize)
	if err != nil {
		return nil, unreadable(f.file, err)
	}
	l, err := ledger.Parse(f.file, data)
	if err != nil {
		return nil, err
	}
	return l.Of(algorithm), nil
}

// report makes the report, and executes the commands if it is to.
func (f *claimsFlags) report(c *cobra.Command, l *ledger.Ledger) (*claims.Report, error) {
	if !f.judge {
		return claims.NewReport(l, nil), nil
	}
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	process.RemoveStale()
	dir, err := process.NewTempDir()
	if err != nil {
		return nil, err
	}
	defer func() { _ = dir.Remove() }()
	spinner := terminal.StartSpinner(progressTo(c), "judging claims")
	defer spinner.Stop()
	outcomes, err := claims.Judge{Program: program, Dir: dir.Path(), Timeout: f.timeout, Jobs: f.jobs, Quick: f.quick, Note: spinner.Note}.All(c.Context(), l)
	if err != nil {
		return nil, err
	}
	return claims.NewReport(l, outcomes), nil
}

// show writes the report.  The error is the exit code.
func (f *claimsFlags) show(c *cobra.Command, r *claims.Report) error {
	out, err := newBufferedOutput(c.OutOrStdout(), f.output)
	if err != nil {
		return err
	}
	defer out.discard()
	switch {
	case f.asJSON:
		err = writeJSON(out, r)
	case f.markdown:
		err = r.Markdown(out)
	default:
		err = r.Text(out)
	}
	if err != nil {
		return err
	}
	if err := out.commit(); err != nil {
		return err
	}
	switch n := r.Count(); {
	case n.Broken > 0:
		return outcome(exitTool)
	case n.Differ > 0:
		return outcome(exitViolated)
	case n.Limited > 0:
		return outcome(exitInconclusive)
	}
	return nil
}
