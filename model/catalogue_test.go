package model

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"interrex/spec"
)

var variants = []Variant{
	variant(Repaired, nil), variant(Printed, nil),
	variant(Repaired, Options{"watchers": "predecessor"}), variant(Repaired, Options{"watchers": "successor"}),
	variant(Repaired, Options{"pre-vote": "true"}), variant(Repaired, Options{"check-quorum": "true"}),
}

func variant(r Reading, o Options) Variant {
	return Variant{Reading: r, Options: o, Most: 3, Numbers: 2}
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
		usual, printed := a.Make(variants[0]), a.Make(variants[1])
		differ := func(one, other Handler) bool { return !reflect.DeepEqual(one, other) }
		for _, claim := range []struct {
			name     string
			says, is bool
		}{
			{"Clockwork", a.Clockwork(), a.Timed() && !a.Abilities().Awaiting},
			{"Readings", a.Readings, differ(usual, printed)},
			{"SelfGuarded", a.SelfGuarded, !a.Clockwork() && !usual.Status(usual.Initial(1)).MayStart},
			{"Cycle", a.Topology == Cycle, sendsTo(usual, Nobody) && !sendsTo(usual, Behind)},
			{"BothWays", a.Topology == BothWays, sendsTo(usual, Nobody) && sendsTo(usual, Behind)},
			{"Complete", a.Topology == Complete, !sendsTo(usual, Nobody)},
		} {
			if claim.says != claim.is {
				t.Errorf("%s: %s is said to be %v", a.Name, claim.name, claim.says)
			}
		}
		if a.Restarts > a.Crashes {
			t.Errorf("%s: %d come back, and %d die", a.Name, a.Restarts, a.Crashes)
		}
		for _, o := range a.Options {
			for _, value := range o.Values {
				if v := variant(Repaired, Options{o.Name: value}); differ(usual, a.Make(v)) != (value != o.Values[0]) {
					t.Errorf("%s: -%s=%s makes no difference, or the default does", a.Name, o.Name, value)
				}
			}
		}
	}
}

// sendsTo reports whether a start or, where there is none, a heartbeat sends to that one: on a ring to
// Nobody, which is the next process, or to Behind, not to one by name.
func sendsTo(h Handler, to ID) bool {
	e, first := starts(), h.Begin(2, four, Nobody, false)
	if !h.Status(first).MayStart {
		e = fires(heartbeat)
	}
	out := h.Handle(Self{ID: 2, Group: four, Local: first, Elections: Unlimited}, e)
	if choices := h.Choices(out.Local); len(choices) > 0 { // a start only draws
		out = h.Handle(Self{ID: 2, Group: four, Local: out.Local, Elections: Unlimited}, Event{Kind: Choose, Value: choices[0]})
	}
	return slices.ContainsFunc(out.Sends, func(s Send) bool { return s.To == to })
}

// TestBeginnings: whoever begins idle, as far as it has a name to be missed by, may begin an election
// and takes part in none, and considers elected whom it is told to. Where leaders have terms, whoever
// knows a leader is in its term, and an election timeout stands for detection. Where all runs by the
// clock, nobody begins anything, and timers run.
func TestBeginnings(t *testing.T) {
	for _, a := range Catalogue() {
		for _, v := range variants {
			h := a.Make(v)
			for _, elected := range []ID{Nobody, 4} {
				s := h.Status(h.Initial(elected))
				want := Status{
					Elected: elected, Idle: !a.Anonymous && !a.Terms() && !a.Clockwork(),
					MayStart: !a.Clockwork() && (elected == Nobody || !a.SelfGuarded),
				}
				if a.Terms() && elected != Nobody {
					want.Term = 1
				}
				if s != want {
					t.Errorf("%s %v: elected %s: got %+v, want %+v", a.Name, v, Spell(elected), s, want)
				}
				if timers := h.Timers(2, four, h.Begin(2, four, elected, false)); a.Clockwork() != (len(timers) > want.Term) {
					t.Errorf("%s %v: at first %v are armed", a.Name, v, timers)
				}
			}
		}
	}
}
