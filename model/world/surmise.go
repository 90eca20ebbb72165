package world

import (
	"slices"
	"sync"

	"interrex/checker"
	"interrex/model"
)

// A confluence knows which steps are sure, on the surmise that timers fire only in circumstances in
// which they have been seen to.
type confluence struct {
	*World
	known    map[alarm][]uint64 // of each timer, who was dead when it could fire
	outlooks sync.Pool
	awaited  *memo[bool] // whether a pending message lets a timer wait
	firing   *memo[bool] // and whether the timer may fire before

	mu  sync.Mutex
	met map[alarm][]uint64 // what is not known of yet
}

// An alarm is a timer of a process.
type alarm struct {
	process int
	timer   model.Timer
}

// Confluence is part of checker.Confluent. Where algorithms never come to rest, whose timers count, an
// outlook has too many local states.
func (w *World) Confluence() checker.Confluence {
	if w.Operations() == 0 || w.keeps() || w.occasional != nil || w.able.Clockwork || w.n > mostForeseen || w.handler.Has(model.Choose) ||
		w.handler.Has(model.Report) || w.handler.Has(model.Withdraw) || w.able.Timed && w.config.Timeouts == Any {
		return nil
	}
	c := &confluence{World: w, known: map[alarm][]uint64{}, met: map[alarm][]uint64{}, awaited: newMemo[bool](), firing: newMemo[bool]()}
	c.outlooks.New = func() any { return c.newOutlook() }
	return c
}

// Notice is part of checker.Confluence. By the clock a timer fires when its time is up, and nothing is
// surmised.
func (c *confluence) Notice(s checker.State, enabled checker.Operations) {
	if c.config.IsClocked() {
		return
	}
	for left := enabled.And(c.timeouts); !left.IsEmpty(); {
		op := left.First()
		left = left.Minus(checker.Operations{}.With(op))
		_, p, _ := c.which(op)
		now := situation{World: c.World, state: s}
		for _, timer := range c.traits(p, s[p]).timers {
			if a := (alarm{p, timer}); now.mayFire(p, timer) && !slices.Contains(c.known[a], c.mask(s)) {
				c.mu.Lock()
				if !slices.Contains(c.met[a], c.mask(s)) {
					c.met[a] = append(c.met[a], c.mask(s))
				}
				c.mu.Unlock()
			}
		}
	}
}

// Revise is part of checker.Confluence.
func (c *confluence) Revise() bool {
	refuted := len(c.met) > 0
	for a, masks := range c.met {
		c.known[a] = slices.Sorted(slices.Values(append(c.known[a], masks...)))
	}
	c.met, c.firing = map[alarm][]uint64{}, newMemo[bool]()
	return refuted
}

// mask has a bit for each dead process.
func (w *World) mask(s checker.State) (mask uint64) {
	for p := range w.n {
		mask |= bit(s[p] == dead) << p
	}
	return mask
}
