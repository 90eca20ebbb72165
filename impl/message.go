package impl

import (
	"fmt"
	"math"
	"strings"
)

// A Message is what one member says to another: a word of the algorithm's page and its arguments,
// in the page's order. A slice of arguments is never changed once it has been sent.
type Message struct {
	Word string
	Args []int
}

// A Kind is what an argument stands for, and so which numbers it may be and how it is printed.
type Kind string

const (
	anID     Kind = "id"            // a member
	idOrNone Kind = "id or nobody"  // a member, or 0 for nobody
	number   Kind = "number"        // 0, 1, 2, ...
	serial   Kind = "serial number" // the same, printed #3
	aWay     Kind = "way"           // 0 is right, 1 is left
	log      Kind = "log"           // two numbers: the last term and the length
	vector   Kind = "vector"        // a number for each member, in ring order
)

// A Form is a kind of message that an algorithm sends: its word and its arguments.
type Form struct {
	Word string
	Args []Kind
}

// maxNumber is beyond all that an honest member counts, and so far from overflow that whoever takes it
// may count on.
const maxNumber = math.MaxInt / 8

// LastTerm is the greatest that a term can be. Who is in it holds no more elections.
const LastTerm = maxNumber

// width is how many numbers an argument takes in a group.
func (k Kind) width(group int) int {
	switch k {
	case log:
		return 2
	case vector:
		return group
	}
	return 1
}

// check reports what is wrong with the numbers of an argument.
func (k Kind) check(c *Config, n []int) error {
	for _, n := range n {
		switch {
		case n < 0:
			return fmt.Errorf("%d is negative", n)
		case n > maxNumber:
			return fmt.Errorf("%d is beyond %d, and nothing counts so far", n, maxNumber)
		}
	}
	switch k {
	case anID, idOrNone:
		if (k == anID || n[0] != 0) && c.Place(ID(n[0])) < 0 {
			return fmt.Errorf("%d is not among the members %v", n[0], c.Members)
		}
	case aWay:
		if n[0] > 1 {
			return fmt.Errorf("%d is no way: 0 is right, 1 is left", n[0])
		}
	}
	return nil
}

// spell prints an argument as the pages do.
func (k Kind) spell(n []int) string {
	switch k {
	case idOrNone:
		return ID(n[0]).String()
	case serial:
		return fmt.Sprintf("#%d", n[0])
	case aWay:
		return [...]string{"right", "left"}[n[0]]
	case log:
		return fmt.Sprintf("%d:%d", n[0], n[1])
	case vector:
		return fmt.Sprint(n)
	}
	return fmt.Sprint(n[0])
}

// Check reports what is wrong with a message that has come from outside: a word that the algorithm
// does not have, a wrong number of arguments, an id that is no member's. What passes is safe to give
// to Step.
func (a Algorithm) Check(c *Config, m Message) error {
	for _, f := range a.Forms {
		if f.Word == m.Word {
			return f.check(c, m)
		}
	}
	return fmt.Errorf("%s has no message %q", a.Name, m.Word)
}

func (f Form) check(c *Config, m Message) error {
	rest := m.Args
	for _, k := range f.Args {
		w := k.width(len(c.Members))
		if len(rest) < w {
			return fmt.Errorf("%s has too few arguments: %v", m.Word, m.Args)
		}
		if err := k.check(c, rest[:w]); err != nil {
			return fmt.Errorf("%s%v: %w", m.Word, m.Args, err)
		}
		rest = rest[w:]
	}
	if len(rest) > 0 {
		return fmt.Errorf("%s has too many arguments: %v", m.Word, m.Args)
	}
	return nil
}

// Spell prints a message that Check has passed as the pages and the model do: ELECTION(9).
func (a Algorithm) Spell(c *Config, m Message) string {
	for _, f := range a.Forms {
		if f.Word == m.Word && len(f.Args) > 0 {
			return m.Word + "(" + f.spell(len(c.Members), m.Args) + ")"
		}
	}
	return m.Word
}

func (f Form) spell(group int, rest []int) string {
	var args []string
	for _, k := range f.Args {
		w := k.width(group)
		args = append(args, k.spell(rest[:w]))
		rest = rest[w:]
	}
	return strings.Join(args, ",")
}
