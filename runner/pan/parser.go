package pan

import (
	"bytes"
	"io"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/mxgen/mxgen/runner/process"
)

// Parser reads the output of one run of pan while it is printed, in constant
// memory. Standard output and standard error are separate streams, because
// pan buffers the one and not the other: in a common pipe they would break
// into each other's lines. Its streams may be written concurrently.
type Parser struct {
	mu       sync.Mutex
	out      Output
	stdout   lines
	stderr   lines
	block    *Unreached // the listing that the next lines belong to
	rest     string     // of a progress line into which a message broke
	asked    string     // the claim that the last recorded command names
	strict   bool       // the last recorded command has -q
	blinded  string     // what the last recorded compilation leaves out without a word in pan's output
	quoted   bool       // inside a statement's text that spans lines
	ranges   bool       // inside the listing of -DVAR_RANGES
	freeform bool       // inside a usage text or a compiler's message: everything is part of it
	header   bool       // a version line was printed, and what follows it was not yet judged
	running  bool       // a recorded command runs pan, which has printed something that was not yet judged
	runs     bool       // the last recorded command runs pan
}

// NewParser returns a Parser that has read nothing.
func NewParser() *Parser {
	p := new(Parser)
	p.stdout.emit = p.line
	p.stderr.emit = p.line
	return p
}

// Stdout takes what pan writes to its standard output. Writes never fail.
func (p *Parser) Stdout() io.Writer { return &locked{&p.mu, &p.stdout} }

// Stderr takes what pan writes to its standard error. Writes never fail.
func (p *Parser) Stderr() io.Writer { return &locked{&p.mu, &p.stderr} }

type locked struct {
	mu *sync.Mutex
	l  *lines
}

func (w *locked) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.l.Write(b)
}

// Finish ends both streams and returns the facts.
func (p *Parser) Finish(exit process.Exit) Output {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.stdout.finish()
	p.stderr.finish()
	p.endBlock()
	if exit.Known || exit.Killed != process.NotKilled {
		p.out.Exit = exit
	}
	return p.out
}

// Parse reads output that somebody else recorded, both streams in one. A last
// line "[exit N]" gives the exit status, as a shell reports it; without one it
// is unknown. Of a line "$ COMMAND" the claim that it names counts, that it runs pan
// once more, and checks that it compiles pan without; a line "--- stderr:" is
// skipped. The error is the reader's.
func Parse(r io.Reader) (Output, error) {
	p := NewParser()
	record := lines{emit: p.recorded}
	_, err := io.Copy(&record, r)
	record.finish()
	return p.Finish(process.Exit{}), err
}

// askedClaim is what a recorded command tells pan to decide.
var askedClaim = regexp.MustCompile(`^\$ .*pan\b.* -N ?([A-Za-z_]\w*)`)

var (
	// panCommand is one that runs pan from its own directory, as SPIN makes it.
	panCommand = regexp.MustCompile(`^\$ (?:.*\s)?\./pan(?:\s|$)`)
	strictRun  = regexp.MustCompile(`^\$ .*pan\b.* -q\b`)
	// spinRuns is one with which SPIN compiles pan and runs it.
	spinRuns = regexp.MustCompile(`^\$ (?:.*\s)?spin\s(?:.*\s)?-(?:run|search)\s`)
	compiles = regexp.MustCompile(`^\$ (?:.*\s)?(?:gcc|cc|tcc|clang)\s`)
	// blinding are the definitions that leave out a check, or a run that stutters
	// at its end, or moves, where the output looks the same.
	blinding = regexp.MustCompile(`[\s'"]-D ?(XUSAFE|NOBOUNDCHECK|NOSTUTTER|NIBIS)\b`)
)

var exitMark = regexp.MustCompile(`^\[exit (\d{1,3})\]$`)

// recorded reads a line of a record: of pan, or a mark of the recorder's.
func (p *Parser) recorded(line string) {
	if m := exitMark.FindStringSubmatch(line); m != nil {
		// Another command's success says nothing of the pan before it.
		code, _ := strconv.Atoi(m[1])
		if code != 0 || p.runs || !p.header && !p.running {
			p.out.Exit = shellExit(code)
		}
		return
	}
	if line == "--- stderr:" {
		p.freeform = false
		return
	}
	if strings.HasPrefix(line, "$ ") {
		p.command(line)
		return
	}
	p.line(line)
}

// command reads a recorded command.
func (p *Parser) command(line string) {
	p.asked, p.strict = "", strictRun.MatchString(line)
	if m := askedClaim.FindStringSubmatch(line); m != nil {
		p.asked = m[1]
	}
	bySpin := spinRuns.MatchString(line)
	if p.runs = bySpin || panCommand.MatchString(line); p.runs {
		p.judge()
		p.newRun()
		p.out.noAccept = false
	}
	if bySpin || compiles.MatchString(line) {
		p.out.compiled = true
		p.blinded = ""
		if m := blinding.FindStringSubmatch(line); m != nil {
			p.blinded = "-D" + m[1]
		}
	}
}

// newRun forgets that a search has ended: another one goes on, which may never
// come to its summary.
func (p *Parser) newRun() {
	if p.out.Ended {
		p.judge()
		p.out.Summary, p.out.Completed, p.out.Ended = false, false, false
	}
}

// judge concludes what the search shows after which another begins: all of them must
// pass, lest the last one hides what another left open.
func (p *Parser) judge() {
	if !p.header && !p.running {
		return
	}
	p.header, p.running = false, false
	p.endBlock()
	p.out.searches++
	if p.out.Replay || p.out.earlier != nil && p.out.earlier.Class == Violated {
		return
	}
	c := Conclude(p.out, Want{})
	if c.Verdict() == Pass || p.out.earlier != nil && c.Class != Violated {
		return
	}
	c.Reason = "an earlier search: " + c.Reason
	p.out.earlier = &c
}

// shellExit undoes the shell's encoding: 124 is timeout(1)'s own status, and
// 128+n stands for signal n.
func shellExit(code int) process.Exit {
	e := process.Exit{Known: true, Code: code}
	switch {
	case code == 124:
		e.Killed = process.Timeout
	case code > 128 && code < 128+65:
		e.Code, e.Signal = 0, syscall.Signal(code-128)
	}
	return e
}

// line records one line of output, and the message that broke into it.
func (p *Parser) line(line string) {
	p.running = p.running || p.runs
	p.one(line)
	for p.rest != "" {
		line, p.rest = p.rest, ""
		p.one(line)
	}
}

// one records one line.
func (p *Parser) one(line string) {
	if p.inBlock(line) || p.inRanges(line) || strings.TrimSpace(line) == "" {
		return
	}
	for _, pat := range patternsFor[line[0]] {
		if !pat.fits(line) {
			continue
		}
		if pat.re == nil {
			pat.apply(p, line, nil)
			return
		}
		if m := pat.re.FindStringSubmatch(line); m != nil {
			pat.apply(p, line, m)
			return
		}
	}
	if p.freeform {
		return
	}
	p.unknown(line)
}

func (p *Parser) unknown(line string) {
	p.out.Unknown = keep(p.out.Unknown, line)
	p.out.UnknownCount++
}

// patternsFor holds, by a line's first byte, the patterns that may fit it: lines
// that are not known would try all of them.
var patternsFor = func() (table [256][]*pattern) {
	for i := range patterns {
		p := &patterns[i]
		for b := range table {
			if p.key == "" || p.key[0] == '*' || p.key[0] == byte(b) {
				table[b] = append(table[b], p)
			}
		}
	}
	return table
}()

var (
	blockCount = regexp.MustCompile(`^\s+\((\d+) of (\d+) states\)$`)
	blockLine  = regexp.MustCompile(`^\s+[^"]*:\d+, state \d+, ("|-end state-)`)
)

// inBlock takes the lines of an unreached listing. A statement's text may
// span lines if it is embedded C.
func (p *Parser) inBlock(line string) bool {
	if p.block == nil {
		return false
	}
	if m := blockCount.FindStringSubmatch(line); m != nil {
		p.block.Count, _ = strconv.Atoi(m[1])
		p.block.Of, _ = strconv.Atoi(m[2])
		p.endBlock()
		return true
	}
	if p.quoted {
		p.quoted = !strings.HasSuffix(line, `"`)
		return true
	}
	if !blockLine.MatchString(line) {
		p.endBlock()
		return false
	}
	p.out.translated = p.out.translated || p.block.Claim && strings.HasPrefix(strings.TrimSpace(line), "_spin_nvr.tmp:")
	p.quoted = !strings.HasSuffix(line, `"`) && !strings.HasSuffix(line, "-end state-") && len(line) < maxLine
	if !strings.HasSuffix(line, `, "-end-"`) && !strings.HasSuffix(line, "-end state-") {
		p.block.Executable++
		if len(p.block.Statements) < 8 {
			p.block.Statements = append(p.block.Statements, strings.TrimSpace(line))
		}
	}
	return true
}

func (p *Parser) startBlock(name string, claim bool) {
	p.endBlock()
	p.out.UnreachedOn = true
	p.block = &Unreached{Name: name, Claim: claim}
}

func (p *Parser) endBlock() {
	if p.block != nil && len(p.out.Unreached) < maxParts {
		p.out.Unreached = append(p.out.Unreached, *p.block)
	}
	p.block, p.quoted = nil, false
}

// inRanges takes the lines of -DVAR_RANGES, which are "\tname\t: values".
func (p *Parser) inRanges(line string) bool {
	p.ranges = p.ranges && strings.HasPrefix(line, "\t") && strings.Contains(line, "\t: ")
	return p.ranges
}

// newSummary forgets an earlier summary: the last one counts (bitstate
// searches may print one a run).
func (p *Parser) newSummary(version string) {
	if p.header {
		p.judge()
	}
	p.header = true
	o := &p.out
	o.MaxDepth = 0
	o.Version, o.asked, o.blinded, o.strict = version, p.asked, p.blinded, p.strict
	o.Store, o.Options, o.Scope = StoreNone, nil, Scope{}
	o.Summary, o.Completed, o.Ended = false, false, false
	o.Unreached, o.UnreachedOn, o.translated = nil, false, false
}

// number reads a count as pan prints it; what is no number is 0.
func number(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64)
	return f
}

// integer reads digits, of which there may be too many: then it is the largest.
func integer(s string) int64 {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil && n == 0 {
		return int64(number(s))
	}
	return n
}

// ParseBytes is Parse of a record in memory.
func ParseBytes(b []byte) Output {
	out, _ := Parse(bytes.NewReader(b)) // a bytes.Reader does not fail
	return out
}

// DepthLimited tells, while pan runs, whether it has said that its depth limit
// was reached.
func (p *Parser) DepthLimited() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.Need.Depth
}
