package request

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interrex/model"
	"interrex/model/world"
)

// ticks is a flag of a time by the clock of a world.
type ticks struct {
	value int
	given bool
	least int
}

func (t *ticks) String() string { return strconv.Itoa(t.value) }

func (t *ticks) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < t.least || n > world.MostTicks {
		return fmt.Errorf("it is a whole number of ticks, %d to %d", t.least, world.MostTicks)
	}
	t.value, t.given = n, true
	return nil
}

func (t *ticks) into(where *int) {
	if t.given {
		*where = t.value
	}
}

// timings are the values of -timeouts that an algorithm allows, its default first.
func timings(a model.Algorithm) []world.Timeouts {
	if a.Clockwork() {
		return []world.Timeouts{world.ByClock}
	}
	if a.Terms { // whose heartbeats are sent only where they are news
		return []world.Timeouts{world.Sync, world.Perfect, world.Any}
	}
	return []world.Timeouts{world.Sync, world.Perfect, world.Any, world.ByClock}
}

// clockFlags are those that mean something only to a world with a clock.
var clockFlags = []string{"tm", "tp", "t", "t2", "eta", "gst", "ties", "timely", "late"}

// clock reads the flags of a world with a clock. What is not given is what the rest makes of it.
func (r *Request) clock(v *values, given map[string]bool) (err error) {
	c := &r.World
	if !c.IsClocked() {
		for _, flag := range clockFlags {
			if given[flag] {
				return fmt.Errorf("-%s has no meaning without a clock: give -timeouts=clock too", flag)
			}
		}
		return nil
	}
	for _, flag := range []string{"t", "t2"} {
		if given[flag] && c.Algorithm.Clockwork() {
			return fmt.Errorf("-%s has no meaning for %s, whose timers run by -eta", flag, c.Algorithm.Name)
		}
	}
	if given["t2"] && c.Algorithm.Watched {
		return fmt.Errorf("-t2 has no meaning for %s, which has no timer T'", c.Algorithm.Name)
	}
	for _, flag := range []string{"eta", "late"} {
		if given[flag] && !c.Algorithm.Clockwork() {
			return fmt.Errorf("-%s has no meaning for %s, whose timers run by %s", flag, c.Algorithm.Name, map[bool]string{true: "-t", false: "-t and -t2"}[c.Algorithm.Watched])
		}
	}
	v.tm.into(&c.Clock.Tm)
	v.tp.into(&c.Clock.Tp)
	c.Clock = c.DefaultClock(c.Clock.Tm, c.Clock.Tp)
	v.t.into(&c.Clock.T)
	c.Clock.T2 = c.DefaultT2()
	v.t2.into(&c.Clock.T2)
	v.eta.into(&c.Clock.Eta)
	c.Late = 2 * c.Clock.Tm
	v.late.into(&c.Late)
	v.gst.into(&c.GST)
	if c.Ties, err = oneOf(given, "ties", v.ties, c.Ties.Values()...); err == nil && given["timely"] {
		c.Timely, err = links(v.timely, c.IDs)
	}
	return err
}

// links reads which links keep the bounds of the clock: all, from:2, or 1-2,2-3.
func links(text string, ids []model.ID) ([]world.Pair, error) {
	explain := func(why string) error {
		return fmt.Errorf("-timely=%s: %s; it is all, nothing, from:ID, or links such as 1-2,2-3", text, why)
	}
	timely := []world.Pair{}
	switch source, isSource := strings.CutPrefix(text, "from:"); {
	case text == "all":
		return nil, nil
	case text == "nothing":
		return timely, nil
	case isSource:
		from, err := strconv.Atoi(source)
		if err != nil || !slices.Contains(ids, model.ID(from)) {
			return nil, explain(fmt.Sprintf("%q is none of the ids %s", source, commas(ids)))
		}
		for _, to := range ids {
			if to != model.ID(from) {
				timely = append(timely, world.Pair{From: model.ID(from), To: to})
			}
		}
		return timely, nil
	}
	for link := range strings.SplitSeq(text, ",") {
		one, other, _ := strings.Cut(link, "-")
		from, err := strconv.Atoi(strings.TrimSpace(one))
		to, err2 := strconv.Atoi(strings.TrimSpace(other))
		if err != nil || err2 != nil || from == to || !slices.Contains(ids, model.ID(from)) || !slices.Contains(ids, model.ID(to)) {
			return nil, explain(fmt.Sprintf("%q joins no two of the ids %s", link, commas(ids)))
		}
		pair := world.Pair{From: model.ID(from), To: model.ID(to)}
		if slices.Contains(timely, pair) {
			return nil, explain(fmt.Sprintf("%q is given twice", link))
		}
		timely = append(timely, pair)
	}
	return timely, nil
}
