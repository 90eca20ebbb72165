package model

import (
	"slices"
	"strings"
	"testing"
)

// A scene is a Situation written down: who is dead, waits, is recovering, and what is on its way
// ("ELECTION(1) 1→3").
type scene struct {
	dead, waiting, recovering []ID
	messages                  string
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
	return slices.ContainsFunc(s.on(), func(on [2]string) bool { return on[0] == m.String() })
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
