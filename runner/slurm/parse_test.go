package slurm

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestArrays(t *testing.T) {
	small, large := Need{Memory: 1 << 30, Time: time.Minute, CPUs: 1}, Need{Memory: 8 << 30, Time: time.Hour, CPUs: 2}
	needs := []Need{small, small, large, small, small, large, small, small}
	for _, c := range []struct {
		tasks []int
		limit int
		want  string
	}{
		{[]int{0, 1, 2, 3, 4, 5, 6, 7}, 1001, "0+0-1,3-4,6-7 2+0,3"},
		{[]int{0, 1, 2, 3, 4, 5, 6, 7}, 4, "0+0-1,3 2+0,3 4+0,2-3"},
		{[]int{1, 7}, 4, "1+0 7+0"},
		{[]int{0, 1, 3}, 1, "0+0 1+0 3+0"},
		{nil, 4, ""},
	} {
		var got []string
		covered := 0
		for _, a := range arrays(c.tasks, needs, c.limit) {
			got = append(got, strconv.Itoa(a.base)+"+"+a.list())
			covered += len(a.indexes)
			for _, index := range a.indexes {
				if index >= c.limit || needs[a.base+index] != a.need || !slices.Contains(c.tasks, a.base+index) {
					t.Errorf("%v, limit %d: index %d of %+v", c.tasks, c.limit, index, a)
				}
			}
		}
		if s := strings.Join(got, " "); s != c.want || covered != len(c.tasks) {
			t.Errorf("%v, limit %d: %q with %d tasks, not %q", c.tasks, c.limit, s, covered, c.want)
		}
	}
}

func TestNeed(t *testing.T) {
	got := Need{Memory: 1<<30 + 1, Time: 61 * time.Second, CPUs: 3}.args()
	if want := []string{"--mem=1025M", "--time=2", "--cpus-per-task=3"}; !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

func TestScript(t *testing.T) {
	c := Command{Dir: "/home/o'brien", Program: "/opt/my tools/mxgen", Args: []string{"verify", "--task"}, More: []string{"$(rm -rf /).yaml", "--raw"}}
	want := "#!/bin/sh\ntask=$((40 + ${SLURM_ARRAY_TASK_ID:?}))\ncd '/home/o'\\''brien' && exec '/opt/my tools/mxgen' verify --task \"$task\" '$(rm -rf /).yaml' --raw\n"
	if got := string(c.script(40)); got != want {
		t.Errorf("%s, not %s", got, want)
	}
}

func TestArrayLimit(t *testing.T) {
	for config, want := range map[string]int{"A = 1\nMaxArraySize            = 1001\nB = 2\n": 1001, "MaxArraySize=1": 1, "MaxArraySize = 0\n": 0, "": 0, "MaxArraySize = 99999999999999999999\n": 0} {
		got, err := arrayLimit([]byte(config))
		if got != want || (err == nil) != (want > 0) {
			t.Errorf("%q: %d, %v", config, got, err)
		}
	}
}

func TestQueueLines(t *testing.T) {
	text := "12_3|mxgen-a.40|RUNNING|None\n12_4|mxgen-a.40|PENDING|Resources|x\n13|mxgen-a.7|RUNNING|None\n14_0|mxgen-ab.0|RUNNING|None\n15_1|mxgen-a.-1|RUNNING|None\nnonsense\n"
	want := map[int]queued{43: {"12_3", "RUNNING", "None", "log/40+3.txt"}, 44: {"12_4", "PENDING", "Resources|x", "log/40+4.txt"}}
	if got := parseQueue(text, "mxgen-a"); !reflect.DeepEqual(got, want) {
		t.Errorf("%v", got)
	}
}

func TestNeverStart(t *testing.T) {
	limit := queued{state: "PENDING", reason: "PartitionTimeLimit"}
	for _, c := range []struct {
		waiting map[int]queued
		want    string
	}{
		{nil, ""},
		{map[int]queued{0: limit, 1: limit}, "PartitionTimeLimit"},
		{map[int]queued{0: limit, 1: {state: "PENDING", reason: "Resources"}}, ""},
		{map[int]queued{0: limit, 1: {state: "RUNNING", reason: "None"}}, ""},
	} {
		if got := neverStart(c.waiting); got != c.want {
			t.Errorf("%v: %q, not %q", c.waiting, got, c.want)
		}
	}
}

func TestEndings(t *testing.T) {
	for _, c := range []struct {
		line string
		want Ending
		fate Fate
	}{
		{"JobId=2 ArrayJobId=1 JobState=FAILED Reason=JobLaunchFailure ExitCode=0:9 RunTime=0", Ending{State: "FAILED", Signal: 9}, TryAgain},
		{"JobId=2 JobState=FAILED ExitCode=137:0", Ending{State: "FAILED", Code: 137}, TryAgain},
		{"JobId=2 JobState=FAILED ExitCode=4:0", Ending{State: "FAILED", Code: 4}, Failed},
		{"JobId=2 JobState=NODE_FAIL ExitCode=0:0", Ending{State: "NODE_FAIL"}, TryAgain},
		{"JobId=2 JobState=TIMEOUT ExitCode=0:15", Ending{State: "TIMEOUT", Signal: 15}, OverLimit},
		{"JobId=2 JobState=OUT_OF_MEMORY ExitCode=0:125", Ending{State: "OUT_OF_MEMORY", Signal: 125}, OverLimit},
		{"JobId=2 JobState=CANCELLED ExitCode=0:15", Ending{State: "CANCELLED", Signal: 15}, Cancelled},
		{"JobId=2 JobState=COMPLETED ExitCode=0:0", Ending{State: "COMPLETED"}, Finished},
		{"JobId=2 JobState=PENDING ExitCode=0:0", Ending{State: "PENDING"}, Alive},
		{"XJobState=FAILED YExitCode=1:1", Ending{}, TryAgain},
	} {
		got := parseJob(c.line)
		if got != c.want || got.Fate() != c.fate {
			t.Errorf("%s: %+v, fate %d", c.line, got, got.Fate())
		}
	}
	for text, want := range map[string]Ending{
		"CANCELLED by 1000|0:15\n": {State: "CANCELLED", Signal: 15}, "NODE_FAIL|0:0\nFAILED|1:0\n": {State: "NODE_FAIL"}, "": {}, "|": {}, "FAILED": {},
	} {
		if got := parseAccount(text); got != want {
			t.Errorf("%q: %+v", text, got)
		}
	}
}

// FuzzParse: whatever Slurm's commands print, it is read without a panic, and only tasks of this
// run come out of it.
func FuzzParse(f *testing.F) {
	f.Add("12_3|mxgen-a.40|RUNNING|None\n")
	f.Add("JobState=FAILED ExitCode=0:9")
	f.Add("CANCELLED by 1000|0:15\n")
	f.Add("MaxArraySize = 1001\n")
	f.Fuzz(func(t *testing.T, text string) {
		for task, q := range parseQueue(text, "mxgen-a") {
			if task < 0 || !element.MatchString(q.job) {
				t.Errorf("task %d: %+v", task, q)
			}
		}
		for _, e := range []Ending{parseJob(text), parseAccount(text)} {
			if fate := e.Fate(); fate < TryAgain || fate > Alive {
				t.Errorf("%+v: fate %d", e, fate)
			}
		}
		if limit, err := arrayLimit([]byte(text)); (err == nil) != (limit > 0) {
			t.Errorf("limit %d, %v", limit, err)
		}
	})
}
