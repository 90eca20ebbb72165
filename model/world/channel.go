package world

import (
	"encoding/binary"
	"slices"
	"sync"

	"interrex/model"
)

// A letter is a message on its way to a process. As a message to the component of its receiver, it is what arrives in the
// channel. Letters are interned.
type letter struct {
	sent
	number uint32
	shows  uint8  // common bits of a view
	spelt  string // in a bag, by which its letters are in order
}

// A sent is what makes letters different.
type sent struct {
	from    int // the sender, by its place on the ring
	message model.Message

	// By the clock, what the world promises of it.
	within  int // ticks
	promise promise
}

// An inbox holds all that is on its way to a process: letters by sender, those of one sender in the order of the channel.
// Inboxes are interned.
type inbox struct {
	letters []*letter
	shows   uint8 // common bits of a view
}

// mail has each letter and each inbox that has been met. The name of an inbox is the numbers of its letters.
type mail struct {
	mu      sync.Mutex
	letters map[sent]*letter
	inboxes map[string]*inbox
}

const letterBytes = 4 // in the name of an inbox

func newMail() mail {
	return mail{letters: map[sent]*letter{}, inboxes: map[string]*inbox{}}
}

// letterOf returns the interned letter.
func (s *system) letterOf(of sent) *letter {
	s.mail.mu.Lock()
	defer s.mail.mu.Unlock()
	l, known := s.mail.letters[of]
	if !known {
		l = &letter{sent: of, number: uint32(len(s.mail.letters)), shows: shownBy(of.message)}
		if s.config.Channels == Bag {
			l.spelt = model.SpellMessage(of.message)
		}
		s.mail.letters[of] = l
	}
	return l
}

// inboxOf returns the interned inbox with letters, which are in order.
func (s *system) inboxOf(letters []*letter) *inbox {
	var room [64 * letterBytes]byte
	name := room[:0]
	for _, l := range letters {
		name = binary.LittleEndian.AppendUint32(name, l.number)
	}
	s.mail.mu.Lock()
	defer s.mail.mu.Unlock()
	in, known := s.mail.inboxes[string(name)]
	if !known {
		in = &inbox{letters: slices.Clone(letters)}
		for _, l := range letters {
			in.shows |= l.shows
		}
		s.mail.inboxes[string(name)] = in
	}
	return in
}

// has reports whether there is a letter from one process.
func (in *inbox) has(from int) bool {
	for _, l := range in.letters {
		if l.from >= from {
			return l.from == from
		}
	}
	return false
}

// channel lists the letters from one process.
func (in *inbox) channel(from int) []*letter {
	first, end := in.channelEnds(from)
	return in.letters[first:end]
}

// channelEnds returns the place of the first letter from one process, and the place behind the last one.
func (in *inbox) channelEnds(from int) (first, end int) {
	for first < len(in.letters) && in.letters[first].from < from {
		first++
	}
	for end = first; end < len(in.letters) && in.letters[end].from == from; {
		end++
	}
	return first, end
}

// deposit puts a letter at the end of its channel; in a bag, in the order of their spelling. A message to a dead process is
// lost.
func (s *system) deposit(v process, l *letter) process {
	if !v.isLive() {
		return v
	}
	first, at := v.inbox.channelEnds(l.from)
	for s.config.Channels == Bag && at > first && l.spelt < v.inbox.letters[at-1].spelt {
		at--
	}
	var room [64]*letter
	letters := append(append(append(room[:0], v.inbox.letters[:at]...), l), v.inbox.letters[at:]...)
	return process{v.local, s.inboxOf(letters)}
}

// A take is a letter with the inbox that is left without it. number counts the different takes of a channel.
type take struct {
	number int
	letter *letter
	rest   *inbox
}

// takes lists the different ways to take one letter out of a channel.
func (s *system) takes(in *inbox, from int) (takes []take) {
	first, end := in.channelEnds(from)
	for at := first; at < end; at++ {
		t := take{len(takes), in.letters[at], s.without(in, at)}
		isKnown := func(other take) bool { return other.letter == t.letter && other.rest == t.rest }
		if !slices.ContainsFunc(takes, isKnown) {
			takes = append(takes, t)
		}
	}
	return takes
}

// without returns an inbox without the letter at a place.
func (s *system) without(in *inbox, at int) *inbox {
	var room [64]*letter
	return s.inboxOf(append(append(room[:0], in.letters[:at]...), in.letters[at+1:]...))
}

// isLinked reports whether there is a channel from one process to another: on a ring, whether all between them can be dead;
// on a bidirectional one, on either side.
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
