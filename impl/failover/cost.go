package main

import (
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// A cost is what a process has used since it was started, as its kernel counts it: the time of its
// threads, and what has left its TCP sockets that are open, in segments that carry anything.
type cost struct {
	cpu      time.Duration
	messages uint64
	bytes    uint64
	memory   uint64 // resident, in bytes, now
	mistakes int    // how often it has held a node for dead that lived: of ours
}

func (c cost) String() string {
	return fmt.Sprint(int64(c.cpu), " ", c.messages, " ", c.bytes, " ", c.memory, " ", c.mistakes)
}

func parseCost(text string) (c cost, err error) {
	_, err = fmt.Sscan(text, (*int64)(&c.cpu), &c.messages, &c.bytes, &c.memory, &c.mistakes)
	return c, err
}

// used is what this process has used.
func used() (c cost, err error) {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return c, err
	}
	c.cpu = time.Duration(u.Utime.Nano() + u.Stime.Nano())
	if c.memory, err = resident(); err != nil {
		return c, err
	}
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return c, err
	}
	for _, entry := range open {
		fd, err := strconv.Atoi(entry.Name())
		if err != nil {
			return c, err
		}
		if info, err := unix.GetsockoptTCPInfo(fd, unix.IPPROTO_TCP, unix.TCP_INFO); err == nil { // else it is no TCP socket
			c.messages += uint64(info.Data_segs_out)
			c.bytes += info.Bytes_sent
		}
	}
	return c, nil
}

// resident is how much memory this process has.
func resident() (uint64, error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	var size, pages uint64
	if _, err := fmt.Sscan(string(text), &size, &pages); err != nil {
		return 0, err
	}
	return pages * uint64(os.Getpagesize()), nil
}
