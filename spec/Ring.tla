-------------------------------- MODULE Ring --------------------------------
(***************************************************************************)
(* The ring algorithm of lecture 000, as in ring.md.  No process stops     *)
(* the election of another; it only raises it to a higher id.  So when the *)
(* highest process dies, nobody is left to stop its ELECTION, and that     *)
(* goes round for ever.                                                    *)
(***************************************************************************)
EXTENDS RingRules, NoTimers, NoReports, NoRecovery, NoLots, Rings

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
  \/ MistakesEnd
  \/ \E i \in Ids : \/ Start(i) \/ Detect(i) \/ Suspect(i)
                    \/ Crash(i) \/ CrashInside(i) \/ Restart(i)
  \/ \E l \in Link : \/ Deliver(l[1], l[2]) \/ DeliverAgain(l[1], l[2]) \/ Lose(l[1], l[2])

Spec == Init /\ [][Next]_vars /\ Fairness
=============================================================================
