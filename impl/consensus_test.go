package impl_test

import (
	"strings"
	"testing"

	"interrex/impl"
)

// TestConsensusRestsOnAnyElection: what is done is what the election does, and what is decided is the last
// bit of the first whom it elects, also once another is (CO1, CO2).
func TestConsensusRestsOnAnyElection(t *testing.T) {
	for _, of := range impl.Algorithms() {
		if of.On != "" {
			continue
		}
		a, err := find(t, "consensus").Over(of.Name)
		if err != nil {
			t.Fatal(err)
		}
		if again := find(t, a.String()); again.On != of.Name || again.Name != "consensus" || again.Election() != of.Name {
			t.Errorf("%v is found as %v", a, again)
		}
		state, _ := a.Boot(&impl.Config{Self: 1, Members: []impl.ID{1, 2}}, nil, false)
		if _, terms := state.(impl.Termed); terms != of.Terms {
			t.Errorf("%v: terms %t", a, terms)
		}
	}
}

// TestOver: what rests on what.
func TestOver(t *testing.T) {
	for _, wrong := range []struct{ name, on, complaint string }{
		{"bully", "raft", "-on has no meaning for bully"},
		{"consensus", "consensus", "-on=consensus: not an election for consensus; allowed are bully,"},
		{"consensus", "monarchy", "-on=monarchy: not an election for consensus; allowed are bully,"},
	} {
		if _, err := find(t, wrong.name).Over(wrong.on); err == nil || !strings.Contains(err.Error(), wrong.complaint) {
			t.Errorf("%+v: %v", wrong, err)
		}
		if _, err := impl.Find(wrong.name + " on " + wrong.on); err == nil {
			t.Errorf("%+v is found", wrong)
		}
	}
}
