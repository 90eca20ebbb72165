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

// numbers is a graph of numbers that violates its properties. Many steps lead to most of its states.
func numbers(size, seed uint64) question {
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
			checker.Invariant("not this one", at(size/3)),
			checker.Invariant("nor that one", s.On(func(v uint64) bool { return v%(size/5) != 17 })),
			checker.StepInvariant("no long step", func(a, b checker.State) bool { return s.Value(b) < s.Value(a)+size-20 }),
			checker.AtRest("not here", s.On(func(v uint64) bool { return v%7 != 3 })),
			checker.Reachable("there", s.On(func(v uint64) bool { return v == size/2 })),
			checker.Counted("the odd", s.On(func(v uint64) bool { return v%2 == 1 })),
		}
	}}
}

// small has everything in the store, in small pieces.
func small(s Store) Options {
	return Options{Store: s, Name: "a test", Shards: 3, Alone: -1, rows: 50, words: 100, Check: checker.Options{Workers: 2}}
}

// Every bound cuts where it cuts a check in memory, and every path is the canonical one.
func TestBounds(t *testing.T) {
	for seed := range uint64(4) {
		if !testlevel.Raced(t, 4, int(seed)) {
			continue
		}
		q := numbers(3000, seed)
		for _, bounds := range []checker.Options{
			{}, {StopFirst: true}, {MaxDepth: 1}, {MaxDepth: 4}, {MaxDepth: 9}, {MaxStates: 1}, {MaxStates: 2}, {MaxStates: 3}, {MaxStates: 77}, {MaxStates: 400}, {MaxStates: 401},
		} {
			o := small(newMemory())
			o.Check = bounds
			if got, want := inStore(t, q, o), inMemory(t, q, bounds); got != want {
				t.Fatalf("%d, %+v: the report is\n%sand in memory\n%s", seed, bounds, got, want)
			}
		}
	}
}

// A system with more values than it has room for ends a check in files where it ends one in memory.
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
		o := small(newMemory())
		o.Alone = alone
		if got, want := inStore(t, q, o), inMemory(t, q, checker.Options{Workers: 1}); got != want || !strings.Contains(got, "values") {
			t.Errorf("the report is\n%sand in memory\n%s", got, want)
		}
	}
}

// A check goes on with other bounds where one with less was left.
func TestFurther(t *testing.T) {
	q, s := numbers(3000, 2), newMemory()
	for _, bounds := range []checker.Options{{MaxDepth: 3}, {MaxStates: 300}, {MaxStates: 310}, {MaxStates: 317}, {MaxDepth: 11}, {}, {}} {
		o := small(s)
		o.Check = bounds
		if got, want := inStore(t, q, o), inMemory(t, q, bounds); got != want {
			t.Fatalf("%+v: the report is\n%sand in memory\n%s", bounds, got, want)
		}
	}
}

// A finished store answers in full, although the bound of now is smaller.
func TestFinishedStore(t *testing.T) {
	q := elections()[0]
	o := Options{Store: newMemory()}
	want := inStore(t, q, o)
	o.Check.MaxStates = 10
	if got := inStore(t, q, o); got != want {
		t.Errorf("the report is\n%sand before\n%s", got, want)
	}
}

// A check reports the initial states if its context has ended before it begins.
func TestEndedAtOnce(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	system, properties := numbers(3000, 1).ask()
	report, err := Check(ctx, system, properties, small(newMemory()))
	if err != nil || report.Bound != "interrupted" || report.States != 2 {
		t.Fatalf("%+v, %v", report, err)
	}
}

// A removing runner is one under which the store is emptied, before or after it has had some tasks done.
type removing struct {
	Runner
	store Store
	left  int // tasks until then
}

func (r *removing) Run(ctx context.Context, tasks []Task) error {
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

// A store that is removed under a check ends it, and it does not begin again there by itself.
func TestRemoved(t *testing.T) {
	q := numbers(300, 1)
	for after := range 12 {
		system, properties := q.ask()
		o := small(newMemory())
		h := NewHands(o.Store, system, properties)
		o.Runner = &removing{Pool{h}, o.Store, after}
		_, err := Check(t.Context(), system, properties, o)
		if left, _ := o.Store.List("levels/"); !errors.Is(err, ErrGone) || len(left) > 0 {
			t.Errorf("after %d tasks: %v, and there are %s", after, err, left)
		}
	}
}

// A careless runner loses tasks, repeats them, and does some later, at the same time as others.
type careless struct {
	t     testing.TB
	mu    sync.Mutex
	dice  *rand.Rand
	hands func() *Hands
	late  *sync.WaitGroup
}

func (c *careless) Run(ctx context.Context, tasks []Task) error {
	for _, task := range tasks {
		c.mu.Lock()
		fate := c.dice.IntN(6)
		c.mu.Unlock()
		do := func() error {
			h := c.hands()
			return h.Do(ctx, task)
		}
		switch fate {
		case 0: // lost
		case 1: // done late, and perhaps when the level is gone
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

// Tasks may be lost, repeated and late.
func TestCareless(t *testing.T) {
	for i, q := range append(elections(), numbers(1500, 3)) {
		if !testlevel.OneOf(6, i) {
			continue
		}
		var late sync.WaitGroup
		o := small(newMemory())
		o.rows = 1000
		o.Check.MaxStates = 2000
		o.Runner = &careless{t: t, dice: rand.New(rand.NewPCG(uint64(i), 7)), late: &late, hands: func() *Hands {
			system, properties := q.ask() // as another process has them
			return NewHands(o.Store, system, properties)
		}}
		got, want := inStore(t, q, o), inMemory(t, q, checker.Options{MaxStates: 2000})
		late.Wait()
		if got != want {
			t.Errorf("%s: the report is\n%sand in memory\n%s", q.name, got, want)
		}
	}
}

// A mortal store kills its process after a number of objects.
type mortal struct {
	Store
	mu   sync.Mutex
	left int
}

var errKilled = errors.New("killed")

func (m *mortal) Create(name string, write func(io.Writer) error) error {
	m.mu.Lock()
	m.left--
	isDead := m.left < 0
	m.mu.Unlock()
	if isDead {
		return errKilled
	}
	return m.Store.Create(name, write)
}

// Whichever object was the last that a process has made, another goes on to the same end.
func TestKilled(t *testing.T) {
	for i, q := range []question{numbers(600, 5), elections()[0]} {
		want, o := inMemory(t, q, checker.Options{MaxStates: 900}), small(nil)
		o.Check.MaxStates, o.rows, o.words = 900, 200, 10_000
		for k, kills := 0, 1; kills < 300; k, kills = k+1, kills+1+kills/3 {
			if !testlevel.OneOf(4, k) {
				continue
			}
			there := newMemory()
			for lives := 0; ; lives++ {
				o.Store = &mortal{Store: there, left: kills + lives}
				o.Alone = []int{-1, 30}[(kills+lives)%2]
				got, err := try(q, o)
				if err == nil {
					if got != want {
						t.Fatalf("%d, %d: the report is\n%sand in memory\n%s", i, kills, got, want)
					}
					isClean(t, there)
					break
				}
				if !errors.Is(err, errKilled) {
					t.Fatal(err)
				}
			}
		}
	}
}

// A moody store fails now and then, whatever it is asked, and is full now and then.
type moody struct {
	Store
	mu   sync.Mutex
	dice *rand.Rand
}

var errMoody = errors.New("timed out")

func (m *moody) mood(often int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch m.dice.IntN(often) {
	case 0:
		return errMoody
	case 1:
		return syscall.ENOSPC
	}
	return nil
}

func (m *moody) Create(name string, write func(io.Writer) error) error {
	if err := m.mood(300); err != nil {
		return err
	}
	return m.Store.Create(name, func(w io.Writer) error {
		return cmp.Or(write(moodyWriter{w, m}), m.mood(300))
	})
}

func (m *moody) Open(name string) (Object, error) {
	if m.mood(600) == errMoody {
		return nil, errMoody
	}
	return m.Store.Open(name)
}

func (m *moody) List(prefix string) ([]string, error) {
	if m.mood(100) == errMoody {
		return nil, errMoody
	}
	return m.Store.List(prefix)
}

func (m *moody) Remove(name string) error {
	if m.mood(100) == errMoody {
		return errMoody
	}
	return m.Store.Remove(name)
}

type moodyWriter struct {
	io.Writer
	store *moody
}

func (w moodyWriter) Write(some []byte) (int, error) {
	if err := w.store.mood(300); err != nil {
		return 0, err
	}
	return w.Writer.Write(some)
}

// If a store fails at random, or is full, the check ends with that, nothing is lost, and it goes on from there.
func TestMoody(t *testing.T) {
	failed, full := 0, 0
	for i, q := range []question{numbers(900, 5), elections()[0]} {
		bounds := checker.Options{MaxStates: 900}
		want, there := inMemory(t, q, bounds), Folder(t.TempDir())
		o := small(&moody{Store: there, dice: rand.New(rand.NewPCG(uint64(i), 9))})
		o.Check.MaxStates, o.rows, o.words = 900, 200, 10_000
		for attempts := 0; ; attempts++ {
			got, err := try(q, o)
			switch {
			case errors.Is(err, errMoody), errors.Is(err, syscall.ENOSPC) && isEmpty(t, there): // before there is a level
				failed++
			case err != nil:
				t.Fatal(err)
			case strings.Contains(got, "disk"):
				full++
			case got != want:
				t.Fatalf("the report is\n%sand in memory\n%s", got, want)
			}
			if got == want {
				break
			}
			if attempts > 500 {
				t.Fatal("it comes to no end")
			}
		}
	}
	if failed == 0 || full == 0 {
		t.Errorf("the store has failed %d times, and has been full %d times", failed, full)
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

// isClean asks for a store that holds nothing but what a report needs, or, before the end, nothing that was made for the last level or
// an earlier one and is not part of it.
func isClean(t *testing.T, s Store) {
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
		isLater := !m.Over && (madeFor(name) > m.Level || strings.HasPrefix(name, "levels/"))
		if !slices.Contains(needed, name) && !strings.HasPrefix(name, "lessons/") && !isLater {
			t.Fatalf("level %d, over %v: %s is left", m.Level, m.Over, name)
		}
	}
}

// What an attempt has left that was killed is gone when the next one goes on, and what was begun and never written is gone in the end.
func TestSwept(t *testing.T) {
	q, dir := numbers(900, 5), Folder(t.TempDir())
	o := small(nil)
	for kills := 7; ; kills += 11 {
		o.Store = &mortal{Store: dir, left: kills}
		if _, err := try(q, o); err == nil {
			break
		}
		if levels, _ := dir.List("levels/"); len(levels) == 0 {
			continue
		}
		if _, err := os.CreateTemp(dir.path(temporary), "*"); err != nil {
			t.Fatal(err)
		}
		o.Store, o.Check.MaxDepth = dir, 1
		if _, err := try(q, o); err != nil {
			t.Fatal(err)
		}
		isClean(t, dir)
		o.Check.MaxDepth = 0
	}
	if got, want := inStore(t, q, small(dir)), inMemory(t, q, checker.Options{}); got != want {
		t.Fatalf("the report is\n%sand in memory\n%s", got, want)
	}
	isClean(t, dir)
	if _, err := os.Stat(dir.path(temporary)); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("temporary files are left: %v", err)
	}
}

// Of two drivers on one store, each comes to the right end or ends with an error. Then one comes to the end.
func TestTwoDrivers(t *testing.T) {
	for i, q := range []question{numbers(2500, 2), elections()[1]} {
		want, dir := inMemory(t, q, checker.Options{}), Folder(t.TempDir())
		o := small(dir)
		o.rows, o.words = 300, 10_000
		var both sync.WaitGroup
		for k := range 2 {
			both.Go(func() {
				o := o
				o.Alone = []int{-1, 100}[(k+i)%2]
				if got, err := try(q, o); !errors.As(err, new(*Error)) && got != want {
					t.Errorf("%v, the report is\n%sand in memory\n%s", err, got, want)
				}
			})
		}
		both.Wait()
		if got := inStore(t, q, o); got != want {
			t.Errorf("the report is\n%sand in memory\n%s", got, want)
		}
	}
}

// A store is refused if it is of something else.
func TestOthers(t *testing.T) {
	q, s := numbers(100, 1), newMemory()
	inStore(t, q, small(s))
	for wrong, text := range map[string]string{"another name": "another run", "a test": ""} {
		o := small(s)
		o.Name = wrong
		if _, err := try(q, o); text != "" && (!errors.As(err, new(*Error)) || !strings.Contains(err.Error(), text)) || text == "" && err != nil {
			t.Errorf("%s: %v", wrong, err)
		}
	}
	if err := writeValue(s, "diary", nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Remove(subjectName); err != nil {
		t.Fatal(err)
	}
	if _, err := try(q, small(s)); err == nil || !strings.Contains(err.Error(), "no part of an exploration") {
		t.Error(err)
	}
}

// Where there is no room for a cycle on which a run may stay, it is inconclusive whether one does. A cycle on which none may takes no room.
func TestUndecided(t *testing.T) {
	home := -1
	q := question{"a circle", func() (checker.System, []checker.Property) {
		s := checker.Values([]int{0}, func(v int, emit func(string, checker.FairnessClass, int)) { emit("", checker.Weak(0), (v+1)%10) })
		return s, []checker.Property{checker.AlwaysEventually("home", s.On(func(v int) bool { return v == home })), checker.Invariant("small", s.On(func(v int) bool { return v < 10 }))}
	}}
	system, properties := q.ask()
	for memory, want := range map[uint64]checker.Verdict{0: checker.Violated, 100: checker.Inconclusive} {
		o := small(newMemory())
		o.Check.MaxMemory = memory // the invariant does not depend on it
		r, err := Check(t.Context(), system, properties, o)
		if err != nil {
			t.Fatal(err)
		}
		if r.Results[0].Verdict != want || r.Complete != (want == checker.Violated) || r.Results[1].Verdict != checker.Holds || (r.Bound == "memory") == r.Complete || (r.Left == 10) == r.Complete {
			t.Errorf("with %d bytes: %v, complete %v, bound %q, %d left", memory, r.Results[0].Verdict, r.Complete, r.Bound, r.Left)
		}
	}
	home = 0
	o := small(newMemory())
	o.Check.MaxMemory = 100
	system, properties = q.ask()
	if r, err := Check(t.Context(), system, properties, o); err != nil || !r.Complete || r.Results[0].Verdict != checker.Holds {
		t.Errorf("%v, %v", r, err)
	}
}

// rowsOf makes an object of rows with two parts. It returns its records.
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

// Objects of any bytes are read, or refused, without a panic and within their size.
func FuzzRows(f *testing.F) {
	s := newMemory()
	rowsOf(f, s, 3, rand.New(rand.NewPCG(1, 2)))
	whole := s.objects["rows"]
	end := len(whole) - tailBytes
	length := int(binary.LittleEndian.Uint64(whole[end:]))
	f.Add(whole[:end-length], whole[end-length:end])
	f.Add([]byte{}, []byte(`{"Format":8,"Name":"rows","Stride":3,"Blocks":[{"Bytes":1,"Records":1,"First":[1,2,3]}]}`))
	f.Fuzz(func(t *testing.T, blocks, index []byte) {
		tail := binary.LittleEndian.AppendUint64(nil, uint64(len(index)))
		tail = binary.LittleEndian.AppendUint32(tail, crc32.Checksum(index, castagnoli))
		s := newMemory()
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
			t.Fatalf("%d records in %d bytes", records, len(blocks))
		}
		x.seek(0)
		x.has([]uint64{1, 2, 3})
		_ = x.backwards(func([]uint64) {})
	})
}

// What is written is read by parts, forwards, backwards and from any word on, and found.
func TestRows(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for _, stride := range []int{1, 2, 5} {
		s := newMemory()
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
				t.Errorf("%d words, part %d: other records are read than written", stride, part)
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
			for _, record := range slices.CompactFunc(slices.Clone(want), slices.Equal) { // asked for in their order
				other := slices.Clone(record)
				other[stride-1] -= min(other[stride-1], 1)
				_, isThere := slices.BinarySearchFunc(want, other, slices.Compare)
				if x.has(other) != isThere || !x.has(record) {
					t.Fatalf("%d words, part %d: %x is not found, or %x is", stride, part, record, other)
				}
			}
		}
	}
}

// A driver that is refused a task ends with the error that the task has here, else with that of the worker. Then it continues.
func TestRefused(t *testing.T) {
	q, o := numbers(300, 1), small(newMemory())
	rains := Refusal("error: it rains")
	o.Runner = runnerOf(func(context.Context, []Task) error { return rains })
	if _, err := try(q, o); !errors.Is(err, rains) {
		t.Error(err)
	}
	there := o.Store
	o.Store = &mortal{Store: there, left: 5}
	if _, err := try(q, o); !errors.Is(err, errKilled) {
		t.Error(err)
	}
	o.Store, o.Runner = there, nil
	if got, want := inStore(t, q, o), inMemory(t, q, checker.Options{}); got != want {
		t.Errorf("the report is\n%sand in memory\n%s", got, want)
	}
}

// A check with fewer states than its store has ends at once, and reports all levels of the store.
func TestFewer(t *testing.T) {
	q, s := numbers(3000, 2), newMemory()
	report := func(bounds checker.Options) string {
		o := small(s)
		o.Check = bounds
		return inStore(t, q, o)
	}
	deep, few := report(checker.Options{MaxDepth: 6}), report(checker.Options{MaxStates: 20})
	if want := strings.Replace(deep, "depth", "states", 1); few != want || few == deep {
		t.Errorf("with fewer states, the report is\n%sand was\n%s", few, deep)
	}
}
