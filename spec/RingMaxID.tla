----------------------------- MODULE RingMaxID -----------------------------
(***************************************************************************)
(* Lecture 000's ring for several starters, as in ring-maxid.md: messages  *)
(* that cannot win any more are stopped early, by the memory of a higher   *)
(* one.  The memory can outlive its subject.                               *)
(*                                                                         *)
(* Deviations that show below: those of module RingRules; an election has  *)
(* succeeded when an ELECTED is taken and not ignored (RM-D1); what is     *)
(* remembered decides before one's own id does (RM-D2).                    *)
(***************************************************************************)
EXTENDS RingRules, NoTimers, NoReports, NoRecovery, NoLots, Rings

(* maxID: the highest id received since the last election that succeeded. *)
Locals == [elected : Ids \cup {Nobody}, maxID : Ids \cup {Nobody}]

Initial(elected) == [elected |-> elected, maxID |-> Nobody]
Restarted        == Initial(Nobody)

TakesPart(l) == FALSE

\* RM1: a message with an id below maxID is ignored.
RM1(p) == p

\* RM2: of any other ELECTION the id is remembered, then RI2, RI3 or RI4.
RM2(p, m) == Circulate([p EXCEPT !.local.maxID = m.id], m)

\* RM3: any other ELECTED makes it forgotten, then RI5.
RM3(p, m) == Circulate([p EXCEPT !.local.maxID = Nobody], m)

OnReceive(p, j, m) ==
  CASE Outranks(p.local.maxID, m.id)                         -> RM1(p)
    [] ~Outranks(p.local.maxID, m.id) /\ m.kind = "ELECTION" -> RM2(p, m)
    [] ~Outranks(p.local.maxID, m.id) /\ m.kind = "ELECTED"  -> RM3(p, m)

INSTANCE Election
LOCAL INSTANCE Links

Next ==
  \/ MistakesEnd
  \/ \E i \in Ids : \/ Start(i) \/ Detect(i) \/ Suspect(i)
                    \/ Crash(i) \/ CrashInside(i) \/ Restart(i)
  \/ \E l \in Link : \/ Deliver(l[1], l[2]) \/ DeliverAgain(l[1], l[2]) \/ Lose(l[1], l[2])

Spec == Init /\ [][Next]_vars /\ Fairness
=============================================================================
