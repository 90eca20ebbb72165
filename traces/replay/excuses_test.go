package replay

import (
	"slices"
	"strings"
	"testing"

	"interrex/traces"
)

// edited replays a run of the corpus with an edit, numbers, clocks and ids made to fit again.
func edited(t *testing.T, name string, edit func(all *lines) bool) *Report {
	t.Helper()
	all := readLines(t, name)
	if !edit(all) {
		t.Fatalf("%s has nothing to edit", name)
	}
	r, err := Follow(sources(all.list, all.header), Options{World: Perfect(), Crashed: func(int) bool { return true }})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// events lists where a trace has events of a kind, asides or not.
func events(all *lines, is func(e *traces.Event) bool) (at []int) {
	for i, l := range all.list {
		if l.event != nil && is(l.event) {
			at = append(at, i)
		}
	}
	return at
}

// TestNobodyDiedSoNothingWasLost: where nobody has died or been suspected, the first message of a node to
// another is not lost. Once its sender says that it held the other for dead, which had not come yet, it may be.
func TestNobodyDiedSoNothingWasLost(t *testing.T) {
	drop := func(all *lines) (place int, from string, ok bool) {
		at := events(all, func(e *traces.Event) bool { return e.Message != nil })
		if len(at) == 0 {
			return 0, "", false
		}
		e, p := all.list[at[0]].event, all.list[at[0]].place
		all.list = slices.Delete(all.list, at[0], at[0]+1)
		return p, e.Message.ID, true
	}
	r := edited(t, "omega-timely-calm", func(all *lines) bool { _, _, ok := drop(all); return ok })
	if r.Verdict != Diverges || r.Diverged.Guard != "the message is the first on its channel" {
		t.Errorf("without its first ALIVE: %s %+v", r.Verdict, r.Diverged)
	}
	r = edited(t, "omega-timely-calm", func(all *lines) bool {
		taker, id, ok := drop(all)
		for i := range all.list {
			e := all.list[i].event
			if e == nil || !slices.ContainsFunc(e.Sends, func(s traces.Send) bool { return s.ID == id }) {
				continue
			}
			before := i - 1
			for all.list[before].event == nil || all.list[before].place != all.list[i].place {
				before--
			}
			doubt := traces.Event{Action: "report", Aside: true, Peer: all.header.IDs[taker], After: all.list[before].event.After}
			all.list = slices.Insert(all.list, i, line{place: all.list[i].place, event: &doubt})
			return ok
		}
		return false
	})
	if r.Verdict != Accepted || r.Counts.LostAtDeath != 1 {
		t.Errorf("whose sender suspected the taker: %s, %+v %+v", r.Verdict, r.Counts, r.Diverged)
	}
}

// TestWithheldSuspicion: without the suspicions on which they rest, no leader is found dead, nobody is passed
// over, and nothing sent again; nor if they are of another.
func TestWithheldSuspicion(t *testing.T) {
	guards := []string{"it suspects the process that it detects as dead", "goes past is suspected", "withdrawn from is suspected", "the detector"}
	for _, algorithm := range inCorpus {
		name := algorithm + "-troubled"
		all := readLines(t, name)
		needed := events(all, func(e *traces.Event) bool { return kind(e) == "detect" || kind(e) == "resend" })
		if len(needed) == 0 {
			continue
		}
		for what, change := range map[string]func(all *lines) bool{
			"withheld": func(all *lines) bool {
				was := len(all.list)
				all.list = slices.DeleteFunc(all.list, func(l line) bool {
					return l.event != nil && l.event.Aside && (kind(l.event) == "report" || kind(l.event) == "withdraw")
				})
				return len(all.list) < was
			},
			"of another": func(all *lines) bool {
				for _, i := range events(all, func(e *traces.Event) bool { return e.Aside && (kind(e) == "report" || kind(e) == "withdraw") }) {
					e := *all.list[i].event
					for {
						if e.Peer, _ = anotherID(all.header.IDs, e.Peer); e.Peer != all.header.IDs[all.list[i].place] {
							break
						}
					}
					all.list[i].event = &e
				}
				return true
			},
		} {
			r := edited(t, name, change)
			if r.Verdict != Diverges {
				t.Errorf("%s, its suspicions %s: %s", name, what, r.Verdict)
			} else if !slices.ContainsFunc(guards, func(g string) bool { return strings.Contains(r.Diverged.Guard, g) }) && what == "withheld" {
				t.Errorf("%s, its suspicions %s: another guard: %s", name, what, r.Diverged.Guard)
			}
		}
	}
}

// TestFalseSuspicion: who holds the nearest member of a ring for dead, and sends to it all the same, is told.
func TestFalseSuspicion(t *testing.T) {
	for _, name := range []string{"ring-calm", "chang-roberts-calm", "hirschberg-sinclair-calm", "lelann-calm", "ring-detector-calm"} {
		r := edited(t, name, func(all *lines) bool {
			for _, i := range events(all, func(e *traces.Event) bool { return len(e.Sends) > 0 }) {
				l := all.list[i]
				at := events(&lines{list: all.list[:i]}, func(*traces.Event) bool { return true })
				for j := len(at) - 1; j >= 0; j-- {
					if before := all.list[at[j]]; before.place == l.place {
						doubt := traces.Event{Action: "report", Aside: true, Peer: l.event.Sends[0].To, After: before.event.After}
						all.list = slices.Insert(all.list, i, line{place: l.place, event: &doubt})
						return true
					}
				}
			}
			return false
		})
		if r.Verdict != Diverges || !strings.HasSuffix(r.Diverged.Guard, "who is suspected") {
			t.Errorf("%s: %s %+v", name, r.Verdict, r.Diverged)
		}
	}
}
