package checker_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"interrex/checker"
	"interrex/internal/testlevel"
)

// onDisk are options by which all but the first few states are kept on disk.
func onDisk(t testing.TB, o checker.Options, resident int) checker.Options {
	o.Disk, o.Resident = t.TempDir(), resident
	return o
}

// Where states are kept on disk the report is the same: counts, verdicts, runs; wherever they go there, and whatever ends
// the exploration.
func TestSpilledReports(t *testing.T) {
	endless, ending := maze{size: 10_000}, maze{10_000, 17}
	for _, test := range []struct {
		why     string
		maze    maze
		options checker.Options
	}{
		{"complete, and runs can only go round", endless, checker.Options{}},
		{"complete, and runs can rest", ending, checker.Options{}},
		{"the bound on states cuts in the middle of a level", endless, checker.Options{MaxStates: 4321}},
		{"it cuts before the first state of a level", endless, checker.Options{MaxStates: 6011}},
		{"the bound on depth", ending, checker.Options{MaxDepth: 9}},
		{"a bound on depth that does not act", ending, checker.Options{MaxDepth: 900}},
		{"the first violation", ending, checker.Options{StopFirst: true}},
		{"more counterexamples", ending, checker.Options{Counterexamples: 3}},
	} {
		t.Run(test.why, func(t *testing.T) {
			want, err := checker.Check(t.Context(), test.maze, test.maze.questions(), test.options)
			if err != nil {
				t.Fatal(err)
			}
			for i, resident := range []int{1, 77, 1500, 5432} {
				if !testlevel.Raced(t, 2, i) {
					continue
				}
				test.options.Workers = 1 + i%3
				got, err := checker.Check(t.Context(), test.maze, test.maze.questions(), onDisk(t, test.options, resident))
				if err != nil {
					t.Fatal(err)
				}
				if got, want := facts(test.maze, got), facts(test.maze, want); got != want {
					t.Fatalf("with %d states in memory the report is\n%sand with all\n%s", resident, got, want)
				}
				if runtime.GOOS == "linux" && got.DiskBytes == 0 && got.Complete {
					t.Errorf("of %d states %d are in memory, and nothing is on disk", got.States, resident)
				}
			}
		})
	}
}

// Where memory has no room for a table of all states when they are found, what is asked of states and steps is told as ever, and nothing of
// infinite runs.
func TestSpilledWithoutATable(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // there is always a table
	}
	m := maze{10_000, 17}
	for _, counterexamples := range []int{1, 3} {
		o := checker.Options{Workers: 1, Counterexamples: counterexamples}
		want, err := checker.Check(t.Context(), m, m.questions(), o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := checker.CheckWithoutTable(t.Context(), m, m.questions(), onDisk(t, o, 1500))
		if err != nil || got.Complete || got.Bound != "memory" {
			t.Fatalf("%v: %+v", err, got)
		}
		got.Complete, got.Bound = want.Complete, want.Bound
		for i, result := range got.Results {
			if result.Property.IsLiveness() {
				if result.Verdict != checker.Inconclusive || result.Path != nil {
					t.Errorf("%s is %v", result.Property.Name, result.Verdict)
				}
				got.Results[i] = want.Results[i]
			}
		}
		if got, want := facts(m, got), facts(m, want); got != want {
			t.Errorf("without a table the report is\n%sand with one\n%s", got, want)
		}
	}
}

// Where little is set aside and much is known, most of the runs is skipped.
func TestSpilledRunsAreSkipped(t *testing.T) {
	testlevel.Alone(t)
	m := maze{200_000, 17}
	ask := []checker.Property{checker.Invariant("false late", func(s checker.State) bool { return m.number(s) != m.size-1 })}
	want, err := checker.Check(t.Context(), m, ask, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := onDisk(t, checker.Options{Workers: 1, Checkpoint: checker.Checkpoint{Dir: filepath.Join(t.TempDir(), "kept"), Name: "a maze"}}, 4000)
	for range 2 { // and once more, from a tree of many blocks
		got, err := checker.Check(t.Context(), m, ask, o)
		if err != nil || facts(m, got) != facts(m, want) {
			t.Errorf("on disk (%v):\n%sin memory:\n%s", err, facts(m, got), facts(m, want))
		}
	}
}

// A tall system has rows of several words, whose fields grow now and then.
type tall struct{ size uint64 }

func (tall) Width() int { return 40 }

func (s tall) state(n uint64) checker.State {
	all := make(checker.State, s.Width())
	for i := range all {
		all[i] = checker.Cell(scramble(n+uint64(i)) % (1 + n/16))
	}
	all[0] = checker.Cell(n)
	return all
}

func (s tall) Init(emit func(checker.State)) { emit(s.state(1)) }

func (s tall) Steps(from checker.State, emit func(checker.Step, checker.State)) {
	n := uint64(from[0])
	for i, to := range []uint64{2 * n, n / 2, 2*n + 1, n + 1} {
		if to < s.size {
			emit(checker.Step{Code: uint64(i), Owed: checker.Weak(i)}, s.state(to))
		}
	}
}

func TestSpilledRowsOfManyWords(t *testing.T) {
	system := tall{6000}
	ask := []checker.Property{
		checker.Invariant("small", func(s checker.State) bool { return s[0] < 5000 }),
		checker.AlwaysEventually("odd", func(s checker.State) bool { return s[0]%2 == 1 }),
	}
	want, err := checker.Check(t.Context(), system, ask, checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, resident := range []int{1, 10, 100, 1000} {
		if !testlevel.Raced(t, 2, i) {
			continue
		}
		keep := checker.Checkpoint{Dir: filepath.Join(t.TempDir(), "kept"), Name: "tall"}
		for _, o := range []checker.Options{{MaxStates: 20 + 900*i, Checkpoint: keep}, {MaxStates: 3000 + i}, {Checkpoint: keep}, {Workers: 2}} {
			got, err := checker.Check(t.Context(), system, ask, onDisk(t, o, resident))
			if err != nil {
				t.Fatal(err)
			}
			if o.MaxStates != 0 {
				continue
			}
			if got, want := facts(system, got), facts(system, want); got != want {
				t.Fatalf("with %d states in memory the report is\n%sand with all\n%s", resident, got, want)
			}
		}
	}
}

// Whenever the disk is full, that is a bound, and what has been found counts: also where rows are about to get longer.
func TestSpilledOnAFullDisk(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // there is nothing on disk
	}
	t.Run("rows get longer by a word", func(t *testing.T) { onAFullDisk(t, tall{160}, 3500) })
	t.Run("by two words at once", func(t *testing.T) { onAFullDisk(t, growing{tall{160}}, 100) })
}

// A growing system is a tall one of which nearly all cells grow at once.
type growing struct{ tall }

func (g growing) state(n uint64) checker.State {
	s := g.tall.state(n)
	for i := range s[1:] {
		if s[1+i] = 1; n > 64 {
			s[1+i] = 255
		}
	}
	return s
}

func (g growing) Init(emit func(checker.State)) { emit(g.state(1)) }

func (g growing) Steps(from checker.State, emit func(checker.Step, checker.State)) {
	g.tall.Steps(from, func(step checker.Step, to checker.State) { emit(step, g.state(uint64(to[0]))) })
}

func onAFullDisk(t *testing.T, system checker.System, step int64) {
	ask := []checker.Property{checker.Invariant("small", func(s checker.State) bool { return s[0] < 150 })}
	full := onDisk(t, checker.Options{Workers: 1}, 10)
	want, err := checker.CheckOnDisk(t.Context(), system, ask, full, 0, step)
	if err != nil || want.DiskBytes == 0 {
		t.Fatal(want, err)
	}
	const parts = 99
	for some := range parts + 1 {
		if !testlevel.Raced(t, 20, some) {
			continue
		}
		most := 1 + int64(want.DiskBytes)*int64(some)/parts
		full.Workers = 1 + some%2
		got, err := checker.CheckOnDisk(t.Context(), system, ask, full, most, step)
		switch {
		case err != nil:
			t.Errorf("with %d of %d bytes: %v", most, want.DiskBytes, err)
		case got.Complete && facts(system, got) != facts(system, want):
			t.Errorf("with room the report is\n%sand should be\n%s", facts(system, got), facts(system, want))
		case !got.Complete && (got.Bound != "disk" || got.States > want.States || got.Results[0].Verdict == checker.Holds):
			t.Errorf("with %d bytes the bound is %q, with %d of %d states, and the verdict %v", most, got.Bound, got.States, want.States, got.Results[0].Verdict)
		case some == parts && !got.Complete:
			t.Error("there is room, and it is said to be full")
		}
	}
}

// Stopped and gone on from, on disk and in memory, in turn.
func TestSpilledCheckpoint(t *testing.T) {
	m := maze{30_000, 17}
	keep := checker.Checkpoint{Dir: t.TempDir(), Name: "a maze"}
	for i, o := range []checker.Options{{MaxStates: 500}, {MaxStates: 4000}, {MaxStates: 9999}, {MaxDepth: 12}, {MaxDepth: 14}, {}} {
		want, err := checker.Check(t.Context(), m, m.questions(), o)
		if err != nil {
			t.Fatal(err)
		}
		o.Checkpoint, o.Workers = keep, 1+i%2
		if i%3 != 1 {
			o = onDisk(t, o, 100*i+1)
		}
		got, err := checker.Check(t.Context(), m, m.questions(), o)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := facts(m, got), facts(m, want); got != want {
			t.Fatalf("%+v: the report is\n%sand should be\n%s", o, got, want)
		}
	}
}

// Small systems of any shape, with bounds of the modeller's and of ours.
func TestSpilledDrawings(t *testing.T) {
	dir := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		d := drawDrawing(t, shape{most: 10, altered: true, disabled: true})
		ask := properties(drawQuestions(t, len(d.out)))
		o := checker.Options{Workers: rapid.IntRange(1, 2).Draw(t, "workers"), MaxStates: rapid.IntRange(0, 6).Draw(t, "states"), MaxDepth: rapid.IntRange(0, 4).Draw(t, "depth")}
		want, err := checker.Check(t.Context(), d, ask, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Disk, o.Resident = dir, rapid.IntRange(1, 4).Draw(t, "resident")
		got, err := checker.Check(t.Context(), d, ask, o)
		if err != nil || facts(d, got) != facts(d, want) {
			t.Fatalf("on disk (%v):\n%sin memory:\n%s", err, facts(d, got), facts(d, want))
		}
	})
}

// A panic is told as it is in memory: the first one in the order of ranks.
func TestSpilledPanic(t *testing.T) {
	m := maze{30_000, 17}
	ask := []checker.Property{checker.Invariant("fragile", func(s checker.State) bool {
		if m.number(s)%1000 == 999 {
			panic(fmt.Sprint("at ", m.number(s)))
		}
		return true
	})}
	_, want := checker.Check(t.Context(), m, ask, checker.Options{Workers: 1})
	for _, resident := range []int{1, 50} {
		if _, err := checker.Check(t.Context(), m, ask, onDisk(t, checker.Options{Workers: 2}, resident)); want == nil || err == nil || err.Error() != want.Error() {
			t.Errorf("the error is %v, and in memory %v", err, want)
		}
	}
}

// Where nothing can be kept in the folder, that is a bound, and what has been found counts.
func TestSpilledNowhere(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // states stay in memory
	}
	o := onDisk(t, checker.Options{}, 10)
	o.Disk = filepath.Join(o.Disk, "nowhere")
	small := checker.Invariant("small", func(s checker.State) bool { return s[2] < 200 })
	got, err := checker.Check(t.Context(), maze{300, 17}, append(maze{300, 17}.questions(), small), o)
	if err != nil {
		t.Fatal(err)
	}
	if got.Bound != "folder" || got.Complete || got.States <= 10 {
		t.Errorf("of %d states the bound is %q", got.States, got.Bound)
	}
	for _, result := range got.Results {
		if result.Verdict == checker.Holds && result.Path == nil {
			t.Errorf("%s holds, of what has been found", result.Property.Name)
		}
	}
}

// No file is left.
func TestSpillLeavesNothing(t *testing.T) {
	o := onDisk(t, checker.Options{}, 10)
	if _, err := checker.Check(t.Context(), maze{3000, 17}, nil, o); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(o.Disk); err != nil || slices.ContainsFunc(left, func(os.DirEntry) bool { return true }) {
		t.Errorf("%v is left (%v)", left, err)
	}
}
