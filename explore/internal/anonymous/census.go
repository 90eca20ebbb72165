package anonymous

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"

	"interrex/checker"
	"interrex/internal/crew"
)

// A Census counts the fates of the protocols of a class.
type Census struct {
	Class
	Complete bool // all of them were tried

	Tables    int // tables tried: one of each set that are equal up to renaming
	Explored  int // states of their rings, in all
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
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	parts, failures := make([]*Census, workers), make([]error, workers)
	var pool crew.Crew
	for i := range workers {
		pool.Go(func() {
			if parts[i], failures[i] = c.share(ctx, i, workers); failures[i] != nil {
				stop()
			}
		})
	}
	pool.Wait()
	all := &Census{Class: c, Complete: ctx.Err() == nil}
	for _, part := range parts {
		all.add(part)
	}
	return all, errors.Join(failures...)
}

// share takes the census of every table whose rank has the remainder i.
func (c Class) share(ctx context.Context, i, workers int) (*Census, error) {
	part, rank := &Census{Class: c}, -1
	for t, alike := range c.Tables {
		if rank++; rank%workers != i {
			continue
		}
		if ctx.Err() != nil {
			break
		}
		trial, err := c.Try(ctx, t)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return part, err
		}
		part.count(trial, alike)
	}
	return part, nil
}

// count adds the result of a trial, for as many tables as are alike.
func (all *Census) count(t *Trial, alike int) {
	all.Tables++
	all.Explored += t.States
	for _, f := range t.Found {
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

// add adds the census of other tables.
func (all *Census) add(part *Census) {
	all.Tables += part.Tables
	all.Explored += part.Explored
	all.Protocols += part.Protocols
	all.Lucky += part.Lucky
	for fate := range numberOfFates {
		all.Fates[fate] += part.Fates[fate]
		all.Lockstep[fate] += part.Lockstep[fate]
	}
}

// A Class is the set of all protocols of a size, for a ring of that many processes.
type Class struct {
	Processes int
	States    int // local states
	Messages  int // different messages

	Bidirectional bool // messages travel both ways

	// Distinguished: the process at the first place has a start of its own, so the ring is not anonymous.
	Distinguished bool
}

// The limits for a class: the contents of a channel must fit a cell, and a set of local states a machine word.
const (
	MaxProcesses = 4
	MaxStates    = 8
	MaxMessages  = 3
)

// sides is the number of channels that lead to a process.
func (c Class) sides() int {
	if c.Bidirectional {
		return 2
	}
	return 1
}

// A rule is one entry of a protocol's table. The rules are one for each start, then one for each local state,
// message and side, in this order.
func (c Class) starts() int {
	if c.Distinguished {
		return 2
	}
	return 1
}

func (c Class) rules() int { return c.starts() + c.States*c.Messages*c.sides() }

// ruleOf is the rule for a process in a local state that takes a message (from 0) from a side.
func (c Class) ruleOf(state, message, side int) int {
	return c.starts() + (state*c.Messages+message)*c.sides() + side
}

// choices is the number of different entries of a rule: a target state and what to send.
func (c Class) choices(rule int) int { return c.States * c.sendings(rule) }

// sendings is the number of ways to send: nothing or a message; on a bidirectional ring nothing or a message to
// one side, and at the start nothing or a message to each side.
func (c Class) sendings(rule int) int {
	switch {
	case !c.Bidirectional:
		return 1 + c.Messages
	case rule < c.starts():
		return (1 + c.Messages) * (1 + c.Messages)
	}
	return 1 + 2*c.Messages
}

// A move is an entry, decoded: the target state, and what to send to each side, 0 for nothing and 1 for message 0.
// On a unidirectional ring all is sent to side 0, the next process.
type move struct {
	to    int
	sends [2]int
}

// move decodes a choice.
func (c Class) move(rule, choice int) move {
	to, sending := choice/c.sendings(rule), choice%c.sendings(rule)
	switch {
	case !c.Bidirectional:
		return move{to, [2]int{sending, 0}}
	case rule < c.starts():
		return move{to, [2]int{sending % (1 + c.Messages), sending / (1 + c.Messages)}}
	case sending > c.Messages:
		return move{to, [2]int{0, sending - c.Messages}}
	}
	return move{to, [2]int{sending, 0}}
}

// choice encodes a move.
func (c Class) choice(rule int, m move) int {
	sending := m.sends[0]
	switch {
	case c.Bidirectional && rule < c.starts():
		sending += (1 + c.Messages) * m.sends[1]
	case m.sends[1] > 0:
		sending = c.Messages + m.sends[1]
	}
	return m.to*c.sendings(rule) + sending
}

// Markings is the number of ways to mark local states.
func (c Class) Markings() int { return 1 << c.States }

// Protocols is the number of protocols in the class: tables times markings.
func (c Class) Protocols() *big.Int {
	size := big.NewInt(int64(c.Markings()))
	for rule := range c.rules() {
		size.Mul(size, big.NewInt(int64(c.choices(rule))))
	}
	return size
}

// A Fate is the eventual behaviour of a run.
type Fate int

const (
	Elects        Fate = iota // exactly one process leads, always the same
	NobodyLeads               // no process leads
	SeveralLead               // always two or more lead
	NeverSettles              // the set of leaders keeps changing
	numberOfFates             // the number of fates
)

// fateOf is the fate of a run that visits these states infinitely often.
func (c Class) fateOf(states []checker.State, marks int) Fate {
	least, most, who := c.Processes, 0, -1
	for _, s := range states {
		count, first := c.leaders(s, marks)
		least, most = min(least, count), max(most, count)
		if who >= 0 && first != who {
			who = 0 // not always the same process
		} else {
			who = first
		}
	}
	switch {
	case most == 0:
		return NobodyLeads
	case least > 1:
		return SeveralLead
	case least == 1 && most == 1 && who > 0:
		return Elects
	}
	return NeverSettles
}

// forEver lists the states that a lasso visits infinitely often.
func forEver(path *checker.Path) []checker.State {
	if len(path.Cycle) == 0 {
		last := path.Initial
		if n := len(path.Stem); n > 0 {
			last = path.Stem[n-1].To
		}
		return []checker.State{last}
	}
	var states []checker.State
	for _, t := range path.Cycle {
		states = append(states, t.To)
	}
	return states
}

// A Trial is what the exploration of a table found: for each marking, the outcome of the election.
type Trial struct {
	States int       // of the ring
	Found  []Finding // indexed by the marks: the set of marked local states
}

// A Finding is the outcome of the election for a table and a marking.
type Finding struct {
	Fate     Fate // Elects in every fair run, or else the fate of a shortest run that does not elect
	Luck     bool // some run ends with exactly one leader
	Lockstep Fate // the fate of the run in lockstep
}

// Try explores the ring of a table and decides each marking. An error is a bug of ours: the ring was not explored
// to the end, or its run in lockstep is not symmetric.
func (c Class) Try(ctx context.Context, t Table) (*Trial, error) {
	report, err := checker.Check(ctx, c.newRing(t), c.questions(), checker.Options{Workers: 1})
	if err != nil {
		return nil, err
	}
	if !report.Complete {
		return nil, fmt.Errorf("table %v: the exploration is bounded by %s", t, report.Bound)
	}
	trial, walk := &Trial{States: report.States}, Walk{}
	if !c.Distinguished {
		if walk, err = c.Lockstep(t); err != nil {
			return nil, err
		}
	}
	for marks := range c.Markings() {
		dodge, luck := report.Results[2*marks].Path, report.Results[2*marks+1].Path
		f := Finding{Luck: luck != nil}
		if dodge != nil {
			if f.Fate = c.fateOf(forEver(dodge), marks); f.Fate == Elects {
				return nil, fmt.Errorf("table %v, marks %b: the run that is to show that it does not elect elects", t, marks)
			}
		}
		if !c.Distinguished {
			f.Lockstep = c.fateInLockstep(walk, marks)
		}
		if err := c.contradiction(f); err != nil {
			return nil, fmt.Errorf("table %v, marks %b: %w", t, marks, err)
		}
		trial.Found = append(trial.Found, f)
	}
	return trial, nil
}

// contradiction returns an error that names two contradicting findings.
func (c Class) contradiction(f Finding) error {
	switch {
	case c.Distinguished:
	case c.Processes > 1 && f.Lockstep == Elects:
		return fmt.Errorf("one alone leads in lockstep")
	case f.Fate == Elects && f.Lockstep != Elects:
		return fmt.Errorf("it elects in every fair run, and not in lockstep")
	}
	return nil
}

// questions asks for each marking whether the ring elects in every fair run, and whether no run ends with exactly
// one leader.
func (c Class) questions() []checker.Property {
	var all []checker.Property
	for marks := range c.Markings() {
		all = append(all,
			checker.Settles("elects", func(s checker.State) int {
				if count, who := c.leaders(s, marks); count == 1 {
					return who
				}
				return 0
			}),
			checker.AtRest("never by luck", func(s checker.State) bool {
				count, _ := c.leaders(s, marks)
				return count != 1
			}))
	}
	return all
}
