package draw

// A scenario is a run, small enough to be checked by hand, with the reason why it is shown. The
// golden file testdata/NAME.txt holds the reason and both renderings.
type scenario struct {
	name, reason string
	run          Run
}

var scenarios = []scenario{
	{"ring-lasso", `
On the ring 4, 8, 9, 3 the greatest starts an election and dies. Its message meets no process that
would stop it: P3, P4 and P8 forward it for ever. A lasso, its arrows across a dead lane, and a
message whose sender is dead by the time it arrives.`, ringLasso},
	{"bully-crash", `
The highest process dies inside the step in which it announces itself: of its three messages only
the one to P1 has left. Then P3 wins, and its message to P1 is slow: P1 and P2 name different
leaders. A finite run, messages to the dead, words that wrap.`, bullyCrash},
	{"restart", `
A process dies, misses a message, comes back and imposes itself; another one dies of a message that
it takes. Then nothing more can happen: the survivors' lifelines are closed.`, restart},
	{"alone", `
In a ring of one the process is its own neighbour: a message that it takes from itself is a loop.
It ends elected, and stays so.`, alone},
	{"lossy", `
A channel may lose a message in a step of its own: across a lane, to the neighbour, to oneself, with
either of the two ways to say so. The arrow does not reach its lane, and no lane has a mark, because
it is no lane's step.`, lossy},
	{"ticks", `
Time passes for all, and is no lane's step: a line through all lanes, also where one is dead, and a
note over all of them. A message that takes a tick, and a timer that runs two.`, ticks},
	{"wide", `
Seven lanes and long notes: the notes leave the head, the lanes stand as close as they can, an
action may be longer than its column, the words wrap.`, wide},
	{"odd-names", `
Names that mean something to Mermaid, that are equal, that are empty, that break lines. Text shows
them on one line each; Mermaid gets ids of ours, and entities.`, oddNames},
	{"excerpt", `
Of a long run some steps are drawn, and the drawing says how many are not. P2 is dead when it begins.`, excerpt},
	{"empty", `
An initial state can be a counterexample by itself: there are lanes, and no steps.`, empty},
	{"ended-at-once", `
Nobody may start, so that the run stays in its initial state for ever.`, endedAtOnce},
	{"nobody", `
A run of no processes is a run.`, Run{Cycle: NoCycle}},
}

func nobody(names ...string) []Lane {
	var lanes []Lane
	for _, name := range names {
		lanes = append(lanes, Lane{Name: name, Note: "elected ⊥"})
	}
	return lanes
}

func forward(lane, from, to int, message string) Step {
	return Step{Action: "deliver", Lane: lane, Message: message, From: from,
		Sends: []Send{{To: to, Message: message}}}
}

const p4, p8, p9, p3 = 0, 1, 2, 3

var ringLasso = Run{
	Lanes: nobody("P4", "P8", "P9", "P3"),
	Steps: []Step{
		{Action: "start", Lane: p9, Sends: []Send{{To: p3, Message: "ELECTION(9)"}}},
		{Action: "crash", Lane: p9, Crash: true},
		forward(p3, p9, p4, "ELECTION(9)"),
		forward(p4, p3, p8, "ELECTION(9)"),
		forward(p8, p4, p3, "ELECTION(9)"),
		forward(p3, p8, p4, "ELECTION(9)"),
		forward(p4, p3, p8, "ELECTION(9)"),
	},
	Cycle: 4,
}

var bullyCrash = Run{
	Lanes: nobody("P1", "P2", "P3", "P4"),
	Steps: []Step{
		{Action: "start", Lane: 3, Sends: []Send{{To: 0, Message: "COORDINATOR"}}, Crash: true,
			Note: "dies after 1 of its 3 messages"},
		{Action: "deliver", Lane: 0, Message: "COORDINATOR", From: 3,
			Changes: []Change{{0, "elected ⊥ → 4"}}},
		{Action: "start", Lane: 1,
			Sends:   []Send{{To: 2, Message: "ELECTION"}, {To: 3, Message: "ELECTION", Lost: true}},
			Changes: []Change{{1, "mode idle → waiting for OK"}}},
		{Action: "deliver", Lane: 2, Message: "ELECTION", From: 1,
			Sends:   []Send{{To: 1, Message: "OK"}, {To: 3, Message: "ELECTION", Lost: true}},
			Changes: []Change{{2, "mode idle → waiting for OK"}}},
		{Action: "deliver", Lane: 1, Message: "OK", From: 2,
			Changes: []Change{{1, "mode waiting for OK → waiting for COORDINATOR"}}},
		{Action: "timeout T", Lane: 2,
			Sends:   []Send{{To: 0, Message: "COORDINATOR"}, {To: 1, Message: "COORDINATOR"}},
			Changes: []Change{{2, "mode waiting for OK → idle"}, {2, "elected ⊥ → 3"}}},
		{Action: "deliver", Lane: 1, Message: "COORDINATOR", From: 2,
			Changes: []Change{{1, "mode waiting for COORDINATOR → idle"}, {1, "elected ⊥ → 3"}}},
	},
	Cycle: NoCycle,
}

var restart = Run{
	Lanes: nobody("P1", "P2", "P3"),
	Steps: []Step{
		{Action: "crash", Lane: 2, Crash: true},
		{Action: "start", Lane: 0, Sends: []Send{{1, "ELECTION", false}, {2, "ELECTION", true}}},
		{Action: "restart", Lane: 2, Restart: true},
		{Action: "start", Lane: 2,
			Sends:   []Send{{0, "COORDINATOR", false}, {1, "COORDINATOR", false}},
			Changes: []Change{{2, "elected ⊥ → 3"}}},
		{Action: "deliver", Lane: 1, Message: "ELECTION", From: 0, Crash: true,
			Note: "dies before it answers"},
		{Action: "deliver", Lane: 0, Message: "COORDINATOR", From: 2,
			Changes: []Change{{0, "elected ⊥ → 3"}}},
	},
	Cycle: 6,
}

var alone = Run{
	Lanes: nobody("P4"),
	Steps: []Step{
		{Action: "start", Lane: 0, Sends: []Send{{0, "ELECTION(4)", false}}},
		{Action: "deliver", Lane: 0, Message: "ELECTION(4)", From: 0,
			Sends: []Send{{0, "ELECTED(4)", false}}},
		{Action: "deliver", Lane: 0, Message: "ELECTED(4)", From: 0,
			Changes: []Change{{0, "elected ⊥ → 4"}}},
	},
	Cycle: 3,
}

var empty = Run{Lanes: nobody("P1", "P2"), Cycle: NoCycle}

var endedAtOnce = Run{Lanes: nobody("P1", "P2"), Cycle: 0}

var lossy = Run{
	Lanes: nobody("P1", "P2", "P3"),
	Steps: []Step{
		{Action: "start", Lane: 0, Sends: []Send{{2, "ELECTION", false}}},
		{Action: "lose", Lost: true, Lane: 2, Message: "ELECTION", From: 0},
		{Action: "timeout", Lane: 0,
			Sends: []Send{{1, "COORDINATOR", false}, {0, "ALIVE(1)", false}}},
		{Action: "channel", Lane: 1, Message: "COORDINATOR", From: 0, Lost: true, Note: "message lost"},
		{Action: "lose", Lost: true, Lane: 0, Message: "ALIVE(1)", From: 0},
	},
	Cycle: 2,
}

var ticks = Run{
	Lanes: nobody("P1", "P2", "P3"),
	Steps: []Step{
		{Action: "start", Lane: 0, Sends: []Send{{1, "ELECTION", false}, {2, "ELECTION", false}}},
		{Action: "crash", Lane: 2, Crash: true, Note: "ELECTION from P1 is lost with it"},
		{Action: "tick", Lane: Everyone, Note: "time 1"},
		{Action: "deliver", Lane: 1, Message: "ELECTION", From: 0, Sends: []Send{{0, "OK", false}}},
		{Action: "tick", Lane: Everyone, Note: "time 2"},
		{Action: "timeout T", Lane: 0, Changes: []Change{{0, "elected ⊥ → 1"}}},
		{Action: "tick", Lane: Everyone},
	},
	Cycle: 6,
}

var wide = Run{
	Lanes: []Lane{
		{Name: "P1", Note: "term 0, no vote, log empty"}, {Name: "P2", Note: "term 0, no vote, log empty"},
		{Name: "P3", Note: "term 1, vote P1, log empty"}, {Name: "P4", Note: "term 0, no vote, log empty"},
		{Name: "P5", Note: ""}, {Name: "P6", Note: "term 0, no vote, log empty"}, {Name: "P7", Note: "term 7"},
	},
	Steps: []Step{
		{Action: "timeout of the election timer", Lane: 0, Sends: []Send{
			{1, "VOTE?(1)", false}, {2, "VOTE?(1)", false}, {3, "VOTE?(1)", false},
			{4, "VOTE?(1)", false}, {5, "VOTE?(1)", false}, {6, "VOTE?(1)", false}},
			Changes: []Change{{0, "term 0 → 1"}, {0, "role follower → candidate"}}},
		{Action: "deliver", Lane: 6, Message: "VOTE?(1)", From: 0,
			Sends: []Send{{0, "NO(7)", false}}},
		{Action: "deliver", Lane: 0, Message: "NO(7)", From: 6,
			Changes: []Change{{0, "term 1 → 7"}}},
		{Action: "deliver", Lane: 1, Message: "VOTE?(1)", From: 0,
			Sends: []Send{{0, "YES(1)", false}}},
	},
	Cycle: NoCycle,
}

var oddNames = Run{
	Lanes: []Lane{{Name: "end", Note: "style: #1;"}, {Note: "a\nb"}, {Name: "end"}},
	Steps: []Step{
		{Action: "start; end", Lane: 0, Sends: []Send{{1, "wrap: \"x\"", false}, {2, "", true}}},
		{Action: "deliver", Lane: 1, Message: "wrap: \"x\"", From: 0,
			Changes: []Change{{1, "x < y & 100 %% → <b>"}}},
		{Action: "", Lane: 1, Message: "end", From: 2},
	},
	Cycle: 2,
}

// The middle of a run that is too long to be drawn, P2 being dead when it begins.
var excerpt = Run{
	Lanes: []Lane{{Name: "P1", Note: "elected 3"}, {Name: "P2", Dead: true}, {Name: "P3", Note: "elected 3"}},
	Steps: []Step{
		{Action: "timeout H", Lane: 2, Sends: []Send{{0, "LEADER(3)", false}, {1, "LEADER(3)", true}}},
		{Action: "deliver", Lane: 0, Message: "LEADER(3)", From: 2},
		{Action: "restart", Lane: 1, Restart: true},
	},
	Cycle:  NoCycle,
	Before: 1000,
	After:  1,
}
