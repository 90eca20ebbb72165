package command

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
	"unicode/utf8"

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

// Heed sets the bounds of the explorations.
func (m *Meter) Heed(bounds checker.Options) *Meter {
	m.bounds = bounds
	return m
}

// Report is a callback for checker.Options.
func (m *Meter) Report(p checker.Progress) {
	if now := time.Now(); now.Sub(m.last) >= m.pause {
		m.last = now
		m.write(m.fit(m.line(p)))
	}
}

// violation names the violated property, and the steps of the run.
func violation(v checker.Violation) string {
	how := " violated"
	if v.Property.IsLiveness() {
		how += " by a cycle"
	}
	return v.Property.Name + how + " after " + prose.Plural(v.Steps, "step")
}

// doing is the current work after a violation.
func doing(p checker.Progress) string {
	if p.Liveness {
		return "deciding liveness"
	}
	return "exploring"
}

// advice is how the exploration ends, or would have ended, with a violation.
func (m *Meter) advice(p checker.Progress) string {
	switch {
	case p.Liveness:
		return ""
	case m.bounds.StopFirst:
		return " to the end of this level"
	}
	return " (-stop=first ends here)"
}

// fit joins the parts. On a terminal, those at the end for which the line has no room are left out.
func (m *Meter) fit(parts []string) string {
	line := strings.Join(parts, "")
	if !m.terminal {
		return line
	}
	width := cmp.Or(columnsOf(m.out), lineWidth) - 1 // a terminal may wrap a line that fills it
	for len(parts) > 1 && utf8.RuneCountInString(line) > width {
		parts = parts[:len(parts)-1]
		line = strings.Join(parts, "")
	}
	return string([]rune(line)[:min(width, utf8.RuneCountInString(line))])
}

// line is the progress, in parts.
func (m *Meter) line(p checker.Progress) []string {
	seconds := fmt.Sprintf(", %s s", prose.Grouped(int(math.Round(p.Elapsed.Seconds()))))
	states := prose.Grouped(p.States)
	if p.Liveness {
		return []string{m.violated(p) + "deciding " + cmp.Or(p.Tasks.Property, "liveness") + " on " + states + " states", under(p.Tasks), seconds}
	}
	rate := prose.Grouped(int(math.Round(float64(p.States) / max(p.Elapsed.Seconds(), 1e-9))))
	return []string{m.violated(p) + states + " states", ", " + rate + " states/s", ", depth " + prose.Grouped(p.Depth),
		", " + prose.Grouped(p.States-p.Expanded) + " to expand", under(p.Tasks), ", " + prose.Grouped(int(p.Bytes>>20)) + " MiB", seconds, m.used(p)}
}

// violated begins a line with the violations known, in brief on a terminal.
func (m *Meter) violated(p checker.Progress) string {
	switch more := len(p.Violations) - 1; {
	case more < 0:
		return ""
	case m.terminal && more == 0:
		return p.Violations[0].Property.Name + " violated, "
	case m.terminal:
		return fmt.Sprintf("%s and %d more violated, ", p.Violations[0].Property.Name, more)
	}
	var all []string
	for _, v := range p.Violations {
		all = append(all, violation(v))
	}
	return strings.Join(all, ", ") + "; still " + doing(p) + m.advice(p) + ": "
}

// under is the progress of the tasks of a level.
func under(t checker.Tasks) string {
	if t.Kind == "" {
		return ""
	}
	return ", " + Done(t)
}

// Done is the number of tasks done, as text.
func Done(t checker.Tasks) string {
	if t.Of == 0 {
		return fmt.Sprintf("%s to %s done", prose.Plural(t.Done, "task"), t.Kind)
	}
	return fmt.Sprintf("%s of %s tasks to %s done", prose.Grouped(t.Done), prose.Grouped(t.Of), t.Kind)
}

// used is the share of the tightest bound that is used. Without a bound it is empty.
func (m *Meter) used(p checker.Progress) string {
	share, flag := 0.0, ""
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
			share, flag = bound.used/bound.most, bound.flag
		}
	}
	if flag == "" {
		return ""
	}
	return fmt.Sprintf(", %.0f%% of %s", 100*share, flag)
}

func (m *Meter) write(line string) {
	m.wrote = true
	if m.terminal {
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
