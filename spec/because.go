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

// last returns the last view of a finite run; recurring returns the views that an infinite run visits again
// and again.
func (r Run) last() View        { return r.Views[len(r.Views)-1] }
func (r Run) recurring() []View { return r.Views[min(r.Forever, len(r.Views)-1):] }

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

// elections says whom the processes of a kind have elected: "P1 and P2 have elected P3". Of each elected one, say
// returns what else there is to say, and whether to say it at all. It is not known if the group has no such process.
func (v View) elections(kind func(Process) bool, say func(elected Process, known bool) (more []string, kept bool)) string {
	var all []string
	electors := map[ID][]string{}
	for _, p := range v.Processes {
		if kind(p) && hasElected(p) {
			electors[p.Elected] = append(electors[p.Elected], name(p.ID))
		}
	}
	for _, p := range v.Processes { // in the order of the first electors
		if names := electors[p.Elected]; names != nil && names[0] == name(p.ID) {
			if more, kept := say(v.find(p.Elected)); kept {
				all = append(append(all, verb(names, "has elected ", "have elected ")+v.called(p.Elected)), more...)
			}
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

// outranking lists the processes with an outranked elected, and the highest process that outranks it.
func outranking(v View, strict bool) string {
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
		if best.Fresh {
			return []string{name(best.ID) + ", just back, outranks " + name(elected.ID)}, true
		}
		return []string{name(best.ID) + " outranks " + name(elected.ID)}, true
	})
}

// disagreement lists the elections that agreement compares.
func disagreement(v View, strict bool) string {
	return v.elections(Process.isLive, func(elected Process, known bool) ([]string, bool) {
		return nil, strict || known && elected.Live && !elected.Fresh
	})
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
	type choice struct{ elected, by []string }
	var choices []choice
	for i := range r.last().Processes {
		var elected []string
		for _, v := range r.recurring() {
			if p := v.Processes[i]; p.Live && !slices.Contains(elected, v.called(p.Elected)) {
				elected = append(elected, v.called(p.Elected))
			}
		}
		n := slices.IndexFunc(choices, func(c choice) bool { return slices.Equal(c.elected, elected) })
		switch by := name(r.last().Processes[i].ID); {
		case elected == nil: // it is dead
		case n >= 0:
			choices[n].by = append(choices[n].by, by)
		default:
			choices = append(choices, choice{elected, []string{by}})
		}
	}
	var all []string
	for _, c := range choices {
		if len(c.elected) == 1 {
			all = append(all, verb(c.by, "has elected ", "have elected ")+c.elected[0])
		} else {
			all = append(all, verb(c.by, "elects ", "elect ")+strings.Join(c.elected, ", then ")+", again and again")
		}
	}
	return clauses(all)
}

func undecidedFor(r Run) string { return "for ever " + r.forever() }

func neverEnds(r Run) string {
	views := r.recurring()
	var always, again []string
	for i, p := range views[0].Processes {
		n := 0
		for _, v := range views {
			n += btoi(v.Processes[i].Live && v.Processes[i].TakesPart)
		}
		switch {
		case n == len(views):
			always = append(always, name(p.ID))
		case n > 0:
			again = append(again, name(p.ID))
		}
	}
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

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func neverDecide(r Run) string {
	who := r.last().are(func(p Process) bool {
		return p.Live && !slices.ContainsFunc(r.recurring(), func(v View) bool { q, _ := v.find(p.ID); return q.Decision != Undecided })
	})
	if who == nil {
		who = r.last().are(func(p Process) bool { return p.Live && p.Decision == Undecided })
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

// turning lists the processes that turn away from a live leader in the last step.
func turning(r Run) string {
	before, after := r.Views[len(r.Views)-2], r.last()
	var all []string
	for i, p := range before.Processes {
		now := after.Processes[i]
		old, known := before.find(p.Elected)
		if p.Live && now.Live && known && old.Live && now.Elected != p.Elected && !outranked(before, old, true) {
			all = append(all, fmt.Sprintf("%s turns from the live %s to %s", name(p.ID), name(p.Elected), after.called(now.Elected)),
				"no live process outranks "+name(p.Elected))
		}
	}
	return clauses(all)
}

// resigning lists the processes that cease to lead in the last step.
func resigning(strict bool) func(Run) string {
	return func(r Run) string {
		before, after := r.Views[len(r.Views)-2], r.last()
		var all []string
		for i, p := range before.Processes {
			now := after.Processes[i]
			if !p.Leads() || !now.Live || now.Leads() || !strict && (p.Suspected || now.Suspected) {
				continue
			}
			all = append(all, fmt.Sprintf("%s is live and no longer leads: it has elected %s", name(p.ID), after.called(now.Elected)))
			if !strict {
				all = append(all, "no process has suspected "+name(p.ID)+" since it became the leader")
			}
		}
		return clauses(all)
	}
}

// onTheWay lists the announcements and calls in transit.
func onTheWay(r Run) string {
	return verb(r.Results, "is on its way", "are on their way") + ", and so " + []string{"are ", "is "}[btoi(len(r.Calls) == 1)] + listed(r.Calls)
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
