package models

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"

	"github.com/Masterminds/sprig/v3"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/templates"
)

// maxProcesses is what SPIN allows, the process of a never claim included.
const maxProcesses = 255

// Model is a rendered model together with what a driver must know of it.
type Model struct {
	Source    []byte         // Promela, the same bytes for the same configuration
	Sites     map[int]string // line of an assertion -> name of the property that it decides
	Claims    []Claim        // its ltl formulas
	Processes int            // active ones, without a never claim's
}

// Claim is one ltl formula of a model.
type Claim struct {
	Name     string // of the formula in the model: starvation_2
	Property string // that it decides: starvation
	Node     int    // whom it is about, 0: nobody in particular
}

// Build says which model of a configuration is wanted.
type Build struct {
	// Property is what the model decides; empty: every safety property at once.
	Property string
	// Bare leaves out every property: what is compared with the program.
	Bare bool
	// Formula is a user's own, which then is what the model decides.
	Formula *Formula
	// Count is what the model counts, which then is all that it decides.
	Count *Count
}

// View is what a template sees.
type View struct {
	config.Config
	Algorithm  *Algorithm
	Build      Build
	Data       any        // of the algorithm's Data
	States     []Property // asserted by watch
	Steps      []Property // asserted in handlers
	Silent     []Property // whose handlers' assertions are off in this model
	Ghosts     []Property // of States, those for which the model has variables of their own
	Liveness   bool       // one process for each obligation, and a stay-idle step
	Formulas   []claimText
	Count      *Count
	Properties []Property // that this model decides
}

type claimText struct {
	Claim
	Text string
}

// Bounded reports whether the number of requests is limited by --rounds.
func (v View) Bounded() bool { return v.Rounds > 0 }

// FIFO reports whether messages on one link keep their order.
func (v View) FIFO() bool { return v.Network == config.FIFO }

// On reports whether a switch of the variant is on.
func (v View) On(name string) bool { return v.Variant.Has(name) }

// Nodes returns 1..N.
func (v View) Nodes() []int {
	nodes := make([]int, v.N)
	for i := range nodes {
		nodes[i] = i + 1
	}
	return nodes
}

// Clients returns the nodes that request: all, unless the configuration names them.
func (v View) Clients() []int {
	return slices.DeleteFunc(v.Nodes(), func(i int) bool { return !v.Requests(i) })
}

// Set is the smallest type for a set of nodes in which node i is bit i.
func (v View) Set() string {
	switch {
	case v.N <= 7:
		return "byte"
	case v.N <= 14:
		return "short"
	default:
		return "int"
	}
}

// All is the set of all nodes.
func (v View) All() int { return 1<<(v.N+1) - 2 }

// Links returns the links of a message class.
func (v View) Links(message string) ([][2]int, error) {
	for _, m := range v.Algorithm.Messages {
		if m.Name == message {
			return v.LinksOf(m), nil
		}
	}
	return nil, fmt.Errorf("%s has no message %s", v.Algorithm.Name, message)
}

// LinksOf returns the links of a message class.
func (v View) LinksOf(m Message) [][2]int { return m.Links(v.Config) }

// Deliveries are what the network hands over on its own: each message class on
// each of its links, unless the algorithm says that some go together.
func (v View) Deliveries() []Message {
	if v.Algorithm.Deliveries == nil {
		return v.Algorithm.Messages
	}
	return v.Algorithm.Deliveries(v.Config)
}

// Command is how the model is generated.
func (v View) Command() string {
	command := "mxgen gen " + v.Config.String()
	switch {
	case v.Build.Formula != nil:
		command += fmt.Sprintf(" --ltl '%s=%s'", v.Build.Formula.Name, v.Build.Formula.Text)
	case v.Build.Property != "":
		command += " --property " + v.Build.Property
	case v.Count != nil:
		command += " --count " + v.Count.String()
	}
	return command
}

// Choices are the further arguments that request takes, one option for each;
// a single empty one where there is nothing to choose.
func (v View) Choices() []string {
	if v.Algorithm.Choices == nil {
		return []string{""}
	}
	return v.Algorithm.Choices(v.Config)
}

// Exits are the options by which node i leaves, as calls.
func (v View) Exits(i int) []string {
	if v.Algorithm.Exits == nil {
		return []string{fmt.Sprintf("exit_cs(%d)", i)}
	}
	return v.Algorithm.Exits(v.Config, i)
}

// Receives are the options by which node i receives a message from j, as calls.
func (v View) Receives(m Message, j, i int) []string {
	if m.Options == nil {
		return []string{fmt.Sprintf("receive_%s(%d, %d)", strings.ToLower(m.Name), j, i)}
	}
	return m.Options(v.Config, j, i)
}

// Processes is how many active processes the model has: in a liveness model a
// client for each node that requests, one for each link of each delivery, and users.
func (v View) Processes() int {
	switch {
	case v.Liveness:
		n := len(v.Clients()) + 1
		for _, m := range v.Deliveries() {
			n += len(m.Links(v.Config))
		}
		return n
	case len(v.States) > 0:
		return 2
	default:
		return 1
	}
}

// NFAIR is what the model must be compiled with.
func (v View) NFAIR() int { return NFAIR(v.Processes()) }

// NFAIR is what pan must be compiled with for weak fairness among the
// model's processes: processes + claim <= 4*NFAIR - 2.
func NFAIR(processes int) int { return (processes + 1 + 2 + 3) / 4 }

var parsed = sync.OnceValues(func() (*template.Template, error) {
	functions := sprig.HermeticTxtFuncMap()
	for name, f := range localFunctions {
		functions[name] = f
	}
	return template.New("").Option("missingkey=error").Funcs(functions).ParseFS(templates.FS, "*.tmpl")
})

// Render makes the model that b asks for.  The error is a *config.Error where
// the user asked for what cannot be.
func Render(c config.Config, b Build) (*Model, error) {
	v, err := newView(c, b)
	if err != nil {
		return nil, err
	}
	if v.Liveness && v.Processes()+1 > maxProcesses {
		return nil, tooManyProcesses(v)
	}
	all, err := parsed()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := all.ExecuteTemplate(&out, c.Algorithm+".pml.tmpl", v); err != nil {
		return nil, err
	}
	source, err := seed(out.Bytes(), v)
	if err != nil {
		return nil, err
	}
	m := &Model{Source: source, Sites: sites(source, v), Processes: v.Processes()}
	for _, f := range v.Formulas {
		m.Claims = append(m.Claims, f.Claim)
	}
	return m, nil
}

// newView chooses what stands in the model.
func newView(c config.Config, b Build) (View, error) {
	a, err := Lookup(c.Algorithm)
	if err != nil {
		return View{}, err
	}
	v := View{Config: c, Algorithm: a, Build: b, Count: b.Count}
	if a.Data != nil {
		v.Data = a.Data(c)
	}
	all := a.PropertiesOf(c)
	if b.Property != "" {
		only, err := a.Property(c, b.Property)
		if err != nil {
			return View{}, err
		}
		all = []Property{only}
	}
	switch {
	case b.Count != nil:
		all = b.Count.properties()
	case b.Bare || b.Formula != nil:
		all = nil
	}
	v.Liveness = b.Formula != nil
	for _, p := range all {
		switch {
		case p.Kind == State:
			v.States = append(v.States, p)
		case p.Kind == Step:
			v.Steps = append(v.Steps, p)
		case b.Property == "": // the safety model
			continue
		case p.Kind == Ghost:
			v.States = append(v.States, p)
			v.Ghosts = append(v.Ghosts, p)
		case p.Kind == Liveness:
			v.Liveness = true
			v.Formulas = perNode(v.Clients(), p, "starvation_%d", "[] (waiting(%[1]d) -> <> inside(%[1]d))")
		case p.Kind == Reach:
			v.Formulas = perNode(v.Clients(), p, "never_enters_%d", "[] !inside(%d)")
		}
		v.Properties = append(v.Properties, p)
	}
	if f := b.Formula; f != nil {
		v.Formulas = []claimText{{Claim{Name: f.Name, Property: f.Name}, f.Text}}
	}
	for _, p := range a.PropertiesOf(c) {
		if p.Kind == Step && !hasProperty(v.Steps, p.Name) {
			v.Silent = append(v.Silent, p)
		}
	}
	return v, nil
}

func hasProperty(list []Property, name string) bool {
	for _, p := range list {
		if p.Name == name {
			return true
		}
	}
	return false
}

func perNode(nodes []int, p Property, name, text string) []claimText {
	var all []claimText
	for _, i := range nodes {
		claim := Claim{Name: fmt.Sprintf(name, i), Property: p.Name, Node: i}
		all = append(all, claimText{claim, fmt.Sprintf(text, i)})
	}
	return all
}

// seed puts the configuration's bug into the model.
func seed(source []byte, v View) ([]byte, error) {
	if v.Bug == "" {
		return source, nil
	}
	bug, err := v.Algorithm.Bug(v.Bug)
	if err != nil {
		return nil, err
	}
	if n := bytes.Count(source, []byte(bug.Old)); n != 1 {
		return nil, &config.Error{
			Operand: fmt.Sprintf("%s: bug %s", v.Algorithm.Name, bug.Name),
			Reason:  fmt.Sprintf("has %d places in this configuration's model, not one", n),
			Remedy:  "try it on " + bug.On,
		}
	}
	return bytes.Replace(source, []byte(bug.Old), []byte(bug.New), 1), nil
}

// site finds assertions: assert(mutex) or assert(!deadlocked) in watch,
// assert_no_overflow(...) in a handler.
var site = regexp.MustCompile(`assert\(!?(\w+)\)|\bassert_(\w+)\(`)

// sites tells which property an assertion decides from the line it stands on.
func sites(source []byte, v View) map[int]string {
	names := map[string]string{}
	for _, p := range v.Properties {
		names[p.macro()] = p.Name
	}
	found := map[int]string{}
	for k, line := range strings.Split(string(source), "\n") {
		if !strings.Contains(line, "assert") { // most, at a tenth of the expression's cost
			continue
		}
		if m := site.FindStringSubmatch(line); m != nil && !strings.HasPrefix(line, "#") {
			if name, known := names[m[1]+m[2]]; known {
				found[k+1] = name
			}
		}
	}
	return found
}

// tooManyProcesses says how far liveness goes in such a configuration.
func tooManyProcesses(v View) error {
	needs := v.Processes()
	smaller := v
	for smaller.N > 1 && smaller.Processes()+1 > maxProcesses {
		smaller.N--
		smaller.Edges = slices.DeleteFunc(slices.Clone(v.Edges), func(e config.Edge) bool { return e[1] > smaller.N })
	}
	return &config.Error{
		Operand: fmt.Sprintf("%s: n %d", v.Algorithm.Name, v.N),
		Reason:  fmt.Sprintf("liveness takes %d processes and a claim, SPIN has %d", needs, maxProcesses),
		Remedy:  fmt.Sprintf("needs at most n %d; the safety properties take two processes for any n", smaller.N),
	}
}

// localFunctions are what templates need besides sprig's hermetic functions.
var localFunctions = template.FuncMap{
	"over":      over,
	"initially": initially,
	"macro":     Property.macro,
	"lower":     strings.ToLower,
	"paragraph": paragraph,
	"item":      item,
}

// width is the column at which generated lines are broken.
const width = 96

// over formats each element (a node, or a link's two nodes) and joins the
// results, breaking macro lines with a backslash before they grow too long.
// No elements give the neutral element of the separator.
func over(elements any, format, separator string) (string, error) {
	var items []string
	switch list := elements.(type) {
	case []int:
		for _, i := range list {
			items = append(items, strings.ReplaceAll(format, "$i", fmt.Sprint(i)))
		}
	case [][2]int:
		for _, l := range list {
			item := strings.ReplaceAll(format, "$j", fmt.Sprint(l[0]))
			items = append(items, strings.ReplaceAll(item, "$i", fmt.Sprint(l[1])))
		}
	default:
		return "", fmt.Errorf("over: cannot go over %T", elements)
	}
	if len(items) == 0 {
		switch strings.TrimSpace(separator) {
		case "&&":
			return "true", nil
		case "||":
			return "false", nil
		}
		return "0", nil
	}
	var out strings.Builder
	column := 24 // what stands before, at a guess
	for k, item := range items {
		if k > 0 {
			out.WriteString(strings.TrimRight(separator, " "))
			if column+len(item)+len(separator) > width {
				out.WriteString(" \\\n\t")
				column = 8
			} else {
				out.WriteString(" ")
			}
		}
		out.WriteString(item)
		column += len(item) + len(separator)
	}
	return out.String(), nil
}

// perLine is how many elements of an array initialiser stand on a line.
const perLine = 10

// initially writes an array initialiser.
func initially(values []int) string {
	var lines []string
	for part := range slices.Chunk(values, perLine) {
		texts := make([]string, len(part))
		for i, v := range part {
			texts[i] = fmt.Sprint(v)
		}
		lines = append(lines, strings.Join(texts, ", "))
	}
	return "{ " + strings.Join(lines, ",\n\t") + " }"
}

// paragraph is running text as lines of a block comment.
func paragraph(text string) string { return fold(" * ", 3, " * ", 3, text) }

// item of a header: a word, and at the second tab stop what is said of it.
func item(word, text string) string {
	column := len(" * ") + len(word)
	head := " * " + word + strings.Repeat("\t", max(1, (16-column+7)/8))
	return fold(head, max(16, column/8*8+8), " *\t\t", 16, text)
}

// fold breaks text at blanks before column 80.  Its first line starts with
// head, which ends at column start, the others with next.
func fold(head string, start int, next string, indent int, text string) string {
	var out strings.Builder
	out.WriteString(head)
	column := start
	for k, word := range strings.Fields(text) {
		switch {
		case k > 0 && column+1+len(word) > 79:
			out.WriteString("\n" + next)
			column = indent
		case k > 0:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += len(word)
	}
	return out.String()
}
