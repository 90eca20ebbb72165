// Package levels explores a transition system level by level as pure tasks on immutable objects in a store, so that neither memory nor one
// process bounds how much there is, and reports what package checker reports.
//
// # How
//
// A level is the states at one distance from the initial ones, in chunks, in the order of their ranks. It becomes the next one in three
// phases, each of which is tasks that know nothing of one another:
//
//	expand  a chunk: its states are judged, and what their steps lead to is sorted and written in shards, each row with its
//	        first origin, which is (parent's rank, step);
//	sift    a shard: what was written of it is merged, the least origin wins, what is known is taken out, and what is left
//	        is new: a run of rows, and the rows again in the order of their origins;
//	rank    some chunks: what was new and reached from them is merged by origin. That is the order of ranks: chunks of the
//	        next level, with each state's parent.
//
// The manifest of a level says all that there is to know to go on from it. Each object is created once or not at all (Store) and
// begins with its name (header.go), every byte that is read has been compared with a checksum, and a task's memory is bounded by Settings
// and by the names that there are, not by the level: what is too much is sorted in pieces, which are merged.
//
// What has tasks done (Runner) is trusted with nothing. It may lose them, repeat them, and do them late. A task writes its objects under
// names that nobody else has, and then its result, which names them, under a name that follows from the task: the first counts. Drivers
// race too, for manifests: who is late goes on from the other's.
//
// # States in every process the same
//
// A System may give its numbers out in the order of asking. Here states are vectors of canonical numbers (names.go), which lessons give
// out. If a task meets something without a name, its result is the state at which it did; the driver makes an object of such states, in
// the order of their ranks, and has the task done again. So canonical numbers do not depend on who was faster either, and any process
// reads what any other has written.
//
// # What it decides
//
// Safety, witnesses and all counts, byte for byte as checker.Check does. Liveness holds where no run that violates it can stay anywhere
// for ever, which is found out from the files (liveness.go). Where one might, it is decided by another exploration, in memory, if the
// whole graph fits there. If it does not, what is part of no cycle is trimmed by passes over files (trim.go); if what is left fits, its
// fair components are found in memory, and whether a violating run gets to one by an exploration from files, whose counterexample is the
// stem. Else it is inconclusive. There is no reduction.
//
// # What is removed, and when
//
// What was made on the way to a level is garbage as soon as that level's manifest is there and does not name it: a run that is part of a
// longer one, what was passing, and whatever attempts have made that were killed or late (clean.go). Who still works on such an attempt
// finds objects gone, sees the manifest, and goes on from there.
//
// # Reading order
//
// check.go is the front door; driver.go has stores, manifests and bounds, level.go the phases of a level; task.go is what tasks do,
// survey.go those for when all is explored, liveness.go and trim.go what the driver does then, names.go canonical numbers, translate.go
// what they are in this process, run.go, reader.go and merge.go objects of rows, store.go where objects are, header.go what each
// begins with, pool.go the first Runner, and progress.go and presence.go what is told meanwhile, of the whole and by each worker.
package levels
