package convert

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/check"
	"github.com/mxgen/mxgen/results"
)

// Form is the form of an input.
type Form int

// The forms.
const (
	TraceForm   Form = iota // a trace, or a log in that form
	ResultsForm             // what verify --json writes
	ShiVizForm              // a log with vector clocks
)

// FormOf tells the form of an input by its first bytes: a trace has its header in one line, the
// JSON of results is an object, a log with vector clocks is neither.
func FormOf(log check.Log) (Form, error) {
	text, file, err := log.Text()
	if err != nil {
		return 0, err
	}
	defer file.Close()
	start, err := bufio.NewReaderSize(text, 4096).Peek(4096)
	if err != nil && err != io.EOF {
		return 0, unusable(log, err.Error(), "name a readable file")
	}
	first, _, _ := strings.Cut(string(start), "\n")
	switch first = strings.TrimSpace(first); {
	case strings.HasPrefix(first, "{") && strings.Contains(first, `"mxgen.trace/`):
		return TraceForm, nil
	case first == "{" || strings.HasPrefix(first, "{") && strings.Contains(first, `"mxgen.results/`):
		return ResultsForm, nil
	case strings.HasPrefix(first, "{"), first == "" && len(start) == 0:
		return TraceForm, nil // whose reader says what is wrong
	}
	return ShiVizForm, nil
}

// mostResults is the greatest size of the JSON of results.
const mostResults = 64 << 20

// ReadResults reads what verify --json has written.
func ReadResults(log check.Log) ([]results.Result, error) {
	text, file, err := log.Text()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(text, mostResults+1))
	switch {
	case err != nil:
		return nil, unusable(log, err.Error(), "")
	case len(data) > mostResults:
		return nil, unusable(log, fmt.Sprintf("larger than %d bytes", mostResults), "verify one property at a time")
	case !utf8.Valid(data):
		return nil, unusable(log, "not UTF-8", "")
	}
	var named struct{ Schema string }
	if err := json.Unmarshal(data, &named); err != nil {
		return nil, wrongJSON(log, data, err)
	}
	if named.Schema != results.Schema {
		return nil, unusable(log, fmt.Sprintf("schema %.60q: this mxgen reads %s", named.Schema, results.Schema), "write it with this version's mxgen verify --json")
	}
	var r results.Report
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, wrongJSON(log, data, err)
	}
	for k := range r.Results {
		if err := sound(&r.Results[k]); err != nil {
			return nil, unusable(log, fmt.Sprintf("result %d: %s", k+1, err), "convert what mxgen verify --json has written")
		}
	}
	return r.Results, nil
}

// wrongJSON describes an error of the decoder with its line.
func wrongJSON(log check.Log, data []byte, err error) error {
	line := 0
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		line = 1 + strings.Count(string(data[:min(int(syntax.Offset), len(data))]), "\n")
	case errors.As(err, &kind):
		line = 1 + strings.Count(string(data[:min(int(kind.Offset), len(data))]), "\n")
	}
	reason := fmt.Sprintf("%.200s", strings.TrimPrefix(err.Error(), "json: "))
	if line == 0 {
		return unusable(log, reason, "convert what mxgen verify --json has written")
	}
	return at(check.Place{File: log.Name, Line: line}, reason, "convert what mxgen verify --json has written")
}

// unusable describes an input that cannot be read.
func unusable(log check.Log, reason, remedy string) error {
	return &config.Error{Operand: fmt.Sprintf("%q", log.Name), Reason: reason, Remedy: remedy}
}

// sound checks what printing and converting relies on.
func sound(r *results.Result) error {
	if r.Model == "" {
		if r.Algorithm != r.Configuration.Algorithm {
			return fmt.Errorf("algorithm %.40q, but the configuration is one of %.40q", r.Algorithm, r.Configuration.Algorithm)
		}
		if _, err := algorithms.New(r.Configuration); err != nil {
			return err
		}
	}
	runs := r.Counterexamples
	if r.Counterexample != nil {
		runs = append(runs[:len(runs):len(runs)], *r.Counterexample)
	}
	for _, x := range runs {
		switch steps := len(x.Steps); {
		case x.Cycle < -1 || x.Cycle > steps:
			return fmt.Errorf("cycle %d: there are %d steps", x.Cycle, steps)
		case x.Gap != nil && (x.Gap.After < 0 || x.Gap.After > steps || x.Gap.Steps < 0):
			return fmt.Errorf("gap after %d: there are %d steps", x.Gap.After, steps)
		case x.Node < 0 || r.Model == "" && x.Node > r.Configuration.N:
			return fmt.Errorf("node %d: nodes are 1 to %d", x.Node, r.Configuration.N)
		}
	}
	return nil
}
