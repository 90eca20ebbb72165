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
	"strings"
	"time"
)

// measure kills one leader of each group in each round, in random order, but never the same group twice in a
// row, so that a group can recover. Measurements before an interrupt are valid.
func (p *plan) measure(ctx context.Context) (r *results, err error) {
	folder, err := os.MkdirTemp("", "failover-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	r = &results{plan: *p, begun: time.Now(), without: map[string][]time.Duration{}}
	var groups []*group
	defer func() {
		for _, g := range groups {
			err = errors.Join(err, g.close())
		}
	}()
	for _, s := range systems() {
		g, err := newGroup(s.name, folder, p.heartbeat)
		if err != nil {
			return nil, err
		}
		groups = append(groups, g)
	}
	last := -1
	for round := range p.rounds {
		order := rand.Perm(len(groups))
		if order[0] == last {
			slices.Reverse(order)
		}
		for _, last = range order {
			g := groups[last]
			without, err := g.failover(ctx, p.stop)
			if ctx.Err() != nil && round > 0 {
				r.rounds = round
				return r, nil
			}
			if err != nil {
				return nil, err
			}
			r.without[g.system] = append(r.without[g.system], without)
			fmt.Fprintf(os.Stderr, "%d/%d %s %v\n", round+1, p.rounds, g.system, without)
		}
	}
	return r, nil
}

// results are the measurements, by system.
type results struct {
	plan
	begun   time.Time
	without map[string][]time.Duration
}

// percentile is the smallest duration that is at least as great as that part of them (the nearest rank).
func percentile(list []time.Duration, part float64) time.Duration {
	sorted := slices.Sorted(slices.Values(list))
	rank := int(part * float64(len(sorted)))
	if float64(rank) < part*float64(len(sorted)) {
		rank++
	}
	return sorted[max(rank, 1)-1]
}

// print writes the table, as markdown. Ratios are to the best of the other systems.
func (r *results) print(to io.Writer) error {
	what := "killed (kill -9)"
	if r.stop {
		what = "stopped (SIGSTOP)"
	}
	var text strings.Builder
	fmt.Fprintf(&text, "%s, %d processors, %s/%s, %s. Leader %s, %d rounds, heartbeat %v, election timeout %v to %v; took %v.\n\n",
		r.begun.UTC().Format(time.DateOnly), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), what, r.rounds,
		r.heartbeat, 10*r.heartbeat, 20*r.heartbeat, time.Since(r.begun).Round(time.Second))
	text.WriteString("| without a leader | median ms | ratio | 99th percentile ms | ratio |\n|---|--:|--:|--:|--:|\n")
	for _, s := range systems() {
		fmt.Fprintf(&text, "| %s |", s.name)
		for _, part := range []float64{0.5, 0.99} {
			at := percentile(r.without[s.name], part)
			fmt.Fprintf(&text, " %.1f | %.2f |", float64(at)/float64(time.Millisecond), float64(at)/float64(r.best(part)))
		}
		text.WriteString("\n")
	}
	_, err := io.WriteString(to, text.String())
	return err
}

// best is the least percentile of the other systems.
func (r *results) best(part float64) time.Duration {
	var others []time.Duration
	for _, s := range systems() {
		if !strings.HasPrefix(s.name, ours) {
			others = append(others, percentile(r.without[s.name], part))
		}
	}
	return slices.Min(others)
}
