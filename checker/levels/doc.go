// Package levels explores a transition system with its states in a store. Neither memory nor one process bounds the number of
// states. The report is that of package checker.
//
// A level is the states at one distance from the initial states, in chunks, in the order of their ranks. Three phases of
// independent tasks make the next level:
//
//	expand  a chunk: judge its states, sort their successors into shards, each with its first origin (parent's rank, step);
//	sift    a shard: merge the successors, keep the least origin, remove known states; write the new states by row and by origin;
//	rank    some chunks: merge the new states by origin. That is the order of ranks, in chunks of the next level.
//
// The manifest of a level has all that the next level needs. An object is created once (Store) and begins with its name
// (header.go). Each byte read is compared with a checksum. The memory of a task is bounded by Settings and the number of names:
// larger data is sorted in pieces and merged.
//
// The Runner is untrusted. A task writes objects under names of its own, and then its result, which names them, under a name that
// follows from the task: the first result counts. Drivers race in the same way for manifests.
//
// A System may number its values in the order of asking. In files, states are rows of canonical numbers (names.go). If a task
// meets a value without a name, its result lists the states that lead to such values. The driver makes an object of some of these
// states, a lesson, in the order of their ranks. Then the listed states are expanded again.
//
// Safety, witnesses and counts are decided as by checker.Check. Liveness holds if no violating run can stay anywhere forever
// (liveness.go). Otherwise the graph is explored again in memory if it fits. If it does not, states on no cycle are trimmed by passes
// over files (trim.go), the fair components of the rest are found in memory (region.go), and a search from files finds the stem. If
// the rest does not fit, the verdict is inconclusive.
//
// Objects made on the way to a level are garbage when its manifest exists and does not name them (clean.go).
//
// Reading order: check.go; driver.go (stores, manifests, bounds), level.go (phases); task.go (tasks); liveness.go, edges.go, trim.go,
// region.go; names.go (numbers); run.go, reader.go, merge.go (objects of rows); store.go, header.go; pool.go, progress.go.
package levels
