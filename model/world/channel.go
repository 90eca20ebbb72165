package world

import (
	"iter"
	"slices"
	"sync"
	"sync/atomic"

	"interrex/checker"
	"interrex/checker/component"
	"interrex/model"
)

// An envelope is a message on its way. It is also the message to the component of its receiver. Envelopes are interned.
type envelope struct {
	inTransit
	letter   string
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

// An inbox is the incoming channels of a process: a letter for each envelope, by sender, then in the order of the channel. A letter is the
// sender and the number of the envelope, in four bytes.
type inbox struct {
	letters string
	*mail
}

const letterSize = 4

// mail is the table of interned envelopes.
type mail struct {
	mu       sync.Mutex
	numbers  map[inTransit]int
	byNumber atomic.Pointer[[]*envelope]
	longest  int // number of messages that a channel has held
}

// internEnvelope returns the interned envelope.
func (s *system) internEnvelope(of inTransit) *envelope {
	m := &s.mail
	m.mu.Lock()
	defer m.mu.Unlock()
	all := *m.byNumber.Load()
	n, known := m.numbers[of]
	if known {
		return all[n]
	}
	if n = len(all); n >= 1<<24 {
		panic(component.Overflow{What: "messages"})
	}
	letter := string([]byte{byte(of.from), byte(n >> 16), byte(n >> 8), byte(n)})
	l := &envelope{inTransit: of, letter: letter}
	if s.config.Channels == Bag {
		l.spelling = model.SpellMessage(of.message)
	}
	m.numbers[of] = n
	all = append(all, l)
	m.byNumber.Store(&all)
	return l
}

func (s *system) emptyInbox() inbox { return inbox{mail: &s.mail} }

// at returns the envelope of the letter at a place.
func (in inbox) at(place int) *envelope {
	letter := in.letters[place : place+letterSize]
	return (*in.byNumber.Load())[int(letter[1])<<16|int(letter[2])<<8|int(letter[3])]
}

// envelopes visits the envelopes in order.
func (in inbox) envelopes() iter.Seq[*envelope] {
	return func(yield func(*envelope) bool) {
		for at := 0; at < len(in.letters) && yield(in.at(at)); at += letterSize {
		}
	}
}

// has reports whether there is a wanted envelope.
func (in inbox) has(isWanted func(*envelope) bool) bool {
	for l := range in.envelopes() {
		if isWanted(l) {
			return true
		}
	}
	return false
}

// hasFrom reports whether there is an envelope from a process.
func (in inbox) hasFrom(from int) bool { return in.channel(from).len() > 0 }

// channel is the part of the inbox from one process.
func (in inbox) channel(from int) inbox {
	first, end := in.channelEnds(from)
	return inbox{in.letters[first:end], in.mail}
}

// len is the number of envelopes.
func (in inbox) len() int { return len(in.letters) / letterSize }

// channelEnds returns where the channel from a process begins and ends.
func (in inbox) channelEnds(from int) (first, end int) {
	for first < len(in.letters) && int(in.letters[first]) < from {
		first += letterSize
	}
	for end = first; end < len(in.letters) && int(in.letters[end]) == from; {
		end += letterSize
	}
	return first, end
}

// note notes the length of a channel.
func (m *mail) note(length int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.longest = max(m.longest, length)
}

// deposit puts an envelope at the end of its channel. A bag is ordered by spelling. A message to a dead process is lost.
func (s *system) deposit(v process, l *envelope) process {
	if !v.isLive() {
		return v
	}
	in := v.inbox
	first, at := in.channelEnds(l.from)
	in.note((at-first)/letterSize + 1)
	for s.config.Channels == Bag && at > first && l.spelling < in.at(at-letterSize).spelling {
		at -= letterSize
	}
	return process{v.local, inbox{in.letters[:at] + l.letter + in.letters[at:], in.mail}}
}

// places lists where a channel has an envelope that differs from the one before. To remove one of equal neighbours is the same for each.
func (in inbox) places(from int) (all []int) {
	first, end := in.channelEnds(from)
	for at := first; at < end; at += letterSize {
		if at == first || in.at(at) != in.at(at-letterSize) {
			all = append(all, at)
		}
	}
	return all
}

// take returns the envelope that a move takes from its channel, and the inbox without it.
func (in inbox) take(m move) (l *envelope, rest inbox) {
	place, _ := in.channelEnds(m.peer)
	if m.variant > 0 {
		place = in.places(m.peer)[m.variant]
	}
	return in.at(place), inbox{in.letters[:place] + in.letters[place+letterSize:], in.mail}
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

// A Flight is a message on its way.
type Flight struct {
	From, To model.ID
	Message  string

	// With a clock, Promise is the kind of its deadline: "timely", it arrives within Within ticks; "late", it has no deadline until the
	// bounds hold; "unsure", it arrives within Within ticks or never.
	Promise string
	Within  int
}

// Deadline describes the deadline of a message; empty without a clock.
func (f Flight) Deadline() string {
	switch f.Promise {
	case promises[timely]:
		return within(f.Within)
	case promises[open]:
		return "may be late"
	case promises[unsure]:
		return within(f.Within) + " or never"
	}
	return ""
}

// promises are the names of the promises.
var promises = [...]string{timely: "timely", open: "late", unsure: "unsure"}

// flight describes an envelope on its way to a process.
func (w *World) flight(to int, l *envelope) Flight {
	f := Flight{From: w.config.IDs[l.from], To: w.config.IDs[to], Message: model.SpellMessage(l.message)}
	if w.clock >= 0 {
		f.Promise, f.Within = promises[l.promise], l.within
	}
	return f
}

// inFlight lists all messages on their way.
func (w *World) inFlight(s checker.State) (flights []Flight) {
	for to, l := range w.inTransit(w.ValuesOf(s)) {
		flights = append(flights, w.flight(to, l))
	}
	return flights
}

// inTransit visits the messages on their way with their receivers: by sender, then by receiver.
func (s *system) inTransit(values []component.Value) iter.Seq2[int, *envelope] {
	return func(yield func(int, *envelope) bool) {
		for _, link := range s.links() {
			for l := range processOf(values, link.to).inbox.channel(link.from).envelopes() {
				if !yield(link.to, l) {
					return
				}
			}
		}
	}
}
