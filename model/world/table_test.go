package world

import (
	"math/rand/v2"
	"runtime"
	"strconv"
	"sync"
	"testing"

	"interrex/checker"
)

// together runs f n times at once.
func together(n int, f func(worker int)) {
	var all sync.WaitGroup
	for worker := range n {
		all.Go(func() { f(worker) })
	}
	all.Wait()
}

// TestTable: numbers are given in the order of asking, and kept.
func TestTable(t *testing.T) {
	table := newTable("lengths", narrow, func(s string) int { return len(s) })
	for want, word := range []string{"", "ab", "a"} {
		if got := table.number(word); got != number(want) {
			t.Errorf("%q is number %d, want %d", word, got, want)
		}
	}
	if got := table.number("ab"); got != 1 {
		t.Errorf("%q is number %d when asked for again, want 1", "ab", got)
	}
	if got := *table.at(1); got != 2 {
		t.Errorf("of number 1 is known %d, want the length of %q", got, "ab")
	}
	if got := table.number("b"); got != 3 {
		t.Errorf("the next new word is number %d, want 3", got)
	}
}

// TestTableWithin: what there is to know of a value may be numbers of the same table, as the
// rests of a channel's content are.
func TestTableWithin(t *testing.T) {
	var table *tableOfTails
	table = newTable("words", narrow, func(s string) number {
		if s == "" {
			return 0
		}
		return table.number(s[1:])
	})
	table.number("")
	n := table.number("abc")
	for _, want := range []string{"bc", "c", ""} {
		n = *table.at(n)
		if got := table.number(want); got != n {
			t.Errorf("%q is number %d, want %d", want, got, n)
		}
	}
}

type tableOfTails = table[string, number]

// TestTableTogether: workers that ask for the same values in different orders get the same
// numbers, each value one, and find behind a number what belongs to it. Run with -race.
func TestTableTogether(t *testing.T) {
	const values, workers = 3000, 8
	table := newTable("squares", narrow, func(k int) int {
		runtime.Gosched() // here others may number k
		return k * k
	})
	got := make([][]number, workers)
	together(workers, func(worker int) {
		got[worker] = make([]number, values)
		for _, k := range rand.New(rand.NewPCG(1, uint64(worker))).Perm(values) {
			n := table.number(k)
			got[worker][k] = n
			if *table.at(n) != k*k {
				t.Errorf("behind the number of %d there is %d", k, *table.at(n))
			}
		}
	})
	seen := map[number]bool{}
	for k, n := range got[0] {
		for worker := range got {
			if got[worker][k] != n {
				t.Fatalf("%d is number %d and number %d", k, n, got[worker][k])
			}
		}
		if seen[n] || int(n) >= values {
			t.Fatalf("%d is number %d: given twice, or too high", k, n)
		}
		seen[n] = true
	}
}

// TestOverflow: one value too many is an Overflow that says of what. It does not wrap, and the
// others keep their numbers.
func TestOverflow(t *testing.T) {
	table := newTable("whims", 5, func(k int) int { return k })
	for k := range 5 {
		table.number(k)
	}
	for range 2 {
		if got := overflow(func() { table.number(5) }); got != (checker.Overflow{What: "whims"}) {
			t.Errorf("the sixth of five values: %v", got)
		}
	}
	if got := table.number(4); got != 4 {
		t.Errorf("4 is now number %d", got)
	}
	if most := newChannels(FIFO, Unlimited, nameless).contents.most; number(most) > full {
		t.Errorf("the number %d of a content is also the sign of a full channel, %d", most-1, full)
	}
}

// overflow returns what f panics with.
func overflow(f func()) (value any) {
	defer func() { value = recover() }()
	f()
	return nil
}

// TestMemo: the first value put is the one remembered, growth loses none, and keys that differ
// only in their high bits are told apart.
func TestMemo(t *testing.T) {
	const keys = 2000
	m := newMemo[string]()
	if m.get(0) != nil {
		t.Error("an empty memo remembers 0")
	}
	for k := range uint64(keys) {
		key := k << 40
		if got := *m.put(key, strconv.Itoa(int(k))); got != strconv.Itoa(int(k)) {
			t.Fatalf("put %d: %q", k, got)
		}
		if got := *m.put(key, "second"); got == "second" {
			t.Fatalf("the second value put for %d is remembered", k)
		}
	}
	for k := range uint64(keys) {
		if got := m.get(k << 40); got == nil || *got != strconv.Itoa(int(k)) {
			t.Fatalf("get %d: %v", k, got)
		}
	}
	if m.get(keys<<40) != nil {
		t.Error("it remembers what was never put")
	}
}

// TestMemoTogether: a look-up gives nothing or the value that everyone gets. Run with -race.
func TestMemoTogether(t *testing.T) {
	const keys, workers = 3000, 8
	m := newMemo[uint64]()
	got := make([][]*uint64, workers)
	together(workers, func(worker int) {
		got[worker] = make([]*uint64, keys)
		for _, k := range rand.New(rand.NewPCG(2, uint64(worker))).Perm(keys) {
			key := uint64(k)
			if known := m.get(key); known != nil && *known != key*key {
				t.Errorf("get %d: %d", key, *known)
			}
			got[worker][k] = m.put(key, key*key)
			if known := m.get(key); known != got[worker][k] {
				t.Errorf("get %d after put: %v, want %v", key, known, got[worker][k])
			}
		}
	})
	for k := range keys {
		for worker := range got {
			if got[worker][k] != got[0][k] {
				t.Fatalf("two values are remembered for %d", k)
			}
		}
	}
}
