package explore

import (
	"context"
	"io"
	"slices"

	"interrex/explore/internal/output"
	"interrex/explore/internal/progress"
	"interrex/explore/internal/report"
	"interrex/explore/internal/request"
	"interrex/internal/check"
	"interrex/model"
)

// rings checks every arrangement of the ids on the ring, up to rotation.
func rings(ctx context.Context, r *request.Request, out *output.File, stdout, stderr io.Writer) int {
	all := report.NewRings(r)
	meter := progress.New(stderr, isTerminal(stderr))
	defer meter.Close()
	if !r.Quiet {
		r.Options.Progress = meter.Report
	}
	for ring := range arrangements(r.World.IDs) {
		if ctx.Err() != nil {
			break
		}
		one := *r
		one.World.IDs = ring
		found, err := check.Ask(ctx, one.Question)
		if err != nil {
			return panicked(stderr, err)
		}
		all.Add(found)
	}
	if ctx.Err() != nil {
		all.Interrupt()
	}
	return deliver(r, all, out, stdout, stderr)
}

// arrangements yields the cyclic orders of distinct ids, each once: the least id stands first,
// and what follows it goes through all permutations in lexicographic order.
func arrangements(ids []model.ID) func(yield func([]model.ID) bool) {
	return func(yield func([]model.ID) bool) {
		ring := slices.Sorted(slices.Values(ids))
		for yield(slices.Clone(ring)) && advance(ring[1:]) {
		}
	}
}

// advance turns a permutation into the next one in lexicographic order, if there is one.
func advance(p []model.ID) bool {
	i := len(p) - 2
	for i >= 0 && p[i] >= p[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := len(p) - 1
	for p[j] <= p[i] {
		j--
	}
	p[i], p[j] = p[j], p[i]
	slices.Reverse(p[i+1:])
	return true
}
