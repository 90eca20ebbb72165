package explore

import (
	"context"
	"io"
	"slices"
	"time"

	"interrex/checker"
	"interrex/explore/internal/costs"
	"interrex/explore/internal/output"
	"interrex/explore/internal/progress"
	"interrex/explore/internal/report"
	"interrex/explore/internal/request"
	"interrex/model"
)

// measureCosts measures what the runs of one world cost, or of worlds of several sizes.
func measureCosts(ctx context.Context, r *request.Request, out *output.File, stdout, stderr io.Writer) int {
	all := report.NewCosts(r)
	meter := progress.New(stderr, isTerminal(stderr))
	defer meter.Close()
	if !r.Quiet {
		r.Options.Progress = func(p checker.Progress) {
			if p.Elapsed > time.Second { // most worlds are small, and there are many
				meter.Report(p)
			}
		}
	}
	sizes := r.Measure.Sweep
	if sizes == nil {
		sizes = []int{len(r.World.IDs)}
	}
	explores := true
	for _, n := range sizes {
		if ctx.Err() != nil {
			break
		}
		point, err := measurePoint(ctx, r, n, explores)
		if err != nil {
			return panicked(stderr, err)
		}
		if ctx.Err() != nil {
			break
		}
		if point.Orders == 0 { // neither to be explored nor to be simulated
			all.Stop(n)
			break
		}
		explores = explores && point.Explored()
		all.Add(point)
	}
	if ctx.Err() != nil {
		all.Interrupt()
	}
	return deliver(r, all, out, stdout, stderr)
}

// measurePoint measures all that is asked of one number of processes. Where a smaller number could
// not be explored, this one is only simulated.
func measurePoint(ctx context.Context, r *request.Request, n int, explores bool) (*costs.Point, error) {
	point := &costs.Point{N: n}
	q := costs.Question{World: r.World, Options: r.Options, Delays: r.Measure.Delays, Draw: r.Measure.Draw}
	if r.Measure.Sweep != nil {
		q.World.IDs = numbered(n, r.Measure.Orders == request.Descending)
	}
	q.Explores = explores && q.World.Validate() == nil && (r.Measure.Orders != request.AllOrders || n <= mostOrdered || r.Measure.Sweep == nil)
	if !q.Explores && !costs.CanDraw(q.World) {
		return point, nil
	}
	for ring := range orders(r, q) {
		if ctx.Err() != nil {
			break
		}
		q.World.IDs, q.Draw.Order = ring, point.Orders
		found, err := costs.Of(ctx, q)
		switch {
		case ctx.Err() != nil: // nothing of this world is known
			return point, nil
		case err != nil:
			return nil, err
		}
		point.Add(found)
	}
	return point, nil
}

// numbered are the ids 1 to n in ring order.
func numbered(n int, descending bool) []model.ID {
	ring := make([]model.ID, n)
	for i := range ring {
		ring[i] = model.ID(i + 1)
	}
	if descending {
		slices.Reverse(ring)
	}
	return ring
}

// mostOrdered is up to which number of processes a sweep explores all orders of the ids: 720 of them.
const mostOrdered = 7

// drawnOrders is how many orders of the ids are drawn where all are too many.
const drawnOrders = 20

// orders yields the orders of the ids that are asked for, or some drawn at random where they are
// too many.
func orders(r *request.Request, q costs.Question) func(yield func([]model.ID) bool) {
	switch {
	case r.Measure.Orders != request.AllOrders:
		return func(yield func([]model.ID) bool) { yield(q.World.IDs) }
	case q.Explores:
		return arrangements(q.World.IDs)
	}
	return func(yield func([]model.ID) bool) {
		for i := range drawnOrders {
			draw := q.Draw
			draw.Order = i
			if !yield(draw.Shuffled(q.World.IDs)) {
				return
			}
		}
	}
}
