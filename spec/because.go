package spec

import (
	"fmt"
	"slices"
	"strings"
)

// A Run is the properties' view of a run that violates one.
type Run struct {
	Views       []View       // the initial view, and the view after each step
	Forever     int          // index of the first of the recurring Views; len(Views) if the run is finite
	Leaderships []Leadership // by term, then by step
	Calls       []string     // calls for an election in transit in the last view: "ELECTION(1) from P1 to P2"
	Results     []string     // announcements in transit in the last view
	Underway    []string     // election messages in transit in the last or the recurring views, each once: "ELECTION(9)"
}

// A Leadership is a process that has led in a term, and its first step as the leader.
type Leadership struct {
	Term   int
	Leader ID
	Step   int  // in which it became the leader; 0: initially
	Died   bool // it died in that step
}

// last returns the last view of a finite run, and lastStep the views around its last step; recurring returns the views that an
// infinite run visits again and again.
func (r Run) last() View                     { return r.Views[len(r.Views)-1] }
func (r Run) recurring() []View              { return r.Views[min(r.Forever, len(r.Views)-1):] }
func (r Run) lastStep() (before, after View) { return r.Views[len(r.Views)-2], r.last() }

// name is how reports call a process.
func name(id ID) string { return fmt.Sprintf("P%d", id) }

// listed lists words: "P1, P2 and P3".
func listed(words []string) string {
	if n := len(words); n > 1 {
		return strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
	return strings.Join(words, "")
}

// are lists the processes of a kind.
func (v View) are(kind func(Process) bool) (names []string) {
	for _, p := range v.Processes {
		if kind(p) {
			names = append(names, name(p.ID))
		}
	}
	return names
}

// verb fits a verb to its subjects.
func verb(subjects []string, one, several string) string {
	if len(subjects) == 1 {
		return subjects[0] + " " + one
	}
	return listed(subjects) + " " + several
}

// called names an elected process and its defect: dead, or not in the group.
func (v View) called(id ID) string {
	switch p, known := v.find(id); {
	case id == Nobody:
		return "nobody"
	case !known:
		return name(id) + ", which is no process of the group,"
	case !p.Live:
		return name(id) + ", which is dead,"
	}
	return name(id)
}

// electedBy names the elected of a process, and its defect.
func (v View) electedBy(id ID) string {
	p, _ := v.find(id)
	return v.called(p.Elected)
}

// grouped groups processes by a key, in the order of their first members. It leaves out those with the zero key.
func grouped[K comparable](v View, key func(Process) K) (keys []K, members map[K][]string) {
	var none K
	members = map[K][]string{}
	for _, p := range v.Processes {
		k := key(p)
		if members[k] == nil && k != none {
			keys = append(keys, k)
		}
		members[k] = append(members[k], name(p.ID))
	}
	return keys, members
}

// elections says whom the processes of a kind have elected: "P1 and P2 have elected P3". Of each elected one, say
// returns what else there is to say, and whether to say it at all. It is not known if the group has no such process.
func (v View) elections(kind func(Process) bool, say func(elected Process, known bool) (more []string, kept bool)) string {
	var all []string
	elected, electors := grouped(v, func(p Process) ID {
		if !kind(p) {
			return Nobody
		}
		return p.Elected
	})
	for _, id := range elected {
		if more, kept := say(v.find(id)); kept {
			all = append(append(all, verb(electors[id], "has elected ", "have elected ")+v.called(id)), more...)
		}
	}
	return clauses(all)
}

// clauses joins clauses to a list.
func clauses(all []string) string {
	return strings.ReplaceAll(strings.TrimSuffix(strings.Join(all, ", and "), ","), ",,", ",")
}

func severalLead(r Run) string {
	leaders := r.last().are(Process.Leads)
	if len(leaders) == 2 {
		return listed(leaders) + " both lead"
	}
	return listed(leaders) + " all lead"
}

// inLast says something of the last view.
func inLast(say func(View) string) func(Run) string {
	return func(r Run) string { return say(r.last()) }
}

// outranking lists the processes with an outranked elected, and the highest process that outranks it.
func outranking(strict bool) func(View) string {
	return func(v View) string {
		return v.elections(Process.isLive, func(elected Process, known bool) (more []string, kept bool) {
			if !known || !outranked(v, elected, strict) {
				return nil, false
			}
			best := elected
			for _, q := range v.Processes {
				if q.Live && (strict || !q.Fresh) && q.Rank > best.Rank {
					best = q
				}
			}
			back := ""
			if best.Fresh {
				back = ", just back,"
			}
			return []string{name(best.ID) + back + " outranks " + name(elected.ID)}, true
		})
	}
}

// disagreement lists the elections that agrees compares.
func disagreement(strict bool) func(View) string {
	return func(v View) string {
		return v.elections(Process.isLive, func(elected Process, known bool) ([]string, bool) {
			return nil, isCompared(elected, known, strict)
		})
	}
}

func strangers(r Run) string {
	return r.last().elections(isAny, func(_ Process, known bool) ([]string, bool) { return nil, !known })
}

func waiting(r Run) string {
	var all []string
	if who := r.last().are(func(p Process) bool { return p.Live && p.TakesPart }); who != nil {
		all = append(all, verb(who, "takes part or waits", "take part or wait"))
	}
	if r.last().OnTheWay {
		all = append(all, verb(r.Underway, "is on its way", "are on their way"))
	}
	return clauses(append(all, "no step is possible"))
}

// forever lists the elected of each process in the recurring views.
func (r Run) forever() string {
	var all []string
	choices, by := grouped(r.last(), func(p Process) string {
		var elected []string
		for _, v := range r.recurring() {
			if q, _ := v.find(p.ID); q.Live && !slices.Contains(elected, v.called(q.Elected)) {
				elected = append(elected, v.called(q.Elected))
			}
		}
		return strings.Join(elected, ", then ")
	})
	for _, elected := range choices {
		if strings.Contains(elected, ", then ") {
			all = append(all, verb(by[elected], "elects ", "elect ")+elected+", again and again")
		} else {
			all = append(all, verb(by[elected], "has elected ", "have elected ")+elected)
		}
	}
	return clauses(all)
}

func undecidedFor(r Run) string { return "for ever " + r.forever() }

// often counts the recurring views in which a process is live and of a kind.
func (r Run) often(id ID, kind func(Process) bool) (n int) {
	for _, v := range r.recurring() {
		if p, _ := v.find(id); p.Live && kind(p) {
			n++
		}
	}
	return n
}

func neverEnds(r Run) string {
	views := r.recurring()
	always := r.last().are(func(p Process) bool { return r.often(p.ID, takesPart) == len(views) })
	again := r.last().are(func(p Process) bool { n := r.often(p.ID, takesPart); return 0 < n && n < len(views) })
	var all []string
	if always != nil {
		all = append(all, verb(always, "takes part or waits", "take part or wait")+" for ever")
	}
	if again != nil {
		all = append(all, verb(again, "takes part or waits", "take part or wait")+" again and again")
	}
	if slices.ContainsFunc(views, func(v View) bool { return v.OnTheWay }) {
		all = append(all, verb(r.Underway, "is on its way", "are on their way")+" again and again")
	}
	return clauses(all)
}

func neverDecide(r Run) string {
	hasDecided := func(p Process) bool { return p.Decision != Undecided }
	who := r.last().are(func(p Process) bool { return p.Live && r.often(p.ID, hasDecided) == 0 })
	if who == nil {
		who = r.last().are(func(p Process) bool { return p.Live && !hasDecided(p) })
	}
	return verb(who, "never decides", "never decide")
}

// again counts the recurring views in which a predicate is false, and describes them.
func again(holds func(View) bool, wrong func(View) string) func(Run) string {
	return func(r Run) string {
		var what []string
		often := "for ever "
		for _, v := range r.recurring() {
			if holds(v) {
				often = "again and again "
			} else if text := wrong(v); !slices.Contains(what, text) {
				what = append(what, text)
			}
		}
		switch {
		case what == nil:
			what = []string{wrong(r.recurring()[0])}
		case len(what) > 1:
			often = "again and again "
		}
		return often + strings.Join(what, ", then ")
	}
}

func leaderless(r Run) string {
	for i := len(r.Views) - 1; i >= 0; i-- {
		leaders := r.Views[i].are(Process.Leads)
		switch {
		case leaders == nil:
		case i == 0:
			return verb(leaders, "leads", "lead") + " at first and never again, and for ever " + r.forever()
		default:
			return verb(leaders, "leads", "lead") + fmt.Sprintf(" for the last time after step %d, and for ever ", i) + r.forever()
		}
	}
	return "for ever " + r.forever()
}

// whoTurnsAway lists the processes that turn away from a live leader in the last step.
func whoTurnsAway(r Run) string {
	var all []string
	for _, p := range turningAway(r.lastStep()) {
		all = append(all, fmt.Sprintf("%s turns from the live %s to %s", name(p.ID), name(p.Elected), r.last().electedBy(p.ID)),
			"no live process outranks "+name(p.Elected))
	}
	return clauses(all)
}

// whoResigns lists the processes that cease to lead in the last step.
func whoResigns(strict bool) func(Run) string {
	return func(r Run) string {
		var all []string
		before, after := r.lastStep()
		for _, p := range resigning(before, after, strict) {
			all = append(all, fmt.Sprintf("%s is live and no longer leads: it has elected %s", name(p.ID), after.electedBy(p.ID)))
			if !strict {
				all = append(all, "no process has suspected "+name(p.ID)+" since it became the leader")
			}
		}
		return clauses(all)
	}
}

// onTheWay lists the announcements and calls in transit.
func onTheWay(r Run) string {
	so := ", and so are "
	if len(r.Calls) == 1 {
		so = ", and so is "
	}
	return verb(r.Results, "is on its way", "are on their way") + so + listed(r.Calls)
}

func decisions(kind func(Decision) bool) func(Run) string {
	return func(r Run) string {
		var all []string
		for _, d := range []Decision{Zero, One} {
			if who := r.last().are(func(p Process) bool { return p.Live && p.Decision == d }); kind(d) && who != nil {
				all = append(all, verb(who, "has decided ", "have decided ")+d.String())
			}
		}
		return clauses(all)
	}
}

// led names the leaders of each term that has several.
func led(r Run) string {
	var all []string
	for i := 0; i < len(r.Leaderships); {
		term, leaders := r.Leaderships[i].Term, []string(nil)
		for ; i < len(r.Leaderships) && r.Leaderships[i].Term == term; i++ {
			leaders = append(leaders, r.Leaderships[i].text())
		}
		if len(leaders) > 1 {
			all = append(all, fmt.Sprintf("%s led in term %d", listed(leaders), term))
		}
	}
	return clauses(all)
}

// text names the leader and when it became that: "P1 (step 3, in which it died)".
func (r Leadership) text() string {
	switch {
	case r.Step == 0:
		return name(r.Leader) + " (from the beginning)"
	case r.Died:
		return fmt.Sprintf("%s (step %d, in which it died)", name(r.Leader), r.Step)
	}
	return fmt.Sprintf("%s (step %d)", name(r.Leader), r.Step)
}
