package model

import "slices"

// A Topology is who may send to whom.
type Topology string

const (
	Complete Topology = "complete graph"
	Cycle    Topology = "unidirectional ring"
)

// A Reading says whether a lecture's print is followed to the letter where it cannot work.
type Reading string

const (
	Repaired Reading = "repaired"
	Printed  Reading = "printed"
)

// A Variant picks one of the algorithms that go by one name.
type Variant struct {
	Reading  Reading
	Watchers Watchers
	Most     int // how far counters count
	Numbers  int // how many numbers there are for the messages of one process
}

// An Algorithm is an entry of the catalogue: a name, and all that the world and the front end
// need to know about what goes by it.
type Algorithm struct {
	Name     string
	Title    string
	Source   string // lectures and paper
	On       string // the election that a consensus rests on, else ""
	Topology Topology
	Make     func(Variant) Handler

	Timed       bool // has timers, so that timing matters
	Detected    bool // listens to a failure detector
	Readings    bool // printed and repaired differ
	Watched     bool // knows watchers
	SelfGuarded bool // a process starts only once, so that starts need no budget
	Clockwork   bool // runs by the clock only, bears the loss of messages, and never ends
	Terms       bool // a leader leads in a term
	Counting    bool // has counters that may grow for ever
	Sparse      bool // needs no more timely links than lecture 003's Property 1 says
	Numbering   bool // its messages have numbers, which begin anew with their sender
	Stable      bool // something survives a crash (see Keeping)

	// Kinds are the kinds of its messages, and Timers the names of its timers: each makes an
	// action of its own, of which a report says how often it was taken. An algorithm that
	// declares none has all its messages, or timers, under one action.
	Kinds  []Kind
	Timers []string

	// Singly lists the readings in which no rule sends more than one message, so that there is
	// no crash inside a step.
	Singly []Reading

	World    string   // the author's world, in words
	Crashes  int      // its crashes in a run, where the author's world has any
	Restarts int      // its restarts
	Promised []string // the properties that the author promises in that world
	Asks     []string // properties asked beside the default ones when none is named
	Survives int      // and the crashes in a run that the promise covers, or Unlimited
}

// Catalogue lists the algorithms, simple ones first.
func Catalogue() []Algorithm { return slices.Clone(catalogue) }

// Find returns the algorithm of that name.
func Find(name string) (Algorithm, bool) {
	i := slices.IndexFunc(catalogue, func(a Algorithm) bool { return a.Name == name })
	if i < 0 {
		return Algorithm{}, false
	}
	return catalogue[i], true
}

const ringWorld = "asynchronous, perfect FIFO channels, crashes that processes can detect"

var (
	all = []string{"one-leader", "elected-is-max", "agreement", "validity", "not-stuck", "decides", "ends"}

	// allFirmly adds lecture 001's condition that a decision cannot be changed.
	allFirmly = append(slices.Clone(all), "irrevocable")

	// allQuietly adds what the lecture says of Chang and Roberts: that the redundant elections
	// are killed before the result is announced.
	allQuietly = append(slices.Clone(allFirmly), "announced-last")

	onRings         = []Kind{ELECTION, ELECTED}
	bullyTimerNames = []string{timerT.Name, timerT2.Name}

	omegaTimers = []string{heartbeat.Name, patience.Name}
	trusting    = []string{"eventual-leadership"}

	bothReadings = []Reading{Repaired, Printed}
	onlyRepaired = []Reading{Repaired}
)

var catalogue = []Algorithm{
	{
		Name: "ring", Title: "the ring algorithm", Source: "lecture 000",
		Topology: Cycle, Make: func(Variant) Handler { return Handle(Ring{}) },
		Detected: true, Kinds: onRings, Singly: bothReadings,
		World: ringWorld, Crashes: 1, Promised: all,
	},
	{
		Name: "ring-maxid", Title: "the ring algorithm for several starters", Source: "lecture 000",
		Topology: Cycle, Make: func(Variant) Handler { return Handle(RingMaxID{}) },
		Detected: true, Kinds: onRings, Singly: bothReadings,
		World: ringWorld, Crashes: 1, Promised: all,
	},
	{
		Name: "ring-watch", Title: "the ring whose neighbours watch (option 1)", Source: "lecture 000",
		Topology: Cycle, Make: func(v Variant) Handler {
			return Handle(RingWatch{Watchers: v.Watchers, Printed: v.Reading == Printed})
		},
		Timed: true, Detected: true, Readings: true, Watched: true,
		Kinds: onRings, Timers: []string{"watch"}, Singly: onlyRepaired,
		World: ringWorld, Crashes: 1, Promised: all, Survives: 1,
	},
	{
		Name: "ring-detector", Title: "the ring with a failure detector (option 2)", Source: "lecture 000",
		Topology: Cycle, Make: func(v Variant) Handler { return Handle(RingDetector{Printed: v.Reading == Printed}) },
		Detected: true, Readings: true, Kinds: onRings, Singly: bothReadings,
		World: ringWorld, Crashes: 1, Promised: all, Survives: Unlimited,
	},
	{
		Name: "chang-roberts", Title: "the algorithm of Chang and Roberts", Source: "lectures 001 and 003; Chang and Roberts 1979",
		Topology: Cycle, Make: func(Variant) Handler { return Handle(ChangRoberts{}) },
		Detected: true, SelfGuarded: true, Kinds: onRings, Singly: bothReadings,
		World: "asynchronous, perfect FIFO channels, no crash", Promised: allQuietly,
	},
	{
		Name: "bully", Title: "the bully algorithm", Source: "lectures 000, 003 and 004; Garcia-Molina 1982",
		Topology: Complete, Make: func(Variant) Handler { return Handle(Bully{}) },
		Timed: true, Kinds: []Kind{ELECTION, OK, COORDINATOR}, Timers: bullyTimerNames,
		World: "synchronous, perfect FIFO channels, crashes without recovery", Crashes: 1, Promised: all, Survives: Unlimited,
	},
	{
		Name: "bully-recovery", Title: "the bully algorithm for processes that recover", Source: "lecture 001; Garcia-Molina 1982",
		Topology: Complete, Make: func(v Variant) Handler { return Handle(BullyRecovery{Printed: v.Reading == Printed}) },
		Timed: true, Readings: true, Kinds: []Kind{ELECTION, REJECT, COORDINATOR}, Timers: bullyTimerNames,
		World: "reliable channels, crashes and recoveries, timeouts", Crashes: 1, Restarts: 1, Promised: allFirmly, Survives: Unlimited,
	},
	{
		Name: "omega-timely", Title: "Ω, all links eventually timely", Source: "lecture 003; Chandra and Toueg 1996",
		Topology: Complete, Make: func(v Variant) Handler {
			return Handle(OmegaTimely{Printed: v.Reading == Printed, Most: v.Most})
		},
		Timed: true, Readings: true, Clockwork: true, Counting: true, Kinds: []Kind{ALIVE}, Timers: omegaTimers,
		World: "partially synchronous, all links eventually timely, crashes", Crashes: 1, Promised: trusting, Asks: trusting, Survives: Unlimited,
	},
	{
		Name: "omega-minimal", Title: "Ω, as few links timely as can be", Source: "lecture 003; Aguilera and others 2003",
		Topology: Complete, Make: func(v Variant) Handler {
			return Handle(OmegaMinimal{Printed: v.Reading == Printed, Most: v.Most, Numbers: v.Numbers})
		},
		Timed: true, Readings: true, Clockwork: true, Counting: true, Sparse: true, Numbering: true,
		Kinds: []Kind{ALIVE}, Timers: omegaTimers,
		World: "partially synchronous, some links eventually timely, the others lose; crashes", Crashes: 1, Promised: trusting, Asks: trusting, Survives: Unlimited,
	},
}
