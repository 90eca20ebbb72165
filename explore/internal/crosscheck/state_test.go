package crosscheck

import (
	"fmt"
	"slices"
	"testing"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
)

// TestState: a state is written as the modules would have it.
func TestState(t *testing.T) {
	c := find(t, "ring-watch", 1, 2)
	c.Channels = world.Bag
	w := world.New(c)
	var at checker.State
	w.Init(func(s checker.State) { at = slices.Clone(s) })
	for range 2 { // 1 starts; 2 takes ELECTION(1), arms its timer and stands itself
		var next checker.State
		w.Steps(at, func(_ checker.Step, to checker.State) {
			if next == nil {
				next = slices.Clone(to)
			}
		})
		at = next
	}
	const want = `[annals |-> {}, budget |-> [crashes |-> 1, duplicates |-> 0, losses |-> 0, mistakes |-> 0, restarts |-> 0, starts |-> 0, timeouts |-> -1], channel |-> (<<2, 1>> :> ([id |-> 2, kind |-> "ELECTION"] :> 1)), clock |-> [dead |-> <<0, 0>>, settles |-> 0, timers |-> <<{}, {}>>], decision |-> <<-1, -1>>, fresh |-> {}, left |-> <<-1, -1>>, live |-> {1, 2},` +
		` local |-> <<[elected |-> 0, predecessor |-> [armed |-> FALSE, elected |-> FALSE, election |-> FALSE], successor |-> [armed |-> FALSE, elected |-> FALSE, election |-> FALSE]], [elected |-> 0, predecessor |-> [armed |-> FALSE, elected |-> FALSE, election |-> FALSE], successor |-> [armed |-> TRUE, elected |-> FALSE, election |-> TRUE]]>>]`
	if got := stateOf(w, at); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestStatesAreTold: no two states of ours have the same text, in a world of each algorithm.
func TestStatesAreTold(t *testing.T) {
	for i, a := range model.Catalogue() {
		if !testlevel.OneOf(4, i) {
			continue
		}
		c := world.Faulty(a, []model.ID{2, 1})
		c.Crashes, c.Restarts, c.Elections, c.Capacity = 1, 1, 2, 3
		if a.Numbering() != nil {
			c.Restarts = 0
		}
		w := world.New(c)
		texts := map[string]string{}
		if err := reach(t.Context(), w, func(s checker.State) {
			text, state := string(stateOf(w, s)), fmt.Sprint(s)
			if texts[text] != "" {
				t.Errorf("%s: %s and %s have the text %s", a.Name, texts[text], state, text)
			}
			texts[text] = state
		}); err != nil || len(texts) < 50 {
			t.Errorf("%s has %d states, %v", a.Name, len(texts), err)
		}
	}
}
