package model

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"interrex/spec"
)

// A Topology lists the channels of a group.
type Topology string

const (
	Complete Topology = "complete graph"
	Cycle    Topology = "unidirectional ring"
	BothWays Topology = "bidirectional ring"
)

// IsRing reports whether the processes stand in a ring, on which each sends to its neighbours.
func (t Topology) IsRing() bool { return t == Cycle || t == BothWays }

// A Reading selects a lecture's printed rules, which may fail, or the repaired ones.
type Reading string

const (
	Repaired Reading = "repaired"
	Printed  Reading = "printed"
)

// Values lists the readings, the default first.
func (Reading) Values() []Reading { return []Reading{Repaired, Printed} }

// An Option is a choice that an algorithm leaves open, and a flag of the command line.
type Option struct {
	Name   string
	Help   string
	Values []string // the default first; for a switch "false", "true"
}

// Options are the choices made, by the option's name. An option without an entry has its default.
type Options map[string]string

// Of returns the value of an option.
func (o Options) Of(option Option) string {
	if value, chosen := o[option.Name]; chosen {
		return value
	}
	return option.Values[0]
}

// With returns a copy of the options with one more choice.
func (o Options) With(name, value string) Options {
	more := Options{}
	maps.Copy(more, o)
	more[name] = value
	return more
}

// Has reports whether a switch is on.
func (o Options) Has(name string) bool { return o[name] == "true" }

// IsSwitch reports whether the option is a switch: on or off.
func (o Option) IsSwitch() bool { return slices.Equal(o.Values, onOrOff) }

var onOrOff = []string{"false", "true"}

// A Variant picks one of the algorithms that share a name.
type Variant struct {
	Reading Reading
	Options Options
	Logs    []Log // in ring order; nil: all are empty
	Most    int   // how far counters count
	Numbers int   // how many numbers there are for the messages of one process
}

// An Algorithm is an entry of the catalogue: a name, and everything about the algorithm that package world and
// the commands need.
type Algorithm struct {
	Name     string
	Title    string
	Source   string // lectures and paper
	On       string // the election that a consensus rests on, else ""
	Topology Topology
	Make     func(Variant) Handler

	Options     []Option // choices that it leaves open
	Readings    bool     // printed and repaired differ
	SelfGuarded bool     // a process starts only once, so that starts need no budget
	Most        int      // processes that its local state has room for; 0: any number
	Counting    bool     // has unbounded counters
	Unannounced bool     // no message announces a result: each process finds it out for itself
	Anonymous   bool     // all processes are alike: their ids are places on the ring, and none outranks another

	// Kinds are the kinds of its messages, and Timers the names of its timers. Each is an action of its own
	// with its own count in reports. If an algorithm declares none, all its messages, or all its timers, share
	// one action. The interface Declaring adds those of single variants or worlds.
	Kinds  []Kind
	Timers []string

	Author // its world, and what is promised in it

	Own        bool            // it is the election of a user
	Properties []spec.Property // of its own
	Flags      []string        // of its default world, such as "-timeouts=clock"; nil: it is world.Default
}

// An Author is the world that the author of an algorithm assumes, and the properties promised in it.
type Author struct {
	World    string   // in words
	Crashes  int      // crashes in a run of the default world
	Restarts int      // restarts in a run of the default world
	Resends  bool     // in the default world the repaired ring resends the messages to a dead process
	Promised []string // the properties that the author promises
	Asked    []string // the properties asked by default; nil: the seven default ones that have a meaning
	Survives int      // the crashes in a run that the promise covers, or Unlimited
}

// Catalogue lists the algorithms, simple ones first.
func Catalogue() []Algorithm { return slices.Clone(catalogue) }

// Find returns the algorithm of that name.
func Find(name string) (Algorithm, bool) {
	if i := slices.IndexFunc(catalogue, func(a Algorithm) bool { return a.Name == name }); i >= 0 {
		return catalogue[i], true
	}
	return Algorithm{}, false
}

const (
	ringWorld = "asynchronous, perfect FIFO channels, crashes that processes can detect"
	crashless = "asynchronous, perfect FIFO channels, no crash"
)

var (
	all = []string{"one-leader", "elected-is-max", "agreement", "validity", "not-stuck", "decides", "ends"}

	// allInTheEnd leaves out what lecture 004 asks only of the result, not of every moment before it.
	allInTheEnd = []string{"one-leader", "validity", "not-stuck", "decides", "ends"}

	// allFirmly adds lecture 001's condition that a decision cannot be changed.
	allFirmly = append(slices.Clone(all), "irrevocable")

	// allQuietly adds the lecture's claim about Chang and Roberts that redundant elections are killed before
	// the announcement.
	allQuietly = append(slices.Clone(allFirmly), "announced-last")

	// withProbabilityOne omits the promise that holds only with probability one: that elections end.
	withProbabilityOne = []string{"one-leader", "agreement", "validity", "not-stuck", "irrevocable", "announced-last"}

	onRings         = []Kind{ELECTION, ELECTED}
	bullyTimerNames = []string{timerT.Name, timerT2.Name}

	omegaTimers = []string{heartbeat.Name, patience.Name}
	trusting    = []string{"eventual-leadership"}
	perTerm     = []string{"validity", "leader-per-term"}
)

var catalogue = []Algorithm{
	{Name: "ring", Title: "the ring algorithm", Source: "lecture 000",
		Topology: Cycle, Make: func(Variant) Handler { return Handle(Ring{}) },
		Kinds:  onRings,
		Author: Author{World: ringWorld, Promised: all}},
	{Name: "ring-maxid", Title: "the ring algorithm for several starters", Source: "lecture 000",
		Topology: Cycle, Make: func(Variant) Handler { return Handle(RingMaxID{}) },
		Kinds:  onRings,
		Author: Author{World: ringWorld, Promised: all}},
	{Name: "ring-watch", Title: "the ring with watching neighbours (option 1)", Source: "lecture 000",
		Topology: Cycle, Make: func(v Variant) Handler {
			return Handle(RingWatch{Watchers: Watchers(v.Options.Of(watching)), Printed: v.Reading == Printed})
		},
		Readings: true, Options: []Option{watching},
		Kinds: onRings, Timers: []string{"watch"},
		Author: Author{World: ringWorld, Crashes: 1, Resends: true, Promised: all, Survives: 1}},
	{Name: "ring-detector", Title: "the ring with a failure detector (option 2)", Source: "lecture 000",
		Topology: Cycle, Make: func(v Variant) Handler { return Handle(RingDetector{Printed: v.Reading == Printed}) },
		Readings: true, Most: setSize, Kinds: onRings,
		Author: Author{World: ringWorld, Crashes: 1, Resends: true, Promised: all, Survives: Unlimited}},
	{Name: "ring-accept", Title: "the ring that accepts each id it forwards", Source: "lecture 004",
		Topology: Cycle, Make: func(Variant) Handler { return Handle(RingAccept{}) },
		Kinds: onRings,
		Author: Author{World: "a logical ring that skips dead processes, crashes that processes can detect",
			Promised: allInTheEnd, Asked: allInTheEnd}},
	{Name: "lelann", Title: "the algorithm of LeLann", Source: "lecture 001; LeLann 1977",
		Topology: Cycle, Make: func(v Variant) Handler { return Handle(LeLann{Printed: v.Reading == Printed}) },
		Readings: true, SelfGuarded: true, Most: setSize, Unannounced: true, Kinds: []Kind{ELECT},
		Author: Author{World: crashless, Promised: allFirmly}},
	{Name: "chang-roberts", Title: "the algorithm of Chang and Roberts", Source: "lectures 001 and 003; Chang and Roberts 1979",
		Topology: Cycle, Make: func(v Variant) Handler { return Handle(ChangRoberts{Printed: v.Reading == Printed}) },
		Readings: true, SelfGuarded: true, Kinds: onRings,
		Author: Author{World: crashless, Promised: allQuietly}},
	{Name: "hirschberg-sinclair", Title: "the algorithm of Hirschberg and Sinclair", Source: "lecture 001; Hirschberg and Sinclair 1980",
		Topology: BothWays, Make: func(Variant) Handler { return Handle(HirschbergSinclair{}) },
		SelfGuarded: true, Kinds: []Kind{PROBE, REPLY, ELECTED},
		Author: Author{World: crashless, Promised: allFirmly}},
	{Name: "anonymous", Title: "the algorithm of Chang and Roberts, all ids equal", Source: "lecture 001; Angluin 1980",
		Topology: Cycle, Make: func(Variant) Handler { return Handle(Anonymous{}) },
		SelfGuarded: true, Anonymous: true, Kinds: onRings,
		Author: Author{World: crashless, Promised: []string{"validity"}, Asked: []string{"validity"}}},
	{Name: "itai-rodeh", Title: "the algorithm of Itai and Rodeh for anonymous rings", Source: "Itai and Rodeh 1981; Fokkink and Pang 2006",
		Topology: Cycle, Make: func(Variant) Handler { return Handle(ItaiRodeh{}) },
		SelfGuarded: true, Anonymous: true, Kinds: onRings,
		Author: Author{World: "asynchronous, perfect FIFO channels, no crash, known N",
			Promised: withProbabilityOne, Asked: withProbabilityOne}},
	{Name: "bully", Title: "the bully algorithm", Source: "lectures 000, 003 and 004; Garcia-Molina 1982",
		Topology: Complete, Make: func(Variant) Handler { return Handle(Bully{}) },
		Kinds: []Kind{ELECTION, OK, COORDINATOR}, Timers: bullyTimerNames,
		Author: Author{World: "synchronous, perfect FIFO channels, crashes without recovery",
			Crashes: 1, Promised: all, Survives: Unlimited}},
	{Name: "bully-recovery", Title: "the bully algorithm for processes that recover", Source: "lecture 001; Garcia-Molina 1982",
		Topology: Complete, Make: func(v Variant) Handler { return Handle(BullyRecovery{Printed: v.Reading == Printed}) },
		Readings: true, Kinds: []Kind{ELECTION, REJECT, COORDINATOR}, Timers: bullyTimerNames,
		Author: Author{World: "reliable channels, crashes and recoveries, timeouts",
			Crashes: 1, Restarts: 1, Promised: allFirmly, Survives: Unlimited}},
	{Name: "raft", Title: "the election of Raft", Source: "named in lectures 000 and 004; Ongaro and Ousterhout 2014",
		Topology: Complete, Make: func(v Variant) Handler {
			return Handle(Raft{Logs: v.Logs, PreVote: v.Options.Has(preVote.Name), CheckQuorum: v.Options.Has(checkQuorum.Name)})
		},
		SelfGuarded: true, Options: []Option{preVote, checkQuorum},
		Kinds: []Kind{REQUESTVOTE, VOTE, REFUSE, LEADER}, Timers: []string{electionTimeout.Name, beat.Name},
		Author: Author{World: "asynchronous, messages may be lost, repeated and reordered, crashes and recoveries with stable storage",
			Crashes: 1, Restarts: 1, Promised: perTerm, Asked: perTerm, Survives: Unlimited}},
	{Name: "omega-timely", Title: "Ω, all links eventually timely", Source: "lecture 003; Chandra and Toueg 1996",
		Topology: Complete, Make: func(v Variant) Handler {
			return Handle(OmegaTimely{Printed: v.Reading == Printed, Most: v.Most})
		},
		Readings: true, Counting: true, Unannounced: true, Kinds: []Kind{ALIVE}, Timers: omegaTimers,
		Author: Author{World: "partially synchronous, all links eventually timely, crashes",
			Crashes: 1, Promised: trusting, Asked: trusting, Survives: Unlimited}},
	{Name: "omega-minimal", Title: "Ω, as few links timely as can be", Source: "lecture 003; Aguilera and others 2003",
		Topology: Complete, Make: func(v Variant) Handler {
			return Handle(OmegaMinimal{Printed: v.Reading == Printed, Most: v.Most, Numbers: v.Numbers})
		},
		Readings: true, Counting: true,
		Unannounced: true, Kinds: []Kind{ALIVE}, Timers: omegaTimers,
		Author: Author{World: "partially synchronous, some links eventually timely, the others lose; crashes",
			Crashes: 1, Promised: trusting, Asked: trusting, Survives: Unlimited}},
}

// Lacks returns why a property has no meaning for the algorithm; "" if it has one. It could not be violated.
func (a Algorithm) Lacks(p spec.Property) string {
	switch s := p.Of; {
	case s == spec.Ranks && a.Anonymous:
		return "none of its processes outranks another"
	case s == spec.Rounds && a.Clockwork():
		return "no election begins or ends in it, each process trusts one all the time"
	case s == spec.Announcements && a.Unannounced:
		return "none of its messages announces a result"
	case s == spec.Terms && !a.Terms():
		return "its leaders have no terms"
	case s == spec.Decisions && a.On == "":
		return "it decides no value; -algo=" + ConsensusName + " does"
	}
	return ""
}

// Means returns nil if a property applies to the algorithm, and otherwise the reason in one line.
func (a Algorithm) Means(p spec.Property) error {
	if why := a.Lacks(p); why != "" {
		return fmt.Errorf("%s has no meaning for %s: %s", p.Name, a.Name, why)
	}
	return nil
}

// Usual lists the properties asked by default.
func (a Algorithm) Usual() []spec.Property {
	if a.Asked == nil {
		return a.Meant(spec.Default())
	}
	return slices.DeleteFunc(a.Meaningful(), func(p spec.Property) bool { return !slices.Contains(a.Asked, p.Name) })
}

// Unasked lists the default properties that apply to the algorithm and are not asked by default. They are
// evaluated all the same.
func (a Algorithm) Unasked() []spec.Property {
	return slices.DeleteFunc(a.Meant(spec.Default()), func(p spec.Property) bool { return a.Asked == nil || slices.Contains(a.Asked, p.Name) })
}

// Meaningful lists all properties that have a meaning for the algorithm.
func (a Algorithm) Meaningful() []spec.Property { return a.Meant(a.All()) }

// Meant selects the properties that apply to the algorithm.
func (a Algorithm) Meant(properties []spec.Property) []spec.Property {
	return slices.DeleteFunc(slices.Clone(properties), func(p spec.Property) bool { return a.Means(p) != nil })
}

// algorithmName is what -algo= takes without quotes.
var algorithmName = regexp.MustCompile(`^[a-zA-Z0-9._-]+$`)

// Validate returns, in one line, what the entry lacks that every world needs. What only some worlds
// need is checked with the description of the world.
func (a Algorithm) Validate() error {
	switch {
	case a.Name == "":
		return errors.New("Name is missing; reports use it")
	case !algorithmName.MatchString(a.Name):
		return fmt.Errorf("Name %q: not a name; allowed are ASCII letters, digits, dots, dashes and underscores, as in my-bully", a.Name)
	case a.Topology != Complete && a.Topology != Cycle && a.Topology != BothWays:
		return fmt.Errorf("%s: Topology %q: unknown; allowed are %q, %q and %q", a.Name, a.Topology, Complete, Cycle, BothWays)
	case a.Make == nil:
		return fmt.Errorf("%s: Make is missing; it must return model.Handle of a Protocol", a.Name)
	}
	h := a.Make(Variant{Reading: Repaired})
	if h == nil {
		return fmt.Errorf("%s: Make returns no Handler; it must return model.Handle of a Protocol", a.Name)
	}
	if err := h.Validate(); err != nil {
		return fmt.Errorf("%s: %w", a.Name, err)
	}
	if printed := a.Make(Variant{Reading: Printed}); printed == nil || printed.Abilities() != h.Abilities() {
		return fmt.Errorf("%s: Make returns protocols with different interfaces for different variants; all must implement the same", a.Name)
	}
	err := cmp.Or(a.validateOwn(), a.validateRules(), a.validateNames("Promises", a.Promised), a.validateNames("Asks", a.Asked))
	if err == nil && a.Own && len(a.Usual()) == 0 {
		return fmt.Errorf("%s: no property is promised or asked; Promises must name at least one, or be omitted", a.Name)
	}
	return err
}

// validateNames refuses a property that does not exist, and one without a meaning for the algorithm of a user.
func (a Algorithm) validateNames(list string, names []string) error {
	all := a.All()
	for _, name := range names {
		i := slices.IndexFunc(all, func(p spec.Property) bool { return p.Name == name })
		if i < 0 {
			known := strings.Join(spec.Names(a.Meaningful()), ", ")
			return fmt.Errorf("%s: %s(%q): no such property; the properties are %s", a.Name, list, name, known)
		}
		if err := a.Means(all[i]); a.Own && err != nil {
			return fmt.Errorf("%s(%q): %w", list, name, err)
		}
	}
	return nil
}

// Validate finds an optional interface that the protocol implements only in part, or with a wrong
// signature: the type assertion would fail, and the interface would be ignored silently.
func (h handler[L]) Validate() error {
	if h.protocol == nil {
		return errors.New("model.Handle was given no Protocol")
	}
	protocol := reflect.TypeOf(h.protocol)
	for _, optional := range []reflect.Type{
		reflect.TypeFor[Personal[L]](), reflect.TypeFor[Placed](), reflect.TypeFor[Ranked](), reflect.TypeFor[Timed[L]](),
		reflect.TypeFor[Await](), reflect.TypeFor[Accusing](), reflect.TypeFor[Clocked[L]](), reflect.TypeFor[Clockwork](),
		reflect.TypeFor[Occasional](), reflect.TypeFor[Suspecting[L]](), reflect.TypeFor[Polling[L]](), reflect.TypeFor[Keeping[L]](),
		reflect.TypeFor[Recovering[L]](), reflect.TypeFor[Choosing[L]](), reflect.TypeFor[Termed](), reflect.TypeFor[Declaring](),
		reflect.TypeFor[Endless](), reflect.TypeFor[Watching](), reflect.TypeFor[Relying](), reflect.TypeFor[Numbering](), reflect.TypeFor[Ruled](), reflect.TypeFor[Pictured](),
	} {
		if err := implementsWholly(protocol, optional); err != nil {
			return err
		}
	}
	switch able := h.Abilities(); {
	case !able.Timed && (able.Awaiting || able.Clocked || able.Clockwork):
		return fmt.Errorf("%v: the methods Timers and Timeout of model.Timed are missing, but the protocol says when timers fire", protocol)
	case able.Clockwork && !able.Clocked:
		return fmt.Errorf("%v: the method Ticks of model.Clocked is missing: a model.Clockwork runs by it", protocol)
	}
	return nil
}

// implementsWholly returns an error if a type has some methods of an interface, but not all.
func implementsWholly(protocol, optional reflect.Type) error {
	if protocol.Implements(optional) {
		return nil
	}
	name, _, _ := strings.Cut(optional.Name(), "[")
	reachable := protocol
	if protocol.Kind() != reflect.Pointer {
		reachable = reflect.PointerTo(protocol)
	}
	var has, lacks string
	for want := range optional.Methods() {
		found, exists := reachable.MethodByName(want.Name)
		if !exists {
			lacks = want.Name
			continue
		}
		has = want.Name
		if _, ofValue := protocol.MethodByName(want.Name); !ofValue {
			return fmt.Errorf("%v: the method %s of model.%s has a pointer receiver: give Handle a pointer", protocol, want.Name, name)
		}
		if got := signature(found.Type, true); got != signature(want.Type, false) {
			return fmt.Errorf("%v: the method %s%s is not that of model.%s, which is %s%s", protocol, want.Name, got, name, want.Name, signature(want.Type, false))
		}
	}
	if has != "" && lacks != "" {
		return fmt.Errorf("%v: the method %s of model.%s is missing, though it has %s", protocol, lacks, name, has)
	}
	return nil
}

// signature spells the parameters and results of a method, without a receiver.
func signature(method reflect.Type, hasReceiver bool) string {
	text := strings.TrimPrefix(method.String(), "func(")
	if hasReceiver {
		text = strings.TrimPrefix(strings.TrimPrefix(text, method.In(0).String()), ", ")
	}
	return "(" + text
}

// reach is, for each algorithm, the largest number of processes whose default world two cores explore in a
// minute, with all default properties. It was measured on a busy machine, so an idle one may reach one more.
// Ring-watch is measured with -repair=resent.
var reach = map[string]int{
	"ring": 64, "ring-maxid": 64, "ring-watch": 6, "ring-detector": 3, "ring-accept": 64,
	"lelann": 12, "chang-roberts": 16, "hirschberg-sinclair": 9, "anonymous": 12, "itai-rodeh": 8,
	"bully": 4, "bully-recovery": 3, "raft": 4, "omega-timely": 4, "omega-minimal": 3,
}

// Reach returns the algorithm's number in reach; 0 if it was not measured.
func (a Algorithm) Reach() int { return reach[a.Name] }
