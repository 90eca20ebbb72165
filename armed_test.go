package interrex_test

import (
	"testing"

	"interrex"
	"interrex/checker"
)

// pestered is an election of two. Process 1 calls process 2 again and again, and is put off each time. Process 2 leads when
// its timer fires, which waits until no message is on its way. Pauses: the timer is not armed between a call and its end.
type pestered struct{ pauses bool }

type pester struct {
	isPaused bool
	leader   interrex.ID
}

type (
	calling struct{}
	later   struct{}
	over    struct{}
)

var retry, takeOver = interrex.Timer{Name: "retry"}, interrex.Timer{Name: "take over"}

func (pestered) Initial(interrex.ID) pester { return pester{} }

func (pestered) Status(l pester) interrex.Status {
	return interrex.Status{Elected: l.leader, TakesPart: l.leader == interrex.Nobody}
}

func (pestered) Start(*interrex.Process[pester])  {}
func (pestered) Detect(*interrex.Process[pester]) {}

func (pestered) Timers(id interrex.ID, _ *interrex.Group, l pester) []interrex.Timer {
	switch {
	case l.leader != interrex.Nobody, l.isPaused:
		return nil
	case id == 1:
		return []interrex.Timer{retry}
	}
	return []interrex.Timer{takeOver}
}

func (pestered) Timeout(p *interrex.Process[pester], t interrex.Timer) {
	if t == retry {
		p.Send(2, calling{})
		return
	}
	p.Local.leader = p.ID
	p.Broadcast(p.Others(), lead{p.ID})
}

func (e pestered) Receive(p *interrex.Process[pester], from interrex.ID, m interrex.Message) {
	switch m := m.(type) {
	case calling:
		p.Local.isPaused = e.pauses
		p.Send(from, later{})
	case later:
		p.Send(from, over{})
	case over:
		p.Local.isPaused = false
	case lead:
		p.Local.leader = m.ID
	}
}

func (pestered) CanCome(s interrex.Situation, _ *interrex.Group, _ interrex.ID, _ interrex.Timer) bool {
	const anyone = interrex.Nobody
	return s.OnItsWay("calling", anyone, anyone) || s.OnItsWay("later", anyone, anyone) ||
		s.OnItsWay("over", anyone, anyone) || s.OnItsWay("lead", anyone, anyone)
}

func (pestered) Concerns(*interrex.Group, interrex.ID, interrex.Timer, interrex.ID) bool { return true }

// TestTimerThatStaysArmed: a timer that is armed all the time, and may fire now and then, fires. One that is not armed all
// the time need not.
func TestTimerThatStaysArmed(t *testing.T) {
	for pauses, want := range map[bool]checker.Verdict{false: checker.Holds, true: checker.Violated} {
		report, err := interrex.Check(t.Context(), interrex.Election("pestered", pestered{pauses}),
			interrex.N(2), interrex.Crashes(0), interrex.Properties("ends"))
		if err != nil {
			t.Fatal(err)
		}
		if got := report.Properties[0].Verdict; got != want {
			t.Errorf("pauses %t: ends %v, want %v", pauses, got, want)
		}
	}
}
