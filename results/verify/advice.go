package verify

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/process"
)

// next names the command line to try after a search of a user's file that was cut short, and guesses whether it would
// help; "" if no limit cut it short.
func (f *file) next(r *results.Result, p fileProperty, run runner.Result) string {
	if r.Verdict != results.Inconclusive || run.Conclusion.Class != pan.Incomplete || run.Output.Stored == 0 {
		return ""
	}
	flags, why := moreOf(run, f.Limits, f.Approximate)
	if flags == "" {
		return ""
	}
	text := f.commandLine() + " --property " + process.ShellLine(p.name, nil) + " " + flags + ": " + why
	if size := f.size(); size != "" {
		text += "; a model with a smaller " + size + " is searched sooner"
	}
	return text
}

// commandLine is the one that verifies the file, without limits.
func (f *file) commandLine() string {
	words := []string{"verify", f.task.Source.Name}
	for _, d := range f.task.Source.Defines {
		words = append(words, "-D", d)
	}
	for _, o := range []struct {
		on   bool
		flag string
	}{
		{f.task.Fair, "--fair"}, {f.task.Lossy, "--lossy"}, {f.task.EmptyChannels, "--empty-channels"},
		{f.task.EmbeddedC, "--allow-embedded-c"}, {f.task.TrustC, "--trust-embedded-c"},
	} {
		if o.on {
			words = append(words, o.flag)
		}
	}
	return process.ShellLine("mxgen", words)
}

// mostNew is the share of transitions to new states below which a search may be near its end.  Above it, it may be
// anywhere: a search in depth can find new states nearly to its end.
const mostNew = 0.4

// moreOf is what a search that was cut short needs more of, with a guess whether that is enough.
func moreOf(run runner.Result, limits process.Limits, approximate bool) (flags, guess string) {
	share := run.Output.Stored / max(run.Output.Transitions, 1)
	guess = fmt.Sprintf("%.0f%% of the transitions led to new states, so that the search may be near its end", 100*share)
	if share > mostNew {
		guess = fmt.Sprintf("%.0f%% of the transitions led to new states, so that the search may be far from its end, and four times as much too little", 100*share)
	}
	more := "; --approximate looks for errors in more states, and proves nothing"
	if approximate {
		more = ""
	}
	switch memory := fmt.Sprintf("--memory %dMB", 4*limits.Memory>>20); {
	case run.Conclusion.Kind == pan.KindMemory && limits.Memory > 0, run.Conclusion.Kind == pan.KindDepth && limits.Memory > 0:
		return memory, guess + more
	case run.Conclusion.Kind == pan.KindTime && limits.Timeout > 0:
		flags = "--timeout " + shortDuration(4*limits.Timeout)
		if limits.Memory > 0 && 4*run.Peak > limits.Memory {
			flags += " " + memory
		}
		return flags, guess + more
	}
	return "", ""
}

// shortDuration is a time as --timeout takes it: 40m, not 40m0s.
func shortDuration(d time.Duration) string {
	text := d.String()
	for _, end := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, end) {
			text = text[:len(text)-2]
		}
	}
	return text
}

var sizeMacro = regexp.MustCompile(`(?m)^[ \t]*#[ \t]*define[ \t]+([A-Z]\w*)[ \t]+([2-9]|[1-9]\d+)[ \t]*(?:/[/*].*)?$`)

// size names a number of the model's that may be its size, with its value, or "".
func (f *file) size() string {
	for _, d := range f.task.Source.Defines {
		name, value, _ := strings.Cut(d, "=")
		if n, err := strconv.Atoi(value); err == nil && n > 1 {
			return fmt.Sprintf("%s (now %d)", name, n)
		}
	}
	if m := sizeMacro.FindSubmatch(f.task.Source.Text); m != nil {
		return fmt.Sprintf("%s (now %s)", m[1], m[2])
	}
	return ""
}
