---------------------------- MODULE ChangRoberts ----------------------------
(***************************************************************************)
(* The algorithm of Chang and Roberts (1979), as in lectures 001 and 003:  *)
(* a ring on which each process stops the elections that cannot win.  The  *)
(* rules and the deviations from the prints are those of chang-roberts.md. *)
(*                                                                         *)
(* Deviations that show below: a start is guarded (CR-D1); the leader sets *)
(* elected at once (CR-D2); ELECTED ends everyone's participation (CR-D3); *)
(* the leader's own ELECTED, come round, is dropped (CR-D4); the death of  *)
(* a leader is detected (CR-D5); repaired, who forwards the ELECTION of    *)
(* another becomes a participant (CR-D6).                                  *)
(***************************************************************************)
EXTENDS Process, Messages, NoTerms, NoTimers, NoReports, NoRecovery, NoLots, Rings

Topology     == "ring"
HasDetector  == TRUE
Anonymous    == FALSE
GuardsStarts == TRUE
OwnMessages  == {}
AtFirst(i)   == Nobody

(* A process knows whether it is a participant, and whom it has elected. *)
Locals == [participant : BOOLEAN, elected : Ids \cup {Nobody}]

(* No participant, with that one elected: at first, and whenever an election is decided. *)
Initial(elected) == [participant |-> FALSE, elected |-> elected]
Restarted        == Initial(Nobody)

TakesPart(l) == l.participant
Idle(l)      == ~l.participant
MayStart(l)  == ~l.participant /\ l.elected = Nobody

(***************************************************************************)
(* Starting.                                                               *)
(***************************************************************************)

\* CR1: become a participant, and send ELECTION(i).
CR1(p) ==
  IF MayBegin(p)
  THEN Pass([Begun(p) EXCEPT !.local.participant = TRUE], Election(p.id))
  ELSE Capped(p)

\* CR7: the elected is dead: forget it, then CR1.
CR7(p) == CR1([p EXCEPT !.local.elected = Nobody])

OnStart(p)  == CR1(p)
OnDetect(p) == CR7(p)

(***************************************************************************)
(* On taking ELECTION(j).                                                  *)
(***************************************************************************)

\* CR2: j is higher.  Become a participant, and forward it; printed, only forward it.
CR2(p, m) ==
  IF Reading = "printed" THEN Pass(p, m)
  ELSE Pass([p EXCEPT !.local.participant = TRUE], m)

\* CR3: j is lower, and I am no participant.  I stand myself.
CR3(p) == Pass([p EXCEPT !.local.participant = TRUE], Election(p.id))

\* CR4: j is lower, and I am a participant.  Swallow it: a higher election has
\* already gone on from here.
CR4(p) == p

\* CR5: my own has come round.  I am the leader.
CR5(p) == Pass(Set(p, Initial(p.id)), Elected(p.id))

(***************************************************************************)
(* On taking ELECTED(j).                                                   *)
(***************************************************************************)

\* CR6: note the leader, and forward it, unless it is my own come round.
CR6(p, m) == IF m.id = p.id THEN p ELSE Pass(Set(p, Initial(m.id)), m)

OnReceive(p, j, m) ==
  CASE m.kind = "ELECTION" /\ Outranks(m.id, p.id)                         -> CR2(p, m)
    [] m.kind = "ELECTION" /\ Outranks(p.id, m.id) /\ ~p.local.participant -> CR3(p)
    [] m.kind = "ELECTION" /\ Outranks(p.id, m.id) /\ p.local.participant  -> CR4(p)
    [] m.kind = "ELECTION" /\ m.id = p.id                                  -> CR5(p)
    [] m.kind = "ELECTED"                                                  -> CR6(p, m)

(***************************************************************************)
(* All of it.                                                              *)
(***************************************************************************)
INSTANCE Election
LOCAL INSTANCE Links

Next ==
  \/ MistakesEnd
  \/ \E i \in Ids : \/ Start(i) \/ Detect(i) \/ Suspect(i)
                    \/ Crash(i) \/ CrashInside(i) \/ Restart(i)
  \/ \E l \in Link : \/ Deliver(l[1], l[2]) \/ DeliverAgain(l[1], l[2]) \/ Lose(l[1], l[2])

Spec == Init /\ [][Next]_vars /\ Fairness
=============================================================================
