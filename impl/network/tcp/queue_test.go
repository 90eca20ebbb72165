package tcp

import (
	"testing"
	"testing/synctest"
	"time"
)

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
