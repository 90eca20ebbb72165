package levels

import (
	"cmp"
	"errors"
	"path"
	"runtime/debug"
	"slices"

	"interrex/checker"
	"interrex/checker/internal/graph"
	"interrex/checker/internal/liveness"
)

// decide decides liveness as far as possible, or sets the bound that stopped it.
func (d *driver) decide(found *checker.Explored) error {
	isDecided, err := d.decideQuickly(found)
	if err == nil && !isDecided && d.level.Over {
		found.Lassos, found.Left, err = d.decideFromFiles()
		if d.retries(err) {
			found.Lassos, found.Left, err = d.decideFromFiles()
		}
		if err == nil && found.Left == 0 { // otherwise a check with more memory needs the edges
			err = removeAll(d.Store, livenessFolder)
		}
	}
	if found.Stopped = d.contextBound(); found.Stopped != "" {
		return nil
	}
	if errors.Is(markFull(err), ErrFull) {
		found.Stopped, err = "disk", nil
	}
	return err
}

// decideQuickly decides liveness without files if there are no cycles and no rests, or the graph fits into memory.
func (d *driver) decideQuickly(found *checker.Explored) (isDecided bool, err error) {
	if !slices.ContainsFunc(d.properties, checker.Property.IsLiveness) {
		return true, nil
	}
	if d.level.Over && !d.level.Back && len(d.level.Tally.Rests) == 0 {
		found.Lassos = map[int]*checker.Path{}
		for n := range d.properties {
			found.Lassos[n] = nil
		}
		return true, nil
	}
	if d.room > 0 {
		return false, nil
	}
	d.pool, d.own.sorters, d.own.other = nil, [2]sorter{}, nil
	debug.FreeOSMemory()
	check := d.Check
	if d.level.Over { // the bounds of this check are smaller than the store
		check.MaxStates, check.MaxDepth = 0, 0
	}
	return found.CheckInMemory(d.ctx, check)
}

// decideFromFiles decides liveness from files. If the states that may be on a cycle do not fit into memory, it returns
// their number.
func (d *driver) decideFromFiles() (lassos map[int]*checker.Path, left int, err error) {
	if n, most := d.level.states(), d.Check.MaxMemory; n > checker.MostStates || most > 0 && uint64(n) > most/setBytes {
		return nil, n, nil
	}
	edges, err := d.edges()
	if err != nil {
		return nil, 0, err
	}
	g, err := d.openGraph(edges)
	if err != nil {
		return nil, 0, err
	}
	defer g.close()
	violations := make([]liveness.Violation[uint32], len(d.properties))
	for n, p := range d.properties {
		if isFromFiles(p) {
			if violations[n], err = g.mark(n); err != nil {
				return nil, 0, err
			}
		}
	}
	if left, err = g.trim(); err != nil || left > d.trimmingRoom() {
		return nil, left, err
	}
	if err := g.scan(); err != nil {
		return nil, 0, err
	}
	lassos, err = d.find(g, violations)
	return lassos, 0, err
}

// isFromFiles reports whether a property is decided from files. A property that is asked aside is not: it would need
// memory for more states.
func isFromFiles(p checker.Property) bool { return p.IsLiveness() && !p.IsAside() }

// find decides the liveness properties. A lasso is nil if no run violates its property.
func (d *driver) find(g *storedGraph, violations []liveness.Violation[uint32]) (lassos map[int]*checker.Path, err error) {
	var finder *liveness.Finder
	lassos = map[int]*checker.Path{}
	for n, p := range d.properties {
		if !isFromFiles(p) {
			continue
		}
		d.reportProgress(0, checker.Tasks{Kind: "decide", Property: p.Name})
		err := d.own.part.Guarded(n, func() (err error) {
			if finder == nil {
				finder = liveness.New(g, []liveness.Violation[uint32]{{Lasts: g.left.Has}})
			}
			lassos[n] = nil
			if lasso := finder.Find(violations[n]); lasso != nil {
				lassos[n], err = g.path(lasso)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if l := lassos[n]; l != nil && !p.IsUnasked() {
			d.lassos = append(d.lassos, checker.Violation{Property: p, Steps: len(l.Stem)})
		}
	}
	return lassos, nil
}

// If the graph does not fit into memory, two more kinds of tasks make edges. The driver executes them in its own process,
// and merges the edges.
//
//	lead    a chunk: write its states with their ranks, and the targets of their steps with the ranks of their sources, by shard;
//	join    a shard: write an edge for each step, from rank to rank.

// livenessFolder is the folder of these results. They stay until liveness is decided.
const livenessFolder = temporary + "liveness/"

// ofStep marks the label of a row that is the target of a step: the rank of the source, and the class of the step. The
// label of any other row is the rank of the state itself. It sorts before the steps that lead to the state.
const (
	ofStep    = 1 << 63
	classBits = 16
)

// An edge is a step of a class of fairness from rank to rank. Its target is graph.Nowhere if a bound has altered or
// disabled it. With the target lastsMark there is no step: the class lasts in the state.
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
func (r *taskRun) lead() (err error) {
	r.rows = r.sorter(0, r.width+1, r.width+1)
	edges := r.sorter(1, edgeWords, edgeWords)
	err = r.eachState(r.Chunk.Rows, func(rank int, s checker.State) error {
		from := uint32(rank)
		if err := r.putLabelled(s, uint64(from)); err != nil {
			return err
		}
		var failed error
		err := r.part.Onward(s, func(class graph.Class, to checker.State) error {
			if to == nil {
				return edge{from, class, graph.Nowhere}.put(edges)
			}
			return r.putLabelled(to, ofStep|uint64(from)<<classBits|uint64(class))
		}, func(class graph.Class) { failed = cmp.Or(failed, edge{from, class, lastsMark}.put(edges)) })
		return cmp.Or(err, failed)
	})
	if err != nil {
		return err
	}
	if r.result.Segments, err = r.rows.end(); err == nil {
		r.result.Edges, err = edges.end()
	}
	return err
}

// errNotDeterministic is the error of a System that is not deterministic.
var errNotDeterministic = errors.New("the system does something else than when the store was begun")

// putLabelled sorts the row of a state, with a label.
func (r *taskRun) putLabelled(s checker.State, label uint64) error {
	isKnown, err := r.names.rowOf(s, r.row)
	if err == nil && !isKnown {
		err = errNotDeterministic
	}
	return cmp.Or(err, r.putRow(label))
}

// join writes the edges to the states of a shard.
func (r *taskRun) join() error {
	edges, to, rank := r.sorter(1, edgeWords, edgeWords), make([]uint64, r.width), uint32(0)
	err := r.merge(r.Segments, r.Part, r.width+1, func(record []uint64) error {
		row, label := record[:r.width], record[r.width]
		switch {
		case label&ofStep == 0:
			copy(to, row)
			rank = uint32(label)
			return nil
		case !slices.Equal(to, row):
			return errNotDeterministic
		}
		return edge{uint32(label &^ ofStep >> classBits), graph.Class(label), rank}.put(edges)
	})
	if err == nil {
		r.result.Edges, err = edges.end()
	}
	return err
}

// edges returns the object of all edges.
func (d *driver) edges() (edges string, err error) {
	var leads, joins []Task
	for _, c := range d.level.States {
		leads = append(leads, Task{Kind: "lead", Chunk: c})
	}
	led, err := d.runTasks(livenessFolder, leads, false)
	if err != nil {
		return "", err
	}
	for shard := range d.settings.Shards {
		joins = append(joins, Task{Kind: "join", Part: shard, Segments: led.Segments})
	}
	joined, err := d.runTasks(livenessFolder, joins, false)
	if err != nil {
		return "", err
	}
	merging, err := d.ownPool()[0].begin(d.ctx, Task{Result: livenessFolder + "merge", Settings: d.settings})
	if err != nil {
		return "", err
	}
	edges = merging.object(path.Dir(merging.Result))
	return edges, merging.mergeInto(edges, slices.Concat(led.Edges, joined.Edges), 0, edgeWords)
}
