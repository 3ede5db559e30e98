package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/mxgen/mxgen/results"
)

// These tests execute the workflows of docs/ci.md and action.yml as their servers would: every shell step runs, with the
// variables, caches and artifacts of the server.  Actions of GitHub are replaced by what they do.

// ciSuite is the suite.yaml of every repository here.
const ciSuite = "entries:\n  - algorithm: centralized\n    with: { n: [1, 2] }\n    properties: mutex\n"

// blocks are the code blocks of docs/ci.md in a language, by the file name in the comment of their first line.
func blocks(t *testing.T, language string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "ci.md"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, b := range regexp.MustCompile("(?s)```"+language+"\n(?:#|//) (\\S+)\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
		all[b[1]] = b[2]
	}
	return all
}

func parseYAML[T any](t *testing.T, text string) T {
	t.Helper()
	var v T
	if err := yaml.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// sandbox is a CI server: what jobs leave to each other.
type sandbox struct {
	t      *testing.T
	dir    string
	caches map[string]string // directories by key
	out    string            // of the last shell step
}

func newSandbox(t *testing.T) *sandbox {
	s := &sandbox{t: t, dir: t.TempDir(), caches: map[string]string{}}
	// go builds nothing here: mxgen is there already.
	s.write("bin/go", "#!/bin/sh\ncase \"$*\" in\n\"install github.com/mxgen/mxgen/cmd/mxgen@main\") ;;\n\"build -C "+s.repository()+" -o \"*\" ./cmd/mxgen\") mkdir -p \"$(dirname \"$5\")\" && ln -sf \"$(command -v mxgen)\" \"$5\" ;;\n"+
		"\"env GOVERSION\") echo go99.0 ;;\n*) echo \"go $*: unexpected\" >&2; exit 1 ;;\nesac\n")
	return s
}

func (s *sandbox) repository() string {
	dir, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		s.t.Fatal(err)
	}
	return dir
}

func (s *sandbox) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
		s.t.Fatal(err)
	}
}

// workspace is a new directory with the repository's files.
func (s *sandbox) workspace(name string) string {
	s.write(filepath.Join(name, "suite.yaml"), ciSuite)
	return filepath.Join(s.dir, name)
}

// shell runs a step.
func (s *sandbox) shell(dir, script string, env map[string]string, args ...string) {
	s.t.Helper()
	c := exec.Command(args[0], append(slices.Clone(args[1:]), script)...)
	c.Dir = dir
	c.Env = []string{"HOME=" + s.dir, "PATH=" + env["PATH"] + filepath.Join(s.dir, "bin") + ":" + os.Getenv("PATH")}
	for name, value := range env {
		if name != "PATH" {
			c.Env = append(c.Env, name+"="+value)
		}
	}
	out, err := c.CombinedOutput()
	if s.out = string(out); err != nil {
		s.t.Fatalf("%s\n%v: %s", script, err, out)
	}
}

// copyTo copies what matches a pattern in one directory to another.
func (s *sandbox) copyTo(to, from, pattern string) {
	s.t.Helper()
	found, err := filepath.Glob(filepath.Join(from, pattern))
	if err != nil || found == nil {
		s.t.Fatalf("%s: no file %s (%v)", from, pattern, err)
	}
	if err := os.MkdirAll(to, 0o700); err != nil {
		s.t.Fatal(err)
	}
	if out, err := exec.Command("cp", append(append([]string{"-r"}, found...), to)...).CombinedOutput(); err != nil {
		s.t.Fatalf("%v: %s", err, out)
	}
}

// allCached tells whether all results of a report come from the cache.
func (s *sandbox) allCached(path string) bool {
	s.t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		s.t.Fatal(err)
	}
	var r results.Report
	if err := json.Unmarshal(text, &r); err != nil || len(r.Results) == 0 {
		s.t.Fatalf("%v: %s", err, text)
	}
	return !slices.ContainsFunc(r.Results, func(r results.Result) bool { return !r.Cached })
}

// The parts of GitHub's workflows and actions that the documents use.
type (
	githubStep struct {
		ID, Uses, Run, If, Shell string
		With, Env                map[string]string
	}
	githubJob struct {
		Needs    string
		Outputs  map[string]string
		Strategy struct{ Matrix string }
		Steps    []githubStep
	}
	githubWorkflow struct {
		Jobs map[string]githubJob
	}
	githubAction struct {
		Inputs map[string]struct {
			Required bool
			Default  string
		}
		Runs struct{ Steps []githubStep }
	}
)

// githubServer executes the jobs of a workflow.
type githubServer struct {
	*sandbox
	action  githubAction
	outputs map[string]string // needs.JOB.outputs.NAME
	run     int
}

func (g *githubServer) workflow(w githubWorkflow) {
	g.t.Helper()
	g.run++
	done := map[string]bool{"": true}
	for len(done) <= len(w.Jobs) {
		before := len(done)
		for name, job := range w.Jobs {
			if done[name] || !done[job.Needs] {
				continue
			}
			done[name] = true
			shards := []matrixJob{{}}
			if job.Strategy.Matrix != "" {
				var m matrix
				if err := json.Unmarshal([]byte(g.expand(job.Strategy.Matrix, g.outputs)), &m); err != nil {
					g.t.Fatal(err)
				}
				shards = m.Include
			}
			for k, shard := range shards {
				context := map[string]string{"matrix.shard": shard.Shard, "strategy.job-index": strconv.Itoa(k)}
				for name, value := range g.outputs {
					context[name] = value
				}
				g.job(name, job, context)
			}
		}
		if len(done) == before {
			g.t.Fatalf("jobs that need each other: %v", w.Jobs)
		}
	}
}

func (g *githubServer) job(name string, job githubJob, context map[string]string) {
	g.t.Helper()
	dir := filepath.Join(g.dir, "run"+strconv.Itoa(g.run), name+context["strategy.job-index"])
	temp := filepath.Join(dir, "temp")
	for _, name := range []string{"temp/path", "temp/env", "temp/output"} {
		path, err := filepath.Rel(g.dir, filepath.Join(dir, name))
		if err != nil {
			g.t.Fatal(err)
		}
		g.write(path, "")
	}
	context["runner.temp"], context["runner.os"] = temp, "Linux"
	context["github.run_id"], context["github.run_attempt"], context["github.action_path"] = strconv.Itoa(g.run), "1", g.repository()
	g.steps(dir, job.Steps, context)
	for output, value := range job.Outputs {
		g.outputs["needs."+name+".outputs."+output] = g.expand(value, context)
	}
}

var expression = regexp.MustCompile(`\$\{\{\s*(?:fromJSON\()?([a-zA-Z0-9_.-]+)\)?\s*\}\}`)

func (g *githubServer) expand(text string, context map[string]string) string {
	g.t.Helper()
	text = expression.ReplaceAllStringFunc(text, func(e string) string {
		value, known := context[expression.FindStringSubmatch(e)[1]]
		if !known {
			g.t.Fatalf("%s: nothing has this value", e)
		}
		return value
	})
	if strings.Contains(text, "${{") {
		g.t.Fatalf("%s: an expression that this test does not know", text)
	}
	return text
}

func (g *githubServer) steps(dir string, steps []githubStep, context map[string]string) {
	g.t.Helper()
	for _, step := range steps {
		with := func(name string) string { return g.expand(step.With[name], context) }
		action, _, _ := strings.Cut(step.Uses, "@")
		switch action {
		case "":
			g.shellStep(dir, step, context)
		case "actions/setup-go":
			if file := with("go-version-file"); file != "" {
				if _, err := os.Stat(file); err != nil {
					g.t.Error(err)
				}
			}
		case "actions/checkout":
			g.write(filepath.Join(strings.TrimPrefix(dir, g.dir), "suite.yaml"), ciSuite)
		case "mxgen/mxgen":
			inside := map[string]string{}
			for name, value := range context {
				inside[name] = value
			}
			for name, input := range g.action.Inputs {
				value, given := step.With[name]
				if !given && input.Required {
					g.t.Fatalf("input %s is missing", name)
				}
				if inside["inputs."+name] = input.Default; given {
					inside["inputs."+name] = g.expand(value, context)
				}
			}
			for name := range step.With {
				if _, known := g.action.Inputs[name]; !known {
					g.t.Errorf("action.yml has no input %s", name)
				}
			}
			g.steps(dir, g.action.Runs.Steps, inside)
		case "actions/cache/restore":
			keys := append([]string{with("key")}, strings.Fields(with("restore-keys"))...)
			for _, key := range keys {
				if saved := g.newest(key); saved != "" {
					g.copyTo(filepath.Dir(with("path")), filepath.Dir(saved), filepath.Base(saved))
					break
				}
			}
		case "actions/cache/save":
			key := with("key")
			if strings.Contains(key, ",") || g.caches[key] != "" {
				g.t.Errorf("key %q: GitHub refuses it, or it is written already", key)
			}
			if _, err := os.Stat(with("path")); err != nil {
				g.t.Error(err)
			}
			g.caches[key] = with("path")
		case "actions/upload-artifact":
			to := filepath.Join(g.dir, "artifacts"+strconv.Itoa(g.run), with("name"))
			if _, err := os.Stat(to); err == nil {
				g.t.Errorf("artifact %s is uploaded already", with("name"))
			}
			g.copyTo(to, dir, with("path"))
		case "actions/download-artifact":
			g.copyTo(dir, filepath.Join(g.dir, "artifacts"+strconv.Itoa(g.run)), filepath.Join(with("pattern"), "*"))
		default:
			g.t.Fatalf("uses: %s: this test does not know it", step.Uses)
		}
	}
}

// newest is the directory of the newest cache whose key begins so.
func (g *githubServer) newest(prefix string) string {
	last := ""
	for key := range g.caches {
		if strings.HasPrefix(key, prefix) && key > last {
			last = key
		}
	}
	return g.caches[last]
}

func (g *githubServer) shellStep(dir string, step githubStep, context map[string]string) {
	g.t.Helper()
	temp := context["runner.temp"]
	env := map[string]string{"RUNNER_TEMP": temp, "GITHUB_ACTION_PATH": context["github.action_path"],
		"GITHUB_PATH": temp + "/path", "GITHUB_ENV": temp + "/env", "GITHUB_OUTPUT": temp + "/output"}
	lines := func(name string) []string {
		text, err := os.ReadFile(filepath.Join(temp, name))
		if err != nil {
			g.t.Fatal(err)
		}
		return strings.Fields(string(text))
	}
	for _, path := range lines("path") {
		env["PATH"] += path + ":"
	}
	for _, line := range lines("env") {
		name, value, _ := strings.Cut(line, "=")
		env[name] = value
	}
	if env["MXGEN_CACHE"] == "" {
		env["MXGEN_CACHE"] = filepath.Join(dir, "no-cache")
	}
	for name, value := range step.Env {
		env[name] = g.expand(value, context)
	}
	if strings.Contains(step.Run, "${{") {
		g.t.Errorf("an expression in a script can bring commands of strangers into it: %s", step.Run)
	}
	g.shell(dir, step.Run, env, "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c")
	for _, line := range lines("output") {
		name, value, _ := strings.Cut(line, "=")
		context["steps."+step.ID+".outputs."+name] = value
	}
}

func TestGitHub(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "action.yml"))
	if err != nil {
		t.Fatal(err)
	}
	all := blocks(t, "yaml")
	g := &githubServer{sandbox: newSandbox(t), action: parseYAML[githubAction](t, string(text)), outputs: map[string]string{}}
	simple := parseYAML[githubWorkflow](t, all[".github/workflows/mxgen.yml"])
	g.workflow(simple)
	g.workflow(simple)
	for run, want := range map[string]bool{"artifacts1": false, "artifacts2": true} {
		if got := g.allCached(filepath.Join(g.dir, run, "mxgen-report", "mxgen-report.json")); got != want {
			t.Errorf("%s: all from the cache: %v", run, got)
		}
	}
	g.workflow(parseYAML[githubWorkflow](t, all[".github/workflows/mxgen-shards.yml"]))
	if want := "2 configurations, 2 of 2 verdicts as expected"; !strings.Contains(g.out, want) {
		t.Errorf("%s\nhas no %q", g.out, want)
	}
}

func TestGitLab(t *testing.T) {
	type job struct {
		Image        struct{ Entrypoint []string }
		Parallel     int
		Variables    map[string]string
		Cache        struct{ Paths []string }
		Script       []string
		AfterScript  []string `yaml:"after_script"`
		Artifacts    struct{ Paths []string }
		Needs, Stage any
		When         string
	}
	s := newSandbox(t)
	jobs := parseYAML[map[string]job](t, blocks(t, "yaml")[".gitlab-ci.yml"])
	verify, merge := jobs["verify"], jobs["merge"]
	if verify.Parallel < 2 || len(verify.Image.Entrypoint) != 1 || len(jobs) != 2 {
		t.Fatalf("%+v", jobs)
	}
	run := func(dir string, j job, env map[string]string) {
		env["CI_PROJECT_DIR"] = dir
		for name, value := range j.Variables {
			env[name] = os.Expand(value, func(name string) string { return env[name] })
		}
		for _, script := range [][]string{j.Script, j.AfterScript} {
			s.shell(dir, strings.Join(script, "\n"), env, "sh", "-ec")
		}
	}
	last := s.workspace("merge")
	for k := 1; k <= 2; k++ { // and not as many as the document says
		dir := s.workspace("verify" + strconv.Itoa(k))
		run(dir, verify, map[string]string{"CI_NODE_INDEX": strconv.Itoa(k), "CI_NODE_TOTAL": "2"})
		s.copyTo(last, dir, verify.Artifacts.Paths[0])
		if _, err := os.Stat(filepath.Join(dir, verify.Cache.Paths[0])); err != nil {
			t.Errorf("the cache is elsewhere: %v", err)
		}
	}
	run(last, merge, map[string]string{"MXGEN_CACHE": filepath.Join(last, "cache")})
	s.allCached(filepath.Join(last, merge.Artifacts.Paths[0]))
}

func TestJenkins(t *testing.T) {
	s := newSandbox(t)
	text := blocks(t, "groovy")["Jenkinsfile"]
	steps := regexp.MustCompile(`(?s)sh '''(.*?)'''`).FindAllStringSubmatch(text, -1)
	if len(steps) != 2 {
		t.Fatalf("%d shell steps in %s", len(steps), text)
	}
	dir := s.workspace("job")
	for _, step := range steps {
		s.shell(dir, step[1], map[string]string{"MXGEN_CACHE": filepath.Join(dir, ".mxgen-cache")}, "sh", "-xec")
	}
	archived := regexp.MustCompile(`archiveArtifacts artifacts: '(.*?)'`).FindStringSubmatch(text)
	s.allCached(filepath.Join(dir, archived[1]))
}

// TestDockerfile: without Docker, the packages, paths and the user can be checked.
func TestDockerfile(t *testing.T) {
	repository := filepath.Join("..", "..")
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(repository, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	text := strings.ReplaceAll(read("Dockerfile"), "\\\n", " ")
	known := regexp.MustCompile(`^(#.*|FROM|WORKDIR|COPY|RUN|ENV|USER|ENTRYPOINT|CMD)\b|^#|^$`)
	var last []string // instructions of the last stage
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if !known.MatchString(line) {
			t.Errorf("%q: not an instruction", line)
		}
		if strings.HasPrefix(line, "FROM") {
			last = nil
		}
		last = append(last, line)
		if sources, is := strings.CutPrefix(line, "COPY "); is && !strings.HasPrefix(sources, "--") {
			for _, source := range strings.Fields(sources)[:len(strings.Fields(sources))-1] {
				if _, err := os.Stat(filepath.Join(repository, source)); err != nil {
					t.Error(err)
				}
			}
		}
	}
	builder := regexp.MustCompile(`FROM golang:(\d+)\.(\d+)-(\w+) AS build`).FindStringSubmatch(text)
	wanted := regexp.MustCompile(`(?m)^go (\d+)\.(\d+)`).FindStringSubmatch(read("go.mod"))
	if builder == nil || wanted == nil || builder[1] != wanted[1] || builder[2] != wanted[2] || !strings.Contains(text, "FROM debian:"+builder[3]+"-slim\n") {
		t.Errorf("the builder is %q, and go.mod wants Go %q", builder, wanted)
	}
	stage := strings.Join(last, "\n")
	user := strings.Index(stage, "\nUSER mxgen\n")
	if user < 0 || user < strings.LastIndex(stage, "\nRUN ") || user > strings.Index(stage, "\nENTRYPOINT ") {
		t.Error("the entry point runs as root")
	}
	install := regexp.MustCompile(`apt-get (install -y --no-install-recommends [a-z0-9. -]+[a-z0-9]) &&`).FindStringSubmatch(stage)
	if install == nil {
		t.Fatal("no apt-get install")
	}
	// The packages that setup.sh installs, and git for --changed-since.
	setup := read(filepath.Join("scripts", "setup.sh")) + " git "
	for _, name := range strings.Fields(install[1])[3:] {
		if !regexp.MustCompile(`\s` + regexp.QuoteMeta(name) + `[\s";]`).MatchString(setup) {
			t.Errorf("%s: not what scripts/setup.sh installs", name)
		}
	}
	for _, tool := range []string{"spin", "gcc", "libc6-dev", "tcc", "git"} {
		if !slices.Contains(strings.Fields(install[1]), tool) {
			t.Errorf("%s is not installed", tool)
		}
	}
	for _, run := range regexp.MustCompile(`(?m)^RUN (.*)$`).FindAllStringSubmatch(text, -1) {
		if out, err := exec.Command("sh", "-n", "-c", run[1]).CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", run[1], err, out)
		}
	}
}
