package component

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"interrex/checker/internal/bfs"
	"interrex/checker/internal/graph"
	"interrex/checker/internal/rows"
	"interrex/checker/internal/stateset"
)

// An explored is the explored graph of a system, or the exploration under way: it makes the workers of the search, and memoizes for them. It
// makes the steps of a state when it is asked for them.
type explored[W stateset.Word] struct {
	*tables
	*bfs.Graph[W]
	*rows.Packer[W]
	memoizer *memoizer
	workers  []*expander[W] // of the search
	worker   *expander[W]   // for the steps of single states
	tally    tally          // of the states that the workers have counted, as far as total has been called
	sorted   int            // ids of tally.mayStutter when they were last sorted

	isAnalysed bool
	recurrence *recurrence       // nil: no transition may be part of a cycle
	shows      map[string]uint32 // the number of what a state shows
	shownBy    []uint32          // for each of these numbers, a state

	measured   int // changes, columns and transitions, when the tables were measured
	tableBytes int // then
}

func newExplored[W stateset.Word](t *tables) *explored[W] {
	l := newMemoizer(t)
	return &explored[W]{tables: t, memoizer: l, worker: newExpander[W](l), Packer: rows.NewPacker[W](t.layout),
		shows: map[string]uint32{}}
}

// Worker is part of bfs.Source.
func (e *explored[W]) Worker() bfs.Expander[W] {
	x := newExpander[W](e.memoizer)
	e.workers = append(e.workers, x)
	return x
}

// Memoize is part of bfs.Source.
func (e *explored[W]) Memoize(row W) (bound string, err error) {
	err = e.memoizer.memoize(e.Unpack(row))
	if p := (*Panic)(nil); errors.As(err, &p) {
		if o, is := p.Value.(Overflow); is {
			return cmp.Or(o.What, "overflow"), nil
		}
	}
	if err == nil && e.layout.IsStale() {
		e.lay(len(row))
		err = e.err
	}
	return "", err
}

// total adds up what the workers have counted.
func (e *explored[W]) total() *tally {
	for _, x := range e.workers {
		e.tally.add(&x.kept)
		x.kept.reset()
	}
	return &e.tally
}

// MayStutter is part of graph.Graph. Each worker has counted its states in order.
func (e *explored[W]) MayStutter() []uint32 {
	ids := e.total().mayStutter
	if len(ids) > e.sorted {
		slices.Sort(ids)
		e.sorted = len(ids)
	}
	return ids
}

func (e *explored[W]) bound() string        { return e.Bound }
func (e *explored[W]) shorter() bfs.Shorter { return e.Search }

// memory measures the tables again once they have grown by an eighth: it is called often.
func (e *explored[W]) memory() (m Memory) {
	if n := len(e.changes) + len(e.columns) + len(e.transitions); n > e.measured+e.measured/8 {
		e.measured, e.tableBytes = n, e.tables.bytes()
	}
	m.RowBytes, m.TableBytes = e.Set.Bytes()
	m.NumberBytes = e.tableBytes
	m.Nodes, m.Steps, m.Runs = len(e.nodes)-1, len(e.transitions)-1, int(e.runs)
	for _, f := range e.fields {
		m.Values += len(f.records) - 1
	}
	return m
}

// bytes returns the memory of the tables, without the contents of values and parts.
func (t *tables) bytes() int {
	const value, inMap = int(unsafe.Sizeof(record{})) + 16 + 5, 40 // with its interface and what it shows; in a map
	const part = 16 + inMap + 4 + 24 + 16                          // with its tree, and a list of one next part
	n := cap(t.nodes)*int(unsafe.Sizeof(node{})) + cap(t.sends)*4 +
		cap(t.transitions)*int(unsafe.Sizeof(transition{})+unsafe.Sizeof(detail{})+16) + // with the next part
		cap(t.entries)*int(unsafe.Sizeof(entry{})) + cap(t.changes)*4
	for _, f := range t.fields {
		n += len(f.records) * (value + inMap)
	}
	for i := range t.parts {
		n += len(t.parts[i].parts) * part
	}
	for i := range t.columns {
		n += int(unsafe.Sizeof(column{})) + cap(t.columns[i].next)*4
	}
	return n
}

// MayCycle is part of graph.Graph.
func (e *explored[W]) MayCycle() bool {
	if !e.Backward {
		return false
	}
	if !e.isAnalysed {
		e.isAnalysed, e.recurrence = true, newRecurrence(e.tables, e.Len())
	}
	return e.recurrence != nil
}

// Make is part of bfs.Maker.
func (e *explored[W]) Make(row W, steps []graph.Step, to []W) ([]graph.Step, []W) {
	x := e.worker
	x.trace, x.steps = true, x.steps[:0]
	x.refresh()
	to, _, _ = x.expand(row, to)
	for _, t := range x.steps {
		d := &e.details[t]
		step := graph.Step{Code: d.code, Class: d.fairness, IsAltered: d.bound != 0}
		if e.transitions[t].sends&isDisabled != 0 {
			step.To = graph.Nowhere
		}
		steps = append(steps, step)
	}
	return steps, to
}

// MayRecur is part of bfs.Maker.
func (e *explored[W]) MayRecur(row W) bool { return e.recurrence.mayStart(e.Unpack(row)) }

// Recurs is part of bfs.Maker.
func (e *explored[W]) Recurs(place int, to W) bool {
	t := e.worker.steps[place]
	return e.recurrence.isTrivial || e.recurrence.now.mayGo[t] && e.recurs(to)
}

// Lost is part of bfs.Maker. The tables do not change what they lead to.
func (e *explored[W]) Lost(row W) { panic(fmt.Sprintf("component: state %v is lost", e.Unpack(row))) }

// recurs reports whether a step from the row unpacked last to a row may be part of a cycle: each value must stay in its strongly
// connected component.
func (e *explored[W]) recurs(row W) bool {
	for c := range e.fields {
		f, scc := &e.fields[c], e.recurrence.now.sccs[c]
		if scc[e.Cells[c]] != scc[row[f.word]>>(f.shift&63)&f.mask] {
			return false
		}
	}
	return true
}

func (e *explored[W]) IsAltered() bool { return e.total().bounds != 0 }
func (e *explored[W]) Classes() int    { return len(e.fairness.keys) - 1 }

func (e *explored[W]) IsStrong(c graph.Class) bool { return e.fairness.keys[c].Strong }

func (e *explored[W]) Numbers() []uint32 { return e.worker.steps }

// Lasting is part of graph.Graph.
func (e *explored[W]) Lasting(id uint32, visit func(graph.Class)) {
	for c, value := range e.Unpack(e.Set.Rows()[id]) {
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
			if n, known := t.fairness.numbers[f]; known { // others have no step anywhere
				p.lasting[value] = append(p.lasting[value], n)
			}
		}
	}
	return p.lasting[value]
}

// Bits returns the predicates of a state.
func (e *explored[W]) Bits(id uint32) uint64 {
	x, verdict := e.worker, uint32(0)
	row := e.Set.Rows()[id]
	x.refresh()
	if _, key, known := x.look(row); known {
		verdict = x.verdict(row, key)
	}
	if verdict == 0 { // keys have changed since the state was expanded, or it has not been
		verdict = e.memoizer.verdictOf(e.Unpack(row)) + 1
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
	numbers := slices.Clone(e.Numbers())
	for i, step := range steps {
		var to []Value
		if step.To != graph.Nowhere {
			to = e.Values(step.To)
		}
		d, p := e.details[numbers[i]], plain[i]
		was := Step{Code: d.code, Fairness: e.fairness.keys[d.fairness], Bound: int(d.bound), Action: e.actions.keys[d.action]}
		is := Step{Code: p.Code, Fairness: p.Fairness, Bound: p.Bound, Action: p.Action}
		if was.words() != is.words() || !slices.Equal(to, p.To) {
			return Impure{fmt.Sprintf("Steps of %v emitted %s to %v the first time and %s to %v the second", from, was.words(), to, is.words(), p.To)}
		}
	}
	return nil
}

// words says which step it is, and what the report and liveness need of it.
func (s *Step) words() string {
	words := fmt.Sprintf("step %d", s.Code)
	if s.Fairness.Class != nil {
		words += fmt.Sprintf(" of class %+v", s.Fairness)
	}
	if s.Bound != 0 {
		words += fmt.Sprintf(" with bound %d", s.Bound)
	}
	if s.Action != "" {
		words += fmt.Sprintf(" of action %q", s.Action)
	}
	return words
}

// Shown returns a number of what a state shows: equal for states that show the same.
func (e *explored[W]) Shown(id uint32) uint32 {
	var key []byte
	common := uint8(0)
	for c, value := range e.Unpack(e.Set.Rows()[id]) {
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
	return e.viewOf(e.Unpack(e.Set.Rows()[e.shownBy[shown]]))
}

func (e *explored[W]) FairnessOf(c graph.Class) Fairness { return e.fairness.keys[c] }

func (e *explored[W]) free() { e.Set.Free() }

func (t *tables) verdictBits(verdict uint32) uint64 { return t.judgement.verdicts[verdict] }

// ValueNumbers returns the numbers of the values of a state, until the next call of a method.
func (e *explored[W]) ValueNumbers(id uint32) []uint32 { return e.Unpack(e.Set.Rows()[id]) }

// Values returns the values of a state.
func (e *explored[W]) Values(id uint32) []Value { return e.valuesOf(e.ValueNumbers(id)) }
