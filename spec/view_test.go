package spec_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"interrex/spec"
)

// view makes a View of a literal: "1>2 2~>2 3x ..." has process 1, who has elected 2; process 2,
// who has elected itself and takes part; process 3, who is dead; and a message on its way. "?" is
// one that calls for an election, "!" one that announces a result. "3*" is fresh from a restart,
// "3^9" has rank 9 where others have their id for one, and "3=0" has decided 0.
func view(literal string) spec.View {
	var v spec.View
	for _, word := range strings.Fields(literal) {
		if word == "..." || word == "?" || word == "!" {
			v.OnTheWay, v.Call, v.Announcement = true, v.Call || word == "?", v.Announcement || word == "!"
			continue
		}
		who, elected, _ := strings.Cut(word, ">")
		who, bit, decided := strings.Cut(who, "=")
		who, rank, ranked := strings.Cut(who, "^")
		id := strings.TrimRight(who, "x*~")
		p := spec.Process{
			ID: number(id), Rank: int(number(id)), Live: !strings.Contains(who, "x"),
			Fresh: strings.Contains(who, "*"), TakesPart: strings.Contains(who, "~"),
		}
		if ranked {
			p.Rank = int(number(rank))
		}
		if decided {
			p.Decision = spec.Zero + spec.Decision(number(bit))
		}
		if elected != "" {
			p.Elected = number(elected)
		}
		v.Processes = append(v.Processes, p)
	}
	return v
}

func number(digits string) spec.ID {
	n, err := strconv.Atoi(digits)
	if err != nil {
		panic(fmt.Sprintf("no number in a view: %v", err))
	}
	return spec.ID(n)
}

// TestViews: when an election is under way, when it is alive, and whom all trust.
func TestViews(t *testing.T) {
	for _, test := range []struct {
		view            string
		underWay, alive bool
		trusted         spec.ID
		why             string
	}{
		{"1 2", false, false, 0, "nothing has begun"},
		{"1 2 ...", true, true, 0, "a message will reach someone"},
		{"1~ 2", true, true, 0, "a process waits"},
		{"1x~ 2", false, false, 0, "the dead wait for nothing"},
		{"1>2 2", false, true, 0, "a result is known, though not to all: it is alive and rests"},
		{"1x>2 2", false, false, 0, "what the dead knew does not keep it alive"},
		{"1>2 2>2", false, true, 2, "all have elected 2, itself included"},
		{"1>2 2>2 ...", true, true, 2, "all may trust one while an election is under way"},
		{"1>1 2>2", false, true, 0, "each trusts itself"},
		{"1>2 2x", false, true, 0, "all who live trust one who does not"},
		{"1>2 2>2 3x>1", false, true, 2, "the dead are not asked"},
		{"1>2 2*", false, true, 0, "2 has come back and trusts nobody yet"},
		{"1>2 2*>2", false, true, 2, "one who is fresh and trusted is trusted all the same"},
		{"1>9 2>9", false, true, 0, "they trust one who does not exist"},
		{"1x 2x", false, false, 0, "nobody lives"},
		{"1>1", false, true, 1, "alone"},
		{"", false, false, 0, "no process at all"},
	} {
		v := view(test.view)
		if got := v.UnderWay(); got != test.underWay {
			t.Errorf("%q under way: got %v, want %v: %s", test.view, got, test.underWay, test.why)
		}
		if got := v.Alive(); got != test.alive {
			t.Errorf("%q alive: got %v, want %v: %s", test.view, got, test.alive, test.why)
		}
		if got := v.Trusted(); got != test.trusted {
			t.Errorf("%q trusted: got %v, want %v: %s", test.view, got, test.trusted, test.why)
		}
	}
}

// TestLeads: to lead is to live and to consider oneself elected.
func TestLeads(t *testing.T) {
	for literal, want := range map[string]bool{"1>1": true, "1>2": false, "1": false, "1x>1": false, "1*>1": true} {
		if got := view(literal).Processes[0].Leads(); got != want {
			t.Errorf("%q leads: got %v, want %v", literal, got, want)
		}
	}
}
