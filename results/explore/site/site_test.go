package site_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/mxgen/mxgen/results/explore/site"
	"github.com/mxgen/mxgen/results/testenv/browser"
)

// most is the largest size of a site in bytes.
const most = 10 << 20

// TestSite opens an exported site from a plain file server, which knows no media type for explore.bin,
// steps it to a violation, and opens a link.
func TestSite(t *testing.T) {
	program, err := site.Build(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "new", "site")
	for range 2 { // the second one replaces the first
		if err := site.Write(dir, program, "algorithm=ricart-agrawala&n=2&variant=no-tie-break&run=request.1"); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	size := int64(0)
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		size += info.Size()
	}
	t.Logf("%d files of %d bytes", len(entries), size)
	if size > most {
		t.Errorf("%d bytes, more than %d", size, most)
	}
	if left, err := os.ReadDir(filepath.Dir(dir)); err != nil || len(left) != 1 {
		t.Errorf("beside the site are left %v, %v", left, err)
	}
	files := httptest.NewServer(http.FileServer(http.Dir(dir)))
	defer files.Close()
	b := browser.Start(t).Open(t, files.URL, browser.View{})
	idle := func() {
		t.Helper()
		b.Wait(`document.querySelector("#events .node") && !document.body.hasAttribute("aria-busy")`)
	}
	idle()
	for _, e := range []string{"request.2", "receive.1~2.REQUEST.1", "receive.2~1.REQUEST.1"} {
		browser.Evaluate[chromedp.Void](b, `document.getElementById("e-`+e+`").click()`)
		idle()
	}
	verdict := `document.getElementById("verdict").textContent`
	if got := browser.Evaluate[string](b, verdict); !strings.Contains(got, "deadlock") {
		t.Errorf("the exported page says %s", got)
	}
	b.Shoot("site")
	for _, finding := range b.Axe("../../../.tools/axe.min.js") {
		t.Errorf("axe-core: %s", finding)
	}
	link := browser.Evaluate[string](b, `location.href`)
	b.Do(chromedp.Navigate("about:blank"), chromedp.Navigate(link))
	idle()
	if got := browser.Evaluate[string](b, verdict); !strings.Contains(got, "deadlock") {
		t.Errorf("%s shows %s", link, got)
	}
	// A search for a shortest run is the longest command.
	browser.Evaluate[chromedp.Void](b, `document.getElementById("c-shortest").click()`)
	idle()
	if got := browser.Evaluate[string](b, `document.getElementById("say").textContent`); !strings.Contains(got, "has 4 events; yours had 4") {
		t.Errorf("the shortest run: %s", got)
	}
	for _, hostile := range []string{"algorithm=<script>alert(1)</script>", "algorithm=neilsen-mizuno&topology=file:/etc/passwd", "algorithm=lamport&n=99999999999999999999&run=x", "%zz"} {
		browser.Evaluate[chromedp.Void](b, `document.getElementById("error").textContent = ""; location.hash = `+strconv.Quote(hostile))
		b.Wait(`document.getElementById("error").textContent`)
	}
	for _, problem := range b.Problems() {
		t.Error(problem)
	}
}

// TestWriteRefuses: a directory with anything else stays as it is.
func TestWriteRefuses(t *testing.T) {
	dir := t.TempDir()
	other := filepath.Join(dir, "thesis.tex")
	if err := os.WriteFile(other, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		dir:                        "has other files than a site has, such as \"thesis.tex\"; name a new directory",
		other:                      "is no directory",
		filepath.Join(other, "x"):  "not a directory",
		"/proc/1/nowhere/site":     "cannot be written: ",
		filepath.Join(dir, "\x00"): "cannot be written: invalid argument",
	} {
		err := site.Write(path, site.Program{}, "")
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", path, err, want)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("left are %v, %v", left, err)
	}
}
