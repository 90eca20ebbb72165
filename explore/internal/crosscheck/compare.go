package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"interrex/checker"
	"interrex/explore/internal/crosscheck/tlc"
	"interrex/internal/prose"
	"interrex/model/world"
	"interrex/spec"
)

// Limits bound the worlds that are compared. The Comparison names the omitted parts.
type Limits struct {
	Set      int // states: up to this many, the sets of states are compared
	Liveness int // steps: up to this many, TLC decides the liveness properties that we say hold
	Strong   int // channels: the same with lossy channels, which need strong fairness

	Ours checker.Options // bounds of our own exploration; if one is hit, there is no comparison
}

// Usual are limits that keep each part to a few seconds, and the largest instances to a minute.
var Usual = Limits{Set: 40_000, Liveness: 60_000, Strong: 12}

// A Comparison holds the results of both sides for one world.
type Comparison struct {
	Instance
	TLC         string // its version
	Ours, TLCs  Counts
	Sets        bool // the sets of states were compared
	Verdicts    []Verdict
	Differences []string // one line each
	Error       error    // why there is no comparison; nil if there is one
}

// Counts are the numbers that both sides count.
type Counts struct {
	States   int // distinct, reachable
	Steps    int // one for each state and each way to leave it
	Terminal int // states without a step
	Depth    int // the number of steps to the farthest state
}

// A Verdict is the result of both sides for one property.
type Verdict struct {
	Property string
	Compared bool // false: too much for TLC
	Found    bool // TLC itself found states that violate it; otherwise, if its verdict is violated, it checked our run
	Ours     checker.Verdict
	TLCs     checker.Verdict // inconclusive: not compared, or TLC disputes our run

	// The lengths of the counterexamples in steps, of a lasso those of stem and cycle; 0: none.
	OurLength  int
	TLCsLength int
}

// errInterrupted is the error of a comparison that was not made.
var errInterrupted = errors.New("not compared: interrupted")

func (found *Comparison) differ(format string, args ...any) {
	found.Differences = append(found.Differences, fmt.Sprintf(format, args...))
}

// compare lets both checkers explore the world and compares their results. An error means that there is no
// comparison: TLC cannot be run, the exploration was cut short, or the context ended.
func (found *Comparison) compare(ctx context.Context, t *tlcRun, limits Limits) error {
	us, err := found.counts(ctx, t, limits)
	if err != nil || len(found.Differences) > 0 {
		return err
	}
	if err := found.violations(ctx, t, us); err != nil {
		return err
	}
	for _, v := range found.Verdicts {
		if v.Compared && v.TLCs != v.Ours && len(found.Differences) == 0 {
			found.differ("%s: %v of ours, and TLC did not say so", v.Property, v.Ours)
		}
	}
	return nil
}

// counts compares numbers, the sets of states and the invariants. In the same run TLC decides the properties of steps
// and of liveness that we say hold.
func (found *Comparison) counts(ctx context.Context, t *tlcRun, limits Limits) (*ours, error) {
	us, err := explore(ctx, t.config, limits.Ours)
	if err != nil {
		return nil, err
	}
	found.Ours, found.Sets, found.Verdicts = us.Counts, us.States <= limits.Set, us.verdicts(limits)
	var held []formula
	for i, v := range found.Verdicts {
		if f := us.formulas[i]; f.kind != invariant && v.Compared && v.Ours == checker.Holds {
			held = append(held, f)
		}
	}
	all, err := t.count(ctx, us.formulas, held, found.Sets)
	if err != nil {
		return nil, err
	}
	found.TLC = all.Version
	if all.Outcome != tlc.NoError {
		found.differ("TLC says, also of the properties that we say hold (%s): %v %s", each(held, ", ", func(f formula) string { return f.Name }), all.Outcome, all.Property)
		return us, nil
	}
	found.TLCs = all.Counts
	for i := range found.Verdicts {
		if v := &found.Verdicts[i]; us.formulas[i].kind != invariant && v.Compared && v.Ours == checker.Holds {
			v.TLCs = checker.Holds
		}
	}
	found.numbers()
	found.invariants(us, all)
	if found.Sets {
		return us, found.sets(ctx, us.world, all.Result.States)
	}
	return us, nil
}

// numbers compares the counts of both sides.
func (found *Comparison) numbers() {
	us, them := found.Ours, found.TLCs
	for _, row := range []struct {
		what         string
		ours, theirs int
	}{
		{"distinct states", us.States, them.States}, {"steps", us.Steps, them.Steps},
		{"terminal states", us.Terminal, them.Terminal}, {"depth", us.Depth, them.Depth},
	} {
		if row.ours != row.theirs {
			found.differ("%s: %d of ours, %d of TLC's", row.what, row.ours, row.theirs)
		}
	}
}

// sets compares the sets of states.
func (found *Comparison) sets(ctx context.Context, w *world.World, dump []string) error {
	theirs := map[value]bool{}
	for i, text := range dump {
		state, err := parseState(text)
		if err != nil {
			return fmt.Errorf("state %d of TLC's dump: %w", i+1, err)
		}
		theirs[state] = true
	}
	if len(theirs) != found.TLCs.States {
		return fmt.Errorf("TLC found %d distinct states, and its dump has %d", found.TLCs.States, len(theirs))
	}
	alone := value("")
	if err := reach(ctx, w, func(s checker.State) {
		if state := stateOf(w, s); !theirs[state] {
			alone = state
		}
	}); err != nil {
		return err
	}
	if alone != "" {
		found.differ("the sets of states are not the same: TLC does not have %s", alone)
	}
	return nil
}

// ours is our checker's result for a world.
type ours struct {
	world *world.World
	Counts
	formulas []formula        // the properties that both sides are asked about
	results  []checker.Result // of each
}

// verdicts are our verdicts, without TLC's so far. The automaton that TLC makes of a formula doubles with each channel that
// owes strong fairness.
func (us *ours) verdicts(limits Limits) (all []Verdict) {
	feasible := us.Steps <= limits.Liveness && (us.world.Config().Channels != world.Lossy || us.world.Links() <= limits.Strong)
	for i, f := range us.formulas {
		v := Verdict{Property: f.Name, Ours: us.results[i].Verdict, TLCs: checker.Inconclusive}
		v.Compared = v.Ours == checker.Violated || f.kind != lasting || feasible
		if path := us.results[i].Path; path != nil {
			v.OurLength = len(path.Stem) + len(path.Cycle)
		}
		all = append(all, v)
	}
	return all
}

// asBuilt is a world whose bounds (elections, capacity) are part of it, as in the modules: a step that a bound of
// ours has disabled does not exist.
type asBuilt struct{ *world.World }

func (w asBuilt) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	w.World.Steps(s, func(step checker.Step, to checker.State) {
		if to != nil {
			step.Bound = 0
			emit(step, to)
		}
	})
}

// explore lets our checker decide everything. An incomplete exploration is an error, since it cannot be
// compared.
func explore(ctx context.Context, c world.Config, o checker.Options) (*ours, error) {
	us := &ours{world: world.New(c), formulas: formulasOf(c)}
	var properties []spec.Property
	for _, f := range us.formulas {
		properties = append(properties, f.Property)
	}
	report, err := checker.Check(ctx, asBuilt{us.world}, us.world.Properties(properties), o)
	if err != nil {
		return nil, err
	}
	if !report.Complete {
		return nil, fmt.Errorf("our exploration was ended by a bound (%s) and found %s states", report.Bound, prose.Grouped(report.States))
	}
	for _, r := range report.Results {
		if r.Verdict != checker.Holds && r.Verdict != checker.Violated {
			return nil, fmt.Errorf("we have no verdict on %s: %v", r.Property.Name, r.Verdict)
		}
	}
	us.Counts = Counts{States: report.States, Steps: report.Steps, Terminal: report.Terminal, Depth: report.Depth}
	us.results = report.Results
	return us, nil
}

// reach visits each state of a world once, without the checker.
func reach(ctx context.Context, w *world.World, visit func(checker.State)) error {
	known := map[string]bool{}
	var frontier []checker.State
	found := func(s checker.State) {
		if key := fmt.Sprint(s); s != nil && !known[key] {
			known[key] = true
			frontier = append(frontier, slices.Clone(s))
			visit(s)
		}
	}
	w.Init(found)
	for len(frontier) > 0 && ctx.Err() == nil {
		s := frontier[0]
		frontier = frontier[1:]
		w.Steps(s, func(_ checker.Step, to checker.State) { found(to) })
	}
	return ctx.Err()
}

// invariants compares for each invariant whether a state violates it, and the distance of the nearest.
func (found *Comparison) invariants(us *ours, all census) {
	for i, f := range us.formulas {
		if f.kind != invariant {
			continue
		}
		v := &found.Verdicts[i]
		violators, any := all.violated[f.Formula]
		v.TLCs = checker.Holds
		if any {
			v.TLCs, v.Found, v.TLCsLength = checker.Violated, true, violators.steps
		}
		switch {
		case v.Ours == checker.Holds && any:
			found.differ("%s: we say that it holds, TLC that %d states violate it", f.Name, violators.states)
		case v.Ours == checker.Violated && !any:
			found.differ("%s: we say violated, TLC says that it holds", f.Name)
		case v.OurLength != v.TLCsLength:
			found.differ("%s: the shortest counterexample has %d steps of ours, %d of TLC's", f.Name, v.OurLength, v.TLCsLength)
		}
	}
}

// violations lets TLC judge our counterexamples, all in one run.
func (found *Comparison) violations(ctx context.Context, t *tlcRun, us *ours) error {
	var runs []refutation
	for i, f := range us.formulas {
		if found.Verdicts[i].Ours == checker.Violated {
			runs = append(runs, refutationOf(f, us.world, us.results[i].Path))
		}
	}
	if len(runs) == 0 {
		return nil
	}
	complaint, err := t.confirm(ctx, runs)
	if err != nil {
		return err
	}
	if complaint != "" {
		found.differ("%s", complaint)
		return nil
	}
	for i := range found.Verdicts {
		if v := &found.Verdicts[i]; v.Ours == checker.Violated && v.TLCs == checker.Inconclusive {
			v.TLCs = checker.Violated
		}
	}
	return nil
}
