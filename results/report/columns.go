package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// Width is the number of columns that a text or table for a terminal fits into.
const Width = 80

// leastWidth is what a column of text keeps where the table is too wide.
const leastWidth = 20

// Columns lays out a table for a terminal of 80 columns: two spaces between columns, and text
// that is too long goes on in the next line of its own column.  A word is never cut, so that a
// long one makes its line longer.
type Columns struct {
	Titles []string // all empty: the table has no line of titles
	Right  []bool   // numbers, at the right of their column
	rows   [][]string
}

// Add adds a row.
func (t *Columns) Add(cells ...string) { t.rows = append(t.rows, cells) }

// Heading adds a line that goes through all columns.
func (t *Columns) Heading(text string) { t.rows = append(t.rows, []string{text}) }

// AddConfigurations adds a row for each configuration or file: its name and further cells.  What
// neighbours of one algorithm have in common is a line above them.
func (t *Columns) AddConfigurations(subjects []string, cells func(k int) []string) {
	for k := 0; k < len(subjects); {
		end := k + 1
		for end < len(subjects) && options(subjects[end])[0] == options(subjects[k])[0] {
			end++
		}
		names := t.group(subjects[k:end])
		for _, name := range names {
			t.Add(append([]string{name}, cells(k)...)...)
			k++
		}
	}
}

// group returns the names of configurations of one algorithm.  Of several, it adds a heading
// with the options that they have in common, which the names leave out.
func (t *Columns) group(subjects []string) []string {
	if len(subjects) == 1 {
		return []string{strings.Join(options(subjects[0]), " ")}
	}
	common := options(subjects[0])
	for _, other := range subjects[1:] {
		has := options(other)
		common = slices.DeleteFunc(common, func(o string) bool { return !slices.Contains(has, o) })
	}
	t.Heading(strings.ReplaceAll(strings.Join(common, " "), glue, " "))
	var names []string
	for _, subject := range subjects {
		own := slices.DeleteFunc(options(subject), func(o string) bool { return slices.Contains(common, o) })
		if len(own) == 0 {
			own = []string{"-"}
		}
		names = append(names, "  "+strings.Join(own, " "))
	}
	return names
}

// options splits the name of a configuration into the algorithm and its options, each with its value.
func options(subject string) []string {
	parts := strings.Split(subject, " -")
	for k := range parts[1:] {
		parts[k+1] = "-" + strings.ReplaceAll(parts[k+1], " ", glue)
	}
	return parts
}

// drop leaves out a column.
func (t *Columns) drop(k int) {
	t.Titles, t.Right = slices.Delete(t.Titles, k, k+1), slices.Delete(t.Right, k, k+1)
	for n, row := range t.rows {
		if len(row) > 1 {
			t.rows[n] = slices.Delete(row, k, k+1)
		}
	}
}

// Write writes the table.
func (t *Columns) Write(w io.Writer) error {
	widths := t.widths()
	out := new(strings.Builder)
	if slices.ContainsFunc(t.Titles, func(title string) bool { return title != "" }) {
		t.line(out, widths, t.Titles)
	}
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

// Fits tells whether the table needs no more columns than there are.
func (t *Columns) Fits() bool {
	total := -2
	for _, n := range t.natural() {
		total += n + 2
	}
	return total <= Width
}

// natural are the widths of the longest cells.
func (t *Columns) natural() []int {
	widths := make([]int, len(t.Titles))
	for k, title := range t.Titles {
		widths[k] = utf8.RuneCountInString(title)
		for _, row := range t.rows {
			if len(row) > 1 {
				widths[k] = max(widths[k], utf8.RuneCountInString(row[k]))
			}
		}
	}
	return widths
}

// widths are those of the longest cells, less for the widest ones where the table is too wide.
func (t *Columns) widths() []int {
	widths := t.natural()
	total := 2 * (len(widths) - 1)
	for _, n := range widths {
		total += n
	}
	for total > Width {
		widest := 0
		for k := range widths {
			if widths[k] > widths[widest] {
				widest = k
			}
		}
		less := min(total-Width, widths[widest]-leastWidth)
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

// line writes a row, which has as many lines as its cell with the most.  After a word that is longer than its column, the
// next columns begin on a line of their own if they would go beyond Width.
func (t *Columns) line(out *strings.Builder, widths []int, row []string) {
	cells := make([][]string, len(row))
	height, end, longer := 1, 0, false
	for k, text := range row {
		cells[k] = Wrap(text, widths[k])
		first := utf8.RuneCountInString(cells[k][0])
		if longer && end+widths[k] > Width {
			cells[k] = append([]string{""}, cells[k]...)
		}
		end += max(widths[k], first) + 2
		longer = longer || first > widths[k]
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
			if t.Right != nil && t.Right[k] {
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
// line of its own.  Spaces before the text go before each line.  An option stays with its value.
func Wrap(text string, width int) []string {
	indent := text[:len(text)-len(strings.TrimLeft(text, " "))]
	var lines []string
	line := indent
	for _, word := range withValues(strings.Fields(text)) {
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

// withValues makes one word of each option and what follows it, unless that is an option as well.
func withValues(words []string) (all []string) {
	for k, word := range words {
		if k > 0 && strings.HasPrefix(words[k-1], "--") && !strings.HasPrefix(word, "--") {
			all[len(all)-1] += " " + word
		} else {
			all = append(all, word)
		}
	}
	return all
}
