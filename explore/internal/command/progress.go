package command

import (
	"fmt"
	"io"
	"time"

	"interrex/checker"
)

// A Meter prints progress to one writer.
type Meter struct {
	out      io.Writer
	terminal bool
	pause    time.Duration
	last     time.Time
	wrote    bool

	depth    int // of the level that is being expanded
	widths   []int
	expanded int // states expanded before that level
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
	return &Meter{out: out, pause: pause, last: time.Now(), depth: -1}
}

// Report is a callback for checker.Options.
func (m *Meter) Report(p checker.Progress) {
	if p.Depth != m.depth {
		m.depth, m.expanded = p.Depth, p.Expanded
		m.widths = append(m.widths, p.Frontier)
	}
	if now := time.Now(); now.Sub(m.last) >= m.pause {
		m.last = now
		m.write(m.line(p))
	}
}

func (m *Meter) line(p checker.Progress) string {
	seconds := p.Elapsed.Seconds()
	if p.Liveness {
		return fmt.Sprintf("deciding liveness on %d states, %.0f s", p.States, seconds)
	}
	if p.States < p.Resumed {
		return fmt.Sprintf("going on from the checkpoint: %d of %d states", p.States, p.Resumed)
	}
	return fmt.Sprintf("%d states, %.0f states/s, depth %d, %d to expand, %d MiB, %.0f s, end %s",
		p.States, float64(p.States)/max(seconds, 1e-9), p.Depth, p.States-p.Expanded, p.Bytes>>20, seconds, m.end(p))
}

// end estimates when the exploration will be over. While levels still grow, no estimate is possible. Once they
// have shrunk twice, the rest is taken for a geometric series.
func (m *Meter) end(p checker.Progress) string {
	n := len(m.widths)
	if n < 3 || m.widths[n-1] >= m.widths[n-2] || m.widths[n-2] >= m.widths[n-3] {
		return "unknown"
	}
	ratio := float64(m.widths[n-1]) / float64(m.widths[n-2])
	left := float64(m.widths[n-1])/(1-ratio) - float64(p.Expanded-m.expanded)
	rate := float64(p.Expanded) / max(p.Elapsed.Seconds(), 1e-9)
	return fmt.Sprintf("in about %.0f s", max(left, 0)/max(rate, 1))
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
