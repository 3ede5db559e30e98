package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/mxgen/mxgen/models/config"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"mxgen": main})
}

// TestScript runs the scripts in testdata/script.  They use the commands of testscript and
// those defined below.
func TestScript(t *testing.T) {
	for _, name := range []string{"spin", "gcc", "tcc"} {
		if _, err := exec.LookPath(name); err != nil {
			t.Fatalf("%s: not found in PATH: install it with: apt-get install spin gcc tcc", name)
		}
	}
	repository, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			// Scripts change PATH to hide tools; MXGEN still names mxgen.
			path, err := exec.LookPath("mxgen")
			e.Setenv("MXGEN", path)
			e.Setenv("REPOSITORY", repository)
			e.Setenv("MXGEN_CACHE", filepath.Join(e.WorkDir, ".cache")) // not that of the user
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"status":   status,
			"refuse":   refuse,
			"served":   served,
			"schema":   schema(filepath.Join(repository, "docs", "results.schema.json")),
			"parsed":   schema(filepath.Join(repository, "docs", "parse.schema.json")),
			"checked":  schema(filepath.Join(repository, "docs", "check.schema.json")),
			"matrix":   schema(filepath.Join(repository, "docs", "matrix.schema.json")),
			"swept":    schema(filepath.Join(repository, "docs", "sweep.schema.json")),
			"valid":    valid,
			"manifest": checkManifest,
			"count":    count,
		},
	})
}

// status CODE ARGS...: mxgen ARGS ends with the exit code CODE.
func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status CODE ARGS...")
	}
	code := 0
	var failed *exec.ExitError
	if err := ts.Exec(ts.Getenv("MXGEN"), args[1:]...); errors.As(err, &failed) {
		code = failed.ExitCode()
	} else if err != nil {
		ts.Fatalf("mxgen: %v", err)
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("mxgen %s: exit code %d, not %s", strings.Join(args[1:], " "), code, args[0])
	}
}

// refuse CODE REGEXP ARGS...: mxgen ARGS ends with the exit code CODE, writes nothing to
// standard output, and writes one line that matches REGEXP to standard error.
func refuse(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: refuse CODE REGEXP ARGS...")
	}
	status(ts, false, append([]string{args[0]}, args[2:]...))
	if out := ts.ReadFile("stdout"); out != "" {
		ts.Fatalf("stdout is not empty: %.200q", out)
	}
	line, found := strings.CutSuffix(ts.ReadFile("stderr"), "\n")
	if !found || strings.Contains(line, "\n") || len(line) > 600 {
		ts.Fatalf("stderr is not one line: %.1000q", line)
	}
	if !strings.HasPrefix(line, "mxgen: ") || !regexp.MustCompile(args[1]).MatchString(line) {
		ts.Fatalf("%q does not match %s", line, args[1])
	}
}

// schema FILE: FILE (or stdout) is JSON that the schema accepts.
func schema(path string) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		if len(args) != 1 {
			ts.Fatalf("usage: [!] schema FILE")
		}
		compiled, err := compileSchema(path)
		ts.Check(err)
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(ts.ReadFile(args[0])))
		ts.Check(err)
		err = compiled.Validate(value)
		switch {
		case neg && err == nil:
			ts.Fatalf("%s is valid", args[0])
		case !neg && err != nil:
			ts.Fatalf("%s: %v", args[0], err)
		}
	}
}

// valid FILE: FILE (or stdout) is JSON that the schema accepts which it names: mxgen.NAME/v1 is docs/NAME.schema.json.
func valid(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: valid FILE")
	}
	text := ts.ReadFile(args[0])
	var named struct{ Schema string }
	ts.Check(json.Unmarshal([]byte(text), &named))
	m := schemaName.FindStringSubmatch(named.Schema)
	if m == nil {
		ts.Fatalf("%s: schema %q", args[0], named.Schema)
	}
	compiled, err := compileSchema(filepath.Join(ts.Getenv("REPOSITORY"), "docs", m[1]+".schema.json"))
	ts.Check(err)
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	ts.Check(err)
	if err := compiled.Validate(value); err != nil {
		ts.Fatalf("%s: %v", args[0], err)
	}
}

var schemaName = regexp.MustCompile(`^mxgen\.([a-z-]+)/v1$`)

// compileSchema compiles a schema of docs, each once.  Schemas may name parts of others beside them.
func compileSchema(path string) (*jsonschema.Schema, error) {
	compiling.Lock()
	defer compiling.Unlock()
	if s := compiled[path]; s != nil {
		return s, nil
	}
	c := jsonschema.NewCompiler()
	others, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*.schema.json"))
	if err != nil {
		return nil, err
	}
	for _, other := range others {
		file, err := os.Open(other)
		if err != nil {
			return nil, err
		}
		document, err := jsonschema.UnmarshalJSON(file)
		file.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", other, err)
		}
		if err := c.AddResource("https://github.com/mxgen/mxgen/docs/"+filepath.Base(other), document); err != nil {
			return nil, err
		}
	}
	s, err := c.Compile("https://github.com/mxgen/mxgen/docs/" + filepath.Base(path))
	if err == nil {
		compiled[path] = s
	}
	return s, err
}

var (
	compiling sync.Mutex
	compiled  = map[string]*jsonschema.Schema{}
)

// manifest DIR: manifest.json lists every other file of DIR with its SHA-256 hash.
func checkManifest(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: manifest DIR")
	}
	dir := ts.MkAbs(args[0])
	var index struct {
		Schema string
		Models []struct{ File, SHA256 string }
	}
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(filepath.Join(dir, "manifest.json"))), &index))
	if index.Schema != "mxgen.manifest/v1" || len(index.Models) == 0 {
		ts.Fatalf("schema %q, %d models", index.Schema, len(index.Models))
	}
	listed := map[string]bool{"manifest.json": true}
	for _, m := range index.Models {
		data, err := os.ReadFile(filepath.Join(dir, m.File))
		ts.Check(err)
		if sum := fmt.Sprintf("%x", sha256.Sum256(data)); sum != m.SHA256 {
			ts.Fatalf("%s: sha256 %s, the manifest says %s", m.File, sum, m.SHA256)
		}
		if listed[m.File] {
			ts.Fatalf("%s: listed twice", m.File)
		}
		listed[m.File] = true
	}
	entries, err := os.ReadDir(dir)
	ts.Check(err)
	for _, e := range entries {
		if !listed[e.Name()] {
			ts.Fatalf("%s: not in the manifest", e.Name())
		}
	}
}

// count N DIR: DIR has N entries, including hidden ones; a directory that does not exist
// has none.
func count(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: count N DIR")
	}
	entries, err := os.ReadDir(ts.MkAbs(args[1]))
	if err != nil && !os.IsNotExist(err) {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(len(entries)) != args[0] {
		ts.Fatalf("%s has %d entries, not %s: %v", args[1], len(entries), args[0], entries)
	}
}

// TestSchemaIsStrict: the schema refuses wrong results.
func TestSchemaIsStrict(t *testing.T) {
	compiled, err := jsonschema.NewCompiler().Compile(filepath.Join("..", "..", "docs", "results.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	good := `{"schema":"mxgen.results/v1","results":[{"algorithm":"a","variant":"","configuration":{"algorithm":"a","n":1,
		"variant":"","network":"fifo"},"property":"p","verdict":"pass","reason":"r","states":1,"transitions":1,"depth":1,"vector":1,"seconds":0.1,
		"memory":1,"unbounded":true,"fairness":"none","commands":["c"],"tools":{"mxgen":"1","spin":"6"},"sha256":"",
		"engine":"spin","cross_check":"agrees"}]}`
	valid := func(text string) error {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		return compiled.Validate(value)
	}
	if err := valid(good); err != nil {
		t.Error(err)
	}
	for _, change := range [][2]string{
		{"mxgen.results/v1", "mxgen.results/v2"},
		{`"verdict":"pass"`, `"verdict":"ok"`},
		{`"verdict":"pass",`, ``},
		{`"states":1`, `"states":-1`},
		{`"states":1`, `"states":1,"extra":1`},
		{`"unbounded":true`, `"unbounded":true,"rounds":2`},
		{`"unbounded":true`, `"unbounded":false`},
		{`"sha256":""`, `"sha256":"abc"`},
		{`"n":1`, `"n":0`},
		{`"reason":"r"`, `"reason":"r","expected":"pass"`},
	} {
		bad := bytes.Replace([]byte(good), []byte(change[0]), []byte(change[1]), 1)
		if valid(string(bad)) == nil {
			t.Errorf("%s instead of %s is valid", change[1], change[0])
		}
	}
}

// TestSchemasKnowConfigurations: the schemas have every field of a configuration.
func TestSchemasKnowConfigurations(t *testing.T) {
	for _, name := range []string{"results.schema.json", "trace.schema.json"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "docs", name))
		if err != nil {
			t.Fatal(err)
		}
		var schema struct {
			Defs struct {
				Configuration struct{ Properties map[string]any }
			} `json:"$defs"`
		}
		if err := json.Unmarshal(data, &schema); err != nil {
			t.Fatal(err)
		}
		for _, field := range reflect.VisibleFields(reflect.TypeFor[config.Config]()) {
			key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if schema.Defs.Configuration.Properties[key] == nil {
				t.Errorf("%s: no %q in a configuration", name, key)
			}
		}
	}
}
