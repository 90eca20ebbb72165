package model

import "slices"

// recovery is short for the local state.
type recovery = bullyRecovery

var bullyRecoveryShows = []show{
	{"bully-recovery", "repaired", Handle(BullyRecovery{}), slices.Concat(bullyRecoveryRows, []row{
		{"BR3", "the boss answers and begins like everyone",
			2, recovery{idle, 2, false}, takes(Election{1}, 1), recovery{waitingForOK, 2, false}, "REJECT→1 ELECTION(2)→3,4"},
		{"BR7", "the boss gives way to a higher one",
			2, recovery{idle, 2, false}, takes(Coordinator{4}, 4), recovery{idle, 4, false}, ""},
		{"BR8", "the boss contradicts a lower one",
			2, recovery{idle, 2, false}, takes(Coordinator{1}, 1), recovery{waitingForOK, 2, false}, "ELECTION(2)→3,4"},
	})},
	{"bully-recovery", "printed", Handle(BullyRecovery{Printed: true}), slices.Concat(bullyRecoveryRows, []row{
		{"BR3", "the boss drops ELECTION",
			2, recovery{idle, 2, false}, takes(Election{1}, 1), recovery{idle, 2, false}, ""},
		{"BR7", "the boss drops the COORDINATOR of a higher one",
			2, recovery{idle, 2, false}, takes(Coordinator{4}, 4), recovery{idle, 2, false}, ""},
		{"BR8", "and that of a lower one",
			2, recovery{idle, 2, false}, takes(Coordinator{1}, 1), recovery{idle, 2, false}, ""},
	})},
}

// bullyRecoveryRows are the same in both readings.
var bullyRecoveryRows = []row{
	{"BR1", "the highest imposes itself",
		4, recovery{}, starts(), recovery{idle, 4, false}, "COORDINATOR(4)→1,2,3"},
	{"BR2 BR10", "only higher ones are called: no ELECTION ever comes from above",
		2, recovery{idle, 4, false}, starts(), recovery{waitingForOK, 4, false}, "ELECTION(2)→3,4"},
	{"BR3 BR2", "the answer goes before the calls",
		2, recovery{}, takes(Election{1}, 1), recovery{mode: waitingForOK}, "REJECT→1 ELECTION(2)→3,4"},
	{"BR3", "one who waits answers, and begins nothing",
		2, recovery{mode: waitingForCoordinator}, takes(Election{1}, 1), recovery{mode: waitingForCoordinator}, "REJECT→1"},
	{"BR3", "to begin so is to have recovered",
		2, recovery{recovering: true}, takes(Election{1}, 1), recovery{mode: waitingForOK}, "REJECT→1 ELECTION(2)→3,4"},
	{"BR4", "someone above lives",
		2, recovery{mode: waitingForOK}, takes(Reject{}, 3), recovery{mode: waitingForCoordinator}, ""},
	{"BR4", "a REJECT that nobody waits for is dropped",
		2, recovery{mode: waitingForCoordinator}, takes(Reject{}, 3), recovery{mode: waitingForCoordinator}, ""},
	{"BR4", "one that answers a former incarnation leaves the recovery owed",
		2, recovery{recovering: true}, takes(Reject{}, 3), recovery{recovering: true}, ""},
	{"BR5", "nobody has answered: lead, and tell all others, those above too",
		3, recovery{waitingForOK, 4, false}, fires(timerT), recovery{idle, 3, false}, "COORDINATOR(3)→1,2,4"},
	{"BR6 BR2", "no announcement has come: begin again",
		2, recovery{waitingForCoordinator, 4, false}, fires(timerT2), recovery{waitingForOK, 4, false}, "ELECTION(2)→3,4"},
	{"BR7", "a higher one's announcement ends whatever was going on",
		2, recovery{mode: waitingForOK}, takes(Coordinator{3}, 3), recovery{idle, 3, false}, ""},
	{"BR7", "but not what a recovered process owes",
		2, recovery{recovering: true}, takes(Coordinator{3}, 3), recovery{idle, 3, true}, ""},
	{"BR8 BR2", "a lower one's is contradicted, and elected stays",
		3, recovery{idle, 4, false}, takes(Coordinator{2}, 2), recovery{waitingForOK, 4, false}, "ELECTION(3)→4"},
	{"BR8", "unless an election of one's own is running",
		3, recovery{mode: waitingForOK}, takes(Coordinator{2}, 2), recovery{mode: waitingForOK}, ""},
	{"BR8", "to contradict is to have recovered",
		4, recovery{recovering: true}, takes(Coordinator{2}, 2), recovery{elected: 4}, "COORDINATOR(4)→1,2,3"},
	{"BR9 BR2", "one who comes back begins",
		2, recovery{recovering: true}, recovers(), recovery{mode: waitingForOK}, "ELECTION(2)→3,4"},
	{"BR9 BR1", "the highest who comes back imposes itself",
		4, recovery{recovering: true}, recovers(), recovery{elected: 4}, "COORDINATOR(4)→1,2,3"},
	{"BR11 BR2", "the dead leader is kept until there is another",
		2, recovery{idle, 4, false}, detects(), recovery{waitingForOK, 4, false}, "ELECTION(2)→3,4"},
}
