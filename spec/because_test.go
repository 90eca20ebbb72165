package spec_test

import (
	"testing"

	"interrex/spec"
)

// becauses has a run that violates each property, by its views, and what is said of it.
var becauses = []struct {
	of      string
	views   []string
	forever int // of the views, the first that recurs; -1: the run is finite
	want    string
}{
	{"one-leader", []string{"1 2>2 3 4>4"}, -1, "P2 and P4 both lead"},
	{"one-leader", []string{"1>1 2>2 3x 4>4"}, -1, "P1, P2 and P4 all lead"},
	{"elected-is-max", []string{"1 2 3>1 4"}, -1, "P3 has elected P1, and P4 outranks P1"},
	{"elected-is-max", []string{"1^1>3 2^2 3^3 4^4"}, -1, "P1 has elected P3, and P4 outranks P3"},
	{"elected-is-max", []string{"1>2 2x 3"}, -1, "P1 has elected P2, which is dead, and P3 outranks P2"},
	{"elected-is-max", []string{"1>1 2>1 3* 4"}, -1, "P1 and P2 have elected P1, and P4 outranks P1"},
	{"agreement", []string{"1>2 2>2 3>3"}, -1, "P1 and P2 have elected P2, and P3 has elected P3"},
	{"agreement", []string{"1>4 2>2 3>3 4x"}, -1, "P2 has elected P2, and P3 has elected P3"},
	{"validity", []string{"1>9 2>2"}, -1, "P1 has elected P9, which is no process of the group"},
	{"not-stuck", []string{"1~ 2 3~"}, -1, "P1 and P3 take part or wait, and no step is possible"},
	{"not-stuck", []string{"1~ 2 ..."}, -1, "P1 takes part or waits, and ELECTION(9) is on its way, and no step is possible"},
	{"decides", []string{"1 2", "1>3 2 3x"}, 1, "for ever P1 has elected P3, which is dead, and P2 has elected nobody"},
	{"decides", []string{"1>1 2", "1>2 2", "1>1 2"}, 0, "for ever P1 elects P1, then P2, again and again, and P2 has elected nobody"},
	{"ends", []string{"1~ 2~", "1~ 2", "1~ 2~"}, 0, "P1 takes part or waits for ever, and P2 takes part or waits again and again"},
	{"ends", []string{"1 2 ..."}, 0, "ELECTION(9) is on its way again and again"},
	{"strict-pmax", []string{"1>1 2*"}, -1, "P1 has elected P1, and P2, just back, outranks P1"},
	{"strict-agreement", []string{"1>3 2>2 3x"}, -1, "P1 has elected P3, which is dead, and P2 has elected P2"},
	{"strict-decides", []string{"1~ 2", "1 2x"}, 1, "for ever P1 has elected nobody"},
	{"irrevocable", []string{"1>2 2>2", "1>1 2>2"}, -1, "P1 turns from the live P2 to P1, and no live process outranks P2"},
	{"irrevocable", []string{"1>2 2>2", "1 2>2"}, -1, "P1 turns from the live P2 to nobody, and no live process outranks P2"},
	{"announced-last", []string{"1 2 ! ?"}, -1, "COORDINATOR(2) from P2 to P1 is on its way, and so is ELECTION(1) from P1 to P2"},
	{"eventual-leadership", []string{"1>1 2>2"}, 0, "for ever P1 has elected P1, and P2 has elected P2"},
	{"eventually-elected-is-max", []string{"1>2 2>2", "1>1 2", "1>2 2>2"}, 0, "again and again P1 has elected P1, and P2 outranks P1"},
	{"eventually-elected-is-max", []string{"1>1 2"}, 0, "for ever P1 has elected P1, and P2 outranks P1"},
	{"eventually-elected-is-max", []string{"1>1 2 3", "1>2 2 3"}, 0, "again and again P1 has elected P1, and P3 outranks P1, then P1 has elected P2, and P3 outranks P2"},
	{"eventually-agreement", []string{"1>1 2>2"}, 0, "for ever P1 has elected P1, and P2 has elected P2"},
	{"somebody-leads", []string{"1 2>2", "1>2 2>2", "1 2x"}, 2, "P2 leads for the last time after step 1, and for ever P1 has elected nobody"},
	{"somebody-leads", []string{"1>2 2>2", "1 2"}, 1, "P2 leads at first and never again, and for ever P1 and P2 have elected nobody"},
	{"stability", []string{"1>2 2>2", "1>2 2>1"}, -1, "P2 is live and no longer leads: it has elected P1, and no process has suspected P2 since it became the leader"},
	{"strict-stability", []string{"1>2 2>2", "1>2 2"}, -1, "P2 is live and no longer leads: it has elected nobody"},
	{"leader-per-term", []string{"1x 2 3>3"}, -1, "P1 (step 3, in which it died) and P3 (step 8) led in term 1"},
	{"same-decision", []string{"1=0 2=1 3=0 4"}, -1, "P1 and P3 have decided 0, and P2 has decided 1"},
	{"all-decide", []string{"1=0>1 2 3"}, 0, "P2 and P3 never decide"},
	{"never-0", []string{"1=0 2=1"}, -1, "P1 has decided 0"},
	{"never-1", []string{"1=1 2=1"}, -1, "P1 and P2 have decided 1"},
}

// TestBecause: each property names the processes and values that violate it.
func TestBecause(t *testing.T) {
	missing := map[string]spec.Property{}
	for _, p := range spec.All() {
		missing[p.Name] = p
	}
	all := properties()
	for _, test := range becauses {
		r := spec.Run{Forever: test.forever, Calls: []string{"ELECTION(1) from P1 to P2"}, Results: []string{"COORDINATOR(2) from P2 to P1"},
			Underway:    []string{"ELECTION(9)"},
			Leaderships: []spec.Leadership{{Term: 1, Leader: 1, Step: 3, Died: true}, {Term: 1, Leader: 3, Step: 8}, {Term: 2, Leader: 3, Step: 9}}}
		for _, v := range test.views {
			r.Views = append(r.Views, view(v))
		}
		if test.forever < 0 {
			r.Forever = len(r.Views)
		}
		for _, p := range all {
			if p.Name != test.of {
				continue
			}
			if !violates(p, r) {
				t.Errorf("%q does not violate %s", test.views, test.of)
			}
			if got := p.Because(r); got != test.want {
				t.Errorf("%s, %q: %q, want %q", test.of, test.views, got, test.want)
			}
		}
		delete(missing, test.of)
	}
	for name := range missing {
		t.Errorf("no run violates %s here", name)
	}
}

// violates reports whether a run violates a property by its views alone.
func violates(p spec.Property, r spec.Run) bool {
	last := r.Views[len(r.Views)-1]
	recurring := r.Views[min(r.Forever, len(r.Views)-1):]
	never := func(is func(spec.View) bool) bool {
		for _, v := range recurring {
			if is(v) {
				return false
			}
		}
		return true
	}
	switch {
	case p.Name == spec.LeaderPerTerm.Name:
		return true // its views do not show it
	case p.Always != nil:
		return !p.Always(last)
	case p.Rest != nil:
		return !p.Rest(last)
	case p.Between != nil:
		return !p.Between(r.Views[len(r.Views)-2], last)
	case p.Goal != nil:
		return never(p.Goal)
	case p.Lasts != nil:
		return !never(func(v spec.View) bool { return !p.Lasts(v) })
	case p.Again != nil:
		return never(p.Again)
	}
	return never(func(v spec.View) bool { return p.Settles(v) != spec.Nobody }) || p.Settles(recurring[0]) != p.Settles(recurring[len(recurring)/2])
}
