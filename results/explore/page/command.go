package page

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference/event"
	"github.com/mxgen/mxgen/results/explore"
)

// Command is what the page asks for.
type Command struct {
	Do    string            `json:"do"`    // see Page.do
	Event string            `json:"event"` // label of an event
	At    int               `json:"at"`    // number of a state, or of events
	Name  string            `json:"name"`  // of a property, a form, or a file
	Text  string            `json:"text"`  // a link, or what is in a file
	Form  map[string]string `json:"form"`  // fields of a form
}

// Reply is what the page shows.
type Reply struct {
	Fragments map[string]string `json:"fragments,omitempty"` // HTML by the id of the element that gets it
	Link      string            `json:"link"`                // for the address, without #; "": the run is too long
	Say       string            `json:"say,omitempty"`       // what has happened, for people
	Error     string            `json:"error,omitempty"`     // why nothing has happened
	File      *File             `json:"file,omitempty"`      // to be saved
}

// File is something to be saved.
type File struct {
	Name string `json:"name"`
	Type string `json:"type"` // media type
	Text string `json:"text"`
}

// Page is one page.  One goroutine at a time may use it.
type Page struct {
	limits  explore.Limits
	session *explore.Session
	shown   map[string]string // fragments that the page has
	say     string
	file    *File

	about      string // setup of form and challenges, which take long to make
	form       form
	challenges []explore.Challenge
}

// New makes a page for a session.  limits are those of the sessions that follow it.
func New(s *explore.Session, limits explore.Limits) *Page { return &Page{limits: limits, session: s} }

// MaxCommand is the largest size of a command in bytes.
const MaxCommand = 16 << 20

// JSON executes a command written as JSON and returns the reply as JSON.
func (p *Page) JSON(ctx context.Context, command []byte) []byte {
	var c Command
	var reply Reply
	if len(command) > MaxCommand {
		reply = Reply{Error: fmt.Sprintf("command: larger than %d bytes", MaxCommand)}
	} else if err := json.Unmarshal(command, &c); err != nil {
		reply = Reply{Error: "command: " + err.Error()}
	} else {
		reply = p.Do(ctx, c)
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false) // the page parses it as JSON, never as HTML
	if err := e.Encode(reply); err != nil {
		return []byte(`{"error":"internal: the reply has no JSON"}`)
	}
	return b.Bytes()
}

// Do executes a command.  The reply has the fragments that have changed.
func (p *Page) Do(ctx context.Context, c Command) (reply Reply) {
	defer func() {
		// A seeded bug may break what the program relies on, in configurations that no test has.
		if r := recover(); r != nil {
			_ = p.session.Jump(p.session.At()) // the world may be half changed
			reply = Reply{Error: fmt.Sprintf("internal: %v", r)}
			if at := strings.Index(string(debug.Stack()), "reference/algorithms"); at >= 0 {
				reply.Error = fmt.Sprintf("the program failed: %v; take another configuration", r)
			}
		}
	}()
	p.say, p.file = "", nil
	err := p.do(ctx, c)
	reply = Reply{Say: p.say, File: p.file}
	if err != nil {
		reply.Error = err.Error()
	}
	reply.Link, _ = p.session.ShortLink()
	reply.Fragments = p.changed()
	return reply
}

func (p *Page) do(ctx context.Context, c Command) error {
	s := p.session
	switch c.Do {
	case "show": // all fragments
		p.shown = nil
		return nil
	case "step":
		e, err := event.Parse(c.Event)
		if err != nil {
			return err
		}
		return p.moved(s.Step(e))
	case "back":
		s.Back()
	case "forward":
		s.Forward()
	case "start":
		return p.moved(s.Jump(0))
	case "jump":
		return p.moved(s.Jump(c.At))
	case "depth":
		return p.moved(s.JumpDepth(c.At))
	case "random":
		return p.moved(s.Random(max(1, min(c.At, 1000))))
	case "entry":
		return p.moved(s.UntilEntry())
	case "shortest":
		return p.shortest(ctx, "")
	case "violate":
		return p.shortest(ctx, c.Name)
	case "setup":
		return p.setup(c.Form)
	case "challenge":
		return p.challenge(c.At)
	case "give-up":
		return s.SetChallenge("")
	case "open":
		return p.open(c.Text)
	case "save":
		return p.save(c.Name)
	default:
		return &config.Error{Operand: fmt.Sprintf("command %.40q", c.Do), Reason: "unknown", Remedy: "reload the page"}
	}
	return p.moved(nil)
}

// moved says where a command has led.
func (p *Page) moved(err error) error {
	if err != nil {
		return err
	}
	p.say = "at the start"
	if e, ok := p.session.Last(); ok {
		p.say = fmt.Sprintf("after event %d, %s", p.session.Depth(), e)
	}
	for _, st := range p.session.Statuses() {
		if st.Here {
			p.say += "; " + st.Property + " is violated"
		}
	}
	return nil
}

// shortest shows a shortest run: to a violation of a property, or to the current state.
func (p *Page) shortest(ctx context.Context, property string) error {
	s := p.session
	had := s.Depth()
	run, err := []event.Event(nil), error(nil)
	if property == "" {
		run, err = s.ShortestHere(ctx)
	} else {
		run, err = s.ShortestTo(ctx, property)
	}
	if err != nil {
		return err
	}
	if err := s.Replay(run); err != nil {
		return err
	}
	p.say = explore.Shorter(len(run), had)
	if property != "" {
		p.say = fmt.Sprintf("a shortest run to a violation of %s has %d events", property, len(run))
	}
	return nil
}

// setup explores another configuration, with the events of the run as far as they can happen there.
func (p *Page) setup(form map[string]string) error {
	algorithm, params := formParams(form)
	if err := explore.Untrusted(params); err != nil {
		return err
	}
	had := p.session.Depth()
	same := algorithm == p.session.Setup().Config.Algorithm
	setup, err := explore.NewSetup(algorithm, params)
	if err != nil && !same && len(params) == 0 {
		// The page has only chosen an algorithm: some need rounds.
		setup, err = explore.Standard(algorithm)
	}
	if err != nil {
		return err
	}
	kept, err := p.session.Explore(setup)
	if err != nil {
		return err
	}
	p.say = setup.String()
	if had > 0 {
		p.say += fmt.Sprintf("; %d of %d events are possible here as well", kept, had)
	}
	return nil
}

// challenge begins a challenge in its own configuration.
func (p *Page) challenge(number int) error {
	all, err := explore.Challenges(p.session.Setup().Config.Algorithm)
	if err != nil {
		return err
	}
	if number < 0 || number >= len(all) {
		return &config.Error{Operand: "challenge " + strconv.Itoa(number), Reason: "there is no such one"}
	}
	s, err := explore.NewSession(all[number].Setup, p.limits)
	if err != nil {
		return err
	}
	p.session = s
	p.say = "drive it to a violation of " + all[number].Property
	return s.SetChallenge(all[number].Property)
}

// open opens a link, a trace, or a scenario.
// An empty text keeps the run.  The reply has all fragments, also if nothing can be opened.
func (p *Page) open(text string) error {
	p.shown = nil
	if text == "" {
		return nil
	}
	start, err := explore.ParseStart(text)
	if err != nil {
		return err
	}
	s, err := start.Open(p.limits)
	if err != nil {
		return err
	}
	p.session = s
	return p.moved(nil)
}

// save makes a file.
func (p *Page) save(name string) error {
	base := p.session.Setup().Config.Algorithm
	switch name {
	case "trace":
		data, err := p.session.Trace()
		if err != nil {
			return err
		}
		p.file = &File{base + ".jsonl", "application/jsonl", string(data)}
	case "scenario":
		data, err := p.session.Scenario()
		if err != nil {
			return err
		}
		p.file = &File{base + ".yaml", "application/yaml", string(data)}
	case "picture":
		svg, err := p.wholeDiagram()
		if err != nil {
			return err
		}
		p.file = &File{base + ".svg", "image/svg+xml", svg}
	default:
		return &config.Error{Operand: fmt.Sprintf("save %.40q", name), Reason: "unknown", Remedy: "there are trace, scenario, picture"}
	}
	p.say = p.file.Name + " has the run to this state"
	return nil
}

// formParams reads the fields of the form with the configuration.  A switch of the variant has a
// field switch:NAME, "on" or a number, and a group of switches a field group:NAME.
func formParams(form map[string]string) (algorithm string, p models.Params) {
	p = models.Params{}
	var variant []string
	for _, name := range sorted(form) {
		value := strings.TrimSpace(form[name])
		kind, of, _ := strings.Cut(name, ":")
		switch {
		case value == "":
		case name == "algorithm":
			algorithm = value
		case kind == "switch" && value == "on":
			variant = append(variant, of)
		case kind == "value" && form["switch:"+of] == "on":
			variant = append(variant[:len(variant):len(variant)], of+"="+value)
		case kind == "value":
		case kind == "group":
			variant = append(variant, value)
		default:
			p[name] = value
		}
	}
	// A switch with a value came once without it.
	for k := 0; k < len(variant); k++ {
		if form["value:"+variant[k]] != "" {
			variant = append(variant[:k], variant[k+1:]...)
			k--
		}
	}
	if len(variant) > 0 {
		p["variant"] = strings.Join(variant, ",")
	}
	return algorithm, p
}
