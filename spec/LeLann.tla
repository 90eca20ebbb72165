------------------------------- MODULE LeLann -------------------------------
(***************************************************************************)
(* The algorithm of LeLann (1977), as in lecture 001: every id goes round  *)
(* the ring once, and every process lists all that it meets.  The rules    *)
(* and the deviations from the print are those of lelann.md.               *)
(*                                                                         *)
(* Deviations that show below: repaired, one's own ELECT goes ahead of the *)
(* one forwarded (LL-D1), and who has sent its own opens no second list    *)
(* (LL-D2); first is meant in this election (LL-D3); a start is guarded    *)
(* (LL-D4); the list is closed when it is complete, and without one my own *)
(* ELECT is dropped (LL-D5); how the question goes round is ours (LL-D6),  *)
(* as is that it is owed (LL-D7); the death of a leader is detected        *)
(* (LL-D8).                                                                *)
(***************************************************************************)
EXTENDS Process, Messages, NoTerms, NoTimers, NoReports, NoLots, Rings

Topology     == "ring"
HasDetector  == TRUE
Anonymous    == FALSE
GuardsStarts == TRUE
OwnMessages  == {}
AtFirst(i)   == Nobody

(* list: those met in this election, oneself included; none: it is closed.  heard: as *)
(* printed, an ELECT has been taken since it was closed.  recovering: back, and has   *)
(* neither asked nor joined an election since.                                        *)
Locals ==
  [elected : Ids \cup {Nobody}, list : SUBSET Ids, heard : BOOLEAN, recovering : BOOLEAN]

Initial(elected) ==
  [elected |-> elected, list |-> {}, heard |-> FALSE, recovering |-> FALSE]
Restarted == [Initial(Nobody) EXCEPT !.recovering = TRUE]

IsClosed(l)   == l.list = {}
TakesPart(l)  == ~IsClosed(l)
Idle(l)       == IsClosed(l)
MayStart(l)   == IsClosed(l) /\ l.elected = Nobody
Recovering(l) == l.recovering

(* A new list, with oneself and j. *)
Open(p, j) == [p EXCEPT !.local.list = {p.id, j}, !.local.recovering = FALSE]

(***************************************************************************)
(* Starting.                                                               *)
(***************************************************************************)

\* LL1: open a list with oneself, and send ELECT(i).
LL1(p) ==
  IF MayBegin(p) THEN Pass(Open(Begun(p), p.id), Elect(p.id)) ELSE Capped(p)

\* LL7: I have come back: ask round the ring who is elected.
LL7(p) == Pass([p EXCEPT !.local.recovering = FALSE], Ask(p.id, Nobody))

\* LL8: the elected is dead: forget it, then LL1.
LL8(p) == LL1([p EXCEPT !.local.elected = Nobody])

OnStart(p)   == LL1(p)
OnRecover(p) == LL7(p)
OnDetect(p)  == LL8(p)

(***************************************************************************)
(* On taking ELECT(j).                                                     *)
(***************************************************************************)

\* Whether LL2 is for this message.
IsFirst(p, m) ==
  IF Reading = "printed" THEN ~p.local.heard ELSE IsClosed(p.local) /\ m.id # p.id

\* LL2: the first of this election: open a list with i and j, and send both on. My own
\* goes ahead; printed, behind.
LL2(p, m) ==
  IF Reading = "printed"
  THEN Pass(Pass([Open(p, m.id) EXCEPT !.local.heard = TRUE], m), Elect(p.id))
  ELSE Pass(Pass(Open(p, m.id), Elect(p.id)), m)

\* LL3: a later one, of another: list it, and forward it.
LL3(p, m) == Pass([p EXCEPT !.local.list = @ \cup {m.id}], m)

\* LL4: my own has come round: the highest on the list is elected. With no list, drop it.
LL4(p) ==
  IF IsClosed(p.local) THEN p
  ELSE Set(p, Initial(CHOOSE k \in p.local.list : \A j \in p.local.list : ~Outranks(j, k)))

(***************************************************************************)
(* On taking ASK(j, e).                                                    *)
(***************************************************************************)

\* LL5: another asks: the first to know answers; forward it.
LL5(p, m) ==
  Pass(p, IF m.answer = Nobody THEN Ask(m.id, p.local.elected) ELSE m)

\* LL6: my own has come round.  Believe the answer, or start if there is none; drop it
\* if I no longer need one.
LL6(p, m) ==
  IF ~MayStart(p.local) THEN p
  ELSE LET told == Set(p, Initial(m.answer))
       IN IF m.answer = Nobody THEN LL1(told) ELSE told

OnReceive(p, j, m) ==
  CASE m.kind = "ELECT" /\ IsFirst(p, m)                 -> LL2(p, m)
    [] m.kind = "ELECT" /\ ~IsFirst(p, m) /\ m.id # p.id -> LL3(p, m)
    [] m.kind = "ELECT" /\ ~IsFirst(p, m) /\ m.id = p.id -> LL4(p)
    [] m.kind = "ASK" /\ m.id # p.id                     -> LL5(p, m)
    [] m.kind = "ASK" /\ m.id = p.id                     -> LL6(p, m)

(***************************************************************************)
(* All of it.                                                              *)
(***************************************************************************)
INSTANCE Election
LOCAL INSTANCE Links

Next ==
  \/ MistakesEnd
  \/ \E i \in Ids : \/ Start(i) \/ Detect(i) \/ Suspect(i) \/ Recover(i)
                    \/ Crash(i) \/ CrashInside(i) \/ Restart(i)
  \/ \E l \in Link : \/ Deliver(l[1], l[2]) \/ DeliverAgain(l[1], l[2]) \/ Lose(l[1], l[2])

Spec == Init /\ [][Next]_vars /\ Fairness
=============================================================================
