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
			"disturbs none of them. Levels that a driver has done alone are there once a second.",
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
		w.Line("so far: %s, of which %s to be expanded, level %d; %s", prose.Plural(r.States, "state"), prose.Verb(r.Width, "is"), r.Level, prose.Plural(r.Steps, "step"))
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
	w.Line("store:  %s, %s", prose.Plural(r.Objects, "object"), prose.Memory(uint64(r.Bytes)))
	return w.Err
}

// JSON writes it for programs.
func (r *report) JSON(out io.Writer) error { return prose.JSON(out, r.document) }
