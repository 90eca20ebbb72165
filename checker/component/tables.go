package component

import (
	"iter"
	"math"

	"interrex/checker/internal/rows"
)

const (
	mostComponents = 128
	mostSlots      = 256 // of answers: one for each component, and more for those with more than 64 questions
	mostBounds     = 32
	classesInGroup = 64
)

// tables holds what is memoized of a system. While workers expand states it is only read.
type tables struct {
	system  System
	divided Divided
	judge   func(View) uint64 // nil: there are no predicates
	classes []Class
	owner   []uint8 // component of each class
	groups  int     // of classes, 64 in each

	components []component
	fields     []field // by component
	slots      []slot  // of the answers beyond the first 64 of a component
	layout     *rows.Layout

	trees
	valueEntries
	messageTables

	fairness numbering[Fairness]
	actions  numbering[string]
	sets     numbering[uint64] // of actions, a bit for each

	judgement judgement
	err       error // the first limit that was passed, or impurity
}

// Trees are the decision trees of all parts of values.
type trees struct {
	parts       []partTable // by class
	nodes       []node
	transitions []transition
	details     []detail // by transition
	nexts       []Value  // by transition, the part that it puts in the place of its own; nil: the value stays
	runs        uint64   // of the plain code
}

// A partTable numbers the shared parts of values that the steps of a class read.
type partTable struct {
	valueTable
	parts []part
}

// A part is what the steps of a class read of a value.
type part struct {
	tree  uint32  // a leaf or the root of its decision tree; 0 is unknown
	nexts []Value // the different parts that its steps put in its place
}

// valueEntries are the entries of all values.
type valueEntries struct {
	entries []entry
	changes []uint32 // lists, each behind its length
}

// An entry is what a value may do in a class of steps.
type entry struct {
	tree    uint32 // of the part of the value: a leaf or the root of a decision tree
	changes uint32 // place of its list of changes, in the order of the part's nexts
}

// unknownChange marks a change that is not computed yet. A change is the exclusive or of the numbers of two values.
const unknownChange = 1<<32 - 1

// messageTables are the messages between components.
type messageTables struct {
	columns  []column
	messages []Message // by column
	sends    []uint32  // lists of columns; all but the last of a list are marked as continued
	lists    map[string]uint32
}

// A numbering numbers keys from 1, fewer than 1<<16 of them. 0 is the zero key.
type numbering[K comparable] struct {
	keys    []K // by number
	numbers map[K]uint16
}

func newNumbering[K comparable]() numbering[K] {
	var zero K
	return numbering[K]{keys: []K{zero}, numbers: map[K]uint16{zero: 0}}
}

// of returns the number of a key. If there are too many, it notes the limit.
func (n *numbering[K]) of(key K, t *tables, what string) uint16 {
	number, known := n.numbers[key]
	switch {
	case known:
	case len(n.keys) > math.MaxUint16:
		t.limit(what)
	default:
		number = uint16(len(n.keys))
		n.keys, n.numbers[key] = append(n.keys, key), number
	}
	return number
}

// A component is what the expansion does not need for each state.
type component struct {
	valueTable
	classes   []int // places of its classes
	questions []Question
	bit       map[Question]int // place of a question in questions
	asked     []uint64         // of each question, the last run of the plain code that asked it
	slots     []int            // for its questions beyond the first 64, 64 in each
	aspects   map[Aspect][]int // the places of the questions for the answers of an aspect met so far
	column    map[Message]uint32
	lasting   [][]uint16 // by value, the numbers of its lasting classes of fairness; filled in on demand
	shown     []uint32   // by value, the number of what it shows
	common    []uint8    // by value, the common bits that it shows
	shows     valueTable // what its values show
	more      [][]uint64 // by group of classes beyond the first, then by value
}

// A field is the place of a component in a row, and the records of its values.
type field struct {
	records     []record
	mask        uint64
	word, shift uint8
}

// A record is what the expansion needs of one value.
type record struct {
	answers uint64 // to the first 64 questions about its component
	classes uint64 // the classes of the first group that may have a step
	shown   uint64 // its part of the key of the judgement
	entries uint32 // place of its entries, one for each class that may have a step, in the order of classes; 0 is unknown
}

// A slot holds answers to 64 more questions about a component.
type slot struct {
	component int
	answers   []uint64 // by value
}

// isLeaf marks a reference to a leaf: the place of its first transition, or 0 for a leaf without steps. Other references are
// to nodes; 0 is an unknown subtree.
const isLeaf = 1 << 31

// A node is a question of a decision tree with its subtrees.
type node struct {
	child     [2]uint32
	slot, bit uint8
}

// A transition changes the value of its component and sends. next is a place in the list of changes, from 1. The upper bits of
// sends are the place of the list of messages; 0 is the empty list.
type transition struct{ next, sends uint32 }

const (
	isLast     = 1 << iota // the last transition of its leaf
	isFair                 // has a class of fairness
	isBounded              // a bound has altered it
	isDisabled             // a bound has disabled it: it leads nowhere
	sendsShift = 4

	isContinued = 1 << 31 // in a list of sends: another column follows
)

// leaf visits the transitions of a leaf from its first one on.
func (t *trees) leaf(first uint32) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for ; yield(first) && t.transitions[first].sends&isLast == 0; first++ {
		}
	}
}

// sent visits the columns that a transition sends, in order.
func (t *tables) sent(m transition) iter.Seq[uint32] {
	return func(yield func(column uint32) bool) {
		at := m.sends >> sendsShift
		for at != 0 && yield(t.sends[at]&^isContinued) && t.sends[at]&isContinued != 0 {
			at++
		}
	}
}

// A detail is what a report and liveness need of a transition.
type detail struct {
	code     uint64
	fairness uint16 // number of its class; 0 for none
	action   uint16 // number, from 1; 0 for none
	bound    uint8
	actions  uint16 // number of the set of all actions of its leaf; only of the first transition
}

// A column is what one message makes of the values of its receiver. It begins with a copy of the receiver's field.
type column struct {
	mask        uint64
	word, shift uint8
	receiver    uint8
	next        []uint32 // by value number; 0 is unknown
}

// newTables returns empty tables. The error is a Limit or a *Panic.
func newTables(s System) (t *tables, err error) {
	err = safely(func() error {
		t = emptyTables(s)
		return t.err
	})
	return t, err
}

func emptyTables(s System) *tables {
	t := &tables{system: s, divided: dividedOf(s), classes: s.Classes(),
		fairness: newNumbering[Fairness](), actions: newNumbering[string](), sets: newNumbering[uint64]()}
	t.nodes, t.transitions, t.details, t.nexts = make([]node, 1), make([]transition, 1), make([]detail, 1), make([]Value, 1)
	t.entries, t.changes = make([]entry, 1), make([]uint32, 1)
	t.lists, t.sends = map[string]uint32{}, make([]uint32, 1)
	initial := s.Initial()
	if len(initial) > mostComponents {
		t.err = Limit{"components"}
		return t
	}
	t.judgement, t.layout = newJudgement(len(initial)), rows.New(len(initial), 0)
	t.groups = max(1, (len(t.classes)+classesInGroup-1)/classesInGroup)
	for range initial {
		t.components = append(t.components, component{valueTable: newValueTable(), bit: map[Question]int{},
			aspects: map[Aspect][]int{}, column: map[Message]uint32{}, shown: make([]uint32, 1), common: make([]uint8, 1), shows: newValueTable(),
			more: make([][]uint64, t.groups-1)})
		t.fields = append(t.fields, field{records: make([]record, 1)})
	}
	for i, class := range t.classes {
		t.owner = append(t.owner, uint8(class.Component))
		t.parts = append(t.parts, partTable{newValueTable(), make([]part, 1)})
		t.components[class.Component].classes = append(t.components[class.Component].classes, i)
	}
	return t
}

// numbers returns the numbers of the values of a state.
func (t *tables) numbers(values []Value) []uint32 {
	state := make([]uint32, len(t.components))
	for c, v := range values {
		state[c] = t.intern(c, v)
	}
	return state
}

// intern returns the number of a value of component c.
func (t *tables) intern(c int, v Value) uint32 {
	p := &t.components[c]
	n, isNew := p.numberOf(v)
	if !isNew {
		return n
	}
	r := record{answers: answers(p.questions, v)}
	for i, n := range p.slots {
		s := &t.slots[n]
		s.answers = append(s.answers, answers(p.questions[64*(i+1):], v))
	}
	t.show(c, v, &r)
	for g := range p.more {
		p.more[g] = atLeast(p.more[g], int(n)+1)
	}
	t.fields[c].records = push(t.fields[c].records, r)
	t.layout.Note(c, n)
	if n >= isLeaf {
		t.limit("values of a component")
	}
	return n
}

// answers answers the first 64 questions about a value.
func answers(questions []Question, v Value) (bits uint64) {
	for b, q := range questions[:min(64, len(questions))] {
		if q.Holds(v) {
			bits |= 1 << b
		}
	}
	return bits
}

// limit notes that the system is too large.
func (t *tables) limit(what string) {
	if t.err == nil {
		t.err = Limit{what}
	}
}

// lay places the value numbers of the components in rows of at least some words.
func (t *tables) lay(words int) {
	if !t.layout.Lay(words) {
		t.limit("values for a row of 32 words")
		return
	}
	for c, p := range t.layout.Places {
		f := &t.fields[c]
		f.word, f.shift, f.mask = p.Word, p.Shift, p.Mask
	}
	for i := range t.columns {
		x := &t.columns[i]
		f := &t.fields[x.receiver]
		x.word, x.shift, x.mask = f.word, f.shift, f.mask
	}
}
