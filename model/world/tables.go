package world

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"interrex/checker"
	"interrex/model"
)

// A table numbers comparable values from 0, and keeps with each value what is known about it. Which value
// gets which number depends on who asks first, so a number may be used to find things and never to
// order, choose or print them.
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

// A number stands for a value. In a state it takes one cell.
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

// An outcome is what becomes of a process that handles an event, in numbers.
type outcome struct {
	local     checker.Cell
	sends     []send
	capped    bool
	saturated bool
}

// A send is a message on its way out: to a place on the ring, or to the next live one.
type send struct {
	to      int
	message number
}

// toNext stands for the next live process on the ring, toPrevious for the one before.
const (
	noOne      = -3 // there is no such process, or no channel to it
	toNext     = -1
	toPrevious = -2
)

// An event is a model.Event in numbers.
type event struct {
	kind    model.EventKind
	peer    int // Receive: from; Report, Withdraw: of whom; Timeout: which of the armed timers; Choose: which of the choices
	message number
}

func (e event) key(local checker.Cell) uint64 {
	return uint64(e.kind)<<48 | uint64(e.peer)<<32 | uint64(e.message)<<16 | uint64(local)
}

// mostRehearsed is how many outcomes are computed twice: a rule that is not pure shows soon.
const mostRehearsed = 500

// outcome returns what event e does to process p in a local state: looked up, or computed the first time.
func (w *World) outcome(p int, cell checker.Cell, e event) *outcome {
	key := e.key(cell)
	if known := w.outcomes[p].get(key); known != nil {
		return known
	}
	before := w.traits(p, cell)
	self := model.Self{ID: w.config.IDs[p], Group: w.group, Local: before.state, Elections: before.elections}
	after := w.handler.Handle(self, w.spelled(e, before))
	model.CheckLocal(after.Local)
	if w.rehearsals.Add(1) <= mostRehearsed {
		checkPure(self.ID, after, w.handler.Handle(self, w.spelled(e, before)))
	}
	local := local{state: after.Local, elections: after.Elections, countdown: w.rewind(p, before, after, e)}
	found := outcome{local: w.number(p, local), capped: after.Capped, saturated: after.Saturated}
	if len(after.Sends) > 1<<16-1 {
		panic(checker.Overflow{What: "messages of one step"})
	}
	for _, s := range after.Sends {
		to := w.receiver(p, s)
		if to == noOne { // the same rule again, to find out where it sends
			self.Reaches = func(to model.ID) bool { return w.receiver(p, model.Send{To: to}) != noOne }
			w.handler.Handle(self, w.spelled(e, before))
		}
		found.sends = append(found.sends, send{to, w.channels.messages.number(s.Message)})
	}
	return w.outcomes[p].put(key, found)
}

// checkPure panics if a rule makes something else of the same event the second time.
func checkPure(id model.ID, first, second model.Outcome) {
	if !reflect.DeepEqual(first, second) && fmt.Sprintf("%+v", first) != fmt.Sprintf("%+v", second) {
		panic(fmt.Sprintf("a rule is not pure: of the same event P%d has made %+v at first, and %+v then", id, first, second))
	}
	equal := first.Local == second.Local
	for i, s := range first.Sends {
		equal = equal && s.Message == second.Sends[i].Message
	}
	if !equal {
		panic(fmt.Sprintf("what P%d makes of the same event twice is not equal: a local state, or a message, has a new pointer or NaN in it", id))
	}
}

// receiver is the process that a message of process p goes to, noOne if there is no channel to it.
func (w *World) receiver(p int, s model.Send) int {
	switch topology := w.config.Algorithm.Topology; {
	case s.To == model.Nobody && topology.IsRing():
		return toNext
	case s.To == model.Behind && topology == model.BothWays:
		return toPrevious
	}
	to := w.group.Index(s.To)
	if to < 0 || w.linkOf[p][to] < 0 {
		return noOne
	}
	return to
}

// spelled is the event in the model's own terms.
func (w *World) spelled(e event, before *traits) model.Event {
	spelled := model.Event{Kind: e.kind}
	switch e.kind {
	case model.Receive:
		spelled.From = w.config.IDs[e.peer]
		spelled.Message = *w.channels.messages.at(e.message)
	case model.Timeout:
		spelled.Timer = before.timers[e.peer]
	case model.Choose:
		spelled.Value = before.choices[e.peer]
	case model.Report, model.Withdraw:
		spelled.Of = w.config.IDs[e.peer]
	}
	return spelled
}
