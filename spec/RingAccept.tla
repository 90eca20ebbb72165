----------------------------- MODULE RingAccept -----------------------------
(***************************************************************************)
(* The ring algorithm of lecture 004, as in ring-accept.md: whoever        *)
(* forwards an ELECTION accepts that its sender will lead.                 *)
(*                                                                         *)
(* Deviations that show below: elected is what is accepted (RA-D1); the    *)
(* leader's announcement is ELECTED, and is noted (RA-D2); a dead leader   *)
(* is forgotten first (RA-D3); a start is not guarded (RA-D4).             *)
(***************************************************************************)
EXTENDS Process, Messages, NoTerms, NoTimers, NoReports, NoRecovery, NoLots, Rings

Topology     == "ring"
HasDetector  == TRUE
Anonymous    == FALSE
GuardsStarts == FALSE
OwnMessages  == {}
AtFirst(i)   == Nobody

(* A process knows only whom it accepts. *)
Locals == [elected : Ids \cup {Nobody}]

Initial(elected) == [elected |-> elected]
Restarted        == Initial(Nobody)

TakesPart(l) == FALSE
Idle(l)      == TRUE
MayStart(l)  == TRUE

\* RA1: start: send ELECTION(i).
RA1(p) == IF MayBegin(p) THEN Pass(Begun(p), Election(p.id)) ELSE Capped(p)

\* RA6: the elected is dead: forget it, then RA1.
RA6(p) == RA1(Set(p, Initial(Nobody)))

OnStart(p)  == RA1(p)
OnDetect(p) == RA6(p)

\* RA2: on ELECTION(j), j is lower: send ELECTION(i) instead.
RA2(p) == Pass(p, Election(p.id))

\* RA3: j is higher: accept it, and forward it.
RA3(p, m) == Pass(Set(p, Initial(m.id)), m)

\* RA4: my own has come round: become the leader, and send ELECTED(i).
RA4(p) == Pass(Set(p, Initial(p.id)), Elected(p.id))

\* RA5: on ELECTED(j): note the leader, and forward it, unless it is my own come round.
RA5(p, m) ==
  LET noted == Set(p, Initial(m.id)) IN IF m.id = p.id THEN noted ELSE Pass(noted, m)

OnReceive(p, j, m) ==
  CASE m.kind = "ELECTION" /\ Outranks(p.id, m.id) -> RA2(p)
    [] m.kind = "ELECTION" /\ Outranks(m.id, p.id) -> RA3(p, m)
    [] m.kind = "ELECTION" /\ m.id = p.id          -> RA4(p)
    [] m.kind = "ELECTED"                          -> RA5(p, m)

INSTANCE Election
LOCAL INSTANCE Links

Next ==
  \/ MistakesEnd
  \/ \E i \in Ids : \/ Start(i) \/ Detect(i) \/ Suspect(i)
                    \/ Crash(i) \/ CrashInside(i) \/ Restart(i)
  \/ \E l \in Link : \/ Deliver(l[1], l[2]) \/ DeliverAgain(l[1], l[2]) \/ Lose(l[1], l[2])

Spec == Init /\ [][Next]_vars /\ Fairness
=============================================================================
