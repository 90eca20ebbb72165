---------------------------- MODULE OmegaTimely ----------------------------
(***************************************************************************)
(* Chandra and Toueg's Omega for links that are all eventually timely, as  *)
(* in lecture 003: of those that are heard of the lowest is trusted.  The  *)
(* rules and the deviations from the print are those of omega-timely.md.   *)
(*                                                                         *)
(* Deviations that show below: to all includes oneself (OT-D1); 0 is no    *)
(* process (OT-D2); there is an n + 1, which is past (OT-D3); the first    *)
(* ALIVE is sent after eta (OT-D4).                                        *)
(***************************************************************************)
EXTENDS Process, Messages, NoTerms, NoReports, NoRecovery, NoLots, Rings

CONSTANT Counters \* how far raised counts

ASSUME Counters \in Nat \ {0}

Topology     == "complete graph"
HasTimers    == TRUE
HasDetector  == FALSE
Anonymous    == FALSE
GuardsStarts == FALSE
OwnMessages  == {}
AtFirst(i)   == Nobody

(***************************************************************************)
(* A process knows whom it trusts, whether it has gone past all, and by    *)
(* how much its timeout has been raised.                                   *)
(***************************************************************************)
Locals == [elected : Ids \cup {Nobody}, past : BOOLEAN, raised : 0..Counters]

Initial(elected) == [elected |-> elected, past |-> FALSE, raised |-> 0]
Restarted        == Initial(Nobody)

TakesPart(l) == FALSE
Idle(l)      == FALSE
MayStart(l)  == FALSE
OnStart(p)   == p
OnDetect(p)  == p

(***************************************************************************)
(* Timers.                                                                 *)
(***************************************************************************)
Timers(i)         == {"heartbeat", "timer"}
Armed(i, l)       == IF l.past THEN {"heartbeat"} ELSE Timers(i)
Ticks(i, l, t)    == IF t = "heartbeat" THEN Eta ELSE Eta + l.raised
CanCome(s, i, t)  == FALSE
Concerns(i, t, k) == FALSE

(***************************************************************************)
(* On ALIVE from q.                                                        *)
(***************************************************************************)

\* OT2: of the leader: reset the timer.
OT2(p) == Rearm(p, "timer")

\* OT3: from below the leader: it was a mistake to give q up. Wait longer from now on.
OT3(p, q) ==
  LET raised == IF p.local.raised < Counters THEN p.local.raised + 1 ELSE Counters
  IN Rearm(Set(p, [elected |-> q, past |-> FALSE, raised |-> raised]), "timer")

Hear(p, q) ==
  IF q = p.local.elected                      THEN OT2(p)
  ELSE IF q < p.local.elected \/ p.local.past THEN OT3(p, q)
  ELSE p

OnReceive(p, q, m) == Hear(p, q)

(***************************************************************************)
(* On a timer.                                                             *)
(***************************************************************************)

\* OT1: every eta: tell all, oneself too.
OT1(p) ==
  LET told == Broadcast(p, Others[p.id], ALIVE)
  IN IF Reading = "printed" THEN told ELSE Hear(told, p.id)

\* OT4: no news of the leader: the next.
OT4(p) ==
  LET above == {k \in Ids : k > p.local.elected}
      next  == IF above = {} THEN Nobody ELSE CHOOSE k \in above : \A j \in above : k <= j
  IN [p EXCEPT !.local.elected = next, !.local.past = next = Nobody]

OnTimeout(p, t) == IF t = "heartbeat" THEN OT1(p) ELSE OT4(p)

(***************************************************************************)
(* All of it.                                                              *)
(***************************************************************************)
LOCAL INSTANCE Links
INSTANCE Election

Next ==
  \/ Tick \/ BoundsHold
  \/ \E i \in Ids : \/ Start(i) \/ Detect(i) \/ Suspect(i)
                    \/ Crash(i) \/ CrashInside(i) \/ Restart(i)
                    \/ \E t \in Timers(i) : Timeout(i, t)
  \/ \E l \in Link : \/ Deliver(l[1], l[2]) \/ DeliverAgain(l[1], l[2]) \/ Lose(l[1], l[2])
                     \/ Drop(l[1], l[2])

Spec == Init /\ [][Next]_vars /\ Fairness
=============================================================================
