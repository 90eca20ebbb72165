package command

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"time"

	"interrex/checker"
	"interrex/internal/prose"
)

// A Meter prints progress to one writer.
type Meter struct {
	out      io.Writer
	terminal bool
	pause    time.Duration
	last     time.Time
	wrote    bool

	began    time.Time
	bounds   checker.Options // those that may end an exploration before it is over
	isLively bool            // liveness is decided after it
}

// NewMeter makes a meter that writes to out: five times a second on a terminal, every two seconds
func NewMeter(out io.Writer, terminal bool) *Meter {
	m := Every(2*time.Second, out)
	if m.terminal = terminal; terminal {
		m.pause = 200 * time.Millisecond
	}
	return m
}

// Every makes a meter that prints a line to out after each pause.
func Every(pause time.Duration, out io.Writer) *Meter {
	return &Meter{out: out, pause: pause, last: time.Now(), began: time.Now()}
}

// Heed has the meter know what bounds the explorations, and whether liveness is decided after them.
func (m *Meter) Heed(bounds checker.Options, isLively bool) *Meter {
	m.bounds, m.isLively = bounds, isLively
	return m
}

// Report is a callback for checker.Options.
func (m *Meter) Report(p checker.Progress) {
	if now := time.Now(); now.Sub(m.last) >= m.pause {
		m.last = now
		m.write(m.line(p))
	}
}

func (m *Meter) line(p checker.Progress) string {
	seconds := p.Elapsed.Seconds()
	if p.Liveness {
		return fmt.Sprintf("deciding %s on %d states%s, %.0f s", cmp.Or(p.Tasks.Property, "liveness"), p.States, under(p.Tasks), seconds)
	}
	if p.Visits > 0 {
		return fmt.Sprintf("%d states met, %d visits, %.0f visits/s, longest run %d, %d MiB, %.0f s",
			p.States, p.Visits, float64(p.Visits)/max(seconds, 1e-9), p.Depth, p.Bytes>>20, seconds)
	}
	if p.States < p.Resumed {
		return fmt.Sprintf("going on from the checkpoint: %d of %d states", p.States, p.Resumed)
	}
	onDisk := ""
	if p.DiskBytes > 0 {
		onDisk = fmt.Sprintf(" and %d MiB on disk", p.DiskBytes>>20)
	}
	return fmt.Sprintf("%d states, %.0f states/s, depth %d, %d to expand%s, %d MiB%s, %.0f s, %s",
		p.States, float64(p.States)/max(seconds, 1e-9), p.Depth, p.States-p.Expanded, under(p.Tasks), p.Bytes>>20, onDisk, seconds, m.end(p))
}

// under is how far the tasks of a level are, wherever they are done.
func under(t checker.Tasks) string {
	switch {
	case t.Kind == "":
		return ""
	case t.Hands == 0:
		return ", " + Done(t)
	}
	return fmt.Sprintf(", %s by %d at a time", Done(t), t.Hands)
}

// Done says how many tasks are done.
func Done(t checker.Tasks) string {
	if t.Of == 0 {
		return fmt.Sprintf("%s to %s done", prose.Plural(t.Done, "task"), t.Kind)
	}
	return fmt.Sprintf("%d of %d tasks to %s done", t.Done, t.Of, t.Kind)
}

// end says when the exploration will be over, if that can be foreseen, and when at the latest, in nine of ten worlds; or when a bound
// ends it, if that is before.
func (m *Meter) end(p checker.Progress) string {
	what := "end"
	if m.isLively {
		what = "exploration ends"
	}
	f, ok := checker.Foresee(p.Widths)
	left := m.left(p)
	if !ok && math.IsInf(left, 1) {
		return "end unknown"
	}
	if !ok {
		return fmt.Sprintf("%s within about %s", what, prose.Time(left))
	}
	rate := float64(p.Expanded) / max(p.Elapsed.Seconds(), 1e-9)
	in := func(states float64) string { return prose.Time(min((states-float64(p.Expanded))/max(rate, 1), left)) }
	if in(f.States) == in(f.Most) {
		return fmt.Sprintf("%s in about %s", what, in(f.Most))
	}
	return fmt.Sprintf("%s in about %s, perhaps %s", what, in(f.States), in(f.Most))
}

// left are the seconds until a bound ends the exploration, at the pace it has had: infinitely many without one.
func (m *Meter) left(p checker.Progress) float64 {
	left := math.Inf(1)
	if m.bounds.MaxTime > 0 { // Elapsed counts what a checkpoint has had, too, and the meter the explorations before this one
		left = (m.bounds.MaxTime - min(p.Elapsed, time.Since(m.began))).Seconds()
	}
	if most := m.bounds.MaxStates; most > 0 && p.States > 0 {
		left = min(left, p.Elapsed.Seconds()*(float64(most)/float64(p.States)-1))
	}
	return left
}

func (m *Meter) write(line string) {
	m.wrote = true
	if m.terminal {
		if columns := columnsOf(m.out); columns > 0 && len(line) >= columns { // a longer line would wrap and its second row would stay
			line = line[:columns-1]
		}
		fmt.Fprintf(m.out, "\r\x1b[K%s", line)
		return
	}
	fmt.Fprintln(m.out, line)
}

// Close clears the line on a terminal.
func (m *Meter) Close() {
	if m.terminal && m.wrote {
		fmt.Fprint(m.out, "\r\x1b[K")
	}
}
