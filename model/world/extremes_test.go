package world_test

import (
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// extremeElection is an election with numbers outside the ranges of a world.
type extremeElection struct {
	ownElection
	term, ticks int
	to          model.ID
	lots        int
}

func (e extremeElection) Status(l ownState) model.Status {
	s := e.ownElection.Status(l)
	s.Term = e.term
	return s
}

func (e extremeElection) Start(p *model.Process[ownState]) {
	p.Local.waits = true
	p.Send(e.to, ownMessage{kind: "call"})
}

func (e extremeElection) Ticks(ownState, model.Timer, model.Clock) int { return e.ticks }

func (e extremeElection) Choices(l ownState) (lots []int) {
	for lot := range e.lots {
		if l.waits {
			lots = append(lots, lot+1)
		}
	}
	return lots
}

func (extremeElection) Choose(p *model.Process[ownState], lot int) {
	p.Local = ownState{elected: model.ID(lot)}
}

// termedElection is an extremeElection with terms.
type termedElection struct{ extremeElection }

func (termedElection) Terms() {}

// A number outside its range ends the exploration with a named bound, or is an error. Draws above 256 are distinct.
func TestOutOfRange(t *testing.T) {
	for _, test := range []struct {
		extreme extremeElection
		clocked bool
		bound   string
		err     string
		states  int
	}{
		{extremeElection{to: 2, ticks: 1, term: 70_000}, false, "terms", "", 0},
		{extremeElection{to: 2, ticks: 300}, true, "ticks of a timer", "", 0},
		{extremeElection{to: 2, ticks: -3}, true, "", "Ticks returned -3; the least is 1", 0},
		{extremeElection{to: 7, ticks: 1}, false, "", "it sends call(0) to P7, and there is no channel to it", 0},
		{extremeElection{to: 1, ticks: 1}, false, "", "it sends call(0) to P1, and there is no channel to it", 0},
		{extremeElection{to: 2, ticks: 1, lots: 5000}, false, "", "", 5000},
	} {
		a := ownAlgorithm(test.extreme)
		if test.extreme.term != 0 {
			a = ownAlgorithm(termedElection{test.extreme})
		}
		c := world.Faulty(a, ids(2))
		c.Initiators, c.Crashes, c.Elections = ids(1), 0, 0
		if test.clocked {
			c.Timeouts = world.ByClock
		}
		_, report, err := world.Explore(t.Context(), c, func(*world.World) []checker.Property { return nil }, checker.Options{})
		switch {
		case test.err != "":
			if err == nil || !strings.Contains(err.Error(), test.err) {
				t.Errorf("got %v, want %q", err, test.err)
			}
		case err != nil:
			t.Error(err)
		case report.States < test.states || test.states == 0 && report.Bound != test.bound:
			t.Errorf("got %d states and the bound %q, want %q", report.States, report.Bound, test.bound)
		}
	}
}
