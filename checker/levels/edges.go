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

// If the graph has no room in memory, two more kinds of tasks make edges. The driver has them done in its own process,
// and merges the edges.
//
//	lead    a chunk: write its states with their ranks, and the targets of their steps with the ranks of their sources, by shard;
//	join    a shard: write an edge for each step, from rank to rank.

// surveying is the folder of these results. They stay until liveness is decided.
const surveying = passing + "liveness/"

// ofStep marks the label of a row that is the target of a step: the rank of the source, and the class of the step. The
// label of any other row is the rank of the state itself. It sorts before the steps that lead to the state.
const (
	ofStep    = 1 << 63
	classBits = 16
)

// An edge is a step of a class of fairness from rank to rank. Its target is graph.Nowhere if a bound has altered or
// disabled it, and lastsMark if there is no step and the class lasts.
type edge struct {
	from  uint32
	class graph.Class
	to    uint32
}

const (
	lastsMark = graph.Nowhere - 1
	edgeWords = 2 // of the record of an edge: its source, and its word
)

func edgeOf(from, word uint64) edge { return edge{uint32(from), graph.Class(word >> 32), uint32(word)} }

func (e edge) word() uint64 { return uint64(e.class)<<32 | uint64(e.to) }

// isStep reports whether the edge leads to a state.
func (e edge) isStep() bool { return e.to < lastsMark }

// put adds an edge to those to sort.
func (e edge) put(to *sorter) error { return to.put(0, uint64(e.from), e.word()) }

// lead writes the states of a chunk, and the targets of their steps.
func (d *doing) lead() (err error) {
	d.aside = d.sorter(0, d.width+1, d.width+1)
	edges := d.sorter(1, edgeWords, edgeWords)
	err = d.eachState(d.Chunk.Rows, func(rank int, s checker.State) error {
		from := uint32(rank)
		if err := d.label(s, uint64(from)); err != nil {
			return err
		}
		var failed error
		err := d.part.Onward(s, func(class graph.Class, to checker.State) error {
			if to == nil {
				return edge{from, class, graph.Nowhere}.put(edges)
			}
			return d.label(to, ofStep|uint64(from)<<classBits|uint64(class))
		}, func(class graph.Class) { failed = cmp.Or(failed, edge{from, class, lastsMark}.put(edges)) })
		return cmp.Or(err, failed)
	})
	if err != nil {
		return err
	}
	if d.result.Segments, err = d.aside.end(); err == nil {
		d.result.Edges, err = edges.end()
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

// join writes the edges to the states of a shard.
func (d *doing) join() error {
	edges, to, rank := d.sorter(1, edgeWords, edgeWords), make([]uint64, d.width), uint32(0)
	err := d.merge(d.Segments, d.Part, d.width+1, func(record []uint64) error {
		row, label := record[:d.width], record[d.width]
		switch {
		case label&ofStep == 0:
			copy(to, row)
			rank = uint32(label)
			return nil
		case !slices.Equal(to, row):
			return errOtherwise
		}
		return edge{uint32(label &^ ofStep >> classBits), graph.Class(label), rank}.put(edges)
	})
	if err == nil {
		d.result.Edges, err = edges.end()
	}
	return err
}

// edges returns the object of all edges.
func (d *driver) edges() (edges string, err error) {
	named := func(t Task, index int) Task {
		t.Settings, t.Result = d.settings, fmt.Sprintf("%s%s-%06d", surveying, t.Kind, index)
		return t
	}
	var leads, joins []Task
	for i, c := range d.level.chunks() {
		leads = append(leads, named(Task{Kind: "lead", Chunk: c}, i))
	}
	led, err := d.do(leads, false)
	if err != nil {
		return "", err
	}
	join, all := Task{Kind: "join"}, []string(nil)
	for _, r := range led {
		join.Segments, all = append(join.Segments, r.Segments...), append(all, r.Edges...)
	}
	for join.Part = range d.settings.Shards {
		joins = append(joins, named(join, join.Part))
	}
	joined, err := d.do(joins, false)
	if err != nil {
		return "", err
	}
	for _, r := range joined {
		all = append(all, r.Edges...)
	}
	merge, err := d.ownPool()[0].begin(d.ctx, named(Task{Kind: "merge"}, 0))
	if err != nil {
		return "", err
	}
	edges = merge.object(path.Dir(merge.Result))
	return edges, merge.mergeInto(edges, all, 0, edgeWords)
}
