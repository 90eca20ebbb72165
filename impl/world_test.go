package impl_test

import (
	"fmt"
	"maps"
	"slices"

	"interrex/impl"
)

// A world is a group in memory that makes one step at a time. Its channels are FIFO; a ring closes
// over the dead, and what was on its way to them is sent on. It is synchronous: a timer runs out
// only when nothing is on its way, the one that has been due for longest first; and a death is known
// once nothing of the dead is on its way.
type world struct {
	fatal
	algorithm impl.Algorithm
	members   []impl.ID // in ring order
	loads     []int
	choose    func(n int) int // which of n things happens next

	nodes   map[impl.ID]*node // those that live
	queues  map[link][]impl.Message
	sent    []impl.Send
	callers []impl.ID // will be asked for an election
	now     int       // how often a timer has run out, at most
	steps   int       // that have been made

	dying  impl.ID // at its next step, after so many of its messages
	prefix int
}

// fatal is what a world needs of a test.
type fatal interface {
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

type link struct{ from, to impl.ID }

type node struct {
	config *impl.Config
	state  impl.State
	kept   *impl.Stable
	due    map[impl.Timer]int
	back   bool // and has done nothing yet
}

// An event is an input that may be given to a member next.
type event struct {
	to impl.ID
	in impl.Input
}

func newWorld(t fatal, a impl.Algorithm, loads []int, members ...impl.ID) *world {
	w := &world{fatal: t, algorithm: a, members: members, loads: loads, choose: func(int) int { return 0 },
		nodes: map[impl.ID]*node{}, queues: map[link][]impl.Message{}}
	for _, id := range members {
		w.boot(id, nil, false)
	}
	return w
}

// boot brings a member to life.
func (w *world) boot(id impl.ID, kept *impl.Stable, back bool) {
	c := &impl.Config{Self: id, Members: w.members, Loads: w.loads}
	if err := c.Validate(); err != nil {
		w.Fatal(err)
	}
	state, out := w.algorithm.Boot(c, kept, back)
	w.nodes[id] = &node{config: c, state: state, kept: kept, due: map[impl.Timer]int{}, back: back}
	w.obey(id, out)
}

// neighbour is the nearest live member, counted from id in steps of 1 or of -1, perhaps id itself.
func (w *world) neighbour(id impl.ID, step int) impl.ID {
	n := len(w.members)
	for i := slices.Index(w.members, id) + step; ; i += step {
		if near := w.members[(i+n)%n]; w.nodes[near] != nil {
			return near
		}
	}
}

// obey does what the outputs of a step ask for.
func (w *world) obey(id impl.ID, out impl.Outputs) {
	n := w.nodes[id]
	if out.Keep != nil {
		n.kept = out.Keep
	}
	for _, s := range out.Sends {
		w.send(id, s)
	}
	for _, t := range out.Stop {
		delete(n.due, t)
	}
	for _, s := range out.Set {
		lasts := slices.Index(w.algorithm.Timers, s.Timer.Name) + 1 // T is shorter than T'
		if lasts == 0 {
			w.Fatalf("%s has no timer %s", w.algorithm.Name, s.Timer)
		}
		n.due[s.Timer] = w.now + lasts
	}
}

func (w *world) send(id impl.ID, s impl.Send) {
	if err := w.algorithm.Check(w.nodes[id].config, s.Message); err != nil {
		w.Fatalf("%d sends what nobody takes: %v", id, err)
	}
	switch onRing := s.To == impl.Next || s.To == impl.Behind; {
	case onRing != (w.algorithm.Topology != impl.Complete), s.To == impl.Behind && w.algorithm.Topology != impl.BothWays:
		w.Fatalf("%d sends to %v on a %s", id, s.To, w.algorithm.Topology)
	case s.To == impl.Next:
		s.To = w.neighbour(id, 1)
	case s.To == impl.Behind:
		s.To = w.neighbour(id, -1)
	case s.To == id || !slices.Contains(w.members, s.To):
		w.Fatalf("%d sends to %v", id, s.To)
	}
	w.sent = append(w.sent, s)
	if w.nodes[s.To] != nil {
		l := link{id, s.To}
		w.queues[l] = append(w.queues[l], s.Message)
	}
}

func (w *world) live() []impl.ID {
	return slices.DeleteFunc(slices.Clone(w.members), func(id impl.ID) bool { return w.nodes[id] == nil })
}

// events lists what may happen now, timers aside, in an order that depends on the world alone.
func (w *world) events() (list []event) {
	for _, id := range w.live() {
		for _, in := range w.calls(id) {
			if _, out := w.nodes[id].state.Step(in); !out.Ignored {
				list = append(list, event{id, in})
			}
		}
	}
	for _, to := range w.members {
		for _, from := range w.members {
			if q := w.queues[link{from, to}]; len(q) > 0 {
				list = append(list, event{to, impl.Receive{From: from, Message: q[0]}})
			}
		}
	}
	return list
}

// calls lists what program and failure detector, which is perfect, could say to a member.
func (w *world) calls(id impl.ID) (list []impl.Input) {
	n := w.nodes[id]
	if slices.Contains(w.callers, id) {
		list = append(list, impl.Start{})
	}
	if n.back && w.algorithm.Recovers {
		list = append(list, impl.Recover{})
	}
	for _, peer := range w.members {
		switch {
		case w.nodes[peer] != nil:
			list = append(list, impl.Trust{Peer: peer})
		case !w.speaks(peer):
			list = append(list, impl.Suspect{Peer: peer})
			if peer == n.state.Elected() {
				list = append(list, impl.Detect{Peer: peer})
			}
		}
	}
	return list
}

// speaks reports whether a message of that member is on its way.
func (w *world) speaks(id impl.ID) bool {
	return slices.ContainsFunc(w.members, func(to impl.ID) bool { return len(w.queues[link{id, to}]) > 0 })
}

// timeouts lists the timers that have been due for longest.
func (w *world) timeouts() (list []event) {
	at := 0
	for _, id := range w.live() {
		for _, timer := range slices.SortedFunc(maps.Keys(w.nodes[id].due), w.compareTimers) {
			due := w.nodes[id].due[timer]
			switch {
			case len(list) > 0 && due > at:
				continue
			case due < at:
				list = nil
			}
			at, list = due, append(list, event{id, impl.Timeout{Timer: timer}})
		}
	}
	return list
}

func (w *world) compareTimers(a, b impl.Timer) int {
	if c := slices.Index(w.algorithm.Timers, a.Name) - slices.Index(w.algorithm.Timers, b.Name); c != 0 {
		return c
	}
	return int(a.Of - b.Of)
}

// mostSteps is more than any election here needs. One that goes on for ever fails, and does not hang.
const mostSteps = 5000

// step lets one thing happen, or reports that nothing can.
func (w *world) step() bool {
	if w.steps++; w.steps > mostSteps {
		w.Fatalf("%s on %v, loads %v, has not ended after %d steps:\n%v", w.algorithm.Name, w.members, w.loads, mostSteps, w)
	}
	list := w.events()
	if len(list) == 0 {
		list = w.timeouts()
	}
	if len(list) == 0 {
		return false
	}
	w.give(list[w.choose(len(list))])
	return true
}

func (w *world) give(e event) {
	n := w.nodes[e.to]
	switch in := e.in.(type) {
	case impl.Start:
		w.callers = slices.DeleteFunc(w.callers, func(id impl.ID) bool { return id == e.to })
	case impl.Receive:
		l := link{in.From, e.to}
		w.queues[l] = w.queues[l][1:]
		if err := w.algorithm.Check(n.config, in.Message); err != nil {
			w.Fatal(err)
		}
	case impl.Timeout:
		w.now = max(w.now, n.due[in.Timer])
		delete(n.due, in.Timer)
	}
	var out impl.Outputs
	n.state, out = n.state.Step(e.in)
	n.back = n.back && out.Ignored
	if e.to == w.dying {
		out.Sends = out.Sends[:min(w.prefix, len(out.Sends))]
	}
	w.obey(e.to, out)
	if e.to == w.dying {
		w.kill(e.to)
	}
}

// run lets everything happen that will.
func (w *world) run() {
	for w.step() {
	}
}

// kill ends a member. On a ring what was on its way to it is sent on, nearest sender first.
func (w *world) kill(id impl.ID) {
	delete(w.nodes, id)
	n, place := len(w.members), slices.Index(w.members, id)
	for back := 1; back < n; back++ {
		l := link{w.members[(place-back+n)%n], id}
		lost := w.queues[l]
		delete(w.queues, l)
		if w.algorithm.Topology == impl.Ring && len(w.nodes) > 0 {
			over := link{w.neighbour(id, -1), w.neighbour(id, 1)}
			w.queues[over] = append(w.queues[over], lost...)
		} else if len(lost) > 0 && w.algorithm.Topology == impl.BothWays {
			w.Fatal("which way did it travel?")
		}
	}
}

// best is whom the election criterion prefers of those that live: less to do, then the higher id.
func (w *world) best() (best impl.ID) {
	least := 0
	for i, id := range w.members {
		load := 0
		if w.loads != nil {
			load = w.loads[i]
		}
		if w.nodes[id] != nil && (best == impl.Nobody || load < least || load == least && id > best) {
			best, least = id, load
		}
	}
	return best
}

// mustHaveElected fails the test unless the election is over, and all agree on that leader.
func (w *world) mustHaveElected(leader impl.ID) {
	for _, id := range w.live() {
		if n := w.nodes[id]; n.state.Elected() != leader || n.state.TakesPart() {
			w.Fatalf("%s on %v, loads %v: %d has not elected %v:\n%v", w.algorithm.Name, w.members, w.loads, id, leader, w)
		}
	}
}

// String shows the members that live.
func (w *world) String() (s string) {
	for _, id := range w.live() {
		s += fmt.Sprintf("%d: %v\n", id, w.nodes[id].state.Variables())
	}
	return s
}
