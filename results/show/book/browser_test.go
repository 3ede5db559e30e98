package book_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/mxgen/mxgen/reference"
	"github.com/mxgen/mxgen/reference/algorithms"
	"github.com/mxgen/mxgen/reference/check"
	"github.com/mxgen/mxgen/reference/simulate"
	"github.com/mxgen/mxgen/reference/trace"
	"github.com/mxgen/mxgen/results"
	"github.com/mxgen/mxgen/results/convert"
	"github.com/mxgen/mxgen/results/replay"
	"github.com/mxgen/mxgen/results/report"
	"github.com/mxgen/mxgen/results/show/book"
	"github.com/mxgen/mxgen/results/show/page"
	"github.com/mxgen/mxgen/results/testenv"
	"github.com/mxgen/mxgen/results/testenv/browser"
	"github.com/mxgen/mxgen/results/verify"
)

const axe = "../../../.tools/axe.min.js"

// simulated is a run of a configuration; most limits its events.
func simulated(t testing.TB, algorithm, flags string, entries, most int) *convert.Run {
	t.Helper()
	cfg := testenv.Config(t, algorithm, flags)
	sys, err := algorithms.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "run.jsonl")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	w, err := trace.NewWriter(file, trace.Header{Config: cfg, Origin: trace.Origin{Driver: trace.Sim}})
	if err != nil {
		t.Fatal(err)
	}
	opts := simulate.Options{Seed: 7, Entries: entries, MaxEvents: most}
	err = simulate.Run(t.Context(), sys, opts, func(_ *reference.World, r reference.Record) error { return w.Write(trace.Step{Record: r}) })
	if err != nil && !errors.Is(err, simulate.ErrTooLong) {
		t.Fatal(err)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	run, err := convert.FromLogs(t.Context(), []check.Log{check.File(path)}, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// violation is the first violation that the explorer finds of a configuration.
func violation(t testing.TB, algorithm, flags, property string) results.Result {
	t.Helper()
	task := verify.Task{Config: testenv.Config(t, algorithm, flags), Properties: []string{property}}
	rs, err := verify.Explore(t.Context(), task, false, time.Minute, 1<<30)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rs {
		if r.Counterexample != nil {
			return r
		}
	}
	t.Fatalf("%s %s: %s is not violated", algorithm, flags, property)
	return results.Result{}
}

// written is the address of a page.
func written(t testing.TB, d *page.Document, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := page.Write(&text, d); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "run.html")
	if err := os.WriteFile(path, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}

// shots is where a person wants the screenshots, "" for nowhere.
func shots(tab *browser.Tab, name string) {
	if dir := os.Getenv("SHOTS"); dir != "" {
		tab.Screenshot(filepath.Join(dir, name+".png"))
	}
}

func TestPages(t *testing.T) {
	b := browser.Start(t)
	run := simulated(t, "ricart-agrawala", "--n 3", 2, 0)
	d, err := book.OfRun(t.Context(), run, book.Window{})
	ra := written(t, d, err)
	t.Run("stepping", func(t *testing.T) { testStepping(t, b, ra) })
	t.Run("without scripts", func(t *testing.T) { testWithoutScripts(t, b, ra) })
	pages := map[string]string{"ra": ra}
	var diagrams []string
	for name, r := range map[string]results.Result{
		"starvation": violation(t, "ricart-agrawala", "--n 2 --variant no-request-flag", "starvation"),
		"plane":      violation(t, "maekawa", "--n 7 --quorum fpp --variant basic --requesters 1,2,3", "deadlock"),
	} {
		d, err := book.OfResult(t.Context(), r, book.Window{})
		pages[name] = written(t, d, err)
		messages, err := replay.Messages(r.Configuration, r.Counterexample)
		if err != nil {
			t.Fatal(err)
		}
		diagrams = append(diagrams, report.Mermaid(r, messages))
	}
	for name, url := range pages {
		t.Run(name, func(t *testing.T) { testAccess(t, b, name, url) })
	}
	t.Run("axe", func(t *testing.T) { testAxe(t, b, ra) })
	t.Run("hostile", func(t *testing.T) { testHostile(t, b) })
	t.Run("long", func(t *testing.T) { testLong(t, b) })
	t.Run("mermaid", func(t *testing.T) { testMermaid(t, b, diagrams) })
}

// testStepping steps by keys, buttons and the mouse.
func testStepping(t *testing.T, b *browser.Browser, url string) {
	tab := b.Open(t, url, browser.View{})
	expect := func(what, selector, want string) {
		t.Helper()
		if text := tab.Text(selector); !strings.HasPrefix(text, want) {
			t.Errorf("%s: %s is %q, want %q", what, selector, text, want)
		}
	}
	expect("at first", "#event", "41: ")
	tab.Do(chromedp.KeyEvent(kb.Home)) // Home
	expect("Home", "#event", "Before event 1")
	tab.Do(chromedp.Click("#step"), chromedp.Click("#step"))
	expect("two steps", "#event", "2: ")
	tab.Do(chromedp.Click(`#diagram g.event[data-event="9"]`))
	expect("a click", "#event", "10: ")
	expect("a click", "#causes", "It follows from ")
	if n := browser.Evaluate[int](tab, `document.querySelectorAll("#diagram g.past").length`); n < 5 {
		t.Errorf("%d events and messages are marked as past", n)
	}
	tab.Do(chromedp.KeyEvent(kb.ArrowLeft)) // left
	expect("left", "#event", "9: ")
	if n := browser.Evaluate[int](tab, `document.querySelectorAll("#variables td.changed").length`); n == 0 {
		t.Error("no change is marked")
	}
	before := browser.Evaluate[string](tab, `document.querySelector("#picture").innerHTML`)
	tab.Do(chromedp.KeyEvent(kb.End)) // End
	if browser.Evaluate[string](tab, `document.querySelector("#picture").innerHTML`) == before {
		t.Error("the picture stays as it is")
	}
	if at := browser.Evaluate[string](tab, `location.hash`); at != "#event=41" {
		t.Errorf("address ends in %q", at)
	}
	slowest := browser.Evaluate[float64](tab, `(() => { let s = 0; for (let k = 0; k <= 41; k++) { const t = performance.now(); mxgen.go(k); s = Math.max(s, performance.now() - t); } return s; })()`)
	t.Logf("the slowest step takes %.0f ms", slowest) // no test times (CONTRIBUTING.md)
	linked := b.Open(t, url+"#event=5", browser.View{})
	if text := linked.Text("#event"); !strings.HasPrefix(text, "5: ") {
		t.Errorf("the link opens at %q", text)
	}
	if p, r := tab.Problems(), tab.Requests(); len(p)+len(r) > 0 {
		t.Errorf("problems %q, requests %q", p, r)
	}
}

// testWithoutScripts: the diagram, the state at the end and the picture are there.
func testWithoutScripts(t *testing.T, b *browser.Browser, url string) {
	tab := b.Open(t, url, browser.View{NoScripts: true})
	shots(tab, "noscript")
	for selector, want := range map[string]string{"#diagram": "receive", "#variables": "phase", "#picture": "virtual queue"} {
		if text := tab.Text(selector); !strings.Contains(text, want) {
			t.Errorf("%s has no %q", selector, want)
		}
	}
	if !browser.Evaluate[bool](tab, `document.querySelector("#controls").hidden`) {
		t.Error("there are controls without use")
	}
}

// testAccess looks at a page in three widths, light and dark: nothing is wider than the window, and axe-core
// finds nothing.
func testAccess(t *testing.T, b *browser.Browser, name, url string) {
	tab := b.Open(t, url, browser.View{})
	for _, view := range []browser.View{{Width: 360}, {Width: 1280, Dark: true}, {Width: 1920}} {
		tab.Look(view)
		if found := tab.Axe(axe); len(found) > 0 {
			t.Errorf("%+v: %s", view, strings.Join(found, "\n"))
		}
		if wide := browser.Evaluate[int](tab, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
			t.Errorf("%+v: %d pixels wider than the window", view, wide)
		}
		shots(tab, fmt.Sprintf("%s-%d-%v", name, view.Width, view.Dark))
	}
	if p, r := tab.Problems(), tab.Requests(); len(p)+len(r) > 0 {
		t.Errorf("problems %q, requests %q", p, r)
	}
}

// testAxe: axe-core finds a bad contrast and a button without a name.
func testAxe(t *testing.T, b *browser.Browser, url string) {
	tab := b.Open(t, url, browser.View{})
	browser.Evaluate[int](tab, `document.querySelector("h1").style.color = "#ddd"; document.querySelector("#back").textContent = ""; document.querySelector("#back").removeAttribute("title"); 0`)
	found := strings.Join(tab.Axe(axe), "\n")
	for _, rule := range []string{"color-contrast", "button-name"} {
		if !strings.Contains(found, rule) {
			t.Errorf("no %s: %s", rule, found)
		}
	}
}

// hostile is what a text of a model or of a trace may say.
const hostile = `</script><script>alert(1)</script><img src=x onerror=alert(2)>"'><svg onload=alert(3)>{{.}}${alert(4)}` + "`\u2028\x00\ufffe"

// testHostile: texts of a user's model, and of results, are texts on the page and nothing else.
func testHostile(t *testing.T, b *browser.Browser) {
	r := results.Result{Model: hostile + ".pml", Property: "ltl:" + hostile, Verdict: results.Fail, Reason: hostile, Counterexample: &results.Counterexample{Cycle: 1}}
	for k := range 3 {
		r.Counterexample.Steps = append(r.Counterexample.Steps, results.Step{Event: hostile + " x.pml:1 " + hostile, Printed: hostile,
			Changes: []results.Change{{Variable: hostile, Value: fmt.Sprint(hostile, k)}, {Variable: "v (process 7)", Value: hostile}}})
	}
	files, err := book.OfResults(t.Context(), hostile, []results.Result{r}, book.Window{})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range files {
		if f.Name != filepath.Base(f.Name) || strings.ContainsAny(f.Name, " <>\"'&%#?") {
			t.Errorf("a file %q", f.Name)
		}
		if err := os.WriteFile(filepath.Join(dir, f.Name), f.Text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range files {
		tab := b.Open(t, "file://"+filepath.Join(dir, f.Name), browser.View{})
		if f.Name == "index.html" {
			shots(tab, "hostile-index")
			tab.Do(chromedp.Click("td a"))
		} else {
			shots(tab, "hostile")
			tab.Do(chromedp.KeyEvent(kb.Home), chromedp.KeyEvent(kb.ArrowRight))
			if text := tab.Text("#event"); !strings.Contains(text, "<img src=x") {
				t.Errorf("the text is %q", text)
			}
		}
		elements := browser.Evaluate[int](tab, `document.querySelectorAll("img, svg[onload], body script:not(#run):not(:last-of-type)").length`)
		if p := tab.Problems(); len(p) > 0 || elements > 0 {
			t.Errorf("%s: problems %q, %d elements", f.Name, p, elements)
		}
	}
}

// testLong: a run of 100,000 events has a page of some of them, of a few hundred kilobytes.  It says how long that took,
// from the trace to the page.
func testLong(t *testing.T, b *browser.Browser) {
	run := simulated(t, "neilsen-mizuno", "--n 5 --topology star", 1_000_000, 100_000)
	began := time.Now()
	d, err := book.OfRun(t.Context(), run, book.Window{})
	url := written(t, d, err)
	tab := b.Open(t, url, browser.View{})
	text := tab.Text("#event")
	t.Logf("%v", time.Since(began)) // no test times (CONTRIBUTING.md)
	if !strings.HasPrefix(text, "400: ") || !strings.Contains(tab.Text("header"), "Events 1 to 400 of 100000") {
		t.Errorf("at %q, header %q", text, tab.Text("header"))
	}
	if size := browser.Evaluate[int](tab, `document.documentElement.outerHTML.length`); size > 700_000 {
		t.Errorf("%d bytes", size)
	}
}

// testMermaid: the renderer that mermaid-cli runs in a browser draws the text of each run.
func testMermaid(t *testing.T, b *browser.Browser, texts []string) {
	source, err := os.ReadFile("../../../.tools/mermaid.min.js")
	if err != nil {
		t.Fatalf("%v: scripts/mermaid.sh installs it", err)
	}
	tab := b.Open(t, "about:blank", browser.View{})
	browser.Evaluate[int](tab, string(source)+";mermaid.initialize({startOnLoad: false}); 0")
	draw := func(text string) string {
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		return browser.Evaluate[string](tab, fmt.Sprintf(`mermaid.render("d", %s).then(r => r.svg, e => "refused: " + e)`, quoted))
	}
	for _, text := range texts {
		if svg := draw(text); !strings.HasPrefix(svg, "<svg") || !strings.Contains(svg, "REQUEST") {
			t.Errorf("%.200s\n%s", svg, text)
		}
	}
	if svg := draw("sequenceDiagram\n    deactivate 1\n"); !strings.HasPrefix(svg, "refused") {
		t.Errorf("a wrong diagram is drawn: %.100s", svg)
	}
}
