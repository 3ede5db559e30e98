package pan

import (
	"regexp"
	"strings"
	"sync"
)

// pattern recognises one kind of line: by its key alone, or by key and expression.  The key is
// a prefix, or "*" and a text that the line contains.  It makes unknown lines cheap.
type pattern struct {
	key   string
	re    func() *regexp.Regexp // compiled when a line needs it: all of them would take longer than mxgen takes to start
	apply func(p *Parser, line string, m []string)
}

// doubt says why a search with a known warning shows less than it seems to.
type doubt struct {
	class     Class
	reason    string
	ends      bool // concerns invalid end states only
	unclaimed bool // there is none if a claim was checked
	// reduced says that without partial order reduction there is no doubt.
	reduced bool
}

func (p *pattern) fits(line string) bool {
	if part, ok := strings.CutPrefix(p.key, "*"); ok {
		return strings.Contains(line, part)
	}
	return strings.HasPrefix(line, p.key)
}

func match(prefix, expr string, apply func(*Parser, string, []string)) pattern {
	return pattern{prefix, sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^` + expr + `$`) }), apply}
}

// skip is a line without a fact that a conclusion needs.
func skip(line string) pattern { return skipMatch(line, regexp.QuoteMeta(line)) }

func skipMatch(prefix, expr string) pattern {
	return match(prefix, expr, func(*Parser, string, []string) {})
}

// cut is a line after which the search is not complete.
func cut(prefix string) pattern {
	return pattern{prefix, nil, func(p *Parser, line string, _ []string) {
		p.out.Incomplete = keep(p.out.Incomplete, strings.TrimSpace(line))
	}}
}

// abort is a line with which a tool gives up.
func abort(prefix string) pattern {
	return pattern{prefix, nil, func(p *Parser, line string, _ []string) { p.abort(line) }}
}

// abortText is an abort after which any text may follow: a usage text, or the message of a
// compiler or shell.
func abortText(prefix, expr string) pattern {
	return match(prefix, expr, func(p *Parser, line string, _ []string) {
		p.abort(line)
		p.freeform = true
	})
}

// unnamed is the proctype of a process that pan does not name.
const unnamed = "(null)"

func (p *Parser) abort(line string) { p.out.Aborted = keep(p.out.Aborted, strings.TrimSpace(line)) }

// warn is a known warning, with its doubt (nil: none).
func warn(line string, d *doubt) pattern { return warnMatch(line, regexp.QuoteMeta(line), d) }

func warnMatch(prefix, expr string, d *doubt) pattern {
	return match(prefix, expr, func(p *Parser, line string, _ []string) {
		p.out.Warnings = keep(p.out.Warnings, line)
		p.doubt(d)
	})
}

// option is a line of the header that says how the search was done, with its doubt (nil: none).
func option(names string, d *doubt) pattern {
	return match("*+ ", `\s+\+ (`+names+`)`, func(p *Parser, _ string, m []string) {
		p.out.Options = keep(p.out.Options, m[1])
		p.doubt(d)
	})
}

func (p *Parser) doubt(d *doubt) {
	if d != nil && len(p.out.doubts) < maxKept {
		p.out.Need.NoReduce = p.out.Need.NoReduce || d.reduced
		p.out.doubts = append(p.out.doubts, *d)
	}
}

// check is a line of the scope.
func check(name string, field func(*Scope) *Check) pattern {
	return match("*"+name, `\s+`+name+`\s*([+-])(?: \((.*)\))?`, func(p *Parser, _ string, m []string) {
		*field(&p.out.Scope) = Check{Printed: true, On: m[1] == "+", Note: m[2]}
	})
}

// count is a line "N WHAT" of the statistics.
func count(key, what string, field func(*Output) *float64) pattern {
	return match("*"+key, `\s*(`+num+`) `+what, func(p *Parser, _ string, m []string) {
		*field(&p.out) = number(m[1])
	})
}

// needsCycles is a warning that pan prints for every claim if the model has an accept label.
const needsCycles = "warning: never claim + accept labels requires -a flag to fully verify"

const num = `[-+0-9.e]+|nan|-?inf`

// patterns has every line that a verification by pan 6.5.2 prints.  The first that matches
// counts.  The lines that every verification prints are also recognised with blanks in place of
// tabs, as they are copied from a terminal.
var patterns = []pattern{
	// SPIN 5 does not number its errors.
	match("* (at depth ", `(cpu\d+: )?pan:(?:(\d+):)? (.*) \(at depth (-?\d+)\)`, func(p *Parser, _ string, m []string) {
		p.out.MultiCore = p.out.MultiCore || m[1] != ""
		p.errorLine(m[2], m[3], m[4])
	}),
	// A text that the model prints without an end of line stands before pan's message.
	match("* (at depth ", `.+pan:(\d+): (.*) \(at depth (-?\d+)\)`, func(p *Parser, line string, m []string) {
		p.unknown(line)
		p.errorLine(m[1], m[2], m[3])
	}),
	match("cpu", `cpu\d+: .*`, func(p *Parser, _ string, _ []string) { p.out.MultiCore = true }),

	// The trail.
	match("pan: wrote ", `pan: wrote (.*)`, func(p *Parser, _ string, m []string) {
		p.out.Trails = keep(p.out.Trails, m[1])
	}),
	match("pan: cannot create ", `pan: cannot create .*`, noTrail),
	match("pan: error writing ", `pan: error writing .*`, noTrail),
	skipMatch("cause: ", `cause: .*`),
	skip("sorry: MA writes 1 trail max"),
	skipMatch("pan: reducing search depth to ", `pan: reducing search depth to -?\d+`),

	// Progress.
	match("Depth=", `(?:(?:Depth|States|Transitions|Nodes|Memory|t|R)= *(?:`+num+`)\s*)+(Interrupted)?`, goesOn),
	match("pan: resizing hashtable to ", `pan: resizing hashtable to -w\d+\.\.\s*(?:done)?(.*)`, goesOn),
	skip("pan: resetting hashtable"),
	match("pan: ltl formula ", `pan: ltl formula (.*)`, func(p *Parser, _ string, m []string) {
		p.newRun()
		p.out.Formula = m[1]
	}),
	skipMatch("depth ", `depth \d+: Claim(?: \w+ \(\d+\))?, state \d+ \(line -?\d+\)`), // -v
	// A claim is selected, with -v.
	match("*: Claim ", `\d+: Claim (\w+) \(\d+\), from state \d+`, func(p *Parser, _ string, m []string) {
		p.newRun()
		p.out.Formula = m[1]
	}),
	skipMatch("ltl ", `ltl \w+: .*`), // spin -a, in a record that holds both
	skipMatch("Run ", `Run \d+:`),
	skipMatch("  the model contains ", `  the model contains \d+ never claims: .*`), // this too
	skip("  only one claim is used in a verification run"),
	skipMatch("  choose which one with ", `  choose which one with \./pan -a -N name \(defaults to -N \w+\)`),
	skipMatch("  or use e.g.: spin -search ", `  or use e\.g\.: spin -search -ltl \w+ .*`),

	// The header.
	match("(Spin Version ", `\(Spin Version (.*)\)`, func(p *Parser, _ string, m []string) { p.newSummary(m[1]) }),
	cut("Warning: Search not completed"),
	cut("Warning: Search incomplete"),
	match("*+ Multi-Core", `\s+\+ Multi-Core.*`, func(p *Parser, _ string, _ []string) { p.out.MultiCore = true }),
	option(`Scheduling Restriction \(-L-?\d+\)`, &doubt{class: NoErrorFound, reason: "the number of context switches was bounded"}),
	option(`Randomized Process Ordering|Permuted|Reversed|Rotated -?\d+|RandRotated`,
		&doubt{class: NoErrorFound, reason: "a search that changes the order of the processes may miss states"}),
	option(`Tree Index Compression`, &doubt{class: NoErrorFound, reason: "a search with -DTRIX misses fair cycles, and loses channels of processes that come and go"}),
	option(`Breadth-First Search|Partial Order Reduction|Process Scheduling Permutation|`+
		`Reverse Depth-First Search Order|Reverse Transition Ordering|Randomized Transition Ordering|`+
		`Compression|Graph Encoding \(-DMA=\d+\)|FullStack Matching|CntrStack Matching|`+
		`Separate Hash Tables|Disk storage`, nil),
	cut("\t  Restarted from checkpoint "),
	match("Full", `Full statespace search for:`, store(StoreFull)),
	match("Bit", `Bit statespace search for:`, store(StoreBit)),
	match("Hash-Compact", `Hash-Compact \d+ search for:`, store(StoreHashCompact)),
	check("never claim", func(s *Scope) *Check { return &s.Claim }),
	check("assertion violations", func(s *Scope) *Check { return &s.Assertions }),
	check("acceptance   cycles", func(s *Scope) *Check { return &s.Acceptance }),
	check("non-progress cycles", func(s *Scope) *Check { return &s.Progress }),
	check("cycle checks", func(s *Scope) *Check { return &s.Cycles }),
	check("invalid end states", func(s *Scope) *Check { return &s.EndStates }),
	check("trace assertion", func(s *Scope) *Check { return &s.Trace }),
	check("notrace assertion", func(s *Scope) *Check { return &s.Trace }),

	// The statistics.
	match("State-vector ", `State-vector (\d+) byte, depth reached (-?\d+)(?: \[.*\])?, errors: (\d+)`, func(p *Parser, _ string, m []string) {
		o := &p.out
		// Without a version line before it this is a fragment, not a summary.
		o.Summary = o.Version != ""
		o.VectorBytes, o.Depth, o.Errors = integer(m[1]), integer(m[2]), integer(m[3])
	}),
	match("*states, stored", `\s*(`+num+`) states, stored(?: \((`+num+`) visited\))?`, func(p *Parser, _ string, m []string) {
		p.out.Stored = number(m[1])
		p.out.Visited = p.out.Stored
		if m[2] != "" {
			p.out.Visited = number(m[2])
		}
	}),
	count("states, matched", `states, matched`, func(o *Output) *float64 { return &o.Matched }),
	count("transitions (=", `transitions \(= (?:stored|visited)\+matched\)`, func(o *Output) *float64 { return &o.Transitions }),
	match("*atomic steps", `\s*(`+num+`) atomic steps`, func(p *Parser, _ string, _ []string) { p.out.Completed = p.out.Summary }),
	count("lost messages", `lost messages`, func(o *Output) *float64 { return &o.Lost }),
	match("*states lost", `\s*(`+num+`) states lost \(lack of queue memory\)`, func(p *Parser, line string, _ []string) {
		p.out.Incomplete = keep(p.out.Incomplete, strings.TrimSpace(line))
	}),
	skipMatch("\t", `\t\s*(`+num+`) (nominal states \(.*\)|rvs succeeded|midrv|failedrv|revrv)`),
	skipMatch("*stack", `\s*(`+num+`) (matches within stack|states allocated for dfs stack)`),
	skipMatch("hash conflicts: ", `hash conflicts:\s*(`+num+`) \(resolved\)`),
	match("hash factor: ", `hash factor:\s*(`+num+`) \(best if > 100\.\)`, func(p *Parser, _ string, m []string) {
		p.out.HashFactor = number(m[1])
	}),
	skipMatch("bits set per state: ", `bits set per state: \d+ \(-k\d+\)`),
	skipMatch("hash polynomial used: ", `hash polynomial used: 0x[0-9a-f]+`),
	skipMatch("random seed used: ", `random seed used: \d+`),
	skipMatch("bfs disk reads: ", `bfs disk reads: -?\d+ writes -?\d+ -- diff -?\d+`),
	skipMatch("MA stats: -DMA=", `MA stats: -DMA=\d+ is sufficient`),
	skipMatch("Minimized Automaton:", `Minimized Automaton:\s*\d+ nodes and\s*(`+num+`) edges`),
	skipMatch("stackframes: ", `stackframes: -?\d+/-?\d+`),
	skipMatch("stats: fa ", `stats: fa -?\d+, fh -?\d+, zh -?\d+, zn -?\d+ - check -?\d+ holds -?\d+`),
	skipMatch("stack stats: ", `stack stats: puts -?\d+, probes -?\d+, zaps -?\d+`),
	skip("Stats on memory usage (in Megabytes):"),
	match("*total actual memory", `\s*(`+num+`)\s+total actual memory usage`, func(p *Parser, _ string, m []string) { p.out.MemoryMB = number(m[1]) }),
	match("*\tmemory usage", `\s*(`+num+`)\tmemory usage \(Mbyte\)`, func(p *Parser, _ string, m []string) { p.out.MemoryMB = number(m[1]) }),
	match("*memory used for DFS stack", `\s*(?:`+num+`)\s+memory used for DFS stack \(-m(\d+)\)`, func(p *Parser, _ string, m []string) {
		p.out.MaxDepth = integer(m[1])
	}),
	skipMatch("*mory ", `\s*(`+num+`)\s+(equivalent memory usage for states.*|actual memory usage for states.*|`+
		`memory used for .*|shared memory .*|memory lost to fragmentation|total non-shared memory usage)`),
	skipMatch("*other (proc", `\s*(`+num+`)\s+other \(proc and chan stacks\)`),
	skipMatch("*state-vector as stored = ", `\s+state-vector as stored = (`+num+`) byte \+ -?\d+ byte overhead`),
	skipMatch("\t\tin ", `\t\tin \d+ (local heaps|queues) of .* MB each.*`),
	skip("nr of templates: [ 0:globals 1:chans 2:procs ]"),
	skipMatch("collapse counts: [", `collapse counts: \[ (\d+:\d+ )*\]`),
	skipMatch("TRIX", `TRIX counts:`),
	skipMatch("  ", `  (processes|channels ): [ 0-9:]*`),
	skipMatch("Peg", `Peg Counts \(transitions executed\):`),
	skipMatch("*\ttrans ", `\s*\d+\ttrans\s+\d+ .*:-?\d+`),
	skipMatch("*loopstates hit", `\s*(`+num+`) loopstates hit`),
	skip("Successor counts:"),
	skipMatch("*% of total)", `\s*\d+\t\s*\d+\t\((`+num+`) % of total\)`),
	skipMatch("mean ", `mean (`+num+`) \(without 0: (`+num+`)\)`),
	match("Values assigned within interval ", `Values assigned within interval \[.*\]:`, func(p *Parser, _ string, _ []string) { p.ranges = true }),
	skipMatch("hint: ", `hint: (increase hashtable-size \(-w\) to reduce runtime|to reduce memory, recompile with(out)?|`+
		`this search is more efficient if pan\.c is compiled -DSAFETY)`),

	// Unreached statements.
	match("unreached in ", `unreached in (proctype|claim) (.*)`, func(p *Parser, _ string, m []string) {
		p.startBlock(m[2], m[1] == "claim")
	}),
	match("unreached in init", `unreached in init`, func(p *Parser, _ string, _ []string) { p.startBlock("init", false) }),

	// The end.
	match("pan: elapsed time ", `pan: elapsed time (`+num+`) seconds`, func(p *Parser, _ string, m []string) {
		p.out.Ended = true
		// pan that gives up before it starts its clock prints the time since boot.
		if s := number(m[1]); p.out.Completed && p.out.Stored > 0 && s < 1e7 {
			p.out.Seconds = s
		}
	}),
	skip("--end of output--"), // -Y
	skipMatch("pan: rate ", `pan: rate\s+(`+num+`) states/second`),
	skipMatch("pan: avg transition delay ", `pan: avg transition delay (`+num+`) usec`),

	// Searches that were cut short.
	match("error: max search depth too small", `error: max search depth too small`, func(p *Parser, line string, _ []string) {
		p.out.Incomplete = keep(p.out.Incomplete, line)
		p.out.Need.Depth = true
	}),
	cut("pan: reached -DMEMLIM bound"),
	cut("pan: out of memory"),
	skipMatch("\t", `\t(`+num+`) bytes (used|more needed|limit)`),
	skipMatch("  ", `\s+(-D(COLLAPSE|MA=\d+|HC|BITSTATE|SEP_STATE)\s.*|omit -DFULL_TRAIL .*)`),
	cut("Interrupted"),
	cut("Time limit of "),
	cut("pan: warning, stack incomplete"),
	cut("pan: warning, double stack entry"),

	// Tools that gave up.
	match("pan: error: too many processes -- current", `pan: error: too many processes -- current max is \d+ procs \(-DNFAIR=(\d+)\)`, func(p *Parser, line string, m []string) {
		p.abort(line)
		p.out.Need.NFair = int(integer(m[1])) + 1
	}),
	match("\trecompile with -DNFAIR=", `\trecompile with -DNFAIR=(\d+)`, func(p *Parser, _ string, m []string) { p.out.Need.NFair = int(integer(m[1])) }),
	abort("pan: error: too many processes"),
	match("pan: error, VECTORSZ too small", `.* with N>(\d+)`, func(p *Parser, line string, m []string) {
		p.abort(line)
		p.out.Need.VectorSize = int(integer(m[1]))
	}),
	abort("pan: error, MA too small"),
	abort("pan: error: cannot find claim"),
	abort("VECTORSZ is "),
	abort("pan: recompile with -D"),
	{"error: p.o. reduction not compatible with fairness", nil, func(p *Parser, line string, _ []string) {
		p.abort(line)
		p.out.Need.NoReduce = true
	}},
	skip("       with rendezvous operations: recompile with -DNOREDUCE"),
	abort("error: proctype '"),
	abort("error:\ta rendezvous stmnt in the escape clause"),
	skip("\tof an unless stmnt is not compatible with -DBFS"),
	abortText("error: -", `error: -.*`),
	abortText("saw option ", `saw option .*`),
	abortText("Spin Version ", `Spin Version .*`),
	abortText("Valid Options are:", `Valid Options are:`),
	abortText("usage: ", `usage: .*`),
	abort("option -"),
	abort("options -r is for models with embedded C code"),
	abort("pan: wordsize "),
	abort("pan: could not find a polynomial"),
	abort("pan: try a different seed"),
	abort("pan: event_trace not completed"),
	match("writing ", `writing .*\.svd failed`, aborted),
	abort("couldn't create "),
	match("error: there are ", `error: there are \d+ trail files:`, aborted),
	skip("pan: rm or mv all except one"),
	abort("pan: cannot find trailfile "),
	abort("cannot creat checkpoint file"),
	abort("could not allocate shared memory"),
	abort("shmat: "),
	abort("shmget: "),
	abortText("spin: ", `spin: (preprocessing failed|error, the version of spin|.*, Error: ).*`),
	abortText("tl_spin: ", `tl_spin: .*`),
	abortText("*sh: ", `(sh|bash|/bin/sh): (line )?\d+: .*`),
	abortText("* error: ", `[^ :]+:\d+:(\d+:)? (fatal )?error: .*`),
	abortText("*error", `(cc1|gcc|tcc|collect2): (fatal )?error.*`),

	// What pan prints before an error line, to explain it.
	match("pan: x", `pan: (x[rs]) assertion violated: access to chan (?:<(.*)>)?.*`, func(p *Parser, _ string, m []string) {
		p.out.Exclusive = strings.TrimSpace(m[1] + " " + m[2])
	}),
	match("pan: by ", `pan: by (.*) \(proc -?\d+\) and by (.*) \(proc -?\d+\)`, func(p *Parser, _ string, m []string) {
		if m[1] != unnamed {
			p.out.Exclusive += ": " + m[1]
			if m[2] != m[1] && m[2] != unnamed {
				p.out.Exclusive += " and " + m[2]
			} else {
				p.out.Exclusive += " and another process"
			}
			p.out.Exclusive += " access it"
		}
	}),
	skipMatch("pan: by ", `pan: by .*\(proc \d+\).*`),
	skipMatch("chan ", `chan .* \(\d+\), (sndr|recv) proc .* \(\d+\)`),
	skip("==>> a test of the contents of a rv channel always returns FALSE"),
	skipMatch("queue ", `queue \d+ was deleted`),

	// Warnings, and the doubt about each.
	warn(needsCycles,
		&doubt{class: NotChecked, reason: "the claim needs acceptance cycles (-a), which were not searched for"}),
	warn("warning: non-progress claim requires -l flag to fully verify",
		&doubt{class: NotChecked, reason: "non-progress cycles (-l) were not searched for"}),
	warn("warning: verification in BFS mode is restricted to safety properties",
		&doubt{class: NotChecked, reason: "a breadth-first search checks no cycles"}),
	{"warning: no accept labels are defined, so option -a has no effect (ignored)", nil, func(p *Parser, line string, _ []string) {
		p.out.Warnings = keep(p.out.Warnings, line)
		p.out.noAccept = true
		p.doubt(&doubt{class: NotChecked, reason: "there is no accept label, so no acceptance cycle was searched for", unclaimed: true})
	}},
	warn("warning: only one claim defined, -N ignored",
		&doubt{class: NotChecked, reason: "the claim named with -N may not be the one that was checked"}),
	warn("warning: no claims defined, -N ignored",
		&doubt{class: NotChecked, reason: "the claim named with -N does not exist"}),
	warn("warning: -a is disabled by -DNP, ignored",
		&doubt{class: NotChecked, reason: "acceptance cycles were not searched for (-DNP)"}),
	warn("warning: use of rendezvous with BFS does not preserve all invalid endstates",
		&doubt{class: NoErrorFound, reason: "a breadth-first search with rendezvous may miss invalid end states", ends: true}),
	warn("warning: for p.o. reduction to be valid the never claim must be stutter-invariant",
		&doubt{class: NoErrorFound, reason: notStutterInvariant, reduced: true}),
	skip("(never claims generated from LTL formulae are stutter-invariant)"),
	warn("warning: liveness checking with -DMA but without -DNOREDUCE may be incomplete",
		&doubt{class: NoErrorFound, reason: "a search for cycles with -DMA and partial order reduction may be incomplete (-DNOREDUCE is not)", reduced: true}),
	// Nothing is in doubt where an error is found, and its other lines make no sense alone.
	{"warning: use of a rendezvous stmnts in the escape", nil, func(p *Parser, _ string, _ []string) {
		p.doubt(&doubt{class: NoErrorFound, reason: "rendezvous in the escape of an unless may make partial order reduction invalid (-DNOREDUCE is not)", reduced: true})
	}},
	skipMatch("*p.o. reduction", `\s+(of an unless clause, if present, could make p\.o\. reduction)`),
	skipMatch("*-DNOREDUCE", `\s+invalid \(use -DNOREDUCE.*\)`),
	warn("warning: with (default) bound -L0, using -DNOREDUCE performs better", nil),
	warn("warning: -i and -I need -DREACH to work accurately", nil), // accurate is how short an error is
	warn("-M and -G affect only -DBITSTATE", nil),
	warnMatch("invalid option ", `invalid option '.*' -- ignored`, nil),
	warn("pan: option -P not recognized, ignored", nil),
	warn("pan: bad option -P[01], ignored", nil),
	warn("warning: -T ignored when -i or -I is used", nil),
	warn("warning: -i or -I work for safety properties only", nil),
	warnMatch("warning: using -k", `warning: using -k\d+ as minimal usable value`, nil),
	warnMatch("warning: using -w", `warning: using -w\d+ as max usable value`, nil),
	warn("warning: using max bound (255)", nil),
	skipMatch("pan: reverse", `pan: reversed? (\*active\* process creation|transition ordering) .*`),

	// The output of a replay (pan -r), which is no search.
	match("spin: trail ends after ", `spin: trail ends after (-?\d+) steps`, func(p *Parser, _ string, _ []string) {
		p.out.Replay, p.freeform = true, true
	}),
}

// store records how states are stored.  A header that says it twice comes from the mixed
// outputs of two searches: it is unknown to which the rest belongs.
func store(s Store) func(*Parser, string, []string) {
	return func(p *Parser, line string, _ []string) {
		if p.out.Store != StoreNone && p.out.Store != s {
			p.unknown(line)
		}
		p.out.Store = s
	}
}

// goesOn is a progress line: a search is running.  A message may interrupt the line, since pan may
// run out of memory while it resizes its table, or be interrupted at any time: the message is
// read next.
func goesOn(p *Parser, _ string, m []string) {
	p.newRun()
	p.rest = m[1]
}

// errorLine records a line "pan:NUMBER: TEXT (at depth N)".
func (p *Parser) errorLine(number, text, depth string) {
	p.out.ErrorCount++
	if strings.HasPrefix(text, "VECTORSZ is too small") {
		p.out.Need.VectorSize = -1
	}
	if len(p.out.ErrorLines) < maxKept {
		p.out.ErrorLines = append(p.out.ErrorLines, ErrorLine{integer(number), text, integer(depth)})
	}
}

func noTrail(p *Parser, line string, _ []string) {
	p.out.NoTrail = true
	p.out.Warnings = keep(p.out.Warnings, line)
}

func aborted(p *Parser, line string, _ []string) { p.abort(line) }
