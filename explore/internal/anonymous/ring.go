package anonymous

import (
	"fmt"
	"slices"

	"interrex/checker"
)

// A ring is a checker.System: processes that follow one table.
//
// A state is a vector: the local state of each process, then the contents of the channels that lead to it: from
// the process before it (side 0), and from the one after it (side 1). The contents are a number in base m+1, where
// m is the number of messages. Its digits are the messages, from 1, the oldest one last.
type ring struct {
	Class
	moves [][]move // the table, by local state, and then by message and side
	begin checker.State
}

// newRing makes the ring of a table.
func (c Class) newRing(t Table) *ring {
	r := &ring{Class: c, begin: make(checker.State, c.Processes*(1+c.sides()))}
	for state := range c.States {
		r.moves = append(r.moves, nil)
		for message := range c.Messages {
			for side := range c.sides() {
				rule := c.ruleOf(state, message, side)
				r.moves[state] = append(r.moves[state], c.move(rule, int(t[rule])))
			}
		}
	}
	for p := range c.Processes {
		start := min(p, c.starts()-1)
		r.move(r.begin, p, c.move(start, int(t[start])))
	}
	return r
}

// channel is the cell of the channel to process p from a side.
func (c Class) channel(p, side int) int { return c.Processes + p*c.sides() + side }

// move makes process p go to a local state and send.
func (r *ring) move(s checker.State, p int, m move) {
	s[p] = checker.Cell(m.to)
	for side, message := range m.sends[:r.sides()] {
		if message > 0 {
			to := (p + 1) % r.Processes
			if side == 1 {
				to = (p + r.Processes - 1) % r.Processes
			}
			r.put(&s[r.channel(to, side)], message)
		}
	}
}

// put puts a message into a channel.
func (r *ring) put(content *checker.Cell, message int) {
	place := 1
	for rest := int(*content); rest > 0; rest /= 1 + r.Messages {
		place *= 1 + r.Messages
	}
	*content += checker.Cell(message * place)
}

// deliver makes process p take the oldest message of a side. The channel must not be empty.
func (r *ring) deliver(s checker.State, p, side int) {
	content := &s[r.channel(p, side)]
	message := int(*content)%(1+r.Messages) - 1
	*content /= checker.Cell(1 + r.Messages)
	r.move(s, p, r.moves[s[p]][message*r.sides()+side])
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
				emit(checker.Step{Code: uint64(2*p + side), Owed: checker.Weak(2*p + side)}, to)
			}
		}
	}
}

// leaders counts the processes that lead, given the marks, and returns the place of the first from 1, or 0.
func (c Class) leaders(s checker.State, marks int) (count, first int) {
	for p, local := range s[:c.Processes] {
		if marks>>local&1 == 1 {
			if count++; count == 1 {
				first = p + 1
			}
		}
	}
	return count, first
}

// A Walk is the run in which all processes take turns: in a round each takes the oldest message in transit to it
// at the beginning of the round, first from one side, then from the other. The run is fair, since no message waits
// for more than those before it.
type Walk struct {
	Rounds []checker.State // the states between rounds, the first one included
	Back   int             // the round that follows the last one
}

// Lockstep follows that run of a table until it repeats itself. The error is about a round that ends with
// processes in different local states, or with different messages in transit to them. On an anonymous ring
// that is impossible.
func (c Class) Lockstep(t Table) (Walk, error) {
	r, w := c.newRing(t), Walk{}
	for s := slices.Clone(r.begin); ; s = slices.Clone(s) {
		if w.Back = slices.IndexFunc(w.Rounds, func(old checker.State) bool { return slices.Equal(old, s) }); w.Back >= 0 {
			return w, nil
		}
		w.Rounds = append(w.Rounds, slices.Clone(s))
		for side := range r.sides() {
			if err := c.symmetric(s); err != nil {
				return w, fmt.Errorf("table %v, after %d rounds: %w", t, len(w.Rounds)-1, err)
			}
			r.round(s, side)
		}
	}
}

// round makes each process take the oldest message of that side.
func (r *ring) round(s checker.State, side int) {
	before := slices.Clone(s)
	for p := range r.Processes {
		if before[r.channel(p, side)] != 0 {
			r.deliver(s, p, side)
		}
	}
}

// symmetric returns an error if two processes differ.
func (c Class) symmetric(s checker.State) error {
	for p := range c.Processes {
		if s[p] != s[0] {
			return fmt.Errorf("processes 1 and %d are in local states %d and %d", p+1, s[0], s[p])
		}
		for side := range c.sides() {
			if s[c.channel(p, side)] != s[c.channel(0, side)] {
				return fmt.Errorf("other messages are on their way to process %d than to process 1", p+1)
			}
		}
	}
	return nil
}

// fateInLockstep is the fate of that run at the ends of its rounds, given the marks. Within a round one process
// may lead: it has had its turn, and others have not.
func (c Class) fateInLockstep(w Walk, marks int) Fate { return c.fateOf(w.Rounds[w.Back:], marks) }
