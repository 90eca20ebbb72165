package model

import (
	"slices"
	"strings"
	"testing"
)

// A scene is a Situation written down: who waits, who is recovering, and what is on its way ("ELECTION(1) 1→3"). Nobody is dead, and no link
// is cut.
type scene struct {
	waiting, recovering []ID
	messages            string
}

func (s scene) Cut(_, _ ID) bool      { return false }
func (s scene) Live(ID) bool          { return true }
func (s scene) TakesPart(id ID) bool  { return slices.Contains(s.waiting, id) }
func (s scene) Recovering(id ID) bool { return slices.Contains(s.recovering, id) }

func (s scene) Status(id ID) Status {
	return Status{TakesPart: s.TakesPart(id), Recovering: s.Recovering(id)}
}

// on lists the messages, each with its way.
func (s scene) on() (list [][2]string) {
	words := strings.Fields(s.messages)
	for i := 0; i+1 < len(words); i += 2 {
		list = append(list, [2]string{words[i], words[i+1]})
	}
	return list
}

func (s scene) OnItsWay(kind Kind, from, to ID) bool {
	return slices.ContainsFunc(s.on(), func(m [2]string) bool {
		name, _, _ := strings.Cut(m[0], "(")
		sender, receiver, _ := strings.Cut(m[1], "→")
		return name == kind.String() && (from == Anyone || sender == Spell(from)) && (to == Anyone || receiver == Spell(to))
	})
}

func (s scene) Circulates(m Message) bool {
	return slices.ContainsFunc(s.on(), func(on [2]string) bool { return on[0] == SpellMessage(m) })
}

// TestCanComeTheMore: what can come can come all the more if more is on its way, or if more take part. Only
// for algorithms without heartbeats: of the others no one relies on it.
func TestCanComeTheMore(t *testing.T) {
	pieces := []func(*scene){
		func(s *scene) { s.waiting = append(s.waiting, 3) },
		func(s *scene) { s.waiting = append(s.waiting, 1) },
		func(s *scene) { s.recovering = append(s.recovering, 3) },
	}
	for _, m := range []string{"OK 3→2", "REJECT 3→2", "OK 4→1", "ELECTION 2→3", "ELECTION 1→3", "ELECTION 1→2", "COORDINATOR(3) 3→2", "COORDINATOR(1) 1→3"} {
		pieces = append(pieces, func(s *scene) { s.messages += " " + m })
	}
	for _, a := range Catalogue() {
		h := a.Make(Variant{})
		if h.Await() == nil || h.Occasional() != nil || a.Topology != Complete {
			continue
		}
		for _, timer := range []Timer{timerT, timerT2} {
			for some := range 1 << len(pieces) {
				can := func(chosen int) bool {
					var s scene
					for i, add := range pieces {
						if chosen>>i&1 == 1 {
							add(&s)
						}
					}
					return h.Await().CanCome(s, four, 2, timer)
				}
				for i := range pieces {
					if can(some) && !can(some|1<<i) {
						t.Fatalf("%s, %v: piece %d takes away from %b", a.Name, timer, i, some)
					}
				}
			}
		}
	}
}
