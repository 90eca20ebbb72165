package replay_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"interrex/traces"
	"interrex/traces/replay"
)

// ringOf3 opens a trace by hand: of the ring 1, 2, 3, on which 3 begins and its ELECTION(3) to 1
// goes where resent says, one after the other, each time past the other of the two, whom 3 suspects; and 1
// takes it at these clocks of 3.
func ringOf3(resent []int, taken []uint64) []traces.Source {
	var text [3][]byte
	for i := range text {
		text[i] = traces.AppendHeader(nil, &traces.Header{Run: "by hand", Algorithm: "ring", IDs: []int{1, 2, 3}, Node: i + 1, Incarnation: 1})
	}
	write := func(place int, e traces.Event) {
		e.Seq = uint64(bytes.Count(text[place], []byte("\n")))
		clock := []uint64{0, 0, e.Seq}
		if e.Clock != nil {
			clock = e.Clock
		}
		clock[place] = traces.Era + e.Seq
		e.Clock, e.After = clock, []traces.Variable{{Name: "elected", Value: "⊥"}}
		text[place] = traces.AppendEvent(text[place], &e)
	}
	to := func(id int) []traces.Send { return []traces.Send{{ID: "3.1.1", To: id, Message: "ELECTION(3)"}} }
	write(0, traces.Event{Action: "boot", Clock: make([]uint64, 3)})
	write(1, traces.Event{Action: "boot", Clock: make([]uint64, 3)})
	write(2, traces.Event{Action: "boot"})
	write(2, traces.Event{Action: "start", Sends: to(1)})
	suspected := 0
	for _, id := range resent {
		write(2, traces.Event{Action: "report", Aside: true, Peer: 3 - id})
		if suspected == id {
			write(2, traces.Event{Action: "withdraw", Aside: true, Peer: id})
		}
		suspected = 3 - id
		write(2, traces.Event{Action: "resend", Aside: true, Sends: to(id)})
	}
	for i, at := range taken {
		write(0, traces.Event{Action: "deliver", Clock: []uint64{0, 0, traces.Era + at},
			Message: &traces.Message{ID: "3.1.1", Type: "ELECTION", From: 3, To: 1, Text: "ELECTION(3)"},
			Sends:   []traces.Send{{ID: "1.1." + string(rune('1'+i)), To: 2, Message: "ELECTION(3)"}}})
	}
	var list []traces.Source
	for i := range text {
		text[i] = traces.AppendEnd(text[i], uint64(bytes.Count(text[i], []byte("\n"))-1))
		list = append(list, traces.Source{Name: traces.FileName(i + 1), From: bytes.NewReader(text[i])})
	}
	return list
}

// TestSentToTheSameAgain: what has been withdrawn from a node may go to it again, and then it may take
// either copy, or both. It takes no copy that has not been sent, and none before it was withdrawn.
func TestSentToTheSameAgain(t *testing.T) {
	for _, c := range []struct {
		name   string
		resent []int    // events 4, 7, 10, 13 of node 3
		taken  []uint64 // copies, by the event that sent them
		want   string
	}{
		{"the first copy", []int{2, 1}, []uint64{2}, "accepted"},
		{"the second copy", []int{2, 1}, []uint64{7}, "accepted"},
		{"both copies", []int{2, 1}, []uint64{2, 7}, "accepted"},
		{"a third time", []int{2, 1}, []uint64{2, 7, 7}, "diverges"},
		{"the third of three copies", []int{2, 1, 2, 1}, []uint64{2, 7, 13}, "accepted"},
		{"two of three, the first of them the last", []int{2, 1, 2, 1}, []uint64{13, 13}, "diverges"},
		{"at the resending to another", []int{2, 1}, []uint64{4}, "clock"},
		{"without a withdrawal", []int{1}, nil, "it is under way there"},
	} {
		r, err := replay.Follow(ringOf3(c.resent, c.taken), replay.Options{World: replay.Perfect()})
		switch at := new(traces.Error); {
		case errors.As(err, &at):
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("%s: %v, want %s", c.name, err, c.want)
			}
		case err != nil:
			t.Errorf("%s: %v", c.name, err)
		case string(r.Verdict) != c.want:
			t.Errorf("%s: %s, want %s; %s", c.name, r.Verdict, c.want, told(r))
		}
	}
}

// TestHeldForWhoCame: 3 sends ELECTION(3) to 1; by way of 2 the first incarnation of 1 knows that it did,
// and dies. The second may take it if 3 had never heard of the first, and only then.
func TestHeldForWhoCame(t *testing.T) {
	const era = traces.Era
	head := func(node, incarnation int) string {
		return string(traces.AppendHeader(nil, &traces.Header{Run: "by hand", Algorithm: "ring", IDs: []int{1, 2, 3}, Node: node, Incarnation: uint64(incarnation)}))
	}
	line := func(action string, seq int, clock []uint64, taken string, sends ...traces.Send) string {
		e := traces.Event{Action: action, Aside: action == "resend", Seq: uint64(seq), Clock: clock, Sends: sends,
			After: []traces.Variable{{Name: "elected", Value: "⊥"}}}
		if word, peer, judges := strings.Cut(action, " "); judges {
			e.Action, e.Aside, e.Peer = word, true, int(peer[0]-'0')
		}
		if taken != "" {
			var from, to, of int
			if _, err := fmt.Sscanf(taken, "%d %d %d", &from, &to, &of); err != nil {
				t.Fatal(err)
			}
			e.Message = &traces.Message{ID: fmt.Sprintf("%d.1.1", from), Type: "ELECTION", From: from, To: to, Text: fmt.Sprintf("ELECTION(%d)", of)}
		}
		return string(traces.AppendEvent(nil, &e))
	}
	to := func(id string, to, of int) traces.Send {
		return traces.Send{ID: id, To: to, Message: fmt.Sprintf("ELECTION(%d)", of)}
	}
	for _, met := range []bool{false, true} {
		knows, began := uint64(0), line("start", 2, []uint64{0, 0, era + 2}, "", to("3.1.1", 1, 3))
		if met {
			knows, began = era+3, line("deliver", 2, []uint64{era + 3, 0, era + 2}, "1 3 1", to("3.1.1", 1, 3))
		}
		text := []string{
			head(1, 1) + line("boot", 1, []uint64{era + 1, 0, 0}, "") + line("report 2", 2, []uint64{era + 2, 0, 0}, "") +
				line("start", 3, []uint64{era + 3, 0, 0}, "", to("1.1.1", 3, 1)) + line("withdraw 2", 4, []uint64{era + 4, 0, 0}, "") +
				line("deliver", 5, []uint64{era + 5, era + 3, era + 4}, "2 1 3", to("1.1.2", 2, 3)) +
				head(1, 2) + line("restart", 1, []uint64{2*era + 1, 0, 0}, "") +
				line("deliver", 2, []uint64{2*era + 2, 0, era + 2}, "3 1 3", to("1.2.1", 2, 3)),
			head(2, 1) + line("boot", 1, []uint64{0, era + 1, 0}, "") + line("report 3", 2, []uint64{0, era + 2, 0}, "") +
				line("deliver", 3, []uint64{knows, era + 3, era + 4}, "3 2 3", to("2.1.1", 1, 3)),
			head(3, 1) + line("boot", 1, []uint64{0, 0, era + 1}, "") + began + line("report 1", 3, []uint64{knows, 0, era + 3}, "") +
				line("resend", 4, []uint64{knows, 0, era + 4}, "", to("3.1.1", 2, 3)),
		}
		var list []traces.Source
		for i := range text {
			list = append(list, traces.Source{Name: traces.FileName(i + 1), From: strings.NewReader(text[i])})
		}
		r, err := replay.Follow(list, replay.Options{World: replay.Perfect(), Crashed: func(int) bool { return true }})
		switch {
		case err != nil:
			t.Errorf("met %t: %v", met, err)
		case !met && (r.Verdict != replay.Accepted || r.Counts.Held != 1):
			t.Errorf("it had not heard of it: %s; %+v %s", r.Verdict, r.Counts, told(r))
		case met && (r.Verdict != replay.Diverges || r.Diverged.Guard != "the message was sent to this incarnation"):
			t.Errorf("it had heard of it: %s; %s", r.Verdict, told(r))
		}
	}
}
