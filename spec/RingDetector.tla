---------------------------- MODULE RingDetector ----------------------------
(***************************************************************************)
(* Option 2 of lecture 000 against an ELECTION that goes round for ever,   *)
(* as in ring-detector.md: whoever has seen ELECTION(k) may learn from a   *)
(* failure detector that k is dead, and starts anew.                       *)
(*                                                                         *)
(* Deviations that show below: those of module RingRules; repaired, the    *)
(* messages of a suspected process are dropped (RD-D1); one new election   *)
(* per report (RD-D2); reports are withdrawn (RD-D3); what was seen is     *)
(* never forgotten (RD-D4).                                                *)
(***************************************************************************)
EXTENDS RingRules, NoTimers, NoRecovery, NoLots, Rings

(* seen: those of whom ELECTION was seen; suspected: those of them reported dead. *)
Locals ==
  [elected : Ids \cup {Nobody}, seen : SUBSET Ids, suspected : SUBSET Ids]

Initial(elected) == [elected |-> elected, seen |-> {}, suspected |-> {}]
Restarted        == Initial(Nobody)

TakesPart(l) == FALSE

\* RD1: of every ELECTION(k) but one's own, k is noted.
RD1(p, m) ==
  IF m.kind = "ELECTION" /\ m.id # p.id THEN [p EXCEPT !.local.seen = @ \cup {m.id}] ELSE p

\* RD2: k is reported dead: suspect it, and start anew.
RD2(p, k) == RI1([p EXCEPT !.local.suspected = @ \cup {k}])

\* RD3: a message of one that is suspected. Printed: it is handled all the same.
RD3(p, m) == IF Reading = "printed" THEN Circulate(p, m) ELSE p

\* RD4: the report of k is withdrawn.
RD4(p, k) == [p EXCEPT !.local.suspected = @ \ {k}]

OnReceive(p, j, m) ==
  LET noted == RD1(p, m)
  IN IF m.id \in noted.local.suspected THEN RD3(noted, m) ELSE Circulate(noted, m)

OnReport(p, k)   == RD2(p, k)
OnWithdraw(p, k) == RD4(p, k)

Reportable(i, l)   == l.seen \ l.suspected
Withdrawable(i, l) == l.suspected

INSTANCE Election
LOCAL INSTANCE Links

Next ==
  \/ MistakesEnd
  \/ \E i \in Ids : \/ Start(i) \/ Detect(i) \/ Suspect(i)
                    \/ Crash(i) \/ CrashInside(i) \/ Restart(i)
  \/ \E i, k \in Ids : Report(i, k) \/ Withdraw(i, k)
  \/ \E l \in Link : \/ Deliver(l[1], l[2]) \/ DeliverAgain(l[1], l[2]) \/ Lose(l[1], l[2])

Spec == Init /\ [][Next]_vars /\ Fairness
=============================================================================
