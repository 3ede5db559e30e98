package page

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"maps"
	"slices"

	"github.com/mxgen/mxgen/models"
	registered "github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results/explore"
	"github.com/mxgen/mxgen/results/show"
	"github.com/mxgen/mxgen/results/show/scene"
)

//go:embed fragments.html
var fragmentsText string

// fragments has a template for each fragment, named after the element of the page that gets it.
var fragments = template.Must(template.New("").Funcs(template.FuncMap{"do": do, "id": explore.Spell}).Parse(fragmentsText))

// names are the fragments, in the order of the page.
var names = []string{"subject", "challenge", "controls", "verdict", "events", "properties", "network", "diagram", "picture", "variables", "run", "setup", "challenges"}

// do writes a command for an attribute: do "jump" "at" 3.
func do(name string, rest ...any) (string, error) {
	c := map[string]any{"do": name}
	for k := 0; k+1 < len(rest); k += 2 {
		c[fmt.Sprint(rest[k])] = rest[k+1]
	}
	data, err := json.Marshal(c)
	return string(data), err
}

// changed returns the fragments that differ from those that the page has.
func (p *Page) changed() map[string]string {
	v := p.view()
	changed := map[string]string{}
	if p.shown == nil {
		p.shown = map[string]string{}
	}
	for _, name := range names {
		var b bytes.Buffer
		if err := fragments.ExecuteTemplate(&b, name, v); err != nil {
			b.Reset()
			template.HTMLEscape(&b, []byte("internal: "+err.Error()))
		}
		if text := b.String(); p.shown[name] != text {
			p.shown[name], changed[name] = text, text
		}
	}
	return changed
}

// How many events before the current state the page shows.
const (
	diagramEvents = 30
	runEvents     = 60 // and as many after it
)

// view is what the templates read.
type view struct {
	Setup                explore.Setup
	Title                string
	Depth, Length, Count int
	Groups               []explore.Group
	Flights              []flight
	FIFO                 bool
	Statuses             []explore.Status
	Broken               int
	Diagram, Picture     template.HTML
	Earlier              int // events before the diagram
	Variables            []show.NodeVariables
	Visits               []explore.Visit
	First, More          int // events before and after Visits
	Challenge            string
	Solved               *explore.Violation
	SolvedDepth          int
	Form                 form
	Challenges           []explore.Challenge
	TooLong              bool
}

// flight is a message under way.
type flight struct {
	From, To int
	Text     string
	Arrives  bool // it can arrive now
}

func (p *Page) view() *view {
	s := p.session
	w := s.World()
	v := &view{Setup: s.Setup(), Depth: s.Depth(), Length: s.Length(), Count: s.Len(), Groups: s.Groups(), FIFO: w.FIFO(), Statuses: s.Statuses()}
	if a, err := registered.Lookup(v.Setup.Config.Algorithm); err == nil {
		v.Title = a.Title
	}
	for k, f := range w.InFlight() {
		first := k == 0 || w.InFlight()[k-1].From != f.From || w.InFlight()[k-1].To != f.To
		v.Flights = append(v.Flights, flight{f.From, f.To, f.Msg.String(), first || !w.FIFO()})
	}
	for _, st := range v.Statuses {
		if st.Violated != nil {
			v.Broken++
		}
	}
	run, err := p.window(diagramEvents)
	if err == nil {
		run.Title = v.Setup.Config.Algorithm // the page has the flags above
		v.Diagram = svg(run.Diagram())
		v.Variables = run.Variables(run.Len())
		v.Earlier = run.First()
	}
	v.Picture = svg(show.PictureOf(w))
	v.First = max(0, v.Depth-runEvents)
	v.Visits = s.Visits(v.First, v.Depth+runEvents)
	v.More = v.Length - v.First - len(v.Visits) + 1
	v.Challenge, v.Solved = s.Challenge()
	if v.Solved != nil {
		v.SolvedDepth = s.DepthOf(v.Solved.At)
	}
	if setup := v.Setup.String(); p.about != setup {
		p.about, p.form = setup, formOf(v.Setup)
		p.challenges, _ = explore.Challenges(v.Setup.Config.Algorithm)
	}
	v.Form, v.Challenges = p.form, p.challenges
	_, tooLong := s.ShortLink()
	v.TooLong = tooLong != nil
	return v
}

// svg is a drawing, whose text is escaped by package scene.
func svg(s *scene.Scene) template.HTML {
	if s == nil {
		return ""
	}
	return template.HTML(s.SVG(scene.Inline))
}

// window is the run to the current state: its last events, at most so many.
func (p *Page) window(most int) (*show.Run, error) {
	before, events := p.session.Window(most)
	run := show.StartAt(before, p.session.Depth()-len(events))
	run.Title = p.session.Setup().String()
	for _, e := range events {
		if err := run.Step(e); err != nil {
			return nil, err
		}
	}
	return run, nil
}

// mostDrawn is the largest number of events in a picture that is saved.
const mostDrawn = 2000

func (p *Page) wholeDiagram() (string, error) {
	if d := p.session.Depth(); d > mostDrawn {
		return "", &config.Error{Operand: "picture", Reason: fmt.Sprintf("the run has %d events, more than %d", d, mostDrawn), Remedy: "save a trace"}
	}
	run, err := p.window(mostDrawn)
	if err != nil {
		return "", err
	}
	return run.Diagram().SVG(scene.Standalone), nil
}

// form is the form with the configuration.
type form struct {
	Algorithms []string
	Networks   []string
	Params     []param
	Groups     []group
	Switches   []option
	Bugs       []explore.Bug
}

// param is a parameter of the algorithm.
type param struct{ Name, Value, Help string }

// group is a set of switches of which one is on.
type group struct {
	Name    string
	Options []option
}

// option is a switch.
type option struct {
	Name, Gloss string
	On          bool
	HasValue    bool
	Value       int
}

func formOf(s explore.Setup) form {
	f := form{Bugs: explore.Bugs(s.Config.Algorithm)}
	for _, a := range registered.All() {
		f.Algorithms = append(f.Algorithms, a.Name)
	}
	a, err := registered.Lookup(s.Config.Algorithm)
	if err != nil {
		return f
	}
	for _, n := range a.Networks {
		f.Networks = append(f.Networks, string(n))
	}
	values := s.Params()
	for _, name := range models.ParamNames {
		general := name == "rounds"
		if general || a.TakesParam(name) && !slices.Contains(models.Switchable, name) {
			f.Params = append(f.Params, param{name, values[name], models.ParamHelp[name]})
		}
	}
	for _, sw := range a.Switches {
		o := option{Name: sw.Name, Gloss: sw.Gloss, On: s.Config.Variant.Has(sw.Name), HasValue: sw.Default != nil, Value: s.Config.Variant.Value(sw.Name)}
		if sw.Group == "" {
			f.Switches = append(f.Switches, o)
			continue
		}
		at := slices.IndexFunc(f.Groups, func(g group) bool { return g.Name == sw.Group })
		if at < 0 {
			at, f.Groups = len(f.Groups), append(f.Groups, group{Name: sw.Group})
		}
		f.Groups[at].Options = append(f.Groups[at].Options, o)
	}
	return f
}

func sorted(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
