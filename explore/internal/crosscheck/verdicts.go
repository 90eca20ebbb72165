package crosscheck

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/explore/internal/crosscheck/tla"
	"interrex/internal/study"
	"interrex/model/world"
	"interrex/spec"
)

// verdicts are our verdicts, without TLC's so far.
func (us *ours) verdicts(limits Limits) []Verdict {
	feasible := us.Steps <= limits.Liveness && us.isTractable(limits)
	var all []Verdict
	for i, f := range us.formulas {
		v := Verdict{Property: f.Name, Ours: us.results[i].Verdict.String(), TLCs: undecided}
		v.Compared = v.Ours == violated || f.kind != lasting || feasible
		if path := us.results[i].Path; path != nil {
			v.OurLength = length(path)
		}
		all = append(all, v)
	}
	return all
}

// violations asks TLC about the properties that we say are violated. In a small world TLC searches for a
// counterexample to each property itself, and we follow it. Then TLC judges our counterexamples, all in one run.
func (found *Comparison) violations(ctx context.Context, t *tlcRun, us *ours, limits Limits) error {
	var runs []refutation
	for i, f := range us.formulas {
		v := &found.Verdicts[i]
		if v.Ours != violated {
			continue
		}
		runs = append(runs, refutation{f, runOf(us.world, us.results[i].Path)})
		if us.Steps <= limits.search(f) && (f.kind != lasting || us.isTractable(limits)) {
			if err := found.decide(ctx, t, us, i); err != nil {
				return err
			}
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
		if v := &found.Verdicts[i]; v.Ours == violated && v.TLCs == undecided {
			v.TLCs = violated
		}
	}
	return nil
}

// isTractable reports whether TLC can decide liveness if channels owe strong fairness: the automaton that TLC
// makes of the formula doubles with each such channel.
func (us *ours) isTractable(limits Limits) bool {
	return us.world.Config().Channels != world.Lossy || us.world.Links() <= limits.Strong
}

// search is the number of steps up to which TLC searches for a counterexample of its own.
func (l Limits) search(f formula) int {
	if f.isNamed() {
		return l.SearchNamed
	}
	return l.Search
}

// invariants compares the states' reports on each invariant: whether a state violates it, and the distance of the
// nearest.
func (found *Comparison) invariants(us *ours, all census) {
	for i, f := range us.formulas {
		if f.kind != invariant {
			continue
		}
		v := &found.Verdicts[i]
		violators, any := all.violated[f.Formula]
		v.TLCs = holds
		if any {
			v.TLCs, v.Found, v.TLCsLength = violated, true, violators.steps
		}
		switch {
		case v.Ours == holds && any:
			found.differ("%s: we say that it holds, TLC that %d states violate it", f.Name, violators.states)
		case v.Ours == violated && !any:
			found.differ("%s: we say violated, TLC says that it holds", f.Name)
		case v.OurLength != v.TLCsLength:
			found.differ("%s: the shortest counterexample has %d steps of ours, %d of TLC's", f.Name, v.OurLength, v.TLCsLength)
		}
	}
}

// decide makes TLC decide a property alone, and follows its counterexample.
func (found *Comparison) decide(ctx context.Context, t *tlcRun, us *ours, i int) error {
	f, v := us.formulas[i], &found.Verdicts[i]
	run, err := t.decide(ctx, f)
	if err != nil {
		return err
	}
	if run == nil {
		if v.TLCs = holds; v.Ours == violated {
			found.differ("%s: we say violated, TLC says that it holds", f.Name)
		}
		return nil
	}
	v.Found, v.TLCs = true, violated
	path, err := follow(us.world, *run)
	if err == nil {
		v.TLCsLength = length(path)
		err = refutes(us.world, f, path)
	}
	switch {
	case v.Ours == holds && err != nil:
		found.differ("%s: we say that it holds, TLC that it is violated; its counterexample is none of ours: %v", f.Name, err)
	case v.Ours == holds:
		found.differ("%s: we say that it holds, TLC that it is violated, and its counterexample is one of ours too", f.Name)
	case err != nil:
		found.differ("%s: TLC's counterexample is none of ours: %v", f.Name, err)
	case f.kind != lasting && v.OurLength != v.TLCsLength:
		found.differ("%s: the shortest counterexample has %d steps of ours, %d of TLC's", f.Name, v.OurLength, v.TLCsLength)
	}
	return nil
}

// length counts the steps of a path, for a lasso those of stem and cycle.
func length(p *checker.Path) int { return len(p.Stem) + len(p.Cycle) }

// A run is a counterexample: its states and, if it is infinite, the state to which it returns.
type run struct {
	states []tla.State // canonical
	lasso  bool        // it is infinite
	back   int         // index of the state to which the last one returns; -1: the last state lasts for ever
}

// follow follows a run in our world: each state must be reached from the one before by a step of ours. It returns
// our path.
func follow(w *world.World, r run) (*checker.Path, error) {
	path := &checker.Path{Lasso: r.lasso}
	w.Init(func(s checker.State) {
		if stateOf(w, s).String() == r.states[0].String() {
			path.Initial = slices.Clone(s)
		}
	})
	if path.Initial == nil {
		return nil, fmt.Errorf("the first state is no initial state of ours:\n%v", r.states[0])
	}
	states := r.states
	if r.back >= 0 {
		states = append(slices.Clip(states), states[r.back])
	}
	at := path.Initial
	for i, to := range states[1:] {
		t, found := stepTo(w, at, to)
		if !found {
			return nil, fmt.Errorf("no step of ours leads from state %d of the run to the next one:\n%v\n\n%v", i+1, stateOf(w, at), to)
		}
		if at = t.To; r.back >= 0 && i >= r.back {
			path.Cycle = append(path.Cycle, t)
		} else {
			path.Stem = append(path.Stem, t)
		}
	}
	return path, nil
}

// stepTo finds the first step from a state to another.
func stepTo(w *world.World, from checker.State, to tla.State) (found checker.Transition, ok bool) {
	text := to.String()
	w.Steps(from, func(step checker.Step, s checker.State) {
		if !ok && s != nil && stateOf(w, s).String() == text {
			found, ok = checker.Transition{Step: step, To: slices.Clone(s)}, true
		}
	})
	return found, ok
}

// refutes says why a path is not a counterexample to a property, or returns nil if it is one. It uses the
// property's own predicates, without the checker.
func refutes(w *world.World, f formula, path *checker.Path) error {
	if f.kind == lasting {
		if err := fair(w, path); err != nil {
			return err
		}
	}
	walk := study.Along(w, path)
	end, err := walk.Go(walk.Length())
	if err != nil {
		return err
	}
	standing := end.Standings([]spec.Property{f.Property})[0]
	broken := standing.Broken || standing.Unfair // fair has decided already
	if f.Rest != nil {                           // a step that a bound has disabled does not exist here
		broken = !f.Rest(w.View(end.State())) && atRest(w, end.State())
	}
	if !broken {
		return fmt.Errorf("the run does not violate %s", f.Name)
	}
	return nil
}

func atRest(w *world.World, s checker.State) bool {
	rest := true
	w.Steps(s, func(_ checker.Step, to checker.State) { rest = rest && to == nil })
	return rest
}

// fair says which duty a lasso does not discharge although it must, or returns nil. Weak fairness: a duty that lasts
// in every state of the cycle and is enabled in some must be discharged in it; one that is enabled lasts. Strong: so must a duty enabled in some state. A step that
// changes nothing, such as a message that goes round a ring of one, is no step in TLA+: TLC shows it as
// stuttering, so it does not count here.
func fair(w *world.World, path *checker.Path) error {
	var states []checker.State
	for _, t := range path.Cycle {
		states = append(states, t.To)
	}
	if n := len(path.Stem); states == nil && n > 0 {
		states = []checker.State{path.Stem[n-1].To}
	} else if states == nil {
		states = []checker.State{path.Initial}
	}
	lastsIn, enabled, met := map[checker.Duty]int{}, map[checker.Duty]bool{}, map[checker.Duty]bool{}
	for i, s := range states {
		lasts := map[checker.Duty]bool{}
		w.Lasts(s, func(duty checker.Duty) { lasts[duty] = true })
		next := states[(i+1)%len(states)]
		w.Steps(s, func(step checker.Step, to checker.State) {
			if to == nil || step.Owed == checker.None || slices.Equal(to, s) {
				return
			}
			enabled[step.Owed], lasts[step.Owed] = true, true
			if len(path.Cycle) > 0 && slices.Equal(to, next) {
				met[step.Owed] = true
			}
		})
		for duty := range lasts {
			lastsIn[duty]++
		}
	}
	for duty := range enabled {
		if !met[duty] && (lastsIn[duty] == len(states) || duty.IsStrong()) {
			return fmt.Errorf("the run is not fair: duty %d is never discharged", duty)
		}
	}
	return nil
}

// A refutation is a property and our counterexample to it.
type refutation struct {
	formula
	run run
}

// runOf converts a path into the form of the modules.
func runOf(w *world.World, path *checker.Path) run {
	r := run{states: []tla.State{stateOf(w, path.Initial)}, lasso: path.Lasso, back: -1}
	for _, t := range slices.Concat(path.Stem, path.Cycle) {
		r.states = append(r.states, stateOf(w, t.To))
	}
	if n := len(r.states) - 1; len(path.Cycle) > 0 { // the last state is that before the cycle
		r.back, r.states = len(path.Stem), r.states[:n]
	}
	return r
}

// retellRoot is the name of the module that retell writes.
const retellRoot = "Retold"

// retell writes a module whose behaviours are exactly the given runs: each step must be one of the algorithm's
// Next and lead to the next state of the run. TLC decides that each behaviour ends in a violation of its property
// (Refuted, RefutedByStep) or violates it for ever (RefutedForEver), that the runs which go back can do so
// (Closes), and that the infinite ones are fair (IsFair). The number of distinct states shows that each run is
// there completely.
func retell(c world.Config, runs []refutation) (module, configuration string) {
	var m strings.Builder
	fmt.Fprintf(&m, "---- MODULE %s ----\nEXTENDS %s, TLC\nVARIABLES which, at\n\n", retellRoot, Module(c.Algorithm))
	fmt.Fprintf(&m, "Runs == <<\n%s>>\n%s", each(runs, ", ", func(r refutation) string {
		states := each(r.run.states, ", ", func(s tla.State) string { return string(tla.Record(s)) + "\n" })
		return fmt.Sprintf("\\* %s\n[back |-> %d, states |-> <<\n%s>>]\n", r.Name, r.run.back+1, states)
	}), retoldBehaviour)

	ends := func(n int, claim string) string {
		return fmt.Sprintf("  /\\ AtEnd(%d) => ~%s \\* %s\n", n+1, claim, runs[n].Name)
	}
	var refuted, bySteps, forEver, endless strings.Builder
	for n, r := range runs {
		switch r.kind {
		case invariant:
			refuted.WriteString(ends(n, r.Formula))
		case steps:
			fmt.Fprintf(&bySteps, "  /\\ [][at' # at /\\ AtEnd(%d)' => ~%s]_<<vars, which, at>>\n", n+1, r.action)
		case lasting:
			fmt.Fprintf(&forEver, "  /\\ which = %d => ~%s\n", n+1, r.Formula)
			fmt.Fprintf(&endless, ", %d", n+1)
		}
	}
	checked := "SPECIFICATION RetoldSpec\nINVARIANT Closes\n"
	define := func(kind, name, body string) {
		if body != "" {
			fmt.Fprintf(&m, "%s ==\n%s\n", name, body)
			checked += kind + " " + name + "\n"
		}
	}
	define("INVARIANT", "Refuted", refuted.String())
	define("PROPERTY", "RefutedByStep", bySteps.String())
	define("PROPERTY", "RefutedForEver", forEver.String())
	if endless.Len() > 0 {
		define("PROPERTY", "IsFair", fmt.Sprintf("  which \\in {%s} => Fairness\n", endless.String()[2:]))
	}
	m.WriteString("====\n")
	return m.String(), checked
}

// retoldBehaviour goes along one of the runs. A channel that a state does not mention is empty.
const retoldBehaviour = `
Is(s) ==
  /\ live = s.live /\ fresh = s.fresh /\ local = s.local /\ left = s.left /\ budget = s.budget
  /\ annals = s.annals /\ decision = s.decision /\ clock = s.clock
  /\ \A l \in DOMAIN channel :
       channel[l] = IF l \in DOMAIN s.channel THEN s.channel[l] ELSE <<>>

States   == Runs[which].states
AtEnd(n) == which = n /\ at = Len(States)

(* After the last state comes the one that the run goes back to, if it does. *)
Following == IF at < Len(States) THEN {at + 1} ELSE {Runs[which].back} \ {0}

RetoldInit ==
  /\ Init
  /\ which \in DOMAIN Runs
  /\ at = 1
  /\ Is(States[1])

RetoldNext ==
  \E place \in Following :
    /\ Next
    /\ which' = which
    /\ at' = place
    /\ Is(States[place])'

(* A run that claims to go back must be able to. *)
Closes == AtEnd(which) /\ Runs[which].back # 0 => ENABLED RetoldNext

RetoldSpec ==
  RetoldInit /\ [][RetoldNext]_<<vars, which, at>> /\ WF_<<vars, which, at>>(RetoldNext)

`
