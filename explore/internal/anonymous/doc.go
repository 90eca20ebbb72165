// Package anonymous shows that no deterministic protocol elects a leader on an anonymous ring (Angluin 1980;
// lecture 001). It goes through all protocols of a small size, explores each, and shows for each a fair run in
// which it does not elect.
//
// # The class
//
// The ring has N processes, and a protocol may be made for that number. All processes follow the same protocol, a
// finite table with k local states and m messages. Each process starts once, by one rule that reads nothing. From
// then on it takes one message after the other. What it does depends on its local state, on the message and, on a
// bidirectional ring, on the side from which the message comes. It goes to a local state and sends at most one
// message; on a bidirectional ring it chooses to which of its two neighbours, and at the start it may send one to
// each. Channels are perfect and FIFO, and nobody crashes. A start waits for nothing and is owed, and a process
// takes no message before its start. So each ring begins in the state in which all have started.
//
// Some of the local states are marked: a process in a marked state leads. A protocol elects if in every fair run,
// from some moment on, exactly one process leads, always the same. This is the weakest requirement: no process
// need know that it has lost or that the election is over, and leaders may come and go before. So any stronger
// requirement is impossible too.
//
// # The argument
//
// One half of the argument is that the checker finds a fair run without an election for each protocol. The other
// half holds for protocols of any size. In the run in which the processes take turns (Lockstep), at the end of
// each round all are in the same local state, with the same messages in transit to them. So again and again all of
// them lead, or none does. Lockstep follows that run for each protocol of the class, and checks that each of its
// rounds ends so.
//
// On a unidirectional ring this is the whole story. Each process has one channel to take from, so the messages it
// takes, and their order, do not depend on the schedule (Kahn 1974), and every fair run comes to the same. On a
// bidirectional ring the order in which messages of the two sides are taken may break the symmetry: some protocols
// elect by luck, in some runs (Census.Lucky).
//
// # The control
//
// An enumeration that could find no electing protocol at all would show nothing. In the same class with one
// process distinguished by a start of its own (Class.Distinguished), some protocols elect.
package anonymous
