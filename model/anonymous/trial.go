package anonymous

import (
	"context"
	"fmt"

	"interrex/checker"
)

// A Trial is what the machine found out about a table: of each marking, what becomes of the
// election.
type Trial struct {
	Table  Table
	Alike  int // tables that are the same but for names
	States int // of the ring

	Found []Finding // by the marks: the set of local states that are marked
	Walk  Walk      // on an anonymous ring
}

// A Finding is what becomes of the election with a table and marks.
type Finding struct {
	Fate     Fate // Elects in every fair run or, of a shortest run without, what comes for ever
	Path     *checker.Path
	Luck     *checker.Path // a shortest run that ends with exactly one leader, if some does
	Lockstep Fate          // what comes of the run in lockstep
}

// Try explores the ring of a table and decides each marking. The error is a bug of ours: the ring
// was not explored to the end, or is not as it must be in lockstep.
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

// contradiction says which two of the things found cannot both be.
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

// questions asks of each marking whether the ring elects in every fair run, and whether no run
// ends with exactly one leader.
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
