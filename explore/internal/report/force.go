package report

import (
	"fmt"
	"strings"

	"interrex/model"
	"interrex/model/world"
)

// A setting is a flag in force with its value: a number, a word, or a list of ids.
type setting struct {
	name  string
	value any
}

// inForce lists the flags that describe a world, those that mean nothing to it left out.
func inForce(c world.Config) []setting {
	a, ring := c.Algorithm, c.Algorithm.Topology.IsRing()
	clocked, initiators := c.IsClocked(), any("all")
	if len(c.Initiators) > 0 {
		initiators = c.Initiators
	} else if c.Initiators != nil {
		initiators = "nobody"
	}
	all := []struct {
		setting
		has bool
	}{
		{setting{"on", a.On}, a.On != ""},
		{setting{"n", len(c.IDs)}, true},
		{setting{"ids", c.IDs}, true},
		{setting{"criterion", string(c.Criterion)}, c.Criterion != model.ByID},
		{setting{"loads", c.Loads}, c.Criterion == model.ByLoad},
		{setting{"crashes", c.Crashes}, true},
		{setting{"crash-points", string(c.CrashPoints)}, c.Crashes != 0},
		{setting{"restarts", c.Restarts}, true},
		{setting{"repair", string(c.Repair)}, ring && c.Crashes != 0},
		{setting{"initial", string(c.Initial)}, true},
		{setting{"initiators", initiators}, true},
		{setting{"starts", c.Starts}, true},
		{setting{"timeouts", string(c.Timeouts)}, a.Timed()},
		{setting{"tm", c.Clock.Tm}, clocked},
		{setting{"tp", c.Clock.Tp}, clocked},
		{setting{"t", c.Clock.T}, clocked && !a.Clockwork()},
		{setting{"t2", c.Clock.T2}, clocked && !a.Clockwork() && !a.Watched},
		{setting{"eta", c.Clock.Eta}, clocked && a.Clockwork()},
		{setting{"gst", c.GST}, clocked},
		{setting{"ties", string(c.Ties)}, clocked},
		{setting{"timely", timely(c)}, clocked},
		{setting{"late", c.Late}, clocked && a.Clockwork()},
		{setting{"detector", string(c.Detector)}, a.Detected()},
		{setting{"mistakes", c.Mistakes}, c.Errs()},
		{setting{"channels", string(c.Channels)}, true},
		{setting{"losses", c.Losses}, c.Channels == world.Lossy},
		{setting{"duplicates", c.Duplicates}, c.Channels == world.Duplicating},
		{setting{"reading", string(c.Reading)}, a.Readings},
		{setting{"watchers", string(c.Watchers)}, a.Watched},
		{setting{"logs", logs(c)}, a.Terms || c.Criterion == model.ByLog},
		{setting{"pre-vote", c.PreVote}, a.Terms},
		{setting{"check-quorum", c.CheckQuorum}, a.Terms},
		{setting{"cut", links("nothing", c.Cut)}, a.Terms},
		{setting{"elections", c.Elections}, true},
		{setting{"capacity", c.Capacity}, true},
		{setting{"counters", c.Counters}, a.Counting},
	}
	var force []setting
	for _, s := range all {
		if s.has {
			force = append(force, s.setting)
		}
	}
	return force
}

// timely lists the links that keep the bounds, once they hold, as on the command line.
func timely(c world.Config) string {
	if c.Timely == nil {
		return "all"
	}
	return links("nothing", c.Timely)
}

// links lists links as on the command line; none is the word.
func links(none string, list []world.Pair) string {
	var words []string
	for _, l := range list {
		words = append(words, fmt.Sprintf("%d-%d", l.From, l.To))
	}
	if words == nil {
		return none
	}
	return strings.Join(words, ",")
}

// logs lists the logs as on the command line.
func logs(c world.Config) string {
	if c.Logs == nil {
		return "empty"
	}
	var words []string
	for _, l := range c.Logs {
		words = append(words, l.String())
	}
	return strings.Join(words, ",")
}

// text is the value as on the command line.
func (s setting) text() string {
	switch v := s.value.(type) {
	case int:
		if v == world.Unlimited {
			return "unlimited"
		}
	case []model.ID:
		var ids []string
		for _, id := range v {
			ids = append(ids, fmt.Sprint(int(id)))
		}
		return strings.Join(ids, ",")
	case []int:
		return strings.ReplaceAll(strings.Trim(fmt.Sprint(v), "[]"), " ", ",")
	}
	return fmt.Sprint(s.value)
}

// json is the value in JSON: an unlimited number is the word.
func (s setting) json() any {
	if v, ok := s.value.(int); ok && v == world.Unlimited {
		return "unlimited"
	}
	return s.value
}
