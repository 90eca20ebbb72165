package model

import (
	"testing"
)

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
