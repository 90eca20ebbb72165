package model

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"interrex/spec"
)

var variants = []Variant{
	variant(Repaired, BothNeighbours), variant(Repaired, OnlyPredecessor), variant(Repaired, OnlySuccessor),
	variant(Printed, BothNeighbours),
}

func variant(r Reading, w Watchers) Variant {
	return Variant{Reading: r, Watchers: w, Most: 3, Numbers: 2}
}

// TestCatalogue: the entries agree with the pages, with the properties and with one another.
func TestCatalogue(t *testing.T) {
	properties := map[string]bool{}
	for _, p := range slices.Concat(spec.Default(), spec.Named()) {
		properties[p.Name] = true
	}
	names := map[string]bool{}
	for _, a := range Catalogue() {
		if names[a.Name] {
			t.Errorf("two algorithms are called %s", a.Name)
		}
		names[a.Name] = true
		if page := read(t, "../spec/"+a.Name+".md"); !strings.HasPrefix(page, "# `"+a.Name+"`\n") {
			t.Errorf("%s: its page is headed %q", a.Name, strings.SplitN(page, "\n", 2)[0])
		}
		if found, ok := Find(a.Name); !ok || found.Title != a.Title {
			t.Errorf("%s: found %q", a.Name, found.Title)
		}
		if a.Title == "" || a.Source == "" || a.World == "" || len(a.Promised) == 0 {
			t.Errorf("%s: it lacks a title, a source, a world or a promise", a.Name)
		}
		for i, p := range a.Promised {
			if !properties[p] || slices.Contains(a.Promised[:i], p) {
				t.Errorf("%s promises %q: there is no such property, or it is promised twice", a.Name, p)
			}
		}
	}
	if _, ok := Find("no such algorithm"); ok {
		t.Error("found an algorithm that there is not")
	}
}

// TestCatalogueSaysWhatIs: what an entry says of its handlers is so.
func TestCatalogueSaysWhatIs(t *testing.T) {
	for _, a := range Catalogue() {
		both, printed := a.Make(variants[0]), a.Make(variants[3])
		for _, claim := range []struct {
			name     string
			says, is bool
		}{
			{"Timed", a.Timed, both.Has(Timeout)},
			{"Clockwork", a.Clockwork, a.Timed && both.Await() == nil},
			{"Readings", a.Readings, both != printed},
			{"Watched", a.Watched, both != a.Make(variants[1]) && both != a.Make(variants[2])},
			{"SelfGuarded", a.SelfGuarded, !a.Clockwork && !both.Status(both.Initial(1)).MayStart},
			{"Cycle", a.Topology == Cycle, sendsToNext(both)},
			{"Complete", a.Topology == Complete, !sendsToNext(both)},
		} {
			if claim.says != claim.is {
				t.Errorf("%s: %s is said to be %v", a.Name, claim.name, claim.says)
			}
		}
		if a.Restarts > a.Crashes {
			t.Errorf("%s: %d come back, and %d die", a.Name, a.Restarts, a.Crashes)
		}
	}
}

// sendsToNext reports whether a start or, where there is none, a heartbeat sends to the next process
// on the ring, not to one by name.
func sendsToNext(h Handler) bool {
	e, first := starts(), h.Begin(2, four, Nobody)
	if !h.Status(first).MayStart {
		e = fires(heartbeat)
	}
	out := h.Handle(Self{2, four, first, Unlimited}, e)
	return !slices.ContainsFunc(out.Sends, func(s Send) bool { return s.To != Nobody })
}

// TestBeginnings: whoever begins idle may begin an election and takes part in none, and considers
// elected whom it is told to. Where all runs by the clock, nobody begins anything, and timers run.
func TestBeginnings(t *testing.T) {
	for _, a := range Catalogue() {
		for _, v := range variants {
			h := a.Make(v)
			for _, elected := range []ID{Nobody, 4} {
				s := h.Status(h.Initial(elected))
				want := Status{Elected: elected, Idle: !a.Clockwork, MayStart: !a.Clockwork && (elected == Nobody || !a.SelfGuarded)}
				if s != want {
					t.Errorf("%s %v: elected %s: got %+v, want %+v", a.Name, v, Spell(elected), s, want)
				}
				if timers := h.Timers(2, four, h.Begin(2, four, elected)); len(timers) > 0 != a.Clockwork {
					t.Errorf("%s %v: at first %v are armed", a.Name, v, timers)
				}
			}
		}
	}
}

// TestRulesArePure: the same event in the same local state has the same outcome, twice over, and
// leaves the group as it was.
func TestRulesArePure(t *testing.T) {
	ring, sorted := slices.Clone(four.Ring), slices.Clone(four.sorted)
	for _, s := range shows() {
		for _, r := range s.rows {
			self := Self{ID: r.self, Group: four, Local: r.before, Elections: 3}
			first, second := s.handler.Handle(self, r.event), s.handler.Handle(self, r.event)
			if fmt.Sprint(first) != fmt.Sprint(second) {
				t.Errorf("%s: %+v, %+v: %+v, then %+v", s.page, r.before, r.event, first, second)
			}
		}
	}
	if !slices.Equal(ring, four.Ring) || !slices.Equal(sorted, four.sorted) {
		t.Errorf("the group has changed: %v, %v", four.Ring, four.sorted)
	}
}
