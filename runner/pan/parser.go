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
	rest     string     // the message that interrupted a progress line
	asked    string     // the claim that the last recorded command names
	strict   bool       // the last recorded command has -q
	blinded  string     // the define of the last recorded compilation that leaves out a check silently
	quoted   bool       // inside a statement's text that spans lines
	ranges   bool       // inside the listing of -DVAR_RANGES
	freeform bool       // inside a usage text or a compiler's message: everything is part of it
	header   bool       // a version line was printed, and the search after it was not concluded yet
	running  bool       // a recorded command runs pan, which has printed lines, and its search was not concluded yet
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

// Parse reads recorded output, with both streams in one.  A last line "[exit N]" has the
// exit status, as a shell reports it; without such a line the status is unknown.  A line
// "$ COMMAND" is a command: it may name a claim, run pan again, or compile pan without some
// checks.  A line "--- stderr:" is skipped.  The error is the reader's.
func Parse(r io.Reader) (Output, error) {
	p := NewParser()
	record := lines{emit: p.recorded}
	_, err := io.Copy(&record, r)
	record.finish()
	return p.Finish(process.Exit{}), err
}

// echoed matches a command line that runs pan, as a terminal shows it: with a prompt, a directory or pan.exe.
var echoed = regexp.MustCompile(`^(?:\S.*[$#%>] ?)?(?:\.[/\\]|\S*[/\\])?pan(\.exe)?((?: +-[A-Za-z]\S*(?: +[A-Za-z_0-9]+)?)*) *$`)

// asCommand is an echoed command line as a recorded one; false: the line is none.
func asCommand(line string) (string, bool) {
	m := echoed.FindStringSubmatch(line)
	if m == nil || m[1] == "" && m[2] == "" {
		return "", false
	}
	return "$ ./pan" + m[2], true
}

// askedClaim matches a recorded command that names a claim for pan.
var askedClaim = regexp.MustCompile(`^\$ .*pan\b.* -N ?([A-Za-z_]\w*)`)

var (
	// panCommand matches a command that runs pan in its own directory.
	panCommand = regexp.MustCompile(`^\$ (?:.*\s)?\./pan(?:\s|$)`)
	strictRun  = regexp.MustCompile(`^\$ .*pan\b.* -q\b`)
	// spinRuns matches a command with which spin compiles pan and runs it.
	spinRuns = regexp.MustCompile(`^\$ (?:.*\s)?spin\s(?:.*\s)?-(?:run|search)\s`)
	compiles = regexp.MustCompile(`^\$ (?:.*\s)?(?:gcc|cc|tcc|clang)\s`)
	// blinding matches the defines that leave out a check, the stuttering at the end of a run,
	// or moves, without any difference in the output.
	blinding = regexp.MustCompile(`[\s'"]-D ?(XUSAFE|NOBOUNDCHECK|NOSTUTTER|NIBIS)\b`)
)

var exitMark = regexp.MustCompile(`^\[exit (\d{1,3})\]$`)

// recorded reads a line of a record: of pan, or of the recorder.
func (p *Parser) recorded(line string) {
	if m := exitMark.FindStringSubmatch(line); m != nil {
		// The success of another command says nothing about the pan before it.
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
	if command, ok := asCommand(line); ok {
		p.command(command)
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
		p.concludeEarlier()
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

// newRun clears the summary of a search that has ended: another one has begun, and may be cut
// short before its own.
func (p *Parser) newRun() {
	if p.out.Ended {
		p.concludeEarlier()
		p.out.Summary, p.out.Completed, p.out.Ended = false, false, false
	}
}

// concludeEarlier concludes what a search shows after which another begins.  All searches must
// pass: the last one says nothing about what an earlier one has left open.
func (p *Parser) concludeEarlier() {
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
	if c.Class.Complete() || p.out.earlier != nil && c.Class != Violated {
		return
	}
	c.Reason = "an earlier search: " + c.Reason
	p.out.earlier = &c
}

// shellExit decodes a status as a shell reports it: 124 is that of timeout(1), and 128+n means
// signal n.
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

// line records one line of output, and the message that interrupted it.
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
		if m := pat.re().FindStringSubmatch(line); m != nil {
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

// patternsFor has the patterns that can match a line, by its first byte.  Without it an unknown
// line would be compared with all patterns.
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

// inBlock reads the lines of a list of unreached statements.  The text of embedded C may have
// several lines.
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
	end := strings.HasSuffix(line, `, "-end-"`) || strings.HasSuffix(line, "-end state-")
	p.block.End = p.block.End || end
	// assert(false) stands where nobody is to come.
	if !end && !strings.HasSuffix(line, `, "assert(0)"`) {
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

// inRanges reads the lines of -DVAR_RANGES, which are "\tname\t: values".
func (p *Parser) inRanges(line string) bool {
	p.ranges = p.ranges && strings.HasPrefix(line, "\t") && strings.Contains(line, "\t: ")
	return p.ranges
}

// newSummary clears an earlier summary: the last one counts.  A bitstate search may print one
// for each run.
func (p *Parser) newSummary(version string) {
	if p.header {
		p.concludeEarlier()
	}
	p.header = true
	o := &p.out
	o.MaxDepth = 0
	o.Version, o.asked, o.blinded, o.strict = version, p.asked, p.blinded, p.strict
	o.Store, o.Options, o.Scope = StoreNone, nil, Scope{}
	o.Summary, o.Completed, o.Ended = false, false, false
	o.Unreached, o.UnreachedOn, o.translated = nil, false, false
}

// number reads a count as pan prints it; 0 if the text is not a number.
func number(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64)
	return f
}

// integer reads digits; if they are too many, it is the largest integer.
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

// DepthLimited tells, while pan runs, whether pan has said that its depth limit was reached.
func (p *Parser) DepthLimited() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.out.Need.Depth
}
