package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"

	"github.com/mxgen/mxgen/reference/check"
)

// judge checks the logs of a run, as mxgen check does.  The run of a node that was started
// with a mistake must be no run of the algorithm.
func judge(dir, bug string) error {
	if _, err := checkLogs(dir); err != nil {
		return err
	}
	paths, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return err
	}
	var logs []check.Log
	for _, path := range paths {
		logs = append(logs, check.File(path))
	}
	r, err := check.Check(context.Background(), logs, check.Options{})
	switch {
	case err != nil:
		return err
	case bug == "" && (r.Verdict != check.Accepted || len(r.Broken) > 0):
		return fmt.Errorf("%s %s %+v %+v", r.Verdict, r.Reason, r.Rejection, r.Broken)
	case bug != "" && r.Verdict != check.Rejected:
		return fmt.Errorf("%s: %s", bug, r.Verdict)
	}
	return nil
}

// line is an event in a log.
type line struct {
	Seq     int
	Event   string
	Node    int
	Peer    int
	Message *sentMessage
	Sends   []struct {
		To      int
		Message sentMessage
	}
	State map[string]int
}

type sentMessage struct {
	Kind   string
	Fields []int
	ID     string
}

// checkLogs reads the logs of a run, that of node i at i-1, and checks what holds in every
// log of this program: lines are well formed, each node requests, enters and exits in turn,
// and what a node receives was sent to it, once, in the order of the link.
func checkLogs(dir string) (all [][]line, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	for i := range files {
		events, err := readLog(filepath.Join(dir, fmt.Sprintf("node-%d.jsonl", i+1)), i+1, len(files))
		if err == nil {
			err = checkTurns(events)
		}
		if err != nil {
			return nil, fmt.Errorf("node %d: %w", i+1, err)
		}
		all = append(all, events)
	}
	for to, events := range all {
		for from := range all {
			if err := checkLink(all[from], from+1, events, to+1); err != nil {
				return nil, fmt.Errorf("link %d to %d: %w", from+1, to+1, err)
			}
		}
	}
	return all, nil
}

// readLog reads the log of a node of n.  A torn last line is one that a crash has cut.
func readLog(path string, node, n int) (events []line, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	rows := bytes.Split(text, []byte("\n"))
	rows = rows[:len(rows)-1]
	for i, row := range rows {
		if i == 0 {
			var h struct {
				Schema        string
				Configuration struct{ N int }
			}
			if err := json.Unmarshal(row, &h); err != nil || h.Schema != "mxgen.trace/v1" || h.Configuration.N != n {
				return nil, fmt.Errorf("header %s: %v", row, err)
			}
			continue
		}
		var e line
		if err := json.Unmarshal(row, &e); err != nil || e.Seq != i || e.Node != node || len(e.State) != 4 {
			return nil, fmt.Errorf("line %d: %s: %v", i+1, row, err)
		}
		events = append(events, e)
	}
	return events, nil
}

// checkTurns checks that request, enter and exit follow each other.
func checkTurns(events []line) error {
	next := map[string]string{"request": "enter", "enter": "exit", "exit": "request"}
	want := "request"
	for _, e := range events {
		switch {
		case e.Event == "receive":
		case e.Event == want:
			want = next[want]
		default:
			return fmt.Errorf("line %d: %s, want %s", e.Seq+1, e.Event, want)
		}
	}
	return nil
}

// checkLink checks that what one node received from the other is the beginning of what that
// one sent to it: the links are TCP.
func checkLink(sender []line, from int, receiver []line, to int) error {
	var sent []sentMessage
	for _, e := range sender {
		for _, s := range e.Sends {
			if s.To == to {
				sent = append(sent, s.Message)
			}
		}
	}
	for _, e := range receiver {
		if e.Event != "receive" || e.Peer != from {
			continue
		}
		if len(sent) == 0 || e.Message == nil || e.Message.ID == "" || !reflect.DeepEqual(sent[0], *e.Message) {
			return fmt.Errorf("line %d of node %d: receives %+v, want the first of %+v", e.Seq+1, to, e.Message, sent)
		}
		sent = sent[1:]
	}
	return nil
}
