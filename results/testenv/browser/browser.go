// Package browser opens pages in Debian's chromium for tests, without a screen.
//
//	b := browser.Start(t)
//	tab := b.Open(t, "file://"+path, browser.View{Width: 1280})
//	tab.Do(chromedp.Click("#step"))
//	text := tab.Text("#event")
//	for _, finding := range tab.Axe() { ... }
//
// A test that needs a browser fails without it: scripts/browser.sh installs it.
package browser

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Timeout is how long a test may use the browser: long, so that a loaded machine does not fail a test.
const Timeout = 15 * time.Minute

// Browser is a running browser.
type Browser struct{ context context.Context }

// Start starts a browser, which ends with the test.
func Start(t testing.TB) *Browser {
	t.Helper()
	path, err := exec.LookPath("chromium")
	if err != nil {
		t.Fatal("chromium: not found in PATH: scripts/browser.sh installs it")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU,
		chromedp.WSURLReadTimeout(time.Minute), chromedp.UserDataDir(t.TempDir()))
	ctx, cancelTime := context.WithTimeout(context.Background(), Timeout)
	ctx, cancelProcess := chromedp.NewExecAllocator(ctx, options...)
	ctx, cancel := chromedp.NewContext(ctx)
	t.Cleanup(func() {
		_ = chromedp.Cancel(ctx) // waits until the browser has ended
		cancel()
		cancelProcess()
		cancelTime()
	})
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("chromium: %v", err)
	}
	return &Browser{ctx}
}

// View is how a page is looked at.
type View struct {
	Width     int64 // pixels, 0: 1280
	Dark      bool
	NoScripts bool
}

// Tab is an open page.
type Tab struct {
	t       testing.TB
	context context.Context

	mutex    sync.Mutex
	problems []string // errors on the console, dialogs
	requests []string // addresses that were asked for, without the page itself
}

// Open opens a page and waits for it.
func (b *Browser) Open(t testing.TB, url string, view View) *Tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(b.context)
	t.Cleanup(cancel)
	tab := &Tab{t: t, context: ctx}
	if err := chromedp.Listen(ctx, func(event any) { tab.listen(event, url) }); err != nil {
		t.Fatal(err)
	}
	call(tab, network.Enable, network.EnableParams{})
	tab.Look(view)
	tab.Do(chromedp.Navigate(url))
	return tab
}

// Look looks at the page in another way.
func (tab *Tab) Look(view View) {
	tab.t.Helper()
	scheme := "light"
	if view.Dark {
		scheme = "dark"
	}
	if view.Width == 0 {
		view.Width = 1280
	}
	call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	call(tab, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: view.NoScripts})
	tab.Do(chromedp.EmulateViewport(view.Width, 900))
}

// call gives the browser a command.
func call[P, R any](tab *Tab, command cdp.Command[P, R], params P) {
	tab.t.Helper()
	if _, err := chromedp.Call(tab.context, command, params); err != nil {
		tab.t.Fatal(err)
	}
}

// listen notes what is wrong.  It runs in the loop that reads the browser's messages.
func (tab *Tab) listen(event any, url string) {
	tab.mutex.Lock()
	defer tab.mutex.Unlock()
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		tab.problems = append(tab.problems, e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" {
			tab.problems = append(tab.problems, "an error on the console")
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" {
			tab.problems = append(tab.problems, e.Entry.Text)
		}
	case *page.EventJavascriptDialogOpening:
		tab.problems = append(tab.problems, "dialog: "+e.Message)
		go func() {
			_, _ = chromedp.Call(tab.context, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true}) // the problem is noted
		}()
	case *network.EventRequestWillBeSent:
		page, _, _ := strings.Cut(url, "#")
		if asked, _, _ := strings.Cut(e.Request.URL, "#"); asked != page && !strings.HasPrefix(asked, "data:") {
			tab.requests = append(tab.requests, e.Request.URL)
		}
	}
}

// Do does something with the page.
func (tab *Tab) Do(actions ...chromedp.Action[chromedp.Void]) {
	tab.t.Helper()
	if err := chromedp.Do(tab.context, actions...); err != nil {
		tab.t.Fatal(err)
	}
}

// value runs an action that has a value.
func value[T any](tab *Tab, action chromedp.Action[T]) T {
	tab.t.Helper()
	v, err := chromedp.Run(tab.context, action)
	if err != nil {
		tab.t.Fatal(err)
	}
	return v
}

// Text is the text of the first element of a selector.
func (tab *Tab) Text(selector string) string {
	tab.t.Helper()
	return value(tab, chromedp.TextContent(selector))
}

// Evaluate is the value of an expression, or what it promises.
func Evaluate[T any](tab *Tab, expression string) T {
	tab.t.Helper()
	return value(tab, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// Problems are errors of the page's scripts, and dialogs.
func (tab *Tab) Problems() []string {
	tab.mutex.Lock()
	defer tab.mutex.Unlock()
	return append([]string{}, tab.problems...)
}

// Requests are the addresses that the page has asked for.
func (tab *Tab) Requests() []string {
	tab.mutex.Lock()
	defer tab.mutex.Unlock()
	return append([]string{}, tab.requests...)
}

// Screenshot writes the page as PNG to a file, for a person to look at.
func (tab *Tab) Screenshot(path string) {
	tab.t.Helper()
	if err := os.WriteFile(path, value(tab, chromedp.CaptureScreenshot()), 0o644); err != nil {
		tab.t.Fatal(err)
	}
}

// Axe has axe-core look for what hinders people with disabilities, contrast and keyboard
// included, and returns what it finds.  axe is the path of axe.min.js.
func (tab *Tab) Axe(axe string) []string {
	tab.t.Helper()
	source, err := os.ReadFile(axe)
	if err != nil {
		tab.t.Fatalf("%v: scripts/browser.sh installs it", err)
	}
	Evaluate[int](tab, string(source)+";0")
	return Evaluate[[]string](tab,
		`axe.run(document, {runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]})
			.then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ": " + n.html.slice(0, 120) + " " + n.failureSummary)))`)
}
