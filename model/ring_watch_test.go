package model

import "slices"

// The timers of process 2.
var (
	watch3 = Timer{Name: "watch", Slot: 0, Of: 3}
	watch1 = Timer{Name: "watch", Slot: 1, Of: 1}
)

// What process 2 remembers of 3, its successor, or of 1, its predecessor.
// watch is short for the local state.
type watch = ringWatch

var (
	nothing  = sight{}
	stands   = sight{election: true, armed: true} // ELECTION(k) seen
	overdue  = sight{election: true}              // and watch(k) has fired
	rules    = sight{elected: true}               // ELECTED(k) seen, and what was before forgotten
	seenBoth = sight{election: true, elected: true}
)

var ringWatchShows = []show{
	{"ring-watch", "repaired", Handle(RingWatch{Watchers: BothNeighbours}), slices.Concat(ringWatchRows, ringWatchRepaired)},
	{"ring-watch", "printed", Handle(RingWatch{Watchers: BothNeighbours, Printed: true}), slices.Concat(ringWatchRows, ringWatchPrinted)},
	{"ring-watch", "only the predecessor of k watches", Handle(RingWatch{Watchers: OnlyPredecessor}), []row{
		{"RW1", "2 is the predecessor of 3",
			2, watch{}, takes(Election{3}, 1), watch{0, stands, nothing}, "ELECTION(3)→next"},
		{"RI3", "2 is not the predecessor of 1",
			2, watch{}, takes(Election{1}, 1), watch{}, "ELECTION(2)→next"},
	}},
	{"ring-watch", "only the successor of k watches", Handle(RingWatch{Watchers: OnlySuccessor}), []row{
		{"RI2", "2 is not the successor of 3",
			2, watch{}, takes(Election{3}, 1), watch{}, "ELECTION(3)→next"},
		{"RW1", "2 is the successor of 1",
			2, watch{}, takes(Election{1}, 1), watch{0, nothing, stands}, "ELECTION(2)→next"},
	}},
}

// ringWatchRows are the same in both readings.
var ringWatchRows = []row{
	{"RI1", "a start is not a sight of oneself",
		2, watch{}, starts(), watch{}, "ELECTION(2)→next"},
	{"RI6", "a detection forgets no sight",
		2, watch{3, rules, stands}, detects(), watch{0, rules, stands}, "ELECTION(2)→next"},
	{"RW1 RI2", "the successor stands: remembered, and watch(3) armed",
		2, watch{}, takes(Election{3}, 1), watch{0, stands, nothing}, "ELECTION(3)→next"},
	{"RW1 RI3", "the predecessor stands: its id is replaced, and watch(1) armed all the same",
		2, watch{}, takes(Election{1}, 1), watch{0, nothing, stands}, "ELECTION(2)→next"},
	{"RI2", "4 is no neighbour of 2, and is not watched",
		2, watch{}, takes(Election{4}, 1), watch{}, "ELECTION(4)→next"},
	{"RI4", "nobody watches itself",
		2, watch{}, takes(Election{2}, 1), watch{elected: 2}, "ELECTED(2)→next"},
	{"RW2", "an announcement nobody waited for is remembered too",
		2, watch{}, takes(Elected{3}, 1), watch{3, rules, nothing}, "ELECTED(3)→next"},
	{"RW3", "watch(3) fires: start anew, remember that 3 stood",
		2, watch{0, stands, nothing}, fires(watch3), watch{0, overdue, nothing}, "ELECTION(2)→next"},
	{"RW3", "watch(1) fires: the other timer is left alone",
		2, watch{0, stands, stands}, fires(watch1), watch{0, stands, overdue}, "ELECTION(2)→next"},
}

var ringWatchRepaired = []row{
	{"RW1", "3 stands again: its last announcement is forgotten",
		2, watch{3, rules, nothing}, takes(Election{3}, 1), watch{3, stands, nothing}, "ELECTION(3)→next"},
	{"RW2 RI5", "3 is announced: watch(3) cleared, ELECTION(3) forgotten, ELECTED(3) remembered",
		2, watch{0, stands, nothing}, takes(Elected{3}, 1), watch{3, rules, nothing}, "ELECTED(3)→next"},
	{"RW2", "what was seen of 1 is forgotten with it: an election has succeeded",
		2, watch{0, stands, stands}, takes(Elected{3}, 1), watch{3, rules, nothing}, "ELECTED(3)→next"},
	{"RW2", "another's success forgets both neighbours",
		2, watch{3, rules, stands}, takes(Elected{4}, 1), watch{elected: 4}, "ELECTED(4)→next"},
	{"RW2", "so does one's own, come round",
		2, watch{2, overdue, stands}, takes(Elected{2}, 1), watch{elected: 2}, ""},
	{"RW4 RI1", "a second ELECTION(3) is dropped, 3 is forgotten, an election begun",
		2, watch{0, stands, stands}, takes(Election{3}, 1), watch{0, nothing, stands}, "ELECTION(2)→next"},
	{"RW4", "it is a second sight also when watch(3) has fired",
		2, watch{0, overdue, nothing}, takes(Election{3}, 1), watch{}, "ELECTION(2)→next"},
	{"RW4", "a second ELECTED(3) is dropped, and elected stays",
		2, watch{4, rules, stands}, takes(Elected{3}, 1), watch{4, nothing, stands}, "ELECTION(2)→next"},
	{"RW1", "forgotten is forgotten: the third sight is a first one",
		2, watch{}, takes(Election{3}, 1), watch{0, stands, nothing}, "ELECTION(3)→next"},
}

var ringWatchPrinted = []row{
	{"RW1", "3 stands again: nothing is forgotten",
		2, watch{3, rules, nothing}, takes(Election{3}, 1), watch{3, sight{true, true, true}, nothing}, "ELECTION(3)→next"},
	{"RW2", "3 is announced: only the timer is cleared",
		2, watch{0, stands, stands}, takes(Elected{3}, 1), watch{3, seenBoth, stands}, "ELECTED(3)→next"},
	{"RW2", "another's success forgets nothing, and no timer",
		2, watch{0, stands, nothing}, takes(Elected{4}, 1), watch{4, stands, nothing}, "ELECTED(4)→next"},
	{"RW4", "a second ELECTION(3) is forwarded, then one's own sent",
		2, watch{0, stands, nothing}, takes(Election{3}, 1), watch{0, stands, nothing}, "ELECTION(3)→next ELECTION(2)→next"},
	{"RW4", "and does not arm the timer again",
		2, watch{0, overdue, nothing}, takes(Election{3}, 1), watch{0, overdue, nothing}, "ELECTION(3)→next ELECTION(2)→next"},
	{"RW4", "a second ELECTED(3) is believed and forwarded",
		2, watch{4, rules, nothing}, takes(Elected{3}, 1), watch{3, rules, nothing}, "ELECTED(3)→next ELECTION(2)→next"},
}
