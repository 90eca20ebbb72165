package anonymous

import (
	"context"
	"fmt"
	"math/big"
	"runtime"
	"sync"

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

	// Examples has a protocol for each fate: the first one, but preferably one in which something happens.
	Examples [numberOfFates]*Example

	// ByLuck is a protocol that elects in some runs but not in all, chosen likewise.
	ByLuck *Example
}

// An Example is a protocol with its fate.
type Example struct {
	*Trial
	Marks int
	rank  int
}

// A job is a few tables for one worker: handing over each table alone would take longer than trying it.
type job struct {
	rank   int // of the first table
	tables []Table
	alike  []int
}

const tablesInAJob = 64

// Take takes the census with the given number of workers; 0 means one per core. The result does not depend on that
// number. An interrupted census is not complete.
func Take(ctx context.Context, c Class, workers int) (*Census, error) {
	if workers == 0 {
		workers = runtime.GOMAXPROCS(0)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	jobs := make(chan job, workers)
	go c.hand(ctx, jobs)
	var mu sync.Mutex
	var counting crew.Crew
	var failure error
	all := &Census{Class: c}
	for range workers {
		counting.Go(func() {
			for j := range jobs {
				part, err := c.do(ctx, j)
				mu.Lock()
				if err != nil && failure == nil && ctx.Err() == nil {
					failure = err
					stop()
				}
				if err == nil {
					all.add(part)
				}
				mu.Unlock()
			}
		})
	}
	counting.Wait()
	all.Complete = ctx.Err() == nil
	return all, failure
}

// hand hands out all tables.
func (c Class) hand(ctx context.Context, jobs chan<- job) {
	defer close(jobs)
	next := job{}
	for t, alike := range c.Tables {
		next.tables, next.alike = append(next.tables, append(Table{}, t...)), append(next.alike, alike)
		if len(next.tables) == tablesInAJob {
			select {
			case jobs <- next:
			case <-ctx.Done():
				return
			}
			next = job{rank: next.rank + tablesInAJob}
		}
	}
	select {
	case jobs <- next:
	case <-ctx.Done():
	}
}

// do takes the census of a few tables.
func (c Class) do(ctx context.Context, j job) (*Census, error) {
	part := &Census{Class: c}
	for i, t := range j.tables {
		trial, err := c.Try(ctx, t, j.alike[i])
		if err != nil {
			return nil, err
		}
		part.count(trial, j.rank+i)
	}
	return part, nil
}

// count adds the result of a trial.
func (all *Census) count(t *Trial, rank int) {
	all.Tables++
	all.Explored += t.States
	for marks, f := range t.Found {
		all.Protocols += t.Alike
		all.Fates[f.Fate] += t.Alike
		if !all.Distinguished {
			all.Lockstep[f.Lockstep] += t.Alike
		}
		if f.Luck != nil {
			all.Lucky += t.Alike
		}
		if f.Luck != nil && f.Fate != Elects {
			better(&all.ByLuck, &Example{t, marks, rank}, all.Class)
		}
		better(&all.Examples[f.Fate], &Example{t, marks, rank}, all.Class)
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
		if e := part.Examples[fate]; e != nil {
			better(&all.Examples[fate], e, all.Class)
		}
	}
	if part.ByLuck != nil {
		better(&all.ByLuck, part.ByLuck, all.Class)
	}
}

// better replaces an example if the other one is better.
func better(place **Example, e *Example, c Class) {
	old := *place
	switch {
	case old == nil, e.tells(c) && !old.tells(c), e.tells(c) == old.tells(c) && e.rank < old.rank:
		*place = e
	}
}

// tells reports whether something happens in an example: it has steps, and the local state of a process matters.
func (e *Example) tells(c Class) bool {
	return e.Trial.States > 1 && e.Marks > 0 && e.Marks < c.Markings()-1
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

// Validate says in one line what is wrong with a class, and what is allowed.
func (c Class) Validate() error {
	for _, number := range []struct {
		what               string
		value, least, most int
	}{
		{"processes", c.Processes, 1, MaxProcesses}, {"states", c.States, 1, MaxStates}, {"messages", c.Messages, 0, MaxMessages},
	} {
		if number.value < number.least || number.value > number.most {
			return fmt.Errorf("%d %s: there are %d to %d", number.value, number.what, number.least, number.most)
		}
	}
	return nil
}

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

// A Fate is what a run comes to for ever.
type Fate int

const (
	Elects        Fate = iota // exactly one process leads, always the same
	NobodyLeads               // no process leads
	SeveralLead               // always two or more lead
	NeverSettles              // the set of leaders keeps changing
	numberOfFates             // the number of fates
)

func (f Fate) String() string {
	return [...]string{"one leads", "nobody leads", "several lead", "never settled"}[f]
}

// fateOf judges the states that a run visits infinitely often.
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
	Table  Table
	Alike  int // tables that are equal up to renaming
	States int // of the ring

	Found []Finding // indexed by the marks: the set of marked local states
	Walk  Walk      // on an anonymous ring
}

// A Finding is the outcome of the election for a table and a marking.
type Finding struct {
	Fate     Fate // Elects in every fair run, or else the fate of a shortest run that does not elect
	Path     *checker.Path
	Luck     *checker.Path // a shortest run that ends with exactly one leader, if any
	Lockstep Fate          // the fate of the run in lockstep
}

// Try explores the ring of a table and decides each marking. An error is a bug of ours: the ring was not explored
// to the end, or its run in lockstep is not symmetric.
func (c Class) Try(ctx context.Context, t Table, alike int) (*Trial, error) {
	ring := c.newRing(t)
	report, err := checker.Check(ctx, ring, c.questions(), checker.Options{Workers: 1})
	if err != nil {
		return nil, err
	}
	if !report.Complete {
		return nil, fmt.Errorf("table %v: the exploration is bounded by %s", t, report.Bound)
	}
	trial := &Trial{Table: append(Table{}, t...), Alike: alike, States: report.States}
	if !c.Distinguished {
		if trial.Walk, err = c.Lockstep(t); err != nil {
			return nil, err
		}
	}
	for marks := range c.Markings() {
		f := Finding{Path: report.Results[2*marks].Path, Luck: report.Results[2*marks+1].Path}
		if f.Path != nil {
			f.Fate = c.fateOf(forEver(f.Path), marks)
		}
		if !c.Distinguished {
			f.Lockstep = c.fateInLockstep(trial.Walk, marks)
		}
		if err := c.contradiction(f); err != nil {
			return nil, fmt.Errorf("table %v, marks %b: %w", t, marks, err)
		}
		trial.Found = append(trial.Found, f)
	}
	return trial, nil
}

// contradiction says which two findings contradict each other.
func (c Class) contradiction(f Finding) error {
	switch {
	case f.Path != nil && f.Fate == Elects:
		return fmt.Errorf("the run that is to show that it does not elect elects")
	case !c.Distinguished && c.Processes > 1 && f.Lockstep == Elects:
		return fmt.Errorf("one alone leads in lockstep")
	case !c.Distinguished && f.Path == nil && f.Lockstep != Elects:
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
