package component

import (
	"math/bits"
	"slices"

	"interrex/checker/internal/scc"
)

// A recurrence says which steps may be part of a cycle of states. It looks at the tables alone.
//
// On a cycle, the answers to some questions are constant, because no value of the component can come back to itself by way of a value
// with another answer: a process without restarts stays dead. What may recur is found out for each combination of such answers.
type recurrence struct {
	*tables
	isTrivial bool // all may recur: the tables are too large to be analysed

	trees    map[uint32][]uint32 // by root, the transitions that no bound has altered or disabled
	paths    [][]answer          // by transition, the questions and answers that lead to it in its tree
	always   *loops              // what may recur with any answers
	constant map[answer]uint64   // the questions with constant answers, to which no answer is given here, and their bits
	given    [][]uint64          // by component and value, the answers to them
	about    []uint64            // by component, the bits of the questions about it
	known    map[uint64]*loops   // by the answers in a state
	most     int                 // of known: to find out more would take longer than to search the graph
	now      *loops              // in the state asked about last
}

// loops say what may recur while the constant answers are as they are.
//
// Each change of a value on a cycle lies within a strongly connected component of the graph of the values of its component. The edges
// of this graph are the transitions that may recur, and the changes that their messages make. A transition does not recur if it
// leaves its strongly connected component, or if it sends a message that no receiver takes within one. Without its edge the strongly
// connected components may be smaller. This is repeated until nothing changes.
type loops struct {
	*recurrence
	answers uint64
	edges   []ownEdge  // that may be part of a cycle
	mayGo   []bool     // by transition: it may recur, from some value
	isSent  []bool     // by column: a transition that may recur sends it
	sccs    [][]uint32 // by component and value, the strongly connected component
	starts  [][]bool   // by component and value: a transition of the value may recur
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
	if len(t.nodes)+len(t.changes)-len(t.entries) > 2*states {
		return &recurrence{isTrivial: true}
	}
	r := &recurrence{tables: t, trees: map[uint32][]uint32{}, paths: make([][]answer, len(t.transitions)), known: map[uint64]*loops{}}
	var all []ownEdge
	for c := range t.components {
		all = r.collect(all, c)
	}
	r.always = r.newLoops(all, 0)
	if len(r.always.edges) == 0 {
		return nil
	}
	r.findConstant()
	size := len(r.always.edges)
	for i := range r.columns {
		size += len(r.columns[i].next)
	}
	r.most = states / size
	return r
}

// findConstant finds the questions with constant answers that decide on transitions which may recur.
func (r *recurrence) findConstant() {
	r.constant, r.about = map[answer]uint64{}, make([]uint64, len(r.components))
	for c := range r.components {
		r.given = append(r.given, make([]uint64, len(r.fields[c].records)))
	}
	isAsked := map[answer]bool{}
	for _, e := range r.always.edges {
		for _, a := range r.paths[e.transition] {
			a.is = 0
			if isAsked[a] || len(r.constant) == 64 {
				continue
			}
			if isAsked[a] = true; r.isConstant(a) {
				c, bit := r.componentOf(a), uint64(1)<<len(r.constant)
				r.constant[a] = bit
				r.about[c] |= bit
				for v := range r.given[c] {
					r.given[c][v] |= bit * (*r.answersIn(a, uint32(v)) >> a.bit & 1)
				}
			}
		}
	}
}

// isConstant reports whether the values of each strongly connected component have the same answer to a question.
func (r *recurrence) isConstant(a answer) bool {
	number := r.always.sccs[r.componentOf(a)]
	first := map[uint32]uint64{}
	for v := 1; v < len(number); v++ {
		is := *r.answersIn(a, uint32(v)) >> a.bit & 1
		if was, known := first[number[v]]; known && was != is {
			return false
		}
		first[number[v]] = is
	}
	return true
}

// mayStart reports whether a step from a state may be part of a cycle.
func (r *recurrence) mayStart(state []uint32) bool {
	if r.isTrivial {
		return true
	}
	r.now = r.loopsOf(state)
	for c, value := range state {
		if r.now.starts[c][value] {
			return true
		}
	}
	return false
}

// loopsOf returns what may recur while the constant answers are those of a state.
func (r *recurrence) loopsOf(state []uint32) *loops {
	if len(r.constant) == 0 {
		return r.always
	}
	answers := uint64(0)
	for c, value := range state {
		answers |= r.given[c][value]
	}
	if r.now != nil && r.now != r.always && r.now.answers == answers {
		return r.now
	}
	l := r.known[answers]
	if l == nil && len(r.known) < r.most {
		l = r.newLoops(r.always.edges, answers)
		r.known[answers] = l
	}
	if l == nil {
		return r.always
	}
	return l
}

// newLoops finds out which of some edges may recur.
func (r *recurrence) newLoops(edges []ownEdge, answers uint64) *loops {
	l := &loops{recurrence: r, answers: answers, mayGo: make([]bool, len(r.transitions)), sccs: make([][]uint32, len(r.components))}
	for _, e := range edges {
		if l.isPossible(e) {
			l.edges = append(l.edges, e)
		}
	}
	l.isSent = l.columnsSent()
	isStale := slices.Repeat([]bool{true}, len(r.components))
	for range mostRounds {
		for c, is := range isStale {
			if is {
				l.divide(c)
			}
		}
		if isStale = l.prune(); !slices.Contains(isStale, true) {
			break
		}
	}
	for c := range r.fields {
		l.starts = append(l.starts, make([]bool, len(r.fields[c].records)))
	}
	for _, e := range l.edges {
		l.starts[e.component][e.from] = true
	}
	return l
}

// isPossible reports whether a transition is possible with the answers.
func (l *loops) isPossible(e ownEdge) bool {
	for _, a := range l.paths[e.transition] {
		is := uint64(a.is)
		a.is = 0
		if bit := l.constant[a]; bit != 0 && (l.answers&bit != 0) != (is == 1) {
			return false
		}
	}
	return l.has(e.component, e.from) && l.has(e.component, e.to)
}

// has reports whether component c may have a value: its answers are the constant ones.
func (l *loops) has(c int, value uint32) bool {
	return len(l.constant) == 0 || l.given[c][value] == l.answers&l.about[c]
}

// collect lists the transitions of the values of component c.
func (r *recurrence) collect(to []ownEdge, c int) []ownEdge {
	for value := 1; value < len(r.fields[c].records); value++ {
		at := r.fields[c].records[value].entries
		if at == 0 {
			continue
		}
		for _, n := range r.entries[at:][:r.entriesOf(c, value)] {
			to = r.collectEntry(to, ownEdge{component: c, from: uint32(value)}, n)
		}
	}
	return to
}

// entriesOf returns the number of entries of a value.
func (r *recurrence) entriesOf(c, value int) (entries int) {
	entries = bits.OnesCount64(r.fields[c].records[value].classes)
	for _, more := range r.components[c].more {
		entries += bits.OnesCount64(more[value])
	}
	return entries
}

// collectEntry lists the transitions of an entry.
func (r *recurrence) collectEntry(to []ownEdge, e ownEdge, of entry) []ownEdge {
	changes := r.changes[of.changes+1:][:r.changes[of.changes]]
	for _, i := range r.transitionsOf(of.tree) {
		if place := int(r.transitions[i].next) - 1; place < len(changes) && changes[place] != unknownChange {
			e.to, e.transition = e.from^changes[place], i
			to = append(to, e)
		}
	}
	return to
}

// transitionsOf lists the transitions of a tree that no bound has altered or disabled.
func (r *recurrence) transitionsOf(root uint32) []uint32 {
	all, known := r.trees[root]
	if !known {
		all = r.appendTree(nil, root, nil)
		r.trees[root] = all
	}
	return all
}

func (r *recurrence) appendTree(to []uint32, root uint32, path []answer) []uint32 {
	switch {
	case root == 0 || root == isLeaf:
	case root < isLeaf:
		n := &r.nodes[root]
		for is, child := range n.child {
			to = r.appendTree(to, child, append(slices.Clip(path), answer{n.slot, n.bit, uint8(is)}))
		}
	default:
		for i := range r.leaf(root &^ isLeaf) {
			if r.transitions[i].sends&(isBounded|isDisabled) == 0 {
				to, r.paths[i] = append(to, i), path
			}
		}
	}
	return to
}

// columnsSent lists which columns are sent.
func (l *loops) columnsSent() []bool {
	isSent := make([]bool, len(l.columns))
	for _, e := range l.edges {
		for n := range l.sent(l.transitions[e.transition]) {
			isSent[n] = true
		}
	}
	return isSent
}

// divide divides the values of component c into strongly connected components.
func (l *loops) divide(c int) {
	values := len(l.fields[c].records)
	counts := make([]int, values+1)
	each := func(visit func(from, to uint32)) {
		for _, e := range l.edges {
			if e.component == c {
				visit(e.from, e.to)
			}
		}
		for n := range l.columns {
			if x := &l.columns[n]; l.isSent[n] && int(x.receiver) == c {
				for id, next := range x.next {
					if next != 0 && next != uint32(id) && l.has(c, uint32(id)) && l.has(c, next) {
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
	l.sccs[c], _ = (&scc.Digraph{First: counts, To: to}).Number(all)
}

// prune drops the transitions that cannot recur. It reports the components that have lost edges in their graph of values.
func (l *loops) prune() (isLess []bool) {
	isLess = make([]bool, len(l.components))
	isTaken := make([]bool, len(l.columns))
	for n := range l.columns {
		c := int(l.columns[n].receiver)
		scc := l.sccs[c]
		for id, next := range l.columns[n].next {
			if next != 0 && scc[id] == scc[next] && l.has(c, next) {
				isTaken[n] = true
				break
			}
		}
	}
	kept := l.edges[:0]
	clear(l.mayGo)
	for _, e := range l.edges {
		scc := l.sccs[e.component]
		mayGo := scc[e.from] == scc[e.to]
		for n := range l.sent(l.transitions[e.transition]) {
			mayGo = mayGo && isTaken[n]
		}
		if mayGo {
			kept, l.mayGo[e.transition] = append(kept, e), true
		} else {
			isLess[e.component] = true
		}
	}
	l.edges = kept
	before := l.isSent
	l.isSent = l.columnsSent()
	for n, was := range before {
		if was && !l.isSent[n] {
			isLess[l.columns[n].receiver] = true
		}
	}
	return isLess
}
