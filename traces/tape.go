package traces

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A tape is a file of a [Merge] with its next line.
type tape struct {
	*Reader
	place       int
	head        Line
	wants       Serial // of a message that head takes
	err         error  // the end or a fault, after head
	incarnation uint64
	clock       []uint64 // after the last event that was given
	before      uint64   // the own entry of the last event of the incarnation before
	sent        uint64   // messages in this incarnation
	met         []uint64 // of each node, the incarnation of which this one has last taken a message

	under map[string][]*Parcel // its messages in transit, by id
}

func (t *tape) read() {
	t.head, t.err = t.Next()
	t.wants = Serial{}
	if e := t.head.Event; e != nil && e.Message != nil {
		t.wants, _ = ParseID(e.Message.ID, e.Message.From) // zero where it is no id
	}
}

// hasSent reports whether a message has been sent.
func (t *tape) hasSent(s Serial) bool { return !(Serial{t.incarnation, t.sent}).IsBefore(s) }

func (t *tape) more() bool { return t.err == nil }

// begin opens an incarnation, with an empty clock.
func (t *tape) begin(h *Header) {
	if t.clock != nil {
		t.before = t.clock[t.place]
	}
	t.incarnation, t.sent = h.Incarnation, 0
	t.clock, t.met = make([]uint64, len(h.IDs)), make([]uint64, len(h.IDs))
}

// expected is the clock that an event must have; its own entry is any.
func (t *tape) expected(taken *Parcel, e *Event) []uint64 {
	want := slices.Clone(t.clock)
	if taken != nil {
		for i, c := range taken.Clock {
			want[i] = max(want[i], c)
		}
	}
	want[t.place] = e.Clock[t.place]
	return want
}

func (m *Merge) way(from, to int) *[]*Parcel { return &m.ways[from*len(m.tapes)+to] }

// take finds the message of an event among those in transit.
func (m *Merge) take(t *tape, e *Event, moment *Moment) error {
	if e.Message == nil {
		return nil
	}
	from := slices.Index(m.Header.IDs, e.Message.From)
	way := m.way(from, t.place)
	i := slices.IndexFunc(*way, func(p *Parcel) bool { return p.ID == e.Message.ID })
	if i < 0 {
		return m.wasSent(t, e.Message, from)
	}
	if (*way)[i].Renewed {
		i = t.newest(*way, e, i)
	}
	p := (*way)[i]
	if p.Message != e.Message.Text {
		return t.fault("message %s is %s: it was sent as %s", p.ID, e.Message.Text, p.Message)
	}
	if word, _, _ := strings.Cut(p.Message, "("); word != e.Message.Type {
		return t.fault("message %s is of type %q: want %q", p.ID, e.Message.Type, word)
	}
	moment.Taken = p
	moment.Overtaken = slices.Clone((*way)[:i])
	moment.Met, t.met[from] = t.met[from] == p.Incarnation, p.Incarnation
	p.IsTaken = true
	m.tapes[from].forget((*way)[:i+1])
	*way = (*way)[i+1:]
	return nil
}

// forget notes that messages are not under way any more.
func (t *tape) forget(parcels []*Parcel) {
	for _, p := range parcels {
		if t.under[p.ID] = slices.DeleteFunc(t.under[p.ID], func(q *Parcel) bool { return q == p }); len(t.under[p.ID]) == 0 {
			delete(t.under, p.ID)
		}
	}
}

// newest finds the newest copy of a message in the causal past of its taking. This past has been read, so the
// result does not depend on the order of reading.
func (t *tape) newest(way []*Parcel, e *Event, first int) int {
	for i := len(way) - 1; i > first; i-- {
		if way[i].ID == e.Message.ID && slices.Equal(t.expected(way[i], e), e.Clock) {
			return i
		}
	}
	return first
}

// wasSent returns an error for a message that no node sent before it was taken.
func (m *Merge) wasSent(t *tape, taken *Message, from int) error {
	if _, err := ParseID(taken.ID, taken.From); err != nil {
		return t.fault("%v", err)
	}
	if sender := m.tapes[from]; sender == nil || !sender.hasSent(t.wants) {
		return t.fault("message %s is taken, and no line before has sent it", taken.ID)
	}
	return nil
}

// post puts the messages of an event in transit: new ones, numbered without a gap, or resent old ones of the
// same incarnation.
func (m *Merge) post(t *tape, e *Event, moment *Moment) error {
	node := m.Header.IDs[t.place]
	for _, s := range e.Sends {
		if e.Aside {
			serial, err := ParseID(s.ID, node)
			if err != nil || serial.Incarnation != t.incarnation || serial.Count > t.sent {
				return t.fault("message %s is sent again: want one that incarnation %d of node %d has sent before", s.ID, t.incarnation, node)
			}
			t.withdraw(e, &s)
		} else {
			t.sent++
			if want := fmt.Sprintf("%d.%d.%d", node, t.incarnation, t.sent); s.ID != want {
				return t.fault("message %s is sent: want %s", s.ID, want)
			}
		}
		to := slices.Index(m.Header.IDs, s.To)
		if other := m.tapes[to]; other == nil || errors.Is(other.err, io.EOF) {
			moment.Sent = append(moment.Sent, nil)
			continue
		}
		parcel := &Parcel{Send: s, From: t.place, Incarnation: t.incarnation, Clock: e.Clock, Met: t.met[to]}
		way := m.way(t.place, to)
		*way = append(*way, parcel)
		t.under[s.ID] = append(t.under[s.ID], parcel)
		moment.Sent = append(moment.Sent, parcel)
	}
	return nil
}

// withdraw records that messages in transit also go to another node, and after that possibly to the first
// again.
func (t *tape) withdraw(e *Event, s *Send) {
	for _, p := range t.under[s.ID] {
		p.Renewed = p.Renewed || p.To == s.To
		if p.Withdrawn == 0 {
			p.Withdrawn = e.Clock[t.place]
		}
	}
}

// Under lists the messages in transit from one place to another, in order.
func (m *Merge) Under(from, to int) []*Parcel { return *m.way(from, to) }
