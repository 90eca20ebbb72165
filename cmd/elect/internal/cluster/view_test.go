package cluster

import (
	"bytes"
	"errors"
	"flag"
	"strings"
	"testing"
	"time"

	"interrex/impl"
	"interrex/impl/node/status"
)

func TestFlagsThatAreRefused(t *testing.T) {
	for args, want := range map[string]string{
		"-n=0":         "allowed are 1 to 50",
		"-heartbeat=0": "1ms to 1m is allowed",
		"-restart=-1s": "a time from 1ms to 24h, is expected",
		"five":         "takes only flags",
		"-bogus":       "bogus",
	} {
		if _, err := Parse(strings.Fields(args)); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want one line with %q", args, err, want)
		}
	}
	if _, err := Parse([]string{"-h"}); !errors.Is(err, flag.ErrHelp) {
		t.Errorf("-h: %v", err)
	}
	if s, err := Parse(nil); err != nil || s.Algorithm.Name != "raft" || s.N != 5 {
		t.Errorf("by default: %+v, %v", s, err)
	}
	s, err := Parse(strings.Fields("-algo=raft -n=50 -pre-vote -check-quorum -heartbeat=1ms -restart=2s -duration=1m -plain"))
	if err != nil || s.Algorithm.Name != "raft" || s.N != 50 || !s.PreVote || !s.Quorum || s.Restart != 2*time.Second || !s.Plain {
		t.Errorf("%+v, %v", s, err)
	}
}

// says is a status: who is said to lead, 0 being nobody.
func says(node, leader, term int) *status.Status {
	s := &status.Status{Node: node, Self: node == leader, Term: term, HTTP: "here"}
	if leader != 0 {
		s.Leader = &leader
	}
	return s
}

// TestView follows three nodes: there is a leader only when all that live name it, it lives, and says so itself.
func TestView(t *testing.T) {
	var out bytes.Buffer
	v := newView(&Settings{N: 3, Algorithm: impl.Algorithms()[0], Plain: true}, "folder", Console{Command: "./elect", Out: &out})
	for id := impl.ID(1); id <= 3; id++ {
		v.begun(id, 100+int(id))
	}
	for _, step := range []struct {
		does func()
		want impl.ID
	}{
		{func() { v.said(1, says(1, 3, 0)); v.said(2, says(2, 3, 0)) }, impl.Nobody}, // one has not spoken
		{func() { v.said(3, says(3, 3, 1)) }, 3},
		{func() { v.said(2, says(2, 2, 2)) }, impl.Nobody}, // two opinions
		{func() { v.said(2, says(2, 3, 1)) }, 3},
		{func() { v.ended(3, "signal: killed") }, impl.Nobody}, // the dead lead nobody
		{func() { v.said(3, says(3, 3, 9)) }, impl.Nobody},     // what it had said before
		{func() { v.said(1, says(1, 2, 2)); v.said(2, says(2, 0, 2)) }, impl.Nobody},
		{func() { v.said(2, says(2, 1, 2)); v.said(1, says(1, 2, 2)) }, impl.Nobody},
		{func() { v.said(2, says(2, 2, 2)) }, 2},
		{func() { v.begun(3, 203) }, 2}, // nothing is judged before it speaks
		{func() { v.said(3, says(3, 3, 3)) }, impl.Nobody},
		{func() { v.said(1, says(1, 3, 3)); v.said(2, says(2, 3, 3)) }, 3},
	} {
		step.does()
		if v.leader != step.want {
			t.Errorf("%v leads, want %v, after\n%s", v.leader, step.want, strings.Join(v.news, "\n"))
		}
	}
	table := strings.Join(v.table(), "\n")
	for _, want := range []string{"3      203  I lead, term 3", "1      101  3 leads, term 3", "kill -9 203", "\n./elect status -http=here,here,here\n"} {
		if !strings.Contains(table, want) {
			t.Errorf("%q is not in\n%s", want, table)
		}
	}
	v.show()
	for _, want := range []string{"bully: 3 nodes on this machine", "node 3 answers at http://here/leader", "node 3 leads (term 1), all live nodes agree",
		"the live nodes agree on no leader", "node 3 ended, pid 103: signal: killed",
		"s  ./elect status -http=here,here,here\n", "node 3 leads: run kill -9 103 in another terminal", "node 2 leads: run kill -9 102 "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not shown:\n%s", want, out.String())
		}
	}
	shown := out.Len()
	if v.show(); out.Len() != shown {
		t.Error("it is shown twice")
	}
}

// TestRows: a line wider than the terminal takes more than one of its rows.
func TestRows(t *testing.T) {
	for _, c := range []struct{ letters, width, want int }{{0, 80, 1}, {80, 80, 1}, {81, 80, 2}, {161, 80, 3}, {500, 0, 1}} {
		if got := rows(strings.Repeat("é", c.letters), c.width); got != c.want {
			t.Errorf("%d letters take %d rows of %d, want %d", c.letters, got, c.width, c.want)
		}
	}
}

// TestViewInPlace: what is drawn again begins where it began before.
func TestViewInPlace(t *testing.T) {
	var out bytes.Buffer
	v := newView(&Settings{N: 1, Algorithm: impl.Algorithms()[0]}, "folder", Console{Command: "./elect", Out: &out})
	v.inPlace = true
	v.begun(1, 101)
	v.show()
	first := strings.Count(out.String(), "\n")
	for range 2 * recent {
		v.tell("news")
	}
	v.show()
	again := strings.Index(out.String(), "\x1b[")
	if again < 0 || !strings.HasPrefix(out.String()[again:], "\x1b["+string(rune('0'+first))+"A\x1b[J") {
		t.Errorf("%d lines have been drawn, and then %q", first, out.String()[max(again, 0):])
	}
	if got := strings.Count(out.String()[again:], "news"); got != recent {
		t.Errorf("%d lines of news, want the last %d", got, recent)
	}
}
