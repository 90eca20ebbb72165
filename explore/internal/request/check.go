package request

import (
	"fmt"
	"slices"
	"strings"

	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// check reads the flags of the command check.
func (r *Request) check(v *values, given map[string]bool) error {
	if v.algo == "" {
		return fmt.Errorf("-algo is missing: the algorithms are %s", algorithms())
	}
	a, err := v.algorithm(given)
	if err != nil {
		return err
	}
	for _, own := range []struct{ flag, command string }{{"id", "claims"}, {"story", "story"}, {"knows", "knowledge"}, {"crashed", "replay"}, {"minimal", "replay"}, {"steps", "show"}, {"counterexample", "drive"}, {"edges", "drive"}, {"at", "step"}, {"addr", "serve"}, {"jobs", "serve"}} {
		if given[own.flag] && r.Command != own.command {
			return fmt.Errorf("-%s has no meaning for %s: use %s", own.flag, r.Command, own.command)
		}
	}
	for _, name := range ofClasses() {
		if given[name] {
			return fmt.Errorf("-%s has no meaning for %s: use anonymous", name, r.Command)
		}
	}
	if given["mutant"] && r.Command != "alike" {
		return fmt.Errorf("-mutant has no meaning for %s: use mutants", r.Command)
	}
	if given["to"] && r.Command != "alike" {
		return fmt.Errorf("-to has no meaning for %s: use alike", r.Command)
	}
	if err := meaningless(a, given); err != nil {
		return err
	}
	if err := r.forMeasure(given); err != nil {
		return err
	}
	ids, err := v.processes(given)
	if err != nil {
		return err
	}
	r.World = world.Default(a, ids)
	for _, read := range []func(*values, map[string]bool) error{r.words, r.merits, r.clock, r.terms, r.budgets, r.ask, r.bounds} {
		if err := read(v, given); err != nil {
			return err
		}
	}
	r.World.Suspicions = slices.ContainsFunc(r.Properties, func(p spec.Property) bool { return p.Recalls })
	return r.World.Validate()
}

// algorithm finds the election, and puts a consensus on it if that is asked for.
func (v *values) algorithm(given map[string]bool) (model.Algorithm, error) {
	name, decides := v.algo, v.algo == model.ConsensusName
	if decides {
		if name = "bully"; given["on"] {
			name = v.on
		}
	} else if given["on"] {
		return model.Algorithm{}, fmt.Errorf("-on has no meaning for %s: it is the election that -algo=%s rests on", v.algo, model.ConsensusName)
	}
	a, ok := model.Find(name)
	switch {
	case decides && (!ok || a.Anonymous):
		return a, fmt.Errorf("-on=%s: it is an election of processes that have ids: %s", name, identified())
	case !ok:
		return a, fmt.Errorf("-algo=%s: there is no such algorithm; the algorithms are %s", name, algorithms())
	case decides:
		a = model.Consensus(a)
	}
	return a, nil
}

// identified lists those on which a consensus can rest: whose leader has an id.
func identified() string {
	var all []string
	for _, a := range model.Catalogue() {
		if !a.Anonymous {
			all = append(all, a.Name)
		}
	}
	return strings.Join(all, ", ")
}

// algorithms lists the names of all algorithms.
func algorithms() string {
	var all []string
	for _, a := range model.Catalogue() {
		all = append(all, a.Name)
	}
	return strings.Join(append(all, model.ConsensusName), ", ")
}

// meaningless refuses a flag for something that the algorithm does not have.
func meaningless(a model.Algorithm, given map[string]bool) error {
	ring := a.Topology.IsRing()
	if a.Anonymous && given["ids"] {
		return fmt.Errorf("-ids has no meaning for %s, whose processes have none: use -n", a.Name)
	}
	for _, flag := range []string{"starts", "initiators", "elections"} {
		if a.Clockwork() && given[flag] {
			return fmt.Errorf("-%s has no meaning for %s, in which no election ever begins: from the first tick on each process trusts one", flag, a.Name)
		}
	}
	deaf := "does not listen to a failure detector"
	if a.Timed() {
		deaf += ": its timers detect"
	}
	own := []struct {
		flag string
		has  bool
		what string
	}{
		{"timeouts", a.Timed(), "has no timers"},
		{"detector", a.Detected(), deaf},
		{"mistakes", a.Detected(), "does not listen to a failure detector"},
		{"repair", ring, "is not a ring"},
		{"reading", a.Readings, "has one reading only: what is printed can be run"},
		{"watchers", a.Watched, "has no watchers"},
		{"pre-vote", a.Terms, "has no votes"},
		{"check-quorum", a.Terms, "has no quorum"},
		{"cut", a.Terms, "does not reckon with links that are cut"},
		{"counters", a.Counting, "has no counters that grow for ever"},
	}
	var has []string
	for _, f := range own {
		if f.has {
			has = append(has, "-"+f.flag)
		}
	}
	for _, f := range own {
		if given[f.flag] && !f.has {
			return fmt.Errorf("-%s has no meaning for %s, which %s; the flags of its own are %s", f.flag, a.Name, f.what, strings.Join(has, " "))
		}
	}
	return nil
}
