package trail

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

// FuzzCheckTrail checks that a trail which Check accepts has numbers of bounded size,
// steps in order, and only processes that exist; and that a parsed trail is written as it was read.
func FuzzCheckTrail(f *testing.F) {
	for _, seed := range []string{"", "1:0:3\n", "-4:-4:-4\n1:0:3\n2:1:0\n-1:-1:-1\n3:0:2\n", "1:0:3", "2:0:1\n1:0:1\n", "1:9:1\n",
		"1:0:99999999999\n", "1:0:3\r\n", "\x00\n", "0:0:0\n", " 1:0:1\n", "+1:0:1\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, trail []byte) {
		const processes = 3
		if parsed, err := Parse(trail); err == nil {
			parsed.WithoutClaim()
			again, err := Parse(parsed.Bytes())
			if err != nil || !slices.Equal(again.Steps, parsed.Steps) || !slices.Equal(again.Remarks, parsed.Remarks) || again.Cycle != parsed.Cycle {
				t.Errorf("%v became %v (%v)", parsed, again, err)
			}
		}
		err := Check(trail, processes)
		if err != nil {
			if text := err.Error(); !strings.HasPrefix(text, "trail") || strings.ContainsAny(text, "\n\x1b") || len(text) > 300 {
				t.Errorf("not one clean line: %q", text)
			}
			return
		}
		steps := 0
		for line := range strings.Lines(string(trail)) {
			parts := strings.Split(strings.TrimSuffix(line, "\n"), ":")
			if len(parts) != 3 || len(line) > 33 {
				t.Fatalf("taken: %q", line)
			}
			if !strings.HasPrefix(line, "-") {
				steps++
				if p, err := strconv.Atoi(parts[1]); err != nil || p < 0 || p >= processes {
					t.Fatalf("process %s was taken", parts[1])
				}
			}
		}
		if steps == 0 {
			t.Error("a trail without steps was taken")
		}
	})
}

// TestTrail reads a trail with a claim and a cycle, and takes the claim out.
func TestTrail(t *testing.T) {
	const text = "-2:3:-2\n-4:-4:-4\n1:0:7\n2:1:8\n-1:-1:-1\n3:0:9\n4:2:10\n"
	trail, err := Parse([]byte(text))
	if err != nil || string(trail.Bytes()) != text || !trail.Claimed() || trail.LastStep() != 4 || trail.Cycle != 2 || LastProcess([]byte(text)) != 2 {
		t.Errorf("%+v (%v)", trail, err)
	}
	const want = "-4:-4:-4\n2:0:8\n-1:-1:-1\n4:1:10\n"
	if got := trail.WithoutClaim(); string(got.Bytes()) != want || got.Claimed() {
		t.Errorf("without the claim: %q, want %q", got.Bytes(), want)
	}
	if empty, err := Parse(nil); err != nil || empty.Bytes() == nil || empty.LastStep() != 0 || LastProcess(nil) != -1 {
		t.Errorf("an empty trail: %+v (%v)", empty, err)
	}
}
