package check

import (
	"cmp"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"interrex/internal/flags"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// The headings of the flags, in the order of a help text.
const (
	TheElection = "The election"
	MayHappen   = "What may happen: budgets of the adversary, each a number or unlimited"
	ByTheClock  = "With -timeouts=clock, all in ticks"
	Bounds      = "Bounds: when one is hit, undecided properties are inconclusive"
	Asked       = "What is asked"
	HowTold     = "Output"
)

// Flags are the flags of a question: of the world, of the bounds, of the properties. Reports list the world by the same
// table, in its order.
func (q *Question) Flags() flags.Table {
	return slices.Concat(q.WorldFlags(), q.Bounds(), q.Asks())
}

// WorldFlags are the flags of a world.
func (q *Question) WorldFlags() flags.Table {
	return slices.Concat(q.election(), q.group(), q.adversary(), q.clock(), q.errors(), q.variants(), q.limits())
}

// unless is the reason why a flag does not apply; "" if it does.
func unless(applies bool, format string, args ...any) string {
	if applies {
		return ""
	}
	return fmt.Sprintf(format, args...)
}

// which returns the reason why a flag does not apply to an algorithm that lacks something.
func (q *Question) which(has func() bool, lacks string) func() string {
	return func() string { return unless(has(), "for %s, which %s", q.World.Algorithm.Name, lacks) }
}

// always is for flags that a report has even where they mean nothing.
func always() bool { return true }

// neverStarted returns the reason why a flag of started elections does not apply.
func (q *Question) neverStarted() string {
	a := q.World.Algorithm
	return unless(!a.Clockwork(), "for %s, in which no election is ever started: each process trusts one from the first tick on", a.Name)
}

// usualSize is the default number of processes.
const usualSize = 3

// election are the flags of the algorithm.
func (q *Question) election() flags.Table {
	c := &q.World
	return flags.Table{
		{Name: "algo", Takes: "NAME", Group: TheElection, Usual: true, Help: "the algorithm. explore NAME describes it, explore list all",
			Words: func() []string { return q.names(nil) },
			Set: func(text string) error {
				a, err := q.find("algo", text, flags.Choice{Reason: "there is no such algorithm", Those: "the algorithms are", Words: q.names(nil)})
				c.Algorithm = a
				return err
			},
			Then: func(given bool) error {
				if !given && !q.Partial && len(q.Elections) != 1 {
					return q.missing()
				} else if !given && !q.Partial {
					c.Algorithm = q.Elections[0]
				}
				return nil
			},
			Presets: q.presets},
		{Name: "on", Takes: "bully", Group: TheElection, Help: "the election that -algo=consensus rests on",
			Words: func() []string { return q.names(model.Algorithm.BearsConsensus) },
			Idle: func() string {
				return unless(c.Algorithm.On != "", "for %s; it names the election of -algo=%s", c.Algorithm.Name, model.ConsensusName)
			},
			Set: func(text string) error {
				on, err := q.find("on", text, flags.Choice{Those: "it is an election of processes that have ids:", Words: q.names(model.Algorithm.BearsConsensus)})
				if err == nil {
					c.Algorithm = model.Consensus(on)
				}
				return err
			},
			Get: func() any { return c.Algorithm.On }},
	}
}

// missing is the error of a question without an algorithm.
func (q *Question) missing() error {
	names := q.names(nil)
	usual := names[max(slices.Index(names, "bully"), 0)]
	command := strings.Join(strings.Fields(q.Program+" "+q.Called), " ")
	return fmt.Errorf("-algo is missing: write %s -algo=%s -n=%d; the algorithms are %s", command, usual, usualSize, strings.Join(names, ", "))
}

// group are the flags of the processes: -ids makes the world, by default.
func (q *Question) group() flags.Table {
	n, ids, c := 0, []model.ID(nil), &q.World
	return flags.Table{
		flags.Flag{Name: "n", Takes: "N", Group: TheElection, Usual: true, Help: fmt.Sprintf("the number of processes, by default %d. Their ids are 1 to N, in ring order", usualSize),
			Get: func() any { return len(c.IDs) }}.Count(&n, world.MaxProcesses),
		{Name: "ids", Takes: "4,8,9,3", Group: TheElection, Usual: true, Help: "instead of -n: the ids, in ring order",
			Idle: q.which(func() bool { return !c.Algorithm.Anonymous }, "has no ids: use -n"),
			Set:  func(text string) (err error) { ids, err = idList(text); return err },
			Get:  func() any { return c.IDs }, Shown: always,
			Then: func(given bool) error {
				switch {
				case !given && n == 0 && q.Partial:
					return flags.Done
				case c.Algorithm.Make == nil:
					return q.missing()
				case !given:
					ids = numbered(cmp.Or(n, usualSize))
				case n != 0 && n != len(ids):
					return fmt.Errorf("-n=%d and -ids=%s do not agree: the list has %d ids; leave -n out, or name as many", n, commas(ids), len(ids))
				}
				usual := q.defaultWorld(ids)
				if q.World = world.Default(c.Algorithm, ids); c.Algorithm.Flags != nil {
					c.Author = usual
				}
				return nil
			}},
		flags.OneOf(flags.Flag{Name: "criterion", Group: TheElection, Help: "what decides which process outranks another. Equals are ranked by id",
			Shown: func() bool { return c.Criterion != model.ByID }}, &c.Criterion, func() []model.Criterion {
			if c.Algorithm.Clockwork() || c.Algorithm.Anonymous { // the one prefers the lowest id, the other has none
				return []model.Criterion{model.ByID}
			}
			return c.Criterion.Values()
		}),
		{Name: "loads", Takes: "2,1,1", Group: TheElection, Help: "the load of each process, in ring order. The lower load outranks",
			Set: func(text string) (err error) {
				c.Loads, err = eachOf(text, len(c.IDs), "a load from 1 to 65535", func(word string) (int, bool) {
					load, err := strconv.ParseUint(word, 10, 16)
					return int(load), err == nil && load > 0
				})
				return err
			},
			Then: func(given bool) error {
				switch {
				case c.Criterion == model.ByLoad && !given:
					return errors.New("-criterion=load needs -loads, one for each process in ring order, as in -loads=2,1,1")
				case c.Criterion != model.ByLoad && given:
					return fmt.Errorf("-loads has no meaning with -criterion=%s: give -criterion=load too", c.Criterion)
				}
				return nil
			},
			Get: func() any { return c.Loads }, Shown: func() bool { return c.Criterion == model.ByLoad }},
	}
}

// presets are the flags of the own default world of a user's election. A size that is given replaces the other way to say it.
func (q *Question) presets(given map[string]string) (map[string]string, error) {
	a := q.World.Algorithm
	if a.Flags == nil {
		return map[string]string{}, nil
	}
	line, err := q.WorldFlags().Without("algo", "on").Scan(a.Flags)
	if err == nil && (len(line.Rest) > 0 || line.Help) {
		err = errors.New("it takes flags of a world, such as -timeouts=clock")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: World(%q): %w", a.Name, strings.Join(a.Flags, " "), err)
	}
	for size, other := range map[string]string{"ids": "n", "n": "ids"} {
		if _, is := given[size]; is {
			delete(line.Values, other)
		}
	}
	return line.Values, nil
}

// defaultWorld is the default world of the algorithm with these processes.
func (q *Question) defaultWorld(ids []model.ID) *world.Config {
	c := world.Default(q.World.Algorithm, ids)
	if presets, err := q.presets(nil); err == nil && len(presets) > 0 {
		other := Question{Elections: []model.Algorithm{c.Algorithm}, World: c}
		table := other.WorldFlags().Without("algo", "on", "n", "ids")
		if table.Read(flags.Line{Values: presets}) == nil {
			c = other.World
		}
	}
	return &c
}

func (q *Question) names(such func(model.Algorithm) bool) (names []string) {
	for _, a := range q.Elections {
		if such == nil || such(a) {
			names = append(names, a.Name)
		}
	}
	return names
}

func (q *Question) find(flag, text string, otherwise flags.Choice) (model.Algorithm, error) {
	name, found := flags.Among(text, otherwise.Words)
	if !found {
		otherwise.What, otherwise.Word = "-"+flag+"="+text, text
		return model.Algorithm{}, &otherwise
	}
	return q.Elections[slices.Index(q.names(nil), name)], nil
}

func (q *Question) adversary() flags.Table {
	c := &q.World
	ring := func() bool { return c.Algorithm.Topology.IsRing() }
	timeouts := flags.OneOf(flags.Flag{Name: "timeouts", Group: MayHappen, Usual: true, Help: "when a timer may fire. " +
		"sync: when what it waits for can no longer come and no message of a dead process is in transit. " +
		"perfect: the same, but messages of dead processes may be in transit. " +
		"any: at any time, as in an asynchronous system. clock: after its number of ticks; messages have deadlines",
		Idle: q.which(func() bool { return c.Algorithm.Timed() }, "has no timers")}, &c.Timeouts, func() []world.Timeouts { return world.TimeoutsOf(c.Algorithm) })
	set := timeouts.Set
	timeouts.Set = func(text string) error {
		if c.Algorithm.Terms() && !c.Algorithm.Own && text == string(world.ByClock) {
			return flags.Whole{Err: world.NoClock(c.Algorithm)}
		}
		return set(text)
	}
	return flags.Table{
		flags.Flag{Name: "crashes", Takes: "N", Group: MayHappen, Usual: true,
			Help: "at most this many crashes in a run. The default is that of the algorithm"}.Budget(&c.Crashes),
		flags.OneOf(flags.Flag{Name: "crash-points", Group: MayHappen, Help: "where a process may crash. sends: also inside a step, after a part of its messages. steps: only between steps",
			Shown: func() bool { return c.Crashes != 0 }}, &c.CrashPoints, c.CrashPoints.Values),
		flags.Flag{Name: "restarts", Takes: "N", Group: MayHappen, Usual: true,
			Help: "at most this many restarts in a run, under the old id. The default is that of the algorithm"}.Budget(&c.Restarts),
		flags.OneOf(flags.Flag{Name: "repair", Group: MayHappen, Help: "the messages in transit to a process of a ring when it dies. resent: its neighbour sends them to the next one",
			Idle: q.which(ring, "is not a ring"), Shown: func() bool { return ring() && c.Crashes != 0 }}, &c.Repair, func() []world.Repair { return world.RepairsOf(c.Algorithm) }),
		flags.OneOf(flags.Flag{Name: "initial", Group: MayHappen, Help: "the processes elected at the beginning. leader: each has elected the highest. themselves: each has elected itself"}, &c.Initial, c.Initial.Values),
		{Name: "initiators", Takes: "all", Group: MayHappen, Help: "the processes that may start an election without a death. all, nobody, or ids such as 1,3", Idle: q.neverStarted, Shown: always,
			Set: func(text string) (err error) { c.Initiators, err = initiators(text, c.IDs); return err },
			Get: func() any {
				switch {
				case len(c.Initiators) > 0:
					return c.Initiators
				case c.Initiators != nil:
					return "nobody"
				}
				return "all"
			}},
		flags.Flag{Name: "starts", Takes: "1", Group: MayHappen, Idle: q.neverStarted, Shown: always,
			Help: "at most this many starts without a death, by all processes together"}.Budget(&c.Starts),
		timeouts,
		flags.Flag{Name: "timeouts-left", Takes: "unlimited", Group: MayHappen, Help: "at most this many timeouts in a run, where a timer may fire at any time",
			Idle: func() string {
				mayBeAny := func() bool { return slices.Contains(world.TimeoutsOf(c.Algorithm), world.Any) }
				return cmp.Or(q.which(c.Algorithm.Timed, "has no timers")(), q.which(mayBeAny, "has no -timeouts=any")(),
					unless(c.Timeouts == world.Any, "with -timeouts=%s: give -timeouts=any too", c.Timeouts))
			},
			Shown: func() bool { return c.Firings != world.Unlimited }}.Budget(&c.Firings),
	}
}

func (q *Question) clock() flags.Table {
	c := &q.World
	clockless := func() string { return unless(c.IsClocked(), "without a clock: give -timeouts=clock too") }
	idle := func(has func() bool, lacks string) func() string {
		return func() string { return cmp.Or(clockless(), q.which(has, lacks)()) }
	}
	hasT := func() bool { return !c.Algorithm.Clockwork() }
	hasT2 := func() bool { return c.Algorithm.Timers == nil || slices.Contains(c.Algorithm.Timers, "T'") }
	byT := func() string {
		by := "is timed by -t"
		if hasT2() {
			by += " and -t2"
		}
		return idle(c.Algorithm.Clockwork, by)()
	}
	ticks := func(f flags.Flag, at *int, least int) flags.Flag {
		f.Takes, f.Group = cmp.Or(f.Takes, "TICKS"), ByTheClock
		if f.Idle == nil {
			f.Idle = clockless
		}
		return f.Number(at, least, world.MostTicks)
	}
	whenClocked := func(do func()) func(bool) error {
		return func(bool) error {
			if c.IsClocked() {
				do()
			}
			return nil
		}
	}
	return flags.Table{
		ticks(flags.Flag{Name: "tm", Takes: "1", Help: "a message is delivered within this time. The default is 0 for omega-minimal"}, &c.Clock.Tm, 0),
		ticks(flags.Flag{Name: "tp", Takes: "0", Help: "and handled within this time after its delivery",
			Then: whenClocked(func() { c.Clock = c.DefaultClock(c.Clock.Tm, c.Clock.Tp); c.Late = 2 * c.Clock.Tm })}, &c.Clock.Tp, 0),
		ticks(flags.Flag{Name: "t", Help: "the timer T, by default 2*tm+tp. A death is detected T to 2T later",
			Idle: idle(hasT, "is timed by -eta"),
			Then: whenClocked(func() { c.Clock.T2 = c.DefaultT2() })}, &c.Clock.T, 1),
		ticks(flags.Flag{Name: "t2", Help: "the timer T', by default T+2*tm+tp",
			Idle: idle(func() bool { return hasT() && hasT2() }, "has no timer T'")}, &c.Clock.T2, 1),
		ticks(flags.Flag{Name: "eta", Takes: "1", Help: "the interval between heartbeats (omega-...)",
			Idle: byT}, &c.Clock.Eta, 1),
		flags.Flag{Name: "gst", Takes: "0", Group: ByTheClock, Idle: clockless,
			Help: "the last tick from which on the bounds hold, or unlimited. Before it messages may be late, and for omega-... also lost"}.Budget(&c.GST),
		flags.OneOf(flags.Flag{Name: "ties", Group: ByTheClock, Idle: clockless,
			Help: "the first of a delivery and a timer in one tick"}, &c.Ties, c.Ties.Values),
		{Name: "timely", Takes: "all", Group: ByTheClock, Idle: clockless,
			Help: "the links that keep the bounds. all, nothing, from:2, or links such as 1-2,2-3",
			Set:  func(text string) (err error) { c.Timely, err = timelyLinks(text, c.IDs); return err },
			Get: func() any {
				if c.Timely == nil {
					return "all"
				}
				return links("nothing", c.Timely)
			}},
		ticks(flags.Flag{Name: "late", Help: "on the other links a message is lost after this time, by default 2*tm",
			Idle: byT}, &c.Late, 0),
	}
}

func (q *Question) errors() flags.Table {
	c := &q.World
	deaf := func() string {
		instead := ""
		if c.Algorithm.Timed() {
			instead = ": its timers detect"
		}
		return unless(c.Algorithm.Detected(), "for %s, which does not listen to a failure detector%s", c.Algorithm.Name, instead)
	}
	errless := func() string {
		return cmp.Or(deaf(), unless(c.Errs(), "with -detector=%s: give -detector=%s or %s too", c.Detector, world.InaccurateDetector, world.EventuallyPerfect))
	}
	without := func(kind world.Channels) func() string {
		return func() string {
			return unless(c.Channels == kind, "with -channels=%s: give -channels=%s too", c.Channels, kind)
		}
	}
	return flags.Table{
		flags.OneOf(flags.Flag{Name: "detector", Group: MayHappen, Help: "the mistakes of the detector. " +
			"perfect: none. incomplete: it may never report a death. inaccurate: it suspects live processes, up to -mistakes times. " +
			"eventually-perfect: the same, but only until some unknown moment",
			Idle: deaf}, &c.Detector, c.Detector.Values),
		flags.Flag{Name: "mistakes", Takes: "unlimited", Group: MayHappen, Help: "at most this many false suspicions by a detector that makes them",
			Idle: errless}.Budget(&c.Mistakes),
		flags.OneOf(flags.Flag{Name: "channels", Group: MayHappen, Usual: true, Help: "the order and fate of messages. bag: in any order. lossy: in order, some are lost. duplicating: in order, some are repeated"}, &c.Channels, c.Channels.Values),
		flags.Flag{Name: "losses", Takes: "1", Group: MayHappen, Help: "at most this many messages lost by lossy channels",
			Idle: without(world.Lossy)}.Budget(&c.Losses),
		flags.Flag{Name: "duplicates", Takes: "1", Group: MayHappen, Help: "at most this many deliveries repeated by duplicating channels",
			Idle: without(world.Duplicating)}.Budget(&c.Duplicates),
	}
}

func (q *Question) variants() flags.Table {
	c := &q.World
	terms := func() bool { return c.Algorithm.Terms() }
	return slices.Concat(flags.Table{
		flags.OneOf(flags.Flag{Name: "reading", Group: TheElection, Help: "as printed, or repaired where that cannot work",
			Idle: q.which(func() bool { return c.Algorithm.Readings }, "has one reading only: what is printed can be run")}, &c.Reading, c.Reading.Values),
		{Name: "logs", Takes: "1:3,2:1,2:1", Group: TheElection, Help: "the last term and the length of each log, in ring order. The later term outranks, then the longer log",
			Set: func(text string) (err error) {
				if text != "empty" {
					c.Logs, err = eachOf(text, len(c.IDs), "the last term and the length of a log, 0 to 1000 each, as in 2:5", oneLog)
				}
				return err
			},
			Then: func(bool) error {
				switch {
				case c.Criterion == model.ByLog && c.Logs == nil:
					return errors.New("-criterion=log needs -logs, last term and length for each process in ring order, as in -logs=1:3,2:1")
				case c.Criterion != model.ByLog && c.Logs != nil && !terms():
					return fmt.Errorf("-logs has no meaning with -criterion=%s: give -criterion=log too", c.Criterion)
				}
				return nil
			},
			Get: func() any { return logs(*c) }, Shown: func() bool { return terms() || c.Criterion == model.ByLog }},
	}, q.options(), flags.Table{
		{Name: "cut", Takes: "nothing", Group: MayHappen, Help: "links that carry no message, in one direction each, such as 1-2,2-1",
			Idle: q.which(terms, "does not reckon with links that are cut"),
			Set: func(text string) (err error) {
				if text != "nothing" {
					c.Cut, err = pairs(text, c.IDs, "it is nothing, or links such as 1-2,2-1, each from one process to another")
				}
				return err
			},
			Get: func() any { return links("nothing", c.Cut) }},
	})
}

func (q *Question) options() (table flags.Table) {
	of := map[string][]string{}
	for _, a := range append(slices.Clip(q.Elections), q.World.Algorithm) {
		for _, o := range a.Options {
			if _, again := table.Find(o.Name); !again {
				table = append(table, q.option(o))
			}
			if !slices.Contains(of[o.Name], a.Name) {
				of[o.Name] = append(of[o.Name], a.Name)
			}
		}
	}
	for i, f := range table {
		table[i].Help = fmt.Sprintf("%s (%s)", f.Help, strings.Join(of[f.Name], ", "))
	}
	return table
}

func (q *Question) option(o model.Option) flags.Flag {
	c, value, on := &q.World, o.Values[0], false
	has := func() bool {
		return slices.ContainsFunc(c.Algorithm.Options, func(other model.Option) bool { return other.Name == o.Name })
	}
	f := flags.Flag{Name: o.Name, Group: TheElection, Help: o.Help, Idle: q.which(has, "leaves no such choice")}
	if o.IsSwitch() {
		f.Get = func() any { return c.Options.Has(o.Name) }
		f = f.Switch(&on)
	} else {
		f.Get = func() any { return c.Options.Of(o) }
		f = flags.OneOf(f, &value, func() []string { return o.Values })
	}
	set := f.Set
	f.Then, f.Set = nil, func(text string) error {
		if err := set(text); err != nil {
			return err
		}
		if o.IsSwitch() {
			value = strconv.FormatBool(on)
		}
		c.Options = c.Options.With(o.Name, value)
		return nil
	}
	return f
}

// limits are the bounds of the model. Their defaults depend on the rest of the world.
func (q *Question) limits() flags.Table {
	c := &q.World
	bounded := func(bool) error { *c = c.Bounded(); return nil }
	return flags.Table{
		flags.Flag{Name: "elections", Takes: "N", Group: Bounds, Help: "elections that each process starts, by default unlimited if the world is finite", Idle: q.neverStarted, Shown: always,
			Then: func(given bool) error {
				if !given {
					c.Elections = c.DefaultElections()
				}
				return nil
			}}.Budget(&c.Elections),
		flags.Flag{Name: "capacity", Takes: "N", Group: Bounds, Help: "messages in one channel, by default unlimited if the world is finite", Then: bounded}.Budget(&c.Capacity),
		flags.Flag{Name: "counters", Takes: "3", Group: Bounds, Help: "the largest value of counters that could grow forever",
			Idle: q.which(func() bool { return c.Algorithm.Counting }, "has no counters that grow for ever")}.Count(&c.Counters, world.MostCounters),
	}
}

// Bounds are the flags of how much is explored, and by how many workers.
func (q *Question) Bounds() flags.Table {
	o, stop := &q.Options, "none"
	return flags.Table{
		flags.Flag{Name: "max-states", Takes: "N", Group: Bounds, Usual: true, Help: "explore at most N states. 1e6 and 1_000_000 are numbers too"}.Count(&o.MaxStates, 0),
		flags.Flag{Name: "max-depth", Takes: "N", Group: Bounds, Help: "explore at most N levels beyond the first"}.Count(&o.MaxDepth, 0),
		flags.Flag{Name: "max-time", Takes: "TIME", Group: Bounds, Help: "time for the exploration, and again for liveness, as in 90s or 10m"}.Duration(&o.MaxTime),
		flags.Flag{Name: "max-memory", Takes: "SIZE", Group: Bounds, Help: "memory to use, as in 8GiB, by default seven eighths of what is free. With -store the process keeps to it if it can: each of its own workers needs some 15 MiB",
			Then: func(given bool) error {
				if !given {
					o.MaxMemory = availableMemory() / 8 * 7
				}
				return nil
			}}.Bytes(&o.MaxMemory),
		flags.OneOf(flags.Flag{Name: "stop", Group: Bounds, Help: "first: stop after the level of the first safety violation",
			Then: func(bool) error { o.StopFirst = stop == "first"; return nil }}, &stop, func() []string { return []string{"none", "first"} }),
		q.Crew(),
	}
}

// MostWorkers is the greatest number of workers.
const MostWorkers = 256

// Complete fills in what follows from the flags, when all of them are read.
func (q *Question) Complete() error {
	q.World.Suspicions = slices.ContainsFunc(q.Properties, func(p spec.Property) bool { return p.Recalls })
	return q.World.Validate()
}

// Crew is the flag of the number of workers.
func (q *Question) Crew() flags.Flag {
	o := &q.Options
	return flags.Flag{Name: "workers", Takes: "N", Group: HowTold, Help: "parallel workers, by default one per core. The report does not depend on their number",
		Then: func(bool) error {
			if o.Workers == 0 {
				o.Workers = min(runtime.GOMAXPROCS(0), MostWorkers)
			}
			return nil
		}}.Count(&o.Workers, MostWorkers)
}

// Sets are the words for more than one property.
const (
	UsualSet    = "default"
	PromisedSet = "promised"
	AllSet      = "all"
)

// askUsual asks the algorithm's own choice of properties, and evaluates the other default ones beside them.
func (q *Question) askUsual() {
	a := q.World.Algorithm
	asked := a.Usual()
	q.Unasked = a.Unasked()
	q.Properties = slices.DeleteFunc(a.Meaningful(), func(p spec.Property) bool { return !has(asked, p.Name) && !has(q.Unasked, p.Name) })
}

// Asks are the flags about properties.
func (q *Question) Asks() flags.Table {
	failOn := ""
	return flags.Table{
		{Name: "property", Takes: "NAMES", Group: Asked, Usual: true,
			Help:  "the properties asked: default, promised, all, or names with commas. promised: what the author promises in this world",
			Words: q.propertyWords,
			Set: func(text string) (err error) {
				q.Properties, err = q.propertiesNamed(text)
				return err
			},
			Then: func(given bool) error {
				if !given {
					q.askUsual()
				}
				return q.Complete()
			}},
		flags.OneOf(flags.Flag{Name: "fail-on", Takes: "vacuous", Group: Asked,
			Help: "treat warnings as errors. A property with a premise that is never true, or an action never taken though the world has all of the author's",
			Then: func(given bool) error { q.Vacuous = given; return nil },
		}, &failOn, func() []string { return []string{"vacuous"} }),
	}
}

// propertyWords are the sets, and the properties that apply to the algorithm, if it is known.
func (q *Question) propertyWords() []string {
	all := spec.All() // of any election
	if q.World.Algorithm.Make != nil {
		all = q.World.Algorithm.Meaningful()
	}
	return append([]string{UsualSet, PromisedSet, AllSet}, spec.Names(all)...)
}

// propertiesNamed reads a list of properties: sets and names. The order is that of the list.
func (q *Question) propertiesNamed(text string) (properties []spec.Property, err error) {
	a, named := q.World.Algorithm, []string(nil)
	for word := range strings.SplitSeq(text, ",") {
		var more []spec.Property
		switch name := strings.ToLower(word); name {
		case UsualSet:
			more = a.Usual()
		case AllSet:
			more = a.Meaningful()
		case PromisedSet:
			if more, err = q.World.Promised(); err != nil {
				return nil, q.advised()
			}
		default:
			i := slices.IndexFunc(a.All(), func(p spec.Property) bool { return strings.EqualFold(p.Name, word) })
			switch {
			case i < 0:
				return nil, &flags.Choice{What: "-property=" + text, Reason: fmt.Sprintf("%q is no property", word), Word: word,
					Those: "the properties are", Words: q.propertyWords()}
			case slices.Contains(named, name):
				return nil, fmt.Errorf("%s is named twice; name each property once", word)
			}
			more, named = a.All()[i:i+1], append(named, name)
			if err := a.Means(more[0]); err != nil {
				return nil, flags.Whole{Err: fmt.Errorf("-property=%w", err)}
			}
		}
		for _, p := range more {
			if !has(properties, p.Name) {
				properties = append(properties, p)
			}
		}
	}
	return properties, nil
}
