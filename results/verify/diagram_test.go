package verify

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/results/testenv"
)

// TestDiagrams: Mermaid's own parser accepts the diagrams of runs of every kind, in which each message
// is sent once and either arrives or is under way at the end, and each bar is closed.
func TestDiagrams(t *testing.T) {
	var files []string
	draw := func(r results.Result, messages *results.Messages) string {
		text := report.Mermaid(r, messages)
		file := filepath.Join(t.TempDir(), fmt.Sprintf("%d.mmd", len(files)))
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
		return text
	}
	overtaken := false
	for _, c := range [][2]string{
		{"ricart-agrawala", "--n 2 --variant arbitrary-number"}, {"ricart-agrawala", "--n 2 --variant no-tie-break"},
		{"ricart-agrawala-token", "--n 3 --variant arbitrary"}, {"lamport", "--n 2 --network unordered --rounds 1"},
	} {
		rs, err := Explore(t.Context(), Task{Config: testenv.Config(t, c[0], c[1])}, false, time.Minute, 1<<30)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range rs {
			if r.Counterexample == nil {
				continue
			}
			messages, err := replay.Messages(r.Configuration, r.Counterexample)
			if err != nil {
				t.Fatalf("%v: %s: %v", c, r.Property, err)
			}
			text := draw(r, messages)
			overtaken = overtaken || checkDiagram(t, text)
		}
	}
	if !overtaken {
		t.Error("no message overtakes another")
	}
	bug := results.Result{Configuration: config.Config{N: 1}, Property: "mutex", Counterexample: &results.Counterexample{Cycle: 1, Steps: []results.Step{{Event: "request 1"}, {Event: "enter 1"}}}}
	draw(bug, nil)
	broken := filepath.Join(t.TempDir(), "broken.mmd")
	if err := os.WriteFile(broken, []byte("sequenceDiagram\n    participant 1\n    deactivate 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	args := append([]string{"testdata/mermaid.cjs", "../../.tools/mermaid.min.js"}, append(files, broken)...)
	out, err := exec.CommandContext(t.Context(), "node", args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s: scripts/mermaid.sh installs what is missing", err, out)
	}
	if strings.Count(string(out), "ok ") != len(files) || !strings.Contains(string(out), "refused "+broken) || len(files) < 5 {
		t.Errorf("%d diagrams:\n%s", len(files), out)
	}
}

var (
	diagramSend    = regexp.MustCompile(`(?m)^ +(\d+)--\)(\d+): sends m(\d+) (.*)$`)
	diagramReceive = regexp.MustCompile(`(?m)^ +(\d+)->>(\d+): m(\d+) (.*) arrives$`)
	diagramLate    = regexp.MustCompile(`(?m)^ +Note over \S+: m(\d+) (.*) is under way from (\d+) to (\d+)$`)
)

// checkDiagram checks that the messages and the bars of a diagram add up, and tells whether a message
// overtakes another of the same sender and receiver.
func checkDiagram(t *testing.T, text string) (overtaken bool) {
	t.Helper()
	open := map[string]string{} // by number
	for _, m := range diagramSend.FindAllStringSubmatch(text, -1) {
		if open[m[3]] != "" {
			t.Errorf("message %s is sent twice:\n%s", m[3], text)
		}
		open[m[3]] = m[1] + " to " + m[2] + " " + m[4]
	}
	last := map[string]int{}
	for _, m := range diagramReceive.FindAllStringSubmatch(text, -1) {
		if open[m[3]] != m[1]+" to "+m[2]+" "+m[4] {
			t.Errorf("message %s arrives as another:\n%s", m[3], text)
		}
		delete(open, m[3])
		var n int
		fmt.Sscan(m[3], &n)
		overtaken = overtaken || n < last[m[1]+" "+m[2]]
		last[m[1]+" "+m[2]] = n
	}
	for _, m := range diagramLate.FindAllStringSubmatch(text, -1) {
		if open[m[1]] != m[3]+" to "+m[4]+" "+m[2] {
			t.Errorf("message %s is not under way:\n%s", m[1], text)
		}
		delete(open, m[1])
	}
	if len(open) > 0 || strings.Contains(text, "->>") && !strings.Contains(text, " arrives\n") {
		t.Errorf("messages %v neither arrive nor are under way:\n%s", open, text)
	}
	if strings.Count(text, " activate ") != strings.Count(text, " deactivate ") {
		t.Errorf("a bar is not closed:\n%s", text)
	}
	return overtaken
}
