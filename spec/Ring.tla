-------------------------------- MODULE Ring --------------------------------
(***************************************************************************)
(* The ring algorithm of lecture 000, as in ring.md.  No election is ever  *)
(* stopped, only raised to a higher id: so that, when the highest process  *)
(* dies, its ELECTION has nobody left to stop it, and goes round for ever. *)
(***************************************************************************)
EXTENDS RingRules, NoTimers, NoReports, NoRecovery, Rings

(* A process knows only whom it has elected. *)
Locals == [elected : Ids \cup {Nobody}]

Initial(elected) == [elected |-> elected]
Restarted        == Initial(Nobody)

(* An election is under way only while its messages are. *)
TakesPart(l) == FALSE

OnReceive(p, j, m) == Circulate(p, m)

INSTANCE Election
LOCAL INSTANCE Links

Next ==
  \/ \E i \in Ids : \/ Start(i) \/ Detect(i) \/ Suspect(i)
                    \/ Crash(i) \/ CrashInside(i) \/ Restart(i)
  \/ \E l \in Link : \/ Deliver(l[1], l[2]) \/ DeliverAgain(l[1], l[2]) \/ Lose(l[1], l[2])

Spec == Init /\ [][Next]_vars /\ Fairness
=============================================================================
