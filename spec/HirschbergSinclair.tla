------------------------- MODULE HirschbergSinclair -------------------------
(***************************************************************************)
(* The algorithm of Hirschberg and Sinclair (1980), as in lecture 001: a   *)
(* bidirectional ring on which a process asks neighbourhoods that double   *)
(* in size whether it is the highest.  The rules and the deviations from   *)
(* the print are those of hirschberg-sinclair.md.                          *)
(*                                                                         *)
(* Deviations that show below: a start is guarded (HS-D1), and so is a     *)
(* waking (HS-D2); a reply counts for its side and its phase (HS-D3); the  *)
(* result is announced (HS-D4); the second own probe is dropped (HS-D5);   *)
(* the death of a leader is detected (HS-D6).                              *)
(***************************************************************************)
EXTENDS Process, Messages, NoTerms, NoTimers, NoReports, NoRecovery, NoLots, Rings

Topology     == "bidirectional ring"
HasDetector  == TRUE
Anonymous    == FALSE
GuardsStarts == TRUE
OwnMessages  == {}
AtFirst(i)   == Nobody

INSTANCE Links

(* A process knows whether it is a candidate, and then in which phase and which way the *)
(* reply went that is in; whether it merely passes on; and whom it has elected.         *)
Locals == [candidate : BOOLEAN, passive : BOOLEAN, phase : 0..LastPhase,
           answered : Ways \cup {"none"}, elected : Ids \cup {Nobody}]

(* Neither candidate nor passive: at first, and whenever an election is decided. *)
Initial(elected) ==
  [candidate |-> FALSE, passive |-> FALSE, phase |-> 0, answered |-> "none", elected |-> elected]

Restarted == Initial(Nobody)

Asleep(l) == ~l.candidate /\ ~l.passive /\ l.elected = Nobody

TakesPart(l) == l.candidate
Idle(l)      == ~l.candidate
MayStart(l)  == Asleep(l)

(***************************************************************************)
(* Starting.                                                               *)
(***************************************************************************)

(* To ask both sides of the neighbourhood. *)
Probes(p) ==
  LET probe(way) == Probe(p.id, p.local.phase, 1, way)
  IN PassTo(PassTo(p, "right", probe("right")), "left", probe("left"))

\* HS1: become a candidate in phase 0, and send PROBE(i, 0, 1) both ways.
HS1(p) ==
  IF MayBegin(p)
  THEN Probes(Set(Begun(p), [Initial(Nobody) EXCEPT !.candidate = TRUE]))
  ELSE Capped(p)

\* HS9: the elected is dead: forget it, then HS1.
HS9(p) == HS1([p EXCEPT !.local.elected = Nobody])

OnStart(p)  == HS1(p)
OnDetect(p) == HS9(p)

(***************************************************************************)
(* On taking PROBE(j, r, h).                                               *)
(***************************************************************************)

(* One who sleeps when a higher probe passes will not start any more. *)
Stirred(p) == IF Asleep(p.local) THEN [p EXCEPT !.local.passive = TRUE] ELSE p

\* HS2: j is lower.  Swallow it, and wake up.
HS2(p) == IF Asleep(p.local) THEN HS1(p) ELSE p

\* HS3: j is higher, and its neighbourhood goes on.  Forward it.
HS3(p, m) == PassTo(Stirred(p), m.way, [m EXCEPT !.hops = @ + 1])

\* HS4: j is higher, and its neighbourhood ends here.  Answer.
HS4(p, m) == PassTo(Stirred(p), Opposite(m.way), Reply(m.id, m.phase, Opposite(m.way)))

\* HS5: my own has come round.  I am the leader, unless I have known that before.
HS5(p) == IF p.local.candidate THEN Pass(Set(p, Initial(p.id)), Elected(p.id)) ELSE p

(***************************************************************************)
(* On taking REPLY(j, r).                                                  *)
(***************************************************************************)

\* HS6: it is another's.  Forward it.
HS6(p, m) == PassTo(p, m.way, m)

\* HS7: it is my own.  When both sides have answered, begin the next phase.
HS7(p, m) ==
  CASE ~p.local.candidate \/ m.phase # p.local.phase -> p
    [] OTHER ->
         IF p.local.answered = Opposite(m.way)
         THEN Probes([p EXCEPT !.local.phase = @ + 1, !.local.answered = "none"])
         ELSE [p EXCEPT !.local.answered = m.way]

(***************************************************************************)
(* On taking ELECTED(j).                                                   *)
(***************************************************************************)

\* HS8: note the leader, and forward it, unless it is my own come round.
HS8(p, m) == IF m.id = p.id THEN p ELSE Pass(Set(p, Initial(m.id)), m)

OnReceive(p, j, m) ==
  CASE m.kind = "PROBE" /\ Outranks(p.id, m.id)                        -> HS2(p)
    [] m.kind = "PROBE" /\ Outranks(m.id, p.id) /\ m.hops < 2^m.phase  -> HS3(p, m)
    [] m.kind = "PROBE" /\ Outranks(m.id, p.id) /\ m.hops >= 2^m.phase -> HS4(p, m)
    [] m.kind = "PROBE" /\ m.id = p.id                                 -> HS5(p)
    [] m.kind = "REPLY" /\ m.id # p.id                                 -> HS6(p, m)
    [] m.kind = "REPLY" /\ m.id = p.id                                 -> HS7(p, m)
    [] m.kind = "ELECTED"                                              -> HS8(p, m)

(***************************************************************************)
(* All of it.                                                              *)
(***************************************************************************)
INSTANCE Election

Next ==
  \/ MistakesEnd
  \/ \E i \in Ids : \/ Start(i) \/ Detect(i) \/ Suspect(i)
                    \/ Crash(i) \/ CrashInside(i) \/ Restart(i)
  \/ \E l \in Link : \/ Deliver(l[1], l[2]) \/ DeliverAgain(l[1], l[2]) \/ Lose(l[1], l[2])

Spec == Init /\ [][Next]_vars /\ Fairness
=============================================================================
