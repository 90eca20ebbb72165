package impl

// An Input is one thing that happens to a member: [Start], [Recover], [Receive], [Timeout],
// [Detect], [Suspect], [Trust] or [Transfer].
type Input interface {
	// Action names the input as the pages, the model and the traces do.
	Action() string
}

// Start is a call of the embedding program: hold an election.
type Start struct{}

// Recover is what a member that has come back owes, where its algorithm has such a rule.
type Recover struct{}

// Receive is the arrival of a message that [Algorithm.Check] has passed.
type Receive struct {
	From    ID
	Message Message
}

// Timeout says that a timer that was set has run out.
type Timeout struct{ Timer Timer }

// Detect says that the failure detector holds Peer, the member that one has elected, for dead. It
// is offered again and again while that is so; a step that cannot use it ignores it.
type Detect struct{ Peer ID }

// Suspect says that the failure detector has begun to hold Peer for dead.
type Suspect struct{ Peer ID }

// Trust says that the failure detector has ceased to do so.
type Trust struct{ Peer ID }

// Transfer is a call of the embedding program: let go of the leadership, and help To to it. An
// algorithm whose criterion alone decides who leads has no such rule, and ignores it.
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

// A Timer is named as on the algorithm's page. Of is the member that a timer waits for, where an
// algorithm has one for each.
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

// A Send is a message that leaves. On a ring it is sent to [Next] or [Behind]: who that is, the loop
// knows.
type Send struct {
	To      ID
	Message Message
}

// A Setting sets a timer anew, whether it runs or not. How long a timer of that name runs is for
// the loop to say; Extra makes it longer by so many ticks, and Soon cuts it short, to a moment that
// leaves so many others as Turn says time to be first. A timer that only waits for Answers of members need
// not run once none can come.
type Setting struct {
	Timer   Timer
	Extra   int
	Soon    bool
	Turn    int
	Answers []ID
}

// Stable is what outlives a crash, of an algorithm that keeps anything.
type Stable struct {
	Term     int
	VotedFor ID
}

// Outputs is what comes of a step, beside the state afterwards.
type Outputs struct {
	Keep  *Stable   // to be durable before any message leaves; nil: nothing has changed
	Sends []Send    // in this order
	Set   []Setting // timers, after Stop has been obeyed
	Stop  []Timer

	// Begun says that the step has begun an election.
	Begun bool

	// Ignored says that the step was not enabled: nothing has happened, and nothing is recorded.
	Ignored bool

	// Aside says that only what is no variable of the page has changed: a declared stutter.
	Aside bool
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
