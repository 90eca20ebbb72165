// Package replay follows a recorded run of the implementation through the model.
//
// One event is one step of the model. Replay applies the rules of package model to the event's message,
// timer or suspicion in the node's current model state. The next state and the sent messages must equal
// the recorded ones. Every message has an id and every event names its cause, so there is no search: one
// model state is kept. Each step that is not recorded has at most one place, just before the event that
// needs it.
//
// # The silent steps
//
// A run may take these steps without an event, and no others:
//
//   - crash: an incarnation ends, with or without an end line. Messages of its last steps that no node takes
//     may never have been sent: it died inside these steps.
//   - killed before it kept: the last step of an incarnation without an end did not happen, although its line
//     exists, if the next incarnation begins with the storage from before it. No node may take messages of
//     that line.
//   - loss at a death: a message is lost if its sender has died since, or if its sender had taken nothing from
//     this incarnation of the receiver yet. If the sender knew of the earlier incarnation, and of this one by
//     the time of the message taken instead, it has suspected the receiver meanwhile. If there was no earlier
//     incarnation, and the message was lost because the receiver had not started, the sender suspected the
//     receiver when it sent the message, or before it sent the one taken first.
//   - held for a later incarnation: if a message's sender has taken nothing from the other node yet, in any
//     incarnation, the message waits for the first incarnation that it meets, even if sent during an earlier
//     one. The sender cannot distinguish this from a message sent before the other first began.
//   - repair: on a ring, a message skips the members that its sender suspects, rightly or not. An event resend
//     sends it again, in the same direction, past its former receiver; the first receiver may still have it
//     too.
//   - loss, repetition, reordering: only in worlds that allow them, each within its budget.
//
// # Suspicion
//
// A node's suspicions are always recorded. The stutters report and withdraw record them in every election,
// and steps that depend on a suspicion are checked against them. A process that is detected as dead (by
// detect, or by the rule that follows a report) is suspected. A message on a ring goes to the nearest member
// that is not suspected, and past no other. A resent message was meant for a suspected member. There is one
// exception: after the stutter dispute, in which another trusted node claims to lead, the next step may
// treat the elected process as dead.
//
// A suspicion need not be right: a detector may be wrong.
//
// Timers fire at any time (the world's -timeouts=any), even those that the model fires only on occasion. A
// failure detector may suspect any process, and elections have no bound. One kind of run of package world
// occurs in no trace: on a ring, a node sends to a process that it detects as dead in the same step. There,
// live processes close the ring; here, those that the sender trusts.
//
// # What it cannot decide
//
// Only the implementation transfers a leadership (RF16, RF17), and the model's counters are bounded. Replay
// skips the events that causally follow such a step, and the trace is inconclusive; it follows all others.
//
// The verdict does not depend on the order in which concurrent events are read: only the causal past of an
// event decides about it.
package replay
