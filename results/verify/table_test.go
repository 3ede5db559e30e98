package verify

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/suite"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/testenv"
)

// quick is how many states a row of TABLE.md may have to be decided again here.
const quick = 20_000

// results/TABLE.md is checked in, because it takes an hour to make.  It has a row
// for every configuration of its suites and no other, with the verdicts that
// they expect, and its quick rows are what SPIN says now.
func TestTableIsCurrent(t *testing.T) {
	text, err := os.ReadFile("../TABLE.md")
	if err != nil {
		t.Fatal(err)
	}
	const decidedCells, comparedCells = 5, 3
	rows := tableRows(string(text), decidedCells)
	for _, c := range tableCases(t, "reach") {
		name := c.Config.String()
		row := rows[name]
		if row == nil {
			t.Errorf("%s: not in TABLE.md; make deep writes it", name)
			continue
		}
		for p, e := range c.Expect {
			if got := strings.Contains(row[len(row)-1], p+": "+string(results.Fail)); got != (e.Verdict == string(results.Fail)) {
				t.Errorf("%s: %s, though %s of %s is expected", name, row[len(row)-1], e.Verdict, p)
			}
		}
		states, err := strconv.Atoi(row[0])
		if err != nil || states < 1 {
			t.Errorf("%s: %q states", name, row[0])
			continue
		}
		if states > quick || testenv.Racing {
			continue
		}
		rs, err := testVerifier(t).Verify(t.Context(), Task{Config: c.Config, Properties: []string{"mutex"}})
		if err != nil || int(rs[0].States) != states || fmt.Sprint(rs[0].Vector) != row[1] {
			t.Errorf("%s: %d states of %d bytes, %v; TABLE.md has %v", name, rs[0].States, rs[0].Vector, err, row)
		}
	}
	rows = tableRows(string(text), comparedCells)
	for _, c := range tableCases(t, "deep") {
		name := c.Config.String()
		if row := rows[name]; row == nil || !strings.HasPrefix(row[len(row)-1], "equal") {
			t.Errorf("%s: %v in TABLE.md; make deep writes it", name, row)
		}
	}
}

func tableCases(t *testing.T, name string) []suite.Case {
	t.Helper()
	s, err := suite.Load("../../models/suites/" + name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	return s.Cases
}

var tableRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (\\d.*) \\|$")

// tableRows are the cells of each row that begins with a configuration and a
// number and has so many cells more, by configuration.
func tableRows(text string, cells int) map[string][]string {
	rows := map[string][]string{}
	for _, m := range tableRow.FindAllStringSubmatch(text, -1) {
		if row := strings.Split(m[2], " | "); len(row) == cells {
			rows[m[1]] = row
		}
	}
	return rows
}
