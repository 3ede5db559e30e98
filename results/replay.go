package results

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
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/reference/trace"
	"github.com/mxgen/mxgen/runner"
)

// ReplaySchema is the version of the JSON form of replays.
const ReplaySchema = "mxgen.replay/v1"

// TrailReplay is what became of a SPIN trail on both sides.
type TrailReplay struct {
	Schema        string          `json:"schema"`
	Configuration config.Config   `json:"configuration"`
	Property      string          `json:"property,omitempty"` // that the trail violates
	Node          int             `json:"node,omitempty"`     // whom a starvation is about
	Run           *Counterexample `json:"run"`
	// Agrees says that the program went the same way, state by state, and that
	// the property is violated there too; Reason why not.
	Agrees bool   `json:"agrees"`
	Reason string `json:"reason,omitempty"`
}

// reproduces finds the command line in a model's header.
var reproduces = regexp.MustCompile(`(?m)^ \*\tmxgen gen (.+)$`)

// modelOf reads from a generated model which configuration and which model of
// it this is, and makes sure that it is that, to the byte: transition numbers in
// a trail mean nothing in another.
func modelOf(source []byte) (config.Config, models.Build, error) {
	none := models.Build{}
	bad := func(reason string) (config.Config, models.Build, error) {
		return config.Config{}, none, &config.Error{Operand: "model", Reason: reason,
			Remedy: "needs the model that mxgen generated and SPIN made the trail of"}
	}
	m := reproduces.FindSubmatch(source)
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

// ReplayTrail drives the Go program through a SPIN trail of a generated model,
// comparing all variables after each event.
//
// The error is a *config.Error where model or trail are not what they should
// be, or a *runner.ToolError.
func (v *Verifier) ReplayTrail(ctx context.Context, source, trail []byte) (*TrailReplay, error) {
	x, err := v.execute(ctx, source, trail)
	if err != nil {
		return nil, err
	}
	if x.config.Bug != "" {
		return nil, &config.Error{Operand: "bug " + x.config.Bug, Reason: "is in the model alone: the program cannot go the same way"}
	}
	return judged(x.config, x.property, x.node, x.states), nil
}

// TrailSteps is a SPIN trail of a generated model as a trace of the program, in
// whose numbers it is told.  The errors are those of ReplayTrail; a
// *config.Error where the program cannot go the same way.
func (v *Verifier) TrailSteps(ctx context.Context, source, trail []byte) (config.Config, []trace.Step, error) {
	x, err := v.execute(ctx, source, trail)
	if err != nil {
		return config.Config{}, nil, err
	}
	system, err := reference.New(x.config)
	if err != nil {
		return x.config, nil, err
	}
	w := system.Raw().World()
	var steps []trace.Step
	for k, s := range x.states.Steps {
		e, err := event.Parse(s.Event)
		if err == nil {
			e, err = counterpart(w, e)
		}
		var sends []event.Send
		if err == nil {
			sends, err = w.Step(e)
		}
		if err != nil {
			return x.config, nil, &config.Error{Operand: fmt.Sprintf("trail, event %d", k+1), Reason: err.Error()}
		}
		steps = append(steps, trace.Step{Record: reference.NewRecord(k+1, e, sends, w.Node(e.Node)), Line: k + 1})
	}
	return x.config, steps, nil
}

// executed is a trail that its model has executed once more.
type executed struct {
	config   config.Config
	property string // that it decides
	node     int    // whom it is about, 0: nobody in particular
	states   runner.States
}

// execute compiles the model of a trail and executes it.
func (v *Verifier) execute(ctx context.Context, source, trail []byte) (*executed, error) {
	c, build, err := modelOf(source)
	if err != nil {
		return nil, err
	}
	m, err := models.Render(c, build)
	if err != nil {
		return nil, err
	}
	job, err := runner.Prepare(ctx, v.Tools, source, []string{"-o2"}, v.Limits)
	if err != nil {
		return nil, err
	}
	defer job.Close()
	defines := []string{"-DNOREDUCE", "-DSAFETY"}
	if len(m.Claims) > 0 {
		defines = []string{"-DNOREDUCE", fmt.Sprintf("-DNFAIR=%d", models.NFAIR(m.Processes))}
	}
	binary, err := job.Compile(ctx, v.Tools.Fast(), defines, v.Limits)
	if err != nil {
		return nil, err
	}
	x := &executed{config: c}
	return x, v.followTrail(ctx, x, m, binary, trail)
}

// followTrail finds out which claim the trail is of, if of any, by executing it.
func (v *Verifier) followTrail(ctx context.Context, x *executed, m *models.Model, b *runner.Binary, trail []byte) error {
	claims := m.Claims
	if len(claims) == 0 {
		claims = []models.Claim{{}}
	}
	var why string
	for _, claim := range claims {
		var args []string
		if claim.Name != "" {
			args = []string{"-A", "-N", claim.Name}
		}
		run, err := b.Trail(trail, m.Processes+min(len(m.Claims), 1), args)
		if err != nil {
			return err
		}
		replay, err := b.Replay(ctx, run, v.Limits)
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
		x.states, err = b.States(ctx, run, v.Limits)
		return err
	}
	return &config.Error{Operand: "trail", Reason: "the model cannot execute it: " + why,
		Remedy: "needs a trail of this model, by this version of SPIN"}
}

// judged drives the program.
func judged(c config.Config, property string, node int, states runner.States) *TrailReplay {
	a, err := algorithms.Lookup(c.Algorithm)
	if err != nil { // the configuration was resolved
		panic("results: " + err.Error())
	}
	lasso := kind(a, property) == registry.Liveness
	r := &TrailReplay{Schema: ReplaySchema, Configuration: c, Property: property, Node: node, Run: counterexample(states, lasso)}
	err = confirmInGo(c, property, states, r.Run.Cycle, node)
	if r.Agrees = err == nil; err != nil {
		r.Reason = err.Error()
	}
	return r
}
