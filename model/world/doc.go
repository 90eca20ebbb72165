// Package world makes a checker.System of an election algorithm and its environment: processes that crash and restart, channels
// that lose, repeat or reorder messages, ring repair, timers, failure detectors, and a clock.
//
// It is section 1 of spec/election.md in plain Go, and a Config is one such world. The algorithm's rules define the step of a
// process for an event. The world defines the events. It depends on no algorithm by name: the differences are in the catalogue
// (model.Algorithm) and in the optional interfaces of a model.Protocol.
//
// A world is a set of components that ask one another questions. Package checker/component makes it fast. The components are
// the processes, each with its incoming messages; the adversary with its budgets; and, if the world has them, the clock, the
// history of leaders and the record of suspicions. Each rule of spec/election.md is one function here:
//
//	config.go     the description of a world, and its defaults
//	validate.go   impossible worlds, and the author's promises
//	system.go     the components and their initial values
//	moves.go      the kinds, classes and names of steps, in their order
//	guards.go     guards, budgets and fairness of steps
//	process.go    the value of a process, and the questions about it
//	channel.go    channels: fifo, bag, lossy, duplicating, cut
//	handle.go     the effect of a step of a process, and crashes inside it
//	adversary.go  budgets, crashes, ring repair, restarts
//	clock.go      ticks, deadlines, stabilization
//	properties.go leaders by term, suspicions, and what the properties read
//
// A guard decides whether a step is enabled, and returns the reason if it is not. The explanations in whynot.go call the same guards.
// world.go makes the system a checker.System. describe.go and report.go describe states, paths and explorations.
//
// In one step one process handles one event completely: it changes its local state, and its messages enter their channels. The
// exception is a crash inside the step, after a proper, non-empty prefix of its messages. That step is a move of the adversary,
// like each crash, restart, loss, duplication, wrong suspicion and spontaneous start. Moves of the adversary have no fairness.
//
// A timer fires when the messages that it awaits can no longer arrive (Sync, Perfect; see model.Await), at any moment (Any), or
// after a number of ticks (ByClock). All processes count ticks alike, and steps take no time. Ring repair takes no time and no
// message.
//
// Limits: 64 processes; ids up to 2^31-1; terms and budgets up to 65535, or unlimited budgets. Config.Elections and
// Config.Capacity bound the search. A step that one of them alters or disables is marked. A restart resets the count of
// elections. Without these bounds some worlds are infinite: see DefaultElections and DefaultCapacity.
package world
