package draw

import (
	"slices"
	"strings"
	"testing"
)

// TestAnimate: an animation is XML with each lane once, each step's words once, and a dot for each message with a known sender.
// A cycle is repeated. A run without a lane or a step is refused.
func TestAnimate(t *testing.T) {
	for _, s := range scenarios(t) {
		var out strings.Builder
		err := Animate(&out, s.run)
		if len(s.run.Lanes) == 0 || len(s.run.Steps) == 0 {
			if err == nil {
				t.Errorf("%s: an empty run is animated", s.name)
			}
			continue
		}
		count, words := elements(t, out.String())
		run := s.run.printable()
		steps := run.Steps
		if run.Cycle != NoCycle {
			steps = slices.Concat(steps, slices.Repeat(steps[run.Cycle:], rounds-1))
		}
		run.Steps = steps
		dots := 0
		for i, source := range Sources(run) {
			if source != noStep && steps[i].Message != "" {
				dots++
			}
		}
		if err != nil || count["circle.node"] != len(run.Lanes) || count["circle.head"] != dots || count["text"] != len(steps) {
			t.Errorf("%s: %v; %d lanes, %d dots, %d captions; want %d, %d, %d", s.name, err,
				count["circle.node"], count["circle.head"], count["text"], len(run.Lanes), dots, len(steps))
		}
		if said := strings.Join(words, "\n"); !strings.Contains(said, "prefers-reduced-motion") {
			t.Errorf("%s: motion cannot be reduced", s.name)
		}
	}
}
