package replay

import (
	"testing"

	"interrex/traces"
)

// TestDied: when a message may have been lost with its receiver, which takes a later one of the same sender.
func TestDied(t *testing.T) {
	for _, c := range []struct {
		why            string
		incarnation    uint64 // of the receiver
		first, parcel  uint64 // the incarnation of the receiver that the sender knew when it sent the lost message, and the later one
		isMet, isGiven bool   // it has taken another message of the sender; which has suspected it in between
		may            bool
	}{
		{"the sender knew this incarnation", 2, 2, 2, false, true, false},
		{"the sender never knew of the return", 2, 1, 1, true, false, true},
		{"the sender knew of no incarnation when it sent the lost one", 2, 0, 2, true, false, true},
		{"the sender knew of the return, and has not suspected the receiver", 2, 1, 2, false, false, false},
		{"the sender knew of the return, and has suspected the receiver", 2, 1, 2, true, true, true},
		{"the receiver had not started, and was suspected", 1, 0, 0, false, true, true},
		{"the receiver had not started, and was not suspected", 1, 0, 0, false, false, false},
		{"the receiver had started: it has taken an earlier message", 1, 0, 0, true, true, false},
	} {
		first := &traces.Parcel{Met: c.first, Value: posted{doubted: c.isGiven}}
		parcel := &traces.Parcel{Met: c.parcel, Value: posted{}}
		if got := (&process{incarnation: c.incarnation}).died(&traces.Moment{Met: c.isMet}, first, parcel); got != c.may {
			t.Errorf("%s: %t, want %t", c.why, got, c.may)
		}
	}
}
