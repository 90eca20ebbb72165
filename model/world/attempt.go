package world

import (
	"cmp"
	"fmt"
	"slices"

	"interrex/checker"
	"interrex/model"
)

// A Refusal is something that the world's repertoire has and that is no step of a state: what it
// would be, and the first of its guards that is false there.
type Refusal struct {
	Action  string   // as of an Occurrence, a draw without its outcome; or CrashInside
	Process model.ID // who would act, or be acted upon; Nobody where time would pass
	Peer    model.ID // the sender, or whom the detector would speak of; Nobody if there is none
	Guard   Guard
	Why     string // the values that make the guard false: "the budget -crashes=1 is spent"
}

func (r Refusal) String() string {
	text := r.Action
	switch {
	case r.Action == actions[report] || r.Action == actions[withdraw]:
		text += fmt.Sprintf(" of P%d to P%d", r.Peer, r.Process)
	case r.Peer != model.Nobody:
		text += fmt.Sprintf(" to P%d from P%d", r.Process, r.Peer)
	case r.Process != model.Nobody:
		text += fmt.Sprintf(" of P%d", r.Process)
	}
	return text + ": " + r.Why
}

// An attempt is something that the repertoire has in a state: steps of one kind that differ at most
// in the message taken from one channel, the lot drawn, or after how many messages the process dies.
type attempt struct {
	kind          moveKind
	process, peer int
	timer         string // with its name
	armed         int    // which of the armed timers that is, or -1
	inside        bool   // a crash inside a step
}

// attemptOf is what a step is one way to do.
func (x *expansion) attemptOf(m move) attempt {
	a := attempt{kind: m.kind, process: m.process, armed: -1}
	switch {
	case m.crashAfter > 0:
		return attempt{kind: crash, process: m.process, armed: -1, inside: true}
	case m.kind == deliver, m.kind == deliverAgain, m.kind == lose, m.kind == report, m.kind == withdraw:
		a.peer = m.peer
	case m.kind == timeout:
		a.timer, a.armed = x.traits(m.process, x.from[m.process]).timers[m.variant].String(), m.variant
	}
	return a
}

// attempts lists all there are, in the order of a report: by action, process, peer.
func (x *expansion) attempts() (all []attempt) {
	may := x.possible()
	for _, kind := range ordered {
		switch {
		case !may[kind]:
		case kind.isNobodys():
			all = append(all, attempt{kind: kind, armed: -1})
		case kind == deliver || kind == deliverAgain || kind == lose:
			for _, link := range x.links {
				all = append(all, attempt{kind: kind, process: link.to, peer: link.from, armed: -1})
			}
			of := all[len(all)-len(x.links):]
			slices.SortStableFunc(of, func(a, b attempt) int { return cmp.Compare(a.process, b.process) })
		default:
			for p := range x.n {
				all = append(all, x.attemptsOf(kind, p)...)
			}
			for p := 0; p < x.n && kind == crash && x.diesInside(); p++ {
				all = append(all, attempt{kind: crash, process: p, armed: -1, inside: true})
			}
		}
	}
	return all
}

// attemptsOf lists those of one kind and one process: of timers the armed ones, then the others.
func (x *expansion) attemptsOf(kind moveKind, p int) (all []attempt) {
	switch kind {
	case timeout:
		timers := x.traits(p, x.from[p]).timers
		for i, t := range timers {
			all = append(all, attempt{kind: kind, process: p, timer: t.String(), armed: i})
		}
		for _, name := range x.timerNames() {
			if !slices.ContainsFunc(timers, func(t model.Timer) bool { return t.Name == name }) {
				all = append(all, attempt{kind: kind, process: p, timer: name, armed: -1})
			}
		}
		return all
	case report, withdraw:
		for k := range x.n {
			if k != p {
				all = append(all, attempt{kind: kind, process: p, peer: k, armed: -1})
			}
		}
		return all
	}
	return []attempt{{kind: kind, process: p, armed: -1}}
}

// refusal puts an attempt and what forbids it into words.
func (x *expansion) refusal(a attempt, guard Guard, why string) Refusal {
	r := Refusal{Action: actions[a.kind], Guard: guard, Why: why}
	if a.timer != "" {
		r.Action += " " + a.timer
	}
	if a.inside {
		r.Action = CrashInside
	}
	if !a.kind.isNobodys() {
		r.Process = x.config.IDs[a.process]
	}
	switch a.kind {
	case deliver, deliverAgain, lose, report, withdraw:
		r.Peer = x.config.IDs[a.peer]
	}
	return r
}

// Refused lists what the world's repertoire has and s has no step of, in the order of a report. What
// is in it either has a step or has a guard that is false, never both; Refused panics if not so.
func (w *World) Refused(s checker.State) []Refusal {
	x := w.expansions.Get().(*expansion)
	defer w.expansions.Put(x)
	possible, bounded, several := map[attempt]bool{}, map[attempt]checker.Bound{}, make([]bool, w.n)
	x.expand(s, func(step checker.Step, to checker.State) {
		m := moveOf(step.Code)
		if to == nil {
			bounded[x.attemptOf(m)] = step.Bound
		} else {
			possible[x.attemptOf(m)] = true
		}
		if e, handled := w.event(s, m); handled && (to != nil || step.Bound != electionsBound) {
			several[m.process] = several[m.process] || len(w.outcome(m.process, s[m.process], e).sends) > 1
		}
	})
	var refused []Refusal
	for _, a := range x.attempts() {
		guard, why := x.forbids(a)
		if a.inside && guard == "" && !several[a.process] {
			guard, why = SendsMore, "no step of it sends more than one message"
		}
		bound, isBounded := bounded[a]
		switch {
		case (guard == "") != (possible[a] || isBounded):
			panic(fmt.Sprintf("world: in %s, of %+v: a step is %v, the guard that forbids it is %q", w.DescribeState(s), a, possible[a], guard))
		case guard != "":
			refused = append(refused, x.refusal(a, guard, why))
		case !possible[a]:
			refused = append(refused, x.refusal(a, InBounds, "the bound -"+w.Bounds()[bound-1]+" cuts it off"))
		}
		delete(possible, a)
	}
	for a := range possible {
		panic(fmt.Sprintf("world: a step of %+v, which the repertoire has not", a))
	}
	return refused
}
