package model

import "slices"

// A Topology is who may send to whom.
type Topology string

const (
	Complete Topology = "complete graph"
	Cycle    Topology = "unidirectional ring"
	BothWays Topology = "bidirectional ring"
)

// IsRing reports whether the processes stand in a ring, on which each sends to its neighbours.
func (t Topology) IsRing() bool { return t == Cycle || t == BothWays }

// A Reading says whether a lecture's print is followed to the letter where it cannot work.
type Reading string

const (
	Repaired Reading = "repaired"
	Printed  Reading = "printed"
)

// Values are the words that there are, the first by default.
func (Reading) Values() []Reading { return []Reading{Repaired, Printed} }

// A Variant picks one of the algorithms that go by one name.
type Variant struct {
	Reading  Reading
	Watchers Watchers

	// Of raft.
	Logs                 []Log // in ring order; nil: all are empty
	PreVote, CheckQuorum bool
	Most                 int // how far counters count
	Numbers              int // how many numbers there are for the messages of one process
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

	Readings    bool // printed and repaired differ
	Watched     bool // knows watchers
	SelfGuarded bool // a process starts only once, so that starts need no budget
	Most        int  // processes that its local state has room for; 0: any number
	Terms       bool // a leader leads in a term; there are logs and options, and links can be cut
	Counting    bool // has counters that may grow for ever
	Sparse      bool // needs no more timely links than lecture 003's Property 1 says
	Numbering   bool // its messages have numbers, which begin anew with their sender
	Multiplies  bool // as printed, messages multiply without end where processes die
	Unannounced bool // no message announces a result: each finds out for itself
	Anonymous   bool // all processes are alike: their ids are places on the ring, and none outranks another

	// Kinds are the kinds of its messages, and Timers the names of its timers: each makes an
	// action of its own, of which a report says how often it was taken. An algorithm that
	// declares none has all its messages, or timers, under one action. Those of Returning are
	// sent only once a process has come back.
	Kinds     []Kind
	Returning []Kind
	Timers    []string

	// And those that only an option adds.
	PreVoteKinds      []Kind
	CheckQuorumTimers []string

	// Singly lists the readings in which no rule sends more than one message, so that there is
	// no crash inside a step.
	Singly []Reading

	World    string   // the author's world, in words
	Crashes  int      // its crashes in a run, where the author's world has any
	Restarts int      // its restarts
	Promised []string // the properties that the author promises in that world
	Asks     []string // properties asked beside the default ones when none is named
	Survives int      // and the crashes in a run that the promise covers, or Unlimited

	Formulas []Formula // what the lectures say that it costs
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

	// allInTheEnd leaves out what lecture 004 asks of the result, and not of every moment before it.
	allInTheEnd = []string{"one-leader", "validity", "not-stuck", "decides", "ends"}

	// allFirmly adds lecture 001's condition that a decision cannot be changed.
	allFirmly = append(slices.Clone(all), "irrevocable")

	// allQuietly adds what the lecture says of Chang and Roberts: that the redundant elections
	// are killed before the result is announced.
	allQuietly = append(slices.Clone(allFirmly), "announced-last")

	// withProbabilityOne leaves out what is promised only of almost all runs: that they end.
	withProbabilityOne = []string{"one-leader", "agreement", "validity", "not-stuck", "irrevocable", "announced-last"}

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
		Formulas: ofOneStarter,
		Kinds:    onRings, Singly: bothReadings,
		World: ringWorld, Crashes: 1, Promised: all,
	},
	{
		Name: "ring-maxid", Title: "the ring algorithm for several starters", Source: "lecture 000",
		Topology: Cycle, Make: func(Variant) Handler { return Handle(RingMaxID{}) },
		Kinds: onRings, Singly: bothReadings,
		World: ringWorld, Crashes: 1, Promised: all,
	},
	{
		Name: "ring-watch", Title: "the ring whose neighbours watch (option 1)", Source: "lecture 000",
		Topology: Cycle, Make: func(v Variant) Handler {
			return Handle(RingWatch{Watchers: v.Watchers, Printed: v.Reading == Printed})
		},
		Readings: true, Watched: true,
		Kinds: onRings, Timers: []string{"watch"}, Singly: onlyRepaired,
		World: ringWorld, Crashes: 1, Promised: all, Survives: 1,
	},
	{
		Name: "ring-detector", Title: "the ring with a failure detector (option 2)", Source: "lecture 000",
		Topology: Cycle, Make: func(v Variant) Handler { return Handle(RingDetector{Printed: v.Reading == Printed}) },
		Readings: true, Most: setSize, Kinds: onRings, Singly: bothReadings,
		World: ringWorld, Crashes: 1, Promised: all, Survives: Unlimited,
	},
	{
		Name: "ring-accept", Title: "the ring that accepts whom it forwards", Source: "lecture 004",
		Topology: Cycle, Make: func(Variant) Handler { return Handle(RingAccept{}) },
		Kinds: onRings, Singly: bothReadings,
		World: "a logical ring that passes over the dead, whose failures are noticed", Crashes: 1, Promised: allInTheEnd,
	},
	{
		Name: "lelann", Title: "the algorithm of LeLann", Source: "lecture 001; LeLann 1977",
		Topology: Cycle, Make: func(v Variant) Handler { return Handle(LeLann{Printed: v.Reading == Printed}) },
		Readings: true, SelfGuarded: true, Multiplies: true, Most: setSize, Formulas: ofLeLann, Unannounced: true, Kinds: []Kind{ELECT}, Returning: []Kind{ASK},
		World: "asynchronous, perfect FIFO channels, no crash", Promised: allFirmly,
	},
	{
		Name: "chang-roberts", Title: "the algorithm of Chang and Roberts", Source: "lectures 001 and 003; Chang and Roberts 1979",
		Topology: Cycle, Make: func(v Variant) Handler { return Handle(ChangRoberts{Printed: v.Reading == Printed}) },
		Formulas: ofChangRoberts,
		Readings: true, SelfGuarded: true, Kinds: onRings, Singly: bothReadings,
		World: "asynchronous, perfect FIFO channels, no crash", Promised: allQuietly,
	},
	{
		Name: "hirschberg-sinclair", Title: "the algorithm of Hirschberg and Sinclair", Source: "lecture 001; Hirschberg and Sinclair 1980",
		Topology: BothWays, Make: func(Variant) Handler { return Handle(HirschbergSinclair{}) },
		Formulas:    ofHirschbergSinclair,
		SelfGuarded: true, Kinds: []Kind{PROBE, REPLY, ELECTED},
		World: "asynchronous, perfect FIFO channels, no crash", Promised: allFirmly,
	},
	{
		Name: "anonymous", Title: "the algorithm of Chang and Roberts, all ids equal", Source: "lecture 001; Angluin 1980",
		Topology: Cycle, Make: func(Variant) Handler { return Handle(Anonymous{}) },
		SelfGuarded: true, Anonymous: true, Kinds: onRings, Singly: bothReadings,
		World: "asynchronous, perfect FIFO channels, no crash", Promised: []string{"validity"},
	},
	{
		Name: "itai-rodeh", Title: "the algorithm of Itai and Rodeh for anonymous rings", Source: "Itai and Rodeh 1981; Fokkink and Pang 2006",
		Topology: Cycle, Make: func(Variant) Handler { return Handle(ItaiRodeh{}) },
		SelfGuarded: true, Anonymous: true, Kinds: onRings, Singly: bothReadings,
		World: "asynchronous, perfect FIFO channels, no crash, known N", Promised: withProbabilityOne,
	},
	{
		Name: "bully", Title: "the bully algorithm", Source: "lectures 000, 003 and 004; Garcia-Molina 1982",
		Topology: Complete, Make: func(Variant) Handler { return Handle(Bully{}) },
		Formulas: ofBully,
		Kinds:    []Kind{ELECTION, OK, COORDINATOR}, Timers: bullyTimerNames,
		World: "synchronous, perfect FIFO channels, crashes without recovery", Crashes: 1, Promised: all, Survives: Unlimited,
	},
	{
		Name: "bully-recovery", Title: "the bully algorithm for processes that recover", Source: "lecture 001; Garcia-Molina 1982",
		Topology: Complete, Make: func(v Variant) Handler { return Handle(BullyRecovery{Printed: v.Reading == Printed}) },
		Formulas: ofBully,
		Readings: true, Kinds: []Kind{ELECTION, REJECT, COORDINATOR}, Timers: bullyTimerNames,
		World: "reliable channels, crashes and recoveries, timeouts", Crashes: 1, Restarts: 1, Promised: allFirmly, Survives: Unlimited,
	},
	{
		Name: "raft", Title: "the election of Raft", Source: "named in lectures 000 and 004; Ongaro and Ousterhout 2014",
		Topology: Complete, Make: func(v Variant) Handler {
			return Handle(Raft{Logs: v.Logs, PreVote: v.PreVote, CheckQuorum: v.CheckQuorum})
		},
		SelfGuarded: true, Terms: true, Asks: []string{"leader-per-term"},
		Kinds: []Kind{REQUESTVOTE, VOTE, REFUSE, LEADER}, Timers: []string{electionTimeout.Name, beat.Name},
		PreVoteKinds: []Kind{REQUESTPREVOTE, PREVOTE}, CheckQuorumTimers: []string{quorumCheck.Name},
		World:   "asynchronous, messages may be lost, repeated and reordered, crashes and recoveries with stable storage",
		Crashes: 1, Restarts: 1, Promised: []string{"validity", "leader-per-term"}, Survives: Unlimited,
	},
	{
		Name: "omega-timely", Title: "Ω, all links eventually timely", Source: "lecture 003; Chandra and Toueg 1996",
		Topology: Complete, Make: func(v Variant) Handler {
			return Handle(OmegaTimely{Printed: v.Reading == Printed, Most: v.Most})
		},
		Readings: true, Counting: true, Unannounced: true, Kinds: []Kind{ALIVE}, Timers: omegaTimers,
		World: "partially synchronous, all links eventually timely, crashes", Crashes: 1, Promised: trusting, Asks: trusting, Survives: Unlimited,
	},
	{
		Name: "omega-minimal", Title: "Ω, as few links timely as can be", Source: "lecture 003; Aguilera and others 2003",
		Topology: Complete, Make: func(v Variant) Handler {
			return Handle(OmegaMinimal{Printed: v.Reading == Printed, Most: v.Most, Numbers: v.Numbers})
		},
		Readings: true, Counting: true, Sparse: true, Numbering: true,
		Unannounced: true, Kinds: []Kind{ALIVE}, Timers: omegaTimers,
		World: "partially synchronous, some links eventually timely, the others lose; crashes", Crashes: 1, Promised: trusting, Asks: trusting, Survives: Unlimited,
	},
}
