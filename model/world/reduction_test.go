package world_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// drawReducible draws a world that can be reduced; half of them are worlds in which what commutes is looked
// up, and some go by the clock.
func drawReducible(t *rapid.T) world.Config {
	if rapid.IntRange(0, 4).Draw(t, "by the clock") == 4 {
		c := drawClocked(t)
		c.Capacity = world.Unlimited
		return c
	}
	c := draw(t)
	if name := pick(t, "instead", "", "", "", "bully", "bully", "bully-recovery", "hirschberg-sinclair", "lelann"); name != "" {
		c.Algorithm, _ = model.Find(name)
		c.Crashes, c.Starts, c.Elections = pick(t, "deaths", 0, 0, 1), pick(t, "at first", 1, 2), world.Unlimited
		if c.Timeouts == world.Any {
			c.Elections = 1
		}
		c.Options, c.Cut = nil, nil
	}
	c.Restarts, c.Channels = pick(t, "returns", 0, 0, 1), pick(t, "kind of channels", world.FIFO, world.FIFO, world.Lossy, world.Duplicating)
	c.Losses, c.Duplicates, c.Capacity = 1, 1, world.Unlimited
	if c.Errs() {
		c.Mistakes = 1
	}
	return c
}

// unlike says how the reduced check of a world differs from the whole one where it may not. Both are
// made with so many states at most; beyond them nothing is compared.
func unlike(t *testing.T, c world.Config, asked []spec.Property, by checker.Reduction, workers, most int) (text string, whole, reduced *checker.Report) {
	check := func(reduce checker.Reduction) (*checker.Report, []string) {
		w := world.New(c)
		var rest []string
		all := w.Ask(asked) // and whether each says anything: a warning of vacuity is as true of the reduced graph
		if workers == 1 {   // the list is not for two
			all = append(all, checker.AtRest("all", func(s checker.State) bool {
				rest = append(rest, w.DescribeState(s))
				return true
			}))
		}
		report, err := checker.Check(t.Context(), w, all, checker.Options{Workers: workers, Reduce: reduce, MaxStates: most})
		if err != nil {
			t.Fatal(err)
		}
		slices.Sort(rest)
		return report, slices.Compact(rest)
	}
	whole, rest := check(checker.Whole)
	if whole.Bound == "states" {
		return "", whole, nil
	}
	reduced, restReduced := check(by)
	if !slices.Equal(rest, restReduced) {
		return fmt.Sprintf("at rest are\n%v\nand reduced\n%v", rest, restReduced), whole, reduced
	}
	if whole.Bound != reduced.Bound || whole.Terminal != reduced.Terminal || whole.States < reduced.States {
		return fmt.Sprintf("bound, terminal, states: %q %d %d and reduced %q %d %d", whole.Bound, whole.Terminal, whole.States,
			reduced.Bound, reduced.Terminal, reduced.States), whole, reduced
	}
	for i, result := range whole.Results {
		if got := reduced.Results[i].Verdict; got != result.Verdict {
			return fmt.Sprintf("%s: %v, and reduced %v", result.Property.Name, result.Verdict, got), whole, reduced
		}
	}
	return "", whole, reduced
}

// reductions are all there are.
var reductions = []checker.Reduction{checker.PartialOrder, checker.ByConfluence, checker.ByBoth}

// usual are the default properties that have a meaning in a world, and safe those of them that are of safety.
func usual(c world.Config) []spec.Property { return c.Algorithm.Meant(spec.Default()) }
func safe(c world.Config) []spec.Property  { return c.Algorithm.Meant(spec.Default()[:5]) }

// groups are the properties that are asked together: what is asked decides what may be left out.
func groups(c world.Config) [][]spec.Property {
	all := [][]spec.Property{nil, usual(c), safe(c)}
	for _, p := range everyProperty(c) {
		all = append(all, []spec.Property{p})
	}
	return all
}

// TestReductionOfRandomWorlds: reduced or not, everything asked is decided alike, and as vacuous.
func TestReductionOfRandomWorlds(t *testing.T) {
	testlevel.Alone(t)
	rapid.Check(t, func(r *rapid.T) {
		c := drawReducible(r)
		for _, asked := range groups(c) {
			text, _, reduced := unlike(t, c, asked, pick(r, "by", reductions...), pick(r, "workers", 1, 2, 3), 1500)
			if text != "" {
				r.Fatalf("%s: %s", told(c), text)
			}
			if reduced == nil {
				break
			}
		}
	})
}

// TestReductionPays: of the worlds that are drawn and small enough to compare, many are made smaller.
func TestReductionPays(t *testing.T) {
	testlevel.Alone(t)
	smaller, tried := 0, 0
	for seed := range 100 {
		c := rapid.Custom(drawReducible).Example(seed)
		text, whole, reduced := unlike(t, c, safe(c), checker.ByBoth, 1, 1500)
		if text != "" {
			t.Errorf("%s: %s", told(c), text)
		}
		if reduced != nil {
			if tried++; reduced.States < whole.States {
				smaller++
			}
		}
	}
	t.Logf("%d of %d graphs were made smaller", smaller, tried)
	if 10*smaller < tried || tried < 30 {
		t.Errorf("only %d of %d graphs were made smaller", smaller, tried)
	}
}

// TestReductionIsTheSameForAnyWorkers: so are the counts and the paths of reduced checks.
func TestReductionIsTheSameForAnyWorkers(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := drawReducible(r)
		said, by := "", pick(r, "by", reductions...)
		for _, workers := range testlevel.Workers() {
			w := world.New(c)
			report, err := checker.Check(t.Context(), w, w.Ask(usual(w.Config())), checker.Options{Workers: workers, Reduce: by, MaxStates: 3000})
			if err != nil {
				t.Fatal(err)
			}
			now := fmt.Sprint(report.States, report.Steps, report.Terminal, report.Depth, report.Bound, report.Actions, report.Reduction, report.Unreduced)
			for _, result := range report.Results {
				now += fmt.Sprint("\n", result.Property.Name, result.Verdict, result.Count)
				if result.Path != nil {
					for _, step := range slices.Concat(result.Path.Stem, result.Path.Cycle) {
						now += fmt.Sprintf(" %x", step.Step.Code)
					}
				}
			}
			if said != "" && now != said {
				r.Fatalf("%s: with %d workers\n%s\nand before\n%s", told(c), workers, now, said)
			}
			said = now
		}
	})
}

// An unaided world says of reductions what it must and nothing more: nothing of what its laws look at is summed up, and its
// steps are made of vectors. It is the slow twin of the world.
type unaided struct {
	checker.Confluent
	checker.Acting
	checker.Bounded
	checker.Attributed
	checker.Discerning
}

// A doubtful world takes it that keys may go round, as an unaided one must: it matters to which graph is explored in the end.
type doubtful struct{ *world.World }

func (d doubtful) Packing(checker.System) checker.Packing {
	packing := d.World.Packing(d.World)
	if packing == nil {
		return nil
	}
	return doubtfulPacking{packing.(restless)}
}

type doubtfulPacking struct{ restless }

func (doubtfulPacking) KeysRecur() bool { return true }

// TestReductionOfUnaidedWorlds: what is summed up and remembered changes nothing in a report.
func TestReductionOfUnaidedWorlds(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := drawReducible(r)
		if text := aided(t, c, pick(r, "by", reductions...), pick(r, "workers", 1, 2, 3)); text != "" {
			r.Fatalf("%s: %s", told(c), text)
		}
	})
	roundButNotByKeys := config(t, "bully-recovery", ids(3), func(c *world.Config) {
		c.Reading, c.Timeouts, c.Restarts, c.Starts = model.Printed, world.Any, 1, 0
	})
	roundButNotByKeys.Elections = world.Unlimited
	if text := aided(t, roundButNotByKeys, checker.PartialOrder, 1); text != "" {
		t.Error(text)
	}
	for i, test := range packedWorlds {
		if !testlevel.Raced(t, 5, i) {
			continue
		}
		t.Run(test.why, func(t *testing.T) {
			if text := aided(t, config(t, test.algorithm, ids(test.n), test.change), reductions[i%3], 1+i%2); text != "" {
				t.Error(text)
			}
		})
	}
}

// aided says how the reduced check of a world differs from that of its slow twin.
func aided(t *testing.T, c world.Config, by checker.Reduction, workers int) string {
	var said [2]string
	for i := range said {
		w := world.New(c)
		var system checker.System = doubtful{w}
		if i == 1 {
			system = unaided{w, w, w, w, w}
		}
		report, err := checker.Check(t.Context(), system, w.Ask(usual(w.Config())), checker.Options{Workers: workers, Reduce: by, MaxStates: 5000})
		if err != nil {
			t.Fatal(err)
		}
		said[i] = fmt.Sprintln(report.Reduction, report.Unreduced) + factsOf(w, report)
	}
	if said[0] != said[1] {
		return fmt.Sprintf("reduced by %s\n%s\nand unaided:\n%s", by, said[0], said[1])
	}
	return ""
}

// TestSummaries: where summaries are the same, so is all that the laws say.
func TestSummaries(t *testing.T) {
	testlevel.Alone(t)
	shared, all := 0, 0
	for seed := range 150 {
		c := rapid.Custom(drawReducible).Example(seed)
		w := world.New(c)
		if w.Operations() == 0 || w.Operations() > checker.MostOperations {
			continue
		}
		_, states := explored(t, t, w, checker.Options{MaxStates: 400})
		said := map[string]string{}
		for _, s := range states {
			summary, ok := w.Summary(s, nil)
			if !ok {
				continue
			}
			key, laws := fmt.Sprint(summary), lawsOf(w, s)
			for _, n := range strides(w, s) {
				key += fmt.Sprint(" ", n.op, n.to != nil)
			}
			before, known := said[key]
			if known && before != laws {
				t.Fatalf("%s:\nin %s\nthe laws say\n%s\nand where the summary is the same\n%s", told(c), w.DescribeState(s), laws, before)
			}
			if laws != "" {
				all++
				if known {
					shared++
				}
			}
			said[key] = laws
		}
	}
	t.Logf("%d of %d states have the summary of another", shared, all)
	if 3*shared < all || all < 1000 {
		t.Errorf("only %d of %d states have the summary of another", shared, all)
	}
}

// lawsOf spells what the laws say in a state: where there is a key, of all operations.
func lawsOf(w *world.World, s checker.State) (said string) {
	keys := ""
	var enabled checker.Operations
	for _, n := range strides(w, s) {
		if n.to == nil || enabled.Has(n.op) {
			continue
		}
		enabled = enabled.With(n.op)
		if with, visible, ok := w.KeyTransition(s, n.op); ok {
			keys += fmt.Sprintln(n.op, with, visible)
		}
	}
	if keys == "" {
		return ""
	}
	for op := range checker.Operation(w.Operations()) {
		said += fmt.Sprintln(op, w.Dependencies(s, op, checker.Operations{}), w.Dependencies(s, op, enabled))
	}
	return keys + said
}

// closed is the least set with an operation and all that its members need.
func closed(w *world.World, s checker.State, set checker.Operations) checker.Operations {
	for todo := set; !todo.IsEmpty(); {
		op := todo.First()
		todo = todo.Minus(checker.Operations{}.With(op))
		more := w.Dependencies(s, op, set).Minus(set)
		set, todo = set.Or(more), todo.Or(more)
	}
	return set
}

// A stride is a step with where it leads.
type stride struct {
	step checker.Step
	op   checker.Operation
	to   checker.State
}

func strides(w *world.World, s checker.State) (all []stride) {
	w.Steps(s, func(step checker.Step, to checker.State) {
		all = append(all, stride{step, w.Operation(step), slices.Clone(to)})
	})
	return all
}

// reaches reports whether one state is reached from another in so many steps at most.
func reaches(w *world.World, from, to checker.State, within int) bool {
	if slices.Equal(from, to) {
		return true
	}
	return within > 0 && slices.ContainsFunc(strides(w, from), func(n stride) bool { return n.to != nil && reaches(w, n.to, to, within-1) })
}

// replays goes from a state by steps with these codes and operations, whatever they carry; nil if it cannot.
func replays(w *world.World, s checker.State, path []checker.Step) checker.State {
	for _, want := range path {
		all := strides(w, s)
		i := slices.IndexFunc(all, func(n stride) bool {
			return n.to != nil && n.op == w.Operation(want) && n.step.Code<<16 == want.Code<<16
		})
		if i < 0 {
			return nil
		}
		s = all[i].to
	}
	return s
}

// TestWhatCommutes tries the laws of checker.Commuting on paths of a few steps.
func TestWhatCommutes(t *testing.T) {
	tried := 0
	rapid.Check(t, func(r *rapid.T) {
		c := drawReducible(r)
		w := world.New(c)
		if w.Operations() == 0 || w.Operations() > checker.MostOperations {
			return
		}
		report, states := explored(t, r, w, checker.Options{MaxStates: 200})
		if report.Bound == "numbering" {
			return
		}
		for i := range min(len(states), 12) { // spread over all of them
			s := states[i*len(states)/min(len(states), 12)]
			for op := range checker.Operation(w.Operations()) {
				commutes(r, w, s, op)
				tried++
			}
		}
	})
	t.Logf("%d operations were tried", tried)
}

// commutes tries the laws on one operation in one state.
func commutes(f fataler, w *world.World, s checker.State, op checker.Operation) {
	f.Helper()
	set := closed(w, s, checker.Operations{}.With(op))
	here := strides(w, s)
	outside(w, s, set, func(path []checker.Step, s1 checker.State) {
		for _, n := range strides(w, s1) {
			if n.op != op {
				continue
			}
			if !slices.ContainsFunc(here, func(m stride) bool {
				return m.op == op && m.step.Bound == n.step.Bound && (m.to == nil) == (n.to == nil) &&
					(n.to == nil || slices.Equal(replays(w, m.to, path), n.to) || reaches(w, m.to, n.to, len(path)))
			}) {
				f.Fatalf("%s:\nin %s\nafter %v\n%s cannot come first", told(w.Config()), w.DescribeState(s), words(w, s, path), w.DescribeStep(s1, n.step))
			}
		}
	})
	first := slices.IndexFunc(here, func(m stride) bool { return m.op == op && m.to != nil })
	if first < 0 {
		return
	}
	key := here[first]
	with, _, ok := w.KeyTransition(s, op)
	if !ok {
		return
	}
	outside(w, s, closed(w, s, with.With(op)), func(path []checker.Step, s1 checker.State) {
		later := slices.IndexFunc(strides(w, s1), func(m stride) bool { return m.op == op && m.to != nil })
		if later < 0 || !slices.Equal(replays(w, key.to, path), strides(w, s1)[later].to) ||
			key.step.Owed != checker.None && strides(w, s1)[later].step.Owed == checker.None {
			f.Fatalf("%s:\nin %s\nafter %v\n%s is no key", told(w.Config()), w.DescribeState(s), words(w, s, path), w.DescribeStep(s, key.step))
		}
	})
}

// outside visits paths of at most three steps of operations outside a set, if not all of them.
func outside(w *world.World, s checker.State, set checker.Operations, visit func(path []checker.Step, to checker.State)) {
	var path []checker.Step
	left := 60
	var walk func(s checker.State)
	walk = func(s checker.State) {
		visit(path, s)
		if left--; len(path) == 3 || left < 0 {
			return
		}
		for _, n := range strides(w, s) {
			if n.to != nil && !set.Has(n.op) {
				path = append(path, n.step)
				walk(n.to)
				path = path[:len(path)-1]
			}
		}
	}
	walk(s)
}

func words(w *world.World, s checker.State, path []checker.Step) (all []string) {
	for _, step := range path {
		all = append(all, w.DescribeStep(s, step))
		if s = replays(w, s, []checker.Step{step}); s == nil {
			break
		}
	}
	return all
}

// TestReductionOfChangRoberts: of 15 processes that may all start, whose whole graph has 2,374,741
// states (TestCounts), far fewer than the 114,657 of Spin's reduction are left, and all is decided alike.
func TestReductionOfChangRoberts(t *testing.T) {
	c := config(t, "chang-roberts", ids(15), nil)
	w := world.New(c)
	report, err := checker.Check(t.Context(), w, w.Ask(usual(w.Config())), checker.Options{Reduce: checker.PartialOrder})
	if err != nil {
		t.Fatal(err)
	}
	if report.Reduction != checker.PartialOrder || report.States > 11_000 || report.Terminal != 1 {
		t.Errorf("%q: %d states, %d terminal", report.Reduction, report.States, report.Terminal)
	}
	for _, result := range report.Results {
		if result.Verdict != checker.Holds {
			t.Errorf("%s: %v", result.Property.Name, result.Verdict)
		}
	}
}
