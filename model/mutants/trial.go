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

// A Score counts outcomes.
type Score struct{ Killed, Equivalent, Survived, Undecided int }

// Add counts one more.
func (s *Score) Add(o Outcome) {
	switch o {
	case Killed:
		s.Killed++
	case Equivalent:
		s.Equivalent++
	case Survived:
		s.Survived++
	case Undecided:
		s.Undecided++
	}
}

// All returns how many mutants were counted.
func (s Score) All() int { return s.Killed + s.Equivalent + s.Survived + s.Undecided }

// Of returns how many of them could be killed: an equivalent mutant cannot.
func (s Score) Of() int { return s.All() - s.Equivalent }

// A Witness is a situation that a property is about. It is sharper than the property's own Witness:
// a small change would violate the property in it, or the property excuses it. If every algorithm
// can get into it, no verdict on the property is vacuous.
type Witness struct {
	Of    string // the property
	Shows string // the situation, in one sentence
	Seen  func(spec.View) bool

	// AtRest: only in a terminal state.
	AtRest bool

	// World changes an algorithm's default world into one where the situation arises. Nil:
	// nothing to change.
	World func(*world.Config)
}

// Witnesses lists at least one situation for each property.
func Witnesses() []Witness { return slices.Clone(witnesses) }

var witnesses = []Witness{
	{Of: "one-leader", Shows: "a process leads, and another one lives",
		Seen: func(v spec.View) bool {
			return count(v, spec.Process.Leads) > 0 && count(v, lives) > 1
		}},
	{Of: "elected-is-max", Shows: "a live process has elected one that lives, and another one lives",
		Seen: func(v spec.View) bool {
			return count(v, trusts(v, isLive)) > 0 && count(v, lives) > 1
		}},
	{Of: "elected-is-max", Shows: "excused: a fresh process outranks the elected",
		World: comeback, Seen: func(v spec.View) bool {
			return !spec.StrictMax.Always(v) && spec.ElectedIsMax.Always(v)
		}},
	{Of: "agreement", Shows: "two live processes have elected one that lives",
		Seen: func(v spec.View) bool {
			return count(v, trusts(v, isLive)) > 1
		}},
	{Of: "agreement", Shows: "excused: one of the elected is dead",
		World: minority, Seen: func(v spec.View) bool {
			return !spec.StrictAgreement.Always(v) && spec.Agreement.Always(v)
		}},
	{Of: "validity", Shows: "a live process has elected another one",
		Seen: func(v spec.View) bool {
			return count(v, func(p spec.Process) bool { return p.Live && p.Elected != spec.Nobody && !p.Leads() }) > 0
		}},
	{Of: "not-stuck", Shows: "a run has ended, and someone is elected",
		AtRest: true, Seen: someoneTrusts},
	{Of: "decides", Shows: "an election is alive and not decided",
		Seen: func(v spec.View) bool {
			return spec.Decides.Premise(v) && !spec.Decides.Goal(v)
		}},
	{Of: "decides", Shows: "an election is decided",
		Seen: func(v spec.View) bool { return v.Trusted() != spec.Nobody }},
	{Of: "ends", Shows: "an election is under way",
		Seen: spec.View.UnderWay},
	{Of: "ends", Shows: "an election has come to its end",
		Seen: func(v spec.View) bool {
			return !v.UnderWay() && someoneTrusts(v)
		}},
	{Of: "strict-pmax", Shows: "someone is elected, and a fresh process lives",
		World: comeback, Seen: func(v spec.View) bool {
			return someoneTrusts(v) && count(v, isFresh) > 0
		}},
	{Of: "strict-agreement", Shows: "two live processes have elected one that is dead",
		World: reelection, Seen: func(v spec.View) bool {
			return count(v, trusts(v, isDead)) > 1
		}},
	{Of: "strict-decides", Shows: "an election is under way, and nobody has elected anyone",
		Seen: func(v spec.View) bool { return v.UnderWay() && !someoneTrusts(v) }},
	{Of: "irrevocable", Shows: "a live process has elected one that none outranks, and an election is under way",
		World: again, Seen: func(v spec.View) bool { return v.UnderWay() && count(v, trusts(v, isHighest(v))) > 0 }},
	{Of: "announced-last", Shows: "a result is being announced, and a live process does not know it yet",
		Seen: func(v spec.View) bool { return v.Announcement && v.Trusted() == spec.Nobody }},
	{Of: "eventual-leadership", Shows: "one is dead, and all who live trust one that lives",
		World: reelection, Seen: func(v spec.View) bool {
			return v.Trusted() != spec.Nobody && count(v, isDead) > 0
		}},
	{Of: "eventual-leadership", Shows: "not all who live trust the same one",
		World: reelection, Seen: func(v spec.View) bool {
			return someoneTrusts(v) && v.Trusted() == spec.Nobody
		}},
	{Of: "eventually-elected-is-max", Shows: "a run has ended, a live process is elected, and another one lives",
		AtRest: true, World: reelection, Seen: func(v spec.View) bool {
			return count(v, trusts(v, isLive)) > 0 && count(v, lives) > 1
		}},
	{Of: "eventually-agreement", Shows: "a run has ended, and two live processes have elected one that lives",
		AtRest: true, World: reelection, Seen: func(v spec.View) bool { return count(v, trusts(v, isLive)) > 1 }},
	{Of: "somebody-leads", Shows: "the leader has died, and another process leads",
		World: reelection, Seen: func(v spec.View) bool {
			return count(v, spec.Process.Leads) > 0 && count(v, isDead) > 0
		}},
	{Of: "strict-stability", Shows: "a process leads, and a call for an election is on its way",
		World: again, Seen: func(v spec.View) bool { return v.Call && count(v, spec.Process.Leads) > 0 }},
	{Of: "stability", Shows: "a process leads that nobody has suspected, and a call for an election is on its way",
		World: with(again, recalling), Seen: func(v spec.View) bool {
			return v.Call && count(v, func(p spec.Process) bool { return p.Leads() && !p.Suspected }) > 0
		}},
	{Of: "leader-per-term", Shows: "a process leads, and an election is under way",
		World: again, Seen: func(v spec.View) bool { return v.UnderWay() && count(v, spec.Process.Leads) > 0 }},
}

// reelection: the leader that all have elected may die.
func reelection(c *world.Config) { c.Initial, c.Starts, c.Crashes = world.LeaderElected, 0, 1 }

// minority: as reelection; where electing another takes a majority there are five processes, so that
// one can be elected before all have heard of it.
func minority(c *world.Config) {
	reelection(c)
	if c.Algorithm.Terms() {
		c.IDs = []model.ID{1, 2, 3, 4, 5}
	}
}

// comeback: as reelection, and the leader may come back.
func comeback(c *world.Config) { reelection(c); c.Restarts = 1 }

// again: a process, perhaps one that has come back, starts while a leader is known.
func again(c *world.Config) { comeback(c); c.Starts = 1 }

// recalling: the world keeps a record of who has been suspected.
func recalling(c *world.Config) { c.Suspicions = true }

func lives(p spec.Process) bool   { return p.Live }
func isLive(p spec.Process) bool  { return p.Live && !p.Fresh }
func isDead(p spec.Process) bool  { return !p.Live }
func isFresh(p spec.Process) bool { return p.Live && p.Fresh }

// isHighest picks a live process that no live one outranks.
func isHighest(v spec.View) func(spec.Process) bool {
	return func(p spec.Process) bool {
		return p.Live && count(v, func(q spec.Process) bool { return q.Live && q.Rank > p.Rank }) == 0
	}
}

// trusts picks the live processes that have elected one of a kind.
func trusts(v spec.View, kind func(spec.Process) bool) func(spec.Process) bool {
	return func(p spec.Process) bool {
		return p.Live && count(v, func(q spec.Process) bool { return q.ID == p.Elected && kind(q) }) > 0
	}
}

func someoneTrusts(v spec.View) bool {
	return count(v, func(p spec.Process) bool { return p.Live && p.Elected != spec.Nobody }) > 0
}

// count counts the processes of a kind.
func count(v spec.View, kind func(spec.Process) bool) int {
	n := 0
	for _, p := range v.Processes {
		if kind(p) {
			n++
		}
	}
	return n
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
func alone(c *world.Config)      { c.IDs = []model.ID{1} }
func pair(c *world.Config)       { c.IDs = []model.ID{1, 2} }
func four(c *world.Config)       { c.IDs = []model.ID{1, 2, 3, 4} }

// byClock: with the shortest safe timers.
func byClock(c *world.Config) { c.Timeouts = world.ByClock }

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
