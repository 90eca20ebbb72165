package traces

import (
	"fmt"
	"strconv"
	"strings"
)

// Version is the format that this package reads and writes.
const Version = 2

// Era is the width of one incarnation in a node's own entry of a vector clock: the entry is the incarnation's
// number times Era, plus the number of the event. So the entry also grows over restarts.
const Era = 10_000_000_000

// LongestNote is how many bytes a note may have.
const LongestNote = 1000

// latest is the last time of an event, in the year 2255: all programs read it as the same number.
const latest = 1<<53 - 1

// A Header opens what one incarnation of a node has written. A line may lack the fields that are marked omitempty, here
// and in the types below; then they are empty. Otherwise they may not be empty.
type Header struct {
	Run           string    `json:"run"` // the same for all nodes of a run
	Algorithm     string    `json:"algorithm"`
	IDs           []int     `json:"ids"` // of all members, in ring order
	Node          int       `json:"node"`
	Incarnation   uint64    `json:"incarnation"`
	Configuration Variables `json:"configuration"`
	Note          string    `json:"note,omitempty"` // free text of the writer
}

// An Event is one step of one node.
type Event struct {
	Seq    uint64   `json:"seq"`    // 1, 2, 3, … in an incarnation
	Clock  []uint64 `json:"clock"`  // of the node after the step: an entry for each member, in ring order
	Action string   `json:"action"` // as the pages and the model name it

	Message *Message  `json:"message,omitempty"` // that was taken
	Timer   string    `json:"timer,omitempty"`   // that ran out
	Peer    int       `json:"peer,omitempty"`    // the member suspected or trusted by the failure detector
	Aside   bool      `json:"aside,omitempty"`   // no variable of the page has changed
	Sends   []Send    `json:"sends,omitempty"`   // in the order in which they leave
	After   Variables `json:"after"`             // the local variables after the step, in the page's order
	At      uint64    `json:"at,omitempty"`      // Unix time in microseconds by the node's clock, without effect
	Note    string    `json:"note,omitempty"`    // free text of the writer, without effect
}

// A Message is what a step takes.
type Message struct {
	ID   string `json:"id"`   // NODE.INCARNATION.COUNT, unique in a run
	Type string `json:"type"` // its word
	From int    `json:"from"`
	To   int    `json:"to"`
	Text string `json:"text"` // as the pages print it: ELECTION(3)
}

// A Send is a message that a step sends.
type Send struct {
	ID      string `json:"id"`
	To      int    `json:"to"`
	Message string `json:"message"` // as the pages print it
}

// A Serial numbers the messages of a node.
type Serial struct {
	Incarnation uint64
	Count       uint64 // in the incarnation, from 1
}

// IsBefore reports whether a message was sent before another one of its node.
func (s Serial) IsBefore(other Serial) bool {
	return s.Incarnation < other.Incarnation || s.Incarnation == other.Incarnation && s.Count < other.Count
}

// ParseID reads the id of a message of a node: NODE.INCARNATION.COUNT.
func ParseID(id string, node int) (Serial, error) {
	first, rest, _ := strings.Cut(id, ".")
	second, third, _ := strings.Cut(rest, ".")
	n, err := strconv.Atoi(first)
	incarnation, err2 := strconv.ParseUint(second, 10, 64)
	count, err3 := strconv.ParseUint(third, 10, 64)
	if err != nil || err2 != nil || err3 != nil || n != node || incarnation == 0 || count == 0 {
		return Serial{}, fmt.Errorf("message id %q: want %d.INCARNATION.COUNT", id, node)
	}
	return Serial{incarnation, count}, nil
}

// A Variable is a name and a printed value: the same type in packages traces, draw and model.
type Variable = struct{ Name, Value string }

// Variables are a JSON object of strings, in their order.
type Variables []Variable

// MarshalJSON writes the object.
func (list Variables) MarshalJSON() ([]byte, error) {
	b := []byte("{")
	for i, v := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendJSON(b, v.Name)
		b = appendJSON(append(b, ':'), v.Value)
	}
	return append(b, '}'), nil
}
