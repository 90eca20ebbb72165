package world

import (
	"iter"
	"slices"
	"sync"
	"sync/atomic"

	"interrex/checker/component"
	"interrex/model"
)

// An envelope is a message on its way. It is also the message to the component of its receiver. Envelopes are interned.
type envelope struct {
	inTransit
	letter   inbox  // with this envelope alone
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

// An inbox is the incoming channels of a process: letters of envelopes by sender, then in the order of the channel. A letter is the sender
// and the number of the envelope, in four bytes.
type inbox string

const letterSize = 4

// mail is the table of interned envelopes.
type mail struct {
	mu        sync.Mutex
	numbers   map[inTransit]int
	envelopes atomic.Pointer[[]*envelope] // by number
	longest   atomic.Int64                // number of messages that a channel has held
}

// internEnvelope returns the interned envelope.
func (s *system) internEnvelope(of inTransit) *envelope {
	m := &s.mail
	m.mu.Lock()
	defer m.mu.Unlock()
	all := *m.envelopes.Load()
	n, known := m.numbers[of]
	if known {
		return all[n]
	}
	if n = len(all); n >= 1<<24 {
		panic(component.Overflow{What: "messages"})
	}
	letter := inbox([]byte{byte(of.from), byte(n >> 16), byte(n >> 8), byte(n)})
	l := &envelope{inTransit: of, letter: letter, bits: bitsOf(of.message)}
	if s.config.Channels == Bag {
		l.spelling = model.SpellMessage(of.message)
	}
	m.numbers[of] = n
	all = append(all, l)
	m.envelopes.Store(&all)
	return l
}

// first returns the first envelope of an inbox that is not empty.
func (s *system) first(in inbox) *envelope {
	return (*s.mail.envelopes.Load())[int(in[1])<<16|int(in[2])<<8|int(in[3])]
}

// envelopes visits the envelopes of an inbox.
func (s *system) envelopes(in inbox) iter.Seq[*envelope] {
	return func(yield func(*envelope) bool) {
		for ; len(in) > 0 && yield(s.first(in)); in = in[letterSize:] {
		}
	}
}

// has reports whether there is an envelope from a process.
func (in inbox) has(from int) bool { return in.channel(from) != "" }

// channel is the part of the inbox from one process.
func (in inbox) channel(from int) inbox {
	first, end := in.channelEnds(from)
	return in[first:end]
}

// len is the number of envelopes.
func (in inbox) len() int { return len(in) / letterSize }

// channelEnds returns where the channel from a process begins and ends.
func (in inbox) channelEnds(from int) (first, end int) {
	for first < len(in) && int(in[first]) < from {
		first += letterSize
	}
	for end = first; end < len(in) && int(in[end]) == from; {
		end += letterSize
	}
	return first, end
}

// deposit puts an envelope at the end of its channel. A bag is ordered by spelling. A message to a dead process is lost.
func (s *system) deposit(v process, l *envelope) process {
	if !v.isLive() {
		return v
	}
	first, at := v.inbox.channelEnds(l.from)
	for held := int64((at-first)/letterSize + 1); held > s.mail.longest.Load(); {
		s.mail.longest.Store(held)
	}
	for s.config.Channels == Bag && at > first && l.spelling < s.first(v.inbox[at-letterSize:]).spelling {
		at -= letterSize
	}
	return process{v.local, v.inbox[:at] + l.letter + v.inbox[at:]}
}

// A removal is an envelope, and the inbox without it. number counts the distinct removals of a channel.
type removal struct {
	number   int
	envelope *envelope
	rest     inbox
}

// removals lists the distinct ways to remove one envelope from a channel.
func (s *system) removals(in inbox, from int) (takes []removal) {
	first, end := in.channelEnds(from)
	for at := first; at < end; at += letterSize {
		t := removal{len(takes), s.first(in[at:]), in[:at] + in[at+letterSize:]}
		if !slices.ContainsFunc(takes, func(other removal) bool { return other.rest == t.rest }) {
			takes = append(takes, t)
		}
	}
	return takes
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
	return s.config.isCut(s.config.IDs[from], s.config.IDs[to])
}
