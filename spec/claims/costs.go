package claims

import (
	"fmt"
	"strconv"
)

// What runs cost is asked of explore measure. The lectures count until the election is over:
// nothing is on its way, and nobody takes part.

// A cost is a place in a report: what is measured until when.
type cost string

func over(name string) cost    { return cost("points.until.over.costs." + name) }
func decided(name string) cost { return cost("points.until.decided.costs." + name) }

// whole is until nothing more can happen, in worlds of several starts: all of them are used.
func whole(name string) cost { return cost("points.until.ended.costs." + name) }

// least and greatest are those of all runs; null, and so unknown, where not all were measured.
func (c cost) least(is Relation, value int) Ask    { return c.ask("least.cost", is, value) }
func (c cost) greatest(is Relation, value int) Ask { return c.ask("greatest.cost", is, value) }

// drawn is the greatest of the runs drawn at random.
func (c cost) drawn(is Relation, value int) Ask { return c.ask("drawn.greatest", is, value) }

func (c cost) ask(which string, is Relation, value int) Ask {
	return Ask{string(c) + "." + which, is, fmt.Sprint(value)}
}

// meanGreatest asks for the mean over all orders of the ids to be a number, up to a thousandth.
func (c cost) meanGreatest(value float64) []Ask {
	text := func(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }
	place := string(c) + ".mean_greatest"
	return []Ask{{place, AtLeast, text(value - 0.001)}, {place, AtMost, text(value + 0.001)}}
}
