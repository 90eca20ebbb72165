package simulate

import (
	"maps"
	"math/rand/v2"
	"slices"
)

// mayFire: what it waits for can no longer come.
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

// patience is how often a timer that may not fire is drawn before all are looked at.
const patience = 32

// stepAtRandom takes one of the possible steps, each as likely as the others, and reports whether
// there was one. A timer that is drawn and may not fire is put back: so the others stay equally
// likely without a look at all timers.
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

// round delivers all that is on its way, by receiver and then by sender, and lets timers fire. It
// reports whether anything happened.
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
