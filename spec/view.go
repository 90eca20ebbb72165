package spec

import "slices"

// An ID identifies a process. Ids are positive and totally ordered; their order is the
// election criterion unless a view says otherwise (see Process.Rank).
type ID int

// Nobody is ⊥: the value of elected before any election has succeeded.
const Nobody ID = 0

// A Process is the part of one process that the properties read.
type Process struct {
	ID   ID
	Rank int // place in the election criterion; a higher rank outranks a lower one

	Live    bool
	Fresh   bool // it has taken no step of the algorithm since its restart
	Elected ID   // the process that it considers elected, or Nobody

	// Suspected: some process, perhaps itself, has suspected it since it last became the leader. It is false
	// for a dead process.
	Suspected bool

	// Decision is the decided value, if a consensus rests on the election.
	Decision Decision

	// TakesPart: it takes part in an election or waits for its outcome, as its algorithm defines.
	TakesPart bool
}

// A Decision is Undecided or the decided bit.
type Decision uint8

const (
	Undecided Decision = iota
	Zero
	One
)

func (d Decision) String() string { return [...]string{"⊥", "0", "1"}[d] }

// Leads reports whether p is alive and considers itself the leader.
func (p Process) Leads() bool { return p.Live && p.Elected == p.ID }

func (p Process) isLive() bool { return p.Live }

// A View is the part of a global state that the properties read.
type View struct {
	Processes []Process

	// OnTheWay: an election message is in transit to a live process. Call: such a message calls for an
	// election (ELECTION, ELECT, PROBE, a request for votes). Announcement: such a message announces a result
	// (ELECTED, COORDINATOR, LEADER).
	OnTheWay, Call, Announcement bool

	// SharedTerm: two processes have led in the same term, now or earlier.
	SharedTerm bool

	// Whole is the whole state, a model.View, for the properties of a user. It is nil if the election has none.
	Whole any
}

// find returns the process with an id, and whether it exists.
func (v View) find(id ID) (Process, bool) {
	for _, p := range v.Processes {
		if p.ID == id {
			return p, true
		}
	}
	return Process{}, false
}

// count counts the live processes of a kind.
func (v View) count(kind func(Process) bool) (n int) {
	for _, p := range v.Processes {
		if p.Live && kind(p) {
			n++
		}
	}
	return n
}

func isAny(Process) bool          { return true }
func hasElected(p Process) bool   { return p.Elected != Nobody }
func takesPart(p Process) bool    { return p.TakesPart }
func (v View) someoneLives() bool { return v.count(isAny) > 0 }

// decided counts the live processes that have decided d.
func (v View) decided(d Decision) int {
	return v.count(func(p Process) bool { return p.Decision == d })
}

// UnderWay reports whether an election is under way: a live process takes part or waits,
// or an election message is on its way to a live process.
func (v View) UnderWay() bool { return v.OnTheWay || v.count(takesPart) > 0 }

// Alive reports whether an election is alive: it is under way, or some live process has elected ≠ ⊥.
func (v View) Alive() bool { return v.UnderWay() || v.count(hasElected) > 0 }

// Trusted returns the live process that every live process has elected, or Nobody.
func (v View) Trusted() ID {
	i := slices.IndexFunc(v.Processes, Process.isLive)
	if i < 0 {
		return Nobody
	}
	trusted := v.Processes[i].Elected
	leader, known := v.find(trusted)
	if !known || !leader.Live || v.count(func(p Process) bool { return p.Elected != trusted }) > 0 {
		return Nobody
	}
	return trusted
}
