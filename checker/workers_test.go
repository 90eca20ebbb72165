package checker_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
)

// A maze is a large random system: a hash picks the successors of state n. If ends is not zero, its multiples have none.
type maze struct{ size, ends uint64 }

func (maze) Width() int { return 5 }

func (m maze) Init(emit func(checker.State)) {
	for n := range uint64(3) {
		emit(m.state(n))
	}
}

func (m maze) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	n := m.number(s)
	if m.ends != 0 && n > 2 && n%m.ends == 0 {
		return
	}
	for i := range 1 + scramble(n)%4 {
		fairness := []checker.FairnessClass{checker.None, checker.Weak(int(n % 5)), checker.Strong(5 + int(n%3))}[scramble(n+i)%3]
		emit(checker.Step{Code: i, Fairness: fairness, Action: checker.Action(1 + n%2)}, m.state(scramble(4*n+i)%m.size))
	}
}

func (maze) Actions() []checker.NamedAction {
	return actions("from an even number", "from an odd one")
}

// state spreads a number over cells: the first is constant. The last two are rarely needed, and then rows get longer than one word.
func (m maze) state(n uint64) checker.State {
	s := checker.State{7, checker.Cell(n >> 16), checker.Cell(n & 0xffff), 0, 0}
	if n%997 == 5 {
		s[3], s[4] = checker.Cell(scramble(n)), checker.Cell(scramble(n)>>32)
	}
	return s
}

func (m maze) number(s checker.State) uint64 { return uint64(s[1])<<16 | uint64(s[2]) }

// scramble is a step of SplitMix64 (Steele, Lea and Flood, 2014).
func scramble(n uint64) uint64 {
	n += 0x9e3779b97f4a7c15
	n = (n ^ n>>30) * 0xbf58476d1ce4e5b9
	n = (n ^ n>>27) * 0x94d049bb133111eb
	return n ^ n>>31
}

func (m maze) questions() []checker.Property {
	at := func(k uint64) checker.Predicate { return func(s checker.State) bool { return m.number(s)%k == 0 } }
	return []checker.Property{
		checker.Invariant("rarely false", not(at(m.size/3))),
		checker.Invariant("false late", func(s checker.State) bool { return m.number(s) != m.size-1 }),
		checker.StepInvariant("never up by one", func(before, after checker.State) bool { return m.number(after) != m.number(before)+1 }),
		checker.AtRest("at an even number", at(2)),
		checker.Reachable("the middle", at(m.size/2)),
		checker.Counted("a fifth", at(5)),
		checker.Eventually("a seventh", at(7)),
		checker.EventuallyAlways("not a seventh", not(at(7))),
		checker.AlwaysEventually("even", at(2)),
		checker.LeadsTo("from a hundredth to a third", at(100), at(3)),
		checker.Settles("on a remainder", func(s checker.State) int { return int(m.number(s) % 3) }),
	}
}

func TestReportsDoNotDependOnWorkers(t *testing.T) {
	endless, ending := maze{size: 30_000}, maze{30_000, 17}
	for _, test := range []struct {
		why     string
		maze    maze
		options checker.Options
	}{
		{"complete, and runs can only go round", endless, checker.Options{}},
		{"complete, and runs can rest", ending, checker.Options{}},
		{"the bound on states cuts in the first round", ending, checker.Options{MaxStates: 50}},
		{"it cuts in the middle of a level", endless, checker.Options{MaxStates: 4321}},
		{"it cuts where the rounds of different workers end at different ranks", endless, checker.Options{MaxStates: 20_011}},
		{"the bound on depth", ending, checker.Options{MaxDepth: 9}},
		{"the first violation", ending, checker.Options{StopFirst: true}},
	} {
		t.Run(test.why, func(t *testing.T) {
			said, workers := "", []int{1, 2, 3, 8}
			if testlevel.Race { // which is slow
				workers = []int{1, 8}
			}
			for _, test.options.Workers = range workers {
				report, err := checker.Check(t.Context(), test.maze, test.maze.questions(), test.options)
				if err != nil {
					t.Fatal(err)
				}
				now := facts(test.maze, report)
				if said != "" && said != now {
					t.Fatalf("with %d workers the report is\n%sand was\n%s", test.options.Workers, now, said)
				}
				said = now
			}
		})
	}
}

// TestValuesDoNotDependOnWorkers: the values in a path are the same for any number of workers; their numbers may differ.
func TestValuesDoNotDependOnWorkers(t *testing.T) {
	want := ""
	for _, workers := range []int{1, 4, 4} {
		system := checker.Values([][3]int{{}}, func(s [3]int, emit func(string, checker.FairnessClass, [3]int)) {
			for i := range s {
				if to := s; to[i] < 24 {
					to[i]++
					emit(fmt.Sprint("raise ", i), checker.None, to)
				}
			}
		})
		last := system.On(func(s [3]int) bool { return s == [3]int{24, 24, 24} })
		report, err := checker.Check(t.Context(), system, []checker.Property{checker.Reachable("the last", last)}, checker.Options{Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		got := report.Results[0].Path.Text(system)
		if want != "" && got != want {
			t.Errorf("with %d workers the path is\n%sand was\n%s", workers, got, want)
		}
		want = got
	}
}

// searched is what a plain search over a map finds in a maze.
type searched struct {
	ranked []uint64 // the states, by rank
	depth  []int    // of each
	known  []int    // of each, the number of states known when it has been expanded
	counts counts
}

func (m maze) search() searched {
	found := searched{ranked: []uint64{0, 1, 2}, depth: []int{0, 0, 0}}
	seen := map[uint64]bool{0: true, 1: true, 2: true}
	for at := 0; at < len(found.ranked); at++ {
		before := found.counts.steps
		m.Steps(m.state(found.ranked[at]), func(_ checker.Step, to checker.State) {
			found.counts.steps++
			if n := m.number(to); !seen[n] {
				seen[n] = true
				found.ranked, found.depth = append(found.ranked, n), append(found.depth, found.depth[at]+1)
			}
		})
		if found.counts.steps == before {
			found.counts.terminal++
		}
		found.known = append(found.known, len(found.ranked))
	}
	found.counts.states, found.counts.depth = len(found.ranked), found.depth[len(found.depth)-1]
	return found
}

// A crowd is a maze that has room for some of its states.
type crowd struct {
	maze
	mu   sync.Mutex
	met  map[uint64]bool
	most int
}

func (c *crowd) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	c.maze.Steps(s, func(step checker.Step, to checker.State) {
		c.mu.Lock()
		isFull := !c.met[c.number(to)] && len(c.met) == c.most
		if !isFull {
			c.met[c.number(to)] = true
		}
		c.mu.Unlock()
		if isFull {
			panic(checker.Overflow{What: "names"})
		}
		emit(step, to)
	})
}

// If a system numbers values in the order in which it is asked, and the numbers run out, the exploration ends where the level began.
func TestOverflowDoesNotDependOnWorkers(t *testing.T) {
	onlyVectors(t)
	m := maze{30_000, 17}
	for _, most := range []int{3, 1000, 20_000} {
		said := ""
		for _, workers := range []int{1, 2, 3} {
			c := &crowd{maze: m, met: map[uint64]bool{}, most: most}
			report, err := checker.Check(t.Context(), c, m.questions(), checker.Options{Workers: workers})
			if err != nil {
				t.Fatal(err)
			}
			now := facts(c, report)
			if report.Bound != "names" || report.States > most+3 || said != "" && now != said {
				t.Fatalf("room for %d, %d workers: the report is\n%sand was\n%s", most, workers, now, said)
			}
			said = now
		}
	}
}

// A large graph is counted as a search over a map counts it. In a cut graph predicates are counted in the states found, and actions in
// those expanded.
func TestCountsOfALargeGraph(t *testing.T) {
	m := maze{30_000, 17}
	found := m.search()
	for _, options := range []checker.Options{{}, {MaxStates: 12_345}, {MaxDepth: 7}, {MaxStates: 40, MaxDepth: 3}} {
		for _, options.Workers = range []int{1, 2, 8} {
			t.Run(fmt.Sprintf("%+v", options), func(t *testing.T) {
				r, err := checker.Check(t.Context(), m, []checker.Property{
					checker.Counted("even", func(s checker.State) bool { return m.number(s)%2 == 0 })}, options)
				if err != nil {
					t.Fatal(err)
				}
				if got := (counts{r.States, r.Steps, r.Terminal, r.Depth}); r.Complete && got != found.counts {
					t.Errorf("counts %+v, a search over a map %+v", got, found.counts)
				}
				even, steps, enabled, taken := 0, 0, 0, 0
				for _, n := range found.ranked[:r.States] {
					even += int(1 - n%2)
				}
				for _, n := range found.ranked { // expanded are the first of them
					if steps == r.Steps {
						break
					}
					before := steps
					m.Steps(m.state(n), func(checker.Step, checker.State) { steps++ })
					if n%2 == 0 && steps > before {
						enabled, taken = enabled+1, taken+steps-before
					}
				}
				want := checker.Activity{Action: "from an even number", Enabled: enabled, Taken: taken}
				if r.Results[0].Count != even || r.Actions[0] != want || r.Actions[0].Taken+r.Actions[1].Taken != r.Steps {
					t.Errorf("even in %d states of %d, want %d; %+v of %d steps, want %+v",
						r.Results[0].Count, r.States, even, r.Actions, r.Steps, want)
				}
			})
		}
	}
}

// facts returns the text of all parts of a report that depend on the system and the questions alone.
func facts(system checker.System, r *checker.Report) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d states, %d steps, %d terminal, depth %d, complete %v, bound %q\n",
		r.States, r.Steps, r.Terminal, r.Depth, r.Complete, r.Bound)
	fmt.Fprintf(&b, "%+v\n", r.Actions)
	for _, result := range r.Results {
		fmt.Fprintf(&b, "%s: %v, %d states\n", result.Property.Name, result.Verdict, result.Count)
		if p := result.Path; p != nil {
			fmt.Fprintf(&b, "%v %v, lasso %v %v\n%s", p.Initial, p.Stem, p.Lasso, p.Cycle, p.Text(system))
		}
	}
	return b.String()
}

// A relay is a system of counters that count to their ends, one after the other; each returns to 0 at its end. The last cell is the
// counter that counts. So rows are laid out anew when no state at hand has the values that others have counted to.
type relay []checker.Cell

func (p relay) Width() int { return len(p) + 1 }

func (p relay) Init(emit func(checker.State)) { emit(make(checker.State, p.Width())) }

func (p relay) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	to, last := slices.Clone(s), len(p)
	c := int(s[last])
	switch {
	case c == len(p):
		return
	case s[c] < p[c]:
		to[c]++
	default:
		to[c], to[last] = 0, to[last]+1
	}
	emit(checker.Step{Code: uint64(c)}, to)
}

// TestCellsGrow: no value of a cell is lost when rows are laid out anew.
func TestCellsGrow(t *testing.T) {
	system := relay{9, 3, 700, 2, 5000, 17, 40, 900, 1, 30, 6, 3000}
	g, _, err := checker.Explore(t.Context(), system, checker.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	want := make(checker.State, system.Width())
	for rank := range g.States() {
		if got := g.State(uint32(rank)); !slices.Equal(got, want) {
			t.Fatalf("state %d is %v, want %v", rank, got, want)
		}
		system.Steps(want, func(_ checker.Step, to checker.State) { want = to })
	}
	if last := int(want[len(system)]); last != len(system) {
		t.Errorf("the last counter is %d", last)
	}
}
