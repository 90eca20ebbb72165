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

	began  time.Time
	bounds checker.Options // those that may end an exploration before it is over
}

// lineWidth is the default width of a line of progress.
const lineWidth = 80

// NewMeter makes a meter that writes to out: five times a second on a terminal, every two seconds elsewhere.
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

// Within sets the bounds of the explorations.
func (m *Meter) Within(bounds checker.Options) *Meter {
	m.bounds = bounds
	return m
}

// Report is a callback for checker.Options. On a terminal the end of a line for which there is no room is left out.
func (m *Meter) Report(p checker.Progress) {
	now := time.Now()
	if now.Sub(m.last) < m.pause {
		return
	}
	m.last, m.wrote = now, true
	line := m.line(p)
	if !m.terminal {
		fmt.Fprintln(m.out, line)
		return
	}
	letters, width := []rune(line), cmp.Or(columnsOf(m.out), lineWidth)-1 // a terminal may wrap a line that fills it
	fmt.Fprintf(m.out, "\r\x1b[K%s", string(letters[:min(width, len(letters))]))
}

// line is the progress, after the first violation that is known.
func (m *Meter) line(p checker.Progress) (line string) {
	if more := len(p.Violations) - 1; more >= 0 {
		line = fmt.Sprintf("%s violated after %s", p.Violations[0].Property.Name, prose.Plural(p.Violations[0].Steps, "step"))
		if more > 0 {
			line += fmt.Sprintf(" and %d more", more)
		}
		line += ", "
	}
	seconds := fmt.Sprintf(", %s s", prose.Grouped(int(math.Round(p.Elapsed.Seconds()))))
	states, tasks := prose.Grouped(p.States)+" states", ""
	if p.Tasks.Kind != "" {
		tasks = fmt.Sprintf(", %s tasks to %s done", prose.Grouped(p.Tasks.Done), p.Tasks.Kind)
	}
	if p.Liveness {
		return line + "deciding " + cmp.Or(p.Tasks.Property, "liveness") + " on " + states + tasks + seconds
	}
	rate := prose.Grouped(int(math.Round(float64(p.States) / max(p.Elapsed.Seconds(), 1e-9))))
	return line + fmt.Sprintf("%s, %s states/s, depth %s, %s to expand%s, %s MiB%s%s", states, rate, prose.Grouped(p.Depth),
		prose.Grouped(p.States-p.Expanded), tasks, prose.Grouped(int(p.Bytes>>20)), seconds, m.used(p))
}

// used is the share of the tightest bound that is used. Without a bound it is empty.
func (m *Meter) used(p checker.Progress) (text string) {
	share := 0.0
	for _, bound := range []struct {
		flag       string
		used, most float64
	}{
		{"-max-states", float64(p.States), float64(m.bounds.MaxStates)},
		{"-max-depth", float64(p.Depth), float64(m.bounds.MaxDepth)},
		{"-max-memory", float64(p.Bytes), float64(m.bounds.MaxMemory)},
		{"-max-time", min(p.Elapsed, time.Since(m.began)).Seconds(), m.bounds.MaxTime.Seconds()}, // Elapsed includes earlier processes, the meter earlier explorations
	} {
		if bound.most > 0 && bound.used/bound.most >= share {
			share = bound.used / bound.most
			text = fmt.Sprintf(", %.0f%% of %s", 100*share, bound.flag)
		}
	}
	return text
}

// Close clears the line on a terminal.
func (m *Meter) Close() {
	if m.terminal && m.wrote {
		fmt.Fprint(m.out, "\r\x1b[K")
	}
}
