package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/results"
)

// TestLongReasons holds that the tables have every reason as a whole, once, be it below them.
func TestLongReasons(t *testing.T) {
	c, err := models.Resolve("centralized", nil)
	if err != nil {
		t.Fatal(err)
	}
	long := strings.Repeat("went wrong and ", 10) + "use a larger --memory"
	rs := []results.Result{{Configuration: c, Property: "mutex", Reason: "fine"}, {Configuration: c, Property: "entry", Reason: long}, {Configuration: c, Property: "own", Reason: long}}
	var table, model bytes.Buffer
	if err := Configuration(&table, rs); err != nil {
		t.Fatal(err)
	}
	if err := Model(&model, rs); err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{table.String(), model.String()} {
		if strings.Count(text, "\nreason: entry, own: "+long+"\n") != 1 || strings.Count(text, "reason") != 1 {
			t.Errorf("%s", text)
		}
	}
}
