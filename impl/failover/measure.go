package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"time"
)

// measure makes the groups, lets them take turns, and then looks at each at rest. What has been
// measured before something fails is good.
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

// failovers has one leader of each group killed in each round, in an order that is drawn anew: but
// never twice the same, so that a group has a while to rest.
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

// watchAll leaves all groups alone, all at the same time, so that whatever else the machine does hits all alike, and
// counts what they do to themselves.
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
