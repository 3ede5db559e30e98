package pan

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// block is one command of a recorded case, with what it printed.
type block struct {
	name    string // "01-ok: ./pan"; a second one of a name has "#2"
	command string
	text    string // from "$ COMMAND" to "[exit N]"
}

var endOfBlock = regexp.MustCompile(`^\[exit \d+\]$`)

// runsPan tells whether a command runs a verifier.
var runsPan = regexp.MustCompile(`(^|[ &;(])(\./|\.\./)pan\d?( |$|;)|spin -run`)

// panBlocks reads every block of every recorded case whose command runs pan.
func panBlocks(t testing.TB) []block {
	t.Helper()
	files, err := filepath.Glob("testdata/spin-cases/*/stdout.txt")
	if err != nil || len(files) != 56 {
		t.Fatalf("found %d cases (%v), want 56", len(files), err)
	}
	var all []block
	seen := map[string]int{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		dir := filepath.Base(filepath.Dir(file))
		var cur *block
		for _, line := range strings.SplitAfter(string(data), "\n") {
			if cur == nil && strings.HasPrefix(line, "$ ") {
				cur = &block{command: strings.TrimSpace(line[2:])}
			}
			if cur == nil {
				continue
			}
			cur.text += line
			if endOfBlock.MatchString(strings.TrimSpace(line)) {
				if runsPan.MatchString(cur.command) {
					cur.name = dir + ": " + cur.command
					if seen[cur.name]++; seen[cur.name] > 1 {
						cur.name += " #" + string(rune('0'+seen[cur.name]))
					}
					all = append(all, *cur)
				}
				cur = nil
			}
		}
	}
	return all
}
