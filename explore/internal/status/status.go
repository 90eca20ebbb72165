// Package status is the command status: how far a check in a store has come.
package status

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"interrex/checker/levels"
	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "status", Group: command.Check, Usage: "-store=DIR [-format=text|json]",
		Short: "tells how far a check with -store has come",
		Long: "It reads what is in the store, so it needs neither the process that drives the check nor those that work for it, and " +
			"disturbs none of them. Levels that a driver has done alone are there once a second. Workers are processes beside the driver; each says " +
			"every 5 s, by its own clock, what it has done so far. One that ends says so; one that is killed does not.",
		Codes:     "0; 150 if the store is no check's, or cannot be read",
		Documents: []any{document{}},
		New:       func(p *command.Program) command.Asking { return &asked{Question: p.NewQuestion()} },
	}
}

type asked struct {
	check.Question
	command.Delivery
}

// Flags are the store, and how it is told.
func (a *asked) Flags() flags.Table {
	return append(flags.Table{a.Named()}, a.Delivered("", "text", "json")...)
}

// Run reads and tells.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	status, err := a.Status(ctx)
	if err != nil {
		return c.Refuse(command.InputError{Err: err})
	}
	r := &report{status, documentOf(status)}
	write := r.Text
	if a.Format == "json" {
		write = r.JSON
	}
	return c.Finish(write(c.Out), check.ExitHolds)
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
	// Tasks of the level that are done. Empty if the driver does it alone.
	Tasks []tasks `json:"tasks"`
	// States expanded a second while the last level was made that is in the store; null if there is only one.
	Rate *float64 `json:"states_per_second"`
	// Seconds since the last level was there; null if there is none.
	Age *float64 `json:"age"`
	// Objects in the store, and bytes in them.
	Objects int   `json:"objects"`
	Bytes   int64 `json:"bytes"`
	// Processes that work for the driver's. One that is killed stays here until the check is over, or for an hour.
	Workers []worker `json:"workers"`
}

// A worker, as it has last said.
type worker struct {
	// Its machine and process.
	Name string `json:"name"`
	// Tasks that it does at a time.
	Hands int `json:"hands"`
	// Seconds since it was last heard of. A worker says something every 5 s.
	Age float64 `json:"age"`
	// Seconds that it had been there then.
	Seconds float64 `json:"seconds"`
	// Tasks that it had done, and tried in vain.
	Tasks  int `json:"tasks"`
	Failed int `json:"failed"`
	// States expanded by these tasks.
	States int `json:"states"`
	// The part of its time that its hands were busy with tasks, from 0 to 1.
	Busy float64 `json:"busy"`
}

// The tasks of a kind: expand, sift or rank.
type tasks struct {
	Kind string `json:"kind"`
	Done int    `json:"done"`
	// How many there are; null if that is not known yet.
	Of *int `json:"of"`
}

func documentOf(s levels.Status) document {
	d := document{Asked: s.Subject.Flags, Level: max(len(s.Widths)-1, 0), States: s.States(), Steps: s.Steps, Over: s.Over, Tasks: []tasks{}, Objects: s.Objects, Bytes: s.Bytes}
	if n := len(s.Widths); n > 0 {
		age := s.Late.Seconds()
		d.Width, d.Age = s.Widths[n-1], &age
	}
	if s.Rate > 0 {
		d.Rate = &s.Rate
	}
	for _, g := range s.Going {
		t := tasks{Kind: g.Kind, Done: g.Done}
		if g.Of > 0 {
			t.Of = &g.Of
		}
		d.Tasks = append(d.Tasks, t)
	}
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

type report struct {
	status levels.Status
	document
}

// Text writes it for people.
func (r *report) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	w.Line("asked:  %s", strings.Join(r.Asked, " "))
	switch {
	case r.Age == nil:
		w.Line("so far: nothing, it has just begun")
	case r.Over:
		w.Line("so far: all, %s, %s, depth %d", prose.Plural(r.States, "state"), prose.Plural(r.Steps, "step"), r.Level)
	default:
		w.Line("so far: %s; %s to be expanded, level %d; %s", prose.Plural(r.States, "state"), prose.Verb(r.Width, "state"), r.Level, prose.Plural(r.Steps, "step"))
	}
	for _, t := range r.Tasks {
		of := ""
		if t.Of != nil {
			of = fmt.Sprintf(" of %d", *t.Of)
		}
		w.Line("        %s done to %s", prose.Plural(t.Done, "task")+of, t.Kind)
	}
	if r.Age != nil {
		rate := ""
		if r.Rate != nil {
			rate = fmt.Sprintf(", at %s states a second", prose.Grouped(int(*r.Rate)))
		}
		w.Line("since:  %s%s", prose.Time(r.status.Late.Round(time.Second).Seconds()), rate)
	}
	r.workers(w)
	w.Line("store:  %s, %s", prose.Plural(r.Objects, "object"), prose.Memory(uint64(r.Bytes)))
	return w.Err
}

// workers tells who works, and of whom nothing is heard any more.
func (r *report) workers(w *prose.Writer) {
	const heading = "work:   "
	margin := heading
	for _, one := range r.Workers {
		failed, silent := "", ""
		if one.Failed > 0 {
			failed = fmt.Sprintf(" and %d in vain", one.Failed)
		}
		if one.Age > levels.Silence.Seconds() {
			silent = ", silent for " + prose.Time(one.Age)
		}
		w.Line("%s%s, %d at a time, there for %s, busy for %.0f %% of it: %s%s, %s expanded%s", margin, one.Name, one.Hands, prose.Time(one.Seconds), 100*one.Busy,
			prose.Plural(one.Tasks, "task"), failed, prose.Plural(one.States, "state"), silent)
		margin = strings.Repeat(" ", len(heading))
	}
}

// JSON writes it for programs.
func (r *report) JSON(out io.Writer) error { return prose.JSON(out, r.document) }
