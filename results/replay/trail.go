package replay

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/models/registry"
	"github.com/mxgen/mxgen/reference"
	programs "github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner"
	"github.com/mxgen/mxgen/runner/pan"
	"github.com/mxgen/mxgen/runner/panreplay"
	"github.com/mxgen/mxgen/runner/trail"
)

// TrailReplay is the result of replaying a SPIN trail in the program.
type TrailReplay struct {
	Schema        string                  `json:"schema"`
	Configuration config.Config           `json:"configuration"`
	Property      string                  `json:"property,omitempty"` // that the trail violates
	Node          int                     `json:"node,omitempty"`     // that a starvation is about
	Run           *results.Counterexample `json:"run"`
	// Agrees says that the program went through the same states, and that it sees the
	// same violation; Reason says what is different otherwise.
	Agrees bool   `json:"agrees"`
	Reason string `json:"reason,omitempty"`
}

// Trail executes a SPIN trail of a generated model in the Go program, and compares
// all variables after each event.
//
// The error is a *config.Error where model or trail cannot be used, or a
// *process.ToolError.
func (r Replayer) Trail(ctx context.Context, source, trail []byte) (*TrailReplay, error) {
	run, err := r.executeTrail(ctx, source, trail)
	if err != nil {
		return nil, err
	}
	if run.config.Bug != "" {
		return nil, &config.Error{Operand: "bug " + run.config.Bug, Reason: "is in the model alone: the program cannot go the same way"}
	}
	return run.confirm(), nil
}

// TrailSteps is a SPIN trail of a generated model as a trace of the program, with the
// program's numbers.  The errors are those of Trail; a *config.Error also says that
// the program cannot execute an event.
func (r Replayer) TrailSteps(ctx context.Context, source, trail []byte) (config.Config, []trace.Step, error) {
	run, err := r.executeTrail(ctx, source, trail)
	if err != nil {
		return config.Config{}, nil, err
	}
	system, err := programs.New(run.config)
	if err != nil {
		return run.config, nil, err
	}
	w := system.Raw().World()
	var steps []trace.Step
	for k, s := range run.states.Steps {
		e, err := event.Parse(s.Event)
		if err == nil {
			e, err = eventIn(w, e)
		}
		var sends []event.Send
		if err == nil {
			sends, err = w.Step(e)
		}
		if err != nil {
			return run.config, nil, &config.Error{Operand: fmt.Sprintf("trail, event %d", k+1), Reason: err.Error()}
		}
		steps = append(steps, trace.Step{Record: reference.NewRecord(k+1, e, sends, w.Node(e.Node)), Line: k + 1})
	}
	return run.config, steps, nil
}

// trailRun is a trail that its model has executed once more.
type trailRun struct {
	config   config.Config
	property string // that the trail violates
	node     int    // that the property is about, 0: no particular node
	states   trail.States
}

// confirm executes the run in the program.
func (x *trailRun) confirm() *TrailReplay {
	a, err := algorithms.Lookup(x.config.Algorithm)
	if err != nil { // the configuration was resolved
		panic("replay: " + err.Error())
	}
	lasso := a.KindOf(x.property) == registry.Liveness
	out := &TrailReplay{
		Schema: results.ReplaySchema, Configuration: x.config, Property: x.property, Node: x.node,
		Run: Counterexample(x.states, lasso),
	}
	out.Run.Node = x.node
	if err := Confirm(x.config, x.property, x.states, out.Run.Cycle, x.node); err != nil {
		out.Reason = err.Error()
		return out
	}
	out.Agrees = true
	return out
}

// executeTrail compiles the model of a trail and has it execute the trail.
func (r Replayer) executeTrail(ctx context.Context, source, trail []byte) (*trailRun, error) {
	c, build, err := buildOf(source)
	if err != nil {
		return nil, err
	}
	m, err := models.Render(c, build)
	if err != nil {
		return nil, err
	}
	job, err := runner.Prepare(ctx, r.Tools, source, runner.KeepWriteOnly, r.Limits)
	if err != nil {
		return nil, err
	}
	defer job.Close()
	search := trailSearch("")
	if len(m.Claims) > 0 {
		search = trailSearch(m.Claims[0].Name)
		search.NFair = models.NFAIR(m.Processes)
	}
	binary, err := job.Compile(ctx, search, r.Limits)
	if err != nil {
		return nil, err
	}
	x := &trailRun{config: c}
	return x, r.tryClaims(ctx, x, m, binary, trail)
}

// trailSearch is the search that may have found a trail: of a cycle under a claim, or of a
// failing assertion, without a claim.
func trailSearch(claim string) runner.Search {
	if claim == "" {
		return runner.Search{Reduction: runner.NoReduction, Want: pan.Want{Assertions: true}}
	}
	return runner.Search{Reduction: runner.NoReduction, Want: pan.Want{Claim: claim, CyclesOnly: true}}
}

// tryClaims executes the trail with each claim of the model in turn, since a trail
// does not say of which claim it is, and keeps the run that violates one.
func (r Replayer) tryClaims(ctx context.Context, x *trailRun, m *models.Model, b *runner.Binary, trail []byte) error {
	claims := m.Claims
	if len(claims) == 0 {
		claims = []models.Claim{{}} // an assertion is violated, without a claim
	}
	var why string
	for _, claim := range claims {
		run, err := b.Trail(trail, m.Processes+min(len(m.Claims), 1), trailSearch(claim.Name))
		if err != nil {
			return err
		}
		replay, err := panreplay.Trail(ctx, run, r.Limits)
		if err != nil {
			return err
		}
		if !replay.Confirmed {
			why = replay.Reason
			continue
		}
		x.property, x.node = claim.Property, claim.Node
		if claim.Name == "" {
			if x.property = m.Sites[replay.AssertLine]; x.property == "" {
				return &config.Error{Operand: "trail", Reason: "ends before the model violates anything: it is truncated",
					Remedy: "needs the whole trail that SPIN wrote"}
			}
		}
		x.states, err = panreplay.States(ctx, run, r.Limits)
		return err
	}
	return &config.Error{Operand: "trail", Reason: "the model cannot execute it: " + why,
		Remedy: "needs a trail of this model, by this version of SPIN"}
}

// reproducing finds the command in a model's header that reproduces the model.
var reproducing = regexp.MustCompile(`(?m)^ \*\tmxgen gen (.+)$`)

// buildOf reads from the header of a generated model its configuration and build, and
// renders it again: the model must be the same to the byte, since a trail consists of
// numbers of transitions, which mean nothing in another model.
func buildOf(source []byte) (config.Config, models.Build, error) {
	none := models.Build{}
	bad := func(reason string) (config.Config, models.Build, error) {
		return config.Config{}, none, &config.Error{Operand: "model", Reason: reason,
			Remedy: "needs the model that mxgen generated and SPIN made the trail of"}
	}
	m := reproducing.FindSubmatch(source)
	if m == nil {
		return bad("has no command in its header that reproduces it")
	}
	words := strings.Fields(string(m[1]))
	params := models.ParamsOf(words[1:])
	if _, given := params["ltl"]; given {
		return bad("decides a formula of a user's, which the program cannot judge")
	}
	build := models.Build{Property: params["property"]}
	delete(params, "property")
	c, err := models.Resolve(words[0], params)
	if err != nil {
		return config.Config{}, none, err
	}
	again, err := models.Render(c, build)
	if err != nil {
		return config.Config{}, none, err
	}
	if !bytes.Equal(again.Source, source) {
		return bad("is not what mxgen generates for " + c.String())
	}
	return c, build, nil
}
