// Package anonymous shows that no deterministic protocol elects a leader on an anonymous ring (Angluin 1980;
// lecture 001). It explores every protocol of a small size, and finds for each a fair run in which it does not elect.
//
// All N processes follow one finite table with k local states and m messages. A process starts once, by a rule that
// reads nothing. Then its local state, the message and its side decide on its next state and on at most one message
// to send; at the start on a bidirectional ring, one to each side. Channels are perfect and FIFO, nobody crashes, and
// a process takes no message before its start. So each ring begins in the state in which all have started.
//
// A process in a marked state leads. A protocol elects if in every fair run, from some moment on, exactly one process
// leads, always the same. This is the weakest requirement, so any stronger one is impossible too.
//
// The control shows that the enumeration can find an election: with one process distinguished by a start of its own
// (Class.Distinguished), some protocols elect.
package anonymous

import (
	"context"
	"fmt"
	"math/bits"

	"interrex/checker"
)

// A Census counts the protocols of a class that elect.
type Census struct {
	Class
	Complete bool // all of them were tried

	Explored  int // states of all rings: of one table of each set that are equal up to renaming
	Protocols int // protocols that these tables stand for, with their marks
	Elect     int // those of them that elect
}

// Take takes the census. An interrupted census is not complete. An error is a bug of ours.
func Take(ctx context.Context, c Class) (*Census, error) {
	all := &Census{Class: c}
	for t, alike := range c.Tables {
		states, elect, err := c.Try(ctx, t)
		if ctx.Err() != nil {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		all.Explored += states
		all.Protocols += alike << c.States
		all.Elect += alike * elect
	}
	all.Complete = true
	return all, nil
}

// leaders is the set of processes that lead in a state, given the marks.
func (c Class) leaders(s checker.State, marks int) (set uint) {
	for p, local := range s[:c.Processes] {
		set |= uint(marks>>local&1) << p
	}
	return set
}

// Try explores the ring of a table and decides each marking. It returns the number of states, and of the markings with which the table
// elects. An error is a bug of ours: the ring was not explored to the end.
func (c Class) Try(ctx context.Context, t Table) (states, elect int, err error) {
	report, err := checker.Check(ctx, c.newRing(t), c.questions(), checker.Options{Workers: 1})
	if err == nil && !report.Complete {
		err = fmt.Errorf("table %v: the exploration is bounded by %s", t, report.Bound)
	}
	if err != nil {
		return 0, 0, err
	}
	for _, result := range report.Results {
		if result.Verdict == checker.Holds {
			elect++
		}
	}
	return report.States, elect, nil
}

// questions asks for each marking whether the ring elects in every fair run.
func (c Class) questions() (all []checker.Property) {
	for marks := range 1 << c.States {
		all = append(all, checker.Settles("elects", func(s checker.State) int {
			if set := c.leaders(s, marks); bits.OnesCount(set) == 1 {
				return int(set)
			}
			return 0
		}))
	}
	return all
}

// A ring is a checker.System: processes that follow one table.
//
// A state is a vector: the local state of each process, then the contents of the channels that lead to it: from
// the process before it (side 0), and from the one after it (side 1). The contents are a number in base m+1, where
// m is the number of messages. Its digits are the messages, from 1, the oldest one last.
type ring struct {
	Class
	table Table
	begin checker.State
}

// newRing makes the ring of a table.
func (c Class) newRing(t Table) *ring {
	r := &ring{c, t, make(checker.State, c.Processes*(1+c.sides()))}
	for p := range c.Processes {
		r.move(r.begin, p, t[min(p, c.starts()-1)])
	}
	return r
}

// channel is the cell of the channel to process p from a side.
func (c Class) channel(p, side int) int { return c.Processes + p*c.sides() + side }

// move makes process p go to a local state and send.
func (r *ring) move(s checker.State, p int, m move) {
	s[p] = checker.Cell(m[0])
	for side, message := range m[1 : 1+r.sides()] {
		to := (p + 1 + side*(r.Processes-2)) % r.Processes
		content, place := &s[r.channel(to, side)], 1
		for rest := int(*content); rest > 0; rest /= 1 + r.Messages {
			place *= 1 + r.Messages
		}
		*content += checker.Cell(message * place)
	}
}

// deliver makes process p take the oldest message of a side. The channel must not be empty.
func (r *ring) deliver(s checker.State, p, side int) {
	content := &s[r.channel(p, side)]
	message := int(*content)%(1+r.Messages) - 1
	*content /= checker.Cell(1 + r.Messages)
	r.move(s, p, r.table[r.ruleOf(int(s[p]), message, side)])
}

// Width is part of checker.System.
func (r *ring) Width() int { return len(r.begin) }

// Init is part of checker.System.
func (r *ring) Init(emit func(checker.State)) { emit(r.begin) }

// Steps is part of checker.System: the delivery of the oldest message of each channel, which is owed. The code of
// a step is its process and side.
func (r *ring) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	to := make(checker.State, len(s))
	for p := range r.Processes {
		for side := range r.sides() {
			if s[r.channel(p, side)] != 0 {
				copy(to, s)
				r.deliver(to, p, side)
				emit(checker.Step{Code: uint64(2*p + side), Fairness: checker.Weak(2*p + side)}, to)
			}
		}
	}
}
