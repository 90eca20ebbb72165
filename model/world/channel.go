package world

import (
	"slices"
	"strings"
	"sync"

	"interrex/model"
)

// A letter is a message on its way to a process. As a message to the component of its receiver, it is what arrives in the
// channel.
type letter struct {
	from    int // the sender, by its place on the ring
	message model.Message

	// By the clock, what the world promises of it.
	within  int // ticks
	promise promise
}

// An inbox holds all that is on its way to a process: letters by sender, those of one sender in the order of the channel. It
// is text, so that it can be compared.
type inbox string

const letterBytes = 7

// letters lists the contents of an inbox.
func (s *system) letters(in inbox) []letter {
	all := make([]letter, 0, len(in)/letterBytes)
	for ; len(in) > 0; in = in[letterBytes:] {
		number := uint32(in[1]) | uint32(in[2])<<8 | uint32(in[3])<<16 | uint32(in[4])<<24
		all = append(all, letter{int(in[0]), s.messages.at(number), int(in[5]), promise(in[6])})
	}
	return all
}

// pack returns an inbox with letters, which are in order.
func (s *system) pack(letters []letter) inbox {
	text := make([]byte, 0, len(letters)*letterBytes)
	for _, l := range letters {
		n := s.messages.number(l.message)
		text = append(text, byte(l.from), byte(n), byte(n>>8), byte(n>>16), byte(n>>24), byte(l.within), byte(l.promise))
	}
	return inbox(text)
}

// messages numbers the messages of a world, for several goroutines.
type messages struct {
	mu       sync.RWMutex
	all      []model.Message // by number
	numberOf map[model.Message]uint32
}

func (t *messages) at(number uint32) model.Message {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.all[number]
}

func (t *messages) number(m model.Message) uint32 {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, known := t.numberOf[m]
	if !known {
		n = uint32(len(t.all))
		t.all = append(t.all, m)
		t.numberOf[m] = n
	}
	return n
}

// met lists all messages so far.
func (t *messages) met() []model.Message {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return slices.Clone(t.all)
}

// channel lists the letters from one process.
func (s *system) channel(in inbox, from int) (letters []letter) {
	for _, l := range s.letters(in) {
		if l.from == from {
			letters = append(letters, l)
		}
	}
	return letters
}

// deposit puts a letter at the end of its channel; in a bag, in the order of their spelling. A message to a dead process is
// lost.
func (s *system) deposit(v process, l letter) process {
	if !v.isLive() {
		return v
	}
	letters := s.letters(v.inbox)
	at := 0
	for at < len(letters) && (letters[at].from < l.from || letters[at].from == l.from && !s.isBefore(l, letters[at])) {
		at++
	}
	v.inbox = s.pack(slices.Insert(letters, at, l))
	s.noteLength(len(s.channel(v.inbox, l.from)))
	return v
}

// isBefore reports whether a letter goes before another one of the same channel that was there first.
func (s *system) isBefore(l, other letter) bool {
	return s.config.Channels == Bag &&
		strings.Compare(model.SpellMessage(l.message), model.SpellMessage(other.message)) < 0
}

// without returns an inbox without its letter number i from a process.
func (s *system) without(in inbox, from, i int) inbox {
	letters := s.letters(in)
	first := slices.IndexFunc(letters, func(l letter) bool { return l.from == from })
	return s.pack(slices.Delete(letters, first+i, first+i+1))
}

// A take is a letter with the inbox that is left without it. number counts the different takes of a channel.
type take struct {
	number int
	letter letter
	rest   inbox
}

// takes lists the different ways to take one letter out of a channel.
func (s *system) takes(in inbox, from int) (takes []take) {
	for i, l := range s.channel(in, from) {
		t := take{len(takes), l, s.without(in, from, i)}
		isKnown := func(other take) bool { return other.letter == l && other.rest == t.rest }
		if !slices.ContainsFunc(takes, isKnown) {
			takes = append(takes, t)
		}
	}
	return takes
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
