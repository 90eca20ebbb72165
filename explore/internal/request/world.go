package request

import (
	"fmt"
	"runtime"
	"slices"
	"time"

	"interrex/checker"
	"interrex/model"
)

// words reads the flags whose values are words.
func (r *Request) words(v *values, given map[string]bool) (err error) {
	c := &r.World
	try := func(read func() error) {
		if err == nil {
			err = read()
		}
	}
	try(func() (e error) {
		c.CrashPoints, e = oneOf(given, "crash-points", v.crashPoints, c.CrashPoints.Values()...)
		return e
	})
	try(func() (e error) {
		c.Initial, e = oneOf(given, "initial", v.initial, c.Initial.Values()...)
		return e
	})
	try(func() (e error) {
		c.Timeouts, e = oneOf(given, "timeouts", v.timeouts, timings(c.Algorithm)...)
		return e
	})
	try(func() (e error) {
		c.Detector, e = oneOf(given, "detector", v.detector, c.Detector.Values()...)
		return e
	})
	try(func() (e error) {
		c.Channels, e = oneOf(given, "channels", v.channels, c.Channels.Values()...)
		return e
	})
	try(func() (e error) { c.Repair, e = oneOf(given, "repair", v.repair, c.Repair.Values()...); return e })
	try(func() (e error) {
		c.Reading, e = oneOf(given, "reading", v.reading, c.Reading.Values()...)
		return e
	})
	try(func() (e error) {
		c.Watchers, e = oneOf(given, "watchers", v.watchers, c.Watchers.Values()...)
		return e
	})
	if err == nil && v.initiators == "nobody" {
		c.Initiators = []model.ID{}
	} else if err == nil && given["initiators"] && v.initiators != "all" {
		c.Initiators, err = idList("initiators", v.initiators)
		for _, id := range c.Initiators {
			if err == nil && !slices.Contains(c.IDs, id) {
				err = fmt.Errorf("-initiators=%s: there is no process %d; the ids are %s", v.initiators, id, commas(c.IDs))
			}
		}
	}
	return err
}

// budgets reads the flags whose values are numbers, the bounds of the model last: what they
// are by default depends on the rest of the world.
func (r *Request) budgets(v *values, _ map[string]bool) error {
	c := &r.World
	v.crashes.into(&c.Crashes)
	v.restarts.into(&c.Restarts)
	v.starts.into(&c.Starts)
	v.mistakes.into(&c.Mistakes)
	v.losses.into(&c.Losses)
	v.duplicates.into(&c.Duplicates)
	*c = c.Bounded()
	v.elections.into(&c.Elections)
	v.capacity.into(&c.Capacity)
	if v.counters.value > 0 {
		c.Counters = v.counters.value
	}
	return nil
}

// bounds reads the bounds of the exploration and what becomes of the report.
func (r *Request) bounds(v *values, given map[string]bool) error {
	o := &r.Options
	r.limits(v)
	o.MaxDepth, o.Counterexamples = v.maxDepth.value, v.maxCounterexamples.value
	stop, err := oneOf(given, "stop", v.stop, "none", "first")
	if err != nil {
		return err
	}
	o.StopFirst = stop == "first"
	if o.Reduce, err = r.reduction(v, given); err != nil {
		return err
	}
	if o.Shortest = v.shortest; given["shortest"] && o.Reduce == checker.Whole {
		return fmt.Errorf("-shortest needs -reduce: in the whole graph each run found is a shortest one")
	}
	if given["fail-on"] {
		if _, err := oneOf(given, "fail-on", v.failOn, "vacuous"); err != nil {
			return err
		}
		r.Vacuous = v.failOn == "vacuous"
	}
	return r.delivery(v, given, Formats()...)
}

// limits reads the bounds of whatever takes states, time and memory.
func (r *Request) limits(v *values) {
	o := &r.Options
	o.MaxStates, o.MaxTime = v.maxStates.value, time.Duration(v.maxTime)
	if o.MaxMemory = uint64(v.maxMemory); o.MaxMemory == 0 {
		o.MaxMemory = availableMemory() / 8 * 7
	}
}

// Formats are those of a check, the first by default.
func Formats() []string {
	return []string{"text", "json", "mermaid", "dot", "svg", "html", "itf", "shiviz", "junit"}
}

// reduction reads by what the graph is reduced. Who needs all of it has no choice.
func (r *Request) reduction(v *values, given map[string]bool) (checker.Reduction, error) {
	allowed := []string{"none"}
	if r.Command == "check" {
		allowed = append(allowed, string(checker.PartialOrder), string(checker.ByConfluence), string(checker.ByBoth))
	}
	reduce, err := oneOf(given, "reduce", v.reduce, allowed...)
	if reduce == "none" {
		return checker.Whole, err
	}
	return checker.Reduction(reduce), err
}

// delivery reads by how many the work is done, and where the report goes, in which format.
func (r *Request) delivery(v *values, given map[string]bool, formats ...string) (err error) {
	if r.Options.Workers = v.workers.value; r.Options.Workers == 0 {
		r.Options.Workers = min(runtime.GOMAXPROCS(0), mostWorkers)
	}
	r.Quiet, r.Output = v.quiet, v.output
	if r.Format, err = oneOf(given, "format", v.format, formats...); err != nil {
		return err
	}
	return v.somewhere(given)
}
