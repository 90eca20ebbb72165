package model

import (
	"fmt"
	"reflect"
	"strings"
)

// A Kind is the name of a kind of messages, used by reports, timers and costs.
type Kind string

// The kinds of the catalogue.
const (
	ELECTION       Kind = "ELECTION"
	ELECTED        Kind = "ELECTED"
	OK             Kind = "OK"
	REJECT         Kind = "REJECT"
	COORDINATOR    Kind = "COORDINATOR"
	ELECT          Kind = "ELECT"
	ASK            Kind = "ASK"
	PROBE          Kind = "PROBE"
	REPLY          Kind = "REPLY"
	REQUESTVOTE    Kind = "REQUESTVOTE"
	VOTE           Kind = "VOTE"
	REFUSE         Kind = "REFUSE"
	LEADER         Kind = "LEADER"
	REQUESTPREVOTE Kind = "REQUESTPREVOTE"
	PREVOTE        Kind = "PREVOTE"
	ALIVE          Kind = "ALIVE"
)

func (k Kind) String() string { return string(k) }

// A Message is what processes send: any comparable value. Two messages are the same if they are equal.
// A message may name its kind and spell itself (Named, fmt.Stringer). Equal messages must then be spelt
// alike, and different ones differently.
type Message = any

// Named is implemented by a Message with a kind other than the name of its type.
type Named interface {
	// Kind names the kind of the message.
	Kind() Kind
}

// KindOf returns the kind of a message.
func KindOf(m Message) Kind {
	if n, is := m.(Named); is {
		return n.Kind()
	}
	return Kind(reflect.TypeOf(m).Name())
}

// SpellMessage prints a message by its String, or else as its kind with its fields, "Lead(3)".
func SpellMessage(m Message) string {
	if s, is := m.(fmt.Stringer); is {
		return s.String()
	}
	kind, v := string(KindOf(m)), reflect.ValueOf(m)
	if v.Kind() != reflect.Struct {
		return fmt.Sprintf("%s(%v)", kind, m)
	}
	fields := opened(v)
	var carried []string
	for i := range fields.NumField() {
		field := fields.Field(i)
		field = reflect.NewAt(field.Type(), field.Addr().UnsafePointer()).Elem()
		carried = append(carried, value(nil, field))
	}
	if len(carried) == 0 {
		return kind
	}
	return kind + "(" + strings.Join(carried, ",") + ")"
}

// CheckMessage panics if the value cannot be a message, because it cannot be compared.
func CheckMessage(m Message) {
	if m == nil || !reflect.ValueOf(m).Comparable() {
		panic(fmt.Sprintf("it sends a value of type %T: a message is any value that can be compared", m))
	}
}

// CheckLocal panics if the value cannot be a local state, because it cannot be compared.
func CheckLocal(l Local) {
	if l == nil || !reflect.ValueOf(l).Comparable() {
		panic(fmt.Sprintf("a local state of type %T holds what cannot be compared: it is a struct without slices, maps and functions", l))
	}
}

// Calling is implemented by a Message that calls for an election.
type Calling interface{ Calls() bool }

// Announcing is implemented by a Message that announces a result.
type Announcing interface{ Announces() bool }

// Calls reports whether a message calls for an election.
func Calls(m Message) bool {
	c, may := m.(Calling)
	return may && c.Calls()
}

// Announces reports whether a message announces a result.
func Announces(m Message) bool {
	a, may := m.(Announcing)
	return may && a.Announces()
}

// Election carries the id of a candidate.
type Election struct{ ID ID }

func (Election) Kind() Kind  { return ELECTION }
func (Election) Calls() bool { return true }

// Elected announces the leader on a ring.
type Elected struct{ ID ID }

func (Elected) Kind() Kind      { return ELECTED }
func (Elected) Announces() bool { return true }

// Ok answers an ELECTION: a higher process is live.
type Ok struct{}

func (Ok) Kind() Kind { return OK }

// Reject is lecture 001's word for Ok.
type Reject struct{}

func (Reject) Kind() Kind { return REJECT }

// Coordinator announces the leader to all.
type Coordinator struct{ ID ID }

func (Coordinator) Kind() Kind      { return COORDINATOR }
func (Coordinator) Announces() bool { return true }

// Elect is LeLann's message: it adds an id to every list on the ring.
type Elect struct{ ID ID }

func (Elect) Kind() Kind  { return ELECT }
func (Elect) Calls() bool { return true }

// Ask carries the query of a restarted process round the ring. Elected is the answer, or Nobody until a
// process has one.
type Ask struct{ ID, Elected ID }

func (Ask) Kind() Kind { return ASK }

// Phased is implemented by a Message of an election in phases. It returns the phase, from 0, the process it
// belongs to, and whether it begins the phase.
type Phased interface {
	InPhase() (of ID, phase int, begins bool)
}

// Probe asks, in one direction, whether any process up to 2^Phase hops away is higher.
type Probe struct {
	ID          ID
	Phase, Hops int // hops travelled when it is taken
	Way         Way
}

func (Probe) Kind() Kind     { return PROBE }
func (Probe) Calls() bool    { return true }
func (m Probe) Travels() Way { return m.Way }

// InPhase: a process probes both ways in one step, the right first.
func (m Probe) InPhase() (of ID, phase int, begins bool) {
	return m.ID, m.Phase, m.Hops == 1 && m.Way == Right
}

// Reply brings the success of a probe back to its origin.
type Reply struct {
	ID    ID
	Phase int
	Way   Way
}

func (Reply) Kind() Kind                                 { return REPLY }
func (m Reply) Travels() Way                             { return m.Way }
func (m Reply) InPhase() (of ID, phase int, begins bool) { return m.ID, m.Phase, false }

// Alive is a heartbeat.
type Alive struct{}

func (Alive) Kind() Kind { return ALIVE }

// AliveOf is a heartbeat of a process, possibly forwarded, with its counts of suspicions.
type AliveOf struct {
	Of      ID    // Nobody where the print drops it
	Number  uint8 // from 1; 0 where the print has none
	Suspect counts
}

func (AliveOf) Kind() Kind { return ALIVE }
func (m AliveOf) String() string {
	switch {
	case m.Of == Nobody:
		return fmt.Sprintf("ALIVE(%v)", m.Suspect)
	case m.Number == 0:
		return fmt.Sprintf("ALIVE(%d,%v)", m.Of, m.Suspect)
	}
	return fmt.Sprintf("ALIVE(%d,#%d,%v)", m.Of, m.Number, m.Suspect)
}

// A Way is a direction of travel on a bidirectional ring. Right is the order in which the ids are
// given, and the order of the columns in drawings.
type Way uint8

const (
	Nowhere Way = iota
	Right
	Left
)

func (w Way) String() string { return [...]string{"none", "right", "left"}[w] }

// Opposite returns the way back.
func (w Way) Opposite() Way { return [...]Way{Nowhere, Left, Right}[w] }

// Travelling is implemented by a Message that goes either way round a bidirectional ring and
// carries its direction. All others go right.
type Travelling interface{ Travels() Way }

// WayOf returns the direction in which a message travels.
func WayOf(m Message) Way {
	if t, ok := Plain(m).(Travelling); ok {
		return t.Travels()
	}
	return Right
}

// A Chained message carries the length of the chain that it ends. Each message of a chain was sent in the step
// that took the previous one. The first was sent in a step that took no message, such as a start, a timeout or a draw.
type Chained struct {
	Message
	Length int
}

func (m Chained) Kind() Kind      { return KindOf(m.Message) }
func (m Chained) Calls() bool     { return Calls(m.Message) }
func (m Chained) Announces() bool { return Announces(m.Message) }

func (m Chained) String() string {
	return fmt.Sprintf("%s as number %d of a chain", SpellMessage(m.Message), m.Length)
}

// Plain returns a message without what Chain has added.
func Plain(m Message) Message {
	if c, chained := m.(Chained); chained {
		return c.Message
	}
	return m
}

// Chain returns a Handler with Chained messages. A process that takes a message of length 3 has learnt
// something that took three message delays.
func Chain(h Handler) Handler { return chain{h} }

type chain struct{ Handler }

func (c chain) Handle(self Self, e Event) Outcome {
	length := 0
	if taken, is := e.Message.(Chained); is {
		length, e.Message = taken.Length, taken.Message
	}
	out := c.Handler.Handle(self, e)
	for i, s := range out.Sends {
		out.Sends[i].Message = Chained{s.Message, length + 1}
	}
	return out
}
