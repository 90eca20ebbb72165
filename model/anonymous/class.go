package anonymous

import (
	"fmt"
	"math/big"
)

// A Class is all protocols of a size, for a ring of so many processes.
type Class struct {
	Processes int
	States    int // local states
	Messages  int // that can be told apart

	Bidirectional bool // messages travel both ways

	// Distinguished: the process at the first place has a start of its own, and so the ring is
	// not anonymous.
	Distinguished bool
}

// The sizes that a class may have: what a channel can hold fits a cell, and a set of local states
// a word.
const (
	MaxProcesses = 4
	MaxStates    = 8
	MaxMessages  = 3
)

// Validate says what is wrong with a class, in one line that says what is allowed.
func (c Class) Validate() error {
	for _, number := range []struct {
		what               string
		value, least, most int
	}{
		{"processes", c.Processes, 1, MaxProcesses}, {"states", c.States, 1, MaxStates}, {"messages", c.Messages, 0, MaxMessages},
	} {
		if number.value < number.least || number.value > number.most {
			return fmt.Errorf("%d %s: there are %d to %d", number.value, number.what, number.least, number.most)
		}
	}
	return nil
}

// sides is how many channels lead to a process.
func (c Class) sides() int {
	if c.Bidirectional {
		return 2
	}
	return 1
}

// A rule is one entry of a protocol's table. There is one for each start, and one for each local
// state, message and side, in this order.
func (c Class) starts() int {
	if c.Distinguished {
		return 2
	}
	return 1
}

func (c Class) rules() int { return c.starts() + c.States*c.Messages*c.sides() }

// ruleOf is the entry of a process in a local state that takes a message (from 0) of a side.
func (c Class) ruleOf(state, message, side int) int {
	return c.starts() + (state*c.Messages+message)*c.sides() + side
}

// choices is how many different things an entry can say: where to go, and what to send.
func (c Class) choices(rule int) int { return c.States * c.sendings(rule) }

// sendings is how many different things can be sent: nothing or a message; on a bidirectional
// ring nothing or a message to one side, and at the start nothing or a message to each.
func (c Class) sendings(rule int) int {
	switch {
	case !c.Bidirectional:
		return 1 + c.Messages
	case rule < c.starts():
		return (1 + c.Messages) * (1 + c.Messages)
	}
	return 1 + 2*c.Messages
}

// A move is an entry in words: where to go and what to send to each side, 0 for nothing and 1
// for message 0. On a unidirectional ring all goes to side 0, the next process.
type move struct {
	to    int
	sends [2]int
}

// move reads a choice.
func (c Class) move(rule, choice int) move {
	to, sending := choice/c.sendings(rule), choice%c.sendings(rule)
	switch {
	case !c.Bidirectional:
		return move{to, [2]int{sending, 0}}
	case rule < c.starts():
		return move{to, [2]int{sending % (1 + c.Messages), sending / (1 + c.Messages)}}
	case sending > c.Messages:
		return move{to, [2]int{0, sending - c.Messages}}
	}
	return move{to, [2]int{sending, 0}}
}

// choice writes a move.
func (c Class) choice(rule int, m move) int {
	sending := m.sends[0]
	switch {
	case c.Bidirectional && rule < c.starts():
		sending += (1 + c.Messages) * m.sends[1]
	case m.sends[1] > 0:
		sending = c.Messages + m.sends[1]
	}
	return m.to*c.sendings(rule) + sending
}

// Markings is in how many ways local states can be marked.
func (c Class) Markings() int { return 1 << c.States }

// Protocols is the size of the class: a table, and the marks.
func (c Class) Protocols() *big.Int {
	size := big.NewInt(int64(c.Markings()))
	for rule := range c.rules() {
		size.Mul(size, big.NewInt(int64(c.choices(rule))))
	}
	return size
}
