// Package replay follows a recorded run of the implementation through the model.
//
// One event is one step of the model. Replay applies the rules of package model to the event's message,
// timer or suspicion in the node's current model state. The next state and the sent messages must equal
// the recorded ones. Every message has an id and every event names its cause, so there is no search: one
// model state is kept. The verdict does not depend on the order in which concurrent events are read.
//
// # Silent steps
//
// A run may take these steps without an event, and no others:
//
//   - crash: an incarnation ends. Messages of its last steps that no node takes may never have been sent.
//   - killed before it kept: the last step of an incarnation without an end did not happen, although its line
//     exists, if the next incarnation begins with the storage from before it and no node takes its messages.
//   - loss at a death: a message is lost if its sender has died since, or if its sender had taken nothing from
//     this incarnation of the receiver yet. [process.died] has the cases.
//   - held for a later incarnation: if a message's sender has taken nothing from the other node yet, the message
//     waits for the first incarnation that it meets.
//   - repair: on a ring, a message skips the members that its sender suspects. An event resend sends it again,
//     in the same direction, past its former receiver, which may still have it too.
//
// # Suspicion
//
// A node's suspicions are always recorded, rightly or not, as the stutters report and withdraw. Steps that
// depend on a suspicion are checked against them: a process that is detected as dead is suspected, a message
// on a ring goes to the nearest member that is not, and a resent one was meant for a suspected member. There is
// one exception: after the stutter dispute, in which another trusted node claims to lead, the next step may
// treat the elected process as dead.
//
// Timers fire at any time, and elections have no bound. Only the implementation transfers a leadership (RF16,
// RF17), and the model's counters are bounded. Replay skips the events that causally follow such a step, and the
// trace is inconclusive.
package replay
