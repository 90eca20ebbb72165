// Package drive lets the implementation do what the model does. Here, and in the tests of
// traces/replay, impl and model meet, and nowhere else.
//
// A [Group] is members of impl in memory: their states, their timers and the messages on their way. It takes a step,
// or says why it cannot. compare explores a world and groups together. Every step of the one must be a step of the
// other: the same action, afterwards the same variables, the same timers, the same messages in the same order.
//
// In the tests here nodes with loop, storage and network do over TCP what a group does: each input waits at a gate
// ([interrex/impl/node.Gate]) until it is called.
//
// What is compared is what the page of spec/ speaks of ([View]); page.go says what that is where the
// implementation keeps it otherwise. Two things are declared. Raft's members note whom the failure
// detector suspects, which is no variable of the page: that is a stutter, and offered as truthfully as
// the world is. And their timer Q runs from such a note on, where the page's always runs, and fires
// only when the condition of it is true.
package drive
