package world

import (
	"slices"
	"strings"

	"interrex/checker"
	"interrex/model"
)

// A content is all that there is to know about what a channel holds.
type content struct {
	messages []number // in order; in a bag, in the order of their spelling
	takes    []take   // what may be delivered: the head or, of a bag, any message
	losses   []take   // what may be lost
}

// A take is a message with what is left of the content without it.
type take struct {
	message number         // without its deadline
	action  checker.Action // of delivering it
	rest    number
}

// channels knows the contents of all channels of a world.
type channels struct {
	kind     Channels
	capacity int
	action   func(model.Message) checker.Action // of delivering a message
	messages *table[model.Message, model.Message]
	kinds    *table[model.Kind, model.Kind]
	contents *contents
	heads    *memo[take]   // by message, but for what is left
	pushed   *memo[number] // onto bags: content<<16 | message
	spelt    *memo[string] // by message

	// In a world with a clock messages have deadlines.
	clocked bool
	posted  *memo[number] // message<<16 | deadline<<8 | promise
	flows   *memo[flow]   // by content
}

func newChannels(kind Channels, capacity int, action func(model.Message) checker.Action) *channels {
	c := &channels{kind: kind, capacity: capacity, action: action, contents: newContents(1<<31 - 1), heads: newMemo[take]()}
	c.pushed, c.spelt, c.posted, c.flows = newMemo[number](), newMemo[string](), newMemo[number](), newMemo[flow]()
	c.messages = newTable("messages", narrow, func(m model.Message) model.Message { return m })
	c.kinds = newTable("kinds of messages", narrow, func(k model.Kind) model.Kind { return k })
	return c
}

// narrow is how many numbers 16 bits hold, in which most tables' numbers are kept.
const narrow = 1 << 16

// full is what push returns where the capacity is exceeded.
const full = ^number(0)

// push returns a content with one more message, or full.
func (c *channels) push(to, message number) number {
	if c.capacity != Unlimited && int(c.contents.strand(to).length) >= c.capacity {
		return full
	}
	if c.kind != Bag {
		return c.extended(to, message)
	}
	key := uint64(to)<<16 | uint64(message)
	if known := c.pushed.get(key); known != nil {
		return *known
	}
	return *c.pushed.put(key, c.number(append(c.contents.messages(to), message)))
}

// find is push for a content that there may not be: 0.
func (c *channels) find(to, message number) (n number) {
	if c.kind != Bag {
		return c.contents.find(to, message)
	}
	messages := append(c.contents.messages(to), message)
	slices.SortStableFunc(messages, c.compare)
	for _, m := range messages {
		if n = c.contents.find(n, m); n == 0 {
			return 0
		}
	}
	return n
}

// compare is the order of the messages in a bag.
func (c *channels) compare(a, b number) int { return strings.Compare(c.spell(a), c.spell(b)) }

// spell prints a message, which is remembered: a bag asks again and again.
func (c *channels) spell(message number) string {
	if known := c.spelt.get(uint64(message)); known != nil {
		return *known
	}
	return *c.spelt.put(uint64(message), model.SpellMessage(*c.messages.at(message)))
}

// examine finds out what there is to know about a content.
func (c *channels) examine(messages []number) content {
	known := content{messages: messages}
	if len(messages) == 0 {
		return known
	}
	known.takes = []take{c.without(messages, 0)}
	if c.kind == Bag {
		known.takes = c.each(messages)
	}
	if c.kind == Lossy {
		known.losses = c.each(messages)
	}
	return known
}

// each lists the different ways to take one message out of a content.
func (c *channels) each(messages []number) []take {
	var ways []take
	for i := range messages {
		if way := c.without(messages, i); !slices.Contains(ways, way) {
			ways = append(ways, way)
		}
	}
	return ways
}

// plain is a message without its deadline.
func (c *channels) plain(message number) number {
	if posted, ok := (*c.messages.at(message)).(posted); ok {
		return c.messages.number(posted.Message)
	}
	return message
}

func (c *channels) without(messages []number, i int) take {
	way := c.head(messages[i])
	way.rest = c.number(slices.Concat(messages[:i], messages[i+1:]))
	return way
}

// join returns the content of one channel followed by what travels the same way in another, or full.
func (c *channels) join(front, back number, way model.Way) number {
	for _, m := range c.at(back).messages {
		if model.WayOf(*c.messages.at(m)) != way {
			continue
		}
		if front = c.push(front, m); front == full {
			return full
		}
	}
	return front
}

// A Flight is a message on its way.
type Flight struct {
	From, To model.ID
	Message  string

	// By the clock, what the world promises of it: "timely", it arrives within so many ticks;
	// "late", so it does from when the bounds hold on; "unsure", within so many or never.
	Promise string
	Within  int
}

// Deadline says by when a message arrives; nothing where there is no clock.
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

// flights lists the messages of a channel.
func (w *World) flights(link int, messages []number) []Flight {
	var flights []Flight
	for _, number := range messages {
		l, m := w.links[link], *w.channels.messages.at(number)
		f := Flight{From: w.config.IDs[l.from], To: w.config.IDs[l.to], Message: model.SpellMessage(m)}
		if p, clocked := m.(posted); clocked {
			f.Promise, f.Within = promises[p.promise], p.within
		}
		flights = append(flights, f)
	}
	return flights
}

// inFlight lists all messages on their way.
func (w *World) inFlight(s checker.State) []Flight {
	var flights []Flight
	for link := range w.links {
		flights = append(flights, w.flights(link, w.channels.at(w.content(s, link)).messages)...)
	}
	return flights
}

// Sent visits the messages that leave in a step, in their order. Lost: the receiver is dead.
func (w *World) Sent(from checker.State, step checker.Step, visit func(m model.Message, lost bool)) {
	m := moveOf(step.Code)
	e, handled := w.event(from, m)
	if !handled {
		return
	}
	sends := w.outcome(m.process, from[m.process], e).sends
	if m.crashAfter > 0 {
		sends = sends[:m.crashAfter]
	}
	for _, s := range sends {
		to := w.addressee(from, m.process, s.to)
		visit(*w.channels.messages.at(s.message), from[to] == dead)
	}
}

// LastPhase is the last phase that any message met so far belongs to, -1 if none does.
func (w *World) LastPhase() int {
	last := -1
	for _, m := range *w.channels.messages.values.Load() {
		if phased, is := m.(model.Phased); is {
			_, phase, _ := phased.InPhase()
			last = max(last, phase)
		}
	}
	return last
}

// Taken is the message that a process takes in a step, nil if it takes none.
func (w *World) Taken(from checker.State, step checker.Step) model.Message {
	m := moveOf(step.Code)
	if e, handled := w.event(from, m); handled && e.kind == model.Receive {
		return *w.channels.messages.at(e.message)
	}
	return nil
}

// IsTick reports whether a step only lets time pass.
func (w *World) IsTick(step checker.Step) bool { return moveOf(step.Code).kind == tick }
