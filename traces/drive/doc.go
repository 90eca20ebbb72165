// Package drive lets the implementation do what the model does. Here, and in the tests of
// traces/replay, impl and model meet, and nowhere else.
//
// A [Stage] is where members of impl play a schedule, step by step: a [Group] is one in memory, and
// holds nothing but their states, their timers and the messages on their way. What may happen next
// is not its business: it does what it is told, or says why it cannot. In the tests here nodes are one as
// they are, with loop, storage and network, over TCP: each input waits at a gate ([interrex/impl/node.Gate])
// until it is called.
//
// [Follow] drives a stage along one path of the model, such as a counterexample, and compares after
// each step. [Compare] drives groups along all paths: it explores the implementation's own steps and
// a world together. Every step of the one must be a step of the other: the same action, afterwards the
// same variables, the same timers, the same messages in the same order.
//
// What is compared is what the page of spec/ speaks of ([View]); page.go says what that is where the
// implementation keeps it otherwise. Two things are declared. Raft's members note whom the failure
// detector suspects, which is no variable of the page: that is a stutter, and offered as truthfully as
// the world is. And their timer Q runs from such a note on, where the page's always runs, and fires
// only when the condition of it is true.
package drive
