package main

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/cli/browser"
	"github.com/mattn/go-isatty"
	"github.com/spf13/cobra"

	"github.com/mxgen/mxgen/cmd/mxgen/terminal"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/trace"
	"github.com/mxgen/mxgen/results/explore"
	"github.com/mxgen/mxgen/results/explore/page"
	"github.com/mxgen/mxgen/results/explore/server"
	"github.com/mxgen/mxgen/results/explore/site"
	"github.com/mxgen/mxgen/results/explore/tty"
	"github.com/mxgen/mxgen/results/scenarios"
)

// exploreFlags are the flags of explore besides those of the configuration.
type exploreFlags struct {
	from      string
	export    string
	tty       bool
	port      int
	noBrowser bool
}

func newExplore() *cobra.Command {
	var f exploreFlags
	c := &cobra.Command{
		Use:   "explore [ALGORITHM]",
		Short: "Step a run by hand, in a browser or in the terminal",
		Long: `Lets you choose the events of a run one at a time, and shows all variables, the
messages under way, the algorithm's own picture, and which properties are violated.
Every state that was visited is kept, so that you can go back and try another way.

The page is served on 127.0.0.1 until Ctrl-C; nobody gets it who does not know the
token in its address.  Its address is a link to the run: the part after # can be
added to the address of an exported site as well.

--export DIR writes a static site for any web server: the program runs in the
browser, as WebAssembly.  It needs Go, unless mxgen was built by make standalone.

--from begins with a run: a trace, a counterexample (mxgen verify --json), a
scenario (results/scenarios), or a link.  With an ALGORITHM and the flags of a configuration the
events of the run are executed there.  --bug seeds one of the bugs of the program;
mxgen explain lists them, apart from those of the model.

Exit codes: 0 ended; 2 wrong usage or input; 4 the page cannot be served.`,
		Example: `  mxgen explore ricart-agrawala --n 3 --variant no-tie-break
  mxgen explore neilsen-mizuno --n 5 --topology star --no-browser
  mxgen run raymond --n 4 -o run.jsonl && mxgen explore --from run.jsonl
  mxgen verify ricart-agrawala --n 2 --variant arbitrary-number --property mutex --json | mxgen explore --from -`,
		Args: cobra.MaximumNArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return algorithmNames(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: f.run,
	}
	configFlags(c)
	c.Flags().Lookup("bug").Usage = "seed a known bug into the program, see explain"
	c.Flags().StringVar(&f.from, "from", "", "begin with this run: a trace, a counterexample, a scenario, a link, or - for standard input")
	c.Flags().IntVar(&f.port, "port", 0, "serve on this port of 127.0.0.1 (default: any that is free)")
	c.Flags().StringVar(&f.export, "export", "", "write a static site to this directory, to be put on any web server, instead of serving the page")
	c.Flags().BoolVar(&f.tty, "tty", false, "step in this terminal instead of a browser")
	c.Flags().BoolVar(&f.noBrowser, "no-browser", false, "print the address, and open no browser")
	c.MarkFlagsMutuallyExclusive("tty", "export", "port")
	c.MarkFlagsMutuallyExclusive("tty", "export", "no-browser")
	return c
}

func (f *exploreFlags) run(c *cobra.Command, args []string) error {
	if f.port < 0 || f.port > 65535 {
		return &config.Error{Operand: fmt.Sprintf("port %d", f.port), Reason: "is none", Remedy: "needs 1 to 65535, or 0 for any that is free"}
	}
	start, err := f.start(c, args)
	if err != nil {
		return err
	}
	limits := explore.Limits{Seed: uint64(time.Now().UnixNano())}
	session, err := start.Open(limits)
	if err != nil {
		return err
	}
	if f.export != "" {
		return f.exportSite(c, session)
	}
	if f.tty {
		return f.step(c, session)
	}
	return f.serve(c, start, session, limits)
}

// step steps the run in the terminal.
func (f *exploreFlags) step(c *cobra.Command, session *explore.Session) error {
	if !isatty.IsTerminal(os.Stdout.Fd()) {
		return &config.Error{Operand: "--tty", Reason: "standard output is no terminal", Remedy: "leave it out, and a browser shows the page"}
	}
	return tty.Run(c.Context(), session, os.Stdin, os.Stdout)
}

// serve serves the page until a signal.  Each window of a browser has a session of its own, which begins in
// the same way; the first one gets the one that is open.
func (f *exploreFlags) serve(c *cobra.Command, start explore.Start, session *explore.Session, limits explore.Limits) error {
	s, err := server.Listen(func() (*page.Page, error) {
		own, err := session, error(nil)
		if session = nil; own == nil {
			own, err = start.Open(limits)
		}
		return page.New(own, limits), err
	}, server.Options{Port: f.port})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(c.OutOrStdout(), s.URL); err != nil {
		return err
	}
	if !f.noBrowser {
		openBrowser(c, s.URL)
	}
	fmt.Fprintln(c.ErrOrStderr(), "mxgen: serving this page until Ctrl-C")
	return s.Serve(c.Context())
}

// exportSite writes the static site.
func (f *exploreFlags) exportSite(c *cobra.Command, session *explore.Session) error {
	link, err := session.ShortLink()
	if err != nil {
		return &config.Error{Operand: "from " + f.from, Reason: err.Error(), Remedy: "export a shorter run"}
	}
	if err := site.Writable(f.export); err != nil { // before the program is compiled
		return err
	}
	stop := terminal.StartSpinner(progressTo(c), "compiling the program to WebAssembly").Stop
	program, err := site.Build(c.Context())
	stop()
	if err != nil {
		return cancelled(c, err)
	}
	return site.Write(f.export, program, link)
}

// openBrowser opens a browser.  Without one the address has been printed, so that this is no error.
func openBrowser(c *cobra.Command, url string) {
	var said strings.Builder
	browser.Stdout, browser.Stderr = &said, &said
	go func() { // xdg-open may stay until the browser ends
		if err := browser.OpenURL(url); err != nil && c.Context().Err() == nil {
			warn(c.ErrOrStderr(), "browser: cannot be opened: "+strings.Join(strings.Fields(err.Error()), " ")+"; open the address yourself, or use --no-browser")
		}
	}()
}

// start returns where the exploration begins.
func (f *exploreFlags) start(c *cobra.Command, args []string) (explore.Start, error) {
	if len(args) == 0 && f.from == "" {
		return explore.Start{}, &config.Error{Operand: "ALGORITHM", Reason: "is missing", Remedy: "name one (mxgen list), or a run with --from"}
	}
	if len(args) == 0 {
		for name := range params(c) {
			return explore.Start{}, &config.Error{Operand: "--" + name, Reason: "needs an ALGORITHM", Remedy: "name it, or leave out the flag: the run has its configuration"}
		}
		return f.readRun(c)
	}
	setup, err := explore.NewSetup(args[0], params(c))
	if err != nil || f.from == "" {
		return explore.Start{Setup: setup}, err
	}
	start, err := f.readRun(c)
	start.Setup = setup
	return start, err
}

// readScenario reads a scenario (results/scenarios), whose run ends where it does.
func readScenario(path string) (explore.Start, error) {
	data, err := readAtMost(path, 1<<20)
	if err != nil {
		return explore.Start{}, err
	}
	scenario, err := scenarios.Parse(path, data)
	if err != nil {
		return explore.Start{}, err
	}
	return explore.OfScenario(scenario), nil
}

// readRun reads the run of --from.
func (f *exploreFlags) readRun(c *cobra.Command) (explore.Start, error) {
	if strings.Contains(f.from, "algorithm=") {
		return explore.ParseStart(f.from)
	}
	if isSuite(f.from) {
		return readScenario(f.from)
	}
	logs, remove, err := openLogs(c, []string{f.from})
	defer remove()
	if err != nil {
		return explore.Start{}, err
	}
	if file, err := trace.Open(f.from); err == nil {
		start, err := explore.OfTrace(file.Reader)
		file.Close()
		if err == nil {
			return start, nil
		}
	}
	// Another form, or a log that leaves events out.
	in, err := (&traceInputFlags{memory: "2GB"}).open(c, logs)
	if err != nil {
		return explore.Start{}, cancelled(c, err)
	}
	stop := terminal.StartSpinner(progressTo(c), "reading "+f.from).Stop
	runs, err := in.runs(c, false)
	stop()
	if err != nil {
		return explore.Start{}, cancelled(c, err)
	}
	start := explore.Start{Setup: explore.Setup{Config: runs[0].Config}}
	for e, err := range runs[0].Events() {
		if err != nil {
			return explore.Start{}, err
		}
		start.Events = append(start.Events, e.Clone())
	}
	start.At = len(start.Events)
	return start, nil
}
