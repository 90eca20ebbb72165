package crosscheck

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/explore/internal/crosscheck/tla"
	"interrex/model/world"
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

// violations lets TLC judge our counterexamples, all in one run.
func (found *Comparison) violations(ctx context.Context, t *tlcRun, us *ours) error {
	var runs []refutation
	for i, f := range us.formulas {
		if found.Verdicts[i].Ours == violated {
			runs = append(runs, refutation{f, runOf(us.world, us.results[i].Path)})
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
		for _, r := range runs { // which?
			alone, err := t.confirm(ctx, []refutation{r})
			if err != nil {
				return err
			}
			if alone != "" && alone != complaint {
				found.differ("%s", alone)
			}
		}
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

// length counts the steps of a path, for a lasso those of stem and cycle.
func length(p *checker.Path) int { return len(p.Stem) + len(p.Cycle) }

// A run is a counterexample: its states and, if it is infinite, the state to which it returns.
type run struct {
	states []tla.State // canonical
	lasso  bool        // it is infinite
	back   int         // index of the state to which the last one returns; -1: the last state lasts for ever
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
