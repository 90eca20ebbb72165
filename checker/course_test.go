package checker_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
	"interrex/internal/testlevel"
)

var _ checker.Lasting = (*surmising)(nil)

// A mortal system dies when its steps have been asked for so many times.
type mortal struct {
	*threads
	left *atomic.Int64
}

func (m mortal) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	if m.left.Add(-1) < 0 {
		panic("killed")
	}
	m.threads.Steps(s, emit)
}

// drawMany draws more threads than drawThreads, so that their graphs have levels of some hundred states.
func drawMany(r *rapid.T) *threads {
	drawn := drawThreads(r)
	for _, place := range []int{2, 3, 4} {
		var lines []line
		for at := range place {
			lines = append(lines, line{from: at, to: at + 1, reads: -1, sets: -1, owed: at%2 == 0})
		}
		drawn.lines = append(drawn.lines, lines)
	}
	return drawn
}

// inFull is what a reduced report says but for times and sizes.
func inFull(system checker.System, r *checker.Report) string {
	return fmt.Sprintf("%q %q %v\n%s", r.Reduction, r.Unreduced, r.Widths, facts(system, r))
}

// eachReduced visits reduced checks of some random threads. Each is of another kind than the one before.
func eachReduced(t *testing.T, visit func(system *threads, ask []checker.Property, o checker.Options, want string)) {
	for seed := range 40 {
		if !testlevel.OneOf(5, seed) { // which has no divisor in common with the numbers below
			continue
		}
		system := rapid.Custom(drawMany).Example(seed)
		asked := system.questions(place{cell: seed % 2, value: 2, other: 1, second: 2, both: seed%3 == 0}, place{value: 1, other: 1, second: 1, both: true})
		ask := [][]checker.Property{asked, asked[:1], asked[4:5], {asked[0], asked[2], asked[3]}}[seed%4]
		o := checker.Options{Reduce: reductions[seed%3], Counterexamples: 1 + seed%2, StopFirst: seed%11 == 0}
		report, err := checker.Check(t.Context(), system, ask, o)
		if err != nil {
			t.Fatal(err)
		}
		visit(system, ask, o, inFull(system, report))
	}
}

// TestReducedOnDisk: where the states of a reduced graph are on disk the report is the same.
func TestReducedOnDisk(t *testing.T) {
	n := 0
	eachReduced(t, func(system *threads, ask []checker.Property, o checker.Options, want string) {
		for _, resident := range []int{1 + n%3, 20, 300} {
			o.Workers = 1 + n%2
			n++
			report, err := checker.Check(t.Context(), system, ask, onDisk(t, o, resident))
			if err != nil {
				t.Fatal(err)
			}
			if got := inFull(system, report); got != want {
				t.Fatalf("%vwith %d states in memory the report is\n%sand with all\n%s", system, resident, got, want)
			}
		}
	})
}

// TestReducedCheckpoint: a reduced check that is killed again and again, whatever it is about, and each time goes on from what it
// has left, with other workers and on disk too, reports what one reports that has never been killed.
func TestReducedCheckpoint(t *testing.T) {
	resumed := map[string]int{}
	n := 0
	eachReduced(t, func(system *threads, ask []checker.Property, o checker.Options, want string) {
		o.Checkpoint = checker.Checkpoint{Dir: t.TempDir(), Name: "threads"}
		for life, isOver := 1+n%5, 0; isOver < 2; life += 1 + life/2 {
			n++
			o.Workers, o.Disk = 1+n%2, ""
			if n%3 == 0 {
				o = onDisk(t, o, 1+n%50)
			}
			if kept, err := os.ReadFile(filepath.Join(o.Checkpoint.Dir, "manifest")); err == nil {
				note(t, kept, resumed)
			}
			mortal := mortal{system, &atomic.Int64{}}
			mortal.left.Store(int64(life))
			report, err := live(t, mortal, ask, o)
			if err != nil && !strings.Contains(err.Error(), "killed") {
				t.Fatal(err)
			}
			if err != nil {
				continue
			}
			if isOver++; inFull(system, report) != want {
				t.Fatalf("%vtaken up, the report is\n%sand should be\n%s", system, inFull(system, report), want)
			}
		}
	})
	for _, what := range []string{"stage 0", "stage 1", "stage 2", "shown", "assumed", "tree 1"} {
		if resumed[what] == 0 {
			t.Errorf("never taken up: %s (%v)", what, resumed)
		}
	}
}

// live is Check of a system that may be killed wherever it is asked for its steps.
func live(t *testing.T, system mortal, ask []checker.Property, o checker.Options) (report *checker.Report, err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("%v", value)
		}
	}()
	return checker.Check(t.Context(), system, ask, o)
}

// note notes what a manifest is about.
func note(t *testing.T, manifest []byte, about map[string]int) {
	_, body, _ := bytes.Cut(manifest, []byte("\n"))
	var m struct {
		Tree   int
		Course struct {
			Stage   int
			Shown   []any
			Assumed any
		}
	}
	if err := json.Unmarshal(body, &m); err != nil {
		t.Fatal(err)
	}
	about[fmt.Sprint("stage ", m.Course.Stage)]++
	about[fmt.Sprint("tree ", m.Tree)]++
	if len(m.Course.Shown) > 0 {
		about["shown"]++
	}
	if m.Course.Assumed != nil {
		about["assumed"]++
	}
}

// TestReducedCheckpointRefused: what is kept of a reduced check must be of this one.
func TestReducedCheckpointRefused(t *testing.T) {
	system := &threads{lines: [][]line{
		{{from: 0, to: 1, reads: -1, sets: -1}, {from: 1, to: 0, reads: -1, sets: -1}}, {{from: 0, to: 1, reads: -1, sets: -1}}, {{from: 0, to: 1, reads: -1, sets: -1}},
	}}
	for _, test := range []struct {
		why       string
		old, now  string // of the manifest
		reduction checker.Reduction
		want      string
	}{
		{"a whole graph", "", "", checker.Whole, "it is of a run with another reduction"},
		{"another way", "", "", checker.ByConfluence, "it is of a graph reduced by po,confluence, and this one is reduced by confluence"},
		{"a stage that there is not", `"Stage":1`, `"Stage":7`, checker.ByBoth, "contradicts itself"},
		{"another tree", `{"Format":2`, `{"Tree":2,"Format":2`, checker.ByBoth, "contradicts itself"},
		{"a property that is not asked", `"Stage":1`, `"Stage":1,"Shown":[{"Property":3,"Paths":[{}]}]`, checker.ByBoth, "contradicts itself"},
		{"a run that there is not", `"Stage":1`, `"Stage":1,"Shown":[{"Property":0,"Paths":[{"Initial":0,"Places":[9]}]}]`, checker.ByBoth, "a run that this system does not have"},
		{"no course", `"Course"`, `"Curse"`, checker.ByBoth, "it is of a run with another reduction"},
		{"no such assumption", `"Assumed":`, `"Assumed":"x","Resumed":`, checker.ByBoth, "what it assumes"},
	} {
		t.Run(test.why, func(t *testing.T) {
			o := checker.Options{Workers: 1, MaxStates: 2, Reduce: checker.ByBoth, Checkpoint: checker.Checkpoint{Dir: t.TempDir(), Name: "threads"}}
			ask := []checker.Property{checker.Invariant("never", func(checker.State) bool { return true }).Seeing(0)}
			if _, err := checker.Check(t.Context(), system, ask, o); err != nil {
				t.Fatal(err)
			}
			rewrite(t, filepath.Join(o.Checkpoint.Dir, "manifest"), func(text []byte) []byte {
				_, body, _ := bytes.Cut(text, []byte("\n"))
				if !bytes.Contains(body, []byte(test.old)) {
					t.Fatalf("the manifest has no %s: %s", test.old, body)
				}
				return sealed(bytes.Replace(body, []byte(test.old), []byte(test.now), 1))
			})
			o.Reduce = test.reduction
			_, err := checker.Check(t.Context(), system, ask, o)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the error is %v, and should say %q", err, test.want)
			}
		})
	}
}

// A circle is a ring of states that is entered at one place.
type circle struct{ size int }

func (circle) Width() int                    { return 1 }
func (circle) Init(emit func(checker.State)) { emit(checker.State{0}) }
func (c circle) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	emit(checker.Step{Owed: checker.Weak(0)}, checker.State{checker.Cell((int(s[0]) + 1) % c.size)})
}

// TestGoneOnFromOnDisk: that no step had led back when a run was stopped does not mean that none does where it goes on.
func TestGoneOnFromOnDisk(t *testing.T) {
	if !slices.Contains([]string{"linux"}, runtime.GOOS) {
		return // states stay in memory
	}
	ask := []checker.Property{checker.Eventually("never", func(checker.State) bool { return false })}
	o := checker.Options{Workers: 1, MaxStates: 20, Checkpoint: checker.Checkpoint{Dir: t.TempDir(), Name: "circle"}}
	for _, most := range []int{20, 0} {
		if o.MaxStates = most; most == 0 {
			o = onDisk(t, o, 10)
		}
		report, err := checker.Check(t.Context(), circle{40}, ask, o)
		if err != nil {
			t.Fatal(err)
		}
		if most == 0 && report.Results[0].Verdict != checker.Violated {
			t.Errorf("it goes round for ever, and is said to be %v", report.Results[0].Verdict)
		}
	}
}
