package model

import (
	"strings"
	"testing"
)

// plain is a protocol without any optional interface; the others have parts of them.
type (
	plain     struct{}
	noTimeout struct{ plain }
	noConcern struct{ plain }
	otherKept struct{ plain }
	byPointer struct{ plain }
	otherRing struct{ plain }
)

type leaderKnown struct{ elected ID }

func (plain) Initial(elected ID) leaderKnown                { return leaderKnown{elected} }
func (plain) Status(l leaderKnown) Status                   { return Status{Elected: l.elected} }
func (plain) Start(*Process[leaderKnown])                   {}
func (plain) Detect(*Process[leaderKnown])                  {}
func (plain) Receive(*Process[leaderKnown], ID, Message)    {}
func (noTimeout) Timers(ID, *Group, leaderKnown) []Timer    { return nil }
func (noConcern) Timers(ID, *Group, leaderKnown) []Timer    { return nil }
func (noConcern) Timeout(*Process[leaderKnown], Timer)      {}
func (noConcern) CanCome(Situation, *Group, ID, Timer) bool { return false }
func (otherKept) Kept(l *leaderKnown) leaderKnown           { return *l }
func (*byPointer) Kept(l leaderKnown) leaderKnown           { return l }

func (otherRing) Topology() string { return "ring" }

// TestValidate: what is missing is named, and the catalogue lacks nothing.
func TestValidate(t *testing.T) {
	made := func(h Handler) func(Variant) Handler { return func(Variant) Handler { return h } }
	for _, test := range []struct {
		algorithm Algorithm
		want      string
	}{
		{Algorithm{}, "Name is missing"},
		{Algorithm{Name: "my bully"}, `Name "my bully": not a name; allowed are ASCII letters, `},
		{Algorithm{Name: "own.Bully_2-x"}, `Topology ""`},
		{Algorithm{Name: "own"}, `Topology ""`},
		{Algorithm{Name: "own", Topology: "star"}, `Topology "star"`},
		{Algorithm{Name: "own", Topology: Cycle}, "Make is missing"},
		{Algorithm{Name: "own", Topology: Cycle, Make: made(nil)}, "Make returns no Handler"},
		{Algorithm{Name: "own", Topology: Cycle, Make: made(Handle[leaderKnown](nil))}, "no Protocol"},
		{Algorithm{Name: "own", Topology: Cycle, Make: made(Handle(plain{}))}, ""},
		{Algorithm{Name: "own", Topology: Cycle, Make: made(Handle(noTimeout{}))}, "the method Timeout of model.Timed is missing"},
		{Algorithm{Name: "own", Topology: Cycle, Make: made(Handle(noConcern{}))}, "the method Concerns of model.Await is missing"},
		{Algorithm{Name: "own", Topology: Cycle, Make: made(Handle(otherKept{}))}, "the method Kept(*model.leaderKnown) model.leaderKnown is not that of model.Keeping, which is Kept(model.leaderKnown) model.leaderKnown"},
		{Algorithm{Name: "own", Topology: Cycle, Make: made(Handle(byPointer{}))}, "the method Kept of model.Keeping has a pointer receiver"},
		{Algorithm{Name: "own", Topology: Cycle, Make: made(Handle(&byPointer{}))}, ""},
		{Algorithm{Name: "own", Topology: Cycle, Make: made(Handle(otherRing{}))}, "the method Topology() string is not that of model.Placed, which is Topology() model.Topology"},
	} {
		err := test.algorithm.Validate()
		if (err == nil) != (test.want == "") || err != nil && (!strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("got %v, want %q", err, test.want)
		}
	}
	for _, a := range Catalogue() {
		if err := a.Validate(); err != nil {
			t.Error(err)
		}
		if err := Consensus(a).Validate(); err != nil {
			t.Error(err)
		}
	}
}
