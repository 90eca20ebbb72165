package checker

import (
	"context"
	"runtime/metrics"
	"slices"
	"time"
)

// interrupted is the bound of a run that was cancelled from outside.
const interrupted = "interrupted"

// outOfTime names the bound that ends the run now, or "".
func (r *run) outOfTime(ctx context.Context) string {
	if ctx.Err() != nil {
		return interrupted
	}
	if r.options.MaxTime > 0 && time.Since(r.started) > r.options.MaxTime {
		return "time"
	}
	if r.options.MaxMemory > 0 && r.measure() > r.explorationMemory() {
		return "memory"
	}
	return ""
}

// explorationMemory is how much of the memory the exploration may use: where liveness is asked,
// three eighths are left to it.
func (r *run) explorationMemory() uint64 {
	if slices.ContainsFunc(r.properties, Property.IsLiveness) {
		return r.options.MaxMemory / 8 * 5
	}
	return r.options.MaxMemory
}

// tick is called for each state that is looked at while liveness is decided. That may take as
// long as the exploration may, and what the exploration has left of the memory.
func (g *graph) tick() {
	g.report(true)
	if g.ticks++; g.ticks%(1<<10) != 0 {
		return
	}
	if g.options.MaxTime > 0 && time.Since(g.began) > g.options.MaxTime {
		g.hit = "time"
	}
	if g.options.MaxMemory > 0 && g.measure() > g.options.MaxMemory {
		g.hit = "memory"
	}
}

// stopped names the bound that ends the deciding of liveness, or "".
func (g *graph) stopped(ctx context.Context) string {
	if ctx.Err() != nil {
		return interrupted
	}
	return g.hit
}

// atMaxDepth reports whether the level about to be expanded is as deep as may be and has a step
// to a state that is not known: where there is none, nothing is cut and the level is expanded.
func (r *run) atMaxDepth() (deep bool, err error) {
	if r.options.MaxDepth <= 0 || len(r.levels)-1 < r.options.MaxDepth {
		return false, nil
	}
	r.crew[0].perform(func(w *worker) {
		w.busy = "Steps"
		for rank := r.expanded; rank < r.arena.len && !deep; rank++ {
			r.system.Steps(r.arena.at(uint32(rank)), func(_ Step, to State) { deep = deep || to != nil && !r.isKnown(to) })
		}
		w.busy = ""
	})
	return deep, r.mishap()
}

// report tells the progress, not more than ten times a second.
func (r *run) report(liveness bool) {
	if r.options.Progress == nil {
		return
	}
	now := time.Now()
	if now.Sub(r.spoke) < 100*time.Millisecond {
		return
	}
	r.spoke = now
	r.options.Progress(Progress{
		States: r.arena.len, Steps: r.steps, Depth: max(len(r.levels)-1, 0),
		Expanded: r.expanded, Frontier: r.levelEnd - r.levels[max(len(r.levels)-1, 0)],
		Elapsed: now.Sub(r.started), Bytes: r.measure(), Liveness: liveness,
	})
}

// measure returns the bytes that the process holds now, and keeps the peak.
func (r *run) measure() uint64 {
	held := BytesHeld()
	r.peak = max(r.peak, held)
	return held
}

// BytesHeld is the memory that the process has from the system now, in bytes: what MaxMemory bounds.
func BytesHeld() uint64 {
	sample := []metrics.Sample{
		{Name: "/memory/classes/total:bytes"},
		{Name: "/memory/classes/heap/released:bytes"},
	}
	metrics.Read(sample)
	return sample[0].Value.Uint64() - sample[1].Value.Uint64()
}

// overhead is the memory of the visited set and the parents, in bytes a state.
func (r *run) overhead() float64 {
	bytes := r.arena.overhead()
	for _, w := range r.crew {
		bytes += 8 * len(w.shard.slots)
	}
	return float64(bytes) / float64(max(r.arena.len, 1))
}
