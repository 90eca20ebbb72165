package model

import "fmt"

// A Kind is what a message is called.
type Kind uint8

const (
	ELECTION Kind = iota
	ELECTED
	OK
	REJECT
	COORDINATOR
	ELECT
	ASK
	PROBE
	REPLY
	REQUESTVOTE
	VOTE
	REFUSE
	LEADER
	REQUESTPREVOTE
	PREVOTE
	ALIVE
)

var kindNames = [...]string{
	"ELECTION", "ELECTED", "OK", "REJECT", "COORDINATOR", "ELECT", "ASK", "PROBE", "REPLY",
	"REQUESTVOTE", "VOTE", "REFUSE", "LEADER", "REQUESTPREVOTE", "PREVOTE", "ALIVE",
}

func (k Kind) String() string { return kindNames[k] }

// Calls reports whether such a message calls for an election.
func (k Kind) Calls() bool {
	return k == ELECTION || k == ELECT || k == PROBE || k == REQUESTVOTE || k == REQUESTPREVOTE
}

// Announces reports whether such a message announces a result.
func (k Kind) Announces() bool { return k == ELECTED || k == COORDINATOR || k == LEADER }

// A Message is what processes send: any comparable value that knows its kind and its spelling.
// Two messages are the same if they are equal; equal ones are spelt alike, others differently.
type Message interface {
	// Kind is what the message is called.
	Kind() Kind

	// String is the whole message as it is printed.
	String() string
}

// Election carries the id of the process that stands for election.
type Election struct{ ID ID }

func (Election) Kind() Kind       { return ELECTION }
func (m Election) String() string { return fmt.Sprintf("ELECTION(%d)", m.ID) }

// Elected announces on a ring who has been elected.
type Elected struct{ ID ID }

func (Elected) Kind() Kind       { return ELECTED }
func (m Elected) String() string { return fmt.Sprintf("ELECTED(%d)", m.ID) }

// Ok answers an ELECTION: someone above you lives.
type Ok struct{}

func (Ok) Kind() Kind     { return OK }
func (Ok) String() string { return "OK" }

// Reject is lecture 001's word for Ok.
type Reject struct{}

func (Reject) Kind() Kind     { return REJECT }
func (Reject) String() string { return "REJECT" }

// Coordinator announces to everyone who has been elected.
type Coordinator struct{ ID ID }

func (Coordinator) Kind() Kind       { return COORDINATOR }
func (m Coordinator) String() string { return fmt.Sprintf("COORDINATOR(%d)", m.ID) }

// Elect is LeLann's message: on its way round the ring, it puts an id on everyone's list.
type Elect struct{ ID ID }

func (Elect) Kind() Kind       { return ELECT }
func (m Elect) String() string { return fmt.Sprintf("ELECT(%d)", m.ID) }

// Ask is how a process that has come back asks round the ring who leads. Elected is the answer, or
// Nobody as long as nobody has known one.
type Ask struct{ ID, Elected ID }

func (Ask) Kind() Kind       { return ASK }
func (m Ask) String() string { return fmt.Sprintf("ASK(%d,%s)", m.ID, Spell(m.Elected)) }

// Probe asks, one way round the ring, whether anyone up to 2^Phase hops away is higher.
type Probe struct {
	ID          ID
	Phase, Hops int // hops travelled when it is taken
	Way         Way
}

func (Probe) Kind() Kind { return PROBE }

// Travels is part of Travelling.
func (m Probe) Travels() Way { return m.Way }

func (m Probe) String() string {
	return fmt.Sprintf("PROBE(%d,%d,%d,%v)", m.ID, m.Phase, m.Hops, m.Way)
}

// Reply brings a probe's success back to where it came from.
type Reply struct {
	ID    ID
	Phase int
	Way   Way
}

func (Reply) Kind() Kind { return REPLY }

// Travels is part of Travelling.
func (m Reply) Travels() Way { return m.Way }

func (m Reply) String() string { return fmt.Sprintf("REPLY(%d,%d,%v)", m.ID, m.Phase, m.Way) }

// Alive says that its sender lives.
type Alive struct{}

func (Alive) Kind() Kind     { return ALIVE }
func (Alive) String() string { return "ALIVE" }

// AliveOf says so of a process that need not be its sender, and how often that one suspects each.
type AliveOf struct {
	Of      ID    // Nobody where the print has lost it
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
