package drive

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"interrex/impl"
	"interrex/model"
	"interrex/model/world"
)

// A Group is members of an election in memory, with the messages between them. It is a value: a step
// makes a new group and leaves the old one as it was.
type Group struct {
	*Cast
	members  []*local
	channels [][]*message // from one place to another: from*n + to
}

// NewGroup returns the members as they begin.
func (c *Cast) NewGroup() *Group {
	n := len(c.configs)
	g := &Group{Cast: c, channels: make([][]*message, n*n)}
	for place := range n {
		g.members = append(g.members, c.boot(place, nil, false))
	}
	return g
}

// key is equal for two groups exactly if they are equal or, if members count without bound, equal on the page.
func (g *Group) key() string {
	if g.numbers != nil {
		return g.text()
	}
	var b []byte
	for _, m := range g.members {
		b = binary.AppendUvarint(b, uint64(m.number))
	}
	for _, channel := range g.channels {
		b = binary.AppendUvarint(b, uint64(len(channel)))
		for _, m := range channel {
			b = binary.AppendUvarint(b, uint64(m.number))
		}
	}
	return string(b)
}

// text is what the page says of the group: the same for a group and a state of the model exactly if they agree.
func (g *Group) text() string {
	text := ""
	for _, m := range g.members {
		text += m.text
	}
	var flying []world.Flight
	n := len(g.members)
	for i, channel := range g.channels {
		for _, m := range channel {
			flying = append(flying, world.Flight{From: g.id(i / n), To: g.id(i % n), Message: m.text})
		}
	}
	return text + flightsText(g.world.Channels, flying)
}

// flightsText lists messages in transit by channel, each in its order, and in a bag by spelling.
func flightsText(kind world.Channels, list []world.Flight) string {
	slices.SortStableFunc(list, func(a, b world.Flight) int {
		order := cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
		if kind == world.Bag {
			order = cmp.Or(order, cmp.Compare(a.Message, b.Message))
		}
		return order
	})
	var b strings.Builder
	for _, f := range list {
		fmt.Fprintf(&b, "%d>%d %s\n", f.From, f.To, f.Message)
	}
	return b.String()
}

// Play returns the group after a step. The error is the reason why the group cannot take it.
func (g *Group) Play(s Step) (*Group, Deed, error) {
	after := &Group{g.Cast, slices.Clone(g.members), slices.Clone(g.channels)}
	switch s.Action {
	case "tick":
		for p, m := range g.members {
			after.members[p] = g.tick(m)
		}
		return after, Deed{}, nil
	case "bounds hold", "mistakes end":
		return after, Deed{}, nil
	}
	p := g.place(s.Process)
	if p < 0 {
		return nil, Deed{}, fmt.Errorf("there is no P%d", s.Process)
	}
	if isDead := g.members[p].state == nil; isDead != (s.Action == "restart") && s.Action != "lose" {
		return nil, Deed{}, fmt.Errorf("P%d is %s", s.Process, map[bool]string{true: "dead", false: "alive"}[isDead])
	}
	switch s.Action {
	case "crash":
		after.kill(p)
		return after, Deed{}, nil
	case "restart":
		after.members[p] = g.boot(p, g.members[p].kept, true)
		return after, Deed{}, nil
	case "lose":
		_, err := after.take(s)
		return after, Deed{}, err
	}
	return after.handle(p, s)
}

// handle lets a member take a step. The group is already the new one.
func (g *Group) handle(p int, s Step) (*Group, Deed, error) {
	why, in, err := g.cause(p, s)
	if err != nil {
		return nil, Deed{}, err
	}
	act := g.act(g.members[p], why, in)
	if act.ignored {
		return nil, Deed{}, fmt.Errorf("P%d does nothing about it", s.Process)
	}
	d := Deed{Of: len(act.sends)}
	sends := act.sends
	if s.CrashAfter > 0 {
		if s.CrashAfter >= len(sends) {
			return nil, Deed{}, fmt.Errorf("P%d sends %d messages and cannot die after %d", s.Process, len(sends), s.CrashAfter)
		}
		sends = sends[:s.CrashAfter]
	}
	g.members[p] = act.after
	for _, out := range sends {
		d.Sends = append(d.Sends, g.send(p, out))
	}
	if s.CrashAfter > 0 {
		g.kill(p)
	}
	return g, d, nil
}

// cause returns the input of the member at a place in a step. A delivered message leaves its channel.
func (g *Group) cause(p int, s Step) (cause, impl.Input, error) {
	why := cause{action: s.Action, peer: impl.ID(s.Peer)}
	if s.Action == "deliver" || s.Action == "deliver and keep" {
		m, err := g.take(s)
		if err != nil {
			return why, nil, err
		}
		why.action, why.message = "deliver", m
		return why, impl.Receive{From: why.peer, Message: m.Message}, nil
	}
	in := s.input()
	if in == nil {
		return why, nil, fmt.Errorf("the implementation has no action %q", s.Action)
	}
	if t, is := in.(impl.Timeout); is {
		left, runs := g.members[p].runs(t.Timer)
		switch {
		case !runs:
			return why, nil, fmt.Errorf("timer %s of P%d does not run", t.Timer, s.Process)
		case left > 0:
			return why, nil, fmt.Errorf("timer %s of P%d has %d ticks left", t.Timer, s.Process, left)
		}
	}
	return why, in, nil
}

// take takes a message out of its channel, unless it stays there.
func (g *Group) take(s Step) (*message, error) {
	from, to := g.place(s.Peer), g.place(s.Process)
	if from < 0 {
		return nil, fmt.Errorf("there is no P%d", s.Peer)
	}
	channel := g.channels[from*len(g.members)+to]
	i := slices.IndexFunc(channel, func(m *message) bool { return m.text == s.Message })
	if i < 0 || i > 0 && s.Action != "lose" && g.world.Channels != world.Bag {
		var texts []string
		for _, m := range channel {
			texts = append(texts, m.text)
		}
		return nil, fmt.Errorf("P%d has sent P%d %v, and not first %s", s.Peer, s.Process, texts, s.Message)
	}
	if s.Action != "deliver and keep" {
		g.channels[from*len(g.members)+to] = slices.Delete(slices.Clone(channel), i, i+1)
	}
	return channel[i], nil
}

// send puts a message into its channel, unless it is lost at once.
func (g *Group) send(p int, s sending) world.Sending {
	q := 0
	switch s.to {
	case impl.Next:
		q = g.neighbour(p, 1)
	case impl.Behind:
		q = g.neighbour(p, -1)
	default:
		q = g.configs[p].Place(s.to)
	}
	if q < 0 {
		return world.Sending{To: model.ID(s.to), Message: s.message.text, Lost: true}
	}
	lost := g.members[q].state == nil || slices.Contains(g.world.Cut, world.Pair{From: g.id(p), To: g.id(q)})
	if !lost {
		link := p*len(g.members) + q
		g.channels[link] = append(slices.Clip(g.channels[link]), s.message)
	}
	return world.Sending{To: g.id(q), Message: s.message.text, Lost: lost}
}

// neighbour is the place of the nearest live member, counted in steps of 1 or of -1, perhaps its own.
func (g *Group) neighbour(p, step int) int {
	n := len(g.members)
	for q := p; ; {
		if q = (q + step + n) % n; q == p || g.members[q].state != nil {
			return q
		}
	}
}

// kill crashes a member. Messages to it are lost or, on a ring that resends, sent on, nearest sender first.
func (g *Group) kill(p int) {
	g.members[p] = g.grave(g.members[p])
	before, after := g.neighbour(p, -1), g.neighbour(p, 1)
	n := len(g.members)
	resends := g.world.Repair == world.Resent && g.algorithm.Topology != impl.Complete && after != p
	for away := 1; away <= n; away++ {
		g.resend(resends, (p-away%n+n)%n, p, before*n+after, false)
	}
	for away := 1; away <= n; away++ {
		g.resend(resends, (p+away)%n, p, after*n+before, true)
	}
	for from := range n {
		g.channels[from*n+p] = nil
	}
}

// resend sends on what a member has sent that way to a dead one.
func (g *Group) resend(resends bool, from, dead, over int, behind bool) {
	if !resends {
		return
	}
	for _, m := range g.channels[from*len(g.members)+dead] {
		if m.behind == behind {
			g.channels[over] = append(slices.Clip(g.channels[over]), m)
		}
	}
}

// A Step is one step of a world, in the words of a counterexample.
type Step struct {
	Action     string   // "deliver", "timeout T'", "crash"
	Process    model.ID // the process that acts, or that the step affects; Nobody for a tick
	Peer       model.ID // the sender, the suspected process or the leader; Nobody: none
	Message    string   // the message delivered or lost, as the page prints it
	CrashAfter int      // the number of messages after which the process dies, 0 if it does not
}

// A Deed is what came of a step.
type Deed struct {
	Sends []world.Sending // in the order in which they left
	Of    int             // how many would have left without a crash
}

const timeout = "timeout "

// input is the member's input, nil if the step is not one of its own. The group itself has the delivered
// message.
func (s Step) input() impl.Input {
	peer := impl.ID(s.Peer)
	switch s.Action {
	case "start":
		return impl.Start{}
	case "recover":
		return impl.Recover{}
	case "detect", "suspect":
		return impl.Detect{Peer: peer}
	case "report":
		return impl.Suspect{Peer: peer}
	case "withdraw":
		return impl.Trust{Peer: peer}
	}
	if name, is := strings.CutPrefix(s.Action, timeout); is {
		return impl.Timeout{Timer: timerNamed(name)}
	}
	return nil
}

// timerNamed reads T, or timer(3).
func timerNamed(text string) impl.Timer {
	t := impl.Timer{Name: text}
	if name, of, found := strings.Cut(text, "("); found {
		if n, err := fmt.Sscanf(of, "%d)", &t.Of); n == 1 && err == nil {
			t.Name = name
		}
	}
	return t
}
