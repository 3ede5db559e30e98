package main

import (
	"bufio"
	"bytes"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// served STDERR ARGS...: mxgen explore ARGS prints one address, serves a page there, and ends with exit
// code 0 after Ctrl-C; nobody answers then, and standard error matches STDERR.
func served(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: served STDERR ARGS...")
	}
	c := exec.Command(ts.Getenv("MXGEN"), append([]string{"explore"}, args[1:]...)...)
	c.Dir, c.Env = ts.MkAbs("."), append(os.Environ(), "PATH="+ts.Getenv("PATH"), "BROWSER=")
	var complaints bytes.Buffer
	c.Stderr = &complaints
	out, err := c.StdoutPipe()
	ts.Check(err)
	ts.Check(c.Start())
	defer c.Process.Kill()
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		ts.Fatalf("no address: %v %s", err, &complaints)
	}
	address = strings.TrimSpace(address)
	if !regexp.MustCompile(`^http://127\.0\.0\.1:\d+/[A-Z2-7]{26}/$`).MatchString(address) {
		ts.Fatalf("the address is %q", address)
	}
	answer, err := http.Get(address)
	ts.Check(err)
	answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		ts.Fatalf("%s: %s", address, answer.Status)
	}
	ts.Check(c.Process.Signal(os.Interrupt))
	if err := c.Wait(); err != nil {
		ts.Fatalf("after Ctrl-C: %v %s", err, &complaints)
	}
	if _, err := http.Get(address); err == nil {
		ts.Fatalf("%s still answers", address)
	}
	if !regexp.MustCompile(args[0]).Match(complaints.Bytes()) {
		ts.Fatalf("standard error is %q, want %s", &complaints, args[0])
	}
}
