package checker_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"interrex/checker"
	"interrex/internal/testlevel"
)

// An exploration that is stopped again and again, and each time goes on from what it has left, with other workers too, reports
// what one reports that has never been stopped.
func TestCheckpoint(t *testing.T) {
	for i, m := range []maze{{30_000, 17}, {size: 30_000}} {
		if !testlevel.OneOf(2, i) {
			continue
		}
		dir := filepath.Join(t.TempDir(), "new")
		for i, bounds := range []checker.Options{
			{MaxStates: 3}, {MaxStates: 50}, {MaxDepth: 6}, {MaxDepth: 6}, {MaxStates: 4321}, {MaxStates: 4322}, {MaxStates: 20_011}, {MaxDepth: 12}, {}, {},
		} {
			want, err := checker.Check(t.Context(), m, m.questions(), bounds)
			if err != nil {
				t.Fatal(err)
			}
			bounds.Checkpoint, bounds.Workers = checker.Checkpoint{Dir: dir, Name: "a maze"}, 1+i%3
			got, err := checker.Check(t.Context(), m, m.questions(), bounds)
			if err != nil {
				t.Fatalf("%+v: %v", bounds, err)
			}
			if got, want := facts(m, got), facts(m, want); got != want {
				t.Fatalf("%+v: the report is\n%sand without a checkpoint\n%s", bounds, got, want)
			}
		}
	}
}

// Where the states of one run end and those of the next begin has no bearing: neither within a level nor at its end. The
// values are numbered in the order in which each run meets them.
func TestCheckpointAfterEachRound(t *testing.T) {
	system := func() checker.System {
		return checker.Values([]uint64{1, 2}, func(v uint64, emit func(string, checker.Duty, uint64)) {
			for i := range scramble(v) % 4 {
				emit(fmt.Sprint(i), checker.Weak(int(i)), scramble(v*4+i)%3000)
			}
		})
	}
	ask := func(s checker.System) []checker.Property {
		on := func(p func(uint64) bool) checker.Predicate { return s.(*checker.ValueSystem[uint64]).On(p) }
		return []checker.Property{
			checker.Invariant("never 1234", on(func(v uint64) bool { return v != 1234 })),
			checker.StepInvariant("no long step", func(from, to checker.State) bool {
				v := s.(*checker.ValueSystem[uint64])
				return v.Value(to) < v.Value(from)+2900
			}),
			checker.Eventually("a small one", on(func(v uint64) bool { return v < 100 })),
		}
	}
	whole := system()
	want, err := checker.Check(t.Context(), whole, ask(whole), checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for states := 2; states < want.States; states += 1 + states/3 {
		keep := checker.Checkpoint{Dir: t.TempDir(), Name: "values"}
		for _, most := range []int{states, 0} {
			s := system()
			got, err := checker.Check(t.Context(), s, ask(s), checker.Options{MaxStates: most, Checkpoint: keep, Workers: 1 + most%2})
			if err != nil {
				t.Fatal(err)
			}
			if most != 0 {
				continue
			}
			if got, want := inWords(facts(s, got)), inWords(facts(whole, want)); got != want {
				t.Fatalf("stopped at %d states, the report is\n%sand without\n%s", states, got, want)
			}
		}
	}
}

// inWords leaves out of facts the numbers of values.
func inWords(facts string) string {
	return strings.Join(slices.DeleteFunc(strings.Split(facts, "\n"), func(line string) bool { return strings.HasPrefix(line, "[") }), "\n")
}

// kept leaves a checkpoint of a part of a maze.
func kept(t testing.TB, m maze) checker.Options {
	o := checker.Options{MaxStates: 2000, Workers: 1, Checkpoint: checker.Checkpoint{Dir: t.TempDir(), Name: "a maze"}}
	if _, err := checker.Check(t.Context(), m, m.questions(), o); err != nil {
		t.Fatal(err)
	}
	return o
}

func TestCheckpointRefused(t *testing.T) {
	m := maze{30_000, 17}
	manifest := func(dir string, change func([]byte) []byte) {
		rewrite(t, filepath.Join(dir, "manifest"), func(text []byte) []byte {
			_, body, _ := bytes.Cut(text, []byte("\n"))
			return sealed(change(bytes.Clone(body)))
		})
	}
	replace := func(old, now string) func([]byte) []byte {
		return func(body []byte) []byte {
			if !bytes.Contains(body, []byte(old)) {
				t.Fatalf("the manifest has no %s: %s", old, body)
			}
			return bytes.Replace(body, []byte(old), []byte(now), 1)
		}
	}
	for _, test := range []struct {
		why   string
		spoil func(o *checker.Options)
		want  string
	}{
		{"another run", func(o *checker.Options) { o.Checkpoint.Name = "another" }, `of another run (a maze), and this one is another`},
		{"a smaller bound on states", func(o *checker.Options) { o.MaxStates = 10 }, "and the bound is 10: raise the bound"},
		{"a smaller bound on depth", func(o *checker.Options) { o.MaxStates, o.MaxDepth = 0, 1 }, "and the bound is 1: raise the bound"},
		{"a folder of somebody's", func(o *checker.Options) {
			rewrite(t, filepath.Join(o.Checkpoint.Dir, "thesis.tex"), func([]byte) []byte { return []byte("x") })
		}, "holds thesis.tex, which is no part of a checkpoint"},
		{"a file of somebody's, called like one of ours", func(o *checker.Options) {
			rewrite(t, filepath.Join(o.Checkpoint.Dir, "interrex-77"), func([]byte) []byte { return []byte("x") })
		}, "holds interrex-77, which is no part of a checkpoint"},
		{"a file that was about to have no name", func(o *checker.Options) {
			rewrite(t, filepath.Join(o.Checkpoint.Dir, "interrex-77"), func([]byte) []byte { return nil })
		}, ""},
		{"too little time", func(o *checker.Options) { o.MaxTime = 1 }, "the bound on time does not suffice to go on from it"},
		{"no folder", func(o *checker.Options) { o.Checkpoint.Dir = filepath.Join(o.Checkpoint.Dir, "tree") }, "not a directory"},
		{"an empty manifest", func(o *checker.Options) {
			rewrite(t, filepath.Join(o.Checkpoint.Dir, "manifest"), func([]byte) []byte { return nil })
		}, "the manifest is damaged: its checksum"},
		{"no manifest", func(o *checker.Options) { _ = os.Remove(filepath.Join(o.Checkpoint.Dir, "manifest")) }, "there is a tree and no manifest: name another folder"},
		{"another format", func(o *checker.Options) { manifest(o.Checkpoint.Dir, replace(`"Format":2`, `"Format":1`)) }, "has format 1, and this program reads format 2"},
		{"no JSON", func(o *checker.Options) { manifest(o.Checkpoint.Dir, replace(`{`, `[`)) }, "the manifest is damaged: invalid character"},
		{"levels that do not ascend", func(o *checker.Options) { manifest(o.Checkpoint.Dir, replace(`"Levels":[0,`, `"Levels":[7,`)) }, "contradicts itself"},
		{"a property that is not asked", func(o *checker.Options) { manifest(o.Checkpoint.Dir, replace(`"Property":0`, `"Property":77`)) }, "contradicts itself"},
		{"a step that there is not", func(o *checker.Options) { manifest(o.Checkpoint.Dir, replace(`"Step":-1`, `"Step":99`)) }, "steps, and no step 99"},
		{"an action that there is not", func(o *checker.Options) {
			manifest(o.Checkpoint.Dir, replace(`from an odd one`, `from nowhere`))
		}, `counts "from nowhere", and the system has no such action`},
		{"more quiet states than there are", func(o *checker.Options) { manifest(o.Checkpoint.Dir, replace(`"Quiet":`, `"Quiet":1`)) }, "contradicts itself"},
		{"a shorter tree", func(o *checker.Options) {
			rewrite(t, filepath.Join(o.Checkpoint.Dir, "tree"), func(tree []byte) []byte { return tree[:len(tree)/2] })
		}, "the tree is damaged: unexpected EOF"},
		{"no tree", func(o *checker.Options) { _ = os.Remove(filepath.Join(o.Checkpoint.Dir, "tree")) }, "the tree is damaged"},
		{"a reduction", func(o *checker.Options) { o.Reduce = checker.PartialOrder }, ""},
	} {
		t.Run(test.why, func(t *testing.T) {
			o := kept(t, m)
			test.spoil(&o)
			_, err := checker.Check(t.Context(), m, m.questions(), o)
			if test.want == "" && err == nil {
				return // a maze is not reduced, and so explored whole
			}
			if refused := (*checker.CheckpointError)(nil); !errors.As(err, &refused) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("the error is %v, and should say %q", err, test.want)
			}
		})
	}
}

// Whoever is interrupted while he takes a checkpoint up is told so, and loses nothing.
func TestCheckpointTakenUpInterrupted(t *testing.T) {
	m := maze{30_000, 17}
	o := kept(t, m)
	want, err := checker.Check(t.Context(), m, m.questions(), o)
	if err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := checker.Check(gone, m, m.questions(), o); !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), "was being taken up") {
		t.Errorf("the error is %v", err)
	}
	got, err := checker.Check(t.Context(), m, m.questions(), o)
	if err != nil || facts(m, got) != facts(m, want) {
		t.Errorf("%v: the report is\n%sand was\n%s", err, facts(m, got), facts(m, want))
	}
}

// What a bound has ended is kept whole, however seldom checkpoints are made.
func TestCheckpointAtBounds(t *testing.T) {
	m := maze{30_000, 17}
	for _, o := range []checker.Options{{MaxStates: 2000}, {MaxDepth: 6}, {MaxStates: 2000, Disk: t.TempDir(), Resident: 300}} {
		o.Checkpoint = checker.Checkpoint{Dir: t.TempDir(), Name: "a maze", Every: time.Hour}
		report, err := checker.Check(t.Context(), m, m.questions(), o)
		if err != nil {
			t.Fatal(err)
		}
		manifest, err := os.ReadFile(filepath.Join(o.Checkpoint.Dir, "manifest"))
		if want := fmt.Sprintf(`"States":%d,`, report.States); err != nil || !bytes.Contains(manifest, []byte(want)) {
			t.Errorf("%+v: %v: the manifest has no %s: %s", o, err, want, manifest)
		}
	}
}

// A check that ends where it begins has nothing to keep, and begins again.
func TestCheckpointOfNothing(t *testing.T) {
	m := maze{30_000, 17}
	o := checker.Options{StopFirst: true, Checkpoint: checker.Checkpoint{Dir: t.TempDir(), Name: "a maze"}}
	never := []checker.Property{checker.Invariant("never", func(checker.State) bool { return false })}
	for range 2 {
		if report, err := checker.Check(t.Context(), m, never, o); err != nil || report.Results[0].Verdict != checker.Violated {
			t.Fatal(err, report)
		}
	}
}

// A bound on depth is that of the whole exploration, wherever it was stopped before.
func TestCheckpointGoesOnToDepth(t *testing.T) {
	m := maze{30_000, 17}
	refused := 0
	for i, states := range []int{4, 30, 61, 62, 143, 150, 300, 339, 1000} {
		for depth := 1; depth < 8; depth++ {
			first := checker.Options{MaxStates: states, Checkpoint: checker.Checkpoint{Dir: t.TempDir(), Name: "a maze"}}
			if _, err := checker.Check(t.Context(), m, m.questions(), first); err != nil {
				t.Fatal(err)
			}
			bounded := checker.Options{MaxDepth: depth}
			want, err := checker.Check(t.Context(), m, m.questions(), bounded)
			if err != nil {
				t.Fatal(err)
			}
			bounded.Checkpoint = first.Checkpoint
			if i%2 == 1 {
				bounded.Disk, bounded.Resident = t.TempDir(), 20
			}
			got, err := checker.Check(t.Context(), m, m.questions(), bounded)
			if deep := (*checker.CheckpointError)(nil); errors.As(err, &deep) && strings.Contains(err.Error(), "depth") {
				refused++
				if want.States >= states {
					t.Errorf("%d states are too deep for depth %d, which has %d", states, depth, want.States)
				}
				continue
			}
			if err != nil || facts(m, got) != facts(m, want) {
				t.Errorf("after %d states, to depth %d: %v\n%sand at once\n%s", states, depth, err, facts(m, got), facts(m, want))
			}
		}
	}
	if refused == 0 {
		t.Error("none was too deep")
	}
}

// A fan has so many states of rest, one step from where it begins.
type fan struct {
	states int
	visit  func(state int)
}

func (fan) Width() int                    { return 1 }
func (fan) Init(emit func(checker.State)) { emit(checker.State{0}) }
func (f fan) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	if f.visit(int(s[0])); s[0] > 0 {
		return
	}
	for i := range f.states {
		emit(checker.Step{Code: uint64(i)}, checker.State{checker.Cell(i + 1)})
	}
}

// Who is killed while states are expanded that lead nowhere goes on, on disk, too: they set nothing aside, so it is not yet in the tree that
// they have no children.
func TestCheckpointAmongStatesOfRest(t *testing.T) {
	const states = 9000
	moments := map[int]string{}
	o := checker.Options{Workers: 1, Disk: t.TempDir(), Resident: 100, Checkpoint: checker.Checkpoint{Dir: t.TempDir(), Name: "a fan"}}
	f := fan{states, func(state int) {
		if state == 0 || state%1500 != 0 || moments[state] != "" {
			return
		}
		moments[state] = t.TempDir()
		if err := os.CopyFS(moments[state], os.DirFS(o.Checkpoint.Dir)); err != nil {
			t.Error(err)
		}
	}}
	low := []checker.Property{checker.Invariant("low", func(s checker.State) bool { return s[0] < states })}
	want, err := checker.Check(t.Context(), f, low, o)
	if err != nil {
		t.Fatal(err)
	}
	for state, dir := range moments {
		o.Checkpoint.Dir = dir
		got, err := checker.Check(t.Context(), f, low, o)
		if err != nil || got.States != want.States || got.Steps != want.Steps || got.Terminal != want.Terminal || got.Results[0].Verdict != checker.Violated {
			t.Errorf("killed at state %d: %v, %+v", state, err, got)
		}
	}
}

// Whichever byte is changed, of the tree or of the manifest, is found out.
func TestDamagedCheckpoint(t *testing.T) {
	m := maze{30_000, 17}
	o := kept(t, m)
	for _, name := range []string{"manifest", "tree"} {
		file := filepath.Join(o.Checkpoint.Dir, name)
		whole, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for at := 0; at < len(whole); at += 1 + len(whole)/200 {
			rewrite(t, file, func(all []byte) []byte { all[at] ^= 0x10; return all })
			if _, err := checker.Check(t.Context(), m, m.questions(), o); !errors.As(err, new(*checker.CheckpointError)) {
				t.Errorf("%s, byte %d of %d changed: the error is %v", name, at, len(whole), err)
			}
			rewrite(t, file, func([]byte) []byte { return whole })
		}
	}
	if _, err := checker.Check(t.Context(), m, m.questions(), o); err != nil {
		t.Errorf("mended: %v", err)
	}
}

// What stands in the tree behind what the manifest counts was on its way when the run was killed.
func TestCheckpointWithATail(t *testing.T) {
	m := maze{8000, 17}
	o := kept(t, m)
	rewrite(t, filepath.Join(o.Checkpoint.Dir, "tree"), func(tree []byte) []byte { return append(tree, "half a block"...) })
	rewrite(t, filepath.Join(o.Checkpoint.Dir, "manifest.new"), func([]byte) []byte { return []byte("half a manifest") })
	for _, o.MaxStates = range []int{4000, 0, 0} {
		o := o
		got, err := checker.Check(t.Context(), m, m.questions(), o)
		if err != nil {
			t.Fatal(err)
		}
		o.Checkpoint = checker.Checkpoint{}
		want, err := checker.Check(t.Context(), m, m.questions(), o)
		if err != nil || facts(m, got) != facts(m, want) {
			t.Errorf("the report is\n%sand should be\n%s (%v)", facts(m, got), facts(m, want), err)
		}
	}
}

// A run that was killed before it had a first manifest begins again, whatever it has left.
func TestCheckpointKilledAtFirst(t *testing.T) {
	m := maze{8000, 17}
	o := kept(t, m)
	if err := os.Rename(filepath.Join(o.Checkpoint.Dir, "manifest"), filepath.Join(o.Checkpoint.Dir, "manifest.new")); err != nil {
		t.Fatal(err)
	}
	for _, o.MaxStates = range []int{1000, 0} {
		if report, err := checker.Check(t.Context(), m, m.questions(), o); err != nil || report.Complete != (o.MaxStates == 0) {
			t.Errorf("with at most %d states: %v, %v", o.MaxStates, report, err)
		}
	}
}

// A folder serves one run at a time.
func TestCheckpointInUse(t *testing.T) {
	if !slices.Contains([]string{"linux", "darwin"}, runtime.GOOS) {
		return // no lock on folders
	}
	o := checker.Options{Checkpoint: checker.Checkpoint{Dir: t.TempDir(), Name: "a maze"}}
	var second error
	first := meddled{maze{300, 17}, func() { _, second = checker.Check(t.Context(), maze{300, 17}, nil, o) }}
	if _, err := checker.Check(t.Context(), first, nil, o); err != nil {
		t.Error(err)
	}
	if !errors.As(second, new(*checker.CheckpointError)) || !strings.Contains(second.Error(), "another run is using it") {
		t.Errorf("the second run says %v", second)
	}
	if _, err := checker.Check(t.Context(), maze{300, 17}, nil, o); err != nil {
		t.Errorf("afterwards: %v", err)
	}
}

// A meddled system does something when its initial states are asked for.
type meddled struct {
	maze
	meanwhile func()
}

func (m meddled) Init(emit func(checker.State)) {
	m.meanwhile()
	m.maze.Init(emit)
}

// A full disk is a bound, and what was kept before stays.
func TestCheckpointOnAFullDisk(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // no device that is full
	}
	o := checker.Options{Workers: 1, Checkpoint: checker.Checkpoint{Dir: t.TempDir(), Name: "a maze"}}
	if err := os.Symlink("/dev/full", filepath.Join(o.Checkpoint.Dir, "tree")); err != nil {
		t.Fatal(err)
	}
	report, err := checker.Check(t.Context(), maze{30_000, 17}, nil, o)
	if err != nil || report.Bound != "disk" || report.Complete || report.States < 3 {
		t.Errorf("the report is %+v (%v)", report, err)
	}
}

func rewrite(t testing.TB, file string, change func([]byte) []byte) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, change(bytes.Clone(text)), 0o666); err != nil {
		t.Fatal(err)
	}
}

// sealed puts its checksum before the text of a manifest.
func sealed(body []byte) []byte {
	return append(fmt.Appendf(nil, "%08x\n", checksum(body)), body...)
}

func checksum(text []byte) uint32 { return crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli)) }

// FuzzCheckpoint: whatever stands in a folder, with checksums that match, is taken up or refused.
func FuzzCheckpoint(f *testing.F) {
	m := maze{300, 17}
	o := checker.Options{Workers: 1, MaxStates: 200, Checkpoint: checker.Checkpoint{Dir: f.TempDir(), Name: "a maze"}}
	if _, err := checker.Check(f.Context(), m, m.questions(), o); err != nil {
		f.Fatal(err)
	}
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(o.Checkpoint.Dir, name))
		if err != nil {
			f.Fatal(err)
		}
		return text
	}
	_, body, _ := bytes.Cut(read("manifest"), []byte("\n"))
	f.Add(body, read("tree")[8:])
	f.Add(bytes.Replace(body, []byte(`"Bytes":`), []byte(`"Bytes":9`), 1), read("tree")[8:])
	f.Add(body, []byte("\x00\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"))
	f.Fuzz(func(t *testing.T, body, records []byte) {
		o.Checkpoint.Dir = t.TempDir()
		tree := binary.LittleEndian.AppendUint32(nil, uint32(len(records)))
		tree = append(binary.LittleEndian.AppendUint32(tree, checksum(records)), records...)
		rewrite(t, filepath.Join(o.Checkpoint.Dir, "manifest"), func([]byte) []byte { return sealed(body) })
		rewrite(t, filepath.Join(o.Checkpoint.Dir, "tree"), func([]byte) []byte { return tree })
		if _, err := checker.Check(t.Context(), m, m.questions(), o); err != nil && !errors.As(err, new(*checker.CheckpointError)) {
			t.Errorf("the error is %v", err)
		}
	})
}
