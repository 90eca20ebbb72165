package interrex_test

import (
	"testing"

	"interrex"
	"interrex/checker"
)

// named is an election in which each process reads its own id from its local state.
type named struct{}

type badge struct{ me, leader interrex.ID }

func (named) Initial(interrex.ID) badge                                    { return badge{} }
func (named) Begin(id interrex.ID, _ *interrex.Group, _ interrex.ID) badge { return badge{me: id} }

func (named) Status(l badge) interrex.Status {
	return interrex.Status{Elected: l.leader, Idle: true, MayStart: l.leader == interrex.Nobody}
}

func (named) Start(p *interrex.Process[badge]) {
	p.Local.leader = p.Local.me
	p.Broadcast(p.Others(), lead{p.Local.me})
}

func (r named) Detect(p *interrex.Process[badge]) { r.Start(p) }

func (named) Receive(p *interrex.Process[badge], _ interrex.ID, m interrex.Message) {
	if p.Local.me != p.ID {
		panic("a process lost its own id")
	}
	p.Local.leader = m.(lead).ID
}

// TestRestartBegins: a process that comes back begins by Begin. With Initial it would elect ⊥ and forget its id.
func TestRestartBegins(t *testing.T) {
	for _, ids := range [][]interrex.ID{{1, 2}, {7, 3, 5}} {
		report, err := interrex.Check(t.Context(), interrex.Election("named", named{}),
			interrex.IDs(ids...), interrex.Crashes(1), interrex.Restarts(1), interrex.Properties("validity"))
		if err != nil {
			t.Fatal(err)
		}
		if p := report.Properties[0]; p.Verdict != checker.Holds {
			t.Errorf("ids %v: validity %v", ids, p.Verdict)
		}
	}
}
