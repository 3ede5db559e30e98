package shiviz

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
)

// Writer writes a log that ShiViz reads without any setting.
type Writer struct {
	out    *bufio.Writer
	labels map[string]int
}

// NewWriter makes a Writer, and writes the regular expressions.
func NewWriter(w io.Writer) (*Writer, error) {
	out := bufio.NewWriter(w)
	_, err := fmt.Fprintf(out, "%s\n%s\n", GoVector, Delimiter)
	return &Writer{out, map[string]int{}}, err
}

// Execution begins an execution.  ShiViz keeps executions by their labels, so that a label
// that comes again gets a number.
func (w *Writer) Execution(label string) error {
	label = printable(label)
	w.labels[label]++
	if n := w.labels[label]; n > 1 {
		label += " #" + strconv.Itoa(n)
	}
	_, err := fmt.Fprintf(w.out, "=== %s ===\n", label)
	return err
}

// Event writes an event of host.  clock has the number of events of each host, by the
// position of the host in hosts; a host without events is left out.
func (w *Writer) Event(host string, hosts []string, clock []int, text string) error {
	b := append([]byte(host), " {"...)
	first := true
	for k, count := range clock {
		if count == 0 {
			continue
		}
		if !first {
			b = append(b, ", "...)
		}
		first = false
		name, err := json.Marshal(hosts[k])
		if err != nil {
			return err
		}
		b = append(append(b, name...), ':')
		b = strconv.AppendInt(b, int64(count), 10)
	}
	b = append(append(append(b, "}\n"...), printable(text)...), '\n')
	_, err := w.out.Write(b)
	return err
}

// Flush writes the buffered lines.
func (w *Writer) Flush() error { return w.out.Flush() }

// printable replaces what would end a line or cannot be seen.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, text)
}
