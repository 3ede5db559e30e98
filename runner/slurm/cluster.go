package slurm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/mxgen/mxgen/runner/process"
)

// Cluster is what this machine's Slurm commands reach.
type Cluster struct {
	// ArrayLimit is the cluster's MaxArraySize: an index of an array is below it.
	ArrayLimit int
}

// commandTime is how long one command of Slurm may take: they wait for a busy controller by
// themselves, and give up after some tries.
const commandTime = 2 * time.Minute

// maxOutput is how much of a command's output is read, bytes: the queue of 100,000 tasks fits.
const maxOutput = 32 << 20

// refusal is what a command of Slurm says where it fails.
type refusal struct {
	command string
	reason  string
}

func (r *refusal) Error() string { return r.command + ": " + r.reason }

// Find looks for sbatch in PATH and asks the cluster for its array limit.  The error is a
// *process.ToolError with a remedy.
func Find(ctx context.Context) (*Cluster, error) {
	if _, err := exec.LookPath("sbatch"); err != nil {
		return nil, &process.ToolError{Step: "sbatch", Reason: "not found in PATH; start mxgen on a login node of the cluster, or leave out --backend slurm"}
	}
	out, err := command(ctx, nil, "scontrol", "show", "config")
	if err != nil {
		return nil, unreachable(err)
	}
	limit, err := arrayLimit(out)
	if err != nil {
		return nil, err
	}
	return &Cluster{ArrayLimit: limit}, nil
}

var maxArraySize = regexp.MustCompile(`(?m)^MaxArraySize\s*=\s*(\d+)\s*$`)

// arrayLimit reads MaxArraySize from the cluster's configuration.
func arrayLimit(config []byte) (int, error) {
	m := maxArraySize.FindSubmatch(config)
	if m == nil {
		return 0, &process.ToolError{Step: "scontrol show config", Reason: "no MaxArraySize in its output; mxgen needs Slurm 2.6 or newer"}
	}
	limit, err := strconv.Atoi(string(m[1]))
	switch {
	case err != nil:
		return 0, &process.ToolError{Step: "scontrol show config", Reason: "MaxArraySize " + string(m[1]) + " is too large"}
	case limit == 0:
		return 0, &process.ToolError{Step: "MaxArraySize 0", Reason: "the cluster takes no job arrays; ask its administrator for a MaxArraySize of at least 2, or leave out --backend slurm"}
	}
	return limit, nil
}

// unreachable adds the remedy to the error of a command that got no answer.
func unreachable(err error) error {
	var r *refusal
	if !errors.As(err, &r) {
		return err
	}
	return &process.ToolError{Step: r.command, Reason: r.reason + "; sinfo shows whether the cluster answers"}
}

// command runs a command of Slurm and returns what it prints.  A signal to mxgen's process group
// does not reach it: nobody would know whether an interrupted sbatch has submitted its job.
func command(ctx context.Context, stdin []byte, name string, args ...string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	c := exec.CommandContext(ctx, name, args...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.WaitDelay = time.Second
	c.Env = append(os.Environ(), "LC_ALL=C")
	var stdout bounded
	var stderr process.PrefixBuffer
	c.Stdin, c.Stdout, c.Stderr = bytes.NewReader(stdin), &stdout, &stderr
	err := c.Run()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return nil, &refusal{name, fmt.Sprintf("no answer within %s", commandTime)}
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, &refusal{name, said(name, stderr.String(), err)}
	case stdout.full:
		return nil, &refusal{name, fmt.Sprintf("prints more than %d MB", maxOutput>>20)}
	}
	return stdout.Bytes(), nil
}

// bounded keeps the first maxOutput bytes.
type bounded struct {
	bytes.Buffer
	full bool
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.Len()+len(p) > maxOutput {
		b.full = true
		return len(p), nil
	}
	return b.Buffer.Write(p)
}

// said is what a command prints on standard error, in one line and without its own name.
func said(name, text string, err error) string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimPrefix(strings.TrimSpace(line), name+": ")
		line = strings.TrimPrefix(strings.TrimPrefix(line, "error: "), "fatal: ")
		if line != "" && len(lines) < 3 && !strings.HasPrefix(line, "Try ") {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return process.WithoutPath(err).Error()
	}
	return fmt.Sprintf("%.300s", strings.ToValidUTF8(strings.Join(lines, "; "), "?"))
}
