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
// A run may do these without an event, and nothing else:
//
//   - crash: an incarnation ends, with or without a goodbye. What its last steps sent, and nobody takes, may
//     never have left: it has died inside them.
//   - killed before it kept: an incarnation without an end did not make its last step, although the line of
//     the step is there, if the next incarnation comes back with what was kept before it. Nobody may take
//     what that line says was sent.
//   - loss at a death: a message is lost if its sender has died since, or if its sender had not taken anything
//     from this incarnation of its taker yet, and so may not have noticed that the taker is back. If the sender
//     knew of the earlier incarnation, and of this one by the time it sent what is taken instead, it has
//     suspected the taker meanwhile. If there was no earlier incarnation, and the message was lost because the
//     taker had not started, the sender suspected the taker when it sent the message, or before it sent what is
//     taken first.
//   - held for a later incarnation: a message whose sender has taken nothing from the other node yet, in any
//     incarnation, waits for the first incarnation that it meets, even if it was sent while an earlier one
//     lived. The sender cannot tell it from a message sent before the other first began.
//   - repair: on a ring, a message goes past members that its sender takes for dead, rightly or not. An event
//     resend sends it again, in the same direction, past the member that had it; the first taker may still
//     have it too.
//   - loss, repetition, reordering: only in worlds that allow them, each within its budget.
//
// # Suspicion
//
// A node's suspicions are never silent. The stutters report and withdraw record them in every election, and
// whatever rests on a suspicion is checked against them: a process that is found dead (by detect, or by the
// rule that follows a report) is suspected; a message on a ring goes to the nearest member that is not
// suspected, and past no other; what is sent again was meant for a suspected one. There is one exception: the
// stutter dispute says that another trusted node claims to lead, and the next step may take the elected one
// for dead.
//
// Nothing proves that a suspicion is right: a detector may be wrong.
//
// Timers fire at any time (the world's -timeouts=any), even those that the model fires only on occasion; a
// failure detector may suspect anyone, and elections have no bound. One kind of run of package world is in no
// trace: on a ring, a node that sends to a process which it finds dead in the same step. There, live processes
// close the ring; here, those that the sender trusts.
//
// # What it cannot decide
//
// Only the implementation hands over a leadership (RF16, RF17), and the model's counters have an end. What
// comes causally after such a step is not followed, and the trace is inconclusive; everything else is followed.
//
// The verdict does not depend on the order in which concurrent events are read: what decides about an event
// lies in its causal past.
package replay
