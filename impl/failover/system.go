package main

import "time"

// members is how many nodes a group has.
const members = 5

// A seat is all that a node is told.
type seat struct {
	at        int      // its place, from 0
	folder    string   // of the group
	addresses []string // of all nodes, beside their places
	heartbeat time.Duration
	greeting  time.Duration // of ours, how long a call may take to be let in; 0: as by default
}

// timeout is the least time that a follower waits for its leader; it draws anew up to twice as much.
// In etcd, hashicorp/raft and here too one is ten times the other by default: a second, a tenth of one.
func (s seat) timeout() time.Duration { return 10 * s.heartbeat }

// A system is an election that is measured.
type system struct {
	name string

	// serve runs a node until its process ends. It gives to tell who it is itself, and then whom
	// it takes for the leader, at each change: in names of the system's own, "" for nobody.
	serve func(s seat, tell func(self bool, name string)) error
}

// ours begins the names of the systems that the others are compared with.
const ours = "interrex "

func systems() []system {
	return []system{
		{ours + "raft", serveElection("raft")},
		{ours + "bully", serveElection("bully")},
		{"hashicorp/raft", serveHashicorp},
		{"etcd", serveEtcd},
	}
}

func names() (list []string) {
	for _, s := range systems() {
		list = append(list, s.name)
	}
	return list
}
