package node

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"interrex/impl"
	"interrex/impl/network"
	"interrex/traces"
)

// A surface is all that a node's surroundings see of it, in the order in which they see it: what it records, saves,
// acknowledges and sends. It is the node's network, its storage and its trace.
type surface struct {
	arrivals chan network.Arrival

	mu    sync.Mutex
	seen  []string
	count int
	fails int                // the number of the Save that fails; 0: none
	at    func(saved string) // called inside each Save
	left  []network.Envelope // what there is to abandon
	clock []uint64           // of the last event
	sent  map[string]bool    // the ids of messages

	kept        *impl.Stable // what there is to load
	incarnation uint64       // from 1; 0 is 1
}

var errDisk = errors.New("the disk is full")

func (s *surface) sees(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seen = append(s.seen, fmt.Sprintf(format, args...))
}

// list is what has been seen, heartbeats left out.
func (s *surface) list() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.seen), func(what string) bool { return what == "beat" })
}

// since is what has been seen since it was asked for the last time, heartbeats left out.
func (s *surface) since() string {
	list := s.list()
	s.mu.Lock()
	s.seen = nil
	s.mu.Unlock()
	return strings.Join(list, ", ")
}

// Send implements network.Network, with Beat, Arrivals, Abandon and Close.
func (s *surface) Send(e network.Envelope) error {
	s.sees("send %s to %v", e.Message.Word, e.To)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.sent[e.ID] {
		s.seen = append(s.seen, "its id is that of another: "+e.ID)
	}
	if s.sent == nil {
		s.sent = map[string]bool{}
	}
	s.sent[e.ID] = true
	if !slices.Equal(e.Clock, s.clock) {
		s.seen = append(s.seen, fmt.Sprintf("its clock is %v, and that of its step %v", e.Clock, s.clock))
	}
	return nil
}
func (s *surface) Beat(p network.Pulse)             { s.sees("beat") }
func (s *surface) Arrivals() <-chan network.Arrival { return s.arrivals }
func (s *surface) Abandon(peer impl.ID) []network.Envelope {
	s.sees("abandon %v", peer)
	left := s.left
	s.left = nil
	return left
}
func (s *surface) Close(goodbye bool) error {
	s.sees("close, goodbye %t", goodbye)
	return nil
}

// A ledger is the surface's storage.
type ledger struct{ *surface }

func (l ledger) Load() (*impl.Stable, uint64, error) { return l.kept, max(l.incarnation, 1), nil }
func (l ledger) Save(s impl.Stable) error {
	what := fmt.Sprintf("save %d %v", s.Term, s.VotedFor)
	l.sees("%s", what)
	if l.at != nil {
		l.at(what)
	}
	if l.count++; l.count == l.fails {
		return errDisk
	}
	return nil
}

// A scribe is the surface's trace: of each line only the action is seen.
type scribe struct{ *surface }

func (w scribe) Write(line []byte) (int, error) {
	var event struct {
		Action string
		Clock  []uint64
	}
	if err := json.NewDecoder(bytes.NewReader(line)).Decode(&event); err == nil && event.Action != "" {
		w.sees("record %s", event.Action)
		w.mu.Lock()
		w.clock = event.Clock
		w.mu.Unlock()
	}
	return len(line), nil
}
func (w scribe) Close() error { return nil }

// run starts a node with the surface around it.
func (s *surface) run(t *testing.T, algorithm string, self impl.ID, members ...impl.ID) (n *Node, ended chan error) {
	t.Helper()
	a, err := impl.Find(algorithm)
	if err != nil {
		t.Fatal(err)
	}
	s.arrivals = make(chan network.Arrival)
	n, err = New(Options{Algorithm: a, Config: impl.Config{Self: self, Members: members}, Store: ledger{s},
		Join:  func(uint64) (network.Network, error) { return s, nil },
		Trace: func(h *traces.Header) (*traces.Writer, error) { return traces.NewWriter(scribe{s}, h) }})
	if err != nil {
		t.Fatal(err)
	}
	ended = make(chan error, 1)
	go func() { ended <- n.Run(context.Background()) }()
	return n, ended
}

// ask hands a request for a vote over, of a term, and waits until it has been acknowledged or the node has ended.
func (s *surface) ask(term int, ended chan error) (over bool, err error) {
	taken := make(chan struct{})
	d := network.Delivery{Envelope: network.Envelope{ID: fmt.Sprintf("2.1.%d", term), From: 2, To: 1, Clock: []uint64{0, traces.Era + 1, 0},
		Message: impl.Message{Word: "REQUESTVOTE", Args: []int{term, 0, 0}}},
		Taken: func() { s.sees("acknowledge"); close(taken) }}
	limit := time.After(time.Minute)
	select {
	case s.arrivals <- d:
	case err := <-ended:
		return true, err
	case <-limit:
		return true, errors.New("the message is not taken")
	}
	select {
	case <-taken:
		return false, nil
	case err := <-ended:
		return true, err
	case <-limit:
		return true, errors.New("the message is not acknowledged")
	}
}

// TestTheOrderOfAStep: a step is recorded, what must outlive it is kept, the message is acknowledged, and only then
// anything leaves.
func TestTheOrderOfAStep(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := new(surface)
		n, ended := s.run(t, "raft", 1, 1, 2, 3)
		if err := n.Campaign(t.Context()); err != nil {
			t.Fatal(err)
		}
		for term := 2; term < 4; term++ {
			if over, err := s.ask(term, ended); over {
				t.Fatal(err)
			}
		}
		n.Close()
		if err := <-ended; err != nil {
			t.Fatal(err)
		}
		want := []string{
			"record boot",
			"record start", "save 1 1", "send REQUESTVOTE to 2", "send REQUESTVOTE to 3",
			"record deliver", "save 2 2", "acknowledge", "send VOTE to 2",
			"record deliver", "save 3 2", "acknowledge", "send VOTE to 2",
			"close, goodbye true",
		}
		if got := s.list(); !slices.Equal(got, want) {
			t.Errorf("seen\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	})
}

// TestNothingLeavesUnkept: a node whose storage fails, or that dies while it saves, has told nobody of what it would
// have kept: not by a message, not by an acknowledgement, and not by leading. (A vote that is told and forgotten
// elects two; Ongaro and Ousterhout, In Search of an Understandable Consensus Algorithm, figure 2: "updated on
// stable storage before responding to RPCs".)
func TestNothingLeavesUnkept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for fails := 1; fails <= 3; fails++ {
			s := &surface{fails: fails}
			var before []string // what was seen when the node began to save what it cannot keep
			s.at = func(string) {
				if s.count+1 == s.fails {
					before = s.list()
				}
			}
			n, ended := s.run(t, "raft", 1, 1, 2, 3)
			err := n.Campaign(t.Context())
			if err == nil && fails == 1 {
				t.Fatal("the campaign succeeds, and nothing could be kept")
			}
			for term := 2; err == nil && term < 4; term++ {
				_, err = s.ask(term, ended)
			}
			if fails == 1 {
				if !errors.Is(err, errDisk) {
					t.Errorf("the campaign is answered with %v", err)
				}
				err = <-ended
			}
			if !errors.Is(err, errDisk) || !strings.Contains(err.Error(), "storage: ") {
				t.Errorf("save %d fails, and the node ends with %v", fails, err)
			}
			if want := append(before, "close, goodbye false"); !slices.Equal(s.list(), want) {
				t.Errorf("save %d fails: seen\n%s\nwant\n%s", fails, strings.Join(s.list(), "\n"), strings.Join(want, "\n"))
			}
			if steps := len(before); steps < 2 || !strings.HasPrefix(before[steps-2], "record") {
				t.Errorf("save %d fails: %v: nothing is kept of which there is no line", fails, before)
			}
			if l := n.Leader(); l.Leader != impl.Nobody {
				t.Errorf("it has ended, and %+v", l)
			}
		}
	})
}

// TestNobodyLeadsUnkept: a member that is alone leads in the step in which it votes for itself, and not before that
// vote is kept.
func TestNobodyLeadsUnkept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := new(surface)
		led := true
		var n *Node
		ready := make(chan struct{})
		s.at = func(string) {
			<-ready
			led = n.Leader().Self
		}
		n, ended := s.run(t, "raft", 1, 1)
		close(ready)
		if err := n.Campaign(t.Context()); err != nil {
			t.Fatal(err)
		}
		if led {
			t.Error("it leads while it saves its vote")
		}
		if !n.Leader().Self {
			t.Error("it is alone, and does not lead")
		}
		n.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// A scene is a node in virtual time, with the surface around it.
type scene struct {
	*surface
	t *testing.T
	n *Node
}

// play runs a scenario in which a node is one of the members 1 to size, and all there is of the others is said by the
// scenario.
func play(t *testing.T, algorithm string, self impl.ID, size int, scenario func(s *scene)) {
	t.Helper()
	playAgain(t, algorithm, self, size, new(surface), scenario)
}

// playAgain is play for a node of which something has been kept.
func playAgain(t *testing.T, algorithm string, self impl.ID, size int, around *surface, scenario func(s *scene)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &scene{surface: around, t: t}
		var members []impl.ID
		for i := range size {
			members = append(members, impl.ID(i+1))
		}
		var ended chan error
		s.n, ended = s.run(t, algorithm, self, members...)
		s.settle()
		if around.incarnation == 0 {
			s.since()
		}
		scenario(s)
		s.n.Close()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
}

// settle waits until the node has done what there is to do.
func (s *scene) settle() { synctest.Wait() }

// expect compares what has been seen since the last time.
func (s *scene) expect(want string) {
	s.t.Helper()
	s.settle()
	if got := s.since(); got != want {
		s.t.Errorf("seen %q, want %q", got, want)
	}
}

// comes hands something over.
func (s *scene) comes(a network.Arrival) {
	s.arrivals <- a
	s.settle()
}

// says hands a message over.
func (s *scene) says(from impl.ID, word string, args ...int) {
	clock := make([]uint64, len(s.n.options.Config.Members))
	clock[s.n.options.Config.Place(from)] = traces.Era + 7
	s.comes(network.Delivery{Envelope: network.Envelope{ID: fmt.Sprintf("%d.1.7", int(from)), From: from, To: s.n.options.Config.Self,
		Clock: clock, Message: impl.Message{Word: word, Args: args}}, Taken: func() { s.sees("acknowledge") }})
}

// lives hands heartbeats of some members over, one each time, as often as they must say that they live.
func (s *scene) lives(beats int, of ...impl.ID) {
	for range beats {
		for _, id := range of {
			s.comes(network.Beat{From: id})
		}
		<-time.After(s.n.options.Heartbeat)
	}
	s.settle()
}

func (s *scene) campaign() {
	s.t.Helper()
	if err := s.n.Campaign(s.t.Context()); err != nil {
		s.t.Error(err)
	}
}

// TestWhatTheDeadHaveNotTaken goes on to the next, that way round; what is on the other way goes there.
func TestWhatTheDeadHaveNotTaken(t *testing.T) {
	play(t, "ring", 2, 4, func(s *scene) {
		s.left = []network.Envelope{{ID: "2.1.1", From: 2, To: 3, Way: impl.Next, Message: impl.Message{Word: "ELECTION", Args: []int{9}}}}
		s.comes(network.Gone{Peer: 3})
		s.expect("record report, abandon 3, record resend, send ELECTION to 4")
	})
	play(t, "ring", 2, 4, func(s *scene) { // suspected, and perhaps alive
		s.left = []network.Envelope{{ID: "2.1.1", From: 2, To: 3, Way: impl.Next, Message: impl.Message{Word: "ELECTION", Args: []int{9}}}}
		s.lives(30, 1, 4)
		s.expect("record report, abandon 3, record resend, send ELECTION to 4")
	})
	play(t, "hirschberg-sinclair", 2, 4, func(s *scene) {
		s.left = []network.Envelope{{ID: "2.1.1", From: 2, To: 1, Way: impl.Behind, Message: impl.Message{Word: "REPLY", Args: []int{9, 0, 0}}}}
		s.comes(network.Gone{Peer: 1})
		s.expect("record report, abandon 1, record resend, send REPLY to 4")
	})
	play(t, "bully", 2, 3, func(s *scene) { // where there is no next it is kept, unless the process has ended
		s.lives(30, 1)
		s.expect("record report")
		s.comes(network.Gone{Peer: 3})
		s.expect("abandon 3")
		s.campaign() // to whose process has ended nothing is sent
		s.expect("record start")
	})
}

// TestSignsOfLife: heartbeats are one, and so are messages; who gives none is suspected, and who gives one again is
// trusted. What has been on its way when it said goodbye is none.
func TestSignsOfLife(t *testing.T) {
	play(t, "ring-detector", 1, 3, func(s *scene) {
		s.says(2, "ELECTION", 2) // RD1: now its death would be known
		s.since()
		s.lives(50, 2, 3)
		s.expect("") // on a ring a member that is suspected is abandoned
		for range 20 {
			s.says(2, "ELECTED", 2)
			s.lives(2, 3)
		}
		if got := s.since(); strings.Contains(got, "abandon") {
			t.Errorf("one who sends is suspected: %q", got)
		}
		s.lives(20, 3)
		s.expect("record report, abandon 2, record report, send ELECTION to 3, record detect, send ELECTION to 3")
		s.comes(network.Beat{From: 2})
		s.expect("record withdraw, record withdraw") // by the loop, and by the steps
		s.comes(network.Gone{Peer: 2, Goodbye: true})
		s.expect("record report, abandon 2, record report, send ELECTION to 3")
		s.comes(network.Beat{From: 2})
		s.expect("")
	})
}

// TestWhoIsBackHasDied: a leader who is back under a new incarnation has died, whether anyone noticed or not.
func TestWhoIsBackHasDied(t *testing.T) {
	play(t, "bully", 1, 2, func(s *scene) {
		s.comes(network.Returned{Peer: 2, Incarnation: 1})
		s.says(2, "COORDINATOR", 2)
		s.expect("record deliver, acknowledge")
		s.comes(network.Returned{Peer: 2, Incarnation: 2})
		s.settle()
		if got := s.since(); !strings.HasPrefix(got, "record report, abandon 2, record detect") {
			t.Errorf("seen %q: it does not find out that 2 has died", got)
		}
	})
}

// TestStrangeMessages are dropped, and acknowledged, so that they do not come again.
func TestStrangeMessages(t *testing.T) {
	play(t, "bully", 1, 2, func(s *scene) {
		s.says(2, "PROBE", 1)
		s.says(2, "COORDINATOR")
		s.says(2, "COORDINATOR", 7)
		s.expect("acknowledge, acknowledge, acknowledge")
	})
	play(t, "raft", 1, 3, func(s *scene) { // what the steps ignore leaves no line
		s.says(2, "TIMEOUTNOW", 1)
		s.settle()
		if got := s.since(); !strings.Contains(got, "acknowledge") {
			t.Errorf("seen %q: it is not acknowledged", got)
		}
	})
}

// TestWhatIsKeptIsKnown: a member that is back knows what it has kept, and owes what its page says.
func TestWhatIsKeptIsKnown(t *testing.T) {
	playAgain(t, "raft", 1, 3, &surface{incarnation: 2, kept: &impl.Stable{Term: 5, VotedFor: 2}}, func(s *scene) {
		s.expect("record restart")
		s.says(3, "REQUESTVOTE", 5, 0, 0) // of the term in which it has voted for another
		s.settle()
		if got := s.since(); strings.Contains(got, "send VOTE") {
			t.Errorf("seen %q: it votes twice in a term", got)
		}
		s.says(3, "REQUESTVOTE", 6, 0, 0)
		s.expect("record deliver, save 6 3, acknowledge, send VOTE to 3")
	})
	playAgain(t, "bully-recovery", 1, 2, &surface{incarnation: 2}, func(s *scene) {
		s.expect("record restart, record recover, send ELECTION to 2")
	})
}

// TestANewerTermEndsTheLeadership: a leader of raft that hears of a newer term leads no longer, and issues no token.
func TestANewerTermEndsTheLeadership(t *testing.T) {
	play(t, "raft", 1, 3, func(s *scene) {
		s.campaign()
		s.says(2, "VOTE", 1)
		if _, err := s.n.Token(); err != nil {
			t.Fatal(err)
		}
		s.says(3, "REQUESTVOTE", 2, 0, 0)
		if _, err := s.n.Token(); !errors.Is(err, ErrNotLeader) || s.n.Leader() != (Leadership{Term: 2}) {
			t.Errorf("it has heard of term 2: %+v, %v", s.n.Leader(), err)
		}
	})
}

// TestTheNetworkEnds: a node without one has crashed.
func TestTheNetworkEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := new(surface)
		n, ended := s.run(t, "bully", 1, 1, 2)
		synctest.Wait()
		close(s.arrivals)
		if err := <-ended; !errors.Is(err, errCrashed) {
			t.Errorf("%v, want %v", err, errCrashed)
		}
		n.Close()
	})
}

// TestBeatsAndCalls: a node beats as long as it lives, and calls an election once, and again where there is no leader.
func TestBeatsAndCalls(t *testing.T) {
	play(t, "ring", 1, 2, func(s *scene) {
		s.n.options.Starts = Span{time.Second, time.Second}
		if err := s.n.ask(s.t.Context(), func(m *member) (error, error) { m.callLater(); return nil, nil }); err != nil {
			t.Error(err)
		}
		s.lives(25, 2) // of 100 ms each
		s.expect("record start, send ELECTION to 2, record start, send ELECTION to 2")
		s.says(2, "ELECTED", 2)
		s.since()
		s.lives(100, 2)
		s.mu.Lock()
		beats := len(s.seen)
		s.mu.Unlock()
		s.expect("") // there is a leader
		if beats != 100 {
			t.Errorf("%d heartbeats in the time of 100", beats)
		}
	})
}

// TestTransferToTheDead is refused: nobody would lead.
func TestTransferToTheDead(t *testing.T) {
	play(t, "raft", 1, 3, func(s *scene) {
		s.campaign()
		s.says(3, "VOTE", 1)
		if l := s.n.Leader(); !l.Self {
			t.Fatalf("%+v", l)
		}
		s.comes(network.Gone{Peer: 2})
		if err := s.n.Transfer(s.t.Context(), 2); err == nil || !strings.Contains(err.Error(), "suspected of being dead") {
			t.Errorf("%v", err)
		}
		if l := s.n.Leader(); !l.Self {
			t.Errorf("it leads no more: %+v", l)
		}
	})
}

// TestTwoLeadersAreDoubted: of a second leader that lives no message of the algorithm would ever tell.
func TestTwoLeadersAreDoubted(t *testing.T) {
	play(t, "bully", 2, 3, func(s *scene) {
		for _, id := range []impl.ID{1, 3} {
			s.comes(network.Returned{Peer: id, Incarnation: 1})
		}
		s.says(3, "COORDINATOR", 3)
		s.since()
		lead := func(leaders ...impl.ID) {
			for range 5 {
				for _, id := range leaders {
					s.comes(network.Beat{From: id, Pulse: network.Pulse{Elected: id}})
				}
				<-time.After(s.n.options.Heartbeat)
			}
			s.settle()
		}
		lead(3)
		s.expect("")
		lead(1, 3)
		s.expect("record start, send ELECTION to 3")
	})
}
