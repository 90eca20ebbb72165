// Package anonymous shows that no deterministic protocol elects a leader on an anonymous ring (Angluin 1980;
// lecture 001). It explores every protocol of a small size, and shows for each a fair run in which it does not elect.
//
// All N processes follow one finite table with k local states and m messages. A process starts once, by a rule that
// reads nothing. Then its local state, the message and its side decide on its next state and on at most one message
// to send; at the start on a bidirectional ring, one to each side. Channels are perfect and FIFO, nobody crashes, and
// a process takes no message before its start. So each ring begins in the state in which all have started.
//
// A process in a marked state leads. A protocol elects if in every fair run, from some moment on, exactly one process
// leads, always the same. This is the weakest requirement, so any stronger one is impossible too.
//
// The other half of the argument holds for protocols of any size: in the run in which the processes take turns
// (Lockstep), at the end of each round all are in the same local state, with the same messages in transit to them.
// On a unidirectional ring every fair run comes to the same (Kahn 1974). On a bidirectional ring, the order in which
// messages of the two sides are taken may break the symmetry: some protocols elect by luck (Census.Lucky).
//
// The control shows that the enumeration can find an election: with one process distinguished by a start of its own
// (Class.Distinguished), some protocols elect.
package anonymous
