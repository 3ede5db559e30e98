package runner

import (
	"strconv"
	"strings"
	"testing"
)

// FuzzCheckTrail holds that a trail that is taken has nothing in it that pan or the
// replay would have to survive: numbers of bounded size, steps in order, processes
// that there are.
func FuzzCheckTrail(f *testing.F) {
	for _, seed := range []string{"", "1:0:3\n", "-4:-4:-4\n1:0:3\n2:1:0\n-1:-1:-1\n3:0:2\n", "1:0:3", "2:0:1\n1:0:1\n", "1:9:1\n",
		"1:0:99999999999\n", "1:0:3\r\n", "\x00\n", "0:0:0\n", " 1:0:1\n", "+1:0:1\n"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, trail []byte) {
		const processes = 3
		err := CheckTrail(trail, processes)
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
