package drive

import (
	"fmt"
	"slices"

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

// View returns what can be seen of the group.
func (g *Group) View() View {
	v := g.inFlight()
	for _, m := range g.members {
		v.Members = append(v.Members, m.shown)
	}
	return v
}

// inFlight is the view without the members.
func (g *Group) inFlight() (v View) {
	n := len(g.members)
	for i, channel := range g.channels {
		for _, m := range channel {
			v.InFlight = append(v.InFlight, Flight{g.id(i / n), g.id(i % n), m.text})
		}
	}
	v.sort(g.world.Channels)
	return v
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
func (g *Group) send(p int, s sending) Sending {
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
		return Sending{To: model.ID(s.to), Message: s.message.text, Lost: true}
	}
	lost := g.members[q].state == nil || slices.Contains(g.world.Cut, world.Pair{From: g.id(p), To: g.id(q)})
	if !lost {
		link := p*len(g.members) + q
		g.channels[link] = append(slices.Clip(g.channels[link]), s.message)
	}
	return Sending{To: g.id(q), Message: s.message.text, Lost: lost}
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

// A Cast is the constant part of a group: its members and its world. It numbers the local states and messages
// it has seen. One goroutine at a time may use it.
type Cast struct {
	algorithm impl.Algorithm
	world     world.Config
	configs   []*impl.Config // in ring order
	page      page

	locals   map[string]*local
	messages map[string]*message
}

// A message is a message in transit, with its direction.
type message struct {
	impl.Message
	behind bool // it travels against the ring
	number int
	text   string // as the page prints it
}

// NewCast creates the members for a world. The error is the reason why there are none.
func NewCast(c world.Config) (*Cast, error) {
	a, err := impl.Find(c.Algorithm.Name)
	if err == nil {
		a, err = a.Over(c.Algorithm.On)
	}
	if err != nil {
		return nil, fmt.Errorf("the implementation has %w", err)
	}
	return newCast(c, a)
}

func newCast(c world.Config, a impl.Algorithm) (*Cast, error) {
	switch {
	case c.Reading != model.Repaired:
		return nil, fmt.Errorf("reading %s: the implementation follows the repaired one", c.Reading)
	case a.Name == "ring-watch" && c.Options["watchers"] != "" && c.Options["watchers"] != string(model.BothNeighbours):
		return nil, fmt.Errorf("watchers %s: in the implementation both neighbours watch", c.Options["watchers"])
	case c.Initial != world.NobodyElected:
		return nil, fmt.Errorf("initial %s: members of the implementation begin with nobody elected", c.Initial)
	case c.Criterion == model.ByLog && !a.Terms:
		return nil, fmt.Errorf("criterion %s: the implementation of %s judges by load and id", c.Criterion, a.Name)
	}
	if err := c.Validate(); err != nil {
		return nil, err
	}
	cast := &Cast{algorithm: a, world: c, locals: map[string]*local{}, messages: map[string]*message{}}
	var members []impl.ID
	for _, id := range c.IDs {
		members = append(members, impl.ID(id))
	}
	for p, id := range members {
		config := &impl.Config{Self: id, Members: members, PreVote: c.Options.Has("pre-vote"), CheckQuorum: c.Options.Has("check-quorum")}
		if c.Criterion == model.ByLoad {
			config.Loads = c.Loads
		}
		if c.Logs != nil {
			config.Log = impl.Log(c.Logs[p])
		}
		if err := config.Validate(); err != nil {
			return nil, err
		}
		cast.configs = append(cast.configs, config)
	}
	cast.page = pageOf(cast)
	return cast, nil
}

// place is where a member stands on the ring, or -1.
func (c *Cast) place(id model.ID) int { return c.configs[0].Place(impl.ID(id)) }

func (c *Cast) id(place int) model.ID { return c.world.IDs[place] }

// letter is the message that travels so.
func (c *Cast) letter(from int, s impl.Send) *message {
	key := fmt.Sprint(s.Message, s.To == impl.Behind)
	m, known := c.messages[key]
	if !known {
		if err := c.algorithm.Check(c.configs[from], s.Message); err != nil {
			m = &message{text: err.Error()}
		} else {
			m = &message{text: c.page.message(c.configs[from], s.Message)}
		}
		m.Message, m.behind, m.number = s.Message, s.To == impl.Behind, len(c.messages)
		c.messages[key] = m
	}
	return m
}
