package world

import (
	"sync"
	"sync/atomic"

	"interrex/checker"
)

// A table gives numbers to comparable values, 0 first, and keeps what is known of each beside
// it. Which value gets which number depends on who asks first, so a number may be used to
// find things and never to order, choose or print them.
//
// Numbers are looked up without a lock: whoever has a number got it, through whatever
// synchronises the workers, from the one who made it.
type table[K comparable, V any] struct {
	what    string    // for people, when there are too many
	most    int       // how many there may be
	know    func(K) V // finds out what there is to know of a value
	mu      sync.Mutex
	numbers map[K]number
	values  atomic.Pointer[[]V]
}

// A number stands for a value. In a state it takes one cell, or two in a wide world.
type number = uint32

func newTable[K comparable, V any](what string, most int, know func(K) V) *table[K, V] {
	t := &table[K, V]{what: what, most: most, know: know, numbers: make(map[K]number)}
	t.values.Store(new([]V))
	return t
}

// number returns the number of k, a new one if k is new.
func (t *table[K, V]) number(k K) number {
	t.mu.Lock()
	n, known := t.numbers[k]
	t.mu.Unlock()
	if known {
		return n
	}
	v := t.know(k) // may ask for other numbers, even of this table
	t.mu.Lock()
	defer t.mu.Unlock()
	if n, known := t.numbers[k]; known {
		return n
	}
	values := *t.values.Load()
	if len(values) >= t.most {
		panic(checker.Overflow{What: t.what})
	}
	n = number(len(values))
	values = append(values, v)
	t.values.Store(&values)
	t.numbers[k] = n
	return n
}

// at returns what is known of number n.
func (t *table[K, V]) at(n number) *V { return &(*t.values.Load())[n] }

// A memo remembers the values of a pure function of a number. Look-ups take no lock.
type memo[V any] struct {
	mu   sync.Mutex
	used int
	rows atomic.Pointer[[]atomic.Pointer[row[V]]]
}

type row[V any] struct {
	key   uint64
	value V
}

func newMemo[V any]() *memo[V] {
	m := &memo[V]{}
	rows := make([]atomic.Pointer[row[V]], 1<<8)
	m.rows.Store(&rows)
	return m
}

func spread(key uint64) uint64 {
	key = (key ^ key>>29) * 0x9E3779B97F4A7C15
	return key ^ key>>32
}

// get returns the value remembered for key, or nil.
func (m *memo[V]) get(key uint64) *V {
	rows := *m.rows.Load()
	mask := uint64(len(rows) - 1)
	for i := spread(key) & mask; ; i = (i + 1) & mask {
		r := rows[i].Load()
		if r == nil {
			return nil
		}
		if r.key == key {
			return &r.value
		}
	}
}

// put remembers a value and returns the one remembered: the first.
func (m *memo[V]) put(key uint64, value V) *V {
	m.mu.Lock()
	defer m.mu.Unlock()
	if known := m.get(key); known != nil {
		return known
	}
	rows := *m.rows.Load()
	if 2*(m.used+1) > len(rows) {
		grown := make([]atomic.Pointer[row[V]], 2*len(rows))
		for i := range rows {
			if r := rows[i].Load(); r != nil {
				enter(grown, r)
			}
		}
		m.rows.Store(&grown)
		rows = grown
	}
	r := &row[V]{key, value}
	enter(rows, r)
	m.used++
	return &r.value
}

func enter[V any](rows []atomic.Pointer[row[V]], r *row[V]) {
	mask := uint64(len(rows) - 1)
	i := spread(r.key) & mask
	for rows[i].Load() != nil {
		i = (i + 1) & mask
	}
	rows[i].Store(r)
}
