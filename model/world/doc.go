// Package world surrounds an election algorithm with what it must survive, and makes a checker.System of both: processes that
// crash and restart, channels that lose, repeat or reorder, rings that are repaired, timers, failure detectors, a clock.
//
// It is section 1 of spec/election.md in Go, written once and in plain code, and a Config is one such world. The algorithm's
// rules say what a process does with an event; the world says which events there are. It knows no algorithm by name: what
// differs between them is in the catalogue (model.Algorithm) and in the optional interfaces of a model.Protocol.
//
// A world is a set of components that ask one another questions. Package checker/component makes it fast. The components are
// the processes, each with the messages on their way to it; the adversary with its budgets; and, where the world has them, the
// clock, the history of leaders and the record of suspicions. Each rule of spec/election.md is one function here:
//
//	config.go    a world: what may happen in it
//	system.go    the components and their initial values
//	parts.go     which steps there are, in their order
//	process.go   the value of a process, and what the others may ask about it
//	channel.go   channels: fifo, bag, lossy, duplicating, cut
//	deliver.go   taking a message, losing one
//	own.go       draws, recoveries, starts, detections, reports of failure detectors
//	timer.go     when a timer may fire
//	handle.go    one step of a process, and crashes inside it
//	crash.go     crashes, repair of the ring, restarts
//	clock.go     ticks, deadlines, stabilization
//	adversary.go budgets
//	history.go   leaders by term, suspicions
//
// A guard says why a step is not possible: the same function decides for the checker and answers whynot.go. What is said of
// states and paths is in properties.go, because.go, words.go and actions.go.
//
// One step is one process that handles one event, completely: its new local state, and its messages in their channels. The
// exception is a crash inside the step, after a proper, non-empty prefix of what it sends. That step is the adversary's, like
// every crash, restart, loss, duplication, mistaken suspicion and start without a cause: no class of fairness has it.
//
// Real time is not decided here. A timer may fire when what it waits for can no longer come, as the algorithm declares it
// (Sync, Perfect; see model.Await), at any moment (Any), or after a number of ticks (ByClock), which all processes count alike
// and between which nothing takes any time. Ring repair takes no time and no message, and each process knows of it.
//
// Limits: 64 processes; ids up to 2^31-1; terms and budgets up to 65535, or unlimited budgets. Config.Elections and
// Config.Capacity are bounds of ours; a step that one of them alters or disables says so. Elections are counted afresh after a
// restart. Without such a bound some worlds are infinite: DefaultElections and DefaultCapacity know most of them.
package world
