package world_test

import (
	"fmt"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model/world"
)

// sample is a world or two of each algorithm, most of them with violations, among them bags,
// in which numbers given to messages are at hand, and worlds that a bound cuts.
var sample = []row{
	{"holds", "chang-roberts", some(4, 8, 9, 3), func(c *world.Config) {}},
	{"waits for the dead",
		"chang-roberts", some(1, 2, 3), func(c *world.Config) { c.Crashes, c.Channels, c.Elections = 1, world.Bag, 1 }},
	{"circulates for ever",
		"ring", some(2, 3, 1), func(c *world.Config) { c.Starts, c.Elections, c.Repair = 2, 1, world.Resent }},
	{"circulates in a bag",
		"ring", some(2, 3, 1), func(c *world.Config) { c.Channels, c.Elections = world.Bag, 1 }},
	{"remembers the dead",
		"ring-maxid", some(1, 2, 3), func(c *world.Config) { c.Channels, c.Starts, c.Elections = world.Bag, 2, 1 }},
	{"full channels",
		"ring-watch", some(3, 1, 2), func(c *world.Config) { c.Timeouts, c.Elections, c.Capacity = world.Any, 1, 2 }},
	{"false reports", "ring-detector", some(1, 2, 3), func(c *world.Config) {
		c.Detector, c.Mistakes, c.Crashes = world.InaccurateDetector, 2, 0
		c.Elections, c.Capacity, c.Channels = 1, 1, world.Bag
	}},
	{"holds", "bully", some(3, 1, 2), func(c *world.Config) {}},
	{"early timeouts",
		"bully", some(1, 2, 3), func(c *world.Config) { c.Timeouts, c.Channels = world.Any, world.Bag }},
	{"for ever beginning again",
		"bully", some(1, 2), func(c *world.Config) { c.Timeouts, c.Channels, c.Elections = world.Any, world.Lossy, world.Unlimited }},
	{"comes back",
		"bully-recovery", some(2, 1, 3), func(c *world.Config) { c.Restarts, c.Elections, c.Initial, c.Starts = 1, 2, world.LeaderElected, 0 }},
}

// enough is more states than any world of the sample has.
const enough = 5_000

// TestNumbers: a report, and the order of steps, do not depend on which local state, message or
// content of a channel got which number.
func TestNumbers(t *testing.T) {
	testlevel.Alone(t)
	for _, row := range sample {
		c := config(t, row.algorithm, row.ids, row.change)
		straight, odd := world.New(c), world.New(c)
		backward(odd)
		reported, states := explored(t, t, straight, checker.Options{Workers: 1, MaxStates: enough})
		reportedOdd, statesOdd := explored(t, t, odd, checker.Options{Workers: 1, MaxStates: enough})
		if got, want := retold(odd, reportedOdd), retold(straight, reported); got != want {
			t.Errorf("%s: numbered backwards\n%s\nnumbered as it comes\n%s", told(c), got, want)
		}
		want := orders(straight, states)
		for at, got := range orders(odd, statesOdd) {
			if got != want[at] {
				t.Errorf("%s: in %s\nnumbered backwards the steps are\n%s\nnumbered as they come\n%s", told(c), at, got, want[at])
				break
			}
		}
	}
}

// orders tells for each state the steps in the order in which they are emitted, with their codes.
func orders(w *world.World, states []checker.State) map[string]string {
	twin, orders := newTwin(w.Config()), map[string]string{}
	for _, s := range states {
		plain := w.Plain(s)
		order := ""
		w.Steps(s, func(step checker.Step, _ checker.State) {
			order += fmt.Sprintf("%x %s\n", step.Code, w.PlainStep(s, step))
		})
		orders[twin.spelt(&plain)] = order
	}
	return orders
}

// backward makes the world number things in another order than the checker would, before it
// comes: by a depth-first search that takes the last step first.
func backward(w *world.World) {
	seen := map[string]bool{}
	var visit func(s checker.State)
	visit = func(s checker.State) {
		if seen[fmt.Sprint(s)] || len(seen) > 2000 {
			return
		}
		seen[fmt.Sprint(s)] = true
		var next []checker.State
		w.Steps(s, func(_ checker.Step, to checker.State) {
			if to != nil {
				next = append(next, append(checker.State(nil), to...))
			}
		})
		for i := len(next) - 1; i >= 0; i-- {
			visit(next[i])
		}
	}
	w.Init(visit)
}

// asked checks all properties.
func propertySet(t *testing.T, w *world.World, o checker.Options) *checker.Report {
	t.Helper()
	report, err := checker.Check(t.Context(), w, w.Ask(everyProperty(w.Config())), o)
	if err != nil {
		t.Fatal(err)
	}
	return report
}

// retold is all of a report that may not depend on anything but the world, in words: states are
// spelt out, since their numbers may differ.
func retold(w *world.World, r *checker.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d states, %d steps, %d terminal, depth %d, complete %v, bound %q, %d bytes\n",
		r.States, r.Steps, r.Terminal, r.Depth, r.Complete, r.Bound, r.RowBytes)
	fmt.Fprintf(&b, "%+v\n", r.Actions)
	for _, result := range r.Results {
		fmt.Fprintf(&b, "%s %v, %d states\n", result.Property.Name, result.Verdict, result.Count)
		if result.Path != nil {
			b.WriteString(pathText(w, result.Path))
		}
	}
	return b.String()
}

func pathText(w *world.World, p *checker.Path) string {
	twin := newTwin(w.Config())
	spell := func(s checker.State) string {
		plain := w.Plain(s)
		return twin.spelt(&plain)
	}
	text, at := "  "+spell(p.Initial)+"\n", p.Initial
	for i, t := range append(p.Stem[:len(p.Stem):len(p.Stem)], p.Cycle...) {
		if i == len(p.Stem) {
			text += "  for ever:\n"
		}
		text += fmt.Sprintf("  %s, bound %d\n  %s\n", w.PlainStep(at, t.Step), t.Step.Bound, spell(t.To))
		at = t.To
	}
	return text + fmt.Sprintf("  lasso: %v\n", p.Lasso)
}
