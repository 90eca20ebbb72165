package component

import (
	"fmt"
	"runtime/debug"
	"slices"
)

// A learner runs the plain code in one state and memoizes it. It answers the questions of the plain code and writes them down.
type learner struct {
	*tables
	state []uint32 // the present state, by value numbers
	path  []answer // the questions of the running plain code

	// For reuse.
	after   []uint32
	newRows []row
	buffer  []byte
	step    []uint32 // the columns of its messages
}

// An answer is an answered question.
type answer struct {
	slot, bit uint8
	is        uint8
}

func newLearner(t *tables) *learner {
	return &learner{tables: t}
}

// learn makes sure that a state can be expanded: it makes all its steps, and what they lead to.
func (l *learner) learn(state []uint32) error {
	return safely(func() error { return l.learnAll(state) })
}

// safely calls do, with an error for a panic.
func safely(do func() error) (err error) {
	defer func() {
		if v := recover(); v != nil {
			err = &Panic{v, debug.Stack()}
		}
	}()
	return do()
}

func (l *learner) learnAll(state []uint32) error {
	l.state = state
	for c := range l.components {
		l.ensureRows(c)
	}
	for c := range l.components {
		row := l.recordOf(c).rows
		for _, g := range l.components[c].classes {
			if l.err != nil {
				return l.err
			}
			if l.mayStep(c, g) {
				l.follow(c, g, row)
				row++
			}
		}
	}
	l.learnJudgement()
	return l.err
}

func (l *learner) recordOf(c int) *record { return &l.fields[c].records[l.state[c]] }

func (l *learner) valueOf(c int) Value { return l.components[c].values[l.state[c]] }

// mayStep reports whether the value of component c has a row for class g.
func (l *learner) mayStep(c, g int) bool {
	classes := l.recordOf(c).classes
	if group := g / classesInGroup; group > 0 {
		classes = l.components[c].more[group-1][l.state[c]]
	}
	return classes>>(g%classesInGroup)&1 == 1
}

// follow makes the steps of one row of component c, and the values to which they lead.
func (l *learner) follow(c, g int, at uint32) {
	leaf := l.walk(l.rows[at].tree)
	if leaf == 0 {
		p := l.partOf(g)
		if p.tree == 0 { // the part is kept with the value, and its next parts have new places
			p.tree, p.nexts = l.rows[at].tree, slices.Repeat([]Value{placeTaken{}}, int(l.changes[l.rows[at].changes]))
		}
		leaf = l.runSteps(g, p)
	}
	if leaf == isLeaf {
		return
	}
	for i := range l.leaf(leaf &^ isLeaf) {
		if l.err != nil {
			return
		}
		l.send(c, l.transitions[i], l.change(g, at, i))
	}
}

// change returns what a transition of class g changes in a row.
func (l *learner) change(g int, at, transition uint32) uint32 {
	r, place := &l.rows[at], l.transitions[transition].next
	if room := l.changes[r.changes]; place > room {
		old := l.changes[r.changes+1:][:room]
		r.changes = l.addChanges(place)
		copy(l.changes[r.changes+1:], old)
	}
	change := &l.changes[r.changes+place]
	if *change == unknownChange {
		changed := uint32(0)
		if next := l.nexts[transition]; next != nil {
			c := l.classes[g].Component
			changed = l.state[c] ^ l.intern(c, l.divided.Whole(l.classes[g], l.valueOf(c), next))
		}
		*change = changed // not before: the plain code may panic
	}
	return *change
}

// addChanges adds a list with room for some changes, and returns its place.
func (l *learner) addChanges(room uint32) uint32 {
	place := uint32(len(l.changes))
	if len(l.changes)+int(room) >= unknownChange {
		l.limit("steps of values")
		return 0
	}
	l.changes = push(l.changes, room)
	for range room {
		l.changes = push(l.changes, unknownChange)
	}
	return place
}

// send makes the values to which a transition's messages lead.
func (l *learner) send(c int, m transition, change uint32) {
	l.after = append(l.after[:0], l.state...)
	l.after[c] ^= change
	for n := range l.sent(m) {
		to := &l.after[l.columns[n].receiver]
		*to = l.receive(n, *to)
	}
}

// ensureRows adds the rows of the value of component c, if it has none: in the order of the classes.
func (l *learner) ensureRows(c int) {
	if l.recordOf(c).rows != 0 {
		return
	}
	rows, mask := l.newRows[:0], make([]uint64, l.groups)
	for _, g := range l.components[c].classes {
		p := l.partOf(g)
		if p.tree == 0 {
			l.runSteps(g, p)
		}
		if p.tree != isLeaf {
			rows = append(rows, row{p.tree, l.addChanges(uint32(len(p.nexts)))})
			mask[g/classesInGroup] |= 1 << (g % classesInGroup)
		}
	}
	r := l.recordOf(c)
	r.classes, r.rows = mask[0], uint32(len(l.rows))
	for g, more := range mask[1:] {
		l.components[c].more[g][l.state[c]] = more
	}
	l.rows, l.newRows = push(l.rows, rows...), rows
	if len(rows) == 0 { // a place for the rows of the value all the same: 0 means unknown
		l.rows = append(l.rows, row{})
	}
}

// runSteps runs the plain code of class g for a part in the present state. It puts the steps into the tree of the part as a leaf, and returns it.
func (l *learner) runSteps(g int, p *part) (leaf uint32) {
	l.forget()
	v, _ := l.divided.Part(l.classes[g], l.valueOf(l.classes[g].Component))
	steps := l.system.Steps(l.classes[g], v, l)
	leaf = isLeaf
	if len(steps) > 0 {
		leaf |= l.addLeaf(p, steps)
	}
	p.tree = l.insert(p.tree, leaf)
	return leaf
}

// addLeaf adds the transitions of a leaf in the tree of a part. It returns the place of the first one.
func (l *learner) addLeaf(p *part, steps []Step) uint32 {
	leaf, actions := len(l.transitions), uint64(0)
	for _, s := range steps {
		m, d := l.number(s)
		if s.Disabled {
			s.Next = nil
		}
		m.next = p.placeOf(s.Next)
		l.transitions, l.details, l.nexts = push(l.transitions, m), push(l.details, d), push(l.nexts, s.Next)
		if d.action > 0 {
			actions |= 1 << min(d.action-1, firstRare-1)
		}
	}
	l.details[leaf].actions = l.sets.of(actions, l.tables, "sets of actions")
	l.transitions[len(l.transitions)-1].sends |= isLast
	if len(l.transitions) >= isLeaf {
		l.limit("steps of values")
	}
	return uint32(leaf)
}

// placeOf returns the place of next among the parts that steps of a part put in its place, from 1.
func (p *part) placeOf(next Value) uint32 {
	place := slices.Index(p.nexts, next)
	if place < 0 {
		place = len(p.nexts)
		p.nexts = append(p.nexts, next)
	}
	return uint32(place + 1)
}

// placeTaken stands for a next part that is no longer known. No part is equal to it.
type placeTaken struct{}

// partOf returns the part of the present value for class g: one that is shared, or a new one. It is valid until the next call.
func (l *learner) partOf(g int) *part {
	v, isShared := l.divided.Part(l.classes[g], l.valueOf(l.classes[g].Component))
	switch t := &l.parts[g]; {
	case v == nil:
		return &part{tree: isLeaf}
	case !isShared:
		return &part{}
	default:
		n, isNew := t.numberOf(v)
		if isNew {
			t.parts = append(t.parts, part{})
		}
		return &t.parts[n]
	}
}

// number puts a step into numbers, but for its next part.
func (l *learner) number(s Step) (transition, detail) {
	d := detail{code: s.Code, bound: uint8(s.Bound)}
	d.fairness, d.action = l.fairness.of(s.Fairness, l.tables, "classes of fairness"), l.actions.of(s.Action, l.tables, "actions")
	if s.Bound < 0 || s.Bound >= mostBounds {
		l.limit("bounds")
	}
	m := transition{}
	if s.Fairness.Class != nil {
		m.sends |= isFair
	}
	if s.Bound != 0 {
		m.sends |= isBounded
	}
	if s.Disabled {
		m.sends |= isDisabled
		return m, d
	}
	l.step = l.step[:0]
	for _, x := range s.Sends {
		l.step = append(l.step, l.columnOf(x.To, x.Message))
	}
	m.sends |= l.list(l.step) << sendsShift
	return m, d
}

// columnOf returns the column of a message to component c.
func (l *learner) columnOf(c int, m Message) uint32 {
	p := &l.components[c]
	n, known := p.column[m]
	if !known {
		n = uint32(len(l.columns))
		p.column[m] = n
		f := &l.fields[c]
		l.columns = append(l.columns, column{mask: f.mask, word: f.word, shift: f.shift, receiver: uint8(c)})
		l.messages = append(l.messages, m)
	}
	return n
}

// list returns the place of a list of columns: 0 for the empty list.
func (l *learner) list(columns []uint32) uint32 {
	if len(columns) == 0 {
		return 0
	}
	l.buffer = l.buffer[:0]
	for _, n := range columns {
		l.buffer = appendNumber(l.buffer, n)
	}
	place, known := l.lists[string(l.buffer)]
	if !known {
		place = uint32(len(l.sends))
		l.lists[string(l.buffer)] = place
		for _, n := range columns {
			l.sends = append(l.sends, n|isContinued)
		}
		l.sends[len(l.sends)-1] &^= isContinued
		if len(l.sends) >= 1<<(32-sendsShift) {
			l.limit("lists of messages")
		}
	}
	return place
}

// receive returns the value number that a column makes of another.
func (l *learner) receive(n, id uint32) uint32 {
	col := &l.columns[n]
	if int(id) < len(col.next) && col.next[id] != 0 {
		return col.next[id]
	}
	c := int(col.receiver)
	next := l.intern(c, l.system.Receive(c, l.components[c].values[id], l.messages[n]))
	if need := int(id) + 1; need > len(col.next) {
		col.next = slices.Grow(col.next, need-len(col.next))[:need]
	}
	col.next[id] = next
	return next
}

// Is is part of Ask.
func (l *learner) Is(c int, q Question) bool {
	return l.ask(c, l.place(c, q))
}

// ask answers the question with a place in the present state, and writes it down.
func (l *learner) ask(c, place int) bool {
	a := l.answerPlace(c, place)
	a.is = l.answerOf(a)
	if last := &l.components[c].asked[place]; *last != l.runs {
		*last = l.runs
		l.path = append(l.path, a)
	}
	return a.is == 1
}

// About is part of Ask. It asks for the answers met so far, one after the other.
func (l *learner) About(c int, x Aspect) any {
	answer := x.Of(l.components[c].values[l.state[c]])
	met := l.components[c].aspects[x]
	for _, place := range met {
		if l.ask(c, place) {
			return answer
		}
	}
	place := l.place(c, is{x, answer})
	l.components[c].aspects[x] = append(met, place)
	l.ask(c, place)
	return answer
}

// place returns the place of a question about component c. If the question is new, it is answered for all values.
func (l *learner) place(c int, q Question) int {
	p := &l.components[c]
	place, known := p.bit[q]
	if known {
		return place
	}
	place = len(p.questions)
	p.bit[q] = place
	p.questions, p.asked = append(p.questions, q), append(p.asked, 0)
	if place >= 64 && place%64 == 0 {
		l.addSlot(c)
	}
	a := l.answerPlace(c, place)
	for n, v := range p.values[1:] {
		if q.Holds(v) {
			*l.answersIn(a, uint32(n+1)) |= 1 << a.bit
		}
	}
	return place
}

// answerPlace returns the slot and the bit of the question with a place.
func (l *learner) answerPlace(c, place int) answer {
	a := answer{slot: uint8(c), bit: uint8(place % 64)}
	if slots := l.components[c].slots; place >= 64 {
		a.slot = uint8(len(l.components) + slots[min(place/64, len(slots))-1])
	}
	return a
}

// addSlot adds a slot for 64 more questions about component c.
func (l *learner) addSlot(c int) {
	p := &l.components[c]
	if len(l.components)+len(l.slots) >= mostSlots {
		if l.limit("questions about components"); len(p.slots) > 0 {
			return
		}
	}
	p.slots = append(p.slots, len(l.slots))
	l.slots = append(l.slots, slot{c, make([]uint64, len(p.values))})
}

// answersIn returns the answers of a value in the slot of a question.
func (t *tables) answersIn(a answer, value uint32) *uint64 {
	if c := int(a.slot); c < len(t.components) {
		return &t.fields[c].records[value].answers
	}
	return &t.slots[int(a.slot)-len(t.components)].answers[value]
}

// componentOf returns the component that the question of an answer is about.
func (t *tables) componentOf(a answer) int {
	c := int(a.slot)
	if c >= len(t.components) {
		c = t.slots[c-len(t.components)].component
	}
	return c
}

// answerOf answers a question in the present state.
func (l *learner) answerOf(a answer) uint8 {
	return uint8(*l.answersIn(a, l.state[l.componentOf(a)]) >> a.bit & 1)
}

// forget empties the path.
func (l *learner) forget() {
	l.path = l.path[:0]
	l.runs++
}

// walk follows the answers of the present state from a root to a leaf, or to 0.
func (l *learner) walk(n uint32) uint32 {
	for n < isLeaf && n != 0 {
		q := &l.nodes[n]
		n = q.child[l.answerOf(answer{slot: q.slot, bit: q.bit})]
	}
	return n
}

// insert puts a leaf below a root, behind the questions of the path. It returns the new root.
func (l *learner) insert(root, leaf uint32) uint32 {
	at := &root
	for _, a := range l.path {
		if *at == 0 {
			*at = uint32(len(l.nodes))
			l.nodes = push(l.nodes, node{slot: a.slot, bit: a.bit})
			at = &l.nodes[len(l.nodes)-1].child[a.is]
			continue
		}
		if *at >= isLeaf {
			l.impure("it has asked less before")
			return root
		}
		n := &l.nodes[*at]
		if n.slot != a.slot || n.bit != a.bit {
			l.impure("it has asked something else before")
			return root
		}
		at = &n.child[a.is]
	}
	if *at != 0 {
		l.impure("it has asked more before")
		return root
	}
	*at = leaf
	return root
}

func (l *learner) impure(what string) {
	if l.err == nil {
		l.err = Impure{fmt.Sprintf("in equal circumstances %s", what)}
	}
}
