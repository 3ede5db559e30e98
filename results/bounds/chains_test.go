package bounds

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/results/testenv"
	"github.com/mxgen/mxgen/runner/process"
)

// TestStatedDelays judges what the sources state about delays.  Each statement that is violated
// here is one of docs/findings.md: the synchronisation delays of the slides hold only for exits
// at which the waiting requests are known everywhere.
func TestStatedDelays(t *testing.T) {
	for k, test := range []struct {
		algorithm, flags string
		measure          registry.Measure
		load             registry.Load
		least, most      int
		violated         string // formulas, with their sources
	}{
		{"centralized", "--n 3", registry.MeasureDelay, "", 1, 2, ""},
		{"raymond", "--n 4 --topology line", registry.MeasureDelay, "", 1, 3, ""},
		{"neilsen-mizuno", "--n 3 --topology line", registry.MeasureDelay, "", 1, 1, ""},
		{"suzuki-kasami", "--n 3", registry.MeasureDelay, "", 1, 1, ""},
		{"suzuki-kasami", "--n 3", registry.MeasureDelay, registry.LoadAny, 0, 2, "1 (slides: 0 or T)"},
		{"lamport", "--n 2", registry.MeasureDelay, "", 1, 1, ""},
		{"lamport", "--n 2", registry.MeasureDelay, registry.LoadAny, 1, 2, "1 (slides: T)"},
		{"maekawa", "--n 3 --variant basic", registry.MeasureDelay, registry.LoadAny, 1, 2, ""},
		{"neilsen-mizuno", "--n 4 --topology line", registry.MeasureResponse, "", 0, 4, ""},
		{"token-ring", "--n 3", registry.MeasureResponse, "", 1, 3, ""},
		{"maekawa", "--n 4 --variant circulating --quorum grid", registry.MeasureResponse, "", 3, 4, "K (Maekawa, 10)"},
	} {
		if !testenv.Sampled(k) {
			continue
		}
		t.Run(test.algorithm+" "+test.flags+" "+string(test.measure)+" "+string(test.load), func(t *testing.T) {
			t.Parallel()
			b, err := testFinder(t).Find(t.Context(), testenv.Config(t, test.algorithm, test.flags), test.measure, test.load)
			if err != nil {
				t.Fatal(err)
			}
			var violated []string
			for _, s := range b.Stated {
				if s.Violated() {
					violated = append(violated, s.Formula+" ("+s.Source+")")
				}
			}
			if b.Least != test.least || b.Most != test.most || strings.Join(violated, ", ") != test.violated {
				t.Errorf("%d to %d, violated: %q; want %d to %d, %q", b.Least, b.Most, violated, test.least, test.most, test.violated)
			}
			if !b.Complete || b.SPIN.Graphs != graphsEqual || b.SPIN.Runs == 0 || b.MostRun == nil {
				t.Errorf("complete %v, SPIN %+v", b.Complete, b.SPIN)
			}
		})
	}
}

// TestChainsDisagree: a model whose delays differ from the program's is not believed.
func TestChainsDisagree(t *testing.T) {
	c := testenv.Config(t, "neilsen-mizuno", "--n 2")
	c.Bug = "idle-holder-keeps-token"
	if b, err := testFinder(t).Find(t.Context(), c, registry.MeasureResponse, ""); err == nil || !strings.Contains(err.Error(), "disagree") {
		t.Errorf("%+v, %v; want the two to disagree", b, err)
	}
}

// TestAveragesAndStorage judges what the sources state about averages and storage.
func TestAveragesAndStorage(t *testing.T) {
	for _, test := range []struct {
		algorithm, flags string
		measure          registry.Measure
		found            string
		statements       int
		violated         string
	}{
		{"neilsen-mizuno", "--n 5 --topology star", registry.MeasureAverage, "52/25", 2, ""},
		{"neilsen-mizuno", "--n 5 --topology line", registry.MeasureAverage, "12/5", 2, ""},
		{"centralized", "--n 4", registry.MeasureAverage, "9/4", 1, ""},
		{"raymond", "--n 7 --topology tree:2", registry.MeasureAverage, "192/49", 1, ""},
		{"maekawa", "--n 5 --rounds 1", registry.MeasureAverage, "24/5", 1, ""},
		{"singhal", "--n 3 --rounds 1", registry.MeasureAverage, "5/3", 3, "N/2 (slides)"},
		{"neilsen-mizuno", "--n 3", registry.MeasureStorage, "4", 3, ""},
		{"raymond", "--n 3", registry.MeasureStorage, "6", 3, ""},
		{"singhal", "--n 2 --rounds 1", registry.MeasureStorage, "8", 3, ""},
	} {
		t.Run(test.algorithm+" "+test.flags+" "+string(test.measure), func(t *testing.T) {
			b, err := Finder{Limits: testenv.Limits}.Find(t.Context(), testenv.Config(t, test.algorithm, test.flags), test.measure, "")
			if err != nil {
				t.Fatal(err)
			}
			var all, violated []string
			found := ""
			if a := b.Average; a != nil {
				found = a.Messages.Exact
				for _, s := range a.Stated {
					all = append(all, s.Formula)
					if !s.Holds {
						violated = append(violated, s.Formula+" ("+s.Source+")")
					}
				}
			}
			if s := b.Storage; s != nil {
				found = strconv.Itoa(s.Numbers)
				for _, j := range s.Stated {
					all = append(all, j.Formula)
					if !j.Holds {
						violated = append(violated, j.Formula)
					}
				}
			}
			if found != test.found || len(all) != test.statements || strings.Join(violated, ", ") != test.violated || b.Violated() != (test.violated != "") {
				t.Errorf("%s, %d statements, violated %q; want %s, %d, %q", found, len(all), violated, test.found, test.statements, test.violated)
			}
		})
	}
}

// TestMeasureInOneMemory: what does not fit is inconclusive, with what was found until then, and a
// statement that this does not violate is open.
func TestMeasureInOneMemory(t *testing.T) {
	f := testFinder(t)
	f.Limits = process.Limits{Timeout: testenv.Limits.Timeout, Memory: 64 << 20}
	c := testenv.Config(t, "maekawa", "--n 4 --rounds 2")
	b, err := f.Find(t.Context(), c, registry.MeasureDelay, "") // the script of bounds has another measure
	if err != nil {
		t.Fatal(err)
	}
	if b.Complete || !strings.Contains(b.Reason, "48 MB") || b.Depth < 5 || b.Violated() {
		t.Errorf("complete %v, %q, %d events deep", b.Complete, b.Reason, b.Depth)
	}
	for _, s := range b.Stated {
		if !s.Open {
			t.Errorf("%+v is decided", s)
		}
	}
}

// TestLoads: what cannot be measured is refused, by operand and reason.
func TestLoads(t *testing.T) {
	for _, test := range []struct {
		algorithm, flags string
		measure          registry.Measure
		load             registry.Load
		reason           string
	}{
		{"token-ring", "--n 3", registry.MeasureAverage, "", "under way even while nobody requests"},
		{"raymond", "--n 3", registry.MeasureDelay, registry.LoadRun, "there are blocked, any"},
		{"raymond", "--n 3", registry.MeasureResponse, registry.LoadAny, "there are alone"},
		{"raymond", "--n 3", "delay", "", "there are messages, bypass, sync-delay, response, average, storage"},
		{"raymond", "--n 3", registry.MeasureMessages, registry.LoadBlocked, "cannot be counted so here"},
	} {
		_, err := Finder{Limits: testenv.Limits}.Find(t.Context(), testenv.Config(t, test.algorithm, test.flags), test.measure, test.load)
		if bad := (*config.Error)(nil); !errors.As(err, &bad) || !strings.Contains(err.Error(), test.reason) {
			t.Errorf("%s %s %s: %v; want %q", test.algorithm, test.measure, test.load, err, test.reason)
		}
	}
	for _, text := range []string{"sync-delay,watch=1", "messages,load=any,watch=1"} {
		if _, err := models.ParseCount(testenv.Config(t, "maekawa", "--n 3 --rounds 2"), text); err == nil {
			t.Errorf("a model that counts %s", text)
		}
	}
}
