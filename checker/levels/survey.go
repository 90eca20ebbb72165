package levels

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"interrex/checker"
)

// When all is explored, four more kinds of tasks prepare the decision of liveness:
//
//	survey  a chunk: expand its states again, to find states of rest in which violating runs may end, and states that teach which steps
//	        may be part of a cycle. The driver combines these into a schooling;
//	lead    a chunk: write the candidates, the sources of steps that may be part of a cycle, and the targets of these steps, by shard;
//	join    a shard: write an edge for each step to a candidate, from number to number;
//	order   some candidates: sort the edges that leave them.

// surveying is the folder of these results. They stay until liveness is decided.
const surveying = passing + "liveness/"

// A schooling is states that teach which steps may be part of a cycle.
type schooling struct {
	Blind  bool // nothing can be told
	Duties int
	Of     int // states
	States [][]uint32
}

// survey surveys a chunk with a new Part, since the result of an earlier survey may be lost.
func (d *doing) survey() error {
	d.forget()
	d.part.Foresee(min(d.Chunk.Rank+d.Chunk.Rows, d.Words)) // what is known of steps takes memory in proportion
	d.result.Rests = make([]bool, len(d.properties))
	teach, canTell := []int(nil), true
	err := d.guard(func() error {
		err := d.hold()
		if err == nil {
			teach, canTell, err = d.part.Survey(d.result.Rests)
		}
		return err
	})
	if err != nil {
		return d.fail(err)
	}
	words := d.layout.words
	for _, n := range teach {
		numbers := make([]uint32, len(d.names.kindOf))
		d.layout.unpack(d.rows[n*words:(n+1)*words], numbers)
		d.result.Taught = append(d.result.Taught, numbers)
	}
	d.result.Blind, d.result.Duties = !canTell, d.part.Duties()
	return nil
}

// forget begins with a new Part.
func (h *Hands) forget() {
	h.part.Close()
	h.part, h.learnt, h.emitted = checker.NewPart(h.system, h.properties), "", 0
	h.translator = newTranslator(h.names, h.part, h.system.Width())
}

// school has the Part learn from nothing but a schooling, unless it has.
func (h *Hands) school(name string) error {
	if h.learnt == name {
		return nil
	}
	var s schooling
	if err := readRecord(h.store, name, &s); err != nil {
		return err
	}
	h.forget()
	h.part.Foresee(s.Of)
	if _, _, err := h.condense(name, s.States); err != nil {
		return err
	}
	h.part.Owe(s.Duties)
	h.learnt, h.cycles, h.packing = name, h.part.Recurrence(!s.Blind), h.part.Packing()
	if s.Blind {
		h.packing = nil
	}
	return nil
}

// isLost reports whether the steps that recur are no longer known: too many views were met since the schooling.
func (h *Hands) isLost() bool { return h.packing != nil && h.part.Packing() != h.packing }

// condense has the Part learn from the states in an object, and returns those that taught it something new.
func (h *Hands) condense(object string, states [][]uint32) (more [][]uint32, canTell bool, err error) {
	h.translator.begin()
	h.part.Hold(0)
	row := make([]uint64, h.names.layout.words)
	for _, numbers := range states {
		clear(row)
		h.names.layout.pack(numbers, row)
		if err := h.translator.enter(row, 0); err != nil {
			return nil, false, damaged(object, err.Error())
		}
	}
	teach, canTell, err := h.part.Survey(make([]bool, len(h.properties)))
	for _, n := range teach {
		more = append(more, states[n])
	}
	return more, canTell, err
}

// A label marks a row as a candidate, or as the target of a step from a candidate. The candidate is given by its chunk and its place
// among those of the chunk. A candidate sorts before the steps that lead to it.
type label uint64

const (
	ofStep   = label(1) << 63
	dutyBits = 16
)

func labelOf(chunk, place int) label { return label(chunk<<placeBits|place) << dutyBits }

// edge is one from the candidate, if the first of each chunk has these numbers.
func (l label) edge(begins []int) edge {
	at := int(l &^ ofStep >> dutyBits)
	return edge{uint64(begins[at>>placeBits] + at&(1<<placeBits-1)), nowhere, int(l&(1<<dutyBits-1)) - 1}
}

// lead writes the candidates of a chunk, and the targets of their steps that may be part of a cycle.
func (d *doing) lead() error {
	if err := d.guard(func() error { return cmp.Or(d.school(d.Schooling), d.hold()) }); err != nil {
		return d.fail(err)
	}
	d.clearAside()
	err := d.guard(func() error {
		for n := range d.Chunk.Rows {
			if d.cycles.Leaves(d.part.Held(n)) {
				if err := d.leadFrom(n); err != nil {
					return err
				}
				d.result.Candidates++
			}
		}
		return d.ctx.Err()
	})
	if err != nil {
		return d.fail(err)
	}
	d.result.Blind = d.isLost()
	return d.segment(rowOrigin, false)
}

// leadFrom is lead for a state.
func (d *doing) leadFrom(state int) error {
	words, from := d.layout.words, labelOf(d.From, d.result.Candidates)
	row := d.rows[state*words : (state+1)*words]
	if err := d.setLabelled(row, d.layout.weightOf(row), from); err != nil {
		return err
	}
	return d.part.Onward(d.cycles, state, func(duty int, to checker.Row) error {
		if to == nil {
			return nil
		}
		row, weight, err := d.canonical(state, to)
		if row == nil {
			return cmp.Or(err, errOtherwise)
		}
		return d.setLabelled(row, weight, from|ofStep|label(duty+1))
	})
}

// errOtherwise is the error of a System that is not deterministic.
var errOtherwise = errors.New("the system does something else than when the store was begun")

// setLabelled sets a row aside with its label.
func (d *doing) setLabelled(row []uint64, weight uint64, l label) error {
	at := &d.aside[hash(weight)%uint64(d.Shards)]
	*at = append(append(*at, row...), uint64(l))
	if d.words += len(row) + 1; d.words < d.Words {
		return nil
	}
	return cmp.Or(d.ctx.Err(), d.segment(rowOrigin, false))
}

// join writes the edges to the candidates of a shard, in parts of Span candidates.
func (d *doing) join() error {
	merged, err := d.merge(d.Segments, d.Shard, d.Shard+1, rowOrigin)
	if err != nil {
		return err
	}
	defer merged.close()
	words := d.layout.words
	candidate, to := make([]uint64, words), uint64(nowhere)
	d.fresh = d.fresh[:0]
	for merged.next() {
		row, l := merged.now()[:words], label(merged.now()[words])
		e := l.edge(d.Begins)
		if l&ofStep == 0 {
			copy(candidate, row)
			to = e.from
			continue
		}
		if to == nowhere || !slices.Equal(candidate, row) {
			continue
		}
		e.to = to
		if d.fresh = e.append(d.fresh); len(d.fresh) < d.Words {
			continue
		}
		if err := cmp.Or(d.ctx.Err(), d.edges()); err != nil {
			return err
		}
	}
	return cmp.Or(merged.err, d.edges())
}

// edges writes edges in their order.
func (d *doing) edges() error {
	if len(d.fresh) == 0 {
		return nil
	}
	name := d.object(path.Dir(d.Result))
	w, err := newRowWriter(d.store, name, originRow, edgeLayout())
	if err != nil {
		return err
	}
	sorted := d.sort(&d.fresh, w.stride, columnsOf(0, w.stride))
	for at := 0; at < len(sorted); at += w.stride {
		w.put(int(sorted[at])/d.Span, sorted[at:at+w.stride])
	}
	d.fresh = d.fresh[:0]
	d.result.Segments = append(d.result.Segments, name)
	return w.close(nil)
}

// order makes one object of some edges.
func (d *doing) order() error {
	d.layout = *edgeLayout()
	name := d.object(path.Dir(d.Result))
	d.result.Segments = []string{name}
	return d.mergeInto(name, d.Segments, d.From, d.To, originRow)
}

// surveyed is what the tasks of all four kinds come to.
type surveyed struct {
	rests     []bool // of which properties violating runs may end in a state of rest
	schooling string // the object of it
	begins    []int  // of each chunk, the number of its first candidate
	count     int    // of candidates
	labelled  []string
}

// chunks are all states.
func (d *driver) chunks() []Chunk {
	return slices.Concat(append(d.level.Before[:len(d.level.Before):len(d.level.Before)], d.level.Chunks)...)
}

// surveyAs gives a task the name of its result, and the rest that all have in common.
func (d *driver) surveyAs(t Task, index int) Task {
	t.Lessons, t.Settings = d.level.Lessons, d.settings
	t.Result = fmt.Sprintf("%s%s-%06d", d.surveying(), t.Kind, index)
	return t
}

// surveying is the folder of what is found out, unless it has been damaged.
func (d *driver) surveying() string {
	if d.mended == 0 {
		return surveying
	}
	return fmt.Sprintf("%s%d-", surveying, d.mended)
}

// survey has all states surveyed.
func (d *driver) survey() (*surveyed, error) {
	var tasks []Task
	for i, c := range d.chunks() {
		tasks = append(tasks, d.surveyAs(Task{Kind: "survey", Chunk: c}, i))
	}
	found, all := &surveyed{rests: make([]bool, len(d.properties)), schooling: d.surveying() + "schooling"}, schooling{Of: d.level.states()}
	d.own.learnt = "" // nothing is under way yet
	d.batch.of = len(tasks)
	defer func() { d.batch = batch{} }()
	for some := range slices.Chunk(tasks, surveysAtATime) {
		results, err := d.do(some, d.isSmallWhole())
		if err == nil {
			err = d.gather(results, found, &all)
		}
		if err != nil {
			return nil, err
		}
		d.batch.before += len(some)
	}
	if all.Blind {
		all.States = nil
	}
	err := ignore(writeRecord(d.Store, found.schooling, all), fs.ErrExist)
	return found, cmp.Or(err, d.own.school(found.schooling))
}

// surveysAtATime is the number of results of surveys in memory.
const surveysAtATime = 64

// gather adds the results of some surveys.
func (d *driver) gather(results []result, found *surveyed, all *schooling) error {
	if d.own.learnt != underWay { // as when it has surveyed itself
		d.own.forget()
		d.own.part.Foresee(all.Of)
		d.own.learnt = underWay
	}
	for _, r := range results {
		for n, rests := range r.Rests {
			found.rests[n] = found.rests[n] || rests
		}
		more, canTell, err := d.own.condense(d.surveying()+"survey", r.Taught)
		if err != nil {
			return err
		}
		all.States = append(all.States, more...)
		all.Blind, all.Duties = all.Blind || r.Blind || !canTell, max(all.Duties, r.Duties)
	}
	return nil
}

// underWay stands for the schooling that is put together now.
const underWay = "a schooling under way"

// isSmallWhole reports whether all states are so few that the driver is faster alone.
func (d *driver) isSmallWhole() bool { return d.level.states() <= d.Alone }

// lead finds the candidates.
func (d *driver) lead(found *surveyed) error {
	var tasks []Task
	for i, c := range d.chunks() {
		tasks = append(tasks, d.surveyAs(Task{Kind: "lead", Chunk: c, From: i, Schooling: found.schooling}, i))
	}
	results, err := d.do(tasks, d.isSmallWhole())
	for _, r := range results {
		err = cmp.Or(err, found.add(r))
	}
	return err
}

// add adds the candidates of a chunk.
func (s *surveyed) add(r result) error {
	s.begins = append(s.begins, s.count)
	s.labelled = append(s.labelled, r.Segments...)
	if r.Blind { // after all
		return bounded("memory")
	}
	if s.count += r.Candidates; s.count > lasts {
		return fmt.Errorf("more than %d states may be part of a cycle: they cannot be numbered", uint64(lasts))
	}
	return nil
}

// join returns the objects of all edges, in their order.
func (d *driver) join(found *surveyed) (edges []string, err error) {
	var joins, orders []Task
	span := (found.count + mostOrders - 1) / mostOrders
	for shard := range d.settings.Shards {
		joins = append(joins, d.surveyAs(Task{Kind: "join", Shard: shard, Segments: found.labelled, Begins: found.begins, Span: span}, shard))
	}
	joined, err := d.do(joins, d.isSmallWhole())
	if err != nil {
		return nil, err
	}
	order := Task{Kind: "order"}
	for _, r := range joined {
		order.Segments = append(order.Segments, r.Segments...)
	}
	for part := range mostOrders {
		order.From, order.To = part, part+1
		orders = append(orders, d.surveyAs(order, part))
	}
	ordered, err := d.do(orders, d.isSmallWhole())
	for _, r := range ordered {
		edges = append(edges, r.Segments...)
	}
	return edges, err
}

// mostOrders is how many tasks order the edges.
const mostOrders = 16
