package model

import "testing"

// keeps shows what is on stable storage: rule RF10.
var keeps = []struct {
	rules, why    string
	before, after raft
}{
	{"RF10", "a candidate comes back with its term and its own vote", raft{3, 2, asCandidate, of(2, 1), 0}, raft{3, 2, follower, 0, 0}},
	{"RF10", "a leader does not know that it led", raft{3, 2, follower, 0, 2}, raft{3, 2, follower, 0, 0}},
	{"RF10", "who has not voted has not", raft{3, 0, follower, 0, 1}, raft{3, 0, follower, 0, 0}},
}

func TestKept(t *testing.T) {
	for _, test := range keeps {
		if got := Handle(Raft{}).Kept(test.before); got != test.after {
			t.Errorf("%+v: kept is %+v, want %+v: %s", test.before, got, test.after, test.why)
		}
	}
}
