package main

import (
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"
)

// results is what has been measured, by system.
type results struct {
	plan
	begun   time.Time
	took    time.Duration
	without map[string][]time.Duration
	unrest  map[string]unrest // of a group
	load    string            // while it was looked for
	idle    map[string]cost   // of a node, in a second; memory is what it has
	crowds  map[string]uint64 // bytes of memory
}

// percentile is the least of the durations that is no less than that part of them (the nearest rank).
func percentile(list []time.Duration, part float64) time.Duration {
	sorted := slices.Sorted(slices.Values(list))
	rank := int(part * float64(len(sorted)))
	if float64(rank) < part*float64(len(sorted)) {
		rank++
	}
	return sorted[max(rank, 1)-1]
}

// print writes the tables, as markdown.
func (r *results) print(to io.Writer) error {
	p := &printer{to: to}
	what := "Left alone"
	if r.stop {
		what = fmt.Sprintf("Leader stopped (SIGSTOP), %d rounds", r.rounds)
	} else if r.rounds > 0 {
		what = fmt.Sprintf("Leader killed (kill -9), %d rounds", r.rounds)
	}
	p.line("%s, %d processors, %s/%s, %s. %s, heartbeat %v, election timeout %v to %v; took %v.\n",
		r.begun.UTC().Format(time.DateOnly), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), what,
		r.heartbeat, 10*r.heartbeat, 20*r.heartbeat, r.took.Round(time.Second))
	if r.rounds > 0 {
		r.printFailovers(p)
	}
	if len(r.idle) > 0 {
		p.line("\n| at rest, a node | CPU ms/s | segments/s | bytes/s | resident MB |\n|---|--:|--:|--:|--:|")
		for _, system := range r.systems {
			c := r.idle[system]
			p.line("| %s | %.2f | %d | %d | %.1f |", system, float64(c.cpu)/1e6, c.messages, c.bytes, float64(c.memory)/1e6)
		}
	}
	if len(r.unrest) > 0 {
		r.printUnrest(p)
	}
	if len(r.crowds) > 0 {
		p.line("\n| %d nodes of raft in one process | resident MB |\n|---|--:|", r.crowd)
		for _, c := range crowds() {
			p.line("| %s | %.1f |", c.name, float64(r.crowds[c.name])/1e6)
		}
	}
	return p.err
}

// printFailovers has the systems beneath one another, and beside one another how long they take if all are equally
// patient, and as ours are by default.
func (r *results) printFailovers(p *printer) {
	p.line("| without a leader | ten heartbeats of patience for all: median ms | ratio | 99th percentile ms | ratio | ours as by default, three: median ms | ratio | 99th percentile ms | ratio |")
	p.line("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
	told := map[string]bool{}
	for _, system := range r.systems {
		name := plain(system)
		if told[name] {
			continue
		}
		told[name] = true
		first := name
		if strings.HasPrefix(name, ours) {
			first += equal
		}
		p.line("| %s | %s | %s | %s | %s |", name, r.compared(first, 0.5), r.compared(first, 0.99), r.compared(name, 0.5), r.compared(name, 0.99))
	}
}

// printUnrest has what groups do to themselves.
func (r *results) printUnrest(p *printer) {
	hour := float64(time.Hour) / float64(r.watch)
	p.line("\nAll groups at once, left alone for %v; load average before and after: %s.\n", r.watch, r.load)
	p.line("| a group left alone | patience, heartbeats | wrong suspicions | an hour | leaders lost | an hour |\n|---|--:|--:|--:|--:|--:|")
	for _, system := range r.systems {
		u, borne, mistakes := r.unrest[system], "10 to 20", "– | –"
		if strings.HasPrefix(system, ours) {
			mistakes = fmt.Sprintf("%d | %.0f", u.mistakes, float64(u.mistakes)*hour)
			if borne = "3"; strings.HasSuffix(system, equal) {
				borne = "10"
			}
		}
		p.line("| %s | %s | %s | %d | %.0f |", plain(system), borne, mistakes, u.lost, float64(u.lost)*hour)
	}
}

// compared is a percentile, and its ratio to the least that any system has that is not ours.
func (r *results) compared(system string, part float64) string {
	list := r.without[system]
	if len(list) == 0 {
		return " | "
	}
	var others []time.Duration
	for _, system := range r.systems {
		if !strings.HasPrefix(system, ours) {
			others = append(others, percentile(r.without[system], part))
		}
	}
	at := percentile(list, part)
	if len(others) == 0 {
		return ms(at) + " |"
	}
	return fmt.Sprintf("%s | %.2f", ms(at), float64(at)/float64(slices.Min(others)))
}

func ms(d time.Duration) string { return fmt.Sprintf("%.1f", float64(d)/float64(time.Millisecond)) }

// A printer writes lines until one fails.
type printer struct {
	to  io.Writer
	err error
}

func (p *printer) line(format string, args ...any) {
	if p.err == nil {
		_, p.err = fmt.Fprintf(p.to, format+"\n", args...)
	}
}
