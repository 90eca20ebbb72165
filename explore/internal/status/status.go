// Package status prints the state of a check whose store another process holds.
package status

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"interrex/checker"
	"interrex/checker/levels"
	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/prose"
)

// Write prints the state of a check on standard output, and returns the exit code. A report in a file stays as it is.
func Write(c *command.Call, s check.Status, isJSON bool) int {
	d := documentOf(s)
	write := d.text
	if isJSON {
		write = func(out io.Writer) error { return prose.JSON(out, d) }
	}
	if err := write(c.Stdout); err != nil {
		return c.Unread(err)
	}
	return check.ExitInconclusive
}

// A document is a status for programs.
type document struct {
	// The flags that ask the same.
	Asked []string `json:"asked"`
	// The level that is explored or, if all is, the last one; the first is 0.
	Level int `json:"level"`
	// States found so far.
	States int `json:"states"`
	// Of these, in the level.
	Width int `json:"width"`
	// Steps out of the states before the level.
	Steps int `json:"steps"`
	// Whether all is explored. Liveness may not have been decided yet.
	Over bool `json:"over"`
	// The finished tasks: of the level or, if all is explored, of deciding liveness from the files. Empty:
	// none yet.
	Tasks []tasks `json:"tasks"`
	// States expanded a second while the last level was made that is in the store; null if there is only one.
	Rate *float64 `json:"states_per_second"`
	// The properties with liveness decided in the files.
	Decided []string `json:"decided"`
	// Whether no task of deciding liveness is left, though not all is decided: a driver may be at it by itself, or has come to an end without.
	LivenessOver bool `json:"liveness_over"`
	// The undecided properties. Empty if the program does not have the election.
	Undecided []string `json:"undecided"`
	// Seconds since the last level was finished; null: none.
	Age *float64 `json:"age"`
	// Objects in the store, and bytes in them.
	Objects int   `json:"objects"`
	Bytes   int64 `json:"bytes"`
	// Processes that work for the driver's. One that is killed stays here until the check is over.
	Workers []worker `json:"workers"`
	// The exit code: inconclusive.
	Exit int `json:"exit"`
}

// A worker, by its last message.
type worker struct {
	// Its machine and process.
	Name string `json:"name"`
	// Tasks that it does at a time.
	Hands int `json:"hands"`
	// Seconds since its last message. A worker sends one every 5 s.
	Age float64 `json:"age"`
	// Seconds that it had been there then.
	Seconds float64 `json:"seconds"`
	// Its finished and failed tasks.
	Tasks  int `json:"tasks"`
	Failed int `json:"failed"`
	// States expanded by these tasks.
	States int `json:"states"`
	// The part of its time that its hands were busy with tasks, from 0 to 1.
	Busy float64 `json:"busy"`
}

// The tasks of a kind: expand, sift or rank of a level; survey, lead, join and order when all is explored; then pursue, which is to look for a run
// that violates a property.
type tasks struct {
	Kind string `json:"kind"`
	// The property for which they are now; null: they are for all.
	Property *string `json:"property"`
	Done     int     `json:"done"`
	// Their total; null: unknown yet.
	Of *int `json:"of"`
}

func documentOf(s check.Status) document {
	d := document{Asked: s.Subject.Flags, Level: max(len(s.Widths)-1, 0), States: s.States(), Steps: s.Steps, Over: s.Over, Objects: s.Objects, Bytes: s.Bytes, Exit: check.ExitInconclusive}
	if n := len(s.Widths); n > 0 {
		age := s.Late.Seconds()
		d.Width, d.Age = s.Widths[n-1], &age
	}
	if s.Rate > 0 {
		d.Rate = &s.Rate
	}
	d.Tasks, d.Decided = tasksOf(s), []string{}
	for _, property := range s.Decided {
		d.Decided = append(d.Decided, nameOf(s, property))
	}
	d.LivenessOver, d.Undecided = undecided(s)
	d.Workers = []worker{}
	for _, p := range s.Workers {
		there := p.Heard.Sub(p.Began).Seconds()
		w := worker{Name: p.Worker, Hands: p.Hands, Age: max(time.Since(p.Heard).Seconds(), 0), Seconds: there, Tasks: p.Done, Failed: p.Failed, States: p.Expanded}
		if all := there * float64(p.Hands); all > 0 {
			w.Busy = min(p.Busy.Seconds()/all, 1)
		}
		d.Workers = append(d.Workers, w)
	}
	return d
}

// tasksOf are the tasks under way. Those to pursue are one for each property that is liveness.
func tasksOf(s check.Status) []tasks {
	all := []tasks{}
	add := func(t tasks, of int) {
		if of > 0 {
			t.Of = &of
		}
		all = append(all, t)
	}
	for _, g := range s.Going {
		add(tasks{Kind: g.Kind, Done: g.Done}, g.Of)
	}
	if s.Pursued >= 0 {
		name, lively := nameOf(s, s.Pursued), 0
		for _, p := range s.Properties {
			if p.IsLiveness() {
				lively++
			}
		}
		add(tasks{Kind: "pursue", Property: &name, Done: len(s.Decided)}, lively)
	}
	return all
}

// undecided reports whether no task is left although properties are undecided, and lists these. Results of tasks stay until all is decided.
func undecided(s check.Status) (isOver bool, names []string) {
	names = []string{}
	if !s.Left || len(s.Going) == 0 {
		return false, names
	}
	for n, p := range s.Properties {
		if p.IsLiveness() && !slices.Contains(s.Decided, n) {
			names = append(names, p.Name)
		}
	}
	return len(names) > 0 || s.Properties == nil, names
}

// nameOf is the name of a property.
func nameOf(s check.Status, property int) string {
	if property < len(s.Properties) {
		return s.Properties[property].Name
	}
	return fmt.Sprintf("property %d", property+1)
}

// text writes the state for people.
func (r *document) text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	w.Line("asked:  %s", strings.Join(r.Asked, " "))
	switch {
	case r.Age == nil:
		w.Line("so far: nothing, it has just begun")
	case r.Over:
		w.Line("so far: all, %s, %s, depth %s", prose.Plural(r.States, "state"), prose.Plural(r.Steps, "step"), prose.Grouped(r.Level))
	default:
		w.Line("so far: %s; %s to be expanded, level %s; %s", prose.Plural(r.States, "state"), prose.Verb(r.Width, "state"), prose.Grouped(r.Level), prose.Plural(r.Steps, "step"))
	}
	for _, t := range r.Tasks {
		done := checker.Tasks{Kind: t.Kind, Done: t.Done}
		if t.Of != nil {
			done.Of = *t.Of
		}
		what := ""
		switch {
		case t.Property != nil:
			what = "deciding " + *t.Property + ", "
		case r.LivenessOver:
			what = "for liveness, "
		case r.Over:
			what = "deciding liveness, "
		}
		w.Line("        %s%s", what, command.Done(done))
	}
	if len(r.Decided) > 0 {
		w.Line("        decided: %s", strings.Join(r.Decided, " "))
	}
	if r.LivenessOver {
		which := ""
		if len(r.Undecided) > 0 {
			which = ": " + strings.Join(r.Undecided, " ")
		}
		w.Line("        liveness is over, but for what a driver does by itself, and not decided from the files%s", which)
	}
	if r.Age != nil {
		rate := ""
		if r.Rate != nil {
			rate = fmt.Sprintf(", at %s states a second", prose.Grouped(int(*r.Rate)))
		}
		w.Line("since:  %s%s", prose.Time(math.Round(*r.Age)), rate)
	}
	r.writeWorkers(w)
	w.Line("store:  %s, %s", prose.Plural(r.Objects, "object"), prose.Memory(uint64(r.Bytes)))
	w.Line("verdict: inconclusive: another process holds the store (exit %d)", r.Exit)
	return w.Err
}

// writeWorkers writes a line for each worker.
func (r *document) writeWorkers(w *prose.Writer) {
	const heading = "work:   "
	margin := heading
	for _, one := range r.Workers {
		failed, silent := "", ""
		if one.Failed > 0 {
			failed = fmt.Sprintf(" and %s failed", prose.Grouped(one.Failed))
		}
		if one.Age > levels.Silence.Seconds() {
			silent = ", silent for " + prose.Time(one.Age)
		}
		w.Line("%s%s, %d at a time, there for %s, busy for %.0f %% of it: %s%s, %s expanded%s", margin, one.Name, one.Hands, prose.Time(one.Seconds), 100*one.Busy,
			prose.Plural(one.Tasks, "task"), failed, prose.Plural(one.States, "state"), silent)
		margin = strings.Repeat(" ", len(heading))
	}
}
