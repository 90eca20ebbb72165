package model

import "fmt"

// A Chained message carries the length of the chain that it ends: of messages each of which was
// sent in the step that took the one before. A chain begins with a message that is sent in any
// other step, a start or a timeout.
type Chained struct {
	Message
	Length int
}

// Calls is part of Calling: what is carried says it.
func (m Chained) Calls() bool { return Calls(m.Message) }

// Announces is part of Announcing.
func (m Chained) Announces() bool { return Announces(m.Message) }

func (m Chained) String() string {
	return fmt.Sprintf("%v as number %d of a chain", m.Message, m.Length)
}

// Plain is a message without what Chain has added.
func Plain(m Message) Message {
	if c, chained := m.(Chained); chained {
		return c.Message
	}
	return m
}

// Chain makes a Handler whose messages are Chained, and which does the same but for that. Whoever
// takes a message of length 3 has learnt something that took three message delays.
func Chain(h Handler) Handler { return chain{h} }

type chain struct{ Handler }

func (c chain) Handle(self Self, e Event) Outcome {
	length := 0
	if e.Kind == Receive {
		taken := e.Message.(Chained)
		length, e.Message = taken.Length, taken.Message
	}
	out := c.Handler.Handle(self, e)
	sends := make([]Send, len(out.Sends))
	for i, s := range out.Sends {
		sends[i] = Send{s.To, Chained{s.Message, length + 1}}
	}
	out.Sends = sends
	return out
}
