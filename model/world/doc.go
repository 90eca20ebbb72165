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
//   - a timer that may fire;
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
// # Numbers
//
// A state is a vector: a cell for each process, one or two for each channel, and one for each
// budget that is limited or ends; by the clock, also one for each process (how long it has been dead) and
// one for the bounds. The time that timers have left is part of a local state, and a deadline is part of
// a message. The cells of processes and channels hold numbers of local states and of contents, which
// tables give out in the order of asking. Workers race for them, so numbers find things and never
// order, choose or print anything; steps are ordered and coded by kind and by place on the ring
// (steps.go). A rule runs once for each local state and event, and its outcome is looked up afterwards.
//
// The checker keeps most worlds in a smaller form, a number for each process (packing.go). To describe, judge and replay
// goes by vectors.
//
// # Limits
//
// 64 processes; ids up to 2^31-1; budgets up to 65535, or unlimited and then no part of the
// state. 65535 different local states of a live process, and 65536 messages: more end the run
// inconclusive, by a checker.Overflow. So do more than 65536 contents of channels in a World
// that New has made; Explore then begins again with two cells a channel.
//
// Config.Elections and Config.Capacity are bounds of ours; a step that one of them alters or
// disables says so. Elections are counted afresh after a restart. Without such a bound some
// worlds are infinite (DefaultElections and DefaultCapacity know most of them); one with crashes
// and restarts without end always may be, since a process that has come back may start an
// election at no cost.
//
// # A delivery, from a channel to the next state
//
// deliveries (steps.go) takes a message from the channel's content; handle has outcome (tables.go) look up what the
// receiver makes of it, where the protocol's Receive runs once for each local state and message; sendAll puts what it
// sends into the channels, and finish emits the state. If a crash is left, handle does it again for each prefix of the
// sends, with a dead receiver. What happens to a process otherwise goes the same way from handle on.
//
// # Reading order
//
// config.go has the words of a world, with their defaults and their limits; world.go has its state, and the
// way in for a verdict. steps.go says what can happen, in which order, and how a step is made; guards.go,
// when; situation.go, what timers and detectors see. channel.go, crash.go and clock.go are about messages,
// the dead, and time; tables.go looks rules up. packing.go makes of states rows of numbers,
// each of which stands for what a process sees, views.go makes the steps out of rows, and facts.go remembers what
// conditions ask about others. properties.go says what the properties see, and words.go puts
// a path into words. actions.go names every action, and whynot.go says why one is not possible.
// commute.go and stubborn.go say which steps commute, and confluence.go which are sure.
package world
