package model

import (
	"slices"
	"testing"
)

var omegaTimelyShows = []show{
	{"omega-timely", "repaired", Handle(OmegaTimely{Most: 3}), slices.Concat(omegaTimelyRows, []row{
		{"OT1 OT2", "to all, oneself too: whoever trusts itself hears from its leader",
			2, omegaTimely{elected: 2, raised: 1}, fires(heartbeat), omegaTimely{elected: 2, raised: 1}, "ALIVE→1,3,4"},
		{"OT1 OT3", "whoever has given itself up was wrong",
			2, omegaTimely{elected: 3, raised: 1}, fires(heartbeat), omegaTimely{elected: 2, raised: 2}, "ALIVE→1,3,4"},
	})},
	{"omega-timely", "printed", Handle(OmegaTimely{Printed: true, Most: 3}), slices.Concat(omegaTimelyRows, []row{
		{"OT1", "to all others: no channel leads to oneself",
			2, omegaTimely{elected: 3, raised: 1}, fires(heartbeat), omegaTimely{elected: 3, raised: 1}, "ALIVE→1,3,4"},
	})},
}

// omegaTimelyRows are the same in both readings.
var omegaTimelyRows = []row{
	{"OT1", "0 is no process, and nobody is below it",
		2, omegaTimely{}, fires(heartbeat), omegaTimely{}, "ALIVE→1,3,4"},
	{"OT2", "the leader lives",
		2, omegaTimely{elected: 3, raised: 1}, takes(Alive{}, 3), omegaTimely{elected: 3, raised: 1}, ""},
	{"OT3", "one below the leader lives: it was given up too early",
		2, omegaTimely{elected: 3, raised: 1}, takes(Alive{}, 1), omegaTimely{elected: 1, raised: 2}, ""},
	{"OT3", "and so was everyone when nobody is left",
		2, omegaTimely{past: true}, takes(Alive{}, 4), omegaTimely{elected: 4, raised: 1}, ""},
	{"OT2 OT3", "one above the leader says nothing new",
		2, omegaTimely{elected: 1, raised: 1}, takes(Alive{}, 3), omegaTimely{elected: 1, raised: 1}, ""},
	{"OT4", "no news of the leader: the next",
		2, omegaTimely{elected: 1, raised: 1}, fires(patience), omegaTimely{elected: 2, raised: 1}, ""},
	{"OT4", "after 0 the first",
		2, omegaTimely{}, fires(patience), omegaTimely{elected: 1}, ""},
	{"OT4", "after n nobody",
		2, omegaTimely{elected: 4, raised: 1}, fires(patience), omegaTimely{past: true, raised: 1}, ""},
}

// heard is a local state of omega-minimal with two ages for each number: none, 1: -1, 2: 0, 3: both.
func heard(elected ID, suspect, seen string) omegaMinimal {
	return omegaMinimal{elected: elected, suspect: counts(digits(suspect)), seen: ages(digits(seen))}
}

// digits are bytes written as digits; m is many.
func digits(text string) string {
	var bytes []byte
	for _, d := range text {
		if b := byte(d - '0'); d == 'm' {
			bytes = append(bytes, many)
		} else {
			bytes = append(bytes, b)
		}
	}
	return string(bytes)
}

func alive(of ID, number uint8, suspect string) AliveOf {
	return AliveOf{of, number, counts(digits(suspect))}
}

var timer1, timer4 = timerOf(0, 1), timerOf(3, 4)

var omegaMinimalShows = []show{
	{"omega-minimal", "repaired", Handle(OmegaMinimal{Most: 3, Numbers: 2}), slices.Concat(omegaMinimalRows, []row{
		{"OM1", "a number tells it from the one before, and what is old by now cannot come again",
			2, heard(2, "1000", "3120"), fires(heartbeat), omegaMinimal{2, counts(digits("1000")), 1, ages(digits("2200"))},
			"ALIVE(2,#2,[1 0 0 0])→1,3,4"},
		{"OM2 OM3", "it is sent on whole, to those who may lack it; each is suspected as by the most suspicious",
			2, heard(2, "1000", "0000"), takes(alive(1, 1, "0200"), 1), heard(3, "1200", "2000"),
			"ALIVE(1,#1,[0 2 0 0])→3,4"},
		{"OM2", "to one who got it from another, the way back is of no use either",
			2, heard(2, "1000", "0000"), takes(alive(1, 1, "0200"), 3), heard(3, "1200", "2000"),
			"ALIVE(1,#1,[0 2 0 0])→4"},
		{"OM2", "the second time it is dropped",
			2, heard(2, "1000", "2000"), takes(alive(1, 1, "0200"), 3), heard(2, "1000", "2000"), ""},
		{"OM2", "another number is another message",
			2, heard(2, "1000", "2000"), takes(alive(1, 2, "1000"), 1), heard(2, "1000", "3000"),
			"ALIVE(1,#2,[1 0 0 0])→3,4"},
	})},
	{"omega-minimal", "printed", Handle(OmegaMinimal{Printed: true, Most: 3}), slices.Concat(omegaMinimalRows, []row{
		{"OM1", "without a number",
			2, heard(2, "1000", "0000"), fires(heartbeat), heard(2, "1000", "0000"), "ALIVE(2,[1 0 0 0])→1,3,4"},
		{"OM2 OM3", "it is sent on to all, and loses whose it is",
			2, heard(2, "1000", "0000"), takes(alive(1, 0, "0200"), 1), heard(3, "1200", "0000"),
			"ALIVE([0 2 0 0])→1,3,4"},
		{"OM2", "which is nobody's, and dropped",
			2, heard(2, "1000", "0000"), takes(alive(Nobody, 0, "0200"), 1), heard(2, "1000", "0000"), ""},
	})},
}

// omegaMinimalRows are the same in both readings.
var omegaMinimalRows = []row{
	{"OM2", "q ≠ p: one's own is dropped",
		2, heard(2, "1000", "0000"), takes(alive(2, 1, "0200"), 3), heard(2, "1000", "0000"), ""},
	{"OM4", "no news of 1: it is suspected once more, and no more the least suspected",
		2, heard(1, "0010", "0000"), fires(timer1), heard(2, "1010", "0000"), ""},
	{"OM4", "of those suspected least, the lowest",
		2, heard(2, "1001", "0000"), fires(timer4), heard(2, "1002", "0000"), ""},
	{"OM4", "three are as many as is told apart",
		2, heard(2, "1002", "0000"), fires(timer4), heard(2, "100m", "0000"), ""},
}

// TestSaturation: which steps would be others if counters counted further.
func TestSaturation(t *testing.T) {
	timely, minimal := Handle(OmegaTimely{Most: 3}), Handle(OmegaMinimal{Most: 3, Numbers: 2})
	for _, test := range []struct {
		handler Handler
		local   Local
		event   Event
		want    bool
		why     string
	}{
		{timely, omegaTimely{elected: 3, raised: 2}, takes(Alive{}, 1), false, "the third raise is told apart"},
		{timely, omegaTimely{elected: 3, raised: 3}, takes(Alive{}, 1), true, "the fourth is not"},
		{timely, omegaTimely{elected: 3, raised: 3}, takes(Alive{}, 3), false, "no raise"},
		{minimal, heard(2, "2mmm", "0000"), fires(timer1), true, "all are suspected as often as can be: who is least?"},
		{minimal, heard(1, "0mm2", "0000"), fires(timer4), false, "1 is, however much more the others"},
		{minimal, heard(1, "0mmm", "0000"), takes(alive(3, 1, "m000"), 3), true, "what others suspect counts too"},
	} {
		if got := test.handler.Handle(Self{ID: 2, Group: four, Local: test.local, Elections: Unlimited}, test.event).Saturated; got != test.want {
			t.Errorf("%+v %+v: saturated %v: %s", test.local, test.event, got, test.why)
		}
	}
}
