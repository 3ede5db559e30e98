package models

import (
	"regexp"
	"strconv"
	"testing"
)

var active = regexp.MustCompile(`(?m)^active (?:\[(\d+)\] )?proctype `)

// actives counts the active processes in a model's text.
func actives(source []byte) int {
	n := 0
	for _, m := range active.FindAllSubmatch(source, -1) {
		if many, err := strconv.Atoi(string(m[1])); err == nil {
			n += many
		} else {
			n++
		}
	}
	return n
}

func TestProcesses(t *testing.T) {
	t.Parallel()
	for _, c := range configurations(t, 1, 2, 5) {
		for _, b := range builds(c) {
			v, err := newView(c, b)
			if err != nil {
				t.Fatal(err)
			}
			m := mustRender(t, c, b)
			if got := actives(m.Source); v.Processes() != got || m.Processes != got {
				t.Errorf("%s: %d active processes, View.Processes says %d, Model.Processes %d",
					describe(c, b), got, v.Processes(), m.Processes)
			}
		}
	}
}

func TestNFAIR(t *testing.T) {
	for processes := 1; processes < maxProcesses; processes++ {
		n := NFAIR(processes)
		if processes+1 > 4*n-2 {
			t.Errorf("%d processes and a claim: NFAIR %d is too small", processes, n)
		}
		if n > 2 && processes+1 <= 4*(n-1)-2 {
			t.Errorf("%d processes and a claim: NFAIR %d is larger than needed", processes, n)
		}
	}
}

var largest = regexp.MustCompile(`SPIN has 255; needs at most n (\d+);`)

// TestTooManyProcesses takes the refusal at its word: the n that it names
// works, the next one does not.
func TestTooManyProcesses(t *testing.T) {
	liveness := Build{Property: "starvation"}
	for _, one := range []struct{ algorithm, flags string }{
		{"ricart-agrawala", ""},
		{"ricart-agrawala", " --network fifo --variant no-tie-break"},
		{"neilsen-mizuno", " --topology line"},
		{"neilsen-mizuno", " --topology star"},
		{"neilsen-mizuno", " --topology tree:3 --token 2"},
	} {
		c := mustResolve(t, one.algorithm, "--n 30"+one.flags)
		_, err := Render(c, liveness)
		if !tooMany(err) {
			t.Errorf("%s: got %v, want a refusal", c, err)
			continue
		}
		found := largest.FindStringSubmatch(err.Error())
		if found == nil {
			t.Errorf("%s: no n is named in %q", c, err)
			continue
		}
		n, _ := strconv.Atoi(found[1])
		m := mustRender(t, mustResolve(t, one.algorithm, "--n "+found[1]+one.flags), liveness)
		if got := actives(m.Source); got+1 > maxProcesses {
			t.Errorf("%s: with n %d there are %d processes and a claim", c, n, got)
		}
		next := mustResolve(t, one.algorithm, "--n "+strconv.Itoa(n+1)+one.flags)
		if _, err := Render(next, liveness); !tooMany(err) {
			t.Errorf("%s: got %v, want a refusal: %d was to be the largest n", next, err, n)
		}
		if _, err := Render(c, Build{}); err != nil {
			t.Errorf("%s: the safety model: %v", c, err)
		}
	}
	c := mustResolve(t, "centralized", "--n 30") // linear: all n work
	if got := actives(mustRender(t, c, liveness).Source); got+1 > maxProcesses {
		t.Errorf("%s: %d processes and a claim", c, got)
	}
}
