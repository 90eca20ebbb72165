package traces

// Version is the format that this package reads and writes.
const Version = 2

// Era is the width of one incarnation in a node's own entry of a vector clock: the entry is the incarnation's
// number times Era, plus the number of the event. So the entry also grows over restarts.
const Era = 10_000_000_000

// A Header opens what one incarnation of a node has written.
type Header struct {
	Run           string // the same for all nodes of a run
	Algorithm     string
	IDs           []int // of all members, in ring order
	Node          int
	Incarnation   uint64
	Configuration []Variable
	Note          string // free text of the writer; "": none
}

// LongestNote is how many bytes a note may have.
const LongestNote = 1000

// A Variable is a name and a printed value.
type Variable struct{ Name, Value string }

// An Event is one step of one node.
type Event struct {
	Seq    uint64   // 1, 2, 3, … in an incarnation
	Clock  []uint64 // of the node after the step: an entry for each member, in ring order
	Action string   // as the pages and the model name it

	Message *Message   // that was taken, if any
	Timer   string     // that ran out, if any
	Peer    int        // the member suspected or trusted by the failure detector, or 0
	Aside   bool       // no variable of the page has changed
	Sends   []Send     // in the order in which they leave
	After   []Variable // the local variables after the step, in the page's order
	At      uint64     // Unix time in microseconds by the node's clock, without effect; 0: unknown
	Note    string     // free text of the writer, without effect; "": none
}

// A Message is what a step takes.
type Message struct {
	ID       string // NODE.INCARNATION.COUNT, unique in a run
	Type     string // its word
	From, To int
	Text     string // as the pages print it: ELECTION(3)
}

// A Send is a message that a step sends.
type Send struct {
	ID      string
	To      int
	Message string // as the pages print it
}
