package quorum

import (
	"fmt"
	"strings"

	"github.com/mxgen/mxgen/models/config"
)

// file reads the sets from a file.
func file(path string, n int) ([][]int, error) {
	if path == "" {
		return nil, fmt.Errorf("no file; write it as file:sets.txt")
	}
	data, err := config.ReadFile(path, maxText, config.Error{Remedy: fmt.Sprintf("name a file with one set a line, %d at most", MaxN)})
	if err != nil {
		return nil, err
	}
	return parseFile(data, n)
}

// parseFile reads one set a line, the first that of node 1: nodes separated by
// commas or blanks, and comments from # to the end of the line.  Lines without a
// set do not count.
func parseFile(data []byte, n int) ([][]int, error) {
	r := reader{n: n}
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		line, _, _ = strings.Cut(line, "#")
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		if err := r.add(names(line)); err != nil {
			err.Operand = fmt.Sprintf(", line %d", number)
			return nil, err
		}
	}
	return r.complete()
}

// names splits a line.  Of two commas with nothing between them, an empty name
// is what is there.
func names(line string) []string {
	var all []string
	for part := range strings.SplitSeq(line, ",") {
		words := strings.Fields(part)
		if len(words) == 0 {
			words = []string{""}
		}
		all = append(all, words...)
	}
	return all
}
