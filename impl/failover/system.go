package main

import (
	"strings"
	"sync/atomic"
	"time"

	"interrex/impl/durable"
)

// members is how many nodes a group has.
const members = 5

// A seat is all that a node is told.
type seat struct {
	at        int      // its place, from 0
	folder    string   // of the group
	addresses []string // of all nodes, beside their places
	heartbeat time.Duration
	patience  int            // of ours, how many heartbeats of silence the detector bears at least; 0: as by default
	store     string         // of ours, its name
	known     *durable.Known // of ours, the names of the others'; nil: of none
	greeting  time.Duration  // of ours, how long a call may take to be let in; 0: as by default

	mistakes *atomic.Pointer[func() int] // where ours say how to count them
}

// timeout is the least time that a follower waits for its leader; it draws anew up to twice as much.
// In etcd, hashicorp/raft and here too one is ten times the other by default: a second, a tenth of one.
func (s seat) timeout() time.Duration { return 10 * s.heartbeat }

// A system is an election that is measured.
type system struct {
	name     string
	patience int // see seat

	// serve runs a node until its process ends. It gives to tell who it is itself, and then whom
	// it takes for the leader, at each change: in names of the system's own, "" for nobody.
	serve func(s seat, tell func(self bool, name string)) error
}

// ours begins the names of the systems that the others are compared with, and equal ends those of ours that are as
// patient as the others.
const (
	ours  = "interrex "
	equal = "-10"
)

// The others bear ten heartbeats of silence at least. Ours bear three by default, and here as many as the others too.
func systems() []system {
	return []system{
		{ours + "raft" + equal, 10, serveElection("raft")},
		{ours + "bully" + equal, 10, serveElection("bully")},
		{ours + "raft", 0, serveElection("raft")},
		{ours + "bully", 0, serveElection("bully")},
		{"hashicorp/raft", 0, serveHashicorp},
		{"etcd", 0, serveEtcd},
	}
}

func names() (list []string) {
	for _, s := range systems() {
		list = append(list, s.name)
	}
	return list
}

// plain is a system's name, whatever its patience.
func plain(name string) string { return strings.TrimSuffix(name, equal) }
