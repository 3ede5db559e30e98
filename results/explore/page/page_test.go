package page

import (
	"encoding/json"
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mxgen/mxgen/models"
	registered "github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/results/explore"
)

func newPage(t *testing.T, algorithm string, p models.Params) *Page {
	t.Helper()
	setup, err := explore.NewSetup(algorithm, p)
	if err != nil {
		t.Fatal(err)
	}
	limits := explore.Limits{Seed: 3}
	s, err := explore.NewSession(setup, limits)
	if err != nil {
		t.Fatal(err)
	}
	return New(s, limits)
}

// ask executes a command, as JSON.
func (p *Page) ask(t *testing.T, command string) Reply {
	t.Helper()
	var r Reply
	if err := json.Unmarshal(p.JSON(t.Context(), []byte(command)), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestCommands: every command changes what it is to change.
func TestCommands(t *testing.T) {
	p := newPage(t, "ricart-agrawala", models.Params{"n": "2", "variant": "no-tie-break"})
	for _, c := range []struct{ command, fragment, want, say string }{
		{`{"do":"show"}`, "subject", "mxgen explore ricart-agrawala --n 2 --variant no-tie-break", ""},
		{`{"do":"step","event":"request 1"}`, "network", "1 → 2 <code>REQUEST 1</code>", "after event 1, request 1"},
		{`{"do":"step","event":"request 2"}`, "variables", `<td class="changed" title="before: IDLE">WAIT</td>`, "after event 2"},
		{`{"do":"step","event":"receive 1<-2 REQUEST 1"}`, "diagram", "<svg", ""},
		{`{"do":"step","event":"receive 2<-1 REQUEST 1"}`, "verdict", "properties are violated on this run: <span>deadlock</span>", "deadlock is violated"},
		{`{"do":"back"}`, "verdict", "every property holds so far", "after event 3"},
		{`{"do":"forward"}`, "properties", "nodes 1 and 2 wait, and no message and no entry can change that", ""},
		{`{"do":"start"}`, "controls", "event 0 of 4", "at the start"},
		{`{"do":"depth","at":2}`, "controls", "event 2 of 4", ""},
		{`{"do":"jump","at":1}`, "controls", "event 1 of 4", ""},
		{`{"do":"entry"}`, "events", "phase\">cs", ""},
		{`{"do":"random","at":5}`, "controls", "event ", ""},
		{`{"do":"violate","name":"deadlock"}`, "verdict", "deadlock", "a shortest run to a violation of deadlock has 4 events"},
		{`{"do":"shortest"}`, "", "", "a shortest run to this state has 4 events; yours had 4"},
		{`{"do":"setup","form":{"algorithm":"ricart-agrawala","n":"3","network":"fifo","switch:own-number":"on","value:modulo":"7"}}`, "subject", "--n 3 --variant own-number --network fifo", "4 of 4 events are possible here as well"},
		{`{"do":"setup","form":{"algorithm":"ricart-agrawala","switch:modulo":"on","value:modulo":"7"}}`, "subject", "--variant modulo=7", ""},
		{`{"do":"setup","form":{"algorithm":"maekawa"}}`, "setup", "th-sanders: ", "maekawa --n 3"},
		{`{"do":"setup","form":{"algorithm":"maekawa","rounds":"1","n":"3","group:algorithm":"slides"}}`, "", "", "maekawa --n 3"},
		{`{"do":"challenge","at":0}`, "challenge", "drive it to a violation of", "drive it to a violation of"},
		{`{"do":"give-up"}`, "", "", ""},
		{`{"do":"open","text":"#algorithm=raymond&n=3&run=request.1"}`, "subject", "raymond", "after event 1"},
		{`{"do":"open"}`, "subject", "raymond", ""},
	} {
		r := p.ask(t, c.command)
		if r.Error != "" || !strings.Contains(r.Fragments[c.fragment], c.want) || !strings.Contains(r.Say, c.say) {
			t.Errorf("%s: %s %s\n%.600s", c.command, r.Error, r.Say, r.Fragments[c.fragment])
		}
	}
	for command, want := range map[string]string{
		`{`:                               "unexpected end of JSON",
		`{"do":"x"}`:                      `command "x": unknown`,
		`{"do":"step","event":"enter 9"}`: "cannot happen here",
		`{"do":"step","event":"<b>"}`:     "is not request, receive, enter or exit",
		`{"do":"jump","at":99999}`:        "was not visited",
		`{"do":"challenge","at":9999}`:    "there is no such one",
		`{"do":"violate","name":"x"}`:     "unknown here",
		`{"do":"save","name":"../x"}`:     `save "../x": unknown`,
		`{"do":"setup","form":{"n":"3"}}`: "unknown",
		`{"do":"open","text":"nonsense"}`: "begins neither",
		`{"do":"setup","form":{"algorithm":"raymond","topology":"file:/etc/passwd"}}`: "a page reads no files",
		`{"do":"setup","form":{"algorithm":"raymond","<img src=x>":"1"}}`:             "not a parameter of this algorithm",
	} {
		if r := p.ask(t, command); !strings.Contains(r.Error, want) {
			t.Errorf("%s: error %q, want %q", command, r.Error, want)
		}
	}
}

// TestSave: the files have the run to the current state.
func TestSave(t *testing.T) {
	p := newPage(t, "centralized", models.Params{})
	p.ask(t, `{"do":"step","event":"request 2"}`)
	for name, want := range map[string]string{"trace": `"event":"request","node":2`, "scenario": "events: [request 2]", "picture": "<svg xmlns="} {
		r := p.ask(t, fmt.Sprintf(`{"do":"save","name":%q}`, name))
		if r.File == nil || !strings.Contains(r.File.Text, want) || !strings.HasPrefix(r.File.Name, "centralized.") {
			t.Errorf("%s: %+v %s", name, r.File, r.Error)
		}
	}
}

// longest is how long a step may take.
const longest = 50 * time.Millisecond

// processorTime is what this process has used.
func processorTime(t *testing.T) time.Duration {
	t.Helper()
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

// TestStepTime: a step is quick with many nodes and after a long run.  Processor time counts, and the
// quickest of several steps, because the machine may be busy.
func TestStepTime(t *testing.T) {
	for _, a := range registered.All() {
		params := models.Params{"n": "16"}
		setup, err := explore.NewSetup(a.Name, params)
		if err != nil {
			params["rounds"] = "2"
			if setup, err = explore.NewSetup(a.Name, params); err != nil {
				t.Fatal(err)
			}
		}
		limits := explore.Limits{Seed: 3}
		s, err := explore.NewSession(setup, limits)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Random(100); err != nil {
			t.Fatal(err)
		}
		p := New(s, limits)
		p.ask(t, `{"do":"show"}`)
		quickest := time.Hour
		for range 5 {
			begin := processorTime(t)
			p.JSON(t.Context(), []byte(`{"do":"random","at":1}`))
			quickest = min(quickest, processorTime(t)-begin)
		}
		t.Logf("%s: %s", setup, quickest)
		if quickest > longest {
			t.Errorf("%s: a step takes %s", setup, quickest)
		}
	}
}
