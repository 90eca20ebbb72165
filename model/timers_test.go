package model

import (
	"slices"
	"strings"
	"testing"
)

// A scene is a Situation written down: who is dead, waits, is recovering, leads in term 2, all being
// in that term, what is on its way ("ELECTION(1) 1→3"), and which links are cut ("1→3").
type scene struct {
	dead, waiting, recovering []ID
	messages                  string
	leader                    ID
	cut                       string
}

func (s scene) Cut(from, to ID) bool {
	return slices.Contains(strings.Fields(s.cut), Spell(from)+"→"+Spell(to))
}

func (s scene) Status(id ID) Status {
	status := Status{TakesPart: s.TakesPart(id), Recovering: s.Recovering(id), Term: 2}
	if id == s.leader {
		status.Elected = id
	}
	if !s.Live(id) {
		return Status{}
	}
	return status
}

func (s scene) Live(id ID) bool       { return !slices.Contains(s.dead, id) }
func (s scene) TakesPart(id ID) bool  { return slices.Contains(s.waiting, id) }
func (s scene) Recovering(id ID) bool { return slices.Contains(s.recovering, id) }

// on lists the messages, each with its way.
func (s scene) on() (list [][2]string) {
	words := strings.Fields(s.messages)
	for i := 0; i+1 < len(words); i += 2 {
		list = append(list, [2]string{words[i], words[i+1]})
	}
	return list
}

func (s scene) OnItsWay(kind Kind, from, to ID) bool {
	return slices.ContainsFunc(s.on(), func(m [2]string) bool {
		name, _, _ := strings.Cut(m[0], "(")
		sender, receiver, _ := strings.Cut(m[1], "→")
		return name == kind.String() && (from == Anyone || sender == Spell(from)) && (to == Anyone || receiver == Spell(to))
	})
}

func (s scene) Circulates(m Message) bool {
	return slices.ContainsFunc(s.on(), func(on [2]string) bool { return on[0] == SpellMessage(m) })
}

// scenes say what could still bring what a timer of process 2 waits for.
var scenes = []struct {
	algorithm string
	timer     Timer
	scene     scene
	want      bool
	why       string
}{
	{"bully", timerT, scene{}, false, "nothing is on its way"},
	{"bully", timerT, scene{messages: "OK 3→2"}, true, "the OK itself"},
	{"bully", timerT, scene{messages: "OK 3→1"}, false, "another's OK"},
	{"bully", timerT, scene{messages: "ELECTION(2) 2→3"}, true, "3 lives, and has yet to answer"},
	{"bully", timerT, scene{messages: "ELECTION(1) 1→3"}, false, "3 will answer someone else"},
	{"bully", timerT, scene{waiting: []ID{3}, messages: "COORDINATOR(3) 3→2"}, false, "an announcement is no OK"},
	{"bully", timerT2, scene{}, false, "nothing is on its way"},
	{"bully", timerT2, scene{messages: "COORDINATOR(3) 3→2"}, true, "the announcement itself"},
	{"bully", timerT2, scene{messages: "COORDINATOR(3) 3→1"}, false, "another's announcement"},
	{"bully", timerT2, scene{waiting: []ID{3}}, true, "3 runs an election, and may win it"},
	{"bully", timerT2, scene{waiting: []ID{1, 2}}, false, "those who run one are not above 2"},
	{"bully", timerT2, scene{messages: "ELECTION(2) 2→3"}, true, "3 will begin one"},
	{"bully", timerT2, scene{messages: "ELECTION(1) 1→2"}, false, "2 itself may begin one"},
	{"bully", timerT2, scene{messages: "COORDINATOR(1) 1→3"}, false, "3 will do nothing about it"},
	{"bully", timerT2, scene{recovering: []ID{3}}, false, "3 owes nothing"},
	{"bully-recovery", timerT, scene{messages: "REJECT 3→2"}, true, "the REJECT itself"},
	{"bully-recovery", timerT, scene{recovering: []ID{3}}, false, "a recovery is no answer"},
	{"bully-recovery", timerT2, scene{recovering: []ID{3}}, true, "3 has come back, and owes an election"},
	{"bully-recovery", timerT2, scene{recovering: []ID{1}}, false, "1 may owe what it likes"},
	{"bully-recovery", timerT2, scene{messages: "COORDINATOR(1) 1→3"}, true, "3 will contradict it, or has a leader above"},
	{"bully-recovery", timerT2, scene{messages: "COORDINATOR(1) 3→1"}, false, "1 is not above 2"},
	{"bully-recovery", timerT2, scene{waiting: []ID{3}}, true, "as in bully"},
	{"ring-watch", watch3, scene{dead: []ID{3}}, false, "3 is dead, and nothing announces it"},
	{"ring-watch", watch3, scene{dead: []ID{3}, messages: "ELECTED(3) 4→1"}, true, "the announcement itself, wherever it is"},
	{"ring-watch", watch3, scene{dead: []ID{3}, messages: "ELECTION(3) 4→1"}, false, "nobody will make it an announcement"},
	{"ring-watch", watch3, scene{messages: "ELECTION(3) 4→1"}, true, "3 lives and may win"},
	{"raft", electionTimeout, scene{}, false, "nobody leads, and nobody is being elected"},
	{"raft", electionTimeout, scene{messages: "REQUESTVOTE(3,0:0) 3→4"}, true, "someone is being elected"},
	{"raft", electionTimeout, scene{messages: "VOTE(3) 4→1"}, true, "a vote may be the last that is needed"},
	{"raft", electionTimeout, scene{messages: "LEADER(3) 3→2"}, true, "a leader announces itself"},
	{"raft", electionTimeout, scene{messages: "LEADER(3) 3→4"}, false, "but not to 2"},
	{"raft", electionTimeout, scene{messages: "REQUESTPREVOTE(3,0:0) 3→4"}, false, "to ask is not to stand"},
	{"raft", electionTimeout, scene{leader: 3}, true, "its heartbeats come"},
	{"raft", electionTimeout, scene{leader: 3, dead: []ID{3}}, false, "they have ceased"},
	{"raft", electionTimeout, scene{leader: 3, cut: "3→2"}, false, "they do not get here"},
	{"raft", electionTimeout, scene{leader: 3, cut: "2→3 3→1"}, true, "that other links are cut is nothing to 2"},
	{"raft", quorumCheck, scene{}, true, "all four answer"},
	{"raft", quorumCheck, scene{dead: []ID{1}}, true, "three of four do, itself included"},
	{"raft", quorumCheck, scene{dead: []ID{1}, cut: "2→3"}, false, "3 hears no heartbeat"},
	{"raft", quorumCheck, scene{dead: []ID{1}, cut: "3→2"}, false, "the answer of 3 does not get here"},
	{"raft", beat, scene{leader: 2}, false, "a heartbeat waits for nothing"},
}

// TestHasOccasion: heartbeats go out where they are news, and whoever asks waits for answers.
func TestHasOccasion(t *testing.T) {
	for _, test := range []struct {
		timer Timer
		scene scene
		want  bool
		why   string
	}{
		{beat, scene{leader: 2}, true, "the others do not follow 2"},
		{beat, scene{leader: 2, dead: []ID{1, 3, 4}}, false, "there are no others"},
		{beat, scene{leader: 2, cut: "2→1 2→3 2→4"}, false, "they cannot be reached"},
		{beat, scene{leader: 2, messages: "LEADER(2) 2→3"}, false, "one of them is being told"},
		{beat, scene{leader: 2, messages: "LEADER(1) 1→3"}, true, "by someone else"},
		{beat, scene{leader: 2, messages: "REFUSE(3) 1→2"}, false, "2 is about to learn why"},
		{electionTimeout, scene{}, true, "2 waits for no answer"},
		{electionTimeout, scene{messages: "REQUESTPREVOTE(3,0:0) 2→1"}, false, "1 has yet to answer"},
		{electionTimeout, scene{messages: "PREVOTE(3) 1→2"}, false, "an answer is on its way"},
		{electionTimeout, scene{messages: "PREVOTE(3) 1→3"}, true, "another's"},
		{quorumCheck, scene{}, true, "it looks at any time"},
	} {
		a, _ := Find("raft")
		if got := a.Make(Variant{}).Occasional().HasOccasion(test.scene, four, 2, test.timer); got != test.want {
			t.Errorf("%v, %+v: got %v, want %v: %s", test.timer, test.scene, got, test.want, test.why)
		}
	}
}

// TestCanCome: a timer may fire once nothing can come any more.
func TestCanCome(t *testing.T) {
	for _, test := range scenes {
		a, _ := Find(test.algorithm)
		await := a.Make(Variant{}).Await()
		if got := await.CanCome(test.scene, four, 2, test.timer); got != test.want {
			t.Errorf("%s, %v, %+v: got %v, want %v: %s", test.algorithm, test.timer, test.scene, got, test.want, test.why)
		}
	}
}

// TestCanComeTheMore: what can come can come all the more if more is on its way, or if more take part. Only
// for algorithms without heartbeats: of the others no one relies on it.
func TestCanComeTheMore(t *testing.T) {
	pieces := []func(*scene){
		func(s *scene) { s.waiting = append(s.waiting, 3) },
		func(s *scene) { s.waiting = append(s.waiting, 1) },
		func(s *scene) { s.recovering = append(s.recovering, 3) },
	}
	for _, m := range []string{"OK 3→2", "REJECT 3→2", "OK 4→1", "ELECTION 2→3", "ELECTION 1→3", "ELECTION 1→2", "COORDINATOR(3) 3→2", "COORDINATOR(1) 1→3"} {
		pieces = append(pieces, func(s *scene) { s.messages += " " + m })
	}
	for _, a := range Catalogue() {
		h := a.Make(Variant{})
		if h.Await() == nil || h.Occasional() != nil || a.Topology != Complete {
			continue
		}
		for _, timer := range []Timer{timerT, timerT2} {
			for some := range 1 << len(pieces) {
				can := func(chosen int) bool {
					var s scene
					for i, add := range pieces {
						if chosen>>i&1 == 1 {
							add(&s)
						}
					}
					return h.Await().CanCome(s, four, 2, timer)
				}
				for i := range pieces {
					if can(some) && !can(some|1<<i) {
						t.Fatalf("%s, %v: piece %d takes away from %b", a.Name, timer, i, some)
					}
				}
			}
		}
	}
}

// TestConcerns: whose silence after death a synchronous system waits for.
func TestConcerns(t *testing.T) {
	for _, test := range []struct {
		algorithm string
		timer     Timer
		dead      ID
		want      bool
		why       string
	}{
		{"bully", timerT, 3, true, "its answer may be what 2 waits for"},
		{"bully", timerT2, 3, true, "or its announcement"},
		{"bully", timerT, 1, false, "a lower one's message is neither"},
		{"bully-recovery", timerT2, 3, true, "as in bully"},
		{"raft", electionTimeout, 1, true, "whatever it has sent may be about an election"},
		{"raft", beat, 1, false, "a heartbeat waits for nobody"},
		{"ring-watch", watch3, 3, false, "of the dead only ELECTED matters, which CanCome sees"},
	} {
		a, _ := Find(test.algorithm)
		if got := a.Make(Variant{}).Await().Concerns(four, 2, test.timer, test.dead); got != test.want {
			t.Errorf("%s, %v, dead %d: got %v, want %v: %s", test.algorithm, test.timer, test.dead, got, test.want, test.why)
		}
	}
}

// TestArmed: which timer runs in which mode, and that a process takes part while one does.
func TestArmed(t *testing.T) {
	for m, want := range map[mode][]Timer{idle: nil, waitingForOK: {timerT}, waitingForCoordinator: {timerT2}} {
		for _, local := range []Local{bully{mode: m}, bullyRecovery{mode: m}} {
			h := Handle(Bully{})
			if _, recovery := local.(bullyRecovery); recovery {
				h = Handle(BullyRecovery{})
			}
			if got := h.Timers(2, four, local); !slices.Equal(got, want) {
				t.Errorf("%+v: got %v, want %v", local, got, want)
			}
			if s := h.Status(local); s.TakesPart != (m != idle) || s.Idle != (m == idle) || s.MayStart != (m == idle) {
				t.Errorf("%+v: %+v", local, s)
			}
		}
	}
}
