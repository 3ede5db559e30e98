package quorum

import (
	"errors"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
)

// written makes a file with this text.
func written(t testing.TB, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"1,2\n2,3\n3,1\n", 3, "sets:1,2/2,3/1,3"},
		{"# a triangle\r\n\r\n2 1 # of node 1\r\n 2\t3\r\n3 , 1", 3, "sets:1,2/2,3/1,3"},
		{"1", 1, "sets:1"},
	} {
		written(t, "sets.txt", c.text)
		sets, err := Parse("file:sets.txt", c.n)
		if err != nil || Portable("file:sets.txt", sets) != c.want {
			t.Errorf("%q: got %v, %v, want %s", c.text, sets, err, c.want)
		}
	}
	everything, err := Parse("all", MaxN)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.ReplaceAll(strings.TrimPrefix(Listed(everything), "sets:"), "/", "\n")
	written(t, "sets.txt", lines)
	if _, err := Parse("file:sets.txt", MaxN); err != nil {
		t.Errorf("the largest system, of %d bytes: %v", len(lines), err)
	}
}

func TestFileRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("folder", 0o700); err != nil {
		t.Fatal(err)
	}
	each := "; each node has one; --n says how many nodes there are"
	for _, c := range []struct{ name, text, want string }{
		{"x", "", `"file:x": has 0 of 3 sets` + each},
		{"x", "# nothing\n", `"file:x": has 0 of 3 sets` + each},
		{"x", "1\n2\n", `"file:x": has 2 of 3 sets` + each},
		{"x", "1\n1\n# x\n1\n1\n", `"file:x", line 5: more sets than 3` + each},
		{"x", "1\n1 4\n", `"file:x", line 2: node 4: nodes are 1 to 3; --n says how many there are`},
		{"x", "1,,2\n", `"file:x", line 1: "" is not a node; nodes are the numbers 1 to 3`},
		{"x", ",\n", `"file:x", line 1: "" is not a node; nodes are the numbers 1 to 3`},
		{"x", "1 2 1\n", `"file:x", line 1: node 1 stands there twice; name each node once`},
		{"x", "S1 = 1 2\n", `"file:x", line 1: "S1" is not a node; nodes are the numbers 1 to 3`},
		{"x", "1/2/3\n", `"file:x", line 1: "1/2/3" is not a node; nodes are the numbers 1 to 3`},
		{"x", "\x1b[2J\x00" + strings.Repeat("x", 1000), `"file:x", line 1: "\x1b[2J\x00xxxxxxxxxxxxxxx" is not a node; nodes are the numbers 1 to 3`},
		{"folder", "", `"file:folder": is a directory; name a file with one set a line, 255 at most`},
		{"nowhere", "", `"file:nowhere": no such file or directory; name a file with one set a line, 255 at most`},
		{"/dev/null", "", `"file:/dev/null": is not a regular file; name a file with one set a line, 255 at most`},
	} {
		if c.name == "x" {
			written(t, c.name, c.text)
		}
		_, err := Parse("file:"+c.name, 3)
		var bad *config.Error
		if !errors.As(err, &bad) || err.Error() != "quorum "+c.want {
			t.Errorf("%.40q:\ngot  %v\nwant quorum %s", c.text, err, c.want)
		}
	}
	_, err := Parse("file", 3)
	if err == nil || err.Error() != `quorum "file": no file; write it as file:sets.txt` {
		t.Errorf("no name: %v", err)
	}
}

// TestHugeFile: of ten million sets only the beginning is read.
func TestHugeFile(t *testing.T) {
	t.Chdir(t.TempDir())
	written(t, "huge", "1,2,3\n")
	if err := os.Truncate("huge", 10_000_000*int64(len("1,2,3\n"))); err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Parse("file:huge", 3)
	runtime.ReadMemStats(&after)
	if err == nil || err.Error() != `quorum "file:huge": larger than 262144 bytes; name a file with one set a line, 255 at most` {
		t.Errorf("%v", err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
		t.Errorf("%d bytes allocated", used)
	}
}

// FuzzFile holds of files what FuzzParse holds of specifications.
func FuzzFile(f *testing.F) {
	for _, seed := range []string{"", "1,2\n2 3 # x\n3,1", "1\n\n1\r\n1", "1,,2", "#", ",", "\x00", "1\n1\n1\n1", "1 1\n", "0\n"} {
		f.Add(seed, 3)
	}
	f.Fuzz(func(t *testing.T, text string, n int) {
		if n < 1 || n > MaxN || len(text) > maxText {
			return
		}
		checkReader(t, func(text string, n int) ([][]int, error) { return parseFile([]byte(text), n) }, text, n)
	})
}
