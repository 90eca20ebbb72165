package check

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interrex/checker"
	"interrex/internal/flags"
	"interrex/internal/prose"
)

// What a member of a swarm may use if nothing is said: it depends on no machine, so that every one finds the same.
const (
	memberVisits = 10_000_000
	memberMemory = 1 << 30
	mostMembers  = 1_000_000
)

// Swarmed are the flags of a member of a swarm. They come after all others of the question.
func (q *Question) Swarmed() flags.Table {
	o := &q.Options
	return flags.Table{
		{
			Name: "swarm", Takes: "I/K", Group: Bounds,
			Help: "for what cannot be exhausted: member I of K, from 1, searches a part of it at random, in the bounds -max-states (visits, by default 1e7), " +
				"-max-depth (length of a run, 1000) and -max-memory (1GiB); explore swarm puts the JSON reports of members together (docs/cluster.md)",
			Set: func(text string) (err error) { o.Swarm.Member, o.Swarm.Of, err = memberOf(text); return err },
			Then: func(given bool) error {
				switch most := o.MaxStates; {
				case given:
					return q.beMember()
				case most > checker.MostStates && q.Store.IsMemory():
					return flags.Whole{Err: fmt.Errorf("-max-states=%d: without -store there is room for %d states", most, checker.MostStates)}
				}
				return nil
			},
		},
		{
			Name: "seed", Takes: "1", Group: Bounds, Help: "of the random choices of -swarm: the same member of the same seed finds the same",
			Idle: func() string {
				if o.Swarm.Of > 0 {
					return ""
				}
				return "without -swarm: give -swarm=1/1 too"
			},
			Set: func(text string) (err error) {
				if o.Swarm.Seed, err = strconv.ParseUint(text, 10, 64); err != nil {
					return errors.New("it is a whole number from 0 to 18446744073709551615")
				}
				return nil
			},
		},
	}
}

// memberOf reads which member it is, of how many.
func memberOf(text string) (member, of int, err error) {
	first, second, _ := strings.Cut(text, "/")
	member, err = flags.Int(first)
	of, err2 := flags.Int(second)
	if err != nil || err2 != nil || member < 1 || member > of || of > mostMembers {
		return 0, 0, fmt.Errorf("it is I/K, member I of K, such as 1/4: I from 1 to K, and K at most %d", mostMembers)
	}
	return member, of, nil
}

// beMember refuses what a member cannot do, and sets its bounds.
func (q *Question) beMember() error {
	o := &q.Options
	given := func(name string) bool {
		return slices.ContainsFunc(q.Given, func(f string) bool { return strings.HasPrefix(f, "-"+name+"=") })
	}
	for _, other := range []struct {
		name, why string
		is        bool
	}{
		{"-reduce", "it looks at the whole graph", o.Reduce != checker.Whole},
		{"-checkpoint", "a member that is killed begins again, and finds the same", o.Checkpoint.Dir != ""},
		{"-store", "a member has no need of it: it keeps no states", !q.Store.IsMemory()},
		{"-max-counterexamples", "a member shows one for each property", o.Counterexamples > 1},
		{"-workers", "a member is one worker: start several members instead", o.Workers > 1 && given("workers")},
	} {
		if other.is {
			return flags.Whole{Err: fmt.Errorf("-swarm does not go with %s, for %s: leave one of them out", other.name, other.why)}
		}
	}
	o.Workers, o.Swarm.Seed = 1, 1
	if o.MaxStates == 0 && o.MaxTime == 0 {
		o.MaxStates = memberVisits
	}
	if !given("max-memory") {
		o.MaxMemory = memberMemory
	}
	return nil
}

// sampled says what a member of a swarm has looked at.
func (f *Findings) sampled(w *prose.Writer) {
	s := f.Counts.Sample
	if s == nil {
		return
	}
	w.Line("%s in %s, ended by %s; %s of the last %s were to new states",
		prose.Plural(s.Visits, "visit"), prose.Plural(s.Dives, "dive"), f.Question.EndOf(s.Ended), Share(s.Fresh, s.Recent), prose.Grouped(s.Recent))
	if s.Ended == "all" {
		w.Line("that may be all states there are: a check without -swarm can tell, and decide")
	}
	if s.Forgotten > 0 {
		w.Line("the table was full, and has forgotten %s, which may have been visited and counted again: -max-memory makes it larger",
			prose.Plural(s.Forgotten, "state"))
	}
	if slices.ContainsFunc(f.Decided, func(d Decision) bool { return d.IsLiveness() }) {
		w.Line("no cycles were looked for: what shows a violation of liveness is a run that comes to rest")
	}
	if slices.ContainsFunc(f.Decided, func(d Decision) bool { return d.Path != nil }) {
		w.Line("a run shown is a real one, of which no step can be left out alone; it is perhaps not shortest")
	}
}

// EndOf says what has ended a member of a swarm.
func (q Question) EndOf(ended string) string {
	if ended == "all" {
		return "there being nothing left to visit"
	}
	return q.BoundNamed(ended)
}

// Share is how many of some visits were to new states, in percent.
func Share(fresh, recent int) string {
	return fmt.Sprintf("%.1f %%", 100*float64(fresh)/float64(max(recent, 1)))
}

// A Sample is what a member of a swarm has looked at.
type Sample struct {
	// Which member it is, from 1.
	Member int `json:"member"`
	// How many there are to be.
	Of int `json:"of"`
	// The seed of the swarm's random choices.
	Seed uint64 `json:"seed"`
	// What has ended the search: states, time or memory (a flag -max-…), stop, interrupted, or all: there was nothing left to visit that it knew of.
	Ended string `json:"ended"`
	// How often it has come to a state, known or new.
	Visits int `json:"visits"`
	// How often it has begun at an initial state.
	Dives int `json:"dives"`
	// How many of its last visits are meant by fresh.
	Recent int `json:"recent"`
	// How many of its last visits were to states not met before.
	Fresh int `json:"fresh"`
	// States that were forgotten, since the table was full. As many may have been met again, and counted again among those with a premise and the
	// terminal ones. States does not count them.
	Forgotten int `json:"forgotten"`
	// The least prints of the states met, at most 1024 of 64 bits each, ascending, big-endian, in base64; explore swarm tells from them how much
	// members have in common. Null if states hold pointers, which no other process can tell.
	Sketch *string `json:"sketch"`
}

// jsonSample is a sample as the JSON has it, nil for none.
func jsonSample(s *checker.Sample) *Sample {
	if s == nil {
		return nil
	}
	j := &Sample{Member: s.Member, Of: s.Of, Seed: s.Seed, Ended: s.Ended, Visits: s.Visits, Dives: s.Dives, Recent: s.Recent, Fresh: s.Fresh, Forgotten: s.Forgotten}
	if s.Sketch != nil {
		var bytes []byte
		for _, print := range s.Sketch {
			bytes = binary.BigEndian.AppendUint64(bytes, print)
		}
		text := base64.StdEncoding.EncodeToString(bytes)
		j.Sketch = &text
	}
	return j
}

// Prints reads the sketch. It is nil, without an error, if there is none.
func (s *Sample) Prints() (checker.Sketch, error) {
	if s.Sketch == nil {
		return nil, nil
	}
	bytes, err := base64.StdEncoding.DecodeString(*s.Sketch)
	if err != nil || len(bytes)%8 != 0 {
		return nil, errors.New("a sketch is whole numbers of 64 bits in base64")
	}
	var sketch checker.Sketch
	for ; len(bytes) > 0; bytes = bytes[8:] {
		sketch = append(sketch, binary.BigEndian.Uint64(bytes))
	}
	return sketch, sketch.Check()
}
