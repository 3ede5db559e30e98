package runner

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Unclaimed is the run of an error found under a claim without the claim's steps,
// for a verifier without claims.  pan 6.5.2 cannot replay the claim that it makes
// by itself for progress (-DNP): its first step is "not found".
func (r Result) Unclaimed(ctx context.Context) (Result, error) {
	defines := append(slices.DeleteFunc(slices.Clone(r.Defines), func(d string) bool { return d == "-DNP" }), "-DNOCLAIM")
	job := r.Binary.job
	binary, err := job.Compile(ctx, r.Compiler, defines, toolLimits)
	if err != nil {
		return r, err
	}
	one := r
	one.Binary, one.Defines, one.trailArgs = binary, defines, nil
	one.Trail = unclaimed(r.Trail)
	one.Dir = filepath.Join(job.dir, job.name(filepath.Base(r.Dir)+"-unclaimed"))
	if err := os.Mkdir(one.Dir, 0o700); err != nil {
		return r, err
	}
	return one, os.WriteFile(filepath.Join(one.Dir, trailFile), one.Trail, 0o600)
}

// unclaimed leaves out the steps of process 0, and counts the others from it.
func unclaimed(trail []byte) []byte {
	var out strings.Builder
	for line := range strings.Lines(string(trail)) {
		m := trailLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil || m[1] == "-2" {
			continue
		}
		process, _ := strconv.Atoi(m[2]) // digits
		switch {
		case m[1][0] == '-':
			out.WriteString(line)
		case process > 0:
			fmt.Fprintf(&out, "%s:%d:%s\n", m[1], process-1, m[3])
		}
	}
	return []byte(out.String())
}
