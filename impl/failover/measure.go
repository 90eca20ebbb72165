package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// measure makes the groups, lets them take turns, and then measures each at rest. What was measured before a
// failure is valid.
func (p *plan) measure(ctx context.Context) (r *results, err error) {
	folder, err := os.MkdirTemp("", "failover-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	r = &results{plan: *p, begun: time.Now(), without: map[string][]time.Duration{}, unrest: map[string]unrest{}, idle: map[string]cost{}, crowds: map[string]uint64{}}
	begun := r
	defer func() { begun.took = time.Since(begun.begun) }()
	if p.rounds > 0 {
		if err := p.failovers(ctx, folder, r); err != nil {
			return nil, err
		}
	}
	if ctx.Err() != nil { // what has been measured is good
		p.idle, p.watch, p.crowd = 0, 0, 0
	}
	for _, system := range p.systems {
		if p.idle > 0 {
			if r.idle[system], err = p.atRest(ctx, system, folder); err != nil {
				return r, err
			}
		}
	}
	if p.watch > 0 && ctx.Err() == nil {
		if err := p.watchAll(ctx, folder, r); err != nil {
			return r, err
		}
	}
	for _, c := range crowds() {
		if p.crowd > 0 {
			if r.crowds[c.name], err = p.crowded(ctx, c.name, folder); err != nil {
				return r, err
			}
		}
	}
	return r, nil
}

// failovers kills one leader of each group in each round, in random order, but never the same group twice in a
// row, so that a group can rest.
func (p *plan) failovers(ctx context.Context, folder string, r *results) (err error) {
	groups := map[string]*group{}
	defer func() {
		for _, g := range groups {
			err = errors.Join(err, g.close())
		}
	}()
	for _, system := range p.systems {
		if groups[system], err = newGroup(system, folder, p.heartbeat, members, members); err != nil {
			return err
		}
	}
	last := ""
	for round := range p.rounds {
		r.rounds = round
		order := rand.Perm(len(p.systems))
		if p.systems[order[0]] == last {
			slices.Reverse(order)
		}
		for _, i := range order {
			system := p.systems[i]
			last = system
			without, err := groups[system].failover(ctx, p.stop)
			if ctx.Err() != nil && round > 0 {
				return nil
			}
			if err != nil {
				return err
			}
			r.without[system] = append(r.without[system], without)
			fmt.Fprintf(os.Stderr, "%d/%d %s %v\n", round+1, p.rounds, system, without)
		}
	}
	r.rounds = p.rounds
	return nil
}

// atRest is what a node of a group costs that has a leader, in the mean, per second.
func (p *plan) atRest(ctx context.Context, system, folder string) (mean cost, err error) {
	g, err := newGroup(system, folder, p.heartbeat, members, members)
	if err != nil {
		return cost{}, err
	}
	defer func() { err = errors.Join(err, g.close()) }()
	if _, err := g.until(ctx, "all agree", func() bool { return g.leader() >= 0 }); err != nil {
		return cost{}, err
	}
	if err := g.rest(ctx, 3*g.seat.timeout()); err != nil {
		return cost{}, err
	}
	before, err := g.costs(ctx)
	if err != nil {
		return cost{}, err
	}
	begun := time.Now()
	if err := g.rest(ctx, p.idle); err != nil {
		return cost{}, err
	}
	after, err := g.costs(ctx)
	if err != nil {
		return cost{}, err
	}
	seconds := time.Since(begun).Seconds() * float64(len(after))
	for i := range after {
		mean.cpu += after[i].cpu - before[i].cpu
		mean.messages += after[i].messages - before[i].messages
		mean.bytes += after[i].bytes - before[i].bytes
		mean.memory += after[i].memory / uint64(len(after))
	}
	mean.cpu = time.Duration(float64(mean.cpu) / seconds)
	mean.messages = uint64(float64(mean.messages)/seconds + 0.5)
	mean.bytes = uint64(float64(mean.bytes)/seconds + 0.5)
	return mean, nil
}

// An unrest is what happens in a group to which nothing happens.
type unrest struct {
	mistakes int // how often a node has held one for dead that lived: of ours
	lost     int // how often a leader has ceased to lead
}

// watchAll leaves all groups alone at the same time, so that other work of the machine affects all alike, and counts
// wrong suspicions and lost leaders.
func (p *plan) watchAll(ctx context.Context, folder string, r *results) (err error) {
	var groups []*group
	defer func() {
		for _, g := range groups {
			err = errors.Join(err, g.close())
		}
	}()
	for _, system := range p.systems {
		g, err := newGroup(system, folder, p.heartbeat, members, members)
		if err != nil {
			return err
		}
		groups = append(groups, g)
		if _, err := g.until(ctx, "all agree", func() bool { return g.leader() >= 0 }); err != nil {
			return err
		}
	}
	r.load = loadAverage()
	ends := make(chan error, len(groups))
	found := make([]unrest, len(groups))
	for i, g := range groups {
		go func() {
			var err error
			found[i], err = g.watched(ctx, p.watch)
			ends <- err
		}()
	}
	for range groups {
		err = errors.Join(err, <-ends)
	}
	r.load += ", " + loadAverage()
	for i, system := range p.systems {
		r.unrest[system] = found[i]
	}
	return err
}

// watched is what happens in a group in so long.
func (g *group) watched(ctx context.Context, d time.Duration) (u unrest, err error) {
	before, err := g.costs(ctx)
	if err != nil {
		return u, err
	}
	g.lost = 0
	if err := g.rest(ctx, d); err != nil {
		return u, err
	}
	u.lost = g.lost
	after, err := g.costs(ctx)
	if err != nil {
		return u, err
	}
	for i := range after {
		u.mistakes += after[i].mistakes - before[i].mistakes
	}
	return u, nil
}

// loadAverage is how many processes want a processor, in the mean of the last minute.
func loadAverage() string {
	text, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "?"
	}
	first, _, _ := strings.Cut(string(text), " ")
	return first
}

// crowded is how much memory a process of many nodes has, once they have a leader.
func (p *plan) crowded(ctx context.Context, name, folder string) (memory uint64, err error) {
	g, err := newGroup(name, folder, 10*p.heartbeat, p.crowd, 1) // ten times slower: this is not about haste
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, g.close()) }()
	if _, err := g.until(ctx, "all agree", func() bool { return g.nodes[0].leader != "" }); err != nil {
		return 0, err
	}
	list, err := g.costs(ctx)
	if err != nil {
		return 0, err
	}
	return list[0].memory, nil
}

// A cost is what a process has used since it was started, as its kernel counts it: the time of its
// threads, and what has left its TCP sockets that are open, in segments that carry anything.
type cost struct {
	cpu      time.Duration
	messages uint64
	bytes    uint64
	memory   uint64 // resident, in bytes, now
	mistakes int    // how often it has held a node for dead that lived: of ours
}

func (c cost) String() string {
	return fmt.Sprint(int64(c.cpu), " ", c.messages, " ", c.bytes, " ", c.memory, " ", c.mistakes)
}

func parseCost(text string) (c cost, err error) {
	_, err = fmt.Sscan(text, (*int64)(&c.cpu), &c.messages, &c.bytes, &c.memory, &c.mistakes)
	return c, err
}

// used is what this process has used.
func used() (c cost, err error) {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		return c, err
	}
	c.cpu = time.Duration(u.Utime.Nano() + u.Stime.Nano())
	if c.memory, err = resident(); err != nil {
		return c, err
	}
	open, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return c, err
	}
	for _, entry := range open {
		fd, err := strconv.Atoi(entry.Name())
		if err != nil {
			return c, err
		}
		if info, err := unix.GetsockoptTCPInfo(fd, unix.IPPROTO_TCP, unix.TCP_INFO); err == nil { // else it is no TCP socket
			c.messages += uint64(info.Data_segs_out)
			c.bytes += info.Bytes_sent
		}
	}
	return c, nil
}

// resident is how much memory this process has.
func resident() (uint64, error) {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	var size, pages uint64
	if _, err := fmt.Sscan(string(text), &size, &pages); err != nil {
		return 0, err
	}
	return pages * uint64(os.Getpagesize()), nil
}

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
