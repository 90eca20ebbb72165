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

// The verdicts decided from files are those of a check in memory, and the stems of lassos are as long.
func TestLivenessFromFiles(t *testing.T) {
	outcomes := map[string]int{}
	for i, q := range livenessQuestions() {
		if testlevel.OneOf(4, i) {
			wantLivenessOfMemory(t, q, 300, outcomes)
		}
	}
	for _, what := range []string{"a lasso", "it holds"} {
		if outcomes[what] < 3 {
			t.Errorf("got %d outcomes %q, want at least 3: %v", outcomes[what], what, outcomes)
		}
	}
}

// wantLivenessOfMemory explores a question, and calls wantSameLiveness.
func wantLivenessOfMemory(t testing.TB, q question, room int, outcomes map[string]int) {
	t.Helper()
	d, _ := exploredDriver(t, q, room)
	wantSameLiveness(t, q, d, outcomes)
}

// wantSameLiveness compares the liveness of an explored store with that of a check in memory. It counts the outcomes.
func wantSameLiveness(t testing.TB, q question, d *driver, outcomes map[string]int) {
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
		case !isFromFiles(r.Property):
		case left > room:
			outcomes["too many are left"]++
		case lassos == nil:
			outcomes["incomplete"]++
		case lassos[n] == nil:
			outcomes["it holds"]++
			if r.Path != nil {
				t.Errorf("%s: no run violates %s; in memory this one does:\n%s", q.name, r.Property.Name, r.Path.Text(system))
			}
		case r.Path == nil:
			t.Errorf("%s: %s is violated; in memory the verdict is %v:\n%s", q.name, r.Property.Name, r.Verdict, lassos[n].Text(own))
		default:
			outcomes["a lasso"]++
			lasso := lassos[n]
			if len(lasso.Stem) != len(r.Path.Stem) {
				t.Errorf("%s: %s is violated by\n%s\nin memory by a shorter or longer stem:\n%s", q.name, r.Property.Name, lasso.Text(own), r.Path.Text(system))
			}
			wantViolation(t, own, d.properties[n], lasso)
		}
	}
}

// wantViolation tests that a lasso is a fair run of the system that violates a property. No bound may alter its steps.
func wantViolation(t testing.TB, system checker.System, property checker.Property, lasso *checker.Path) {
	t.Helper()
	at, all := lasso.Initial, slices.Concat(lasso.Stem, lasso.Cycle)
	for i, hop := range all {
		is := false
		system.Steps(at, func(step checker.Step, to checker.State) {
			is = is || step == hop.Step && slices.Equal(to, hop.To) && step.Bound == 0
		})
		if at = hop.To; !is {
			t.Errorf("step %d is not a step of the system:\n%s", i, lasso.Text(system))
		}
	}
	if !isFair(system, at, lasso.Cycle) {
		t.Errorf("the run is not fair:\n%s", lasso.Text(system))
	}
	r, err := checker.Check(t.Context(), &lassoSystem{system.Width(), lasso}, []checker.Property{property}, checker.Options{Workers: 1})
	if err != nil || r.Results[0].Verdict != checker.Violated {
		t.Errorf("the run does not violate %s (error %v):\n%s", property.Name, err, lasso.Text(system))
	}
}

// isFair reports whether a run is fair that repeats a cycle forever. An empty cycle means that it rests in a state.
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

// A lassoSystem is a system with a lasso as its only run. A state has one more cell, its index in the lasso.
type lassoSystem struct {
	width int
	lasso *checker.Path
}

func (l *lassoSystem) Width() int { return l.width + 1 }

func (l *lassoSystem) Init(emit func(checker.State)) { emit(append(slices.Clone(l.lasso.Initial), 0)) }

func (l *lassoSystem) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	all, at := slices.Concat(l.lasso.Stem, l.lasso.Cycle), int(s[l.width])
	if at == len(all) && len(l.lasso.Cycle) > 0 {
		at = len(l.lasso.Stem)
	}
	if at < len(all) {
		emit(checker.Step{Fairness: checker.Weak(0)}, append(slices.Clone(all[at].To), checker.Cell(at+1)))
	}
}

// A recordingStore records the attempts of tasks for liveness.
type recordingStore struct {
	Store
	mu       sync.Mutex
	attempts map[string]bool // by task and attempt; always true
}

func (w *recordingStore) Create(name string, write func(io.Writer) error) error {
	if strings.HasPrefix(name, livenessFolder+"passing-") {
		w.mu.Lock()
		w.attempts[name[:strings.LastIndex(name, "-")]] = true
		w.mu.Unlock()
	}
	return w.Store.Create(name, write)
}

// driverFor returns the driver of a check.
func driverFor(t testing.TB, o Options, system checker.System, properties []checker.Property) *driver {
	return &driver{Options: o, system: system, properties: properties, ctx: t.Context(), began: time.Now()}
}

// exploredDriver explores a question. Its driver decides liveness with at most room states left.
func exploredDriver(t testing.TB, q question, room int) (*driver, *checker.Explored) {
	t.Helper()
	system, properties := q.ask()
	o := inSmallPieces(newMemoryStore())
	o.rows, o.words, o.room, o.Alone, o.Check.MaxStates = 700, 50_000, room, 1<<20, 12_000
	d := driverFor(t, o, system, properties)
	found, err := d.search()
	if err != nil {
		t.Fatal(err)
	}
	return d, found
}

// livenessQuestions are small worlds of all elections, without and with a crash.
func livenessQuestions() (all []question) {
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
	lasting []bool // whether class Weak(0) lasts in each vertex; class Weak(40) lasts in all
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

// randomGraph makes a random graph of at most the given number of states, with a property of each kind of liveness.
func randomGraph(r *rand.Rand, most int) question {
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
			case onward && v < n-6: // long stems to several places where a run may stay
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

// TestLivenessOfRandomGraphs is TestLivenessFromFiles on random graphs. They have equal stems and several kinds of ends.
func TestLivenessOfRandomGraphs(t *testing.T) {
	outcomes, r := map[string]int{}, rand.New(rand.NewPCG(7, 1))
	for i := range 300 {
		if !testlevel.Raced(t, 3, i) {
			continue
		}
		wantLivenessOfMemory(t, randomGraph(r, 40), 1+r.IntN(40), outcomes)
	}
	for _, what := range []string{"a lasso", "it holds", "too many are left"} {
		if outcomes[what] == 0 {
			t.Errorf("no property has the outcome %q: %v", what, outcomes)
		}
	}
}

// Liveness is the same with any number of workers, and with lost, repeated and late tasks.
func TestLivenessByWorkers(t *testing.T) {
	testlevel.Alone(t)
	outcomes, r := map[string]int{}, rand.New(rand.NewPCG(8, 1))
	all := []question{livenessQuestions()[0], livenessQuestions()[1], livenessQuestions()[5]}
	for range 40 {
		all = append(all, randomGraph(r, 40))
	}
	for i, q := range all {
		d, _ := exploredDriver(t, q, 1+i)
		var late sync.WaitGroup
		if d.Alone, d.Check.Workers = -1, []int{1, 2, 4, 0}[i%4]; d.Check.Workers == 0 {
			d.Runner = &unreliableRunner{dice: rand.New(rand.NewPCG(uint64(i), 7)), late: &late, worker: func() *Worker {
				system, properties := q.ask()
				walkElsewhere(system)
				return NewWorker(d.Store, system, properties)
			}}
		}
		wantSameLiveness(t, q, d, outcomes)
		late.Wait()
	}
	for _, what := range []string{"a lasso", "it holds", "too many are left"} {
		if outcomes[what] == 0 {
			t.Errorf("no property has the outcome %q: %v", what, outcomes)
		}
	}
}

// A driver is killed while it decides liveness. The next one decides the same, and repeats no task with a result.
func TestLivenessAfterKill(t *testing.T) {
	testlevel.Alone(t)
	for _, q := range []question{livenessQuestions()[0], livenessQuestions()[1], twoChains()} {
		whole, _ := exploredDriver(t, q, 10)
		seen := &recordingStore{Store: whole.Store, attempts: map[string]bool{}}
		whole.Store = seen
		want, wantLeft, err := whole.decideFromFiles()
		if err != nil {
			t.Fatal(err)
		}
		for first := range 3 {
			d, _ := exploredDriver(t, q, 10)
			there, lives, attempts := d.Store, 0, map[string]bool{}
			for {
				system, properties := q.ask()
				walkElsewhere(system)
				o, mine := d.Options, &recordingStore{Store: there, attempts: attempts}
				o.Store, o.Check.Workers = &killingStore{Store: mine, left: first + 1<<lives}, 1
				again := driverFor(t, o, system, properties)
				if _, err := again.search(); err != nil {
					t.Fatal(err)
				}
				got, left, err := again.decideFromFiles()
				if lives++; errors.Is(err, errKilled) {
					continue
				}
				if err != nil || left != wantLeft || len(got) != len(want) {
					t.Fatalf("%s: got %d decisions and %d states left, want %d and %d: %v", q.name, len(got), left, len(want), wantLeft, err)
				}
				for n := range want {
					if textOf(got, n, system) != textOf(want, n, whole.system) {
						t.Errorf("%s: the decision on %s differs", q.name, properties[n].Name)
					}
				}
				break
			}
			if lives < 3 || len(attempts) >= len(seen.attempts)+lives {
				t.Errorf("%s: with %d kills %d attempts were made, and without kills %d", q.name, lives-1, len(attempts), len(seen.attempts))
			}
		}
	}
}

// textOf is the decision on a property as text.
func textOf(lassos map[int]*checker.Path, n int, system checker.System) string {
	switch lasso, isDecided := lassos[n]; {
	case !isDecided:
		return "undecided"
	case lasso == nil:
		return "it holds"
	default:
		return lasso.Text(system)
	}
}

// twoChains is a question of two chains without a cycle. Steps lead from state v of the first to state v/2 of the second,
// and so to lower levels.
func twoChains() question {
	return question{"two chains", func() (checker.System, []checker.Property) {
		const end, other = 500, 1000
		system := checker.Values([]int{0}, func(v int, emit func(string, checker.FairnessClass, int)) {
			if v != end && v != other+end {
				emit("next", checker.Weak(0), v+1)
			}
			if v < end {
				emit("across", checker.Weak(1), other+v/2)
			}
		})
		return system, []checker.Property{checker.Eventually("the end", system.On(func(v int) bool { return v == end || v == other+end }))}
	}}
}
