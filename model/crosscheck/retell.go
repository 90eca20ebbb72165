package crosscheck

import (
	"fmt"
	"strings"

	"interrex/checker"
	"interrex/model/crosscheck/tla"
	"interrex/model/world"
)

// A refutation is a property and a run of ours that violates it.
type refutation struct {
	formula
	run run
}

// runOf puts a path of ours into the modules' words.
func runOf(w *world.World, path *checker.Path) run {
	r := run{lasso: path.Lasso, back: -1}
	add := func(s checker.State) { r.states = append(r.states, stateOf(w, s)) }
	add(path.Initial)
	for _, t := range path.Stem {
		add(t.To)
	}
	if len(path.Cycle) > 0 {
		r.back = len(path.Stem)
		for _, t := range path.Cycle[:len(path.Cycle)-1] {
			add(t.To)
		}
	}
	return r
}

// retellRoot is the name of the module that retell writes.
const retellRoot = "Retold"

// retell writes a module whose behaviours are the given runs and nothing else: each step must be
// one of the algorithm's Next and lead to the state that the run has next. Of these behaviours
// TLC decides that each ends in a violation of its property (Refuted, RefutedByStep), or never
// stops violating it (RefutedForEver), that those which go back can (Closes), and that the endless
// ones are fair (IsFair). That all of each run is there shows in the number of distinct states.
func retell(c world.Config, runs []refutation) (module, configuration string) {
	var m strings.Builder
	fmt.Fprintf(&m, "---- MODULE %s ----\nEXTENDS %s, TLC\nVARIABLES which, at\n\n", retellRoot, Module(c.Algorithm))
	m.WriteString("Runs == <<\n")
	for i, r := range runs {
		fmt.Fprintf(&m, "%s\\* %s\n[back |-> %d, states |-> <<\n", comma(i), r.Name, r.run.back+1)
		for k, s := range r.run.states {
			m.WriteString(comma(k) + record(s) + "\n")
		}
		m.WriteString(">>]\n")
	}
	m.WriteString(">>\n")
	m.WriteString(retoldBehaviour)

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

// retoldBehaviour goes along one of the runs. In a state of a run a channel that is not
// mentioned is empty.
const retoldBehaviour = `
Is(s) ==
  /\ live = s.live /\ fresh = s.fresh /\ local = s.local /\ left = s.left /\ budget = s.budget
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

func comma(i int) string {
	if i == 0 {
		return "  "
	}
	return ", "
}

// record writes a state as a record of its variables.
func record(s tla.State) string {
	var fields []tla.Field
	for _, name := range s.Variables() {
		fields = append(fields, tla.Field{Name: name, Value: s[name]})
	}
	return tla.Record(fields...).String()
}
