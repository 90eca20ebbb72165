package world_test

import (
	"strings"
	"testing"

	"interrex/internal/check"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
)

func idsOf(ids ...model.ID) []model.ID { return ids }

// The recorded worlds agree with the reference. Each kind of step, a crash inside a step, and each bound occurs in them.
func TestReferenceOfRecordedWorlds(t *testing.T) {
	testlevel.Slow(t, "each rule; TestReference draws random worlds")
	testlevel.Alone(t)
	unseen := map[string]bool{}
	for _, word := range []string{
		"takes", "keeps another", "times out on T\n", "times out on T'", "times out on watch", "recovers", "from its detector that P1 is dead", "lives after all",
		"finds out", "times out on H", "times out on Q", " led in ", "which lives", "starts", "dies\n", "comes back", "is lost", "dies after 1 of 2", "dies after 2 of 3",
		"[elections]", "[capacity]", "nowhere", "tick", "begin to hold", "no mistakes", "says that it lives", "times out\n", "times out on timer(", "[counters]",
	} {
		unseen[word] = true
	}
	worlds := 0
	recordedWorlds(t, 1000, func(args string, q check.Question) {
		if c := q.World; c.Algorithm.On == "" && c.Initial != world.SelfElected { // the reference has neither
			a := compareWithReference(t, t, newReference(c), 1500)
			if a == nil {
				t.Errorf("%s: too large", args)
				return
			}
			worlds++
			for _, steps := range a.stepTexts {
				text := strings.Join(steps, "\n")
				for word := range unseen {
					if strings.Contains(text, word) {
						delete(unseen, word)
					}
				}
			}
		}
	})
	t.Logf("%d worlds", worlds)
	for word := range unseen {
		t.Errorf("not in the recorded worlds: %q", word)
	}
}
