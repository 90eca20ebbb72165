package memory

import (
	"time"

	"interrex/impl"
	"interrex/impl/network"
)

// Cut stops what one member sends to another: heartbeats are lost, messages wait until it is healed.
func (n *Network) Cut(from, to impl.ID) { n.setCut(from, to, true) }

// Heal undoes Cut.
func (n *Network) Heal(from, to impl.ID) { n.setCut(from, to, false) }

func (n *Network) setCut(from, to impl.ID, cut bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	l := n.link(n.place(from), n.place(to))
	l.cut = cut
	l.schedule()
}

// Partition cuts all links between members of different sides, both ways, and heals all others.
// Sides may overlap: two members hear one another that are on one side together.
func (n *Network) Partition(sides ...[]impl.ID) {
	together := map[[2]impl.ID]bool{}
	for _, side := range sides {
		for _, a := range side {
			for _, b := range side {
				together[[2]impl.ID{a, b}] = true
			}
		}
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, l := range n.links {
		l.cut = !together[[2]impl.ID{n.members[l.from], n.members[l.to]}]
		l.schedule()
	}
}

// Pause stops a member as SIGSTOP does: it gets nothing, and it stands still as soon as it has
// something to send.
func (n *Network) Pause(id impl.ID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if e := n.ends[n.place(id)]; e != nil && e.paused == nil {
		e.paused = make(chan struct{})
	}
}

// Resume lets it go on.
func (n *Network) Resume(id impl.ID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	at := n.place(id)
	if e := n.ends[at]; e != nil && e.paused != nil {
		close(e.paused)
		e.paused = nil
	}
	for _, l := range n.around(at, true) {
		l.schedule()
	}
}

// Crash takes a member off the network as it is.
func (n *Network) Crash(id impl.ID) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if e := n.ends[n.place(id)]; e != nil {
		n.leave(e, !n.faults.Silent, false)
	}
}

// CrashAfter crashes a member as soon as it has sent so many messages more, and wants to send
// another: so also between two messages of a step.
func (n *Network) CrashAfter(id impl.ID, messages int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.left[n.place(id)] = messages
}

// Change has the network behave otherwise from now on.
func (n *Network) Change(f Faults) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.faults = f
}

// Pass waits, to a moment at which nothing else happens.
func (n *Network) Pass(d time.Duration) {
	now := time.Now()
	<-time.After(network.Instant(now.Add(d), 0).Sub(now))
}
