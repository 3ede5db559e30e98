package quorum

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/mxgen/mxgen/models/config"
)

// file reads the sets from a file.
func file(path string, n int) ([][]int, error) {
	if path == "" {
		return nil, fmt.Errorf("no file; write it as file:sets.txt")
	}
	data, err := load(path)
	if err != nil {
		return nil, err
	}
	return parseFile(data, n)
}

// load reads a file that is not too large.
func load(path string) ([]byte, error) {
	const remedy = "name a file with one set a line"
	unreadable := func(reason string) error {
		return &config.Error{Reason: "cannot be read: " + reason, Remedy: remedy}
	}
	if bad := (*config.Error)(nil); errors.As(config.CheckFile("", path), &bad) {
		return nil, unreadable(bad.Reason)
	}
	f, err := os.Open(path)
	if reason := (*os.PathError)(nil); errors.As(err, &reason) {
		return nil, unreadable(reason.Err.Error())
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxText+1))
	if err != nil {
		return nil, unreadable(err.Error())
	}
	if len(data) > maxText {
		return nil, &config.Error{Reason: fmt.Sprintf("larger than %d bytes", maxText), Remedy: fmt.Sprintf("a system has at most %d sets, one a line", MaxN)}
	}
	return data, nil
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
