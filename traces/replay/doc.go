// Package replay follows a recorded run of the implementation through the model.
//
// One event is one step of the model: the event's message, timer or suspicion is given to the rules
// of package model in the state that the node is held to be in, and the state afterwards and the
// messages sent must be those recorded. Since every message has an id and every event names its
// cause there is nothing to search for: one model state is held, and what a record does not show has
// at most one place, where an event asks for it.
//
// # The silent steps
//
// These are all that a run may do without an event:
//
//   - crash: an incarnation ends, with or without a goodbye. What its last steps sent, and nobody
//     takes, may never have left: it has died inside them.
//   - killed before it kept: the last step of an incarnation without an end was not made, although its
//     line is there, if the next one comes back with what was kept before it. Nobody may take what the
//     line says was sent.
//   - loss at a death: a message is lost whose sender has died since, or had not taken anything from
//     this incarnation of its taker yet: it may not have noticed that the other is back. If it knew of
//     the incarnation before, and of this one by the time of what is taken instead, it has suspected the
//     taker meanwhile. And if there was none before, so that the message was lost because nobody had come
//     yet, its sender suspected the taker when it sent it, or did before it sent what is taken first.
//   - held for who comes: a message whose sender has taken nothing from the other yet, in any of its
//     incarnations, waits for the first that it meets, though it was sent while one before lived.
//     The sender cannot tell it from one sent before the other first began.
//   - repair: on a ring a message goes past members that its sender holds for dead, rightly or not; an event
//     resend sends it again, on the same way, past who had it, and the first taker may have it too.
//   - loss, repetition, reordering: only in worlds that are asked for, each within its budget.
//
// # Suspicion
//
// Whom a node holds for dead is no silent matter. The stutters report and withdraw say so in every
// election, and what rests on a suspicion is held to them: who is found dead (detect, or the rule that
// follows a report) is suspected; a message on a ring goes to the nearest who is not, and past nobody else;
// what is sent again is withdrawn from one who is. There is one exception: the stutter dispute says that
// another, who is trusted, leads, as it says, and the next step may take the elected one for dead.
//
// That a suspicion is right nothing proves: a detector may be wrong.
//
// Timers fire at any time (the world's -timeouts=any), also those that the model would let fire on
// occasion only; a failure detector may suspect anyone, and there is no bound on elections. Of package
// world's runs one kind is in no trace: on a ring, that a node sends to one whom it finds dead in that very
// step. There the ring is closed by who lives, and here by whom the sender trusts.
//
// # What it cannot decide
//
// The handing over of a leadership (RF16, RF17) is the implementation's alone, and counters of the
// model have an end. What comes causally after such a step of a node is not followed, and the trace is
// inconclusive; all else is followed.
//
// The verdict does not depend on the order in which concurrent events are read: what an event is
// held to lies in its causal past.
package replay
