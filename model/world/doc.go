// Package world surrounds an election algorithm with what it must survive, and makes a
// checker.System of both: processes that crash and restart, channels that lose, repeat or
// reorder, rings that are repaired, timers, failure detectors, a clock.
//
// # What it decides
//
// Which steps are possible in a state, and which of them are owed. The algorithm's rules say
// what a process does with an event; the world says which events there are. It is section 1 of
// spec/election.md in Go, and a Config is one such world. It knows no algorithm by name: what
// differs between them stands in the catalogue (model.Algorithm) and in the optional interfaces
// of a model.Protocol.
//
// One step is one process handling one event, completely: its new local state, and its messages
// in their channels. The exception is a crash inside the step, after a proper, non-empty prefix
// of what it sends. That step is the adversary's, like every crash, restart, loss, duplication,
// mistaken suspicion and start without a cause, and discharges no duty. Owed are:
//
//   - the delivery of what a channel offers: in a bag, of each different message; on a lossy channel,
//     under strong fairness;
//   - a timer that may fire; but for Any it is owed as long as it is armed, so that one that stays armed, and may fire
//     again and again, fires;
//   - the detection of a dead leader, and a truthful report that a detector must make;
//   - recovery; by the clock, that time passes; and that mistakes end, if they do;
//   - the draw of a lot by a process that must draw before it does anything else. Which lot it draws,
//     nobody owes.
//
// # What it does not decide
//
// Real time. A timer may fire when what it waits for can no longer come, as the algorithm declares
// it (Sync, Perfect; see model.Await), at any moment (Any), or after so many ticks (ByClock), which
// all processes count alike and between which nothing takes any time. Ring repair takes no time and no
// message, and every process knows of it. What an election must do is package spec's
// business; Properties only hands its predicates to the checker. What a rule does is package
// model's.
//
// # States
//
// A state is a vector: a cell for each process, each channel and each budget that is limited or ends; by the clock,
// also one for each process (how long it has been dead) and one for the bounds. The time left on timers is part of a
// local state, and a deadline is part of a message. The cells of processes and channels hold ids of local states and
// contents. Ids are assigned in a race: never order, choose or print by id. Steps are ordered and coded by kind and by
// place on the ring (steps.go). A rule runs once for each local state and event; its outcome is cached (tables.go).
//
// # Limits
//
// 64 processes; ids up to 2^31-1; budgets up to 65535, or unlimited and then no part of the state. 65535 local states
// of a live process, and 65536 messages: more end the run inconclusive, by a checker.Overflow.
//
// Config.Elections and Config.Capacity are bounds of ours; a step that one of them alters or disables says so.
// Elections are counted afresh after a restart. Without such a bound some worlds are infinite: DefaultElections and
// DefaultCapacity know most of them.
//
// # Reading order
//
// config.go, world.go, steps.go, guards.go, situation.go, channel.go, contents.go, crash.go, clock.go, tables.go,
// actions.go, memory.go, spelling.go: a world, and its steps out of vectors. packing.go, views.go, adversary.go, facts.go,
// records.go, ageing.go, many.go, sleep.go, recurrence.go: the same out of rows. properties.go, because.go, words.go,
// whynot.go: what is said of states and paths.
package world
