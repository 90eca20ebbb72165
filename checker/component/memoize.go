package component

import (
	"cmp"
	"fmt"
	"runtime/debug"
	"slices"
)

// A memoizer runs the plain code in one state and memoizes it. It answers the questions of the plain code and writes them down.
type memoizer struct {
	*tables
	state []uint32 // the present state, by value numbers
	path  []answer // the questions of the running plain code

	// For reuse.
	after      []uint32
	newEntries []entry
	buffer     []byte
	step       []uint32 // the columns of its messages
}

// An answer is an answered question.
type answer struct {
	slot, bit uint8
	is        uint8
}

func newMemoizer(t *tables) *memoizer {
	return &memoizer{tables: t}
}

// memoize makes sure that a state can be expanded: it makes all its steps, and what they lead to.
func (m *memoizer) memoize(state []uint32) error {
	return safely(func() error { return m.memoizeState(state) })
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

func (m *memoizer) memoizeState(state []uint32) error {
	m.state = state
	for c := range m.components {
		m.ensureEntries(c)
	}
	for c := range m.components {
		next := m.recordOf(c).entries
		for _, g := range m.components[c].classes {
			if m.err != nil {
				return m.err
			}
			if m.mayStep(c, g) {
				m.follow(c, g, next)
				next++
			}
		}
	}
	m.memoizeVerdict()
	return m.err
}

func (m *memoizer) recordOf(c int) *record { return &m.fields[c].records[m.state[c]] }

func (m *memoizer) valueOf(c int) Value { return m.components[c].values[m.state[c]] }

// mayStep reports whether the value of component c has an entry for class g.
func (m *memoizer) mayStep(c, g int) bool {
	classes := m.recordOf(c).classes
	if group := g / classesInGroup; group > 0 {
		classes = m.components[c].more[group-1][m.state[c]]
	}
	return classes>>(g%classesInGroup)&1 == 1
}

// follow makes the steps of one entry of component c, and the values to which they lead.
func (m *memoizer) follow(c, g int, at uint32) {
	leaf := m.walk(m.entries[at].tree)
	if leaf == 0 {
		p := m.partOf(g)
		if p.tree == 0 { // the part is kept with the value, and its next parts have new places
			p.tree, p.nexts = m.entries[at].tree, slices.Repeat([]Value{placeTaken{}}, int(m.changes[m.entries[at].changes]))
		}
		leaf = m.runSteps(g, p)
	}
	if leaf == isLeaf {
		return
	}
	for i := range m.leaf(leaf &^ isLeaf) {
		if m.err != nil {
			return
		}
		m.send(c, m.transitions[i], m.change(g, at, i))
	}
}

// change returns what a transition of class g changes in an entry.
func (m *memoizer) change(g int, at, transition uint32) uint32 {
	r, place := &m.entries[at], m.transitions[transition].next
	if room := m.changes[r.changes]; place > room {
		old := m.changes[r.changes+1:][:room]
		r.changes = m.addChanges(place)
		copy(m.changes[r.changes+1:], old)
	}
	change := &m.changes[r.changes+place]
	if *change == unknownChange {
		changed := uint32(0)
		if next := m.nexts[transition]; next != nil {
			c := m.classes[g].Component
			changed = m.state[c] ^ m.intern(c, m.divided.Whole(m.classes[g], m.valueOf(c), next))
		}
		*change = changed // not before: the plain code may panic
	}
	return *change
}

// addChanges adds a list with room for some changes, and returns its place.
func (m *memoizer) addChanges(room uint32) uint32 {
	place := uint32(len(m.changes))
	if len(m.changes)+int(room) >= unknownChange {
		m.limit("steps of values")
		return 0
	}
	m.changes = push(m.changes, room)
	for range room {
		m.changes = push(m.changes, unknownChange)
	}
	return place
}

// send makes the values to which a transition's messages lead.
func (m *memoizer) send(c int, t transition, change uint32) {
	m.after = append(m.after[:0], m.state...)
	m.after[c] ^= change
	for n := range m.sent(t) {
		to := &m.after[m.columns[n].receiver]
		*to = m.receive(n, *to)
	}
}

// ensureEntries adds the entries of the value of component c, if it has none: in the order of the classes.
func (m *memoizer) ensureEntries(c int) {
	if m.recordOf(c).entries != 0 {
		return
	}
	entries, mask := m.newEntries[:0], make([]uint64, m.groups)
	for _, g := range m.components[c].classes {
		p := m.partOf(g)
		if p.tree == 0 {
			m.runSteps(g, p)
		}
		if p.tree != isLeaf {
			entries = append(entries, entry{p.tree, m.addChanges(uint32(len(p.nexts)))})
			mask[g/classesInGroup] |= 1 << (g % classesInGroup)
		}
	}
	r := m.recordOf(c)
	r.classes, r.entries = mask[0], uint32(len(m.entries))
	for g, more := range mask[1:] {
		m.components[c].more[g][m.state[c]] = more
	}
	m.entries, m.newEntries = push(m.entries, entries...), entries
	if len(entries) == 0 { // a place for the entries of the value all the same: 0 means unknown
		m.entries = append(m.entries, entry{})
	}
}

// runSteps runs the plain code of class g for a part in the present state. It puts the steps into the tree of the part as a leaf, and returns it.
func (m *memoizer) runSteps(g int, p *part) (leaf uint32) {
	m.forget()
	v, _ := m.divided.Part(m.classes[g], m.valueOf(m.classes[g].Component))
	steps := m.system.Steps(m.classes[g], v, m)
	leaf = isLeaf
	if len(steps) > 0 {
		leaf |= m.addLeaf(p, steps)
	}
	p.tree = m.insert(p.tree, leaf)
	return leaf
}

// addLeaf adds the transitions of a leaf in the tree of a part. It returns the place of the first one.
func (m *memoizer) addLeaf(p *part, steps []Step) uint32 {
	leaf, actions := len(m.transitions), uint64(0)
	for _, s := range steps {
		t, d := m.number(s)
		if s.Disabled {
			s.Next = nil
		}
		t.next = p.placeOf(s.Next)
		m.transitions, m.details, m.nexts = push(m.transitions, t), push(m.details, d), push(m.nexts, s.Next)
		if d.action > 0 {
			actions |= 1 << min(d.action-1, firstRare-1)
		}
	}
	m.details[leaf].actions = m.sets.of(actions, m.tables, "sets of actions")
	m.transitions[len(m.transitions)-1].sends |= isLast
	if len(m.transitions) >= isLeaf {
		m.limit("steps of values")
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
func (m *memoizer) partOf(g int) *part {
	v, isShared := m.divided.Part(m.classes[g], m.valueOf(m.classes[g].Component))
	switch t := &m.parts[g]; {
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
func (m *memoizer) number(s Step) (transition, detail) {
	d := detail{code: s.Code, bound: uint8(s.Bound)}
	d.fairness, d.action = m.fairness.of(s.Fairness, m.tables, "classes of fairness"), m.actions.of(s.Action, m.tables, "actions")
	switch {
	case s.Bound < 0 || s.Bound >= mostBounds:
		m.limit("bounds")
	case s.Disabled && s.Bound == 0, !s.Disabled && s.Next == nil:
		m.err = cmp.Or[error](m.err, Impure{fmt.Sprintf("step %d has neither a state nor a bound that disables it", s.Code)})
	}
	t := transition{}
	if s.Fairness.Class != nil {
		t.sends |= isFair
	}
	if s.Bound != 0 {
		t.sends |= isBounded
	}
	if s.Disabled {
		t.sends |= isDisabled
		return t, d
	}
	m.step = m.step[:0]
	for _, x := range s.Sends {
		m.step = append(m.step, m.columnOf(x.To, x.Message))
	}
	t.sends |= m.list(m.step) << sendsShift
	return t, d
}

// columnOf returns the column of a message to component c.
func (m *memoizer) columnOf(c int, message Message) uint32 {
	p := &m.components[c]
	n, known := p.column[message]
	if !known {
		n = uint32(len(m.columns))
		p.column[message] = n
		f := &m.fields[c]
		m.columns = append(m.columns, column{mask: f.mask, word: f.word, shift: f.shift, receiver: uint8(c)})
		m.messages = append(m.messages, message)
	}
	return n
}

// list returns the place of a list of columns: 0 for the empty list.
func (m *memoizer) list(columns []uint32) uint32 {
	if len(columns) == 0 {
		return 0
	}
	m.buffer = m.buffer[:0]
	for _, n := range columns {
		m.buffer = appendNumber(m.buffer, n)
	}
	place, known := m.lists[string(m.buffer)]
	if !known {
		place = uint32(len(m.sends))
		m.lists[string(m.buffer)] = place
		for _, n := range columns {
			m.sends = append(m.sends, n|isContinued)
		}
		m.sends[len(m.sends)-1] &^= isContinued
		if len(m.sends) >= 1<<(32-sendsShift) {
			m.limit("lists of messages")
		}
	}
	return place
}

// receive returns the value number that a column makes of another.
func (m *memoizer) receive(n, id uint32) uint32 {
	col := &m.columns[n]
	if int(id) < len(col.next) && col.next[id] != 0 {
		return col.next[id]
	}
	c := int(col.receiver)
	next := m.intern(c, m.system.Receive(c, m.components[c].values[id], m.messages[n]))
	if need := int(id) + 1; need > len(col.next) {
		col.next = slices.Grow(col.next, need-len(col.next))[:need]
	}
	col.next[id] = next
	return next
}

// Is is part of Ask.
func (m *memoizer) Is(c int, q Question) bool {
	return m.ask(c, m.place(c, q))
}

// ask answers the question with a place in the present state, and writes it down.
func (m *memoizer) ask(c, place int) bool {
	a := m.answerPlace(c, place)
	a.is = m.answerOf(a)
	if last := &m.components[c].asked[place]; *last != m.runs {
		*last = m.runs
		m.path = append(m.path, a)
	}
	return a.is == 1
}

// About is part of Ask. It asks for the answers met so far, one after the other.
func (m *memoizer) About(c int, x Aspect) any {
	answer := x.Of(m.components[c].values[m.state[c]])
	met := m.components[c].aspects[x]
	for _, place := range met {
		if m.ask(c, place) {
			return answer
		}
	}
	place := m.place(c, is{x, answer})
	m.components[c].aspects[x] = append(met, place)
	m.ask(c, place)
	return answer
}

// place returns the place of a question about component c. If the question is new, it is answered for all values.
func (m *memoizer) place(c int, q Question) int {
	p := &m.components[c]
	place, known := p.bit[q]
	if known {
		return place
	}
	place = len(p.questions)
	p.bit[q] = place
	p.questions, p.asked = append(p.questions, q), append(p.asked, 0)
	if place >= 64 && place%64 == 0 {
		m.addSlot(c)
	}
	a := m.answerPlace(c, place)
	for n, v := range p.values[1:] {
		if q.Holds(v) {
			*m.answersIn(a, uint32(n+1)) |= 1 << a.bit
		}
	}
	return place
}

// answerPlace returns the slot and the bit of the question with a place.
func (m *memoizer) answerPlace(c, place int) answer {
	a := answer{slot: uint8(c), bit: uint8(place % 64)}
	if slots := m.components[c].slots; place >= 64 {
		a.slot = uint8(len(m.components) + slots[min(place/64, len(slots))-1])
	}
	return a
}

// addSlot adds a slot for 64 more questions about component c.
func (m *memoizer) addSlot(c int) {
	p := &m.components[c]
	if len(m.components)+len(m.slots) >= mostSlots {
		if m.limit("questions about components"); len(p.slots) > 0 {
			return
		}
	}
	p.slots = append(p.slots, len(m.slots))
	m.slots = append(m.slots, slot{c, make([]uint64, len(p.values))})
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
func (m *memoizer) answerOf(a answer) uint8 {
	return uint8(*m.answersIn(a, m.state[m.componentOf(a)]) >> a.bit & 1)
}

// forget empties the path.
func (m *memoizer) forget() {
	m.path = m.path[:0]
	m.runs++
}

// walk follows the answers of the present state from a root to a leaf, or to 0.
func (m *memoizer) walk(n uint32) uint32 {
	for n < isLeaf && n != 0 {
		q := &m.nodes[n]
		n = q.child[m.answerOf(answer{slot: q.slot, bit: q.bit})]
	}
	return n
}

// insert puts a leaf below a root, behind the questions of the path. It returns the new root.
func (m *memoizer) insert(root, leaf uint32) uint32 {
	at := &root
	for _, a := range m.path {
		if *at == 0 {
			*at = uint32(len(m.nodes))
			m.nodes = push(m.nodes, node{slot: a.slot, bit: a.bit})
			at = &m.nodes[len(m.nodes)-1].child[a.is]
			continue
		}
		if *at >= isLeaf {
			m.impure("it has asked less before")
			return root
		}
		n := &m.nodes[*at]
		if n.slot != a.slot || n.bit != a.bit {
			m.impure("it has asked something else before")
			return root
		}
		at = &n.child[a.is]
	}
	if *at != 0 {
		m.impure("it has asked more before")
		return root
	}
	*at = leaf
	return root
}

func (m *memoizer) impure(what string) {
	if m.err == nil {
		m.err = Impure{fmt.Sprintf("in equal circumstances %s", what)}
	}
}
