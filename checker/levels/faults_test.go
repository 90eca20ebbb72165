package levels

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
)

// numberGraph is a random graph of numbers that violates its properties. Most states have many predecessors.
func numberGraph(size, seed uint64) question {
	scramble := func(v uint64) uint64 {
		v = (v ^ seed) * 0x9E3779B97F4A7C15
		return (v ^ v>>29) * 0xBF58476D1CE4E5B9 >> 32
	}
	return question{"numbers", func() (checker.System, []checker.Property) {
		s := checker.Values([]uint64{1, 2, 1}, func(v uint64, emit func(string, checker.FairnessClass, uint64)) {
			for i := range scramble(v) % 4 {
				emit("", checker.Weak(int(i)), scramble(v*4+i)%size)
			}
		})
		at := func(n uint64) checker.Predicate { return s.On(func(v uint64) bool { return v != n }) }
		return s, []checker.Property{
			checker.Invariant("not a third", at(size/3)),
			checker.Invariant("no remainder 17", s.On(func(v uint64) bool { return v%(size/5) != 17 })),
			checker.StepInvariant("no long step", func(a, b checker.State) bool { return s.Value(b) < s.Value(a)+size-20 }),
			checker.AtRest("no rest at remainder 3", s.On(func(v uint64) bool { return v%7 != 3 })),
			checker.Reachable("the middle", s.On(func(v uint64) bool { return v == size/2 })),
			checker.Counted("odd numbers", s.On(func(v uint64) bool { return v%2 == 1 })),
		}
	}}
}

// inSmallPieces are options that write each level to the store, in small objects.
func inSmallPieces(s Store) Options {
	return Options{Store: s, Name: "a test", Shards: 3, Alone: -1, rows: 50, words: 100, Check: checker.Options{Workers: 2}}
}

// With each bound, the counts and the paths are those of a check in memory.
func TestBounds(t *testing.T) {
	for seed := range uint64(4) {
		if !testlevel.Raced(t, 4, int(seed)) {
			continue
		}
		q := numberGraph(3000, seed)
		for _, bounds := range []checker.Options{
			{}, {StopFirst: true}, {MaxDepth: 1}, {MaxDepth: 4}, {MaxDepth: 9}, {MaxStates: 1}, {MaxStates: 2}, {MaxStates: 3}, {MaxStates: 77}, {MaxStates: 400}, {MaxStates: 401},
		} {
			o := inSmallPieces(newMemoryStore())
			o.Check = bounds
			if got, want := inStore(t, q, o), inMemory(t, q, bounds); got != want {
				t.Fatalf("%d, %+v: the report is\n%sin memory it is\n%s", seed, bounds, got, want)
			}
		}
	}
}

// A system that overflows ends a check with a store at the same state as a check in memory.
func TestOverflow(t *testing.T) {
	q := question{"crowded", func() (checker.System, []checker.Property) {
		s := checker.Values([]int{0}, func(v int, emit func(string, checker.FairnessClass, int)) {
			if v == 90 {
				panic(checker.Overflow{What: "values"})
			}
			emit("", checker.None, v+1)
			emit("", checker.None, v+7)
		})
		return s, []checker.Property{checker.Invariant("small", s.On(func(v int) bool { return v < 80 }))}
	}}
	for _, alone := range []int{-1, 1000} {
		o := inSmallPieces(newMemoryStore())
		o.Alone = alone
		if got, want := inStore(t, q, o), inMemory(t, q, checker.Options{Workers: 1}); got != want || !strings.Contains(got, "values") {
			t.Errorf("the report is\n%sin memory it is\n%s", got, want)
		}
	}
}

// A check with other bounds continues the store of an earlier one.
func TestResumeWithOtherBounds(t *testing.T) {
	q, s := numberGraph(3000, 2), newMemoryStore()
	for _, bounds := range []checker.Options{{MaxDepth: 3}, {MaxStates: 300}, {MaxStates: 310}, {MaxStates: 317}, {MaxDepth: 11}, {}, {}} {
		o := inSmallPieces(s)
		o.Check = bounds
		if got, want := inStore(t, q, o), inMemory(t, q, bounds); got != want {
			t.Fatalf("%+v: the report is\n%sin memory it is\n%s", bounds, got, want)
		}
	}
}

// A check of a complete store reports all of it, even with a smaller bound.
func TestSmallerBoundAfterCompletion(t *testing.T) {
	q := elections()[0]
	o := Options{Store: newMemoryStore()}
	want := inStore(t, q, o)
	o.Check.MaxStates = 10
	if got := inStore(t, q, o); got != want {
		t.Errorf("the report is\n%sbefore it was\n%s", got, want)
	}
}

// A check reports the initial states if its context has ended before it begins.
func TestEndedContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	system, properties := numberGraph(3000, 1).ask()
	report, err := Check(ctx, system, properties, inSmallPieces(newMemoryStore()))
	if err != nil || report.Bound != "interrupted" || report.States != 2 {
		t.Fatalf("got %+v, %v, want the 2 initial states and the bound \"interrupted\"", report, err)
	}
}

// A removingRunner empties the store after a number of tasks.
type removingRunner struct {
	Runner
	store Store
	left  int // tasks until it empties the store
}

func (r *removingRunner) Run(ctx context.Context, tasks []Task) error {
	r.left -= len(tasks)
	if r.left > 0 {
		return r.Runner.Run(ctx, tasks)
	}
	err := r.Runner.Run(ctx, tasks[:len(tasks)/2])
	names, listed := r.store.List("")
	for _, name := range names {
		err = errors.Join(err, r.store.Remove(name))
	}
	return errors.Join(err, listed, r.Runner.Run(ctx, tasks[len(tasks)/2:]))
}

// If the store is removed, the check ends with ErrGone, and does not write a level again.
func TestStoreRemoved(t *testing.T) {
	q := numberGraph(300, 1)
	for after := range 12 {
		system, properties := q.ask()
		o := inSmallPieces(newMemoryStore())
		w := NewWorker(o.Store, system, properties)
		o.Runner = &removingRunner{Pool{w}, o.Store, after}
		_, err := Check(t.Context(), system, properties, o)
		if left, _ := o.Store.List("levels/"); !errors.Is(err, ErrGone) || len(left) > 0 {
			t.Errorf("after %d tasks: got %v and the levels %s, want %v and no levels", after, err, left, ErrGone)
		}
	}
}

// An unreliableRunner loses tasks, repeats them, and executes some late, concurrently with others.
type unreliableRunner struct {
	mu     sync.Mutex
	dice   *rand.Rand
	worker func() *Worker
	late   *sync.WaitGroup
}

func (c *unreliableRunner) Run(ctx context.Context, tasks []Task) error {
	for _, task := range tasks {
		c.mu.Lock()
		fate := c.dice.IntN(6)
		c.mu.Unlock()
		do := func() error {
			w := c.worker()
			return w.Do(ctx, task)
		}
		switch fate {
		case 0: // lost
		case 1: // executed late, possibly after the end of the level
			c.late.Go(func() { _ = do() })
		case 2:
			if err := errors.Join(do(), do()); err != nil {
				return err
			}
		default:
			if err := do(); err != nil {
				return err
			}
		}
	}
	return nil
}

// The report does not depend on lost, repeated and late tasks.
func TestUnreliableRunner(t *testing.T) {
	for i, q := range append(elections(), numberGraph(1500, 3)) {
		if !testlevel.OneOf(6, i) {
			continue
		}
		var late sync.WaitGroup
		o := inSmallPieces(newMemoryStore())
		o.rows = 1000
		o.Check.MaxStates = 2000
		o.Runner = &unreliableRunner{dice: rand.New(rand.NewPCG(uint64(i), 7)), late: &late, worker: func() *Worker {
			system, properties := q.ask() // another process has its own system
			return NewWorker(o.Store, system, properties)
		}}
		got, want := inStore(t, q, o), inMemory(t, q, checker.Options{MaxStates: 2000})
		late.Wait()
		if got != want {
			t.Errorf("%s: the report is\n%sin memory it is\n%s", q.name, got, want)
		}
	}
}

// A killingStore fails each Create after a number of objects, like a killed process.
type killingStore struct {
	Store
	mu   sync.Mutex
	left int
}

var errKilled = errors.New("killed")

func (m *killingStore) Create(name string, write func(io.Writer) error) error {
	m.mu.Lock()
	m.left--
	isDead := m.left < 0
	m.mu.Unlock()
	if isDead {
		return errKilled
	}
	return m.Store.Create(name, write)
}

// A check is killed after each of many objects, again and again. The resumed check has the report of a check in memory.
func TestResumeAfterKill(t *testing.T) {
	for i, q := range []question{numberGraph(600, 5), elections()[0]} {
		want, o := inMemory(t, q, checker.Options{MaxStates: 900}), inSmallPieces(nil)
		o.Check.MaxStates, o.rows, o.words = 900, 200, 10_000
		for k, kills := 0, 1; kills < 300; k, kills = k+1, kills+1+kills/3 {
			if !testlevel.OneOf(4, k) {
				continue
			}
			there := newMemoryStore()
			for lives := 0; ; lives++ {
				o.Store = &killingStore{Store: there, left: kills + lives}
				o.Alone = []int{-1, 30}[(kills+lives)%2]
				got, err := try(q, o)
				if err == nil {
					if got != want {
						t.Fatalf("%d, %d: the report is\n%sin memory it is\n%s", i, kills, got, want)
					}
					wantClean(t, there)
					break
				}
				if !errors.Is(err, errKilled) {
					t.Fatal(err)
				}
			}
		}
	}
}

// A flakyStore fails at random in each of its methods. Sometimes it is full.
type flakyStore struct {
	Store
	mu   sync.Mutex
	dice *rand.Rand
}

var errFlaky = errors.New("timed out")

// fault returns an error in 2 of a number of calls: a failure or a full disk.
func (m *flakyStore) fault(calls int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch m.dice.IntN(calls) {
	case 0:
		return errFlaky
	case 1:
		return syscall.ENOSPC
	}
	return nil
}

func (m *flakyStore) Create(name string, write func(io.Writer) error) error {
	if err := m.fault(300); err != nil {
		return err
	}
	return m.Store.Create(name, func(w io.Writer) error {
		return cmp.Or(write(flakyWriter{w, m}), m.fault(300))
	})
}

func (m *flakyStore) Open(name string) (Object, error) {
	if m.fault(600) == errFlaky {
		return nil, errFlaky
	}
	return m.Store.Open(name)
}

func (m *flakyStore) List(prefix string) ([]string, error) {
	if m.fault(100) == errFlaky {
		return nil, errFlaky
	}
	return m.Store.List(prefix)
}

func (m *flakyStore) Remove(name string) error {
	if m.fault(100) == errFlaky {
		return errFlaky
	}
	return m.Store.Remove(name)
}

type flakyWriter struct {
	io.Writer
	store *flakyStore
}

func (w flakyWriter) Write(some []byte) (int, error) {
	if err := w.store.fault(300); err != nil {
		return 0, err
	}
	return w.Writer.Write(some)
}

// If a store fails or is full, the check ends with that error or bound. The next check resumes it.
func TestFlakyStore(t *testing.T) {
	failed, full := 0, 0
	for i, q := range []question{numberGraph(900, 5), elections()[0]} {
		bounds := checker.Options{MaxStates: 900}
		want, there := inMemory(t, q, bounds), Folder(t.TempDir())
		o := inSmallPieces(&flakyStore{Store: there, dice: rand.New(rand.NewPCG(uint64(i), 9))})
		o.Check.MaxStates, o.rows, o.words = 900, 200, 10_000
		for attempts := 0; ; attempts++ {
			got, err := try(q, o)
			switch {
			case errors.Is(err, errFlaky), errors.Is(err, syscall.ENOSPC) && isEmpty(t, there): // the store is full before the first level
				failed++
			case err != nil:
				t.Fatal(err)
			case strings.Contains(got, "disk"):
				full++
			case got != want:
				t.Fatalf("the report is\n%sin memory it is\n%s", got, want)
			}
			if got == want {
				break
			}
			if attempts > 500 {
				t.Fatal("the check does not end after 500 attempts")
			}
		}
	}
	if failed == 0 || full == 0 {
		t.Errorf("the store failed %d times, and was full %d times; want both more than 0", failed, full)
	}
}

// isEmpty reports whether a store has no level.
func isEmpty(t *testing.T, s Store) bool {
	levels, err := s.List("levels/")
	if err != nil {
		t.Fatal(err)
	}
	return len(levels) == 0
}

// wantClean tests that a complete store has only the objects of the report. An incomplete store may also have objects for
// the next level.
func wantClean(t *testing.T, s Store) {
	t.Helper()
	names, err := s.List("")
	if err != nil {
		t.Fatal(err)
	}
	levels, _ := s.List("levels/")
	var m manifest
	if err := readValue(s, slices.Max(levels), &m); err != nil {
		t.Fatal(err)
	}
	needed := []string{subjectName, manifestName(m.Level)}
	for _, c := range m.States {
		needed = append(needed, c.Name)
	}
	for _, c := range slices.Concat(m.Runs...) {
		if !m.Over {
			needed = append(needed, c.Name)
		}
	}
	for _, name := range names {
		isLater := !m.Over && (levelOf(name) > m.Level || strings.HasPrefix(name, "levels/"))
		if !slices.Contains(needed, name) && !strings.HasPrefix(name, "lessons/") && !isLater {
			t.Fatalf("at level %d (complete: %v) the store still has %s", m.Level, m.Over, name)
		}
	}
}

// The next check removes the objects of a killed check. A complete check removes unfinished files too.
func TestRemainsRemoved(t *testing.T) {
	q, dir := numberGraph(900, 5), Folder(t.TempDir())
	o := inSmallPieces(nil)
	for kills := 7; ; kills += 11 {
		o.Store = &killingStore{Store: dir, left: kills}
		if _, err := try(q, o); err == nil {
			break
		}
		if levels, _ := dir.List("levels/"); len(levels) == 0 {
			continue
		}
		if _, err := os.CreateTemp(dir.path(unfinished), "*"); err != nil {
			t.Fatal(err)
		}
		o.Store, o.Check.MaxDepth = dir, 1
		if _, err := try(q, o); err != nil {
			t.Fatal(err)
		}
		wantClean(t, dir)
		o.Check.MaxDepth = 0
	}
	if got, want := inStore(t, q, inSmallPieces(dir)), inMemory(t, q, checker.Options{}); got != want {
		t.Fatalf("the report is\n%sin memory it is\n%s", got, want)
	}
	wantClean(t, dir)
	if _, err := os.Stat(dir.path(unfinished)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the store still has unfinished files: %v", err)
	}
}

// Of two drivers on one store, each has the right report or an error of the store. Another one completes the check.
func TestTwoDrivers(t *testing.T) {
	for i, q := range []question{numberGraph(2500, 2), elections()[1]} {
		want, dir := inMemory(t, q, checker.Options{}), Folder(t.TempDir())
		o := inSmallPieces(dir)
		o.rows, o.words = 300, 10_000
		var both sync.WaitGroup
		for k := range 2 {
			both.Go(func() {
				o := o
				o.Alone = []int{-1, 100}[(k+i)%2]
				if got, err := try(q, o); !errors.As(err, new(*Error)) && got != want {
					t.Errorf("error %v; the report is\n%sin memory it is\n%s", err, got, want)
				}
			})
		}
		both.Wait()
		if got := inStore(t, q, o); got != want {
			t.Errorf("the report is\n%sin memory it is\n%s", got, want)
		}
	}
}

// A store of another run is refused, and so is a store with an object and no subject.
func TestWrongStore(t *testing.T) {
	q, s := numberGraph(100, 1), newMemoryStore()
	inStore(t, q, inSmallPieces(s))
	for name, want := range map[string]string{
		"a test":             "",
		"another name":       "store in memory: it is of another run, with a test; this run has another name: name another store",
		"a test -stop=first": "store in memory: it is of another run, with no -stop=first; this run has -stop=first: name another store",
		"a":                  "store in memory: it is of another run, with test; this run has no test: name another store",
	} {
		o := inSmallPieces(s)
		o.Name = name
		if _, err := try(q, o); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("the name %q gives %v, want %q", name, err, want)
		}
	}
	if err := writeValue(s, "diary", nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Remove(subjectName); err != nil {
		t.Fatal(err)
	}
	if _, err := try(q, inSmallPieces(s)); err == nil || !strings.Contains(err.Error(), "no part of an exploration") {
		t.Error(err)
	}
}

// If the states on cycles of violating runs do not fit into memory, the verdict is inconclusive. Other cycles do not count.
func TestLivenessInLowMemory(t *testing.T) {
	home := -1
	q := question{"a cycle", func() (checker.System, []checker.Property) {
		s := checker.Values([]int{0}, func(v int, emit func(string, checker.FairnessClass, int)) { emit("", checker.Weak(0), (v+1)%10) })
		return s, []checker.Property{checker.AlwaysEventually("home", s.On(func(v int) bool { return v == home })), checker.Invariant("small", s.On(func(v int) bool { return v < 10 }))}
	}}
	system, properties := q.ask()
	for memory, want := range map[uint64]checker.Verdict{0: checker.Violated, 100: checker.Inconclusive} {
		o := inSmallPieces(newMemoryStore())
		o.Check.MaxMemory = memory // the verdict of the invariant does not depend on it
		r, err := Check(t.Context(), system, properties, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Results[0].Verdict != want || r.Complete != (want == checker.Violated) || r.Results[1].Verdict != checker.Holds || (r.Bound == "memory") == r.Complete || (r.Left == 10) == r.Complete {
			t.Errorf("with %d bytes: %v, complete %v, bound %q, %d left", memory, r.Results[0].Verdict, r.Complete, r.Bound, r.Left)
		}
	}
	home = 0
	o := inSmallPieces(newMemoryStore())
	o.Check.MaxMemory = 100
	system, properties = q.ask()
	if r, err := Check(t.Context(), system, properties, o); err != nil || !r.Complete || r.Results[0].Verdict != checker.Holds {
		t.Errorf("got %v, %v, want a complete check that holds", r, err)
	}
}

// rowsOf makes an object with two parts of random records. It returns the records.
func rowsOf(t testing.TB, s Store, stride int, dice *rand.Rand) (all [][]uint64) {
	for range 5000 {
		record := make([]uint64, stride)
		for at := range record {
			record[at] = dice.Uint64() >> dice.IntN(64) &^ uint64(dice.IntN(2)*0xffffffff)
		}
		all = append(all, record)
	}
	err := create(s, "rows", stride, func(w *objectWriter) error {
		half := len(all) / 2
		for part, some := range [][][]uint64{all[:half], all[half:]} {
			slices.SortFunc(some, slices.Compare)
			for _, record := range some {
				w.put(part, record)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Any bytes are read or refused as an object, without a panic. An object has at most one record for each byte.
func FuzzRows(f *testing.F) {
	s := newMemoryStore()
	rowsOf(f, s, 3, rand.New(rand.NewPCG(1, 2)))
	whole := s.objects["rows"]
	end := len(whole) - tailBytes
	length := int(binary.LittleEndian.Uint64(whole[end:]))
	f.Add(whole[:end-length], whole[end-length:end])
	f.Add([]byte{}, []byte(`{"Format":8,"Name":"rows","Stride":3,"Blocks":[{"Bytes":1,"Records":1,"First":[1,2,3]}]}`))
	f.Fuzz(func(t *testing.T, blocks, index []byte) {
		tail := binary.LittleEndian.AppendUint64(nil, uint64(len(index)))
		tail = binary.LittleEndian.AppendUint32(tail, crc32.Checksum(index, castagnoli))
		s := newMemoryStore()
		s.objects["rows"] = slices.Concat(blocks, index, tail)
		var record any
		_ = readValue(s, "rows", &record)
		x, err := readRows(s, "rows", 0, 3)
		if err != nil {
			return
		}
		defer x.close()
		records := 0
		for x.next() {
			records++
		}
		if most := len(x.Blocks) * len(blocks); records > most {
			t.Fatalf("got %d records from %d bytes", records, len(blocks))
		}
		x.seek(0)
		x.has([]uint64{1, 2, 3})
		_ = x.backwards(func([]uint64) {})
	})
}

// A part of an object is read forwards, backwards and from any word on. Its records are found, and others are not.
func TestRows(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for _, stride := range []int{1, 2, 5} {
		s := newMemoryStore()
		all := rowsOf(t, s, stride, dice)
		for part, want := range [][][]uint64{all[:len(all)/2], all[len(all)/2:]} {
			x, err := readRows(s, "rows", part, stride)
			if err != nil {
				t.Fatal(err)
			}
			defer x.close()
			var forwards, backwards [][]uint64
			for x.next() {
				forwards = append(forwards, slices.Clone(x.record))
			}
			err = x.backwards(func(record []uint64) { backwards = append(backwards, slices.Clone(record)) })
			if err != nil {
				t.Fatal(err)
			}
			slices.Reverse(backwards)
			if !slices.EqualFunc(forwards, want, slices.Equal) || !slices.EqualFunc(backwards, want, slices.Equal) {
				t.Errorf("%d words, part %d: the records read differ from those written", stride, part)
			}
			for range 100 {
				word := want[dice.IntN(len(want))][0] + dice.Uint64N(2)
				x.seek(word)
				i := slices.IndexFunc(want, func(record []uint64) bool { return record[0] >= word })
				if x.next() != (i >= 0) || i >= 0 && !slices.Equal(x.record, want[i]) {
					t.Fatalf("%d words, part %d: the record after seeking %x is %x", stride, part, word, x.record)
				}
			}
			x.seek(0)
			for _, record := range slices.CompactFunc(slices.Clone(want), slices.Equal) { // has needs this order
				other := slices.Clone(record)
				other[stride-1] -= min(other[stride-1], 1)
				_, isThere := slices.BinarySearchFunc(want, other, slices.Compare)
				if x.has(other) != isThere || !x.has(record) {
					t.Fatalf("%d words, part %d: has(%x) is not %v, or has(%x) is false", stride, part, other, isThere, record)
				}
			}
		}
	}
}

// If a worker refuses a task, the driver executes it, and ends with its error or the refusal. The next check continues.
func TestRefusedTasks(t *testing.T) {
	q, o := numberGraph(300, 1), inSmallPieces(newMemoryStore())
	refusal := Refusal("error: no memory")
	o.Runner = runnerOf(func(context.Context, []Task) error { return refusal })
	if _, err := try(q, o); !errors.Is(err, refusal) {
		t.Error(err)
	}
	there := o.Store
	o.Store = &killingStore{Store: there, left: 5}
	if _, err := try(q, o); !errors.Is(err, errKilled) {
		t.Error(err)
	}
	o.Store, o.Runner = there, nil
	if got, want := inStore(t, q, o), inMemory(t, q, checker.Options{}); got != want {
		t.Errorf("the report is\n%sin memory it is\n%s", got, want)
	}
}

// A check with a smaller bound than its store ends at once, and reports all levels of the store.
func TestSmallerBound(t *testing.T) {
	q, s := numberGraph(3000, 2), newMemoryStore()
	report := func(bounds checker.Options) string {
		o := inSmallPieces(s)
		o.Check = bounds
		return inStore(t, q, o)
	}
	deep, few := report(checker.Options{MaxDepth: 6}), report(checker.Options{MaxStates: 20})
	if want := strings.Replace(deep, "depth", "states", 1); few != want || few == deep {
		t.Errorf("with a smaller bound the report is\n%sbefore it was\n%s", few, deep)
	}
}
