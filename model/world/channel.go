package world

import (
	"slices"
	"sync"

	"interrex/model"
)

// An envelope is a message on its way. It is also the message to the component of its receiver. Envelopes are interned.
type envelope struct {
	inTransit
	number   uint32
	bits     uint8  // of component.View.Common
	spelling string // of the message; the order of a bag
}

// An inTransit identifies an envelope.
type inTransit struct {
	from    int // index of the sender
	message model.Message

	// The deadline, with a clock.
	within  int // ticks
	promise promise
}

// An inbox is the incoming channels of a process: envelopes by sender, then in the order of the channel. Inboxes are interned.
type inbox struct {
	envelopes []*envelope
	bits      uint8 // of component.View.Common
}

// mail is the tables of interned envelopes and inboxes. The inboxes are in an open hash table; nil means a free slot.
type mail struct {
	mu        sync.Mutex
	envelopes map[inTransit]*envelope
	inboxes   []place     // its length is a power of two
	count     int         // of inboxes; at most half the length
	buffer    []*envelope // for reuse
}

// A place is a slot of the table. Its hash saves most looks at inboxes.
type place struct {
	*inbox
	hash uint32 // of the numbers of the envelopes
}

func newMail() mail {
	return mail{envelopes: map[inTransit]*envelope{}, inboxes: make([]place, 1<<8)}
}

// internEnvelope returns the interned envelope.
func (s *system) internEnvelope(of inTransit) *envelope {
	s.mail.mu.Lock()
	defer s.mail.mu.Unlock()
	l, known := s.mail.envelopes[of]
	if !known {
		l = &envelope{inTransit: of, number: uint32(len(s.mail.envelopes)), bits: bitsOf(of.message)}
		if s.config.Channels == Bag {
			l.spelling = model.SpellMessage(of.message)
		}
		s.mail.envelopes[of] = l
	}
	return l
}

// internInbox returns the interned inbox of ordered envelopes, which come in pieces.
func (s *system) internInbox(pieces ...[]*envelope) *inbox {
	m := &s.mail
	m.mu.Lock()
	defer m.mu.Unlock()
	m.buffer = m.buffer[:0]
	for _, letters := range pieces {
		m.buffer = append(m.buffer, letters...)
	}
	hash := uint64(0)
	for _, l := range m.buffer {
		hash = (hash ^ uint64(l.number+1)) * 0x9E3779B97F4A7C15
		hash ^= hash >> 32
	}
	slot := m.lookup(uint32(hash), m.buffer)
	if slot.inbox != nil {
		return slot.inbox
	}
	in := &inbox{envelopes: slices.Clone(m.buffer)}
	for _, l := range m.buffer {
		in.bits |= l.bits
	}
	*slot = place{in, uint32(hash)}
	m.grow()
	return in
}

// lookup returns the slot of an inbox, or the free slot for it.
func (m *mail) lookup(hash uint32, letters []*envelope) *place {
	for at := int(hash); ; at++ {
		slot := &m.inboxes[at&(len(m.inboxes)-1)]
		if slot.inbox == nil || slot.hash == hash && slices.Equal(slot.envelopes, letters) {
			return slot
		}
	}
}

// grow counts a new inbox, and doubles the table if it is half full.
func (m *mail) grow() {
	m.count++
	if 2*m.count < len(m.inboxes) {
		return
	}
	old := m.inboxes
	m.inboxes = make([]place, 2*len(old))
	for _, slot := range old {
		if slot.inbox == nil {
			continue
		}
		at := int(slot.hash)
		for m.inboxes[at&(len(m.inboxes)-1)].inbox != nil {
			at++
		}
		m.inboxes[at&(len(m.inboxes)-1)] = slot
	}
}

// has reports whether there is an envelope from a process.
func (in *inbox) has(from int) bool {
	for _, l := range in.envelopes {
		if l.from >= from {
			return l.from == from
		}
	}
	return false
}

// channel lists the envelopes from a process.
func (in *inbox) channel(from int) []*envelope {
	first, end := in.channelEnds(from)
	return in.envelopes[first:end]
}

// channelEnds returns the range of the envelopes from a process.
func (in *inbox) channelEnds(from int) (first, end int) {
	for first < len(in.envelopes) && in.envelopes[first].from < from {
		first++
	}
	for end = first; end < len(in.envelopes) && in.envelopes[end].from == from; {
		end++
	}
	return first, end
}

// deposit puts an envelope at the end of its channel. A bag is ordered by spelling. A message to a dead process is lost.
func (s *system) deposit(v process, l *envelope) process {
	if !v.isLive() {
		return v
	}
	first, at := v.inbox.channelEnds(l.from)
	for s.config.Channels == Bag && at > first && l.spelling < v.inbox.envelopes[at-1].spelling {
		at--
	}
	return process{v.local, s.internInbox(v.inbox.envelopes[:at], []*envelope{l}, v.inbox.envelopes[at:])}
}

// A removal is an envelope, and the inbox without it. number counts the distinct removals of a channel.
type removal struct {
	number   int
	envelope *envelope
	rest     *inbox
}

// removals lists the distinct ways to remove one envelope from a channel.
func (s *system) removals(in *inbox, from int) (takes []removal) {
	first, end := in.channelEnds(from)
	for at := first; at < end; at++ {
		t := removal{len(takes), in.envelopes[at], s.without(in, at)}
		isKnown := func(other removal) bool { return other.envelope == t.envelope && other.rest == t.rest }
		if !slices.ContainsFunc(takes, isKnown) {
			takes = append(takes, t)
		}
	}
	return takes
}

// without returns an inbox without the envelope at an index.
func (s *system) without(in *inbox, at int) *inbox {
	return s.internInbox(in.envelopes[:at], in.envelopes[at+1:])
}

// isLinked reports whether there is a channel from one process to another. On a ring there is one if all processes between them can be
// dead; on a bidirectional ring, if those on one side can be.
func (s *system) isLinked(from, to int) bool {
	between := (to - from - 1 + s.n) % s.n
	switch s.config.Algorithm.Topology {
	case model.Complete:
		return from != to
	case model.BothWays:
		between = min(between, (from-to-1+s.n)%s.n)
	}
	return s.config.Crashes == Unlimited || between <= s.config.Crashes
}

// isCut reports whether a link loses all messages.
func (s *system) isCut(from, to int) bool {
	return slices.Contains(s.config.Cut, Pair{s.config.IDs[from], s.config.IDs[to]})
}
