----------------------------- MODULE Algorithm -----------------------------
(***************************************************************************)
(* What the world asks of an algorithm.  An algorithm's module defines     *)
(* each of these under the same name, and then says INSTANCE Election,     *)
(* which puts the definitions in the place of these constants.             *)
(*                                                                         *)
(* A module that only makes use of another says LOCAL INSTANCE.  It could  *)
(* not say EXTENDS, which would hand the other's definitions on, and an    *)
(* algorithm's module would get them twice.                                *)
(*                                                                         *)
(* An operator called On... stands for rules.  It takes a process in the   *)
(* middle of a step (module Process) and returns what has become of it.    *)
(***************************************************************************)
EXTENDS Stage

CONSTANTS
  Topology,     \* "ring", "bidirectional ring" or "complete graph"
  HasTimers,    \* whether it matters to the algorithm when timers fire
  HasDetector,  \* whether a failure detector tells of deaths, as on the rings
  Anonymous,    \* whether all processes are alike, so that none outranks another
  GuardsStarts, \* whether its own variables keep a process from starting twice
  OwnMessages,  \* those of its messages that module Messages does not know

  Locals,       \* all that the local variables of a process may be
  Initial(_),   \* those of one who considers that process elected
  AtFirst(_),   \* whom i considers elected at first, unless all have elected a leader
  Restarted,    \* those of one who has just come back

  \* What the world and the properties know of local variables:
  TakesPart(_),  \* the process takes part in an election, or waits for its end
  Idle(_),       \* it may find out that its leader has died
  MayStart(_),   \* it may begin an election that nothing has caused
  Recovering(_), \* it has come back, and owes a recovery

  \* The rules: what a process does when it
  OnStart(_),         \* starts an election,
  OnDetect(_),        \* finds its leader dead,
  OnReceive(_, _, _), \* takes from process j a message,
  OnTimeout(_, _),    \* finds that a timer has fired,
  OnReport(_, _),     \* is told that process k is dead,
  OnWithdraw(_, _),   \* is told that it is not,
  OnRecover(_),       \* has come back,
  OnDraw(_, _),       \* has drawn a lot.

  \* Lots.
  Identities, \* all that may ever be drawn
  Lots(_),    \* what may be drawn with these local variables; nothing else happens before

  \* Timers.  A situation is a record of live, local and traffic (module Occasions).
  Timers(_),         \* all that process i may ever arm
  Armed(_, _),       \* those that i has armed, with these local variables
  Ticks(_, _, _),    \* by the clock: how long i's timer runs that it arms with these
  CanCome(_, _, _),  \* in this situation, what i's timer waits for may still come
  Concerns(_, _, _), \* under "sync", what the dead k has sent delays i's timer

  \* Failure detectors.
  Reportable(_, _),  \* whom one may report to i, with these local variables
  Withdrawable(_, _), \* and of whom it may withdraw the report

  \* Terms, stable storage and links that are cut.
  HasTerms,            \* whether a leader leads in a term
  Term(_),             \* in which these local variables are
  Keeps,               \* whether something survives a crash
  Remains(_),          \* what one comes back with that dies with these local variables
  Cut,                 \* the links that carry nothing
  HasOccasion(_, _, _) \* whether i's timer, whatever the timing, could change anything
=============================================================================
