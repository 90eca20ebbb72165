package traces

import (
	"errors"
	"fmt"
	"io"
	"slices"
)

// A Source is the file of one node, under the name by which a fault in it is reported.
type Source struct {
	Name string
	From io.Reader
}

// A Moment is what a [Merge] gives next: an incarnation that begins, an event, or an end.
type Moment struct {
	Place  int // of the node, in ring order
	File   string
	Number int // of the line
	Line   Line

	Incarnation uint64
	Before      []uint64 // of the node's earlier incarnation: the last of its clocks; nil: no earlier one

	// Taken is the message that the event takes, nil if it is no longer in transit; Overtaken are the untaken
	// messages before it on the same channel.
	Taken     *Parcel
	Overtaken []*Parcel
	Met       bool // it is not the first that this incarnation takes from that of the sender

	Sent []*Parcel // of an event, parallel to its Sends; nil if its receiver has ended
}

// At names the line: FILE:LINE.
func (m *Moment) At() string { return fmt.Sprintf("%s:%d", m.File, m.Number) }

// A Parcel is a message under way.
type Parcel struct {
	Send
	From        int      // place
	Incarnation uint64   // of the sender
	Clock       []uint64 // of the event that sent it
	Met         uint64   // the receiver's incarnation from which the sender had last taken a message; 0: none
	Withdrawn   uint64   // the sender's own entry when it sent it again, to another node; 0: never
	Renewed     bool     // after that it was sent to this node again
	IsTaken     bool
	Value       any // data of the reader
}

// A Merge reads the files of a run together. It gives each line after all its causes, which it
// finds by vector clocks and message ids, never by wall-clock time. It holds one line of each
// file, and the messages under way.
type Merge struct {
	Header *Header // of the first file

	// Crashed reports whether the last incarnation of a node may lack its end. For other nodes a missing end
	// is a lost line.
	Crashed func(node int) bool

	// Pick chooses among the places whose next line ([Merge.Head]) has all its causes. nil: a place that takes
	// a message first, otherwise each in turn.
	Pick func(ready []int) int

	tapes []*tape // in ring order; nil: the node has no file
	order []*tape // as given
	ways  [][]*Parcel
	turn  int
}

// NewMerge opens the files of a run.
func NewMerge(sources []Source) (*Merge, error) {
	m := &Merge{}
	for _, s := range sources {
		t := &tape{Reader: NewReader(s.Name, s.From), under: map[string][]*Parcel{}}
		m.order = append(m.order, t)
		if t.read(); t.err != nil {
			return nil, t.err
		}
		h := t.head.Header
		if m.Header == nil {
			m.Header = h
			m.tapes = make([]*tape, len(h.IDs))
			m.ways = make([][]*Parcel, len(h.IDs)*len(h.IDs))
		}
		if err := m.join(t, h); err != nil {
			return nil, err
		}
	}
	if m.Header == nil {
		return nil, errors.New("no files; a trace needs at least one")
	}
	return m, nil
}

// join checks a file's header against that of the first file.
func (m *Merge) join(t *tape, h *Header) error {
	switch first := m.Header; {
	case h.Run != first.Run:
		return t.fault("run %q: want %q, as in %s", h.Run, first.Run, m.order[0].name)
	case h.Algorithm != first.Algorithm:
		return t.fault("algorithm %q: want %q, as in %s", h.Algorithm, first.Algorithm, m.order[0].name)
	case !slices.Equal(h.IDs, first.IDs):
		return t.fault("ids %v: want %v, as in %s", h.IDs, first.IDs, m.order[0].name)
	}
	t.place = slices.Index(h.IDs, h.Node)
	if was := m.tapes[t.place]; was != nil {
		return t.fault("node %d has a file already: %s", h.Node, was.name)
	}
	m.tapes[t.place] = t
	return nil
}

// Next gives what comes next; at the end of all files it is io.EOF. A file with a fault is read up
// to it, and the others as far as they can be: then the fault is returned, the same in any order.
func (m *Merge) Next() (Moment, error) {
	var ready []int
	for p, t := range m.tapes {
		if t != nil && t.more() && m.waits(t) < 0 {
			ready = append(ready, p)
		}
	}
	if len(ready) == 0 {
		return Moment{}, m.finish()
	}
	t := m.tapes[m.pick(ready)]
	moment := Moment{Place: t.place, File: t.name, Number: t.line, Line: t.head, Incarnation: t.incarnation}
	if err := m.accept(t, &moment); err != nil {
		t.err = err
		return m.Next()
	}
	t.read()
	return moment, nil
}

func (m *Merge) pick(ready []int) int {
	if m.Pick != nil {
		return m.Pick(ready)
	}
	for _, p := range ready {
		if e := m.tapes[p].head.Event; e != nil && e.Message != nil {
			return p
		}
	}
	m.turn++
	for _, p := range ready {
		if p >= m.turn%len(m.tapes) {
			return p
		}
	}
	return ready[0]
}

// Head is what comes next in the file of a place.
func (m *Merge) Head(place int) Line { return m.tapes[place].head }

// waits returns the place with a line that must be read before this one, or -1: a line in its clock's past, or
// the sender of the message it takes.
func (m *Merge) waits(t *tape) int {
	e := t.head.Event
	if e == nil {
		return -1
	}
	for p, c := range e.Clock {
		if p != t.place && c > m.reached(p) {
			return p
		}
	}
	if e.Message != nil && e.Message.From != m.Header.IDs[t.place] {
		from := slices.Index(m.Header.IDs, e.Message.From)
		if sender := m.tapes[from]; sender != nil && sender.more() && !sender.hasSent(t.wants) {
			return from
		}
	}
	return -1
}

// reached is the own entry of a node's last event.
func (m *Merge) reached(place int) uint64 {
	if t := m.tapes[place]; t != nil && t.clock != nil {
		return max(t.before, t.clock[place])
	}
	return 0
}

// accept records a line with all its causes read.
func (m *Merge) accept(t *tape, moment *Moment) error {
	switch l := t.head; {
	case l.Header != nil:
		moment.Before = t.clock
		moment.Incarnation = l.Header.Incarnation
		t.begin(l.Header)
		return nil
	case l.Event == nil:
		return nil
	}
	e := t.head.Event
	if err := m.take(t, e, moment); err != nil {
		return err
	}
	if want := t.expected(moment.Taken, e); !slices.Equal(e.Clock, want) && (moment.Taken != nil || e.Message == nil) {
		return t.fault("clock %v: want %v", e.Clock, want)
	}
	t.clock = e.Clock
	return m.post(t, e, moment)
}

// finish returns the error that remains when no line can be read.
func (m *Merge) finish() error {
	for _, t := range m.order {
		if t.err != nil && !errors.Is(t.err, io.EOF) {
			return t.err
		}
	}
	for _, t := range m.order {
		if t.more() {
			return m.explain(t)
		}
	}
	for _, t := range m.order {
		if t.ended && t.torn {
			return &Error{t.name, t.line + 1, errors.New("an unfinished line after the end")}
		}
		if !t.ended && (m.Crashed == nil || !m.Crashed(m.Header.IDs[t.place])) {
			return &Error{t.name, t.line + 1, fmt.Errorf("want an end after event %d, unless node %d has been killed", t.events, m.Header.IDs[t.place])}
		}
	}
	return io.EOF
}

// An Unended is a node with no end in its last incarnation: it was killed.
type Unended struct {
	Node int    `json:"node"`
	File string `json:"file"`
	Torn bool   `json:"torn"` // the last line of the file was not written whole, and is left out
}

// Unended lists the nodes without an end, in the order of the files. It is complete at the end of the trace.
func (m *Merge) Unended() (all []Unended) {
	for _, t := range m.order {
		if !t.ended {
			all = append(all, Unended{m.Header.IDs[t.place], t.name, t.torn})
		}
	}
	return all
}

// String is a sentence: the node was killed.
func (u Unended) String() string {
	text := fmt.Sprintf("node %d was killed: %s has no end", u.Node, u.File)
	if u.Torn {
		text += ", and its last line is incomplete and left out"
	}
	return text
}

// explain returns why a line cannot be read: an event in its clock's past is in no file, or waits for this
// line.
func (m *Merge) explain(t *tape) error {
	var path []*tape
	for !slices.Contains(path, t) {
		path = append(path, t)
		p := m.waits(t)
		c := t.head.Event.Clock[p]
		next := m.tapes[p]
		if next == nil {
			return t.fault("its clock knows of event %d of incarnation %d of node %d, which has no file", c%Era, c/Era, m.Header.IDs[p])
		}
		if !next.more() {
			return t.fault("its clock knows of event %d of incarnation %d of node %d: %s ends before it, at line %d",
				c%Era, c/Era, m.Header.IDs[p], next.name, next.line)
		}
		t = next
	}
	cycle := path[slices.Index(path, t):]
	least := 0
	for i := range cycle {
		if cycle[i].place < cycle[least].place {
			least = i
		}
	}
	cycle = slices.Concat(cycle[least:], cycle[:least])
	text := ""
	for _, next := range append(cycle[1:], cycle[0]) {
		text += ", which comes after " + next.At()
	}
	return cycle[0].fault("a cycle: it comes after itself%s", text)
}

// Fault is an error in the header of the first file.
func (m *Merge) Fault(err error) error { return &Error{m.order[0].name, 1, err} }
