// Package batch keeps, in a directory that several machines share, what a run that is divided
// into tasks has decided so far.
//
// The run has units, such as the cases of a suite.  plan.json says which task decides which
// units; results/K.json has the results of unit K, and appears as a whole.  Whoever opens
// the directory again with the same subject continues.
//
//	DIR/plan.json           Plan
//	DIR/results/0.json ...  the results of each unit
//	DIR/log/                what the tasks print
package batch

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/mxgen/mxgen/models/config"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/runner/process"
	"github.com/mxgen/mxgen/runner/slurm"
)

// Schema is the version of the directory's files.
const Schema = "mxgen.batch/v1"

// Limits on what a file may hold, bytes.
const (
	maxPlan   = 64 << 20
	maxResult = 256 << 20
)

// Plan says what is to be decided.
type Plan struct {
	Schema  string `json:"schema"`
	Run     string `json:"run"`     // names the run, unlike any other
	Subject string `json:"subject"` // a hash of all that the results depend on
	Units   int    `json:"units"`
	Tasks   []Task `json:"tasks"`
}

// Task decides the units from From up to but not To.
type Task struct {
	From int        `json:"from"`
	To   int        `json:"to"`
	Need slurm.Need `json:"need"`
}

// unit is the file of one unit.
type unit struct {
	Schema  string           `json:"schema"`
	Subject string           `json:"subject"`
	Unit    int              `json:"unit"`
	Results []results.Result `json:"results"`
}

// Directory is an open one.
type Directory struct {
	Path string // absolute
	Plan Plan

	found map[int][]results.Result
	lock  *os.File
}

const (
	planFile   = "plan.json"
	resultDir  = "results"
	lockFile   = "lock"
	runNumbers = 6 // bytes of a run's name
)

// Create opens the directory for the one mxgen that follows the run.  Where there is no plan
// yet, it writes one.  The error is a *config.Error if the directory has another run, or
// another mxgen follows it.
func Create(path, subject string, units int, tasks []Task) (*Directory, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, unusable(path, err)
	}
	if err := refuseOthers(path); err != nil { // Remove must not remove what is somebody else's
		return nil, err
	}
	d := &Directory{Path: path, found: map[int][]results.Result{}}
	if err := d.takeLock(); err != nil {
		return nil, err
	}
	err = d.readPlan()
	if errors.Is(err, fs.ErrNotExist) {
		d.Plan = Plan{Schema: Schema, Run: "mxgen-" + randomName(), Subject: subject, Units: units, Tasks: tasks}
		err = d.writePlan()
	}
	if err == nil && d.Plan.Subject != subject {
		err = &config.Error{Operand: operand(path), Reason: "has the results of another suite, or of other flags", Remedy: "name another --slurm-dir, or remove this one"}
	}
	for _, dir := range []string{resultDir, slurm.LogDir} {
		if err == nil {
			err = os.MkdirAll(filepath.Join(path, dir), 0o700)
		}
	}
	if err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// refuseOthers refuses a directory that has files and is none of ours.
func refuseOthers(path string) error {
	entries, err := os.ReadDir(path)
	if err != nil {
		return unusable(path, err)
	}
	other := ""
	for _, e := range entries {
		switch name := e.Name(); {
		case name == planFile:
			return nil
		case name != lockFile && !strings.HasPrefix(name, process.UnfinishedPrefix):
			other = name
		}
	}
	if other == "" {
		return nil
	}
	return &config.Error{Operand: operand(path), Reason: fmt.Sprintf("has files of its own, such as %.60q, and no run of mxgen", other), Remedy: "name a new directory"}
}

// Open opens the directory for a task of the run.
func Open(path, subject string) (*Directory, error) {
	d := &Directory{Path: path, found: map[int][]results.Result{}}
	if err := d.readPlan(); err != nil {
		return nil, err
	}
	if d.Plan.Subject != subject {
		return nil, &config.Error{Operand: operand(path), Reason: "the suite, its files, the flags or mxgen were changed since the jobs were submitted", Remedy: "start again with another --slurm-dir"}
	}
	return d, nil
}

// Close lets another mxgen follow the run.
func (d *Directory) Close() {
	if d.lock != nil {
		d.lock.Close()
	}
}

// takeLock makes sure that one mxgen follows the run.  A file system without locks has none.
func (d *Directory) takeLock() error {
	f, err := os.OpenFile(filepath.Join(d.Path, lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return unusable(d.Path, err)
	}
	if err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB); err == unix.EWOULDBLOCK {
		f.Close()
		return &config.Error{Operand: operand(d.Path), Reason: "another mxgen follows this run", Remedy: "end it first, or name another --slurm-dir"}
	}
	d.lock = f
	return nil
}

func (d *Directory) readPlan() error {
	data, err := readBounded(filepath.Join(d.Path, planFile), maxPlan)
	if errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err == nil {
		err = decode(data, &d.Plan)
	}
	if err == nil {
		err = d.Plan.check()
	}
	if err != nil {
		return &config.Error{Operand: operand(d.Path), Reason: planFile + ": " + process.WithoutPath(err).Error(), Remedy: "name another --slurm-dir, or remove this one"}
	}
	return nil
}

// check says what is wrong with a plan that was read.
func (p Plan) check() error {
	if p.Schema != Schema {
		return fmt.Errorf("schema %.40q instead of %s", p.Schema, Schema)
	}
	if name, found := strings.CutPrefix(p.Run, "mxgen-"); !found || len(name) != 2*runNumbers || strings.Trim(name, "0123456789abcdef") != "" {
		return fmt.Errorf("run %.40q", p.Run)
	}
	next := 0
	for k, t := range p.Tasks {
		if t.From != next || t.To <= t.From || t.To > p.Units {
			return fmt.Errorf("task %d has units %d to %d, after %d", k, t.From, t.To, next)
		}
		next = t.To
	}
	if next != p.Units {
		return fmt.Errorf("no task has unit %d", next)
	}
	return nil
}

func (d *Directory) writePlan() error {
	data, err := json.Marshal(d.Plan)
	if err != nil {
		return err
	}
	if err := process.WriteFile(filepath.Join(d.Path, planFile), data); err != nil {
		return unusable(d.Path, err)
	}
	return nil
}

func (d *Directory) file(k int) string {
	return filepath.Join(d.Path, resultDir, strconv.Itoa(k)+".json")
}

// Write writes the results of a unit.
func (d *Directory) Write(k int, rs []results.Result) error {
	data, err := json.Marshal(unit{Schema: Schema, Subject: d.Plan.Subject, Unit: k, Results: rs})
	if err != nil {
		return err
	}
	// WriteFile makes the directory: where that is lost, nobody would look for the results.
	if _, err := os.Stat(filepath.Join(d.Path, planFile)); err != nil {
		return unusable(d.Path, err)
	}
	if err := process.WriteFile(d.file(k), data); err != nil {
		return unusable(d.Path, err)
	}
	return nil
}

// Collect reads the results that are new, and returns the units that have theirs.  A file that is
// damaged is removed: its unit is decided again.  The error says that the directory is lost.
func (d *Directory) Collect() (found map[int][]results.Result, err error) {
	if _, err := os.Stat(filepath.Join(d.Path, planFile)); err != nil {
		return nil, lost(d.Path, err)
	}
	entries, err := os.ReadDir(filepath.Join(d.Path, resultDir))
	if err != nil {
		return nil, lost(d.Path, err)
	}
	for _, e := range entries {
		number, is := strings.CutSuffix(e.Name(), ".json")
		k, err := strconv.Atoi(number)
		if !is || err != nil || k < 0 || k >= d.Plan.Units || d.found[k] != nil {
			continue
		}
		rs, err := d.read(k)
		if err != nil {
			os.Remove(d.file(k))
			continue
		}
		d.found[k] = rs
	}
	return d.found, nil
}

func (d *Directory) read(k int) ([]results.Result, error) {
	data, err := readBounded(d.file(k), maxResult)
	if err != nil {
		return nil, err
	}
	var u unit
	if err := decode(data, &u); err != nil {
		return nil, err
	}
	if u.Schema != Schema || u.Subject != d.Plan.Subject || u.Unit != k || len(u.Results) == 0 {
		return nil, errors.New("of another run")
	}
	return u.Results, nil
}

// Has tells whether a unit has its results.
func (d *Directory) Has(k int) bool {
	_, err := d.read(k)
	return err == nil
}

// Log returns the last line that a task has printed, "" if there is none.  The name is that of
// a file below the directory.
func (d *Directory) Log(name string) string {
	f, err := os.Open(filepath.Join(d.Path, name))
	if err != nil {
		return ""
	}
	defer f.Close()
	const tail = 4096
	if s, err := f.Stat(); err == nil && s.Size() > tail {
		_, _ = f.Seek(-tail, 2)
	}
	buffer := make([]byte, tail)
	n, _ := f.Read(buffer)
	lines := strings.Split(strings.TrimSpace(string(buffer[:n])), "\n")
	return fmt.Sprintf("%.300s", strings.ToValidUTF8(strings.TrimSpace(lines[len(lines)-1]), "?"))
}

// Remove removes what the run has written, and the directory if nothing else is in it.
func (d *Directory) Remove() error {
	err := errors.Join(os.RemoveAll(filepath.Join(d.Path, resultDir)), os.RemoveAll(filepath.Join(d.Path, slurm.LogDir)),
		os.Remove(filepath.Join(d.Path, planFile)), os.Remove(filepath.Join(d.Path, lockFile)))
	_ = os.Remove(d.Path) // the user's own files stay
	return err
}

func randomName() string {
	b := make([]byte, runNumbers)
	_, _ = rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

func operand(path string) string { return "--slurm-dir " + strconv.Quote(path) }

func unusable(path string, err error) error {
	return &process.ToolError{Step: operand(path), Reason: process.WithoutPath(err).Error() + "; name a directory that can be written, and that all nodes see"}
}

func lost(path string, err error) error {
	return &process.ToolError{Step: operand(path), Reason: "the directory is lost (" + process.WithoutPath(err).Error() + "), and its results with it; start again when it is back"}
}

// decode reads one JSON value without unknown fields.
func decode(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(into)
}

func readBounded(path string, limit int64) ([]byte, error) {
	s, err := os.Lstat(path)
	switch {
	case err != nil:
		return nil, err
	case !s.Mode().IsRegular() || s.Size() > limit:
		return nil, fmt.Errorf("no file of at most %d MB", limit>>20)
	}
	return os.ReadFile(path)
}
