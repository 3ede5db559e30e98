package compare

import (
	"errors"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results/testenv"
)

// A model that keeps history in a local variable has more states than differ in what is
// compared: it is not equal, whatever its edges are.
func TestHistoryInALocalVariable(t *testing.T) {
	c := testenv.Config(t, "centralized", "--n 3")
	model := string(testenv.BareModel(t, c))
	edited := strings.Replace(model, "active proctype events()\n{\n", "active proctype events()\n{\n\tbyte twice;\n", 1)
	edited = strings.Replace(edited, "\t\tprintf(\"enter %d\\n\", i);\n", "\t\tprintf(\"enter %d\\n\", i);\n\t\ttwice = 1 - twice;\n", 1)
	for _, most := range []int64{0, 10} {
		r, err := testComparer(t).Compare(t.Context(), c, Options{Model: []byte(edited), MaxEdges: most})
		if err != nil || r.Equal || r.Difference == nil || !strings.Contains(r.Difference.Text, "differ in what is compared") {
			t.Errorf("at most %d edges: %+v, %v", most, r, err)
		}
	}
}

// A step that prints a second line is no event.
func TestSecondLineOfALabel(t *testing.T) {
	c := testenv.Config(t, "centralized", "--n 2")
	edited := strings.Replace(string(testenv.BareModel(t, c)), `printf("enter %d\n", i);`, `printf("enter %d\nmore\n", i);`, 1)
	_, err := testComparer(t).Compare(t.Context(), c, Options{Model: []byte(edited)})
	if wrong := (*config.Error)(nil); !errors.As(err, &wrong) || !strings.Contains(err.Error(), "second line") {
		t.Errorf("%v", err)
	}
}
