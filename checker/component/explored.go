package component

import (
	"fmt"
	"slices"
	"sort"
	"unsafe"

	"interrex/checker/internal/bfs"
	"interrex/checker/internal/graph"
	"interrex/checker/internal/stateset"
)

// An explored is the explored graph of a system. It makes the steps of a state when it is asked for them.
type explored[W stateset.Word] struct {
	*tables
	search  *bfs.Search[W]
	source  *source[W]
	worker  *expander[W]
	learner *learner
	keys    []W
	found   []uint32 // of keys
	state   []uint32
	batch   batch[W]

	isAnalysed bool
	recurrence *recurrence       // nil: no transition may be part of a cycle
	shows      map[string]uint32 // the number of what a state shows
	shownBy    []uint32          // for each of these numbers, a state
	actor      func(code uint64) int

	measured   int // transitions and columns, when the tables were measured
	tableBytes int // then
}

func newExplored[W stateset.Word](s *source[W], search *bfs.Search[W], actor func(code uint64) int) *explored[W] {
	return &explored[W]{tables: s.tables, search: search, source: s, worker: newExpander[W](s.learner), learner: s.learner,
		shows: map[string]uint32{}, state: make([]uint32, len(s.fields)), actor: actor}
}

func (e *explored[W]) Len() int        { return e.search.Set.Len() }
func (e *explored[W]) Expanded() int   { return int(e.search.Settled()) }
func (e *explored[W]) Initials() int   { return e.search.Initials }
func (e *explored[W]) Quiet() []uint32 { return e.total().quiet }

// Starts is part of graph.Graph.
func (e *explored[W]) Starts() []uint32 { return e.search.Levels() }

func (e *explored[W]) bound() string { return e.search.Bound }
func (e *explored[W]) total() *tally { return e.source.total() }

// memory measures the tables again once they have grown by an eighth: it is called often.
func (e *explored[W]) memory() (m Memory) {
	if n := len(e.transitions) + len(e.columns); n > e.measured+e.measured/8 {
		e.measured, e.tableBytes = n, e.tables.bytes()
	}
	m.RowBytes, m.TableBytes = e.search.Set.Bytes()
	m.NumberBytes = e.tableBytes
	return m
}

// bytes returns the memory of the tables, without the contents of values.
func (t *tables) bytes() int {
	const value, entry = int(unsafe.Sizeof(record{})) + 16 + 5, 40 // with its interface and what it shows; in a map
	n := cap(t.nodes)*int(unsafe.Sizeof(node{})) + cap(t.sends)*4 +
		cap(t.transitions)*int(unsafe.Sizeof(transition{})) + cap(t.details)*int(unsafe.Sizeof(detail{}))
	for _, f := range t.fields {
		n += len(f.records) * (value + entry)
	}
	for i := range t.columns {
		n += int(unsafe.Sizeof(column{})) + cap(t.columns[i].next)*4
	}
	return n
}

// MayCycle is part of graph.Graph.
func (e *explored[W]) MayCycle() bool {
	if !e.search.Backward {
		return false
	}
	if !e.isAnalysed {
		e.isAnalysed, e.recurrence = true, newRecurrence(e.tables)
	}
	return e.recurrence != nil
}

// Recurring is part of graph.Graph.
func (e *explored[W]) Recurring(ids []uint32, visit func(id uint32, steps []graph.Step)) {
	b := &e.batch
	b.reset()
	for _, id := range ids {
		unpack(e.fields, e.search.Set.Rows()[id], e.state)
		if e.recurrence.mayStart(e.state) {
			e.addRecurring(b, id)
		}
	}
	b.found = append(b.found, make([]uint32, len(b.rows))...)
	e.search.Set.FindAll(b.rows, b.found)
	for i, id := range b.found {
		b.steps[b.stepOf[i]].To = id
	}
	first := 0
	for i, id := range b.ids {
		visit(id, b.steps[first:b.ends[i]])
		first = b.ends[i]
	}
}

// A batch holds states with all their steps. Targets are found together: that is faster.
type batch[W stateset.Word] struct {
	ids    []uint32
	steps  []graph.Step
	ends   []int    // by state, the end of its steps
	rows   []W      // targets to be found
	stepOf []int    // by row, the place of its step
	found  []uint32 // by row
}

func (b *batch[W]) reset() {
	b.ids, b.steps, b.ends, b.rows, b.stepOf, b.found = b.ids[:0], b.steps[:0], b.ends[:0], b.rows[:0], b.stepOf[:0], b.found[:0]
}

// addRecurring adds a state to a batch, if it has a step that may recur. Its value numbers are in e.state.
func (e *explored[W]) addRecurring(b *batch[W], id uint32) {
	e.expand(id)
	next, before := 0, len(b.rows)
	for _, t := range e.worker.steps {
		d, isDisabled := &e.details[t], e.transitions[t].sends&isDisabled != 0
		b.steps = append(b.steps, graph.Step{Code: d.code, To: graph.Nowhere, Class: d.fairness, IsAltered: d.bound != 0})
		if isDisabled {
			continue
		}
		if row := e.keys[next]; e.recurrence.mayGo[t] && e.recurs(t, row) {
			b.rows, b.stepOf = append(b.rows, row), append(b.stepOf, len(b.steps)-1)
		}
		next++
	}
	if len(b.rows) == before {
		b.steps = b.steps[:len(b.steps)-len(e.worker.steps)]
		return
	}
	b.ids, b.ends = append(b.ids, id), append(b.ends, len(b.steps))
}

// recurs reports whether a step from the state in e.state to a row may be part of a cycle: each receiver of its messages must
// stay in the strongly connected component of its value.
func (e *explored[W]) recurs(transition uint32, row W) bool {
	for at := e.transitions[transition].sends >> sendsShift; at != 0; at++ {
		n := e.sends[at]
		c := e.columns[n&^isContinued].receiver
		f, parts := &e.fields[c], e.recurrence.parts[c]
		if parts[e.state[c]] != parts[row[f.word]>>f.shift&f.mask] {
			return false
		}
		if n&isContinued == 0 {
			break
		}
	}
	return true
}

func (e *explored[W]) IsAltered() bool { return e.total().bounds != 0 }
func (e *explored[W]) Classes() int    { return len(e.fairness) - 1 }

func (e *explored[W]) IsStrong(c graph.Class) bool { return e.fairness[c].Strong }
func (e *explored[W]) HasActors() bool             { return e.actor != nil }

// Actor is part of graph.Graph.
func (e *explored[W]) Actor(s graph.Step) int {
	if e.actor == nil {
		return -1
	}
	return e.actor(s.Code)
}

// Steps is part of graph.Graph.
func (e *explored[W]) Steps(id uint32, to []graph.Step) []graph.Step {
	e.expand(id)
	e.found = append(e.found[:0], make([]uint32, len(e.keys))...)
	e.search.Set.FindAll(e.keys, e.found)
	next := 0
	for _, t := range e.worker.steps {
		d := &e.details[t]
		step := graph.Step{Code: d.code, To: graph.Nowhere, Class: d.fairness, IsAltered: d.bound != 0}
		if e.transitions[t].sends&isDisabled == 0 {
			step.To = e.found[next]
			next++
		}
		to = append(to, step)
	}
	return to
}

func (e *explored[W]) Numbers() []uint32 { return e.worker.steps }

// expand makes the successors of a state and notes their transitions.
func (e *explored[W]) expand(id uint32) {
	x := e.worker
	x.trace, x.steps = true, x.steps[:0]
	x.refresh()
	e.keys, _, _ = x.expand(e.search.Set.Rows()[id], e.keys[:0])
}

// Parent is part of graph.Graph.
func (e *explored[W]) Parent(id uint32) uint32 {
	marks := e.search.Marks
	i := sort.Search(len(marks), func(i int) bool { return marks[i].State > id }) - 1
	row := e.search.Set.Rows()[id]
	for parent := marks[max(i, 0)].Parent; ; parent++ {
		e.expand(parent)
		for _, k := range e.keys {
			if k == row {
				return parent
			}
		}
	}
}

// Lasting is part of graph.Graph.
func (e *explored[W]) Lasting(id uint32, visit func(graph.Class)) {
	unpack(e.fields, e.search.Set.Rows()[id], e.worker.state)
	for c, value := range e.worker.state {
		for _, class := range e.lastingOf(c, value) {
			visit(class)
		}
	}
}

// lastingOf returns the numbers of the classes that last in a value.
func (t *tables) lastingOf(c int, value uint32) []uint16 {
	p := &t.components[c]
	if len(p.lasting) <= int(value) {
		p.lasting = append(p.lasting, make([][]uint16, len(p.values)-len(p.lasting))...)
	}
	if p.lasting[value] == nil {
		p.lasting[value] = []uint16{}
		for _, f := range t.system.Lasting(c, p.values[value]) {
			if n, known := t.fairnessNumbers[f]; known { // others have no step anywhere
				p.lasting[value] = append(p.lasting[value], n)
			}
		}
	}
	return p.lasting[value]
}

// Bits returns the predicates of a state.
func (e *explored[W]) Bits(id uint32) uint64 {
	x, verdict := e.worker, uint32(0)
	row := e.search.Set.Rows()[id]
	x.refresh()
	if _, key, known := x.look(row); known {
		verdict = x.verdict(row, key)
	}
	if verdict == 0 { // keys have changed since the state was expanded, or it has not been
		unpack(e.fields, row, x.state)
		verdict = e.learner.verdictOf(x.state) + 1
	}
	return e.judgement.verdicts[verdict-1]
}

// verify compares the steps of a state with those of the plain code.
func (e *explored[W]) verify(id uint32) error {
	from := e.Values(id)
	steps, plain := e.Steps(id, nil), Plain(e.system, from)
	if len(steps) != len(plain) {
		return Impure{fmt.Sprintf("Steps of %v emitted %d steps the first time and %d the second", from, len(steps), len(plain))}
	}
	for i, p := range plain {
		var to []Value
		if steps[i].To != graph.Nowhere {
			to = e.Values(steps[i].To)
		}
		if !slices.Equal(to, p.To) || steps[i].Code != p.Code || e.fairness[steps[i].Class] != p.Fairness {
			return Impure{fmt.Sprintf("Steps of %v emitted step %d to %v the first time and step %d to %v the second", from, steps[i].Code, to, p.Code, p.To)}
		}
	}
	return nil
}

// Shown returns a number of what a state shows: equal for states that show the same.
func (e *explored[W]) Shown(id uint32) uint32 {
	unpack(e.fields, e.search.Set.Rows()[id], e.worker.state)
	var key []byte
	common := uint8(0)
	for c, value := range e.worker.state {
		key = appendNumber(key, e.components[c].shown[value])
		common |= e.components[c].common[value]
	}
	key = append(key, common)
	n, known := e.shows[string(key)]
	if !known {
		n = uint32(len(e.shownBy))
		e.shows[string(key)] = n
		e.shownBy = append(e.shownBy, id)
	}
	return n
}

// ViewOf returns what the states with a number show.
func (e *explored[W]) ViewOf(shown uint32) View {
	unpack(e.fields, e.search.Set.Rows()[e.shownBy[shown]], e.worker.state)
	return e.viewOf(e.worker.state)
}

func (e *explored[W]) FairnessOf(c graph.Class) Fairness { return e.fairness[c] }

func (e *explored[W]) free() { e.search.Set.Free() }

func (t *tables) verdictBits(verdict uint32) uint64 { return t.judgement.verdicts[verdict] }

// ValueNumbers returns the numbers of the values of a state, until the next call of a method.
func (e *explored[W]) ValueNumbers(id uint32) []uint32 {
	unpack(e.fields, e.search.Set.Rows()[id], e.worker.state)
	return e.worker.state
}

// Values returns the values of a state.
func (e *explored[W]) Values(id uint32) []Value {
	unpack(e.fields, e.search.Set.Rows()[id], e.worker.state)
	return e.valuesOf(e.worker.state)
}
