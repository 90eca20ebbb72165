package replay

import (
	"fmt"

	"interrex/model/world"
)

// A World is what the channels may do to messages between two nodes that live, and how often.
type World struct {
	Channels                        world.Channels // FIFO: nothing
	Losses, Duplicates, Reorderings int            // budgets; world.Unlimited
}

// Perfect is the world in which channels lose, repeat and reorder nothing: what the implementation's
// networks promise.
func Perfect() World {
	return World{Channels: world.FIFO, Losses: world.Unlimited, Duplicates: world.Unlimited, Reorderings: world.Unlimited}
}

// spendsOn reports whether a message may be taken before one that was sent earlier, and counts it.
func (w World) spendsOn(c *Counts) bool {
	switch w.Channels {
	case world.Bag:
		c.Reorderings++
	case world.Lossy:
		c.Losses++
	default:
		return false
	}
	return true
}

// exceeded names the first budget that a run is beyond, or nothing.
func (w World) exceeded(c *Counts) string {
	for _, b := range []struct {
		what         string
		spent, given int
	}{
		{"losses", c.Losses, w.Losses}, {"duplicates", c.Duplicates, w.Duplicates}, {"reorderings", c.Reorderings, w.Reorderings},
	} {
		if b.given != world.Unlimited && b.spent > b.given {
			return fmt.Sprintf("it needs %d %s, and the budget is %d", b.spent, b.what, b.given)
		}
	}
	return ""
}

// suits reports whether an algorithm bears the world.
func (w World) suits(g *group) error {
	a := g.algorithm
	if w.Channels == world.FIFO || a.Terms || a.Clockwork() && w.Channels == world.Lossy {
		return nil
	}
	return fmt.Errorf("-channels=%s has no meaning for %s, which relies on channels that are fifo", w.Channels, a.Name)
}
