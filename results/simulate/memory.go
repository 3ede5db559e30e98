package simulate

import (
	"fmt"
	"runtime"
	"strings"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/timed"
)

// system makes the system of a setting.
func system(c config.Config) (*reference.System, error) {
	a, ok := algorithms.Lookup(c.Algorithm)
	if !ok {
		return nil, &config.Error{Operand: fmt.Sprintf("algorithm %.60q", c.Algorithm), Reason: "there is no program of it"}
	}
	sys, err := reference.AssembleUnbounded(a, c)
	if err != nil {
		return nil, &config.Error{Operand: c.Algorithm, Reason: strings.TrimPrefix(err.Error(), c.Algorithm+": ")}
	}
	return sys, nil
}

// sampled is the number of programs that are made to learn their size.
const sampled = 32

// growing is a program that takes more memory later.
type growing interface {
	reference.Node
	MostBytes() int64 // at most, in addition to what it takes at first
}

// bytesOf estimates the memory of one run of a setting before messages are under
// way: it makes a few of the programs and measures them.
func bytesOf(s Setting) (int64, error) {
	sys, err := system(s.Config)
	if err != nil {
		return 0, err
	}
	n := s.Config.N
	made := min(n, sampled)
	nodes := make([]reference.Node, made)
	before := allocated()
	program, err := sys.Algorithm.Programs(s.Config)
	if err != nil {
		return 0, &config.Error{Operand: "configuration", Reason: err.Error()}
	}
	shared := allocated() - before
	for k := range nodes {
		if nodes[k], err = program(1 + k*n/made); err != nil {
			return 0, &config.Error{Operand: "configuration", Reason: err.Error()}
		}
	}
	each := (allocated() - before - shared) / int64(made)
	if g, ok := nodes[0].(growing); ok {
		each += g.MostBytes()
	}
	runtime.KeepAlive(nodes)
	return shared + int64(n)*each + timed.Bytes(n), nil
}

// allocated is how many bytes this process has allocated so far.
func allocated() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.TotalAlloc)
}

// room is what fits into memory.
type room struct {
	runs    int // at a time
	pending int // messages and timers of each
}

// fit returns the room that there is for a setting, for at most jobs runs.  The
// error is a *config.Error with the size.
func fit(s Setting, memory int64, jobs int) (room, error) {
	size, err := bytesOf(s)
	if err != nil {
		return room{}, err
	}
	if size > memory {
		return room{}, &config.Error{Operand: fmt.Sprintf("%s: n %d", s.Config.Algorithm, s.Config.N),
			Reason: fmt.Sprintf("the nodes of one run take %s, and there is %s", inBytes(size), inBytes(memory)),
			Remedy: "use a smaller --n, or a larger --memory"}
	}
	runs := max(1, min(jobs, int(memory/size)))
	return room{runs, max(1, int((memory/int64(runs)-size)/timed.PendingBytes))}, nil
}

// inBytes is a size as text.
func inBytes(n int64) string {
	switch {
	case n >= 10<<30:
		return fmt.Sprintf("%d GB", n>>30)
	case n >= 1<<30:
		return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
	}
	return fmt.Sprintf("%d MB", n>>20)
}
