package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Three nodes serve clients in processes of their own, one is killed, and the logs tell a
// story without a hole.
func TestKilled(t *testing.T) {
	c := start(t, 3, nil)
	close(c.flow)

	// The lock is one lock: node 2 defers to the client of node 1 until that releases it.
	first, second := c.client(1), c.client(2)
	c.must(try(first, "LOCK"))
	waits := try(second, "LOCK")
	c.until(1, "a deferred REPLY", func(all []line) bool { return len(all) > 0 && all[len(all)-1].State["deferred"] == 1<<2 })
	if count(c.log(2), "enter") != 0 {
		t.Error("node 2 enters while node 1 is inside")
	}
	c.must(try(first, "UNLOCK"))
	c.must(waits)
	c.must(try(second, "UNLOCK"))

	for i := 1; i <= 3; i++ {
		k := command(t, "-client", c.address[i-1], "-entries", "1000000") // until its node goes
		if err := k.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { k.Wait() })
	}
	c.until(3, "20 entries", func(all []line) bool { return count(all, "enter") >= 20 })
	c.kill(3)
	c.stop(1)
	c.stop(2)

	if err := judge(c.dir, ""); err != nil {
		t.Error(err)
	}
	checkEdited(t, c.dir)
}

// checkEdited shows that checkLogs is able to fail.
func checkEdited(t *testing.T, dir string) {
	for name, edit := range map[string]func([][]byte) [][]byte{
		"a line is lost":          func(all [][]byte) [][]byte { return slices.Delete(all, 3, 4) },
		"two lines are exchanged": func(all [][]byte) [][]byte { all[2], all[3] = all[3], all[2]; return all },
		"a message is forged": func(all [][]byte) [][]byte {
			i := slices.IndexFunc(all, func(b []byte) bool { return bytes.Contains(b, []byte(`"event":"receive"`)) })
			all[i] = bytes.Replace(all[i], []byte(`"id":"`), []byte(`"id":"x`), 1)
			return all
		},
		"the sender's log ends too early": func(all [][]byte) [][]byte { return append(all[:10], nil) },
	} {
		edited := t.TempDir()
		for i := 1; i <= 3; i++ {
			text, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("node-%d.jsonl", i)))
			if err != nil {
				t.Fatal(err)
			}
			if i == 1 {
				text = bytes.Join(edit(bytes.Split(text, []byte("\n"))), []byte("\n"))
			}
			if err := os.WriteFile(filepath.Join(edited, fmt.Sprintf("node-%d.jsonl", i)), text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := checkLogs(edited); err == nil {
			t.Errorf("%s: not noticed", name)
		}
	}
}

// Each mistake gives the lock to two clients at the same time.
func TestBugs(t *testing.T) {
	has := func(kind string) func([]line) bool {
		return func(all []line) bool { return count(all, kind) > 0 }
	}
	for _, b := range []struct {
		bug  string
		node int
		both func(c *cluster, first, second *client)
	}{
		{repliesInside, 1, func(c *cluster, first, second *client) {
			close(c.flow)
			c.must(try(first, "LOCK"))
			c.must(try(second, "LOCK"))
		}},
		{noTieBreak, 1, func(c *cluster, first, second *client) { // both request before they hear of each other
			one, two := try(first, "LOCK"), try(second, "LOCK")
			c.until(1, "a request", has("request"))
			c.until(2, "a request", has("request"))
			close(c.flow)
			c.must(one)
			c.must(two)
		}},
		{forgetsHighest, 2, func(c *cluster, first, second *client) { // 2 requests with 1, 1 with 2, and 2 with 1 again
			close(c.flow)
			c.must(try(second, "LOCK"))
			c.must(try(second, "UNLOCK"))
			c.must(try(first, "LOCK"))
			c.must(try(second, "LOCK"))
		}},
	} {
		t.Run(b.bug, func(t *testing.T) {
			c := start(t, 2, map[int]string{b.node: b.bug})
			b.both(c, c.client(1), c.client(2))
			for i := 1; i <= 2; i++ {
				c.kill(i) // both are inside: an UNLOCK would follow a normal end
				if all := c.log(i); count(all, "enter") != count(all, "exit")+1 {
					t.Errorf("node %d is not inside at the end of its log", i)
				}
			}
			if err := judge(c.dir, b.bug); err != nil {
				t.Error(err)
			}
		})
	}
}
