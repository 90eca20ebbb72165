package model

import (
	"math"
	"slices"
	"testing"
)

// A lockstep runs all processes of a ring in rounds: each message sent in one is taken in the next.
type lockstep struct {
	handler Handler
	group   *Group
	locals  map[ID]hirschbergSinclair
	road    []delivery
	sent    int

	winners [][]ID         // of each phase, in ring order
	spent   map[[2]int]int // by starter and phase: messages, replies included
	returns map[ID][]Probe // of each starter, its own probes that have come round
}

type delivery struct {
	from, to ID
	message  Message
}

// begin lets all processes start before any message is taken.
func begin(ids []ID) *lockstep {
	l := &lockstep{
		handler: Handle(HirschbergSinclair{}), group: NewGroup(ids), locals: map[ID]hirschbergSinclair{},
		spent: map[[2]int]int{}, returns: map[ID][]Probe{},
	}
	for _, id := range ids {
		l.handle(id, starts())
	}
	return l
}

func (l *lockstep) handle(id ID, e Event) {
	before := l.locals[id]
	out := l.handler.Handle(Self{ID: id, Group: l.group, Local: before, Elections: Unlimited}, e)
	l.locals[id] = out.Local.(hirschbergSinclair)
	if after := l.locals[id]; after.phase > before.phase {
		for len(l.winners) <= before.phase {
			l.winners = append(l.winners, nil)
		}
		l.winners[before.phase] = append(l.winners[before.phase], id)
	}
	for _, s := range out.Sends {
		to := l.group.Successor(id)
		if s.To == Behind {
			to = l.group.Predecessor(id)
		}
		l.road = append(l.road, delivery{id, to, s.Message})
		l.count(s.Message)
	}
}

func (l *lockstep) count(m Message) {
	l.sent++
	switch m := m.(type) {
	case Probe:
		l.spent[[2]int{int(m.ID), m.Phase}]++
	case Reply:
		l.spent[[2]int{int(m.ID), m.Phase}]++
	}
}

// run goes on until nothing is on its way.
func (l *lockstep) run() {
	for len(l.road) > 0 {
		now := l.road
		l.road = nil
		for _, d := range now {
			if probe, ok := d.message.(Probe); ok && probe.ID == d.to {
				l.returns[d.to] = append(l.returns[d.to], probe)
			}
			l.handle(d.to, takes(d.message, d.from))
		}
	}
}

// highestWithin lists who has the highest id of all up to so many hops away: lecture 001's own
// words for who wins a phase.
func highestWithin(ring []ID, hops int) []ID {
	var highest []ID
	for i, id := range ring {
		wins := true
		for away := 1; away <= min(hops, len(ring)-1); away++ {
			wins = wins && id > ring[(i+away)%len(ring)] && id > ring[(i-away+len(ring))%len(ring)]
		}
		if wins {
			highest = append(highest, id)
		}
	}
	return highest
}

// TestFigure is lecture 001's run on eight processes: all start, in each phase those go on who are
// the highest up to 2^r hops away, and in phase 3 the probe of 8 comes back to it. The picture with
// the places of the ids is not in the text of the lecture, so that here they are all tried.
func TestFigure(t *testing.T) {
	for _, ring := range arrangements(8) {
		l := begin(ring)
		l.run()
		for phase := range 3 {
			if got, want := slices.Sorted(slices.Values(l.winners[phase])), slices.Sorted(slices.Values(highestWithin(ring, 1<<phase))); !slices.Equal(got, want) {
				t.Errorf("%v: phase %d is won by %v, want %v", ring, phase, got, want)
			}
		}
		want := []Probe{{8, 3, 8, Right}, {8, 3, 8, Left}}
		if !slices.Equal(l.returns[8], want) || len(l.returns) != 1 || len(l.winners) != 3 {
			t.Errorf("%v: come round are %v, and %d phases are won", ring, l.returns, len(l.winners))
		}
		for id, local := range l.locals {
			if local != (hirschbergSinclair{elected: 8}) {
				t.Errorf("%v: in the end %d is %+v", ring, id, local)
			}
		}
	}
}

// TestCostsInLockstep: what lecture 001 says of the number of messages, of all rings of up to
// seven: at most 4·2^k for a starter in phase k, at most n/(2^(k-1)+1) winners of phase k-1, and
// fewer than 8n(log n + 2) + 5n in all.
func TestCostsInLockstep(t *testing.T) {
	for n := 1; n <= 7; n++ {
		for _, ring := range arrangements(n) {
			l := begin(ring)
			l.run()
			for of, spent := range l.spent {
				if most := 4 << of[1]; spent > most {
					t.Errorf("%v: %d spends %d messages in phase %d, and %d are the most", ring, of[0], spent, of[1], most)
				}
			}
			for phase, winners := range l.winners {
				if len(winners)*(1<<phase+1) > n {
					t.Errorf("%v: phase %d is won by %v", ring, phase, winners)
				}
			}
			if most := 8*float64(n)*(math.Log2(float64(n))+2) + 5*float64(n); float64(l.sent) >= most {
				t.Errorf("%v: %d messages, and there should be fewer than %.1f", ring, l.sent, most)
			}
		}
	}
}

// arrangements lists all rings of the ids 1 to n, up to rotation: n is last.
func arrangements(n int) [][]ID {
	rings := [][]ID{{}}
	for id := ID(1); id < ID(n); id++ {
		var longer [][]ID
		for _, ring := range rings {
			for at := range len(ring) + 1 {
				longer = append(longer, slices.Insert(slices.Clone(ring), at, id))
			}
		}
		rings = longer
	}
	for i := range rings {
		rings[i] = append(rings[i], ID(n))
	}
	return rings
}
