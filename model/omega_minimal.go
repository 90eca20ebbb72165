package model

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// OmegaMinimal is the Ω of Aguilera and others, which needs only some links to be timely, as in
// lecture 003, rules OM1 to OM4 of spec/omega-minimal.md.
type OmegaMinimal struct {
	byClock[omegaMinimal]
	Printed bool
	Most    int // bound on each count of suspicions
	Numbers int // how many numbers there are for one process's messages
}

type omegaMinimal struct {
	elected ID // the print's leader
	suspect counts
	beats   uint8 // heartbeats sent, modulo Numbers
	seen    ages  // for each process, its messages that were taken and may come again by another way
}

func (OmegaMinimal) Initial(elected ID) omegaMinimal { return omegaMinimal{elected: elected} }

// Begin: at first a process trusts itself.
func (OmegaMinimal) Begin(id ID, g *Group, elected ID) omegaMinimal {
	if elected == Nobody {
		elected = id
	}
	n := len(g.Ring)
	return omegaMinimal{elected: elected, suspect: none(n), seen: ages(none(n))}
}

// Doubts: it suspects them more often than the process that it trusts.
func (l omegaMinimal) Doubts(g *Group) []ID {
	suspicions := func(id ID) uint8 { return l.suspect.of(g.Rank(id)) }
	return slices.DeleteFunc(slices.Clone(g.Ascending()), func(id ID) bool { return suspicions(id) <= suspicions(l.elected) })
}

func (OmegaMinimal) Status(l omegaMinimal) Status { return Status{Elected: l.elected} }

// Timers: a process has a timer for itself only as printed, and none for a process with a saturated count,
// which could only grow.
func (o OmegaMinimal) Timers(id ID, g *Group, l omegaMinimal) []Timer {
	timers := []Timer{heartbeat}
	for i, q := range g.Ascending() {
		if (q != id || o.Printed) && l.suspect.of(i) != many {
			timers = append(timers, timerOf(i, q))
		}
	}
	return timers
}

// Numbering: each other process sends a message on at most once, so no copy is under way after n-1 hops,
// and its number may then be used again. One more number is for a process that has already sent in a
// tick, and one for a process that has not.
func (OmegaMinimal) Numbering(n, hop, eta int) int { return (n-1)*hop/eta + 2 }

// Suffices is lecture 003's Property 1: whichever processes die, some live process reaches all live ones on
// paths of timely links and live processes.
func (OmegaMinimal) Suffices(ids []ID, crashes int, timely func(from, to ID) bool) bool {
	for alive := 1; alive < 1<<len(ids); alive++ {
		dead := len(ids) - bits.OnesCount(uint(alive))
		if (crashes == Unlimited || dead <= crashes) && !someoneReaches(ids, alive, timely) {
			return false
		}
	}
	return true
}

// someoneReaches reports whether one of the live processes reaches all of them.
func someoneReaches(ids []ID, alive int, timely func(from, to ID) bool) bool {
	for root := range ids {
		reached, before := alive&(1<<root), 0
		for reached != before {
			before = reached
			for from := range ids {
				for to := range ids {
					if reached>>from&1 == 1 && from != to && timely(ids[from], ids[to]) {
						reached |= alive & (1 << to)
					}
				}
			}
		}
		if reached == alive {
			return true
		}
	}
	return false
}

// timerOf is timer[q], where q is process number i.
func timerOf(i int, q ID) Timer { return Timer{Name: "timer", Slot: 1 + i, Of: q} }

func (OmegaMinimal) Ticks(l omegaMinimal, t Timer, c Clock) int {
	if t == heartbeat {
		return c.Eta
	}
	return c.Eta + int(l.suspect.of(t.Slot-1))
}

// Timeout follows rules OM1 and OM4.
func (o OmegaMinimal) Timeout(p *Process[omegaMinimal], t Timer) {
	if t == heartbeat {
		p.Rule("OM1", "p", p.ID)
		p.Broadcast(p.Others(), o.number(p))
		return
	}
	p.Rule("OM4", "q", t.Of)
	p.Local.suspect = p.Local.suspect.raise(t.Slot-1, o.Most)
	o.choose(p)
}

// Receive follows rules OM2 and OM3.
func (o OmegaMinimal) Receive(p *Process[omegaMinimal], from ID, m Message) {
	news := m.(AliveOf)
	q := p.Group.Rank(news.Of)
	if news.Of == p.ID || q < 0 || !o.isFirst(p, q, news) {
		return
	}
	p.Rule("OM2", "q", news.Of)
	o.relay(p, from, news)
	p.Rule("OM3", "q", news.Of)
	p.Local.suspect = p.Local.suspect.max(news.Suspect)
	o.choose(p)
	p.Rearm(timerOf(q, news.Of))
}

// number makes the process's next message, and forgets the messages that cannot come again.
func (o OmegaMinimal) number(p *Process[omegaMinimal]) AliveOf {
	if o.Printed {
		return AliveOf{Of: p.ID, Suspect: p.Local.suspect}
	}
	p.Local.beats = uint8((int(p.Local.beats) + 1) % o.Numbers)
	p.Local.seen = p.Local.seen.older(o.Numbers)
	return AliveOf{p.ID, 1 + p.Local.beats, p.Local.suspect}
}

// isFirst reports whether a message of process number q is taken for the first time. All processes send
// equally often. So a number gives the message's age in heartbeats of the receiver: from -1, if q has just
// been faster, to Numbers-2.
func (o OmegaMinimal) isFirst(p *Process[omegaMinimal], q int, news AliveOf) bool {
	if o.Printed { // no message has a number: each counts as new
		return true
	}
	age := (int(p.Local.beats) - int(news.Number-1) + 1 + o.Numbers) % o.Numbers
	known := p.Local.seen.has(q, age)
	p.Local.seen = p.Local.seen.with(q, age)
	return !known
}

// relay sends a message on to all processes that may not have it yet.
func (o OmegaMinimal) relay(p *Process[omegaMinimal], from ID, news AliveOf) {
	if o.Printed { // to all, and it loses q
		p.Broadcast(p.Others(), AliveOf{Suspect: news.Suspect})
		return
	}
	for _, id := range p.Others() {
		if id != from && id != news.Of {
			p.Send(id, news)
		}
	}
}

// choose trusts the least suspected process, and of several the lowest.
func (o OmegaMinimal) choose(p *Process[omegaMinimal]) {
	least := p.Local.suspect.least()
	if p.Local.suspect.of(least) == many {
		p.Saturated()
	}
	p.Local.elected = p.Group.Ascending()[least]
}

// counts holds a number for each process, in the order of Group.Ascending. It is a string of bytes,
// because a local state must be comparable.
type counts string

// many is a counter at its bound. It never changes again.
const many = 255

func none(n int) counts { return counts(make([]byte, n)) }

func (c counts) of(i int) uint8 { return c[i] }

// raise adds one to a number; from most on it is many.
func (c counts) raise(i, most int) counts {
	raised := []byte(c)
	if raised[i] != many {
		raised[i]++
	}
	if int(raised[i]) >= most {
		raised[i] = many
	}
	return counts(raised)
}

// max returns the greater of the two numbers of each process.
func (c counts) max(d counts) counts {
	greater := []byte(c)
	for i := range greater {
		greater[i] = max(c[i], d[i])
	}
	return counts(greater)
}

// least returns the first place with the least number.
func (c counts) least() int {
	return slices.Index([]byte(c), slices.Min([]byte(c)))
}

func (c counts) String() string {
	return strings.ReplaceAll(fmt.Sprint([]byte(c)), fmt.Sprint(many), "many")
}

// ages holds a set of ages for each process, a bit for each age.
type ages string

func (a ages) has(i, age int) bool { return a[i]>>age&1 == 1 }

func (a ages) with(i, age int) ages {
	more := []byte(a)
	more[i] |= 1 << age
	return ages(more)
}

// older adds one to all ages, and drops those from most on.
func (a ages) older(most int) ages {
	later := []byte(a)
	for i := range later {
		later[i] = later[i] << 1 & (1<<most - 1)
	}
	return ages(later)
}

func (a ages) String() string {
	var sets []string
	for i := range len(a) {
		var members []string
		for age := range 8 {
			if a.has(i, age) {
				members = append(members, fmt.Sprint(age-1))
			}
		}
		sets = append(sets, "{"+strings.Join(members, ",")+"}")
	}
	return "[" + strings.Join(sets, " ") + "]"
}

// Cleared returns as many numbers, all 0.
func (c counts) Cleared() counts { return none(len(c)) }
