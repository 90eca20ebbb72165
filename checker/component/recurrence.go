package component

import (
	"math/bits"
	"slices"

	"interrex/checker/internal/scc"
)

// A recurrence says which transitions may be part of a cycle of states. It looks at the tables alone.
//
// On a cycle of states each component comes back to its value. So each change of a value on it lies within a strongly
// connected component of the graph of the values of that component. The edges of this graph are the transitions that may recur,
// and the changes that their messages make. A transition does not recur if it leaves its strongly connected component, or if it
// sends a message that no receiver takes within one. Without its edge the strongly connected components may be smaller. This is
// repeated until nothing changes.
type recurrence struct {
	*tables
	isTrivial bool // all may recur: the tables are too large to be analysed

	trees  map[uint32][]uint32 // by root, the transitions that no bound has altered or disabled
	of     []ownEdge           // of all values
	mayGo  []bool              // by transition: it may recur, from some value
	isSent []bool              // by column: a transition that may recur sends it
	sccs   [][]uint32          // by component and value, the strongly connected component
	starts [][]bool            // by component and value: a transition of the value may recur
}

// An ownEdge is a transition as an edge between values of its component.
type ownEdge struct {
	component            int
	from, to, transition uint32
}

// mostRounds bounds the rounds: what is left then may recur.
const mostRounds = 100

// newRecurrence returns nil if no transition may recur. If the tables are larger than the graph of states, a search of the graph is
// faster than the analysis.
func newRecurrence(t *tables, states int) *recurrence {
	if len(t.nodes)+len(t.changes)-len(t.rows) > 2*states {
		return &recurrence{isTrivial: true}
	}
	r := &recurrence{tables: t, trees: map[uint32][]uint32{}, mayGo: make([]bool, len(t.transitions)), sccs: make([][]uint32, len(t.components))}
	for c := range t.components {
		r.collect(c)
	}
	r.isSent = r.columnsSent()
	isStale := slices.Repeat([]bool{true}, len(r.components))
	for range mostRounds {
		for c, is := range isStale {
			if is {
				r.divide(c)
			}
		}
		if isStale = r.prune(); !slices.Contains(isStale, true) {
			break
		}
	}
	if len(r.of) == 0 {
		return nil
	}
	for c := range r.fields {
		r.starts = append(r.starts, make([]bool, len(r.fields[c].records)))
	}
	for _, e := range r.of {
		r.starts[e.component][e.from] = true
	}
	return r
}

// mayStart reports whether a step from a state may be part of a cycle.
func (r *recurrence) mayStart(state []uint32) bool {
	if r.isTrivial {
		return true
	}
	for c, value := range state {
		if r.starts[c][value] {
			return true
		}
	}
	return false
}

// collect lists the transitions of the values of component c.
func (r *recurrence) collect(c int) {
	for value := 1; value < len(r.fields[c].records); value++ {
		at := r.fields[c].records[value].rows
		if at == 0 {
			continue
		}
		for _, row := range r.rows[at:][:r.rowsOf(c, value)] {
			r.collectRow(ownEdge{component: c, from: uint32(value)}, row)
		}
	}
}

// rowsOf returns the number of rows of a value.
func (r *recurrence) rowsOf(c, value int) (rows int) {
	rows = bits.OnesCount64(r.fields[c].records[value].classes)
	for _, more := range r.components[c].more {
		rows += bits.OnesCount64(more[value])
	}
	return rows
}

// collectRow lists the transitions of a row.
func (r *recurrence) collectRow(e ownEdge, of row) {
	changes := r.changes[of.changes+1:][:r.changes[of.changes]]
	for _, i := range r.transitionsOf(of.tree) {
		if place := int(r.transitions[i].next) - 1; place < len(changes) && changes[place] != unknownChange {
			e.to, e.transition = e.from^changes[place], i
			r.of = append(r.of, e)
		}
	}
}

// transitionsOf lists the transitions of a tree that no bound has altered or disabled.
func (r *recurrence) transitionsOf(root uint32) []uint32 {
	all, known := r.trees[root]
	if !known {
		all = r.appendTree(nil, root)
		r.trees[root] = all
	}
	return all
}

func (r *recurrence) appendTree(to []uint32, root uint32) []uint32 {
	switch {
	case root == 0 || root == isLeaf:
	case root < isLeaf:
		for _, child := range r.nodes[root].child {
			to = r.appendTree(to, child)
		}
	default:
		for i := range r.leaf(root &^ isLeaf) {
			if r.transitions[i].sends&(isBounded|isDisabled) == 0 {
				to = append(to, i)
			}
		}
	}
	return to
}

// columnsSent lists which columns are sent.
func (r *recurrence) columnsSent() []bool {
	isSent := make([]bool, len(r.columns))
	for _, e := range r.of {
		for n := range r.sent(r.transitions[e.transition]) {
			isSent[n] = true
		}
	}
	return isSent
}

// divide divides the values of component c into strongly connected components.
func (r *recurrence) divide(c int) {
	values := len(r.fields[c].records)
	counts := make([]int, values+1)
	each := func(visit func(from, to uint32)) {
		for _, e := range r.of {
			if e.component == c {
				visit(e.from, e.to)
			}
		}
		for n := range r.columns {
			if x := &r.columns[n]; r.isSent[n] && int(x.receiver) == c {
				for id, next := range x.next {
					if next != 0 && next != uint32(id) {
						visit(uint32(id), next)
					}
				}
			}
		}
	}
	each(func(from, _ uint32) { counts[from+1]++ })
	for i := range values {
		counts[i+1] += counts[i]
	}
	to, at := make([]uint32, counts[values]), slices.Clone(counts)
	each(func(from, target uint32) {
		to[at[from]] = target
		at[from]++
	})
	all := make([]uint32, values)
	for v := range all {
		all[v] = uint32(v)
	}
	r.sccs[c], _ = (&scc.Digraph{First: counts, To: to}).Number(all)
}

// prune drops the transitions that cannot recur. It reports the components that have lost edges in their graph of values.
func (r *recurrence) prune() (isLess []bool) {
	isLess = make([]bool, len(r.components))
	isTaken := make([]bool, len(r.columns))
	for n := range r.columns {
		part := r.sccs[r.columns[n].receiver]
		for id, next := range r.columns[n].next {
			if next != 0 && part[id] == part[next] {
				isTaken[n] = true
				break
			}
		}
	}
	kept := r.of[:0]
	clear(r.mayGo)
	for _, e := range r.of {
		part := r.sccs[e.component]
		mayGo := part[e.from] == part[e.to]
		for n := range r.sent(r.transitions[e.transition]) {
			mayGo = mayGo && isTaken[n]
		}
		if mayGo {
			kept, r.mayGo[e.transition] = append(kept, e), true
		} else {
			isLess[e.component] = true
		}
	}
	r.of = kept
	before := r.isSent
	r.isSent = r.columnsSent()
	for n, was := range before {
		if was && !r.isSent[n] {
			isLess[r.columns[n].receiver] = true
		}
	}
	return isLess
}
