// Package anonymous makes visible that no deterministic protocol elects a leader on an anonymous
// ring (Angluin 1980; lecture 001): it goes through all protocols of a small size, explores each,
// and shows of each a fair run in which it does not elect.
//
// # The class
//
// The ring has N processes, a number that a protocol may be made for. All follow the same
// protocol, a finite table: k local states, m messages. Each process starts once, by one rule that
// reads nothing; from then on it takes one message after the other. What it does depends on its
// local state, on the message and, where the ring is bidirectional, on the side that the message
// comes from: it goes to a local state, and sends at most one message, on a bidirectional ring to
// one of its two neighbours, whom it tells apart; at the start it may send one to each. Channels
// are perfect and FIFO, and nobody crashes. A start waits for nothing and is owed, and who has not
// started takes nothing: so a ring begins where all have started.
//
// Some of the local states are marked: who is in one of them leads. A protocol elects if in every
// fair run, from some moment on, exactly one process leads, for ever the same. That is the least
// that can be asked: nobody need know that it has lost, nor that all is over, and leaders may come
// and go before. What asks for more is impossible the more.
//
// # The argument
//
// That the checker finds a fair run without an election for each protocol is one half. The other
// holds for protocols of any size: in the run in which the processes take turns (Lockstep), all
// are in the same local state, with the same messages on their way to them, at the end of each
// round. So all lead or none, again and again. Lockstep follows that run for each protocol of the
// class, and looks whether each of its rounds ends so.
//
// On a unidirectional ring this is the whole story: each process has one channel to take from, so
// what it takes, and in which order, does not depend on the schedule (Kahn 1974), and every fair
// run comes to the same. On a bidirectional ring the order in which the messages of the two sides
// are taken may break the symmetry: some protocols elect by luck, in some runs (Census.Lucky).
//
// # The control
//
// An enumeration in which no protocol could ever elect would show nothing. In the same class with
// one process that is distinguished by a start of its own (Class.Distinguished), some do.
package anonymous
