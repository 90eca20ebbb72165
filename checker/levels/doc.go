// Package levels explores a transition system with its states in a store. Neither memory nor one process bounds the
// number of states. The report is that of package checker.
//
// A level is the states at one distance from the initial states, in chunks, in the order of their ranks. Three phases
// of independent tasks make the next level:
//
//	expand  a chunk: judge its states, sort their successors into shards, each with its first origin (parent's rank, step);
//	sift    a shard: merge and deduplicate the successors, keep the least origin, write the new states by row and by origin;
//	rank    a part of the level: merge the new states by origin, which is the order of ranks, into a chunk of the next level.
//
// The manifest of a level has all that the next level needs. An object is created once (Store), and each byte read is
// compared with a checksum. Settings and the number of names bound the memory of a task: larger data is sorted in pieces
// and merged.
//
// One driver at a time makes levels. The Runner executes tasks. It is untrusted: a task writes objects under unique
// names, and then its result, which names them. The name of the result follows from the task, so the first result counts.
// The driver executes the tasks of small levels alone, in memory (buffer), and writes such a level once a second.
//
// A System may number its values in the order of asking. In files, states are rows of canonical numbers (names.go). If
// a task reaches values without names, it writes an object that names them, a lesson. Then it expands the states again.
//
// Safety, witnesses and counts are decided as by checker.Check. Liveness holds if no violating run can stay anywhere
// forever (liveness.go). Otherwise the graph is explored again in memory if it fits. If it does not, tasks make a file
// of its edges. Passes over this file trim states on no cycle (graph.go). Package liveness decides on the states that
// are left. If these do not fit, the verdict is inconclusive.
//
// When a manifest is written, objects that it does not need are removed.
//
// Reading order: check.go (the subject of a store); driver.go (manifests, bounds), level.go (phases, runners); task.go
// (tasks), names.go (numbers, lessons); liveness.go, graph.go; store.go, objects.go, sort.go.
package levels
