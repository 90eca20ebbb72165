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
	s, err := Parse(strings.Fields("-algo=raft -n=50 -pre-vote -check-quorum -heartbeat=1ms -restart=2s -duration=1m"))
	if err != nil || s.Algorithm.Name != "raft" || s.N != 50 || !s.PreVote || !s.Quorum || s.Restart != 2*time.Second {
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
	v := newView(&Settings{N: 3, Algorithm: impl.Algorithms()[0]}, "folder", Console{Command: "./elect", Out: &out})
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
