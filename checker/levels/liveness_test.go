package levels

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// What is settled from the files is what a check in memory says, and lassos have stems as long, under weak and under strong fairness, with and without
// cycles.
func TestSettled(t *testing.T) {
	told := map[string]int{}
	for i, q := range lively() {
		if testlevel.OneOf(4, i) {
			settledAsInMemory(t, q, 300, told)
		}
	}
	for _, what := range []string{"a lasso", "it holds"} {
		if told[what] < 3 {
			t.Errorf("%s of %d properties: %v", what, told[what], told)
		}
	}
}

// settledAsInMemory counts what is told of the liveness of a question.
func settledAsInMemory(t testing.TB, q question, room int, told map[string]int) {
	t.Helper()
	d, _ := exploredFor(t, q, room)
	settledBy(t, q, d, told)
}

// settledBy is settledAsInMemory by a driver that has explored.
func settledBy(t testing.TB, q question, d *driver, told map[string]int) {
	t.Helper()
	system, properties := q.ask()
	want, err := checker.Check(context.Background(), system, properties, checker.Options{MaxStates: 12_000})
	if err != nil {
		t.Fatal(err)
	}
	own, room := d.system, d.room
	found := d.explored("")
	if err := d.decide(found); err != nil {
		t.Fatal(err)
	}
	lassos, left := found.Lassos, found.Left
	for n, r := range want.Results {
		switch {
		case !isSettled(r.Property):
		case left > room:
			told["too many are left"]++
		case lassos == nil:
			told["it is not over"]++
		case lassos[n] == nil:
			told["it holds"]++
			if r.Path != nil {
				t.Errorf("%s: no run violates %s, and in memory there is\n%s", q.name, r.Property.Name, r.Path.Text(system))
			}
		case r.Path == nil:
			t.Errorf("%s: %s is violated, and in memory %v:\n%s", q.name, r.Property.Name, r.Verdict, lassos[n].Text(own))
		default:
			told["a lasso"]++
			lasso := lassos[n]
			if len(lasso.Stem) != len(r.Path.Stem) {
				t.Errorf("%s: %s is violated by\n%s\nand in memory by\n%s", q.name, r.Property.Name, lasso.Text(own), r.Path.Text(system))
			}
			isViolation(t, own, d.properties[n], lasso)
		}
	}
}

// isViolation asks of a lasso that it is a run of the system along steps that no bound has altered, that it is fair, and that it violates
// a property.
func isViolation(t testing.TB, system checker.System, property checker.Property, lasso *checker.Path) {
	t.Helper()
	at, all := lasso.Initial, slices.Concat(lasso.Stem, lasso.Cycle)
	for i, hop := range all {
		is := false
		system.Steps(at, func(step checker.Step, to checker.State) {
			is = is || step == hop.Step && slices.Equal(to, hop.To) && step.Bound == 0
		})
		if at = hop.To; !is {
			t.Errorf("step %d is none of the system:\n%s", i, lasso.Text(system))
		}
	}
	if !isFair(system, at, lasso.Cycle) {
		t.Errorf("the run is not fair:\n%s", lasso.Text(system))
	}
	r, err := checker.Check(t.Context(), &lane{system.Width(), lasso}, []checker.Property{property}, checker.Options{Workers: 1})
	if err != nil || r.Results[0].Verdict != checker.Violated {
		t.Errorf("the run does not violate %s, %v:\n%s", property.Name, err, lasso.Text(system))
	}
}

// isFair reports whether a run is fair that goes round a cycle for ever, or rests in a state.
func isFair(system checker.System, rest checker.State, cycle []checker.Transition) bool {
	enabled, lasting, taken := map[checker.FairnessClass]bool{}, map[checker.FairnessClass]int{}, map[checker.FairnessClass]bool{}
	states := []checker.State{rest}
	for i, hop := range cycle {
		if taken[hop.Step.Fairness] = true; i > 0 {
			states = append(states, cycle[i-1].To)
		}
	}
	for _, s := range states {
		here := map[checker.FairnessClass]bool{}
		system.Steps(s, func(step checker.Step, _ checker.State) { enabled[step.Fairness], here[step.Fairness] = true, true })
		if outlasting, ok := system.(interface {
			Lasts(checker.State, func(checker.FairnessClass))
		}); ok {
			outlasting.Lasts(s, func(d checker.FairnessClass) { here[d] = true })
		}
		for d := range here {
			lasting[d]++
		}
	}
	for d := range enabled {
		if d != checker.None && !taken[d] && (d.IsStrong() || lasting[d] == len(states)) {
			return false
		}
	}
	return true
}

// A lane is a lasso as a system with one run. A state has one more cell, its place in the lasso.
type lane struct {
	width int
	lasso *checker.Path
}

func (l *lane) Width() int { return l.width + 1 }

func (l *lane) Init(emit func(checker.State)) { emit(append(slices.Clone(l.lasso.Initial), 0)) }

func (l *lane) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	all, at := slices.Concat(l.lasso.Stem, l.lasso.Cycle), int(s[l.width])
	if at == len(all) && len(l.lasso.Cycle) > 0 {
		at = len(l.lasso.Stem)
	}
	if at < len(all) {
		emit(checker.Step{Fairness: checker.Weak(0)}, append(slices.Clone(all[at].To), checker.Cell(at+1)))
	}
}

// A watched store notes which tasks of liveness have been begun, and by how many attempts.
type watchedStore struct {
	Store
	mu       sync.Mutex
	attempts map[string]bool // by task and attempt
}

func (w *watchedStore) Create(name string, write func(io.Writer) error) error {
	if strings.HasPrefix(name, surveying+"passing-") {
		w.mu.Lock()
		w.attempts[name[:strings.LastIndex(name, "-")]] = true
		w.mu.Unlock()
	}
	return w.Store.Create(name, write)
}

// driverFor is the driver of a check.
func driverFor(t testing.TB, o Options, system checker.System, properties []checker.Property) *driver {
	return &driver{Options: o, system: system, properties: properties, ctx: t.Context(), began: time.Now()}
}

// exploredFor explores a question, to decide liveness with room for the given number of states.
func exploredFor(t testing.TB, q question, room int) (*driver, *checker.Explored) {
	t.Helper()
	system, properties := q.ask()
	o := small(newMemory())
	o.rows, o.words, o.room, o.Alone, o.Check.MaxStates = 700, 50_000, room, 1<<20, 12_000
	d := driverFor(t, o, system, properties)
	found, err := d.run()
	if err != nil {
		t.Fatal(err)
	}
	return d, found
}

// lively are small worlds of all elections, with the properties that are liveness.
func lively() (all []question) {
	for _, a := range model.Catalogue() {
		for _, crashes := range []int{0, 1} {
			c := world.Faulty(a, ids(3))
			c.Crashes = min(crashes, c.Crashes)
			c.Suspicions, c.Elections = true, cmp.Or(c.DefaultElections(), c.Elections)
			var properties []spec.Property
			for _, p := range spec.All() {
				if c.Algorithm.Means(p) == nil && len(properties) < 21 {
					properties = append(properties, p)
				}
			}
			all = append(all, worldOf(c.Bounded(), properties...))
		}
	}
	return all
}

type runnerOf func(context.Context, []Task) error

func (r runnerOf) Run(ctx context.Context, tasks []Task) error { return r(ctx, tasks) }

// A digraph is a random graph. Its steps belong to three processes, and a bound alters or disables some of them.
type digraph struct {
	*checker.ValueSystem[int]
	lasting []bool // of each vertex, whether class Weak(0) lasts in it; class Weak(40) does in all
}

func (g digraph) Lasts(s checker.State, emit func(checker.FairnessClass)) {
	if emit(checker.Weak(40)); g.lasting[g.Value(s)] {
		emit(checker.Weak(0))
	}
}

func (g digraph) Actor(s checker.Step) int { return int(s.Code%4) - 1 }

func (g digraph) Bounds() []string { return []string{"luck"} }

func (g digraph) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	v := g.Value(s)
	g.ValueSystem.Steps(s, func(step checker.Step, to checker.State) {
		if luck := (uint64(v)*7 + step.Code*5) % 19; v%2 == 0 && luck < 2 {
			if step.Bound = 1; luck == 0 {
				to = nil
			}
		}
		emit(step, to)
	})
}

// graphOf draws a question of a graph of n states at most, with all kinds of liveness.
func graphOf(r *rand.Rand, most int) question {
	type arrow struct {
		fairness checker.FairnessClass
		to       int
	}
	n := 1 + r.IntN(most)
	lasting := make([]bool, n)
	classes := []checker.FairnessClass{checker.None, checker.None, checker.None, checker.Weak(0), checker.Weak(40), checker.Strong(100), checker.Strong(1)}
	out, initial, values := make([][]arrow, n), []int{}, make([]int, n)
	for range 1 + r.IntN(3) {
		initial = append(initial, r.IntN(n))
	}
	isIn, onward := make([][2]bool, n), r.IntN(2) == 0
	for v := range n {
		for range r.IntN(6) {
			to := r.IntN(n)
			switch {
			case onward && v < n-6: // so that it is far to where a run may stay, and there are several such places
				to = v + 1 + r.IntN(6)
			case onward:
				to = v
			}
			out[v] = append(out[v], arrow{classes[r.IntN(len(classes))], to})
		}
		lasting[v] = r.IntN(3) > 0
		values[v], isIn[v] = min(r.IntN(5), 3), [2]bool{r.IntN(3) == 0, r.IntN(4) == 0}
	}
	return question{fmt.Sprint(initial, out), func() (checker.System, []checker.Property) {
		g := digraph{checker.Values(initial, func(v int, emit func(string, checker.FairnessClass, int)) {
			for _, a := range out[v] {
				emit("", a.fairness, a.to)
			}
		}), lasting}
		p, q := g.On(func(v int) bool { return isIn[v][0] }), g.On(func(v int) bool { return isIn[v][1] })
		return g, []checker.Property{checker.Eventually("eventually", q), checker.EventuallyAlways("in the end", p), checker.AlwaysEventually("again", q),
			checker.LeadsTo("leads", p, q), checker.Recurs("recurs", p, q), checker.Settles("settles", func(s checker.State) int { return values[g.Value(s)] })}
	}}
}

// So it is in random graphs.
func TestSettledAtRandom(t *testing.T) {
	told, r := map[string]int{}, rand.New(rand.NewPCG(7, 1)) // among them, paths that tie, and places of several kinds at one distance
	for i := range 300 {
		if !testlevel.Raced(t, 3, i) {
			continue
		}
		settledAsInMemory(t, graphOf(r, 40), 1+r.IntN(40), told)
	}
	for _, what := range []string{"a lasso", "it holds", "too many are left"} {
		if told[what] == 0 {
			t.Errorf("there is nothing of which is said: %s; %v", what, told)
		}
	}
}

// So it is by however many workers, and by others who lose tasks, repeat them and do them late.
func TestSettledByWorkers(t *testing.T) {
	testlevel.Alone(t)
	told, r := map[string]int{}, rand.New(rand.NewPCG(8, 1))
	all := []question{lively()[0], lively()[1], lively()[5]}
	for range 40 {
		all = append(all, graphOf(r, 40))
	}
	for i, q := range all {
		d, _ := exploredFor(t, q, 1+i)
		var late sync.WaitGroup
		if d.Alone, d.Check.Workers = -1, []int{1, 2, 4, 0}[i%4]; d.Check.Workers == 0 {
			d.Runner = &careless{t: t, dice: rand.New(rand.NewPCG(uint64(i), 7)), late: &late, hands: func() *Hands {
				system, properties := q.ask()
				astray(system)
				return NewHands(d.Store, system, properties)
			}}
		}
		settledBy(t, q, d, told)
		late.Wait()
	}
	for _, what := range []string{"a lasso", "it holds", "too many are left"} {
		if told[what] == 0 {
			t.Errorf("there is nothing of which is said: %s; %v", what, told)
		}
	}
}

// Wherever deciding is killed, who goes on decides the same, and does nothing again that had a result.
func TestSettledThoughKilled(t *testing.T) {
	testlevel.Alone(t)
	for _, q := range []question{lively()[0], lively()[1], trimmedOften()} {
		whole, _ := exploredFor(t, q, 10)
		seen := &watchedStore{Store: whole.Store, attempts: map[string]bool{}}
		whole.Store = seen
		want, wantLeft, err := whole.settle()
		if err != nil {
			t.Fatal(err)
		}
		for first := range 3 {
			d, _ := exploredFor(t, q, 10)
			there, lives, attempts := d.Store, 0, map[string]bool{}
			for {
				system, properties := q.ask()
				astray(system)
				o, mine := d.Options, &watchedStore{Store: there, attempts: attempts}
				o.Store, o.Check.Workers = &mortal{Store: mine, left: first + 1<<lives}, 1
				again := driverFor(t, o, system, properties)
				if _, err := again.run(); err != nil {
					t.Fatal(err)
				}
				got, left, err := again.settle()
				if lives++; errors.Is(err, errKilled) {
					continue
				}
				if err != nil || left != wantLeft || len(got) != len(want) {
					t.Fatalf("%s: %d decisions and %d left, and not %d and %d: %v", q.name, len(got), left, len(want), wantLeft, err)
				}
				for n := range want {
					if textOf(got, n, system) != textOf(want, n, whole.system) {
						t.Errorf("%s: %s is decided otherwise", q.name, properties[n].Name)
					}
				}
				break
			}
			if lives < 3 || len(attempts) >= len(seen.attempts)+lives {
				t.Errorf("%s: killed %d times, %d tasks were begun, and %d when nobody was killed", q.name, lives-1, len(attempts), len(seen.attempts))
			}
		}
	}
}

// textOf is what is decided of a property.
func textOf(lassos map[int]*checker.Path, n int, system checker.System) string {
	switch lasso, isDecided := lassos[n]; {
	case !isDecided:
		return "nothing"
	case lasso == nil:
		return "it holds"
	default:
		return lasso.Text(system)
	}
}

// trimmedOften is a question of a long way with steps to another one, half as long: from the end of the first to the middle of the second,
// and so to lower levels, though no run goes round.
func trimmedOften() question {
	return question{"a long way", func() (checker.System, []checker.Property) {
		const end, other = 500, 1000
		system := checker.Values([]int{0}, func(v int, emit func(string, checker.FairnessClass, int)) {
			if v != end && v != other+end {
				emit("on", checker.Weak(0), v+1)
			}
			if v < end {
				emit("across", checker.Weak(1), other+v/2)
			}
		})
		return system, []checker.Property{checker.Eventually("the end", system.On(func(v int) bool { return v == end || v == other+end }))}
	}}
}
