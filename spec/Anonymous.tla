----------------------------- MODULE Anonymous -----------------------------
(***************************************************************************)
(* The algorithm of Chang and Roberts among processes that all have the    *)
(* same id, as in anonymous.md.  Process i is the one at place i of the    *)
(* ring; its id is 1, like everybody's.                                    *)
(*                                                                         *)
(* A deviation that shows below: whoever elects the id 1 elects itself     *)
(* (AN-D1).                                                                *)
(***************************************************************************)
EXTENDS Process, Messages, NoTerms, NoTimers, NoReports, NoRecovery, NoLots, Rings

Topology     == "ring"
HasDetector  == FALSE
Anonymous    == TRUE
GuardsStarts == TRUE
OwnMessages  == {}
AtFirst(i)   == Nobody

(* A process knows whether it is a participant, and whether it has been elected. *)
Locals == [participant : BOOLEAN, elected : Ids \cup {Nobody}]

Initial(elected) == [participant |-> FALSE, elected |-> elected]
Restarted        == Initial(Nobody)

TakesPart(l) == l.participant
Idle(l)      == FALSE
MayStart(l)  == ~l.participant /\ l.elected = Nobody

\* AN1: start: become a participant, and send ELECTION(1).
AN1(p) ==
  IF MayBegin(p)
  THEN Pass([Begun(p) EXCEPT !.local.participant = TRUE], Election(1))
  ELSE Capped(p)

\* AN2: on ELECTION(1), which seems to have come round: I am the leader.
AN2(p) == Pass(Set(p, Initial(p.id)), Elected(1))

\* AN3: on ELECTED(1), which seems to be my own: drop it.
AN3(p) == p

OnStart(p)         == AN1(p)
OnDetect(p)        == p
OnReceive(p, j, m) == IF m.kind = "ELECTION" THEN AN2(p) ELSE AN3(p)

(***************************************************************************)
(* All of it.                                                              *)
(***************************************************************************)
INSTANCE Election
LOCAL INSTANCE Links

Next ==
  \/ \E i \in Ids : Start(i) \/ Crash(i) \/ CrashInside(i) \/ Restart(i)
  \/ \E l \in Link : \/ Deliver(l[1], l[2]) \/ DeliverAgain(l[1], l[2]) \/ Lose(l[1], l[2])

Spec == Init /\ [][Next]_vars /\ Fairness
=============================================================================
