package world

import (
	"slices"

	"interrex/checker"
	"interrex/model"
)

// A fact is what a condition may ask about a state: a bit that is set in some views. It is true in a state if the view of
// any process has it.
type fact struct {
	kind     factKind
	process  int // by its place on the ring
	digit    int // of the number of its status
	message  model.Message
	of       model.Kind // of message
	from, to model.ID
}

type factKind uint8

const (
	lives       factKind = iota // the process does
	takesPart                   // the process does, and lives
	recovers                    // the process does, and lives
	hasStatus                   // the number of its status has this binary digit
	onItsWay                    // a message of that kind is
	circulates                  // this very message does
	isHeard                     // something that the process has sent is on its way
	dueDelivery                 // a message must arrive, or be lost, before a tick can pass
	isBusy                      // some process must do something before a tick can pass, whatever the others do
)

// bitIn is 1 if a view of process p makes a fact true.
func (pk *packing) bitIn(f fact, p int, v *seen) uint64 {
	switch f.kind {
	case lives:
		return bit(p == f.process && v.local != dead)
	case takesPart:
		return bit(p == f.process && v.traits.status.TakesPart)
	case recovers:
		return bit(p == f.process && v.traits.status.Recovering)
	case hasStatus:
		if p != f.process {
			return 0
		}
		return uint64(pk.status(p, v.traits.status) >> f.digit & 1)
	case dueDelivery:
		return bit(pk.isDue(v))
	case isBusy:
		return bit(v.local != dead && v.traits.isBusy())
	}
	for place, link := range pk.incoming[p] {
		if v.contents[place] != 0 && pk.isOn(f, pk.links[link], v.contents[place]) {
			return 1
		}
	}
	return 0
}

// statusDigits is how many binary digits the number of a status has.
const statusDigits = 6

// status numbers the statuses of process p. If there are more than digits tell apart, views are given up: what a condition
// has said of one status might be taken for what it says of another.
func (pk *packing) status(p int, s model.Status) int {
	peer := &pk.peers[p]
	n := slices.Index(peer.statuses, s)
	if n < 0 {
		n = len(peer.statuses)
		peer.statuses = append(peer.statuses, s)
	}
	pk.many = pk.many || n>>statusDigits != 0
	return n
}

// isOn reports whether what a link carries makes a fact true.
func (pk *packing) isOn(f fact, l link, c number) bool {
	switch f.kind {
	case isHeard:
		return l.from == f.process
	case onItsWay:
		return pk.isBetween(l, f.from, f.to) && pk.channels.carries(c, pk.channels.seek(f.of))
	}
	return pk.channels.holds(c, f.message)
}

// fact returns the bit of a fact, 0 if there is none left. All views there are learn of a new one.
func (pk *packing) fact(f fact) uint64 {
	if known, is := pk.factBits[f]; is {
		return known
	}
	if len(pk.factBits) == 64 {
		return 0
	}
	mark := uint64(1) << len(pk.factBits)
	pk.factBits[f] = mark
	for p := range pk.peers {
		for n := range pk.peers[p].views {
			pk.peers[p].views[n].facts |= pk.bitIn(f, p, &pk.peers[p].seen[n]) * mark
		}
	}
	return mark
}

// A condition is when a timer of a process may fire. It is the algorithm's own: asked once, it is remembered with the
// facts that it has asked for and their answers, and is the same wherever they are.
type condition struct {
	process int
	timer   model.Timer
	answers []answer
	anew    bool // it has asked for more facts than there may be, and is asked anew in each state that has no answer yet
}

// An answer is what a condition says where some facts are true and some are not.
type answer struct {
	asked, true uint64
	may         bool
}

// condition is the number of the condition of a timer of process p.
func (pk *packing) condition(p int, t model.Timer) uint32 {
	known := pk.peers[p].conditions
	if n, is := known[t]; is {
		return n
	}
	known[t] = pk.addCondition(condition{process: p, timer: t})
	return known[t]
}

func (pk *packing) addCondition(c condition) uint32 {
	pk.conditions = append(pk.conditions, c)
	return uint32(len(pk.conditions) - 1)
}

// look returns what a condition says where these facts are true.
func (c *condition) look(facts uint64) (may, known bool) {
	for i := range c.answers {
		if a := &c.answers[i]; facts&a.asked == a.true {
			return a.may, true
		}
	}
	return false, false
}

// A recorder takes down which facts a condition asks for. If there is no bit left for one of them, what the condition says
// cannot be remembered.
type recorder struct {
	*packing
	answer answer
	lost   bool // there was no bit left
}

// note takes down a fact and whether it is true.
func (r *recorder) note(f fact, isTrue bool) {
	mark := r.fact(f)
	r.lost = r.lost || mark == 0
	r.answer.asked |= mark
	if isTrue {
		r.answer.true |= mark
	}
}

// noteStatus takes down the status of a process.
func (r *recorder) noteStatus(p int, status model.Status) {
	n := r.status(p, status)
	for digit := range statusDigits {
		r.note(fact{kind: hasStatus, process: p, digit: digit}, n>>digit&1 != 0)
	}
}

// ask asks a condition in a state, and remembers what it says, if that can be.
func (pk *packing) ask(state checker.State, when int32) bool {
	c, asked := &pk.conditions[when], recorder{packing: pk}
	s := situation{World: pk.World, state: state, recorder: &asked}
	asked.answer.may = s.timerGuard(c.process, c.timer) == ""
	if c.anew = asked.lost; !c.anew {
		c.answers = append(c.answers, asked.answer)
	}
	return asked.answer.may
}

// askAnew asks a condition in the row's state, and remembers nothing.
func (x *rowExpander[R]) askAnew(c *condition) bool {
	if !x.isWhole {
		x.unpack(x.whole)
		x.vector.situation.state, x.isWhole = x.whole, true
	}
	return x.vector.situation.timerGuard(c.process, c.timer) == ""
}
