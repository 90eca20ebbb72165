package levels

import (
	"cmp"
	"errors"
	"fmt"
	"path"
	"slices"

	"interrex/checker"
	"interrex/checker/internal/graph"
)

// If the graph may have cycles and has no room in memory, three more kinds of tasks make a file of its edges:
//
//	lead    a chunk: write the candidates, the states in which runs that violate some property may stay, and the targets of
//	        their steps, by shard;
//	join    a shard: write an edge for each step from a candidate to a candidate, from rank to rank;
//	order   some ranks: sort the edges that leave them.

// surveying is the folder of these results. They stay until liveness is decided.
const surveying = passing + "liveness/"

// A label marks a row as a candidate, or as the target of a step from a candidate, by the rank of the candidate. A candidate
// sorts before the steps that lead to it.
const ofStep = 1 << 63

// An edge is a step from a candidate to another. It is a record of two words. Another record of two words says that runs that
// violate a property may stay in a candidate: its number is that of the target, less inside.
type edge struct{ from, to uint64 }

const inside = 1 << 62

func edgeOf(record []uint64) edge { return edge{record[0], record[1]} }

func (e edge) append(to []uint64) []uint64 { return append(to, e.from, e.to) }

// isStep reports whether the edge leads to a candidate.
func (e edge) isStep() bool { return e.to < inside }

// lead writes the candidates of a chunk, and the targets of their steps.
func (d *doing) lead() error {
	d.clearAside()
	d.fresh = d.fresh[:0]
	err := d.eachState(d.Chunk.Rows, func(rank int, s checker.State) error {
		isCandidate := false
		for n, p := range d.properties {
			if !p.IsLiveness() {
				continue
			}
			may, err := d.part.MayStay(n, s)
			if err != nil {
				return err
			}
			if may {
				d.say(edge{uint64(rank), inside + uint64(n)})
				isCandidate = true
			}
		}
		if !isCandidate {
			return nil
		}
		return d.leadFrom(rank, s)
	})
	if err == nil {
		err = d.segment(rowOrigin, false)
	}
	return cmp.Or(err, d.edges())
}

// say notes an edge.
func (d *doing) say(e edge) { d.fresh = e.append(d.fresh) }

// leadFrom is lead for a candidate.
func (d *doing) leadFrom(rank int, s checker.State) error {
	if err := d.label(s, uint64(rank)); err != nil {
		return err
	}
	err := d.part.Onward(s, func(_ graph.Class, to checker.State) error {
		if to == nil {
			return nil
		}
		return d.label(to, ofStep|uint64(rank))
	}, func(graph.Class) {})
	if err == nil && len(d.fresh) >= d.Words {
		err = d.edges()
	}
	return err
}

// errOtherwise is the error of a System that is not deterministic.
var errOtherwise = errors.New("the system does something else than when the store was begun")

// label sets a row aside with a label.
func (d *doing) label(s checker.State, label uint64) error {
	isKnown, err := d.names.rowOf(s, d.row)
	if err == nil && !isKnown {
		err = errOtherwise
	}
	return cmp.Or(err, d.setAside(label))
}

// join writes the edges to the candidates of a shard.
func (d *doing) join() error {
	merged, err := d.merge(d.Segments, d.Shard, d.Shard+1, rowOrigin)
	if err != nil {
		return err
	}
	defer merged.close()
	words := d.width
	candidate, to := make([]uint64, words), uint64(inside)
	d.fresh = d.fresh[:0]
	for merged.next() {
		row, label := merged.now()[:words], merged.now()[words]
		if label&ofStep == 0 {
			copy(candidate, row)
			to = label
			continue
		}
		if to == inside || !slices.Equal(candidate, row) {
			continue
		}
		if d.say(edge{label &^ ofStep, to}); len(d.fresh) < d.Words {
			continue
		}
		if err := cmp.Or(d.ctx.Err(), d.edges()); err != nil {
			return err
		}
	}
	return cmp.Or(merged.err, d.edges())
}

// edges writes edges in their order, each once.
func (d *doing) edges() error {
	if len(d.fresh) == 0 {
		return nil
	}
	name := d.object(path.Dir(d.Result))
	w, err := newRowWriter(d.store, name, originRow, 1)
	if err != nil {
		return err
	}
	sorted := d.sort(&d.fresh, w.stride, columnsOf(0, w.stride))
	var last []uint64
	for at := 0; at < len(sorted); at += w.stride {
		record := sorted[at : at+w.stride]
		if !slices.Equal(record, last) {
			w.put(int(record[0])/d.Span, record)
		}
		last = record
	}
	d.fresh = d.fresh[:0]
	d.result.Edges = append(d.result.Edges, name)
	return w.close(nil)
}

// order makes one object of some edges.
func (d *doing) order() error {
	d.width = 1
	name := d.object(path.Dir(d.Result))
	d.result.Edges = []string{name}
	return d.mergeInto(name, d.Segments, d.From, d.To, originRow)
}

// surveyAs gives a task the name of its result, and the rest that all have in common.
func (d *driver) surveyAs(t Task, index int) Task {
	t.Lessons, t.Settings = d.level.Lessons, d.settings
	t.Span = (d.level.states() + mostOrders - 1) / mostOrders
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

// mostOrders is how many tasks order the edges.
const mostOrders = 16

// edges returns the objects of all edges, in their order.
func (d *driver) edges() (edges []string, err error) {
	isSmall := d.level.states() <= d.Alone
	var leads, joins, orders []Task
	for i, c := range d.chunks() {
		leads = append(leads, d.surveyAs(Task{Kind: "lead", Chunk: c}, i))
	}
	led, err := d.do(leads, isSmall)
	if err != nil {
		return nil, err
	}
	join, order := Task{Kind: "join"}, Task{Kind: "order"}
	for _, r := range led {
		join.Segments = append(join.Segments, r.Segments...)
		order.Segments = append(order.Segments, r.Edges...)
	}
	for join.Shard = range d.settings.Shards {
		joins = append(joins, d.surveyAs(join, join.Shard))
	}
	joined, err := d.do(joins, isSmall)
	if err != nil {
		return nil, err
	}
	for _, r := range joined {
		order.Segments = append(order.Segments, r.Edges...)
	}
	for order.From = range mostOrders {
		order.To = order.From + 1
		orders = append(orders, d.surveyAs(order, order.From))
	}
	ordered, err := d.do(orders, isSmall)
	for _, r := range ordered {
		edges = append(edges, r.Edges...)
	}
	return edges, err
}

// chunks are all states.
func (d *driver) chunks() []Chunk {
	return slices.Concat(slices.Concat(d.level.Before...), d.level.Chunks)
}
