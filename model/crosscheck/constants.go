package crosscheck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interrex/model"
	"interrex/model/world"
)

// A constant is one of module Stage: how it is written in a configuration file of TLC's, and the
// flag of explore that means the same.
type constant struct {
	name, flag string
	write      func(world.Config) string // with "=" or "<-"
	read       func(*world.Config, string) error

	// of says whose modules have it; nil: all.
	of func(model.Algorithm) bool
}

// constantsOf lists the constants of an algorithm's module.
func constantsOf(a model.Algorithm) (list []constant) {
	for _, k := range constants {
		if k.of == nil || k.of(a) {
			list = append(list, k)
		}
	}
	return list
}

var constants = []constant{
	{"Ring", "ids", writeRing, readRing, nil},
	{"On", "on", writeOn, readOn, nil},
	word("Criterion", "criterion", func(c *world.Config) *model.Criterion { return &c.Criterion },
		model.ByID, model.ByLoad, model.ByLog),
	{"Loads", "loads", writeLoads, readLoads, nil},
	{"Logs", "logs", writeLogs, readLogs, nil},
	count("Crashes", "crashes", func(c *world.Config) *int { return &c.Crashes }),
	word("CrashPoints", "crash-points", func(c *world.Config) *world.CrashPoints { return &c.CrashPoints },
		world.AtSends, world.AtSteps),
	count("Restarts", "restarts", func(c *world.Config) *int { return &c.Restarts }),
	word("Initially", "initial", func(c *world.Config) *world.Initial { return &c.Initial },
		world.NobodyElected, world.LeaderElected, world.SelfElected),
	{"Initiators", "initiators", writeInitiators, readInitiators, nil},
	count("Starts", "starts", func(c *world.Config) *int { return &c.Starts }),
	word("Timeouts", "timeouts", func(c *world.Config) *world.Timeouts { return &c.Timeouts },
		world.Sync, world.Perfect, world.Any, world.ByClock),
	word("Detector", "detector", func(c *world.Config) *world.Detector { return &c.Detector },
		world.PerfectDetector, world.IncompleteDetector, world.InaccurateDetector, world.EventuallyPerfect),
	count("Mistakes", "mistakes", func(c *world.Config) *int { return &c.Mistakes }),
	word("Channels", "channels", func(c *world.Config) *world.Channels { return &c.Channels },
		world.FIFO, world.Bag, world.Lossy, world.Duplicating),
	count("Losses", "losses", func(c *world.Config) *int { return &c.Losses }),
	count("Duplicates", "duplicates", func(c *world.Config) *int { return &c.Duplicates }),
	word("Repair", "repair", func(c *world.Config) *world.Repair { return &c.Repair }, world.Lost, world.Resent),
	word("Reading", "reading", func(c *world.Config) *model.Reading { return &c.Reading },
		model.Repaired, model.Printed),
	word("Watchers", "watchers", func(c *world.Config) *model.Watchers { return &c.Watchers },
		model.BothNeighbours, model.OnlyPredecessor, model.OnlySuccessor),
	option("PreVote", "pre-vote", func(c *world.Config) *bool { return &c.PreVote }),
	option("CheckQuorum", "check-quorum", func(c *world.Config) *bool { return &c.CheckQuorum }),
	{"Cut", "cut", writeCut, readCut, haveTerms},
	ticks("Tm", "tm", func(c *world.Config) *int { return &c.Clock.Tm }),
	ticks("Tp", "tp", func(c *world.Config) *int { return &c.Clock.Tp }),
	ticks("T", "t", func(c *world.Config) *int { return &c.Clock.T }),
	ticks("T2", "t2", func(c *world.Config) *int { return &c.Clock.T2 }),
	ticks("Eta", "eta", func(c *world.Config) *int { return &c.Clock.Eta }),
	count("Gst", "gst", func(c *world.Config) *int { return &c.GST }),
	word("Ties", "ties", func(c *world.Config) *world.Ties { return &c.Ties }, world.DeliveryFirst, world.TimerFirst),
	{"Timely", "timely", writeTimely, readTimely, nil},
	{"Late", "late", writeLate, readLate, nil},
	count("Elections", "elections", func(c *world.Config) *int { return &c.Elections }),
	count("Capacity", "capacity", func(c *world.Config) *int { return &c.Capacity }),
	only(count("Counters", "counters", func(c *world.Config) *int { return &c.Counters }),
		func(a model.Algorithm) bool { return a.Counting }),
}

// only leaves a constant to the modules of some algorithms.
func only(k constant, of func(model.Algorithm) bool) constant {
	k.of = of
	return k
}

// count is a number, or Unlimited, which a configuration file cannot write but as a name.
func count(name, flag string, field func(*world.Config) *int) constant {
	write := func(c world.Config) string {
		if n := *field(&c); n != world.Unlimited {
			return fmt.Sprintf("= %d", n)
		}
		return "<- Unlimited"
	}
	read := func(c *world.Config, text string) error {
		if text == "<- Unlimited" {
			*field(c) = world.Unlimited
			return nil
		}
		digits, isNumber := strings.CutPrefix(text, "= ")
		n, err := strconv.ParseUint(digits, 10, 16)
		if err != nil || !isNumber {
			return fmt.Errorf("%q: it is = 0 to 65535, or <- Unlimited", text)
		}
		*field(c) = int(n)
		return nil
	}
	return constant{name, flag, write, read, nil}
}

// word is one of a few words.
func word[W ~string](name, flag string, field func(*world.Config) *W, allowed ...W) constant {
	write := func(c world.Config) string { return fmt.Sprintf("= %q", string(*field(&c))) }
	read := func(c *world.Config, text string) error {
		for _, w := range allowed {
			if text == fmt.Sprintf("= %q", string(w)) {
				*field(c) = w
				return nil
			}
		}
		return fmt.Errorf("%q: it is = one of %q", text, allowed)
	}
	return constant{name, flag, write, read, nil}
}

// ringName is what module Rings calls the ring of these ids.
func ringName(ids []model.ID) string { return "Ring_" + join(ids, "_") }

func join(ids []model.ID, separator string) string {
	var words []string
	for _, id := range ids {
		words = append(words, strconv.Itoa(int(id)))
	}
	return strings.Join(words, separator)
}

func split(text, separator string) ([]model.ID, error) {
	var ids []model.ID
	for digits := range strings.SplitSeq(text, separator) {
		id, err := strconv.ParseUint(digits, 10, 31)
		if err != nil || id == 0 {
			return nil, fmt.Errorf("%q is no id: ids are 1 to 2147483647", digits)
		}
		ids = append(ids, model.ID(id))
	}
	return ids, nil
}

func writeRing(c world.Config) string { return "<- " + ringName(c.IDs) }

func readRing(c *world.Config, text string) (err error) {
	ids, isName := strings.CutPrefix(text, "<- Ring_")
	if !isName {
		return fmt.Errorf("%q: it is <- Ring_ and the ids in ring order, like Ring_4_8_9_3", text)
	}
	c.IDs, err = split(ids, "_")
	return err
}

func writeInitiators(c world.Config) string {
	if c.Initiators == nil {
		return "<- Ids"
	}
	return "= {" + join(slices.Sorted(slices.Values(c.Initiators)), ", ") + "}"
}

func readInitiators(c *world.Config, text string) (err error) {
	if text == "<- Ids" {
		c.Initiators = nil
		return nil
	}
	list, isSet := strings.CutPrefix(text, "= {")
	list, isClosed := strings.CutSuffix(list, "}")
	if !isSet || !isClosed {
		return fmt.Errorf("%q: it is <- Ids, or = {1, 2}", text)
	}
	c.Initiators = []model.ID{}
	if list != "" {
		c.Initiators, err = split(list, ", ")
	}
	return err
}
