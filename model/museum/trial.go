package museum

import (
	"context"
	"slices"

	"interrex/checker"
	"interrex/model/world"
	"interrex/spec"
)

// An Outcome is what became of a mutant in its trial.
type Outcome int

const (
	Killed     Outcome = iota + 1 // a property is violated with the wound, and holds without it
	Equivalent                    // the wounded world walks in lockstep with the healthy one
	Survived                      // neither, and both worlds were explored to the end
	Undecided                     // a bound, or an interrupt, came first
)

func (o Outcome) String() string {
	return [...]string{"no outcome", "killed", "equivalent", "survived", "undecided"}[o]
}

// A Breakage is a property that the wound breaks, and how.
type Breakage struct {
	Property spec.Property
	Path     *checker.Path
}

// IsShortest reports whether there is no shorter counterexample of its kind. Where the exploration
// was cut, that is so only of a finite run: runs are found in the order of their lengths.
func (t *Trial) IsShortest(b Breakage) bool { return t.Report.Complete || !b.Path.Lasso }

// Length is how many steps the counterexample has: for a lasso those of the stem and of the cycle.
func (b Breakage) Length() int { return len(b.Path.Stem) + len(b.Path.Cycle) }

// A Trial is what the machine found out about a mutant. Nothing in it is written down beforehand.
type Trial struct {
	Mutant          Mutant
	World           *world.World // the wounded one
	Healthy, Report *checker.Report
	Broken          []Breakage // by the wound: violated with it, and held without it
	Outcome         Outcome

	// Asked only where nothing is broken and everything was explored: whether the two worlds are
	// alike.
	Likeness Likeness
}

// Named is the property that the mutant names, broken; nil if it is not.
func (t *Trial) Named() *Breakage {
	i := slices.IndexFunc(t.Broken, func(b Breakage) bool { return b.Property.Name == t.Mutant.Breaks })
	if i < 0 {
		return nil
	}
	return &t.Broken[i]
}

// AsClaimed reports whether the trial ended as the mutant claims: it broke the property that it
// names or, where it names none, is equivalent. Nothing may claim to survive.
func (t *Trial) AsClaimed() bool {
	if t.Mutant.Breaks != "" {
		return t.Named() != nil
	}
	return t.Outcome == Equivalent
}

// Asked lists what the mutant is tried for: all properties that have a meaning for it. One that needs
// a record, which makes the world larger, is asked only of who is to break it.
func (m Mutant) Asked() []spec.Property {
	return slices.DeleteFunc(m.Healthy().Algorithm.Meaningful(), func(p spec.Property) bool { return p.Recalls && p.Name != m.Breaks })
}

// enough states for most mutants. Of the few whose worlds are larger, or infinite, a part is cut to
// look at.
const enough = 10_000

// Try explores a mutant's world with the wound and without, and compares. How many states are enough
// the museum knows itself. The error is that of checker.Check: a panic in the model.
func Try(ctx context.Context, m Mutant, options checker.Options) (*Trial, error) {
	options.MaxStates = enough
	ask := func(w *world.World) []checker.Property { return w.Properties(m.Asked()) }
	healthy, before, err := world.Explore(ctx, m.Healthy(), ask, options)
	if err != nil {
		return nil, err
	}
	wounded, after, err := world.Explore(ctx, m.Wounded(), ask, options)
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
