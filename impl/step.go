package impl

import (
	"fmt"
	"math"
	"strings"
)

// An Input is one thing that happens to a member: [Start], [Recover], [Receive], [Timeout],
// [Detect], [Suspect], [Trust] or [Transfer].
type Input interface {
	// Action names the input as the pages, the model and the traces do.
	Action() string
}

// Start is a call of the embedding program: hold an election.
type Start struct{}

// Recover is the recovery step of a restarted member, if its algorithm has such a rule.
type Recover struct{}

// Receive is the arrival of a message that [Algorithm.Check] has passed.
type Receive struct {
	From    ID
	Message Message
}

// Timeout is the expiry of a timer.
type Timeout struct{ Timer Timer }

// Detect: the failure detector suspects Peer, the elected member. It is offered repeatedly while this lasts; a
// step that cannot use it ignores it.
type Detect struct{ Peer ID }

// Suspect: the failure detector begins to suspect Peer.
type Suspect struct{ Peer ID }

// Trust: the failure detector stops suspecting Peer.
type Trust struct{ Peer ID }

// Transfer is a call of the embedding program: transfer the leadership to To. An algorithm with a fixed winner
// has no such rule, and ignores it.
type Transfer struct{ To ID }

// Action implements Input, and so do the others.
func (Start) Action() string     { return "start" }
func (Recover) Action() string   { return "recover" }
func (Receive) Action() string   { return "deliver" }
func (i Timeout) Action() string { return "timeout " + i.Timer.String() }
func (Detect) Action() string    { return "detect" }
func (Suspect) Action() string   { return "report" }
func (Trust) Action() string     { return "withdraw" }
func (Transfer) Action() string  { return "transfer" }

// A Timer is named as on the algorithm's page. Of is the member that it waits for, if the algorithm has
// a timer for each member.
type Timer struct {
	Name string
	Of   ID
}

// String prints T, or timer(3).
func (t Timer) String() string {
	if t.Of == Nobody {
		return t.Name
	}
	return t.Name + "(" + t.Of.String() + ")"
}

// A Send is an outgoing message. On a ring its receiver is [Next] or [Behind], which the loop resolves.
type Send struct {
	To      ID
	Message Message
}

// A Setting sets a timer anew, whether it runs or not. The loop defines the duration of each timer name. Extra
// adds ticks, and Soon shortens it to a moment after the turns of Turn other members. A timer that only waits
// for Answers of members need not run once no answer can come.
type Setting struct {
	Timer   Timer
	Extra   int
	Soon    bool
	Turn    int
	Answers []ID
}

// Stable is what survives a crash, for an algorithm that keeps anything.
type Stable struct {
	Term     int
	VotedFor ID
}

// Outputs is what a step results in, besides the next state.
type Outputs struct {
	Keep  *Stable   // to store before any message leaves; nil: unchanged
	Sends []Send    // in this order
	Set   []Setting // timers, after Stop has been obeyed
	Stop  []Timer

	// Begun: the step has begun an election.
	Begun bool

	// Ignored: the step was not enabled. It has no effect and is not recorded.
	Ignored bool

	// Aside: no variable of the page has changed, only other parts of the state: a declared stutter.
	Aside bool
}

// enabled notes whether the guard of a rule is true: a step that is not enabled is ignored.
func (o *Outputs) enabled(guard bool) bool {
	o.Ignored = !guard
	return guard
}

func (o *Outputs) send(to ID, word string, args ...int) {
	o.Sends = append(o.Sends, Send{to, Message{word, args}})
}

func (o *Outputs) forward(to ID, m Message) { o.Sends = append(o.Sends, Send{to, m}) }

func (o *Outputs) broadcast(to []ID, word string, args ...int) {
	for _, id := range to {
		o.send(id, word, args...)
	}
}

func (o *Outputs) set(name string) { o.Set = append(o.Set, Setting{Timer: Timer{Name: name}}) }

func (o *Outputs) await(name string, of []ID) {
	o.Set = append(o.Set, Setting{Timer: Timer{Name: name}, Answers: of})
}

func (o *Outputs) stop(names ...string) {
	for _, name := range names {
		o.Stop = append(o.Stop, Timer{Name: name})
	}
}

// A Message is a message between members: a word of the algorithm's page and its arguments, in the page's
// order. A slice of arguments is never changed after sending.
type Message struct {
	Word string
	Args []int
}

// A Kind is the type of an argument: its valid numbers and its printed form.
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

// maxNumber is beyond anything that an honest member counts to, and so far from overflow that a member that
// takes it can count on from there.
const maxNumber = math.MaxInt / 8

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

// check returns an error if the numbers of an argument are invalid.
func (k Kind) check(c *Config, n []int) error {
	for _, n := range n {
		switch {
		case n < 0:
			return fmt.Errorf("%d is negative", n)
		case n > maxNumber:
			return fmt.Errorf("%d is too large; allowed are at most %d", n, maxNumber)
		}
	}
	switch k {
	case anID, idOrNone:
		if (k == anID || n[0] != 0) && c.Place(ID(n[0])) < 0 {
			return fmt.Errorf("%d is not among the members %v", n[0], c.Members)
		}
	case aWay:
		if n[0] > 1 {
			return fmt.Errorf("%d is no direction; 0 is right, 1 is left", n[0])
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

// Check returns an error for an invalid message from outside: an unknown word, a wrong number of arguments, an
// id of no member. A message that passes is safe to give to Step.
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
