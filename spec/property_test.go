package spec_test

import (
	"testing"

	"interrex/spec"
)

const (
	accepts = true
	refuses = false
)

// A judgement is what a predicate says of a tiny view, and why.
type judgement struct {
	view string
	want bool
	why  string
}

var always = []struct {
	property spec.Property
	rows     []judgement
}{
	{spec.OneLeader, []judgement{
		{"1 2 3", accepts, "nobody leads"},
		{"1>3 2>3 3>3", accepts, "3 alone leads"},
		{"1>1 2>2", refuses, "1 and 2 both consider themselves the leader"},
		{"1>2 2>1", accepts, "they disagree, and neither leads"},
		{"1>1 2x>2", accepts, "the dead lead nobody"},
		{"1>1 2*", accepts, "2 has come back and does not know that it led"},
		{"1>1 2*>2", refuses, "two are two, fresh or not"},
		{"1x 2x", accepts, "nobody lives"},
	}},
	{spec.ElectedIsMax, []judgement{
		{"1 2 3", accepts, "⊥ is always allowed"},
		{"1>3 2>3 3>3", accepts, "nobody outranks 3"},
		{"1>2 2>2 3", refuses, "3 lives, has stepped, and outranks 2"},
		{"1>2 2>2 3x", accepts, "3 is dead"},
		{"1>2 2>2 3*", accepts, "3 has come back and done nothing yet"},
		{"1>2 2x 3x", accepts, "2 has died since, and no one who lives outranks it"},
		{"1>1 2x 3", refuses, "3 outranks 1, although 2 is dead"},
		{"1>2 2x 3", refuses, "the elected is dead, and yet 3 outranks it"},
		{"1x>1 2>2", accepts, "what the dead have elected does not matter"},
		{"1>9 2", accepts, "whom nobody knows nobody outranks: that is for validity to say"},
		{"1^8>1 2^5>1", accepts, "the criterion ranks 1 above 2"},
		{"1^8>2 2^5>2", refuses, "the criterion ranks 1 above 2"},
		{"1x 2x", accepts, "nobody lives"},
	}},
	{spec.StrictMax, []judgement{
		{"1>3 2>3 3>3", accepts, "nobody outranks 3"},
		{"1>2 2>2 3*", refuses, "3 has come back, and that is enough"},
		{"1>2 2>2 3", refuses, "3 outranks 2"},
		{"1>2 2>2 3x", accepts, "3 is dead"},
		{"1>2 2* 3x", accepts, "the fresh one is the elected itself"},
		{"1x 2x", accepts, "nobody lives"},
	}},
	{spec.Agreement, []judgement{
		{"1 2>2 3", accepts, "one alone has elected"},
		{"1>3 2>3 3>3", accepts, "all have elected 3"},
		{"1>2 2>3 3>3", refuses, "1 has elected 2, the others 3"},
		{"1>3 2>2 3x", accepts, "3 is dead: 1 does not know it yet"},
		{"1>3 2>2 3*", accepts, "1 means a former 3"},
		{"1>3 2>2 3", refuses, "3 has come back and stepped"},
		{"1>1 2>2 3", refuses, "1 and 2 live, and each has elected itself"},
		{"1x>1 2>2 3", accepts, "1 is dead"},
		{"1>9 2>2", accepts, "9 is no process: that is for validity to say"},
		{"1x 2x", accepts, "nobody lives"},
	}},
	{spec.StrictAgreement, []judgement{
		{"1 2>2 3", accepts, "one alone has elected"},
		{"1>3 2>3 3x", accepts, "all who live mean the same dead one"},
		{"1>3 2>2 3x", refuses, "1 still holds a dead leader"},
		{"1>3 2>2 3*", refuses, "1 means a former 3"},
		{"1>9 2>2", refuses, "even one who does not exist is someone else"},
		{"1x>1 2>2", accepts, "1 is dead"},
		{"1x 2x", accepts, "nobody lives"},
	}},
	{spec.Validity, []judgement{
		{"1 2", accepts, "⊥ is no process, and no offence"},
		{"1>2 2>2", accepts, "2 is of the group"},
		{"1>2 2x", accepts, "a dead process is of the group"},
		{"1>9 2", refuses, "9 is not of the group"},
		{"1x 2x", accepts, "nobody lives"},
	}},
	{spec.AnnouncedLast, []judgement{
		{"1~ 2~ ?", accepts, "an election is called, and no result announced"},
		{"1 2>2 !", accepts, "2 announces itself, and all calls are gone"},
		{"1 2>2 ! ...", accepts, "an answer calls for nothing"},
		{"1~ 2>2 ! ?", refuses, "2 announces itself, and a call is still on its way"},
		{"1>2 2>2 ! ?", refuses, "a call that can change nothing is one all the same"},
		{"1~ 2>2 3x ?", accepts, "a result is known, but nobody is being told"},
		{"1x 2x", accepts, "nobody lives"},
	}},
}

// TestAlways: what must be true in every state.
func TestAlways(t *testing.T) {
	for _, test := range always {
		for _, row := range test.rows {
			if got := test.property.Always(view(row.view)); got != row.want {
				t.Errorf("%s of %q: got %v, want %v: %s", test.property.Name, row.view, got, row.want, row.why)
			}
		}
	}
}

// TestRest: how a run may end.
func TestRest(t *testing.T) {
	for _, row := range []judgement{
		{"1 2", accepts, "nothing has begun"},
		{"1>2 2>2", accepts, "all is decided"},
		{"1>2 2", accepts, "badly decided, but no one waits"},
		{"1~ 2", refuses, "1 waits for ever"},
		{"1 2x~", accepts, "the dead do not wait"},
		{"1x 2x", accepts, "nobody lives"},
	} {
		if got := spec.NotStuck.Rest(view(row.view)); got != row.want {
			t.Errorf("not-stuck of %q: got %v, want %v: %s", row.view, got, row.want, row.why)
		}
	}
}

// TestBetween: what irrevocable makes of a step.
func TestBetween(t *testing.T) {
	for _, test := range []struct {
		before, after string
		want          bool
		why           string
	}{
		{"1 2", "1>2 2", accepts, "to elect at last is no change of mind"},
		{"1>2 2>2", "1>2 2>2", accepts, "nothing changes"},
		{"1>2 2>2", "1>1 2>2", refuses, "2 lives and nobody outranks it"},
		{"1>2 2>2", "1 2>2", refuses, "to forget a live leader is to turn away from it too"},
		{"1>2 2>2 3", "1>3 2>2 3", accepts, "3 lives and outranks 2"},
		{"1>2 2>2 3*", "1>3 2>2 3*", accepts, "so it does when it is fresh"},
		{"1>2 2>2 3*", "1>1 2>2 3*", accepts, "whom 1 turns to is not asked"},
		{"1>2 2>2 3x", "1>3 2>2 3x", refuses, "3 is dead and outranks nobody"},
		{"1>2 2x", "1>1 2x", accepts, "2 is dead"},
		{"1>2 2x", "1 2x", accepts, "2 is dead, and may be forgotten"},
		{"1>2 2*", "1>1 2*", refuses, "2 lives again, and 1 turns away"},
		{"1>2 2>2", "1>2 2", refuses, "a leader may not forget itself"},
		{"1>2 2>2", "1x 2>2", accepts, "1 dies, and has not changed its mind"},
		{"1x>2 2>2", "1* 2>2", accepts, "1 comes back, and was dead before"},
		{"1>2 2>2", "1>1 2x", refuses, "2 lived before the step"},
		{"1>9 2", "1>2 2", accepts, "9 never lived"},
	} {
		if got := spec.Irrevocable.Between(view(test.before), view(test.after)); got != test.want {
			t.Errorf("irrevocable of %q, %q: got %v, want %v: %s", test.before, test.after, got, test.want, test.why)
		}
	}
}
