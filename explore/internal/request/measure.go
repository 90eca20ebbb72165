package request

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"interrex/explore/internal/costs"
	"interrex/model"
	"interrex/model/world"
)

// A Measure is what the command measure is asked beside the world.
type Measure struct {
	Orders Orders
	Sweep  []int // numbers of processes, ascending; nil: one world
	Delays bool
	Draw   costs.Draw
}

// Orders says of which orders of the ids on the ring the costs are measured.
type Orders string

const (
	OneOrder   Orders = "one"        // the one given, or ascending
	Descending Orders = "descending" // in the direction in which messages travel
	AllOrders  Orders = "all"        // up to rotation
)

// ofMeasure are the flags that only the command measure has.
var ofMeasure = []string{"sweep", "orders", "seed", "runs", "max-steps", "no-delays"}

// The defaults of measure.
const (
	defaultMaxStates = 1_000_000
	defaultMaxSteps  = 5_000_000
	defaultRuns      = 100
	mostSwept        = 1000
)

// forMeasure refuses a flag of the command measure where the command is another.
func (r *Request) forMeasure(given map[string]bool) error {
	for _, name := range ofMeasure {
		if given[name] && r.Command != "measure" {
			return fmt.Errorf("-%s has no meaning for %s: use measure", name, r.Command)
		}
	}
	return nil
}

// measure reads the flags of the command measure.
func (r *Request) measure(v *values, given map[string]bool) (err error) {
	for _, name := range []string{"property", "stop", "fail-on", "mutant"} {
		if given[name] {
			return fmt.Errorf("-%s has no meaning for measure, which asks what runs cost and for no property", name)
		}
	}
	asked := maps.Clone(given)
	delete(asked, "format") // check has formats of its own
	if given["sweep"] {
		if given["n"] || given["ids"] {
			return fmt.Errorf("-sweep says for how many processes: leave -n and -ids out")
		}
		if r.Measure.Sweep, err = sweep(v.sweep); err != nil {
			return err
		}
		if err := v.ofOneSize(given); err != nil {
			return err
		}
		asked["n"], v.n.value = true, min(r.Measure.Sweep[0], world.MaxProcesses)
	}
	if !given["crashes"] {
		v.crashes.given = true // none
	}
	if err := r.check(v, asked); err != nil {
		return err
	}
	r.Options.MaxStates = cmp.Or(r.Options.MaxStates, defaultMaxStates)
	r.Measure.Delays = !v.noDelays
	r.Measure.Draw = costs.Draw{Seed: 1, Runs: cmp.Or(v.runs.value, defaultRuns), Steps: cmp.Or(v.maxSteps.value, defaultMaxSteps)}
	if given["seed"] {
		r.Measure.Draw.Seed = uint64(v.seed)
	}
	if err := r.orders(v, given); err != nil {
		return err
	}
	return r.delivery(v, given, "text", "json")
}

// ofOneSize refuses what a sweep cannot have: something to show for each of so many processes.
func (v *values) ofOneSize(given map[string]bool) error {
	if v.criterion == string(model.ByLoad) || v.criterion == string(model.ByLog) {
		return fmt.Errorf("-criterion=%s does not go with -sweep, whose processes differ only in their ids: give -n, or leave it out", v.criterion)
	}
	if given["loads"] || given["logs"] && v.logs != "empty" {
		return fmt.Errorf("-loads and -logs are for each of so many processes, and do not go with -sweep: give -n, or leave them out")
	}
	return nil
}

// orders reads of which orders of the ids is asked.
func (r *Request) orders(v *values, given map[string]bool) (err error) {
	a := r.World.Algorithm
	if given["orders"] && a.Topology == model.Complete {
		return fmt.Errorf("-orders has no meaning for %s, which is not a ring", a.Name)
	}
	if r.Measure.Orders, err = oneOf(given, "orders", v.orders, OneOrder, Descending, AllOrders); err != nil {
		return err
	}
	switch {
	case r.Measure.Orders == Descending && given["ids"]:
		return fmt.Errorf("-orders=descending and -ids=%s do not go together: leave one out", v.ids)
	case r.Measure.Orders == Descending:
		slices.Reverse(r.World.IDs)
	case r.Measure.Orders == AllOrders && r.Measure.Sweep == nil && len(r.World.IDs) > MostRings:
		return fmt.Errorf("-orders=all with %d processes: allowed are 1 to %d, for there are (N-1)! orders", len(r.World.IDs), MostRings)
	}
	return nil
}

// sweep reads a range of numbers of processes: all of them up to 64, but where it goes beyond that
// it leaves out most: after 16 come 20, 50, 100, 200, 500 and the last.
func sweep(text string) ([]int, error) {
	from, to, isRange := strings.Cut(text, "..")
	first, err := strconv.Atoi(from)
	last, err2 := strconv.Atoi(to)
	if isRange && to == "" {
		last, err2 = mostSwept, nil
	}
	if !isRange || err != nil || err2 != nil || first < 1 || first > last || last > mostSwept {
		return nil, fmt.Errorf("-sweep=%s: it is a range such as 2..8, from 1 to %d; 2.. goes on to %d", text, mostSwept, mostSwept)
	}
	each, all := 16, []int{}
	if last <= world.MaxProcesses {
		each = last
	}
	for n := first; n <= min(last, max(first, each)); n++ {
		all = append(all, n)
	}
	for _, n := range []int{20, 50, 100, 200, 500, last} {
		if n > all[len(all)-1] && n <= last {
			all = append(all, n)
		}
	}
	return all, nil
}
