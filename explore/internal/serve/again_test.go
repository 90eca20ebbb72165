package serve

import (
	"strings"
	"testing"

	"interrex/explore/internal/serve/jobs"
)

// TestBugIsToldOnce: however many look at a page that has failed.
func TestBugIsToldOnce(t *testing.T) {
	s, told := newSite(t), 0
	s.Complain = func(string) { told++ }
	bug := &jobs.Bug{Panic: "ouch"}
	if one, other := s.failure(bug), s.failure(bug); told != 1 || one != other || !strings.Contains(one, "ouch") {
		t.Errorf("told %d times, %q and %q", told, one, other)
	}
}

// TestOutOfMemory: a check that found no room can be asked for again, and one that is bounded by its
// own states would come to the same.
func TestOutOfMemory(t *testing.T) {
	s := newSite(t)
	for flag, want := range map[string]bool{"max-memory=1B": true, "max-states=100": false} {
		if body := page(t, s, "/check?algo=bully&n=4&crashes=1&"+flag); strings.Contains(body, "Explore again") != want || !strings.Contains(body, "inconclusive") {
			t.Errorf("%s: it can be asked for again: want %v\n%s", flag, want, body)
		}
	}
}
