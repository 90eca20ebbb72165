package simulate

import (
	"slices"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"

	"interrex/impl"
	"interrex/impl/node"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// TestDraw: a seed is a plan, each kind of fault is drawn, and gentle plans are owed a leader.
func TestDraw(t *testing.T) {
	for _, a := range impl.Algorithms() {
		drawn := map[Kind]bool{}
		overlap := false
		for seed := range uint64(300) {
			rough, gentle := Draw(a, seed, Rough), Draw(a, seed, Gentle)
			if rough.String() != Draw(a, seed, Rough).String() {
				t.Fatalf("%s, seed %d: two plans", a.Name, seed)
			}
			if !gentle.Owed() {
				t.Fatalf("nothing is owed after\n%v", gentle)
			}
			for _, f := range rough.Faults {
				drawn[f.Kind] = true
				if f.At+f.For > rough.Length {
					t.Fatalf("%v is not over in time", f)
				}
				overlap = overlap || f.Kind == Partition && slices.ContainsFunc(f.Sides[0], func(id impl.ID) bool {
					return slices.Contains(f.Sides[1], id)
				})
			}
		}
		kinds := 7
		if a.Keeps { // what is kept is not to be lost
			kinds = 6
		}
		if len(drawn) != kinds || drawn[LostDisk] == a.Keeps || !overlap {
			t.Errorf("%s: drawn are %v, sides that overlap %t", a.Name, drawn, overlap)
		}
	}
}

// TestNoMoreIsPromisedThanCanBe: where no leader is owed, there is a run without one.
func TestNoMoreIsPromisedThanCanBe(t *testing.T) {
	for _, a := range impl.Algorithms() {
		if !a.Blocks {
			continue
		}
		for seed := uint64(0); ; seed++ {
			if seed == 200 {
				t.Errorf("%s: there is always a leader, and none is owed", a.Name)
				break
			}
			p := Draw(a, seed, Rough)
			if p.Owed() {
				continue
			}
			var lacks bool
			synctest.Test(t, func(t *testing.T) {
				if err := run(p, Options{}, func(s *Stage) { lacks = s.elects() != nil }); err != nil {
					t.Errorf("%v\n%v", p, err)
				}
			})
			if lacks {
				break
			}
		}
	}
}

// TestATermHasOneLeader: a second one is noticed.
func TestATermHasOneLeader(t *testing.T) {
	raft, err := impl.Find("raft")
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewStage(Draw(raft, 1, Rough), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range []node.Leadership{{Leader: 1, Term: 1}, {Term: 1}, {Leader: 2, Term: 2}, {Leader: 1, Term: 1}} {
		if err := s.hear(l); err != nil {
			t.Errorf("%+v: %v", l, err)
		}
	}
	if s.hear(node.Leadership{Leader: 3, Term: 2}) == nil {
		t.Error("a term has had two leaders")
	}
}
