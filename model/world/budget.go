package world

import "interrex/checker"

// A budget is something the adversary has only so much of.
type budget struct {
	size int
	ends bool // at some moment that nobody knows it is void, spent or not
	cell int  // where the rest of it is kept; -1: unlimited without end, or none from the start
}

// needsCell reports whether there is a rest of it that can change.
func (b budget) needsCell() bool { return b.size > 0 || b.ends && b.size != 0 }

// fill makes it whole. One that is unlimited until it ends is 1 until then.
func (b budget) fill(s checker.State) {
	if b.cell >= 0 {
		s[b.cell] = checker.Cell(max(b.size, 1))
	}
}

// left is what is left of it in s, or Unlimited.
func (b budget) left(s checker.State) int {
	if b.cell < 0 || b.size == Unlimited && b.has(s) {
		return b.size
	}
	return int(s[b.cell])
}

// has reports whether there is something left of the budget in s.
func (b budget) has(s checker.State) bool {
	if b.cell < 0 {
		return b.size == Unlimited
	}
	return s[b.cell] > 0
}

// spend takes one off the budget in s.
func (b budget) spend(s checker.State) {
	if b.cell >= 0 && b.size != Unlimited {
		s[b.cell]--
	}
}

type budgets struct{ crashes, restarts, starts, mistakes, losses, duplicates budget }

func (b *budgets) all() []*budget {
	return []*budget{&b.crashes, &b.restarts, &b.starts, &b.mistakes, &b.losses, &b.duplicates}
}

// budgetsOf is what the adversary has in a world.
func budgetsOf(c Config) budgets {
	b := budgets{crashes: budget{size: c.Crashes}, restarts: budget{size: c.Restarts}, starts: budget{size: c.Starts}}
	if c.Errs() {
		b.mistakes.size, b.mistakes.ends = c.Mistakes, c.Detector == EventuallyPerfect
	}
	switch c.Channels {
	case Lossy:
		b.losses.size = c.Losses
	case Duplicating:
		b.duplicates.size = c.Duplicates
	}
	return b
}
