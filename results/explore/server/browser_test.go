//go:build !race

// The race detector would find nothing in the browser, and chromedp takes it half a minute to compile.

package server_test

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/mxgen/mxgen/models"
	"github.com/mxgen/mxgen/results/explore"
	"github.com/mxgen/mxgen/results/testenv/browser"
)

// A steppedPage is a page in the browser.
type steppedPage struct {
	t *testing.T
	*browser.Tab
}

// newSteppedPage opens a page in a browser.
func newSteppedPage(t *testing.T, address string) steppedPage {
	t.Helper()
	p := steppedPage{t, browser.Start(t).Open(t, address, browser.View{})}
	p.idle()
	t.Cleanup(func() {
		for _, problem := range p.Problems() {
			t.Error(problem)
		}
	})
	return p
}

// open opens an address, also one that differs from the last in its fragment alone.
func (p steppedPage) open(address string) {
	p.t.Helper()
	p.Do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	p.idle()
}

// idle waits until the reply to the last command is shown.
func (p steppedPage) idle() {
	p.t.Helper()
	p.Wait(`document.querySelector("#events .node") && !document.body.hasAttribute("aria-busy")`)
}

// click clicks a button and waits for the reply.
func (p steppedPage) click(id string) {
	p.t.Helper()
	p.eval(fmt.Sprintf(`document.getElementById(%q).click()`, id))
	p.idle()
}

// eval evaluates a script, whose value it returns as text.
func (p steppedPage) eval(script string) string {
	p.t.Helper()
	return browser.Evaluate[string](p.Tab, `String((() => { return `+script+` })())`)
}

// accessible asks axe-core.
func (p steppedPage) accessible(what string) {
	p.t.Helper()
	for _, finding := range p.Axe("../../../.tools/axe.min.js") {
		p.t.Errorf("%s: axe-core: %s", what, finding)
	}
}

// says returns the text of an element.
func (p steppedPage) says(id string) string {
	p.t.Helper()
	return strings.Join(strings.Fields(p.eval(fmt.Sprintf(`document.getElementById(%q).textContent`, id))), " ")
}

// drive steps events of which the last one violates a property, goes back and forward.
func (p steppedPage) drive(algorithm string, events []string, property string) {
	p.t.Helper()
	for _, e := range events {
		if got := p.says("verdict"); strings.Contains(got, property) {
			p.t.Errorf("%s: before %s: %s", algorithm, e, got)
		}
		p.click("e-" + e)
	}
	want := fmt.Sprintf("%s violated after event %d", property, len(events))
	for range 2 {
		if got := p.says("properties"); !strings.Contains(got, want) {
			p.t.Errorf("%s: the page says %s, want %s", algorithm, got, want)
		}
		p.click("c-back")
		if got := p.says("verdict"); strings.Contains(got, property) {
			p.t.Errorf("%s: after going back: %s", algorithm, got)
		}
		p.click("c-forward")
	}
}

// drivenByKeys does the same with the keyboard alone, from the start.
func (p steppedPage) drivenByKeys(events []string, property string) {
	p.t.Helper()
	press := func(key string) {
		p.t.Helper()
		p.Do(chromedp.KeyEvent(key))
		p.idle()
	}
	press(kb.Home)
	for _, e := range events {
		press(p.eval(fmt.Sprintf(`document.getElementById("e-" + %q).dataset.key`, e)))
	}
	if got := p.says("verdict"); !strings.Contains(got, property) {
		p.t.Errorf("by keys: %s", got)
	}
	press(kb.ArrowLeft)
	if got := p.says("controls"); !strings.Contains(got, fmt.Sprintf("event %d of %d", len(events)-1, len(events))) {
		p.t.Errorf("back by a key: %s", got)
	}
	press(kb.ArrowRight)
	// A key in a field of the form is text.
	p.eval(`document.querySelectorAll("details").forEach(d => d.open = true)`)
	p.eval(`document.getElementById("f-rounds").focus()`)
	press("u")
	if got := p.eval(`document.getElementById("f-rounds").value`); got != "u" || !strings.Contains(p.says("verdict"), property) {
		p.t.Errorf("a key in a field: the field has %q, and %s", got, p.says("verdict"))
	}
	p.eval(`document.querySelectorAll("details").forEach(d => d.open = false)`)
}

// causes checks what the page marks: the events that the last one follows from, and under the pointer those of the
// first event, which follows from none.
func (p steppedPage) causes(events []string) {
	p.t.Helper()
	marked := func() string {
		return p.eval(`document.querySelectorAll("#diagram g.event.past").length + " " + document.querySelectorAll("#diagram g.message.past").length`)
	}
	if got := p.says("causes"); !strings.HasPrefix(got, fmt.Sprintf("Event %d: it follows from 1", len(events))) || strings.HasPrefix(marked(), "0") || strings.HasSuffix(marked(), " 0") {
		p.t.Errorf("the last event: %q, marked are %s events and messages", got, marked())
	}
	over := `document.querySelector('#diagram g.event[data-event="0"] .hit').dispatchEvent(new MouseEvent("mouseover", {bubbles: true}))`
	p.eval(over)
	if got := p.says("causes"); got != "Event 1: it follows from no earlier event; no earlier event is independent of it." || marked() != "0 0" {
		p.t.Errorf("the first event: %q, marked are %s events and messages", got, marked())
	}
	p.eval(`document.getElementById("diagram").dispatchEvent(new MouseEvent("mouseleave"))`)
	if marked() == "0 0" {
		p.t.Error("the pointer has left the diagram, and nothing is marked")
	}
}

// saved checks the files that the buttons for pictures offer: that of pixels is a PNG in which not all is ground.
func (p steppedPage) saved() {
	p.t.Helper()
	p.eval(`window.offered = [], URL.createObjectURL = (blob) => { window.blob = blob; return "#" },
		HTMLAnchorElement.prototype.click = function () { window.offered.push(this.download + " " + window.blob.type) }`)
	p.click("save-picture")
	p.click("save-png")
	if got := p.eval(`window.offered.join()`); !regexp.MustCompile(`^([a-z-]+)\.svg image/svg\+xml,[a-z-]+\.png image/png$`).MatchString(got) || !strings.Contains(p.says("say"), ".png has the run") {
		p.t.Errorf("offered are %s; %s", got, p.says("say"))
	}
	p.eval(`window.colours = 0, createImageBitmap(window.blob).then((b) => {
		const c = new OffscreenCanvas(b.width, b.height).getContext("2d");
		c.drawImage(b, 0, 0);
		window.colours = new Set(new Uint32Array(c.getImageData(0, 0, b.width, b.height).data.buffer)).size;
	})`)
	p.Wait(`window.colours > 10`)
}

// TestHostilePage: what a link says is text, and what it cannot say is a complaint; a page that the server has
// forgotten goes on with its link.
func TestHostilePage(t *testing.T) {
	s := serve(t, "centralized", models.Params{})
	p := newSteppedPage(t, s.URL)
	for _, fragment := range []string{
		"algorithm=<img src=x onerror=hacked=true>",
		"algorithm=raymond&n=3&challenge=<script>hacked=true</script>",
		"algorithm=raymond&n=3&topology=file:/etc/passwd",
		"algorithm=raymond&n=3&run=request.1_%3Cb%3E",
	} {
		p.open(s.URL + "#" + url.PathEscape(fragment))
		if got := p.says("error"); got == "" {
			t.Errorf("%s: no complaint", fragment)
		}
		if p.eval(`(window.hacked === true) + "" + document.querySelectorAll("img, main script").length`) != "false0" {
			t.Errorf("%s: markup", fragment)
		}
	}
	p.open(s.URL)
	p.click("e-request.2")
	for range 3 { // as many as the server keeps
		do(t, s.URL, request{method: "POST", path: "do?page=new", body: `{"do":"open"}`, header: asJSON})
	}
	p.click("c-back") // the page is opened anew with its link
	p.Wait(`document.getElementById("controls").textContent.includes("of 1")`)
	p.click("c-start")
	if got := p.says("controls"); !strings.Contains(got, "event 0 of 1") || p.says("error") != "" {
		t.Errorf("a forgotten page: %s %s", got, p.says("error"))
	}
}

// broken are setups, and a property that a shortest run violates.
var broken = []struct {
	algorithm string
	params    models.Params
	property  string
}{
	{"ricart-agrawala", models.Params{"n": "2", "variant": "no-tie-break"}, "deadlock"},
	{"neilsen-mizuno", models.Params{"n": "3", "bug": "a-holder-passes-the-token-on-and-keeps-it"}, "mutex"},
	{"maekawa", models.Params{"n": "3", "variant": "slides", "rounds": "1"}, "mutex"},
}

// shortest spells the events of a shortest run to a violation.
func shortest(t *testing.T, algorithm string, p models.Params, property string) (events []string) {
	t.Helper()
	setup, err := explore.NewSetup(algorithm, p)
	if err != nil {
		t.Fatal(err)
	}
	s, err := explore.NewSession(setup, explore.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	run, err := s.ShortestTo(t.Context(), property)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range run {
		events = append(events, explore.Spell(e))
	}
	return events
}

// TestBrowser steps three algorithms to a violation, goes back, and shares the link.
func TestBrowser(t *testing.T) {
	other := serve(t, "centralized", models.Params{})
	p := newSteppedPage(t, other.URL)
	for k, b := range broken {
		p.Look(browser.View{Width: 1280})
		p.open(serve(t, b.algorithm, b.params).URL)
		events := shortest(t, b.algorithm, b.params, b.property)
		p.drive(b.algorithm, events, b.property)
		p.causes(events)
		p.saved()
		fragment := p.eval(`location.hash`)
		for _, l := range browser.Views {
			p.Look(l)
			p.Fits(b.algorithm + " at " + l.String())
			p.Shoot(fmt.Sprintf("live-%s-%s", b.algorithm, l))
			if k == 0 {
				p.eval(`document.querySelectorAll("details").forEach(d => d.open = true)`)
				p.Fits(b.algorithm + ", all open, at " + l.String())
				if l.Dark == (l.Width == 1280) { // each width, each ground
					p.accessible(b.algorithm + " at " + l.String())
				}
				p.Shoot(fmt.Sprintf("live-%s-%s-open", b.algorithm, l))
				p.eval(`document.querySelectorAll("details").forEach(d => d.open = false)`)
			}
		}
		if k == 0 {
			p.drivenByKeys(events, b.property)
		}
		p.open(other.URL + fragment)
		if got, want := p.says("properties"), b.property+" violated after event"; !strings.Contains(got, want) {
			t.Errorf("%s: the link shows %s, want %s", fragment, got, want)
		}
	}
}
