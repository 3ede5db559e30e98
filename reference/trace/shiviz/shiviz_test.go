package shiviz_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/trace/shiviz"
)

// read reads a log, up to its first error.
func read(in io.Reader) (all []shiviz.Entry, err error) {
	r, err := shiviz.NewReader("x.log", in)
	if err != nil {
		return nil, err
	}
	for e, err := range r.Entries() {
		if err != nil {
			return all, err
		}
		all = append(all, e)
	}
	return all, nil
}

// forms are the same two events in each form of a log.
var forms = map[string]string{
	"GoVector": "a {\"a\":1}\nask\nb {\"a\":1, \"b\":1}\nanswer\n",
	"default":  "ask\na {\"a\":1}\nanswer\nb {\"a\":1, \"b\":1}\n",
	"given": `(?<host>\S*) (?<clock>{.*})\n(?<event>.*)` + "\n" + `^=== (?<trace>.*) ===$` + "\n" +
		"=== one ===\na {\"a\":1}\nask\n\nb {\"a\":1, \"b\":1}\nanswer\n",
	"one line":     `(?<event>\w+) at (?<host>\w+): (?<clock>\{.*\})` + "\n\n" + "ask at a: {\"a\":1}\nanswer at b: {\"a\":1, \"b\":1}\n",
	"date":         `(?<date>\d\d:\d\d) (?<event>.*)\n(?<host>\w+) (?<clock>\{.*\})` + "\n\n" + "12:00 ask\na {\"a\":1}\n12:01 answer\nb {\"a\":1, \"b\":1}\n",
	"time":         `(?<timestamp>\d+) (?<host>\S*) (?<clock>{.*})\n(?<event>.*)` + "\n\n" + "7 a {\"a\":1}\nask\n8 b {\"a\":1, \"b\":1}\nanswer\n",
	"DOS":          "a {\"a\":1}\r\nask\r\nb {\"a\":1, \"b\":1}\r\nanswer\r\n",
	"executions":   " \n=== Execution #Mon Jan  2 15:04:05 UTC 2006  ===\na {\"a\":1}\nask\nb {\"a\":1, \"b\":1}\nanswer\n",
	"without text": "a {\"a\":1}\nask\nb {\"a\":1, \"b\":1}\nanswer\n=== two ===\n",
}

func TestForms(t *testing.T) {
	for name, text := range forms {
		all, err := read(strings.NewReader(text))
		if err != nil || len(all) != 2 {
			t.Errorf("%s: %d events, error %v", name, len(all), err)
			continue
		}
		got := fmt.Sprintln(all[0].Host, all[0].Clock, all[0].Text, all[1].Host, all[1].Clock, all[1].Text, all[1].Execution)
		if got != "a map[a:1] ask b map[a:1 b:1] answer 0\n" {
			t.Errorf("%s: %s", name, got)
		}
		if !strings.Contains(strings.Split(text, "\n")[all[1].Line-1], "answer") && !strings.Contains(strings.Split(text, "\n")[all[1].Line-1], "b {") {
			t.Errorf("%s: the second event is in line %d", name, all[1].Line)
		}
	}
}

func TestExecutions(t *testing.T) {
	var out bytes.Buffer
	w, err := shiviz.NewWriter(&out)
	if err != nil {
		t.Fatal(err)
	}
	hosts := []string{"a", "b"}
	for range 2 {
		err = errors.Join(err, w.Execution("run\n1"), w.Event("a", hosts, []int{1, 0}, "ask"), w.Event("b", hosts, []int{1, 1}, "answer"))
	}
	if err := errors.Join(err, w.Flush()); err != nil {
		t.Fatal(err)
	}
	want := shiviz.GoVector + "\n" + shiviz.Delimiter + "\n" + `=== run?1 ===
a {"a":1}
ask
b {"a":1, "b":1}
answer
=== run?1 #2 ===
a {"a":1}
ask
b {"a":1, "b":1}
answer
`
	if out.String() != want {
		t.Errorf("got %s", out.String())
	}
	all, err := read(&out)
	if err != nil || len(all) != 4 {
		t.Fatalf("%d events, error %v", len(all), err)
	}
	if got := fmt.Sprintln(all[1].Execution, all[1].Label, all[2].Execution, all[2].Label); got != "0 run?1 1 run?1 #2\n" {
		t.Error(got)
	}
}

var bad = []struct{ text, want string }{
	{"", `log "x.log": empty`},
	{"a {\"a\":1}\nask", `line 2: torn`},
	{"a {\"a\":1}\n", `line 1: the log ends within an event, which has 2 lines`},
	{"a {\"a\":1}\nask\nb\nanswer\n", `line 3: does not match the regular expression of an event, (?<host>`},
	{"a {\"a\":1}\n=== two ===\n", `line 2: a new execution begins within an event`},
	{"a {\"b\":1}\nask\n", `line 1: the clock has no event of its own host "a"`},
	{"a {\"a\":0}\nask\n", `line 1: the clock has no event of its own host "a"`},
	{"a {\"a\":1,\"a\":1}\nask\n", `clock: host "a" is given twice`},
	{"a {\"a\":-1}\nask\n", `clock: "-1" of host "a" is not a whole number`},
	{"a {\"a\":1.5}\nask\n", `clock: "1.5" of host "a" is not a whole number`},
	{"a {\"a\":9007199254740993}\nask\n", `is not a whole number up to 9007199254740992`},
	{"a {\"a\":" + strings.Repeat("[", 1000) + "}\nask\n", `of host "a" is not a whole number`},
	{"a {\"a\":1} {}\nask\n", `the clock goes on after its end`},
	{"a {\"a\" 1}\nask\n", `the clock is not JSON`},
	{"a {}\xff\nask\n", `line 1: not UTF-8`},
	{"(?<host>.*)\n\n", `line 1: the regular expression of an event cannot be used: it has no group (?<clock>...)`},
	{"(?<host>\\S*)(?=x)(?<clock>.*)(?<event>.*)\n\n", `line 1: the regular expression of an event cannot be used: invalid or unsupported Perl syntax: "(?="`},
	{"(?<host>" + strings.Repeat("x", 2000) + ")\n\n", `more than 1000`},
	{shiviz.GoVector + "\n(\n", `line 2: the regular expression between executions cannot be used: missing closing )`},
	{`(?<host>a)(?<clock>.)(?<event>` + strings.Repeat(`\n`, 9) + ")\n\n", `it has 10 lines, more than 8`},
}

func TestRefuses(t *testing.T) {
	for _, c := range bad {
		_, err := read(strings.NewReader(c.text))
		checkError(t, err)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.60q: error %v, want one with %s", c.text, err, c.want)
		}
	}
}

// checkError: an error is one short line, and bad input.
func checkError(t *testing.T, err error) {
	t.Helper()
	var typed *config.Error
	if err != nil && (!errors.As(err, &typed) || strings.ContainsAny(err.Error(), "\n\x00\x1b") || len(err.Error()) > 3000) {
		t.Errorf("error %.300q", err)
	}
}

// blanks is a line without end.
type blanks struct{ left int }

func (b *blanks) Read(p []byte) (int, error) {
	n := min(len(p), b.left)
	if n == 0 {
		return 0, io.EOF
	}
	copy(p, bytes.Repeat([]byte(" "), n))
	b.left -= n
	return n, nil
}

// TestLongLine: a line of 10 GB is refused after its first megabyte.
func TestLongLine(t *testing.T) {
	endless := &blanks{10 << 30}
	_, err := read(io.MultiReader(strings.NewReader("a {\"a\":1}\n"), endless))
	if err == nil || !strings.Contains(err.Error(), "line 2: longer than 1048576 bytes") || endless.left < 9<<30 {
		t.Errorf("error %v, %d bytes left", err, endless.left)
	}
}

var plain = regexp.MustCompile(`^[\w.-]+$`)

// FuzzReader: what is read can be written, and is then read as the same.
func FuzzReader(f *testing.F) {
	for _, text := range forms {
		f.Add([]byte(text))
	}
	for _, c := range bad {
		f.Add([]byte(c.text))
	}
	f.Fuzz(func(t *testing.T, log []byte) {
		all, err := read(bytes.NewReader(log))
		checkError(t, err)
		var out bytes.Buffer
		w, err := shiviz.NewWriter(&out)
		if err != nil {
			t.Fatal(err)
		}
		written := 0
		for _, e := range all {
			if !plain.MatchString(e.Host) {
				continue // the Writer has only hosts that are numbers of nodes
			}
			hosts, clock := []string{}, []int{}
			for host, count := range e.Clock {
				hosts, clock = append(hosts, host), append(clock, count)
			}
			if err := w.Event(e.Host, hosts, clock, "-"+e.Text); err != nil {
				t.Fatal(err)
			}
			written++
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		again, err := read(&out)
		if err != nil {
			t.Errorf("%q cannot be read again: %v", log, err)
		}
		if err == nil && len(again) != written {
			t.Errorf("%d events of %d are read again", len(again), written)
		}
	})
}
