package spec_test

import (
	"testing"

	"interrex/spec"
)

// TestLeadsTo: what calls for what.
func TestLeadsTo(t *testing.T) {
	for _, test := range []struct {
		property      spec.Property
		view          string
		premise, goal bool
		why           string
	}{
		{spec.Decides, "1 2", false, true, "nothing has begun: nothing is owed"},
		{spec.Decides, "1 2 ...", true, false, "it is alive, and must be decided"},
		{spec.Decides, "1>2 2", true, false, "2 must learn it too"},
		{spec.Decides, "1>2 2>2", true, true, "decided"},
		{spec.Decides, "1>2 2x", true, false, "who trusts the dead must learn of the death"},
		{spec.Decides, "1>2 2>2 3*", true, false, "who has come back must decide as well"},
		{spec.Decides, "1x 2x", false, true, "it died out with all who knew of it"},
		{spec.StrictDecides, "1 2", false, false, "nothing has begun: nothing is owed"},
		{spec.StrictDecides, "1>2 2", false, false, "nothing is under way any more"},
		{spec.StrictDecides, "1 2 ...", true, false, "it is under way, and must be decided"},
		{spec.StrictDecides, "1~>2 2", true, false, "2 must learn it too"},
		{spec.StrictDecides, "1>2 2>2 ...", true, true, "decided, and the news is still on its way"},
		{spec.StrictDecides, "1x 2x", false, true, "nobody is left to decide"},
		{spec.Ends, "1 2", false, true, "nothing is under way"},
		{spec.Ends, "1~>2 2>2", true, false, "1 still waits, though all is decided"},
		{spec.Ends, "1>2 2>2 ...", true, false, "a message is on its way"},
		{spec.Ends, "1>2 2", false, true, "it ended, badly"},
		{spec.Ends, "1x 2x", false, true, "nobody lives"},
	} {
		v := view(test.view)
		if got := test.property.Premise(v); got != test.premise {
			t.Errorf("premise of %s, %q: got %v, want %v: %s", test.property.Name, test.view, got, test.premise, test.why)
		}
		if got := test.property.Goal(v); got != test.goal {
			t.Errorf("goal of %s, %q: got %v, want %v: %s", test.property.Name, test.view, got, test.goal, test.why)
		}
	}
}

// TestSettles: whom a run may settle on.
func TestSettles(t *testing.T) {
	for _, test := range []struct {
		view string
		want spec.ID
		why  string
	}{
		{"1>2 2>2", 2, "all who live trust 2"},
		{"1>2 2", spec.Nobody, "2 trusts nobody"},
		{"1>2 2x", spec.Nobody, "2 is dead"},
		{"1>2 2>2 3x>3", 2, "the dead are not asked"},
		{"1>1 2>2", spec.Nobody, "they do not agree"},
		{"1x 2x", spec.NoOneLives, "nobody is there to be asked"},
	} {
		if got := spec.EventualLeadership.Settles(view(test.view)); got != test.want {
			t.Errorf("%q: got %v, want %v: %s", test.view, got, test.want, test.why)
		}
	}
	if spec.NoOneLives == spec.Nobody {
		t.Error("a run that ends with nobody alive would count as not settled")
	}
}

// TestLasts: what must be so in the end, and what is to come again and again.
func TestLasts(t *testing.T) {
	for _, test := range []struct {
		says string
		of   func(spec.View) bool
		rows []judgement
	}{
		{"eventually-elected-is-max", spec.EventualMax.Lasts, []judgement{
			{"1>3 2>3 3>3", accepts, "nobody outranks 3"},
			{"1>2 2>2 3", refuses, "3 outranks 2"},
			{"1>2 2>2 3*", accepts, "3 has come back and done nothing yet"},
			{"1 2 3", accepts, "none is elected"},
		}},
		{"eventually-agreement", spec.EventualAgreement.Lasts, []judgement{
			{"1>1 2>1", accepts, "both have elected 1"},
			{"1>1 2>2", refuses, "each has elected itself"},
			{"1>3 2>2 3x", accepts, "3 is dead"},
			{"1 2", accepts, "none is elected"},
		}},
		{"somebody-leads, once", spec.SomebodyLeads.Once, []judgement{
			{"1>2 2>2", accepts, "2 leads"},
			{"1>2 2", refuses, "2 does not know that it is elected"},
			{"1>2 2x>2", refuses, "the dead do not lead"},
		}},
		{"somebody-leads, again and again", spec.SomebodyLeads.Again, []judgement{
			{"1>1 2>2", accepts, "two lead, which is not asked here"},
			{"1>2 2x", refuses, "1 lives and does not lead"},
			{"1 2*", refuses, "one that has come back lives too"},
			{"1x 2x", accepts, "none lives"},
		}},
	} {
		for _, row := range test.rows {
			if got := test.of(view(row.view)); got != row.want {
				t.Errorf("%s of %q: got %v, want %v: %s", test.says, row.view, got, row.want, row.why)
			}
		}
	}
}
