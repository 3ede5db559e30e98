package models

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// edited are models of the ledger of claims, by file name below claims: a generated model with a rule that was
// ours at first, or is somebody else's.  Each edit replaces a text that occurs exactly once.
var edited = map[string]struct {
	gloss            string // for the head of the file
	algorithm, flags string
	edits            [][2]string
}{
	"maekawa-failed-believed.pml": {
		"A FAILED and an INQUIRE that come after their receiver has succeeded are believed.",
		"maekawa", "--n 4 --rounds 1 --network unordered --quorum sets:1,2,4/2,1,3/3,2,4/4,1,3 --requesters 1,3,4", [][2]string{
			{":: waiting(i) && members_locked[i] != S(i) -> add(failed[i], j)", ":: !idle(i) -> add(failed[i], j)"},
			{":: waiting(i) && has(members_locked[i], j) && members_locked[i] != S(i) ->", ":: has(members_locked[i], j) ->"},
			{":: waiting(i) && will_not_succeed(i) && deferred[i] ->", ":: will_not_succeed(i) && deferred[i] ->"},
		}},
	"ricart-agrawala-own-number-no-shift.pml": {
		"A request does not shift the tickets.",
		"ricart-agrawala", "--n 2 --variant own-number", noShift},
	"ricart-agrawala-no-request-flag-no-shift.pml": {
		"A request does not shift the tickets.",
		"ricart-agrawala", "--n 3 --variant no-request-flag", noShift},
	"ricart-agrawala-token-no-sender.pml": {
		"The sender of the token under way is forgotten: it is always the first node that it can be.",
		"ricart-agrawala-token", "--n 3", [][2]string{{"\ttoken_from = i;\n", "\ttoken_from = (j == 1 -> 2 : 1);\n"}}},
	"singhal-forget-asked.pml": {
		"At release a node forgets those alone whom it has asked.",
		"singhal", "--n 3 --rounds 2 --variant repaired", [][2]string{{
			"requesters[i] = requesters[i] & ~(1 << k) | tsv[k] << k;\n",
			"requesters[i] = (has(asked[i], k) -> requesters[i] & ~(1 << k) : requesters[i]) | tsv[k] << k;\n"}}},
}

var noShift = [][2]string{{"\t\trequest_to[i] = all_but(i);\n\t\tnormalise()\n", "\t\trequest_to[i] = all_but(i)\n"}}

// TestGoldenEdited: the edited models of the ledger are those that are generated now, but for their edits.
func TestGoldenEdited(t *testing.T) {
	for name, e := range edited {
		source := string(mustRender(t, mustResolve(t, e.algorithm, e.flags), Build{}).Source)
		for _, edit := range e.edits {
			if n := strings.Count(source, edit[0]); n != 1 {
				t.Fatalf("%s: %d places have %q", name, n, edit[0])
			}
			source = strings.Replace(source, edit[0], edit[1], 1)
		}
		got := []byte("/* Edited for the ledger of claims.  " + e.gloss + " */\n" + source)
		path := filepath.Join("claims", name)
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: differs from line %d on; if that is meant, make golden", path, firstDifference(got, want))
		}
	}
}
