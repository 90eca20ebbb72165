package levels

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"path"
	"slices"

	"interrex/checker"
	"interrex/checker/internal/graph"
	"interrex/checker/internal/records"
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

// note notes an edge.
func (d *doing) note(e edge) { d.fresh = append(d.fresh, uint64(e.from), e.word()) }

// lead writes the states of a chunk, and the targets of their steps.
func (d *doing) lead() error {
	d.clearAside()
	d.fresh = d.fresh[:0]
	err := d.eachState(d.Chunk.Rows, func(rank int, s checker.State) error {
		from := uint32(rank)
		if err := d.label(s, uint64(from)); err != nil {
			return err
		}
		err := d.part.Onward(s, func(class graph.Class, to checker.State) error {
			if to == nil {
				d.note(edge{from, class, graph.Nowhere})
				return nil
			}
			return d.label(to, ofStep|uint64(from)<<classBits|uint64(class))
		}, func(class graph.Class) { d.note(edge{from, class, lastsMark}) })
		if err == nil && len(d.fresh) >= d.Words {
			err = d.edges()
		}
		return err
	})
	if err == nil {
		err = d.segment(false)
	}
	return cmp.Or(err, d.edges())
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
	merged, err := d.merge(d.Segments, d.Part, d.width+1)
	if err != nil {
		return err
	}
	defer merged.close()
	to, rank := make([]uint64, d.width), uint32(0)
	d.fresh = d.fresh[:0]
	for merged.next() {
		row, label := merged.now()[:d.width], merged.now()[d.width]
		switch {
		case label&ofStep == 0:
			copy(to, row)
			rank = uint32(label)
			continue
		case !slices.Equal(to, row):
			return errOtherwise
		}
		if d.note(edge{uint32(label &^ ofStep >> classBits), graph.Class(label), rank}); len(d.fresh) < d.Words {
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
	w, err := d.begin(edgeWords)
	if err != nil {
		return err
	}
	w.putAll(records.Unique(d.sort(&d.fresh, edgeWords, edgeWords), edgeWords, edgeWords), func(uint64) int { return 0 })
	d.fresh = d.fresh[:0]
	d.result.Edges = append(d.result.Edges, w.Name)
	return w.close(nil)
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
	merge := &doing{Hands: d.ownPool()[0], Task: named(Task{Kind: "merge"}, 0), ctx: d.ctx, attempt: rand.Text()[:8]}
	edges = merge.object(path.Dir(merge.Result))
	return edges, merge.mergeInto(edges, all, 0, edgeWords)
}
