// Package claims has the ledger: what the sources claim about the algorithms, one entry each
// in claims.yaml, with the verdict and the commands of mxgen that reproduce it.
//
//   - id: lamport-fifo                # unique
//     algorithm: lamport
//     source: S Lamport               # a letter of sources, and the place
//     claim: in the terms of the source
//     formally: what mxgen decides
//     for: N=2, one request each      # the configurations
//     verdict: refuted                # holds, refuted, assumes or open
//     because: the witness, the assumption that the source does not state, or why it is open
//     checks:
//   - run: verify lamport --n 2 --rounds 1 --network unordered --property mutex
//     predicts: ^mutex +pass      # what the output has if the claim is true; absent: exit code 0
//     agrees: false               # whether it has; absent: true
//     exit: 1                     # absent: 0
//     finds: [violated after 6 events]
//     seconds: 0.3                # that it took, on one machine
//     slow: true                  # not judged by CI
//     findings: [the first words of rows of docs/findings.md, "where | statement"]
//     errata: [T5]                    # rows of section 7 of docs/algorithms.md
//     registry: [the first words of statements of the registry]
package claims

import (
	"bytes"
	"embed"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/mxgen/mxgen/models/algorithms"
	"github.com/mxgen/mxgen/models/config"
)

//go:embed claims.yaml
var own []byte

// Models are the Promela files that commands of a ledger may name, by their names in Directory: programs
// statement by statement, which mxgen does not generate, and generated models that are edited.
//
//go:embed *.pml
var Models embed.FS

// Directory is where the repository has Models.
const Directory = "models/claims"

// isModel tells whether an argument names one of Models.
func isModel(arg string) bool {
	name, is := strings.CutPrefix(arg, Directory+"/")
	_, err := fs.Stat(Models, name)
	return is && err == nil && strings.HasSuffix(name, ".pml")
}

// MaxSize is the greatest size of a ledger, in bytes.
const MaxSize = 1 << 20

// Ledger is a file of claims.
type Ledger struct {
	Sources map[string]string `yaml:"sources"` // by the letter that claims cite
	Claims  []Claim           `yaml:"claims"`
	Needs   []Need            `yaml:"needs"`
}

// Claim is one statement of a source.
type Claim struct {
	ID        string   `yaml:"id" json:"id"`
	Algorithm string   `yaml:"algorithm" json:"algorithm"`
	Source    string   `yaml:"source" json:"source"`     // letter and place: T 5.2
	Claim     string   `yaml:"claim" json:"claim"`       // in the terms of the source
	Formally  string   `yaml:"formally" json:"formally"` // what is decided
	For       string   `yaml:"for" json:"for"`           // for which configurations
	Verdict   Verdict  `yaml:"verdict" json:"verdict"`
	Because   string   `yaml:"because" json:"because,omitempty"` // witness, assumption, or why it is open
	Checks    []Check  `yaml:"checks" json:"checks"`
	Findings  []string `yaml:"findings" json:"findings,omitempty"` // first words of rows of docs/findings.md
	Errata    []string `yaml:"errata" json:"errata,omitempty"`     // rows of docs/algorithms.md, section 7
	Registry  []string `yaml:"registry" json:"registry,omitempty"` // first words of statements of the registry
}

// Verdict is what became of a claim.
type Verdict string

// The verdicts.
const (
	Holds   Verdict = "holds"   // in the configurations that are named
	Refuted Verdict = "refuted" // by a witness
	Assumes Verdict = "assumes" // holds under an assumption that the source does not state
	Open    Verdict = "open"    // not decided here
)

var verdicts = []Verdict{Holds, Refuted, Assumes, Open}

// Check is a command of mxgen, and what it came to.
type Check struct {
	Run      string   `yaml:"run" json:"run"`               // arguments of mxgen, with spaces between them
	Predicts string   `yaml:"predicts" json:"predicts"`     // regular expression of what the output has if the claim is true; "": the exit code is 0
	Agrees   *bool    `yaml:"agrees" json:"agrees"`         // whether it is so; nil: it is
	Exit     int      `yaml:"exit" json:"exit"`             // exit code that was found
	Finds    []string `yaml:"finds" json:"finds,omitempty"` // regular expressions of what the output had
	Seconds  float64  `yaml:"seconds" json:"seconds"`       // that it took, on one machine
	Slow     bool     `yaml:"slow" json:"slow,omitempty"`   // not judged by CI
}

// Args are the arguments of the command.
func (c Check) Args() []string { return strings.Fields(c.Run) }

// Agreed tells whether the recorded outcome is what the claim predicts.
func (c Check) Agreed() bool { return c.Agrees == nil || *c.Agrees }

// Judge is who decides: what mxgen's verbs and measures stand on.
func (c Check) Judge() string {
	args := c.Args()
	switch {
	case args[0] == "simulate":
		return "simulation"
	case args[0] == "quorum", args[0] == "topology", has(args, "average"), has(args, "storage"):
		return "enumeration"
	case args[0] == "verify" && has(args, "go"):
		return "explorer"
	case args[0] == "verify":
		return "SPIN"
	}
	return "explorer and SPIN"
}

func has(args []string, value string) bool { return slices.Contains(args, value) }

// Judges are those who decide a claim.
func (c Claim) Judges() []string {
	var all []string
	for _, check := range c.Checks {
		if j := check.Judge(); !slices.Contains(all, j) {
			all = append(all, j)
		}
	}
	return all
}

// Slow tells whether a check is not judged by CI.
func (c Claim) Slow() bool {
	return slices.ContainsFunc(c.Checks, func(check Check) bool { return check.Slow })
}

// Need is a row of the matrix of assumptions: what an algorithm needs.
type Need struct {
	Algorithm string `yaml:"algorithm" json:"algorithm"`
	Order     Cell   `yaml:"order" json:"order"`       // messages of a link arrive in the order in which they were sent
	Handlers  Cell   `yaml:"handlers" json:"handlers"` // handlers of a node exclude each other
	Numbers   Cell   `yaml:"numbers" json:"numbers"`   // numbers of nodes are distinct
	Quorums   Cell   `yaml:"quorums" json:"quorums"`   // any two sets have a node in common
}

// Cell says whether an algorithm needs something.
type Cell struct {
	Needs   string   `yaml:"needs" json:"needs"` // yes, no, open, or none: the algorithm does not have what it is about
	Because string   `yaml:"because" json:"because,omitempty"`
	Claims  []string `yaml:"claims" json:"claims,omitempty"` // whose checks show it
}

// Cells are the cells of a row, in the order of Columns.
func (n Need) Cells() []Cell { return []Cell{n.Order, n.Handlers, n.Numbers, n.Quorums} }

// Columns are the assumptions of the matrix.
var Columns = []string{"order of messages", "local mutual exclusion of handlers", "distinct numbers", "quorums that meet"}

// Own is mxgen's ledger.
func Own() (*Ledger, error) { return Parse("claims.yaml", own) }

// Parse reads a ledger and checks it.  The error is a *config.Error.
func Parse(name string, data []byte) (*Ledger, error) {
	l := &Ledger{}
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(l); err != nil {
		if err == io.EOF {
			err = fmt.Errorf("empty")
		}
		return nil, &config.Error{Operand: "ledger " + name, Reason: strings.TrimPrefix(strings.Join(strings.Fields(err.Error()), " "), "yaml: "), Remedy: "docs/claims.md has the form"}
	}
	if err := d.Decode(new(any)); err != io.EOF {
		return nil, &config.Error{Operand: "ledger " + name, Reason: "has more than one document", Remedy: "leave one"}
	}
	if err := l.check(); err != nil {
		err.Operand = fmt.Sprintf("ledger %s: %s", name, err.Operand)
		return nil, err
	}
	return l, nil
}

// Of are the claims about an algorithm, "": all.
func (l *Ledger) Of(algorithm string) *Ledger {
	if algorithm == "" {
		return l
	}
	return &Ledger{Sources: l.Sources,
		Claims: slices.DeleteFunc(slices.Clone(l.Claims), func(c Claim) bool { return c.Algorithm != algorithm }),
		Needs:  slices.DeleteFunc(slices.Clone(l.Needs), func(n Need) bool { return n.Algorithm != algorithm })}
}

// Source is the full name of what a claim cites, and the place in it.
func (l *Ledger) Source(c Claim) (source, place string) {
	letter, place, _ := strings.Cut(c.Source, " ")
	return l.Sources[letter], place
}

// verbs are those that a check may run: they write nothing but their output.
var verbs = []string{"bounds", "compare", "quorum", "simulate", "topology", "verify"}

// writing are flags with which they would write files, read those of the user, or run on other machines.
var writing = regexp.MustCompile(`^(-o.*|--(output|keep|html|report|plots|cache|backend|slurm.*|costs|model|define|allow-embedded-c|trust-embedded-c|changed-since|partition|detach)(=.*)?|-D.+)$|\.(ya?ml|pml|prom|promela)$|file:`)

func (l *Ledger) check() *config.Error {
	seen := map[string]bool{}
	for k, c := range l.Claims {
		if c.ID == "" {
			return &config.Error{Operand: fmt.Sprintf("claim %d", k+1), Reason: "has no id"}
		}
		if seen[c.ID] {
			return &config.Error{Operand: "claim " + c.ID, Reason: "is there twice"}
		}
		seen[c.ID] = true
		if err := l.checkClaim(c); err != nil {
			err.Operand = strings.TrimSuffix(fmt.Sprintf("claim %.60s: %s", c.ID, err.Operand), ": ")
			return err
		}
	}
	return l.checkNeeds()
}

func (l *Ledger) checkClaim(c Claim) *config.Error {
	if _, err := algorithms.Lookup(c.Algorithm); err != nil {
		bad := err.(*config.Error) //nolint:errorlint // Lookup says so
		return bad
	}
	if source, place := l.Source(c); source == "" || place == "" {
		return &config.Error{Operand: fmt.Sprintf("source %.60q", c.Source), Reason: "unknown, or without a place", Remedy: "write a letter of sources, and the place"}
	}
	for _, f := range [][2]string{{"claim", c.Claim}, {"formally", c.Formally}, {"for", c.For}} {
		if f[1] == "" {
			return &config.Error{Operand: f[0], Reason: "missing"}
		}
	}
	if !slices.Contains(verdicts, c.Verdict) {
		return &config.Error{Operand: fmt.Sprintf("verdict %.40q", c.Verdict), Reason: "unknown", Remedy: "there are holds, refuted, assumes, open"}
	}
	if c.Verdict != Holds && c.Because == "" {
		return &config.Error{Operand: "because", Reason: "missing", Remedy: "write the witness, the assumption, or why it is open"}
	}
	for _, check := range c.Checks {
		if err := check.check(); err != nil {
			return err
		}
	}
	if reason := c.Verdict.contradicts(c.Checks); reason != "" {
		return &config.Error{Operand: "verdict " + string(c.Verdict), Reason: reason}
	}
	return nil
}

// contradicts says why a verdict does not follow from the outcomes of the checks, "" where it does.
func (v Verdict) contradicts(checks []Check) string {
	agree, open := 0, 0
	for _, c := range checks {
		switch {
		case c.Exit == 3:
			open++
		case c.Agreed():
			agree++
		}
	}
	disagree := len(checks) - open - agree
	switch {
	case v == Open && agree+disagree > 0:
		return "a command decides it"
	case v != Open && agree+disagree == 0:
		return "no command decides it"
	case v == Holds && disagree > 0:
		return "a command disagrees"
	case v == Refuted && disagree == 0:
		return "no command disagrees"
	case v == Assumes && (agree == 0 || disagree == 0):
		return "needs a command that agrees, under the assumption, and one that disagrees, without it"
	}
	return ""
}

func (c Check) check() *config.Error {
	args := c.Args()
	if len(args) == 0 || !slices.Contains(verbs, args[0]) {
		return &config.Error{Operand: fmt.Sprintf("run %.60q", c.Run), Reason: "is none of mxgen's commands that a ledger may run", Remedy: "there are " + strings.Join(verbs, ", ")}
	}
	for k, a := range args {
		if k+1 < len(args) && a == "--model" && isModel(args[k+1]) {
			continue
		}
		if writing.MatchString(a) && !isModel(a) {
			return &config.Error{Operand: fmt.Sprintf("run %.60q", c.Run), Reason: fmt.Sprintf("%.40q names files or other machines", a), Remedy: "leave it out"}
		}
	}
	for _, text := range append(slices.Clone(c.Finds), c.Predicts) {
		if _, err := regexp.Compile(text); err != nil {
			return &config.Error{Operand: fmt.Sprintf("regular expression %.60q", text), Reason: err.Error()}
		}
	}
	switch {
	case c.Exit < 0 || c.Exit > 3 || c.Exit == 2:
		return &config.Error{Operand: fmt.Sprintf("exit %d", c.Exit), Reason: "is no exit code of a verdict", Remedy: "there are 0, 1 and 3"}
	case c.Predicts == "" && c.Agreed() != (c.Exit == 0):
		return &config.Error{Operand: fmt.Sprintf("run %.60q", c.Run), Reason: "the exit code contradicts agrees", Remedy: "the claim predicts exit code 0, or what predicts says"}
	case !(c.Seconds >= 0 && c.Seconds < 1e6): //nolint:staticcheck // NaN too
		return &config.Error{Operand: "seconds", Reason: "must be from 0 to a million"}
	}
	return nil
}

func (l *Ledger) checkNeeds() *config.Error {
	for _, n := range l.Needs {
		if _, err := algorithms.Lookup(n.Algorithm); err != nil {
			return err.(*config.Error) //nolint:errorlint // Lookup says so
		}
		for k, cell := range n.Cells() {
			at := fmt.Sprintf("needs: %s: %s", n.Algorithm, Columns[k])
			decided := false
			for _, id := range cell.Claims {
				i := slices.IndexFunc(l.Claims, func(c Claim) bool { return c.ID == id })
				if i < 0 {
					return &config.Error{Operand: fmt.Sprintf("%s: claim %.60q", at, id), Reason: "unknown"}
				}
				decided = decided || l.Claims[i].Verdict != Open
			}
			switch cell.Needs {
			case "yes", "no":
				if !decided {
					return &config.Error{Operand: at, Reason: "no command shows it", Remedy: "name claims, or write open"}
				}
			case "open", "none":
				if cell.Because == "" {
					return &config.Error{Operand: at, Reason: "does not say why"}
				}
			default:
				return &config.Error{Operand: fmt.Sprintf("%s: %.40q", at, cell.Needs), Reason: "unknown", Remedy: "there are yes, no, open, none"}
			}
		}
	}
	return nil
}
