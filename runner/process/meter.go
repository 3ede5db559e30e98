package process

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// meter samples the resident memory of a process group.  Each sample reads the process
// that was started.  The rest of the group is found by reading all of /proc, which
// happens in every 16th sample only: pan has no children.
type meter struct {
	pid    int // of the process that was started, which leads the group
	count  int
	others int64 // bytes of the rest of the group, at the last sample of it
	peak   int64 // bytes, the largest sample
}

// groupEvery is in how many samples the rest of the group is read once.
const groupEvery = 16

// sample returns the resident bytes of the group.
func (m *meter) sample() int64 {
	if m.count%groupEvery == 7 { // after 80 ms at the earliest: most commands have ended by then
		m.others = m.rest()
	}
	m.count++
	used := resident(m.pid) + m.others
	m.peak = max(m.peak, used)
	return used
}

// rest sums over the other members of the group.
func (m *meter) rest() int64 {
	proc, err := os.Open("/proc")
	if err != nil {
		return 0
	}
	defer proc.Close()
	names, err := proc.Readdirnames(-1)
	if err != nil {
		return 0
	}
	var sum int64
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err == nil && pid != m.pid && groupOf(pid) == m.pid {
			sum += resident(pid)
		}
	}
	return sum
}

// processorTime is the processor time that a process has used; 0 if it is gone.  Children are not counted.
func processorTime(pid int) time.Duration {
	const schedulerClock = 2
	var t unix.Timespec
	if err := unix.ClockGettime(int32(^pid<<3|schedulerClock), &t); err != nil { // clock_getcpuclockid(3)
		return 0
	}
	return time.Duration(t.Nano())
}

// resident is the resident memory of a process in bytes; 0 if it is gone.
func resident(pid int) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	fields := bytes.Fields(data)
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(string(fields[1]), 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}

// groupOf is the process group of a process; 0 if it is gone.
func groupOf(pid int) int {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// "PID (NAME) STATE PPID PGRP ..."; the name may hold anything.
	fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
	if len(fields) < 3 {
		return 0
	}
	group, err := strconv.Atoi(string(fields[2]))
	if err != nil {
		return 0
	}
	return group
}
