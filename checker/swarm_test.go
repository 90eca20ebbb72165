package checker_test

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
)

// TestSwarmAgreesWithTheTwin: what a member finds is true, and one that has seen all of a small system has counted it as the twin
// has, and has found all that violates safety.
func TestSwarmAgreesWithTheTwin(t *testing.T) {
	rests := 0
	rapid.Check(t, func(t *rapid.T) {
		d := drawDrawing(t, shape{most: 9, altered: rapid.Bool().Draw(t, "altered"), disabled: rapid.Bool().Draw(t, "disabled")})
		questions, twin := drawQuestions(t, len(d.out)), newTwin(d)
		options := checker.Options{MaxStates: 10_000, Swarm: checker.Swarm{Member: rapid.IntRange(1, 9).Draw(t, "member"), Of: 9, Seed: rapid.Uint64().Draw(t, "seed")}}
		report := isTrue(t, d, twin, questions, options)
		got := counts{report.States, report.Steps, report.Terminal, 0}
		want := twin.counts()
		if want.depth = 0; got != want || report.Sample.Ended != "all" || report.Bound != "swarm" {
			t.Fatalf("%v: counts %+v, and the twin %+v; ended by %q, bound %q", d, got, want, report.Sample.Ended, report.Bound)
		}
		if want := twin.actions(); !slices.Equal(report.Actions, want) {
			t.Fatalf("%v: counts %+v, and the twin %+v", d, report.Actions, want)
		}
		if n := report.Sample.Sketch.States().About; int(n) != report.States {
			t.Fatalf("%v: %d states, and the sketch has %v", d, report.States, n)
		}
		for i, q := range questions {
			r := report.Results[i]
			if want := twin.count(q); r.Count != want {
				t.Fatalf("%v: %v: true in %d states, and the twin says in %d", d, q, r.Count, want)
			}
			switch verdict, length := twin.verdict(q); {
			case !r.Property.IsLiveness() && (length != never) != (r.Path != nil):
				t.Fatalf("%v: %v: %v, and the twin says %v", d, q, r.Verdict, verdict)
			case r.Path != nil && r.Property.IsLiveness():
				rests++
			}
		}
	})
	if rests == 0 {
		t.Error("no run that comes to rest was found to violate anything")
	}
}

// TestSwarmCounterexample: no step of a counterexample can be left out alone.
func TestSwarmCounterexample(t *testing.T) {
	is := func(s checker.State) bool { return s[0] == 5 && s[1] == 4 }
	corner := checker.Invariant("no corner", func(s checker.State) bool { return !is(s) })
	for member := 1; member <= 20; member++ {
		options := checker.Options{MaxStates: 10_000, Swarm: checker.Swarm{Member: member, Of: 20}}
		report, err := checker.Check(t.Context(), lattice(9), []checker.Property{corner}, options)
		if err != nil {
			t.Fatal(err)
		}
		r := report.Results[0]
		if r.Verdict != checker.Violated || r.Shortest {
			t.Fatalf("member %d: %v", member, r.Verdict)
		}
		for without := -1; without < len(r.Path.Stem); without++ {
			at := checker.State{0, 0}
			met := false
			for i, step := range r.Path.Stem {
				lattice(9).Steps(at, func(s checker.Step, to checker.State) {
					if i != without && s.Code == step.Step.Code {
						at = to
					}
				})
				met = met || is(at)
			}
			if met != (without < 0) {
				t.Errorf("member %d, without step %d of %d: violated is %v", member, without, len(r.Path.Stem), met)
			}
		}
	}
}

// A lattice is walked right, up and back.
type lattice int

func (g lattice) Width() int                      { return 2 }
func (g lattice) Init(emit func(s checker.State)) { emit(checker.State{0, 0}) }

func (g lattice) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	for code, move := range [][2]int{{1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
		x, y := int(s[0])+move[0], int(s[1])+move[1]
		if x >= 0 && y >= 0 && x <= int(g) && y <= int(g) {
			emit(checker.Step{Code: uint64(code)}, checker.State{checker.Cell(x), checker.Cell(y)})
		}
	}
}

// TestSwarmBounds: each bound is kept, and said.
func TestSwarmBounds(t *testing.T) {
	no := []checker.Property{checker.Invariant("no", func(s checker.State) bool { return s[0] < 3 })}
	for ended, options := range map[string]checker.Options{
		"states": {MaxStates: 40}, "stop": {StopFirst: true}, "memory": {MaxMemory: 1 << 16}, "time": {MaxTime: 1}, "all": {MaxDepth: 20_000},
	} {
		options.MaxStates = cmp.Or(options.MaxStates, 1e6)
		options.Swarm = checker.Swarm{Member: 1, Of: 1}
		report, err := checker.Check(t.Context(), lattice(99), no, options)
		if err != nil {
			t.Fatal(err)
		}
		s := report.Sample
		if s.Ended != ended || report.Complete || ended == "states" && s.Visits != options.MaxStates || s.Fresh > s.Recent || s.Recent > s.Visits {
			t.Errorf("%s: %+v", ended, s)
		}
	}
	report, err := checker.Check(t.Context(), lattice(99), nil, checker.Options{MaxDepth: 3, MaxStates: 1000, Swarm: checker.Swarm{Member: 1, Of: 1}})
	if err != nil || report.Depth != 3 || report.States != 10 || report.Sample.Ended != "states" {
		t.Errorf("to a depth of 3: %+v, %v", report, err)
	}
}

// TestSwarmPanics: a model that panics is an error, and one that is not pure breaks a law.
func TestSwarmPanics(t *testing.T) {
	options := checker.Options{MaxStates: 1000, Swarm: checker.Swarm{Member: 1, Of: 1}}
	bad := checker.Invariant("bad", func(s checker.State) bool { panic("no") })
	if _, err := checker.Check(t.Context(), lattice(3), []checker.Property{bad}, options); err == nil || err.Error() != "bad panicked: no" {
		t.Errorf("%v", err)
	}
	defer func() {
		if _, isLaw := recover().(checker.BrokenLaw); !isLaw {
			t.Error("no law was broken")
		}
	}()
	far := checker.Invariant("far", func(s checker.State) bool { return s[0] < 2 })
	_, err := checker.Check(t.Context(), &fickle{lattice: 3}, []checker.Property{far}, options)
	t.Errorf("%v", err)
}

// A fickle lattice has no steps after a while.
type fickle struct {
	lattice
	asked int
}

func (f *fickle) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	if f.asked++; f.asked <= 16 {
		f.lattice.Steps(s, emit)
	}
}
