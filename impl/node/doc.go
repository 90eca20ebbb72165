// Package node is an election that a service can embed. A [Node] runs one of the algorithms of
// package impl in a single loop, which owns the clock, the network, the storage and the record.
//
// What is promised comes in three parts:
//
//   - At most one leader in a term: always, with raft, as long as its Store keeps what it has been given.
//     The property is leader-per-term (spec/raft.md; claim C34 of docs/claims.md).
//   - At most one effective leader: always, with raft, for what is guarded by fencing tokens. It is the same
//     property, since a token carries the term; see package fence.
//   - At most one node that believes that it leads: of no election under all circumstances. The property
//     is one-leader. With bully it holds while messages come in time and nobody comes back under an old
//     id (claims C11 and C12), on the rings while the failure detector is perfect and nobody comes back.
//
// docs/running.md has, for each election, the command that shows a shortest run in which two lead. So
// what a leader does to others it should do with a token, and [Node.Leader] is for those who can bear
// to be wrong for a moment.
//
// A node that gives up the leadership, by [Node.Resign], a failed probe or [Node.Close], has ceased to
// lead and to issue tokens before any other member can hear of it.
package node
