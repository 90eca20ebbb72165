package anonymous

import "interrex/checker"

// A Fate is what comes for ever of a run.
type Fate int

const (
	Elects        Fate = iota // exactly one leads, always the same
	NobodyLeads               // nobody does
	SeveralLead               // always two or more do
	NeverSettles              // it changes for ever who leads, and how many
	numberOfFates             // how many there are
)

func (f Fate) String() string {
	return [...]string{"one leads", "nobody leads", "several lead", "never settled"}[f]
}

// fateOf judges the states that a run goes through again and again.
func (c Class) fateOf(states []checker.State, marks int) Fate {
	least, most, who := c.Processes, 0, -1
	for _, s := range states {
		count, first := c.leaders(s, marks)
		least, most = min(least, count), max(most, count)
		if who >= 0 && first != who {
			who = 0 // not always the same
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

// forEver lists the states that a lasso goes through again and again.
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
