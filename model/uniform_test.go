package model

import (
	"fmt"
	"slices"
	"testing"
)

// An algorithm is uniform (lecture 001) if no process knows how many there are. isUniform replays
// each row of an algorithm, which is among four processes, among more of them: whoever does not
// know N does the same.
func isUniform(algorithm string) bool {
	larger := NewGroup([]ID{1, 2, 3, 4, 5, 6, 7})
	for _, s := range shows() {
		for _, r := range s.rows {
			if s.page != algorithm {
				continue
			}
			among := func(group *Group) string {
				out := s.handler.Handle(Self{ID: r.self, Group: group, Local: r.before, Elections: Unlimited}, r.event)
				return fmt.Sprint(Variables(larger, out.Local), spellSends(out.Sends))
			}
			if among(four) != among(larger) {
				return false
			}
		}
	}
	return true
}

// TestUniform: lecture 001 says that LeLann's algorithm and that of Chang and Roberts are uniform;
// the bullies know whom to send to.
func TestUniform(t *testing.T) {
	for algorithm, want := range map[string]bool{
		"lelann": true, "chang-roberts": true, "ring-accept": true, "bully": false, "bully-recovery": false,
	} {
		if !slices.ContainsFunc(shows(), func(s show) bool { return s.page == algorithm }) {
			t.Errorf("%s has no rows", algorithm)
		}
		if got := isUniform(algorithm); got != want {
			t.Errorf("%s: uniform is %v, want %v", algorithm, got, want)
		}
	}
}
