package world

import (
	"interrex/checker"
	"interrex/model"
)

// A posted message is one under way in a world with a clock.
type posted struct {
	model.Message
	within  int // ticks
	promise promise
}

// Calls is part of model.Calling: what is under way says it.
func (p posted) Calls() bool { return model.Calls(p.Message) }

// Announces is part of model.Announcing.
func (p posted) Announces() bool { return model.Announces(p.Message) }

// A promise is what a world with a clock says of a message under way.
type promise uint8

const (
	timely promise = iota // it arrives within so many ticks
	open                  // so it does once the bounds hold; until then it may be late
	unsure                // it arrives within so many ticks, or never
)

// promises are what promises are called.
var promises = [...]string{timely: "timely", open: "late", unsure: "unsure"}

// A flow is what time does to the content of a channel.
type flow struct {
	due    bool   // a message must arrive, or be lost, before a tick can pass
	later  number // the content a tick later, if nothing is due
	bound  number // the content once the bounds hold
	unsure bool   // its head may be lost
}

// flow finds out what time does to a content.
func (c *channels) flow(content number) *flow {
	if known := c.flows.get(uint64(content)); known != nil {
		return known
	}
	var f flow
	var later, bound []number
	for i, m := range c.contents.at(content).messages {
		p := (*c.messages.at(m)).(posted)
		f.unsure = f.unsure || i == 0 && p.promise == unsure
		f.due = f.due || p.within == 0 && p.promise != open
		held := p
		if held.promise == open {
			held.promise = timely
		} else {
			p.within--
		}
		later, bound = append(later, c.messages.number(p)), append(bound, c.messages.number(held))
	}
	if f.bound = c.number(bound); !f.due {
		f.later = c.number(later)
	}
	return c.flows.put(uint64(content), f)
}

// post returns a message as it goes on its way over a link: with its deadline, if there are any.
func (x *expansion) post(s checker.State, link int, message number) number {
	if !x.channels.clocked {
		return message
	}
	p := posted{within: x.within}
	switch {
	case x.timely[link] && !x.gst.has(s):
	case x.able.Clockwork:
		p.promise, p.within = unsure, x.config.Late
	default:
		p.promise = open
	}
	key := uint64(message)<<16 | uint64(p.within)<<8 | uint64(p.promise)
	if known := x.channels.posted.get(key); known != nil {
		return *known
	}
	p.Message = *x.channels.messages.at(message)
	return *x.channels.posted.put(key, x.channels.messages.number(p))
}
