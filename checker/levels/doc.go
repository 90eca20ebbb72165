// Package levels explores a transition system with its states in a store. Neither memory nor one process bounds the
// number of states. The report is that of package checker.
//
// A level is the states at one distance from the initial states, in chunks, in the order of their ranks. Three phases
// of independent tasks make the next level:
//
//	expand  a chunk: judge its states, sort their successors into shards, each with its first origin (parent's rank, step);
//	sift    a shard: merge the successors, keep the least origin, remove known states; write the new states by row and by origin;
//	rank    a part of the level: merge the new states by origin, which is the order of ranks, into a chunk of the next level.
//
// The manifest of a level has all that the next level needs. An object is created once (Store), and each byte read is
// compared with a checksum. The memory of a task is bounded by Settings and the number of names: larger data is sorted
// in pieces and merged.
//
// One driver at a time makes levels. The Runner, which has tasks done, is untrusted: a task writes objects under names
// of its own, and then its result, which names them, under a name that follows from the task. The first result counts.
// The driver does the tasks of small levels alone, in memory (buffer), and writes such a level once a second.
//
// A System may number its values in the order of asking. In files, states are rows of canonical numbers (names.go). A
// task that meets values without names writes a lesson, an object that names them, and expands these states again.
//
// Safety, witnesses and counts are decided as by checker.Check. Liveness holds if no violating run can stay anywhere
// forever (liveness.go). Otherwise the graph is explored again in memory if it fits. If it does not, a file of its
// edges is made, states on no cycle are trimmed by passes over it (graph.go), and package liveness decides on what is
// left. If that does not fit, the verdict is inconclusive.
//
// Objects that the last manifest does not need are removed when it exists.
//
// Reading order: check.go (the subject of a store); driver.go (manifests, bounds), level.go (phases, runners); task.go
// (tasks), names.go (numbers, lessons); liveness.go, graph.go; store.go, objects.go, sort.go.
package levels
