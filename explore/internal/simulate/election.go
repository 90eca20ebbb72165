package simulate

import (
	"maps"
	"math/rand/v2"
	"slices"

	"interrex/model"
)

// An Election is the election to run.
type Election struct {
	Handler    model.Handler
	Group      *model.Group
	Initiators []model.ID // who may start; nil: all
	Starts     int        // by all together, or model.Unlimited
	Elections  int        // begun per process, or model.Unlimited
	Leader     model.ID   // elected by all at the beginning, or model.Nobody

	// Stopped, if not nil, tells Random to cut the run short. Random asks it at the beginning and every few
	// thousand steps.
	Stopped func() bool
}

// stopped asks Stopped every few thousand steps.
func (e Election) stopped(steps int) bool {
	return steps%4096 == 0 && e.Stopped != nil && e.Stopped()
}

// Can reports whether package simulate can run an algorithm: one with ids, and without a clock. Where processes draw
// lots, it runs it in rounds only.
func Can(a model.Algorithm) bool { return !a.Anonymous && !a.Clockwork() }

// A Run is the result of one run.
type Run struct {
	Steps   int
	Decided Cost // until everyone has decided
	Over    Cost // until moreover no message is in transit and nobody takes part any more

	// Ended: no step was left, or the election was over. Otherwise the run was cut short.
	Ended bool

	// Capped: the bound on elections changed a step.
	Capped bool
}

// A Cost is what a run has cost up to some moment.
type Cost struct {
	Reached  bool // the run reached the moment
	Messages int
	Kinds    map[model.Kind]int
	Delays   int // the longest chain of messages taken, each sent when the one before was taken
}

// Random takes at most that many random steps, all possible ones equally likely, until the election is over or no
// step is left.
func (e Election) Random(draw *rand.Rand, most int) Run {
	n := e.begin(nil)
	for n.Steps < most && !n.Over.Reached && !e.stopped(n.Steps) {
		if !n.stepAtRandom(draw) {
			n.Ended = true
			break
		}
	}
	n.Ended = n.Ended || n.Over.Reached
	return n.Run
}

// Lockstep lets all processes start that may, as far as the starts suffice, and then proceeds in rounds: each
// message takes one round, and timers fire at the end of a round. After lists the messages sent by the end of each
// round, beginning with that of the starts. Lots are drawn in the step that calls for them, each as likely as the
// others.
func (e Election) Lockstep(draw *rand.Rand, most int) (run Run, after []int) {
	return e.lockstep(nil, draw, most)
}

func (e Election) lockstep(watch func(occurrence), draw *rand.Rand, most int) (run Run, after []int) {
	n := e.begin(watch)
	n.lots, n.most = draw, most
	for p := range n.members {
		n.settle(p, 0)
	}
	after = n.lockstep(most)
	return n.Run, after
}

func (n *network) lockstep(most int) (after []int) {
	for p := range n.members {
		if n.starters.has(p) {
			n.start(p)
		}
	}
	for {
		after = append(after, n.sent)
		if n.Over.Reached || n.Steps >= most || !n.round() {
			break
		}
	}
	n.Ended = n.Over.Reached || n.Steps < most
	return after
}

// mayFire reports whether what the timer waits for can no longer come.
func (n *network) mayFire(a alarm) bool {
	group, id := n.election.Group, n.ids[a.process]
	if n.occasional != nil && !n.occasional.HasOccasion(n, group, id, a.timer) {
		return false
	}
	return !n.await.CanCome(n, group, id, a.timer)
}

// firing lists the timers that may fire now, by process.
func (n *network) firing() []alarm {
	var firing []alarm
	for p, m := range n.members {
		for _, t := range m.timers {
			if a := (alarm{p, t}); n.mayFire(a) {
				firing = append(firing, a)
			}
		}
	}
	return firing
}

// patience is how many timers that may not fire are drawn in a row before all timers are examined.
const patience = 32

// stepAtRandom takes one of the possible steps, all equally likely, and reports whether there was one. It puts
// back a timer that is drawn but may not fire. The others thus stay equally likely, without a look at all timers.
func (n *network) stepAtRandom(draw *rand.Rand) bool {
	for range patience {
		all := n.busy.size() + n.starters.size() + n.armed.size()
		if all == 0 {
			return false
		}
		switch i := draw.IntN(all); {
		case i < n.busy.size():
			n.deliver(n.busy.at(i))
			return true
		case i < n.busy.size()+n.starters.size():
			n.start(n.starters.at(i - n.busy.size()))
			return true
		default:
			if a := n.armed.at(i - n.busy.size() - n.starters.size()); n.mayFire(a) {
				n.fire(a)
				return true
			}
		}
	}
	return n.stepByLooking(draw)
}

func (n *network) stepByLooking(draw *rand.Rand) bool {
	firing := n.firing()
	all := n.busy.size() + n.starters.size() + len(firing)
	if all == 0 {
		return false
	}
	switch i := draw.IntN(all); {
	case i < n.busy.size():
		n.deliver(n.busy.at(i))
	case i < n.busy.size()+n.starters.size():
		n.start(n.starters.at(i - n.busy.size()))
	default:
		n.fire(firing[i-n.busy.size()-n.starters.size()])
	}
	return true
}

// round delivers all messages in transit, by receiver and then by sender, and lets timers fire. It reports whether
// anything happened.
func (n *network) round() bool {
	links := slices.SortedFunc(maps.Keys(n.channels), func(a, b link) int {
		if a.to != b.to {
			return a.to - b.to
		}
		return a.from - b.from
	})
	waiting := make([]int, len(links))
	for i, l := range links {
		waiting[i] = len(n.channels[l])
	}
	for i, l := range links {
		for range waiting[i] {
			n.deliver(l)
		}
	}
	fired := false
	for _, a := range n.firing() {
		if n.armed.has(a) && n.mayFire(a) {
			n.fire(a)
			fired = true
		}
	}
	return len(links) > 0 || fired
}
