// Package anonymous shows that no deterministic protocol elects a leader on an anonymous ring (Angluin 1980;
// lecture 001). It explores every protocol of a small size, and shows for each a fair run in which it does not elect.
//
// All N processes follow one finite table with k local states and m messages. A process starts once, by a rule that
// reads nothing. Then its local state, the message and its side decide on its next state and on at most one message
// to send; at the start on a bidirectional ring, one to each side. Channels are perfect and FIFO, nobody crashes, and
// a process takes no message before its start. So each ring begins in the state in which all have started.
//
// A process in a marked state leads. A protocol elects if in every fair run, from some moment on, exactly one process
// leads, always the same. This is the weakest requirement, so any stronger one is impossible too.
//
// The other half of the argument holds for protocols of any size: in the run in which the processes take turns
// (Lockstep), at the end of each round all are in the same local state, with the same messages in transit to them.
// On a unidirectional ring every fair run comes to the same (Kahn 1974). On a bidirectional ring, the order in which
// messages of the two sides are taken may break the symmetry: some protocols elect by luck (Census.Lucky).
//
// The control shows that the enumeration can find an election: with one process distinguished by a start of its own
// (Class.Distinguished), some protocols elect.
package anonymous

import (
	"context"
	"fmt"
	"math/bits"
	"runtime"
	"slices"
	"sync"

	"interrex/checker"
	"interrex/internal/crew"
)

// A Fate is what a run comes to for ever.
type Fate int

const (
	Elects        Fate = iota // exactly one process leads, always the same
	NobodyLeads               // no process leads
	SeveralLead               // always two or more lead
	NeverSettles              // the set of leaders keeps changing
	numberOfFates             // the number of fates
)

// A Census counts the fates of the protocols of a class.
type Census struct {
	Class
	Complete bool // all of them were tried

	Explored  int // states of all rings: of one table of each set that are equal up to renaming
	Protocols int // protocols that these tables stand for, with their marks
	Lucky     int // those of them that elect in some run
	Fates     [numberOfFates]int
	Lockstep  [numberOfFates]int
}

// Take takes the census with the given number of workers; 0 means one per core. The result does not depend on that
// number. An interrupted census is not complete.
func Take(ctx context.Context, c Class, workers int) (*Census, error) {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	type job struct {
		table Table
		alike int
	}
	all, jobs, failure := &Census{Class: c}, make(chan job), error(nil)
	var lock sync.Mutex
	var pool crew.Crew
	trying, stop := context.WithCancel(ctx)
	defer stop()
	for range workers {
		pool.Go(func() {
			for j := range jobs {
				states, found, err := c.Try(trying, j.table)
				lock.Lock()
				switch {
				case trying.Err() != nil:
				case err != nil:
					failure = err
					stop()
				default:
					all.count(states, found, j.alike)
				}
				lock.Unlock()
			}
		})
	}
	for t, alike := range c.Tables {
		if trying.Err() != nil {
			break
		}
		jobs <- job{slices.Clone(t), alike}
	}
	close(jobs)
	pool.Wait()
	all.Complete = ctx.Err() == nil
	return all, failure
}

// count adds the result of a trial, for as many tables as are alike.
func (all *Census) count(states int, found []Finding, alike int) {
	all.Explored += states
	for _, f := range found {
		all.Protocols += alike
		all.Fates[f.Fate] += alike
		if !all.Distinguished {
			all.Lockstep[f.Lockstep] += alike
		}
		if f.Luck {
			all.Lucky += alike
		}
	}
}

// leaders is the set of processes that lead in a state, given the marks.
func (c Class) leaders(s checker.State, marks int) (set uint) {
	for p, local := range s[:c.Processes] {
		set |= uint(marks>>local&1) << p
	}
	return set
}

// fateOf judges the states that a run visits infinitely often.
func (c Class) fateOf(states []checker.State, marks int) Fate {
	least, all := c.Processes, uint(0)
	for _, s := range states {
		set := c.leaders(s, marks)
		least, all = min(least, bits.OnesCount(set)), all|set
	}
	switch {
	case all == 0:
		return NobodyLeads
	case least > 1:
		return SeveralLead
	case least == 1 && bits.OnesCount(all) == 1:
		return Elects
	}
	return NeverSettles
}

// forEver lists the states that a lasso visits infinitely often.
func forEver(path *checker.Path) []checker.State {
	states := []checker.State{path.Initial}
	for _, t := range path.Stem {
		states[0] = t.To
	}
	for _, t := range path.Cycle { // its last state is the one before it
		states = append(states, t.To)
	}
	return states
}

// A Finding is the outcome of the election for a table and a marking.
type Finding struct {
	Fate     Fate // Elects in every fair run, or else the fate of a shortest run that does not elect
	Luck     bool // some run ends with exactly one leader
	Lockstep Fate // the fate of the run in lockstep
}

// Try explores the ring of a table and decides each marking. It returns the number of states, and a finding for each set of marked local
// states. An error is a bug of ours: the ring was not explored
// to the end, or its run in lockstep is not symmetric.
func (c Class) Try(ctx context.Context, t Table) (states int, found []Finding, err error) {
	report, err := checker.Check(ctx, c.newRing(t), c.questions(), checker.Options{Workers: 1})
	if err == nil && !report.Complete {
		err = fmt.Errorf("table %v: the exploration is bounded by %s", t, report.Bound)
	}
	var rounds []checker.State
	if err == nil && !c.Distinguished {
		rounds, err = c.Lockstep(t)
	}
	if err != nil {
		return 0, nil, err
	}
	for marks := range 1 << c.States {
		dodge, luck := report.Results[2*marks].Path, report.Results[2*marks+1].Path
		f := Finding{Luck: luck != nil}
		if dodge != nil {
			if f.Fate = c.fateOf(forEver(dodge), marks); f.Fate == Elects {
				return 0, nil, fmt.Errorf("table %v, marks %b: the run that is to show that it does not elect elects", t, marks)
			}
		}
		if !c.Distinguished {
			f.Lockstep = c.fateOf(rounds, marks)
		}
		if c.contradicts(f) {
			return 0, nil, fmt.Errorf("table %v, marks %b: %+v contradicts itself", t, marks, f)
		}
		found = append(found, f)
	}
	return report.States, found, nil
}

// contradicts reports whether one alone leads in lockstep, or the ring elects in every fair run and not in lockstep.
func (c Class) contradicts(f Finding) bool {
	return !c.Distinguished && (c.Processes > 1 && f.Lockstep == Elects || f.Fate == Elects && f.Lockstep != Elects)
}

// questions asks for each marking whether the ring elects in every fair run, and whether no run ends with exactly
// one leader.
func (c Class) questions() (all []checker.Property) {
	for marks := range 1 << c.States {
		only := func(s checker.State) int {
			if set := c.leaders(s, marks); bits.OnesCount(set) == 1 {
				return int(set)
			}
			return 0
		}
		all = append(all, checker.Settles("elects", only),
			checker.AtRest("never by luck", func(s checker.State) bool { return only(s) == 0 }))
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
				emit(checker.Step{Code: uint64(2*p + side), Owed: checker.Weak(2*p + side)}, to)
			}
		}
	}
}

// Lockstep follows the run of a table in which all processes take turns: in a round each takes the oldest message in transit to it
// at the beginning of the round, first from one side, then from the other. The run is fair, since no message waits for more than those
// before it. It returns the states at the ends of the rounds that repeat for ever: within a round one process may lead, which has had its
// turn, and others have not. The error says where processes differ. On an anonymous ring that is impossible.
func (c Class) Lockstep(t Table) ([]checker.State, error) {
	r := c.newRing(t)
	var rounds []checker.State
	for s := r.begin; ; {
		if back := slices.IndexFunc(rounds, func(old checker.State) bool { return slices.Equal(old, s) }); back >= 0 {
			return rounds[back:], nil
		}
		rounds = append(rounds, s)
		for side := range r.sides() {
			if !c.isSymmetric(s) {
				return nil, fmt.Errorf("table %v, after %d rounds: processes differ in %v", t, len(rounds)-1, s)
			}
			before := s
			s = slices.Clone(s)
			for p := range r.Processes {
				if before[r.channel(p, side)] != 0 {
					r.deliver(s, p, side)
				}
			}
		}
	}
}

// isSymmetric reports whether all processes are in one local state, with the same messages in transit to each.
func (c Class) isSymmetric(s checker.State) bool {
	for p := range c.Processes {
		for side := range c.sides() {
			if s[p] != s[0] || s[c.channel(p, side)] != s[c.channel(0, side)] {
				return false
			}
		}
	}
	return true
}
