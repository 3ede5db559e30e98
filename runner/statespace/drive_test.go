package statespace

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/trail"
)

func TestDrive(t *testing.T) {
	j := job(t, counter)
	drive := func(events ...string) (seen []string, err error) {
		err = Drive(t.Context(), j, slices.Values(events), func(n int, variables []trail.Variable) error {
			var text []string
			for _, v := range variables {
				if v.Name == "x" || v.Name == "level[1]" || v.Name == "pair[1].cell[0]" {
					text = append(text, v.Value)
				}
			}
			seen = append(seen, strings.Join(text, " "))
			return nil
		}, process.Limits{})
		return seen, err
	}
	seen, err := drive("up 0", "up 1", "reset", "up 0")
	if want := []string{"0 LOW 0", "1 LOW 1", "2 HIGH 2", "0 LOW 0", "1 LOW 1"}; err != nil || !slices.Equal(sortedWords(seen), sortedWords(want)) {
		t.Errorf("states %q, error %v, want %q", seen, err, want)
	}
	seen, err = drive("up 0", Again, "up 0", "up 1")
	if want := []string{"0 LOW 0", "1 LOW 1", "0 LOW 0", "1 LOW 1", "2 HIGH 2"}; err != nil || !slices.Equal(sortedWords(seen), sortedWords(want)) {
		t.Errorf("two runs: states %q, error %v, want %q", seen, err, want)
	}
	seen, err = drive("up 0", "reset", "up 1")
	var impossible *ImpossibleError
	if !errors.As(err, &impossible) || impossible.Number != 2 || impossible.Event != "reset" || !slices.Equal(impossible.Possible, []string{"up 1"}) || len(seen) != 2 {
		t.Errorf("states %q, error %v, want event 2 impossible and up 1 possible", seen, err)
	}
	if seen, err = drive("up*", "up 1"); err != nil || len(seen) != 3 {
		t.Errorf("a label with *: states %q, error %v", seen, err)
	}
	if _, err = drive("u*"); !errors.As(err, &impossible) {
		t.Errorf("a * within a word: %v", err)
	}
	if _, err := drive("up 0\nreset"); err == nil {
		t.Error("a label of two lines was accepted")
	}
}

// sortedWords makes the order of the variables in a state irrelevant.
func sortedWords(states []string) []string {
	var all []string
	for _, s := range states {
		words := strings.Fields(s)
		slices.Sort(words)
		all = append(all, strings.Join(words, " "))
	}
	return all
}
