// Command bench measures the cost and the limits of mxgen.  It measures both sides of
// a ratio in one run, so that the ratio is meaningful on any machine.
//
//	bench quick MXGEN SUITE   mxgen verify, without and with its cache, against a plain loop of spin, gcc and pan
//	bench long MXGEN          what mxgen adds to a long run of pan, in time and in memory
//	bench files MXGEN DIR     mxgen verify of users' files against plain SPIN with the right flags
//	bench limits MXGEN        states, seconds and memory of the largest configurations
//
// It imports no package of mxgen and uses the command as a user does.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

func main() {
	var err error
	switch args := os.Args[1:]; {
	case len(args) == 3 && args[0] == "quick":
		err = quick(args[1], args[2])
	case len(args) == 2 && args[0] == "long":
		err = long(args[1])
	case len(args) == 3 && args[0] == "files":
		err = files(args[1], args[2])
	case len(args) == 2 && args[0] == "limits":
		err = limits(args[1])
	default:
		err = errors.New("usage: bench quick MXGEN SUITE | bench long MXGEN | bench files MXGEN DIR | bench limits MXGEN")
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run executes a command in a directory and returns what it prints.
func run(dir, name string, args ...string) ([]byte, error) {
	c := exec.Command(name, args...)
	c.Dir = dir
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		return out, fmt.Errorf("%s %s: %w: %.300s", name, strings.Join(args, " "), err, stderr.String())
	}
	return out, nil
}

// entry is a model in the manifest that mxgen gen writes.
type entry struct {
	File       string
	Properties []string
	Claims     []string
}

// quick verifies a suite with mxgen, and then the same models with a plain loop, one
// after the other, as in a shell script.  The loop does less than mxgen: it
// stops at the first violated property and confirms no violation.
func quick(mxgen, suite string) error {
	dir, err := os.MkdirTemp("", "mxgen-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if _, err := run("", mxgen, "gen", suite, "-d", dir); err != nil {
		return err
	}
	data, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
	if err != nil {
		return err
	}
	var manifest struct{ Models []entry }
	if err := json.Unmarshal(data, &manifest); err != nil {
		return err
	}

	remembered := filepath.Join(dir, "cache")
	began := time.Now()
	if _, err := run("", mxgen, "verify", suite, "--cache", remembered); err != nil {
		return err
	}
	cold := time.Since(began)

	warm := time.Duration(math.MaxInt64) // the best of three, because a warm run is short
	for range 3 {
		began = time.Now()
		if _, err := run("", mxgen, "verify", suite, "--cache", remembered); err != nil {
			return err
		}
		warm = min(warm, time.Since(began))
	}

	began = time.Now()
	runs := 0
	for _, m := range manifest.Models {
		n, err := plain(filepath.Join(dir, m.File), m)
		if err != nil {
			return err
		}
		runs += n
	}
	loop := time.Since(began)

	fmt.Printf("%s: %d models, %d runs of pan in the loop\n", filepath.Base(suite), len(manifest.Models), runs)
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "mxgen verify, nothing remembered\t%.1f s\n", cold.Seconds())
	fmt.Fprintf(t, "mxgen verify, everything remembered\t%.2f s\n", warm.Seconds())
	fmt.Fprintf(t, "loop of spin -a; gcc -O2; ./pan\t%.1f s\n", loop.Seconds())
	fmt.Fprintf(t, "ratio loop/nothing remembered\t%.1f\n", loop.Seconds()/cold.Seconds())
	fmt.Fprintf(t, "ratio loop/everything remembered\t%.0f\n", loop.Seconds()/warm.Seconds())
	return t.Flush()
}

var nfair = regexp.MustCompile(`-DNFAIR=\d+`)

// plain is the body of the loop.  It returns how often pan ran.
func plain(path string, m entry) (int, error) {
	dir, err := os.MkdirTemp("", "mxgen-bench-loop-")
	if err != nil {
		return 0, err
	}
	defer os.RemoveAll(dir)
	model, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	if err := os.WriteFile(filepath.Join(dir, "model.pml"), model, 0o644); err != nil {
		return 0, err
	}
	compile := []string{"-O2", "-w", "-DNOREDUCE"}
	searches := [][]string{{"-m1000000"}}
	if m.Claims == nil {
		compile = append(compile, "-DSAFETY")
	} else {
		kind := []string{"-a"}
		if slices.Contains(m.Properties, "starvation") {
			kind = []string{"-a", "-f", "-A"}
			compile = append(compile, nfair.FindString(string(model))) // as the header of the model says
		}
		searches = nil
		for _, claim := range m.Claims {
			searches = append(searches, append(slices.Clone(kind), "-m1000000", "-N", claim))
		}
	}
	if _, err := run(dir, "spin", "-o2", "-a", "model.pml"); err != nil {
		return 0, err
	}
	if _, err := run(dir, "gcc", append(compile, "-o", "pan", "pan.c")...); err != nil {
		return 0, err
	}
	for _, args := range searches {
		out, err := run(dir, "./pan", args...)
		if err != nil {
			return 0, err
		}
		if !bytes.Contains(out, []byte("errors: ")) {
			return 0, fmt.Errorf("%s: pan %s said nothing of errors", path, strings.Join(args, " "))
		}
	}
	return len(searches), nil
}

// limit is a configuration with the limits that the project promises for it.
type limit struct {
	args       []string
	properties []string
	promise    string
}

var all = []limit{
	{[]string{"ricart-agrawala", "--n", "3"}, []string{"mutex"}, "at most 4,500 states"},
	{[]string{"ricart-agrawala", "--n", "4"}, []string{"mutex", "deadlock"}, "complete, a minute, 4 GB"},
	{[]string{"neilsen-mizuno", "--n", "5", "--topology", "star"}, []string{"mutex"}, "at most 21,000 states"},
	{[]string{"neilsen-mizuno", "--n", "6", "--topology", "star"}, []string{"mutex", "deadlock"}, "complete"},
	{[]string{"neilsen-mizuno", "--n", "4", "--topology", "star"}, []string{"starvation"}, "complete, every node"},
}

// limits prints a line for each property.  Several safety properties are decided
// by one run and have the same figures.
func limits(mxgen string) error {
	t := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "CONFIGURATION\tPROPERTY\tVERDICT\tSTATES\tSECONDS\tMEMORY MB\tPROMISED")
	for _, l := range all {
		args := append([]string{"verify", "--json", "--no-cache"}, l.args...)
		for _, p := range l.properties {
			args = append(args, "--property", p)
		}
		out, err := run("", mxgen, args...)
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) {
			return err // a verdict other than pass is printed as well
		}
		var report struct {
			Results []struct {
				Property, Verdict string
				States            int64
				Seconds           float64
				Memory            int64
			}
		}
		if jsonErr := json.Unmarshal(out, &report); jsonErr != nil {
			return errors.Join(err, jsonErr)
		}
		for _, r := range report.Results {
			fmt.Fprintf(t, "%s\t%s\t%s\t%d\t%.2f\t%.0f\t%s\n", strings.Join(l.args, " "), r.Property, r.Verdict,
				r.States, r.Seconds, float64(r.Memory)/(1<<20), l.promise)
		}
	}
	return t.Flush()
}
