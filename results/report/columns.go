package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// tableWidth is the number of columns that a table fits into.
const tableWidth = 80

// leastWidth is what a column of text keeps where the table is too wide.
const leastWidth = 20

// columns lays out a table for a terminal: two spaces between columns, and text that is too
// long goes on in the next line of its own column.  A word is never cut, so that a long one
// makes its line longer.
type columns struct {
	titles []string
	right  []bool // numbers, at the right of their column
	rows   [][]string
}

func (t *columns) add(cells ...string) { t.rows = append(t.rows, cells) }

// heading adds a line that goes through all columns.
func (t *columns) heading(text string) { t.rows = append(t.rows, []string{text}) }

// drop leaves out a column.
func (t *columns) drop(k int) {
	t.titles, t.right = slices.Delete(t.titles, k, k+1), slices.Delete(t.right, k, k+1)
	for n, row := range t.rows {
		if len(row) > 1 {
			t.rows[n] = slices.Delete(row, k, k+1)
		}
	}
}

// write writes the table.
func (t *columns) write(w io.Writer) error {
	widths := t.widths()
	out := new(strings.Builder)
	t.line(out, widths, t.titles)
	for _, row := range t.rows {
		if len(row) == 1 {
			fmt.Fprintln(out, row[0])
			continue
		}
		t.line(out, widths, row)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// widths are those of the longest cells, less for the widest ones where the table is too wide.
func (t *columns) widths() []int {
	widths := make([]int, len(t.titles))
	total := 2 * (len(widths) - 1)
	for k, title := range t.titles {
		widths[k] = utf8.RuneCountInString(title)
		for _, row := range t.rows {
			if len(row) > 1 {
				widths[k] = max(widths[k], utf8.RuneCountInString(row[k]))
			}
		}
		total += widths[k]
	}
	for total > tableWidth {
		widest := 0
		for k := range widths {
			if widths[k] > widths[widest] {
				widest = k
			}
		}
		less := min(total-tableWidth, widths[widest]-leastWidth)
		if less <= 0 {
			break
		}
		if second := secondWidest(widths, widest); widths[widest]-less < second {
			less = max(widths[widest]-second, 1)
		}
		widths[widest] -= less
		total -= less
	}
	return widths
}

func secondWidest(widths []int, widest int) int {
	second := 0
	for k, n := range widths {
		if k != widest {
			second = max(second, n)
		}
	}
	return second
}

// line writes a row, which has as many lines as its cell with the most.
func (t *columns) line(out *strings.Builder, widths []int, row []string) {
	cells := make([][]string, len(row))
	height := 1
	for k, text := range row {
		cells[k] = Wrap(text, widths[k])
		height = max(height, len(cells[k]))
	}
	for n := range height {
		var line strings.Builder
		for k := range row {
			text := ""
			if n < len(cells[k]) {
				text = strings.ReplaceAll(cells[k][n], glue, " ")
			}
			pad := strings.Repeat(" ", max(0, widths[k]-utf8.RuneCountInString(text)))
			if t.right != nil && t.right[k] {
				text, pad = pad+text, ""
			}
			line.WriteString(text + pad + "  ")
		}
		out.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

// glue stands for a space at which no line ends, as between an option and its value.
const glue = "\x00"

// Wrap splits a text into lines of at most width columns, between words.  A longer word has a
// line of its own.  Spaces before the text go before each line.
func Wrap(text string, width int) []string {
	indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
	var lines []string
	line := indent
	for _, word := range strings.Fields(text) {
		if line != indent && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines = append(lines, line)
			line = indent
		}
		if line != indent {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
