package tcp

import (
	"testing"
	"testing/synctest"
	"time"

	"interrex/impl/network"
)

// TestStuck: how long nothing has been taken begins anew when something is, and nobody is stuck who has
// been sent nothing.
func TestStuck(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := emptyQueue(3)
		expect := func(want time.Duration) {
			t.Helper()
			if got := q.stuck(); got != want {
				t.Errorf("stuck for %v, want %v", got, want)
			}
		}
		time.Sleep(time.Hour)
		expect(0)
		_, gap := q.greet()
		q.put(network.Envelope{})
		time.Sleep(time.Second)
		q.put(network.Envelope{})
		expect(time.Second)
		if err := q.resume(gap, 0, 0); err != nil {
			t.Fatal(err)
		}
		expect(time.Second) // it has called, and taken nothing
		q.next(gap)
		if err := q.acknowledge(1); err != nil {
			t.Fatal(err)
		}
		expect(0)
		time.Sleep(time.Second)
		expect(time.Second)
		q.abandon()
		expect(0)
	})
}

// TestRefusalsAreNotRepeated: the same cause is told once in ten seconds, another at once.
func TestRefusalsAreNotRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var r refusals
		for _, step := range []struct {
			after  time.Duration
			cause  string
			others int
			isNews bool
		}{
			{0, "a", 0, true}, {time.Second, "a", 0, false}, {time.Second, "a", 0, false}, {0, "b", 2, true},
			{9 * time.Second, "b", 0, false}, {time.Second, "b", 1, true}, {0, "b", 0, false},
		} {
			time.Sleep(step.after)
			if others, isNews := r.next(step.cause); others != step.others || isNews != step.isNews {
				t.Errorf("%+v: %d, %t", step, others, isNews)
			}
		}
	})
}
