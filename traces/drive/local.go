package drive

import (
	"fmt"
	"slices"

	"interrex/impl"
)

// A local is all that a member is between two steps. There is one for each that has been seen.
type local struct {
	place   int
	state   impl.State   // nil: dead
	kept    *impl.Stable // stable storage
	running []running

	number int
	shown  Member
	text   string
	acts   map[cause]*act
}

// A running is a running timer. By the clock, left is its remaining ticks.
type running struct {
	timer impl.Timer
	left  int
}

// A cause is what happens to a member.
type cause struct {
	action  string
	peer    impl.ID
	message *message
}

// An act is what a member does about a cause.
type act struct {
	after   *local
	sends   []sending
	ignored bool
	aside   bool
}

// A sending is an outgoing message: to a member, Next or Behind.
type sending struct {
	to      impl.ID
	message *message
}

// meet returns the one local that is like this one.
func (c *Cast) meet(l local) *local {
	slices.SortFunc(l.running, func(a, b running) int { return compareTimers(a.timer, b.timer) })
	key := fmt.Sprintf("%d %+v %v", l.place, l.state, l.running)
	if l.kept != nil {
		key += fmt.Sprintf(" %+v", *l.kept)
	}
	if known := c.locals[key]; known != nil {
		return known
	}
	l.number, l.acts = len(c.locals), map[cause]*act{}
	l.shown = c.page.member(c, &l)
	l.text = l.shown.text()
	c.locals[key] = &l
	return &l
}

func compareTimers(a, b impl.Timer) int {
	switch {
	case a.Name < b.Name:
		return -1
	case a.Name > b.Name:
		return 1
	}
	return int(a.Of - b.Of)
}

// boot is a member at its birth.
func (c *Cast) boot(place int, kept *impl.Stable, back bool) *local {
	state, out := c.algorithm.Boot(c.configs[place], kept, back)
	if len(out.Sends) > 0 {
		panic(fmt.Sprintf("drive: %s sends at boot", c.algorithm.Name))
	}
	return c.meet(local{place: place, state: state, kept: kept, running: c.wind(nil, out, 0)})
}

// grave is the state of a dead member.
func (c *Cast) grave(l *local) *local {
	dead := local{place: l.place}
	if c.algorithm.Keeps && c.world.Restarts != 0 {
		dead.kept = l.kept
	}
	return c.meet(dead)
}

// act is what a member does about an input that a step brings.
func (c *Cast) act(l *local, why cause, in impl.Input) *act {
	if known := l.acts[why]; known != nil {
		return known
	}
	before := l.running
	late := 0
	switch in := in.(type) {
	case impl.Timeout:
		before = slices.DeleteFunc(slices.Clone(before), func(r running) bool { return r.timer == in.Timer })
	case impl.Receive:
		late = c.world.Clock.Tp // it is set when the message has been handled
	}
	state, out := l.state.Step(in)
	a := &act{ignored: out.Ignored, aside: out.Aside}
	after := local{place: l.place, state: state, kept: l.kept, running: c.wind(before, out, late)}
	if out.Keep != nil {
		after.kept = out.Keep
	}
	a.after = c.meet(after)
	for _, s := range out.Sends {
		a.sends = append(a.sends, sending{s.To, c.letter(l.place, s)})
	}
	l.acts[why] = a
	return a
}

// wind is what the timers show after a step.
func (c *Cast) wind(before []running, out impl.Outputs, late int) []running {
	after := slices.Clone(before)
	without := func(t impl.Timer) {
		after = slices.DeleteFunc(after, func(r running) bool { return r.timer == t })
	}
	for _, t := range out.Stop {
		without(t)
	}
	for _, s := range out.Set {
		without(s.Timer)
		r := running{timer: s.Timer}
		if c.world.IsClocked() {
			r.left = c.length(s.Timer) + s.Extra + late
		}
		after = append(after, r)
	}
	return after
}

// length is for how many ticks a timer runs.
func (c *Cast) length(t impl.Timer) int {
	switch t.Name {
	case "T", "watch":
		return c.world.Clock.T
	case "T'":
		return c.world.Clock.T2
	}
	return c.world.Clock.Eta
}

// tick is a member a tick later.
func (c *Cast) tick(l *local) *local {
	if l.state == nil || len(l.running) == 0 {
		return l
	}
	if known := l.acts[cause{action: "tick"}]; known != nil {
		return known.after
	}
	later := *l
	later.running = slices.Clone(l.running)
	for i := range later.running {
		later.running[i].left = max(0, later.running[i].left-1)
	}
	l.acts[cause{action: "tick"}] = &act{after: c.meet(later)}
	return l.acts[cause{action: "tick"}].after
}

// runs reports whether a timer runs, and its remaining ticks.
func (l *local) runs(t impl.Timer) (left int, runs bool) {
	i := slices.IndexFunc(l.running, func(r running) bool { return r.timer == t })
	if i < 0 {
		return 0, false
	}
	return l.running[i].left, true
}
