// Package estimate is the command estimate: a look at the beginning of an exploration that tells how much there is to come.
package estimate

import (
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"

	"interrex/checker"
	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
	"interrex/spec"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "estimate", Group: command.Check, Usage: "-algo=NAME -n=N [flags]",
		Short: "explores for some seconds and tells how many states there may be, and what a check will take",
		Long: "The widths of the levels found so far are followed to their end. How far off such a guess is has been measured on the catalogue: " +
			"the least and the most are said so that the states that there are lie between them nine times in ten. Time and memory are " +
			"guessed in proportion, and time, which other work changes, is further off: docs/performance.md has the figures.\n\n" +
			"It is about the whole graph, explored with the safety properties that check asks by default: there are fewer states with -reduce or " +
			"-max-depth, time and memory are others with other properties or with -store, and it does not tell how much.",
		Codes: []string{"0 it was told, Ctrl-C or not: an estimate decides nothing"},
		New:   func(p *command.Program) command.Asking { return &asked{Question: p.NewQuestion()} },
	}
}

// usualProbe is how long it explores.
const usualProbe = 5 * time.Second

type asked struct {
	check.Question
	command.Delivery
}

// Flags are those of a world, and how far to look.
func (a *asked) Flags() flags.Table {
	bounds := a.Question.Bounds().Without("max-depth", "max-counterexamples", "stop", "reduce", "shortest")
	for i, f := range bounds {
		switch f.Name {
		case "max-time":
			bounds[i].Help = "time to look, such as 90s; 5s by default"
		case "max-memory":
			bounds[i].Help = "memory to look with, such as 8GiB; by default seven eighths of what is free. It does not go on on disk, as a check does"
		case "workers":
			bounds[i].Help = "parallel workers, by default one per core; time is that of as many"
		}
	}
	return slices.Concat(a.Question.WorldFlags(), bounds, a.Delivered("", "text", "json")).Then(func() error {
		if a.Options.MaxTime == 0 {
			a.Options.MaxTime = usualProbe
		}
		a.Properties = slices.DeleteFunc(a.World.Algorithm.Usual(), spec.Property.IsLiveness)
		return a.Complete()
	})
}

// Run explores and tells.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	end := c.Progress(&a.Options)
	found, err := check.Ask(ctx, a.Question)
	end()
	if err == nil {
		err = found.Panic()
	}
	if err != nil {
		return c.Panicked(err)
	}
	return c.Deliver(&report{asked: a, found: found, document: foresee(found)})
}

// A document is what is foreseen.
type document struct {
	// States found while it looked.
	Explored int `json:"explored"`
	// Whether these are all there are, and no bound has altered anything. If so, that is the estimate.
	Complete bool `json:"complete"`
	// How many states there may be in the end; null if levels grow faster than can be told where that ends.
	States *guess `json:"states"`
	// Seconds that an exploration takes, with the safety properties asked by default, by as many workers. With liveness a check of a world of
	// the catalogue takes 1.1 to 4.4 times as long.
	Seconds *guess `json:"seconds"`
	// Bytes of memory, or with what has no room there on disk.
	Bytes *guess `json:"bytes"`
}

// A guess is a number with its error. In nine of ten cases of the catalogue there were no fewer states than the least and no more than
// the most; time and memory, which follow from states, were between theirs in 26 and 29 of 30: docs/performance.md.
type guess struct {
	About float64 `json:"about"`
	Least float64 `json:"least"`
	Most  float64 `json:"most"`
}

// times is a guess of something there is for each state, beside something there is once.
func (g guess) times(each, once float64) *guess {
	return &guess{once + each*g.About, once + each*g.Least, once + each*g.Most}
}

// whole is a guess of something that there is no part of.
func (g guess) whole() *guess {
	return &guess{math.Round(g.About), math.Round(g.Least), math.Round(g.Most)}
}

// isExhausted reports whether there are no more states: no bound was hit, or only the world's own.
func isExhausted(found *check.Findings) bool {
	own := found.World.Bounds()
	isOther := func(bound string) bool { return !slices.Contains(own, bound) }
	return found.Counts.Complete || !slices.ContainsFunc(strings.Split(found.Counts.Bound, ", "), isOther)
}

// foresee makes an estimate of what was found.
func foresee(found *check.Findings) document {
	r := found.Counts
	d := document{Explored: r.States, Complete: r.Complete}
	states := guess{float64(r.States), float64(r.States), float64(r.States)}
	if !isExhausted(found) {
		levels, known := complete(r), float64(r.States)
		f, ok := checker.Foresee(levels)
		if !ok || f.Most <= known || grows(levels) && f.States < hardly*known {
			return d
		}
		states = guess{max(f.States, known), max(f.Least, known), f.Most}
	}
	stored := (float64(r.RowBytes) + r.Overhead) * float64(r.States)
	d.States = states.whole()
	d.Seconds = states.times(r.Seconds/float64(max(r.States, 1)), 0)
	d.Bytes = states.times(float64(r.RowBytes)+r.Overhead, max(float64(r.PeakBytes)-stored, 0)).whole()
	return d
}

// complete are the widths of the levels that are known to have no more states: not the last one, if the exploration was cut.
func complete(r *checker.Report) []int { return r.Widths[:max(len(r.Widths)-1, 0)] }

// hardly is how far a forecast must be above what is known, as long as levels grow: else the level that is not complete, of which it
// knows nothing, refutes it.
const hardly = 1.1

func grows(levels []int) bool { return levels[len(levels)-1] > levels[len(levels)-2] }

type report struct {
	*asked
	found    *check.Findings
	document document
}

// Exit is 0: an estimate decides nothing.
func (r *report) Exit() int { return check.ExitHolds }

// Verdict is the last line.
func (r *report) Verdict() string {
	number := func(n float64) string { return prose.Grouped(max(rounded(n), r.document.Explored)) }
	switch s := r.document.States; {
	case s == nil:
		bound, advice := r.BoundNamed(r.found.Counts.Bound), ""
		if strings.HasPrefix(bound, "-") {
			advice = ": raise it"
		}
		return fmt.Sprintf("estimate: more than %s; %s ended the look too early to tell how many%s (exit 0)", prose.Plural(r.document.Explored, "state"), bound, advice)
	case s.Least == s.Most:
		return fmt.Sprintf("estimate: none is needed, all %s were found (exit 0)", prose.Plural(int(s.About), "state"))
	default:
		return fmt.Sprintf("estimate: about %s states, and nine times in ten from %s to %s (exit 0)", number(s.About), number(s.Least), number(s.Most))
	}
}

// Text writes the estimate for people.
func (r *report) Text(out io.Writer) error {
	w := &prose.Writer{Out: out}
	a := r.World.Algorithm
	w.Line("interrex %s   %s: %s (%s)", check.Version, a.Name, a.Title, a.Source)
	w.Line("world: %s", r.WorldLine())
	w.Line("")
	w.Line("looked: %s", r.found.Size())
	if d := r.document; d.Seconds != nil {
		w.Line("time:   %s for the exploration with its safety properties, by %s; with liveness up to four times as long, most where states are on cycles",
			span(d.Seconds, prose.Time), prose.Plural(r.Options.Workers, "worker"))
		w.Line("memory: %s; where -max-memory does not suffice, the rest is kept on disk",
			span(d.Bytes, func(b float64) string { return prose.Memory(uint64(b)) }))
	}
	w.Line("%s", r.Verdict())
	return w.Err
}

// span spells a guess.
func span(g *guess, spell func(float64) string) string {
	if g.Least == g.Most {
		return spell(g.About)
	}
	return fmt.Sprintf("about %s (%s to %s)", spell(g.About), spell(g.Least), spell(g.Most))
}

// rounded is a number with two digits that count.
func rounded(n float64) int {
	if n < 100 {
		return int(n)
	}
	unit := math.Pow(10, math.Floor(math.Log10(n))-1)
	return int(math.Round(n/unit) * unit)
}

// JSON writes the estimate for programs.
func (r *report) JSON(out io.Writer) error { return prose.JSON(out, r.document) }
