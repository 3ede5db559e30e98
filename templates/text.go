package templates

import (
	"fmt"
	"slices"
	"strings"
)

// width is the column at which generated lines are broken.
const width = 96

// over formats each element (a node, a text, or a link's two nodes) and joins the
// results, breaking macro lines with a backslash before they grow too long.
// No elements give the neutral element of the separator.
func over(elements any, format, separator string) (string, error) {
	var items []string
	switch list := elements.(type) {
	case []int:
		for _, i := range list {
			items = append(items, strings.ReplaceAll(format, "$i", fmt.Sprint(i)))
		}
	case []string:
		for _, text := range list {
			items = append(items, strings.ReplaceAll(format, "$i", text))
		}
	case [][2]int:
		for _, l := range list {
			item := strings.ReplaceAll(format, "$j", fmt.Sprint(l[0]))
			items = append(items, strings.ReplaceAll(item, "$i", fmt.Sprint(l[1])))
		}
	default:
		return "", fmt.Errorf("over: cannot go over %T", elements)
	}
	if len(items) == 0 {
		switch strings.TrimSpace(separator) {
		case "&&":
			return "true", nil
		case "||":
			return "false", nil
		}
		return "0", nil
	}
	var out strings.Builder
	column := 24 // what stands before, at a guess
	for k, item := range items {
		if k > 0 {
			out.WriteString(strings.TrimRight(separator, " "))
			if column+len(item)+len(separator) > width {
				out.WriteString(" \\\n\t")
				column = 8
			} else {
				out.WriteString(" ")
			}
		}
		out.WriteString(item)
		column += len(item) + len(separator)
	}
	return out.String(), nil
}

// perLine is how many elements of an array initialiser stand on a line.
const perLine = 10

// initially writes an array initialiser.
func initially(values []int) string {
	var lines []string
	for part := range slices.Chunk(values, perLine) {
		texts := make([]string, len(part))
		for i, v := range part {
			texts[i] = fmt.Sprint(v)
		}
		lines = append(lines, strings.Join(texts, ", "))
	}
	return "{ " + strings.Join(lines, ",\n\t") + " }"
}

// paragraph is running text as lines of a block comment.
func paragraph(text string) string { return fold(" * ", 3, " * ", 3, text) }

// item of a header: a word, and at the second tab stop what is said of it.
func item(word, text string) string {
	column := len(" * ") + len(word)
	head := " * " + word + strings.Repeat("\t", max(1, (16-column+7)/8))
	return fold(head, max(16, column/8*8+8), " *\t\t", 16, text)
}

// fold breaks text at blanks before column 80.  Its first line starts with
// head, which ends at column start, the others with next.
func fold(head string, start int, next string, indent int, text string) string {
	var out strings.Builder
	out.WriteString(head)
	column := start
	for k, word := range strings.Fields(text) {
		switch {
		case k > 0 && column+1+len(word) > 79:
			out.WriteString("\n" + next)
			column = indent
		case k > 0:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += len(word)
	}
	return out.String()
}

// Join joins the parts of a macro with a separator and breaks lines before they grow
// too long.
func Join(parts []string, separator string) string {
	var out strings.Builder
	column := 40 // what stands before, at a guess
	for k, part := range parts {
		if k > 0 {
			if column+len(separator)+len(part) > width {
				out.WriteString(strings.TrimRight(separator, " ") + " \\\n\t")
				column = 8
			} else {
				out.WriteString(separator)
			}
		}
		out.WriteString(part)
		column += len(separator) + len(part)
	}
	return out.String()
}

// Nest applies an array n times to i: array[array[i]] for n = 2.  It breaks lines
// before they grow too long.
func Nest(array string, n int) string {
	var out strings.Builder
	perLine := 70 / len(array+"[")
	for k := range n {
		if k > 0 && k%perLine == 0 {
			out.WriteString(" \\\n\t")
		}
		out.WriteString(array + "[")
	}
	return out.String() + "i" + strings.Repeat("]", n)
}
