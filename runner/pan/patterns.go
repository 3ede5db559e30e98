package pan

import (
	"regexp"
	"strings"
)

// pattern recognises one kind of line: by its key alone, or by key and
// expression. The key is a prefix, or "*" and a text that the line contains;
// it is there so that unknown lines cost little.
type pattern struct {
	key   string
	re    *regexp.Regexp
	apply func(p *Parser, line string, m []string)
}

// doubt is why a search with a known warning is worth less than it looks.
type doubt struct {
	class  Class
	reason string
	ends   bool // concerns invalid end states only
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
	return pattern{prefix, regexp.MustCompile(`^` + expr + `$`), apply}
}

// skip is a line that carries nothing that a verdict needs.
func skip(prefix string) pattern {
	return pattern{prefix, nil, func(*Parser, string, []string) {}}
}

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

// abortText is an abort after which free text may follow: a usage text, or
// what a compiler or shell says.
func abortText(prefix, expr string) pattern {
	return match(prefix, expr, func(p *Parser, line string, _ []string) {
		p.abort(line)
		p.freeform = true
	})
}

func (p *Parser) abort(line string) { p.out.Aborted = keep(p.out.Aborted, strings.TrimSpace(line)) }

// warn is a known warning, with what it costs (nil: nothing).
func warn(prefix string, d *doubt) pattern {
	return pattern{prefix, nil, func(p *Parser, line string, _ []string) {
		p.out.Warnings = keep(p.out.Warnings, line)
		if d != nil && len(p.out.doubts) < maxKept {
			p.out.Need.NoReduce = p.out.Need.NoReduce || d.reduced
			p.out.doubts = append(p.out.doubts, *d)
		}
	}}
}

// check is a line of the scope.
func check(prefix, name string, field func(*Scope) *Check) pattern {
	return match(prefix, `\t`+name+`\s*([+-])(?: \((.*)\))?`, func(p *Parser, _ string, m []string) {
		*field(&p.out.Scope) = Check{Printed: true, On: m[1] == "+", Note: m[2]}
	})
}

// count is a line "N WHAT" of the statistics.
func count(key, what string, field func(*Output) *float64) pattern {
	return match("*"+key, `\s*(`+num+`) `+what, func(p *Parser, _ string, m []string) {
		*field(&p.out) = number(m[1])
	})
}

// needsCycles is a warning about any claim, if anything in the model accepts.
const needsCycles = "warning: never claim + accept labels requires -a flag to fully verify"

const num = `[-+0-9.e]+|nan|-?inf`

// patterns holds every line that a verification by pan 6.5.2 prints. The
// first that matches counts.
var patterns = []pattern{
	match("* (at depth ", `(cpu\d+: )?pan:(\d+): (.*) \(at depth (-?\d+)\)`, func(p *Parser, _ string, m []string) {
		p.out.MultiCore = p.out.MultiCore || m[1] != ""
		p.out.ErrorCount++
		if strings.HasPrefix(m[3], "VECTORSZ is too small") {
			p.out.Need.VectorSize = -1
		}
		if len(p.out.ErrorLines) < maxKept {
			p.out.ErrorLines = append(p.out.ErrorLines, ErrorLine{integer(m[2]), m[3], integer(m[4])})
		}
	}),
	match("cpu", `cpu\d+: .*`, func(p *Parser, _ string, _ []string) { p.out.MultiCore = true }),

	// The trail.
	match("pan: wrote ", `pan: wrote (.*)`, func(p *Parser, _ string, m []string) {
		p.out.Trails = keep(p.out.Trails, m[1])
	}),
	match("pan: cannot create ", `pan: cannot create .*`, noTrail),
	match("pan: error writing ", `pan: error writing .*`, noTrail),
	skip("cause: "),
	skip("sorry: MA writes 1 trail max"),
	skip("pan: reducing search depth to "),

	// Progress.
	match("Depth=", `Depth=.*?(Interrupted)?`, goesOn),
	match("pan: resizing hashtable to ", `pan: resizing hashtable to -w\d+\.\.\s*(?:done)?(.*)`, goesOn),
	skip("pan: resetting hashtable"),
	match("pan: ltl formula ", `pan: ltl formula (.*)`, func(p *Parser, _ string, m []string) {
		p.newRun()
		p.out.Formula = m[1]
	}),
	skipMatch("ltl ", `ltl \w+: .*`), // spin -a, in a record that holds both
	skipMatch("Run ", `Run \d+:`),

	// The header.
	match("(Spin Version ", `\(Spin Version (.*)\)`, func(p *Parser, _ string, m []string) { p.newSummary(m[1]) }),
	cut("Warning: Search not completed"),
	cut("Warning: Search incomplete"),
	match("\t+ Multi-Core", `\t\+ Multi-Core.*`, func(p *Parser, _ string, _ []string) { p.out.MultiCore = true }),
	match("\t+ ", `\t\+ (Scheduling Restriction .*)`, func(p *Parser, _ string, m []string) {
		p.out.Options = keep(p.out.Options, m[1])
		p.out.doubts = append(p.out.doubts, doubt{class: NoErrorFound, reason: "the number of context switches was bounded"})
	}),
	match("\t+ ", `\t\+ (Breadth-First Search|Partial Order Reduction|Process Scheduling Permutation|`+
		`Reverse Depth-First Search Order|Reverse Transition Ordering|Randomized Transition Ordering|`+
		`Randomized Process Ordering|Tree Index Compression|Compression|Graph Encoding \(-DMA=\d+\)|`+
		`FullStack Matching|CntrStack Matching|Permuted|Reversed|Rotated -?\d+|RandRotated|`+
		`Separate Hash Tables|Disk storage)`, func(p *Parser, _ string, m []string) {
		p.out.Options = keep(p.out.Options, m[1])
	}),
	cut("\t  Restarted from checkpoint "),
	match("Full", `Full statespace search for:`, store(StoreFull)),
	match("Bit", `Bit statespace search for:`, store(StoreBit)),
	match("Hash-Compact", `Hash-Compact \d+ search for:`, store(StoreHashCompact)),
	check("\tnever claim", `never claim`, func(s *Scope) *Check { return &s.Claim }),
	check("\tassertion violations", `assertion violations`, func(s *Scope) *Check { return &s.Assertions }),
	check("\tacceptance", `acceptance   cycles`, func(s *Scope) *Check { return &s.Acceptance }),
	check("\tnon-progress", `non-progress cycles`, func(s *Scope) *Check { return &s.Progress }),
	check("\tcycle checks", `cycle checks`, func(s *Scope) *Check { return &s.Cycles }),
	check("\tinvalid end states", `invalid end states`, func(s *Scope) *Check { return &s.EndStates }),
	check("\ttrace assertion", `trace assertion`, func(s *Scope) *Check { return &s.Trace }),
	check("\tnotrace assertion", `notrace assertion`, func(s *Scope) *Check { return &s.Trace }),

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
	skip("hash conflicts: "),
	match("hash factor: ", `hash factor:\s*(`+num+`) \(best if > 100\.\)`, func(p *Parser, _ string, m []string) {
		p.out.HashFactor = number(m[1])
	}),
	skip("bits set per state: "),
	skip("hash polynomial used: "),
	skip("random seed used: "),
	skip("bfs disk reads: "),
	skip("MA stats: -DMA="),
	skip("Minimized Automaton:"),
	skip("stackframes: "),
	skip("stats: fa "),
	skip("stack stats: "),
	skip("Stats on memory usage (in Megabytes):"),
	match("*\ttotal", `\s*(`+num+`)\ttotal actual memory usage`, func(p *Parser, _ string, m []string) { p.out.MemoryMB = number(m[1]) }),
	match("*\tmemory usage", `\s*(`+num+`)\tmemory usage \(Mbyte\)`, func(p *Parser, _ string, m []string) { p.out.MemoryMB = number(m[1]) }),
	skipMatch("*\t", `\s*(`+num+`)\t(equivalent memory usage for states.*|actual memory usage for states.*|`+
		`memory used for .*|shared memory .*|other \(proc and chan stacks\)|memory lost to fragmentation|total non-shared memory usage)`),
	skip("         \tstate-vector as stored = "),
	skipMatch("\t\tin ", `\t\tin \d+ (local heaps|queues) of .* MB each.*`),
	skip("nr of templates: ["),
	skip("collapse counts: ["),
	skipMatch("TRIX", `TRIX counts:`),
	skipMatch("  ", `  (processes|channels ): [ 0-9:]*`),
	skipMatch("Peg", `Peg Counts \(transitions executed\):`),
	skipMatch("*loopstates hit", `\s*(`+num+`) loopstates hit`),
	skipMatch("Successor", `Successor counts:`),
	match("Values assigned within interval ", `Values assigned within interval \[.*\]:`, func(p *Parser, _ string, _ []string) { p.ranges = true }),
	skip("hint: "),

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
	skipMatch("pan: rate ", `pan: rate\s+(`+num+`) states/second`),
	skip("pan: avg transition delay "),

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
	abort("invalid option "),
	abort("-M and -G affect only"),
	abort("pan: wordsize "),
	abort("pan: could not find a polynomial"),
	abort("pan: try a different seed"),
	abort("pan: option -P not recognized"),
	abort("pan: bad option -P"),
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

	// What pan says before an error line that it explains.
	skipMatch("pan: x", `pan: x[rs] assertion violated: access to chan .*`),
	skipMatch("pan: by ", `pan: by .*\(proc \d+\).*`),
	skipMatch("chan ", `chan .* \(\d+\), (sndr|recv) proc .* \(\d+\)`),
	skip("==>> a test of the contents of a rv channel"),
	skipMatch("queue ", `queue \d+ was deleted`),

	// Warnings, and what each costs.
	warn(needsCycles,
		&doubt{class: NotChecked, reason: "the claim needs acceptance cycles (-a), which were not searched for"}),
	warn("warning: non-progress claim requires -l flag to fully verify",
		&doubt{class: NotChecked, reason: "non-progress cycles (-l) were not searched for"}),
	warn("warning: verification in BFS mode is restricted to safety properties",
		&doubt{class: NotChecked, reason: "a breadth-first search checks no cycles"}),
	warn("warning: no accept labels are defined, so option -a has no effect (ignored)",
		&doubt{class: NotChecked, reason: "there is no accept label, so no acceptance cycle was searched for"}),
	warn("warning: only one claim defined, -N ignored",
		&doubt{class: NotChecked, reason: "the claim named with -N may not be the one that was checked"}),
	warn("warning: no claims defined, -N ignored",
		&doubt{class: NotChecked, reason: "the claim named with -N does not exist"}),
	warn("warning: -a is disabled by -DNP, ignored",
		&doubt{class: NotChecked, reason: "acceptance cycles were not searched for (-DNP)"}),
	warn("warning: use of rendezvous with BFS does not preserve all invalid endstates",
		&doubt{class: NoErrorFound, reason: "a breadth-first search with rendezvous may miss invalid end states", ends: true}),
	warn("warning: for p.o. reduction to be valid the never claim must be stutter-invariant",
		&doubt{class: NoErrorFound, reason: "partial order reduction is sound only if the never claim is stutter-invariant (-DNOREDUCE is)", reduced: true}),
	skip("(never claims generated from LTL formulae are stutter-invariant)"),
	warn("warning: use of a rendezvous stmnts in the escape",
		&doubt{class: NoErrorFound, reason: "rendezvous in the escape of an unless may make partial order reduction invalid (-DNOREDUCE is not)", reduced: true}),
	skipMatch("*p.o. reduction", `\s+(of an unless clause, if present, could make p\.o\. reduction)`),
	skipMatch("*-DNOREDUCE", `\s+invalid \(use -DNOREDUCE.*\)`),
	warn("warning: with (default) bound -L0, using -DNOREDUCE performs better", nil),
	warn("warning: -T ignored when -i or -I is used", nil),
	warn("warning: -i or -I work for safety properties only", nil),
	warn("warning: using -k", nil),
	warn("warning: using -w", nil),
	warn("warning: using max bound (255)", nil),
	skipMatch("pan: reverse", `pan: reversed? (\*active\* process creation|transition ordering) .*`),

	// The output of a replay (pan -r), which is no search.
	match("spin: trail ends after ", `spin: trail ends after (-?\d+) steps`, func(p *Parser, _ string, _ []string) {
		p.out.Replay, p.freeform = true, true
	}),
}

// store notes how states are stored.  A header that says it twice is that of two
// searches whose outputs are mixed: which of them the rest is about nobody knows.
func store(s Store) func(*Parser, string, []string) {
	return func(p *Parser, line string, _ []string) {
		if p.out.Store != StoreNone && p.out.Store != s {
			p.out.Unknown = keep(p.out.Unknown, line)
			p.out.UnknownCount++
		}
		p.out.Store = s
	}
}

// goesOn is a progress line: a search goes on.  It reads on in one into which a
// message broke: pan runs out of memory while it resizes its table, or is interrupted
// at any time.
func goesOn(p *Parser, _ string, m []string) {
	p.newRun()
	p.rest = m[1]
}

func noTrail(p *Parser, line string, _ []string) {
	p.out.NoTrail = true
	p.out.Warnings = keep(p.out.Warnings, line)
}

func aborted(p *Parser, line string, _ []string) { p.abort(line) }
