package world

import (
	"slices"
	"sync"
	"sync/atomic"

	"interrex/checker"
	"interrex/model"
)

// contents numbers the contents of channels; the empty one is 0. There may be as many as states, so little is kept of each: a
// content is told by what it was before its last message came, and by that message. What else there is to know of one is
// found out when it is asked for.
//
// Look-ups take no lock. Which content gets which number depends on who asks first.
type contents struct {
	what string // for people, when there are too many
	most int    // how many there may be

	mu      sync.Mutex
	count   int
	strands atomic.Pointer[strands]
	slots   atomic.Pointer[[]uint32] // the numbers, by what tells them; 0: free
	details *memo[content]           // by number
}

// A strand is what is kept of a content.
type strand struct {
	before number // without the last message
	rest   number // without the first
	length uint32
	first  uint16 // numbers of messages
	last   uint16
	marks  uint32 // bits of traffic, and behind these one for each kind of message: kindBit
}

// strands are those of all contents, by number.
type strands []*[chunk]strand

// chunk is how many are allocated at once.
const chunk = 1 << 8

func (s strands) at(n number) *strand { return &s[n/chunk][n%chunk] }

// shows is what a View shows of a content.
func (s strands) shows(n number) uint64 { return uint64(s.at(n).marks & (1<<trafficBits - 1)) }

func newContents(most int) *contents {
	c := &contents{what: "contents of channels", most: most, count: 1, details: newMemo[content]()}
	slots := make([]uint32, chunk)
	c.slots.Store(&slots)
	c.strands.Store(&strands{{}})
	return c
}

// strand returns what is kept of a content.
func (c *contents) strand(n number) *strand { return c.strands.Load().at(n) }

// find returns the number of a content with one more message, 0 if it has none.
func (c *contents) find(before, last number) number {
	slots := *c.slots.Load()
	for i := slotOf(before, last, slots); ; i = (i + 1) % len(slots) {
		n := atomic.LoadUint32(&slots[i])
		if n == 0 {
			return 0
		}
		if s := c.strand(n); s.before == before && number(s.last) == last {
			return n
		}
	}
}

// slotOf is where the look-up of a content begins.
func slotOf(before, last number, slots []uint32) int {
	return int(spread(uint64(before)<<16|uint64(last)) & uint64(len(slots)-1))
}

// with is the number of a content with one more message, a new one if it still has none.
func (c *contents) with(before, last number, marks uint32) number {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.enter(before, last, marks)
}

// enter is with for who has the lock.
func (c *contents) enter(before, last number, marks uint32) number {
	if n := c.find(before, last); n != 0 {
		return n
	}
	s := strand{before: before, last: uint16(last), first: uint16(last), length: 1, marks: marks}
	if before != 0 {
		b := c.strand(before)
		s.first, s.length, s.marks = b.first, b.length+1, s.marks|b.marks
		s.rest = c.enter(b.rest, last, marks)
	}
	if c.count >= c.most {
		panic(checker.Overflow{What: c.what})
	}
	n := number(c.count)
	c.count++
	if all := *c.strands.Load(); int(n/chunk) == len(all) {
		all = append(all, new([chunk]strand)) // whoever has the old list looks no further than that
		c.strands.Store(&all)
	}
	*c.strand(n) = s
	c.file(n, s)
	return n
}

// file makes a content be found.
func (c *contents) file(n number, s strand) {
	slots := *c.slots.Load()
	if 2*c.count > len(slots) {
		slots = make([]uint32, 2*len(slots))
		for old := number(1); old < n; old++ {
			put(slots, old, *c.strand(old))
		}
		c.slots.Store(&slots)
	}
	put(slots, n, s)
}

func put(slots []uint32, n number, s strand) {
	i := slotOf(s.before, number(s.last), slots)
	for atomic.LoadUint32(&slots[i]) != 0 {
		i = (i + 1) % len(slots)
	}
	atomic.StoreUint32(&slots[i], n)
}

// longest is the length of the longest content so far.
func (c *contents) longest() (longest int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for n := range c.count {
		longest = max(longest, int(c.strand(number(n)).length))
	}
	return longest
}

// messages lists the messages of a content, in order.
func (c *contents) messages(n number) []number {
	all := make([]number, c.strand(n).length)
	for i := len(all) - 1; i >= 0; i-- {
		s := c.strand(n)
		all[i], n = number(s.last), s.before
	}
	return all
}

// number returns the number of a content.
func (c *channels) number(messages []number) (n number) {
	if c.kind == Bag {
		slices.SortStableFunc(messages, c.compare)
	}
	for _, m := range messages {
		n = c.extended(n, m)
	}
	return n
}

// extended is the number of a content with one more message behind the others.
func (c *channels) extended(before, last number) number {
	if n := c.contents.find(before, last); n != 0 {
		return n
	}
	return c.contents.with(before, last, c.marksOf(last))
}

// marksOf is what a message marks a content with.
func (c *channels) marksOf(message number) uint32 {
	m := *c.messages.at(message)
	return uint32(something|bit(model.Calls(m))*call|bit(model.Announces(m))*announcement) | kindBit(c.kinds.number(model.KindOf(m)))
}

// at returns all that there is to know about a content.
func (c *channels) at(n number) *content {
	if known := c.contents.details.get(uint64(n)); known != nil {
		return known
	}
	return c.contents.details.put(uint64(n), c.examine(c.contents.messages(n)))
}

// kindBit is the bit of a kind in what contents are marked with. The last one is of all kinds that have none of their own.
func kindBit(kind number) uint32 { return 1 << min(trafficBits+kind, 31) }

// A sought is a kind of message that is looked for, with its bit: 0 if there has been no such message.
type sought struct {
	kind model.Kind
	bit  uint32
}

func (c *channels) seek(kind model.Kind) sought {
	n := slices.Index(*c.kinds.values.Load(), kind)
	if n < 0 {
		return sought{}
	}
	return sought{kind, kindBit(number(n))}
}

// carries reports whether a message of a kind is in a content.
func (c *channels) carries(n number, what sought) bool {
	switch c.contents.strand(n).marks & what.bit {
	case 0:
		return false
	case 1 << 31:
		return c.has(n, func(m model.Message) bool { return model.KindOf(m) == what.kind })
	}
	return true
}

// has reports whether a message in a content is as wanted.
func (c *channels) has(n number, isWanted func(model.Message) bool) bool {
	for n != 0 {
		s := c.contents.strand(n)
		if isWanted(*c.messages.at(number(s.last))) {
			return true
		}
		n = s.before
	}
	return false
}

// takes lists what may be delivered of a content: the head or, of a bag, any message. There is room for a head.
func (c *channels) takes(n number, room *[1]take) []take {
	switch {
	case n == 0:
		return nil
	case c.kind == Bag:
		return c.at(n).takes
	}
	s := c.contents.strand(n)
	room[0] = c.head(number(s.first))
	room[0].rest = s.rest
	return room[:]
}

// head is a message as it is taken, whatever is left.
func (c *channels) head(message number) take {
	if known := c.heads.get(uint64(message)); known != nil {
		return *known
	}
	plain := c.plain(message)
	return *c.heads.put(uint64(message), take{message: plain, action: c.action(*c.messages.at(plain))})
}
