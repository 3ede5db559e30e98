package show_test

import (
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestNoFiles: what draws needs no files, network and processes, so that it works in a browser, too.
func TestNoFiles(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}} {{.Imports}}", ".", "./scene", "./diagram", "./picture", "./page").Output()
	if err != nil {
		t.Fatal(err)
	}
	outside := regexp.MustCompile(`[ \[](os|os/exec|net|net/http|syscall|golang.org/x/sys\S*)[ \]]`)
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	for _, line := range lines {
		if m := outside.FindString(line); m != "" {
			t.Errorf("%s", line)
		}
	}
	if len(lines) != 5 || !outside.MatchString("x [fmt os]") {
		t.Errorf("%q", lines)
	}
}
