package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/chromedp/chromedp"
)

// Views are those that every page must do with.
var Views = []View{{Width: 360}, {Width: 360, Dark: true}, {Width: 1280}, {Width: 1280, Dark: true}, {Width: 1920}, {Width: 1920, Dark: true}}

// String is the width, and dark.
func (v View) String() string {
	if v.Dark {
		return fmt.Sprintf("%d-dark", v.Width)
	}
	return fmt.Sprint(v.Width)
}

// Fits fails the test if the page is wider than the window.
func (tab *Tab) Fits(what string) {
	tab.t.Helper()
	if wide := Evaluate[int](tab, `document.documentElement.scrollWidth - document.documentElement.clientWidth`); wide > 0 {
		tab.t.Errorf("%s: the page is %d pixels wider than the window", what, wide)
	}
}

// Wait waits until a condition of the page is true.  It asks whatever document the page has now:
// chromedp.Poll asks the document that it knows of, which may have gone after a navigation.
func (tab *Tab) Wait(condition string) {
	tab.t.Helper()
	for !Evaluate[bool](tab, "!!("+condition+")") {
		time.Sleep(10 * time.Millisecond) // Start's time limit ends the evaluation
	}
}

// Shoot writes the whole page as NAME.png into the directory that SCREENSHOTS names, if it is set.
func (tab *Tab) Shoot(name string) {
	tab.t.Helper()
	dir := os.Getenv("SCREENSHOTS")
	if dir == "" {
		return
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), value(tab, chromedp.FullScreenshot(100)), 0o644); err != nil {
		tab.t.Fatal(err)
	}
}
