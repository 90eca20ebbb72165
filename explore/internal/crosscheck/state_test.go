package crosscheck

import (
	"fmt"
	"slices"
	"testing"

	"interrex/checker"
	"interrex/explore/internal/crosscheck/tla"
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
	want := `/\ annals = {}
/\ budget = [crashes |-> 1, duplicates |-> 0, losses |-> 0, mistakes |-> 0, restarts |-> 0, starts |-> 0]
/\ channel = (<<2, 1>> :> ([id |-> 2, kind |-> "ELECTION"] :> 1))
/\ clock = [dead |-> <<0, 0>>, settles |-> 0, timers |-> <<{}, {}>>]
/\ decision = <<-1, -1>>
/\ fresh = {}
/\ left = <<-1, -1>>
/\ live = {1, 2}
/\ local = <<[elected |-> 0, predecessor |-> [armed |-> FALSE, elected |-> FALSE, election |-> FALSE], successor |-> [armed |-> FALSE, elected |-> FALSE, election |-> FALSE]], [elected |-> 0, predecessor |-> [armed |-> FALSE, elected |-> FALSE, election |-> FALSE], successor |-> [armed |-> TRUE, elected |-> FALSE, election |-> TRUE]]>>`
	if got := stateOf(w, at).String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestValueOf: the words of a model's variables are values.
func TestValueOf(t *testing.T) {
	words := reader{ids: []model.ID{3, 8}, many: 5}
	for word, want := range map[string]string{
		"yes": "TRUE", "no": "FALSE", "⊥": "0", "17": "17", "{}": "{}", "{8,3}": "{3, 8}",
		"waiting for OK": `"waiting for OK"`,
		"many":           "5", "[0 many]": "(3 :> 0 @@ 8 :> 5)", "[{-1,0} {}]": "(3 :> {-1, 0} @@ 8 :> {})", "[]": "<<>>",
	} {
		if got := string(words.valueOf(word)); got != want {
			t.Errorf("%s is %s, and should be %s", word, got, want)
		}
	}
	for spelled, want := range map[string]string{
		"OK": `[id |-> 0, kind |-> "OK"]`, "ELECTION(9)": `[id |-> 9, kind |-> "ELECTION"]`,
		"ASK(9,⊥)": `[answer |-> 0, id |-> 9, kind |-> "ASK"]`, "ASK(9,4)": `[answer |-> 4, id |-> 9, kind |-> "ASK"]`,
		"REPLY(8,2,right)":   `[id |-> 8, kind |-> "REPLY", phase |-> 2, way |-> "right"]`,
		"PROBE(8,2,3,left)":  `[hops |-> 3, id |-> 8, kind |-> "PROBE", phase |-> 2, way |-> "left"]`,
		"ELECTION(2,1,true)": `[clean |-> TRUE, hops |-> 1, identity |-> 2, kind |-> "ELECTION"]`,
		"ALIVE":              `[id |-> 0, kind |-> "ALIVE"]`, "ALIVE(8,#2,[0 1])": `[id |-> 8, kind |-> "ALIVE", number |-> 2, suspect |-> (3 :> 0 @@ 8 :> 1)]`,
		"ALIVE(8,[0 1])": `[id |-> 8, kind |-> "ALIVE", number |-> 0, suspect |-> (3 :> 0 @@ 8 :> 1)]`,
		"ALIVE([0 1])":   `[id |-> 0, kind |-> "ALIVE", number |-> 0, suspect |-> (3 :> 0 @@ 8 :> 1)]`,
	} {
		if got := string(words.message(spelled)); got != want {
			t.Errorf("%s is %s, and should be %s", spelled, got, want)
		}
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
			text, state := stateOf(w, s).String(), fmt.Sprint(s)
			if texts[text] != "" {
				t.Errorf("%s: %s and %s have the text %s", a.Name, texts[text], state, text)
			}
			texts[text] = state
		}); err != nil || len(texts) < 50 {
			t.Errorf("%s has %d states, %v", a.Name, len(texts), err)
		}
	}
}

// TestDigest: a digest does not depend on the order, and one state more or another one changes it.
func TestDigest(t *testing.T) {
	state := func(n int) tla.State { return tla.State{"x": tla.Int(n)} }
	sum := func(numbers ...int) string {
		d := new(digest)
		for _, n := range numbers {
			d.add(state(n))
		}
		return *d.text()
	}
	if sum(1, 2, 3) != sum(3, 1, 2) {
		t.Error("the order matters")
	}
	for _, other := range []string{sum(1, 2), sum(1, 2, 4), sum(1, 2, 3, 3), sum()} {
		if sum(1, 2, 3) == other {
			t.Error("different states have one digest")
		}
	}
}

// TestCanonical: channels that are empty are not mentioned.
func TestCanonical(t *testing.T) {
	s, err := tla.ParseState("/\\ channel = (<<1, 2>> :> <<>> @@ <<2, 1>> :> <<\"m\">>)\n/\\ live = {2, 1}")
	if err != nil {
		t.Fatal(err)
	}
	want := "/\\ channel = (<<2, 1>> :> <<\"m\">>)\n/\\ live = {1, 2}"
	if got, err := canonical(s); err != nil || got.String() != want {
		t.Errorf("got\n%s\n%v, want\n%s", got, err, want)
	}
}
