// Package node is an election that a service can embed. A [Node] runs one of the algorithms of package impl in a
// single loop, which owns the clock, the network, the storage and the record.
//
// It makes three promises:
//
//   - At most one leader in a term: always, with raft, as long as its Store keeps its data. The property is
//     leader-per-term (spec/raft.md; claim C34 of docs/claims.md).
//   - At most one effective leader: always, with raft, for resources guarded by fencing tokens. It is the same
//     property, since a token carries the term; see package fence.
//   - At most one node believes that it leads: no election promises this under all circumstances. The property
//     is one-leader. With bully it holds while messages arrive in time and no member comes back under an old id
//     (claims C11 and C12); on the rings, while the failure detector is perfect and no member comes back.
//
// docs/running.md has, for each election, the command that shows a shortest run with two leaders. So a leader
// should use a token for every effect on others; [Node.Leader] is for callers that tolerate a short error.
//
// A node that ends, by [Node.Close] or the context of [Node.Run], stops leading and issuing tokens before
// any other member can learn of it.
package node
