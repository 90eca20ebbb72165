package mutants

import (
	"context"
	"slices"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// An Outcome is the result of a mutant's trial.
type Outcome int

const (
	Killed     Outcome = iota + 1 // a property is violated with the wound, and holds without it
	Equivalent                    // the wounded world walks in lockstep with the healthy one
	Survived                      // neither, and both worlds were explored to the end
	Undecided                     // a bound or an interrupt came first
)

func (o Outcome) String() string {
	return [...]string{"no outcome", "killed", "equivalent", "survived", "undecided"}[o]
}

// A Breakage is a property that the wound breaks, and how.
type Breakage struct {
	Property spec.Property
	Path     *checker.Path
}

// IsShortest reports whether the counterexample is the shortest of its kind. If the exploration was cut,
// only a finite run is: finite runs are found in the order of their lengths.
func (t *Trial) IsShortest(b Breakage) bool { return t.Report.Complete || !b.Path.Lasso }

// Length is the number of steps of the counterexample: for a lasso, of its stem and its cycle.
func (b Breakage) Length() int { return len(b.Path.Stem) + len(b.Path.Cycle) }

// A Trial is what the machine found out about a mutant. Nothing in it is recorded beforehand.
type Trial struct {
	Mutant          Mutant
	World           *world.World // the wounded one
	Healthy, Report *checker.Report
	Broken          []Breakage // by the wound: violated with it, and held without it
	Outcome         Outcome

	// Whether the two worlds are alike: asked only if nothing is broken and everything was
	// explored.
	Likeness Likeness
}

// Named returns the breakage of the property that the mutant names; nil if the wound does not break it.
func (t *Trial) Named() *Breakage {
	i := slices.IndexFunc(t.Broken, func(b Breakage) bool { return b.Property.Name == t.Mutant.Breaks })
	if i < 0 {
		return nil
	}
	return &t.Broken[i]
}

// AsClaimed reports whether the trial ended as the mutant claims: it broke the property that it
// names or, if it names none, is equivalent. No mutant can claim to survive.
func (t *Trial) AsClaimed() bool {
	if t.Mutant.Breaks != "" {
		return t.Named() != nil
	}
	return t.Outcome == Equivalent
}

// Asked lists the properties that the mutant is tried for: all that have a meaning for it. One that needs
// a record, which makes the world larger, is asked only of a mutant that must break it.
func (m Mutant) Asked() []spec.Property {
	return slices.DeleteFunc(m.Healthy().Algorithm.Meaningful(), func(p spec.Property) bool { return p.Recalls && p.Name != m.Breaks })
}

// enough states for most mutants. The few larger worlds, or infinite ones, are explored only up to this
// bound.
const enough = 10_000

// Try explores a mutant's world with and without the wound, and compares the verdicts. It sets the bound
// on states itself. The error is that of checker.Check: a panic in the model.
func Try(ctx context.Context, m Mutant, options checker.Options) (*Trial, error) {
	options.MaxStates = enough
	explore := func(c world.Config) (*world.World, *checker.Report, error) {
		c.Suspicions = slices.ContainsFunc(m.Asked(), func(p spec.Property) bool { return p.Recalls })
		return world.Explore(ctx, c, func(w *world.World) []checker.Property { return w.Properties(m.Asked()) }, options)
	}
	healthy, before, err := explore(m.Healthy())
	if err != nil {
		return nil, err
	}
	wounded, after, err := explore(m.Wounded())
	if err != nil {
		return nil, err
	}
	t := &Trial{Mutant: m, World: wounded, Healthy: before, Report: after}
	for i, p := range m.Asked() {
		if before.Results[i].Verdict == checker.Holds && after.Results[i].Verdict == checker.Violated {
			t.Broken = append(t.Broken, Breakage{p, after.Results[i].Path})
		}
	}
	switch {
	case len(t.Broken) > 0:
		t.Outcome = Killed
	case !before.Complete || !after.Complete:
		t.Outcome = Undecided
	default:
		t.Outcome = Survived
		if t.Likeness = Lockstep(healthy, wounded, before.States+after.States); t.Likeness.Alike {
			t.Outcome = Equivalent
		}
	}
	return t, nil
}

// The worlds of the mutants are built from these.

func with(changes ...func(*world.Config)) func(*world.Config) {
	return func(c *world.Config) {
		for _, change := range changes {
			change(c)
		}
	}
}

func noCrash(c *world.Config)    { c.Crashes, c.Restarts = 0, 0 }
func oneCrash(c *world.Config)   { c.Crashes = 1 }
func twoStarts(c *world.Config)  { c.Starts = 2 }
func noStart(c *world.Config)    { c.Starts = 0 }
func resent(c *world.Config)     { c.Repair = world.Resent }
func known(c *world.Config)      { c.Initial = world.LeaderElected }
func oneRestart(c *world.Config) { c.Restarts = 1 }

var alone, pair, four = ids(1), ids(1, 2), ids(1, 2, 3, 4)

// ids gives the processes in ring order.
func ids(all ...model.ID) func(*world.Config) { return func(c *world.Config) { c.IDs = all } }

// starter lets only one process begin elections.
func starter(id model.ID) func(*world.Config) {
	return func(c *world.Config) { c.Initiators = []model.ID{id} }
}

// doubted: all have elected the leader, nobody dies, and the detector makes so many mistakes at most.
func doubted(mistakes int) func(*world.Config) {
	return func(c *world.Config) {
		c.Crashes, c.Initial, c.Starts = 0, world.LeaderElected, 0
		c.Detector, c.Mistakes = world.InaccurateDetector, mistakes
	}
}

// coming: all have elected the leader, and one of them dies and comes back.
func coming(c *world.Config) { c.Initial, c.Crashes, c.Restarts = world.LeaderElected, 1, 1 }

// quietReturn: nobody is elected and nobody starts, so that only a process that has come back
// begins an election.
func quietReturn(c *world.Config) { c.Crashes, c.Restarts, c.Starts = 1, 1, 0 }
