----------------------------- MODULE RingRules -----------------------------
(***************************************************************************)
(* The rules of ring.md, RI1 to RI6, on which the four rings of lecture    *)
(* 000 build.  Every message goes to the next live process.                *)
(*                                                                         *)
(* Deviations that show below: the leader sets elected at once (RI-D1); a  *)
(* dead leader is forgotten first (RI-D2); a start is not guarded (RI-D3); *)
(* the ring closes over the dead by itself (RI-D4; see module Links).      *)
(***************************************************************************)
EXTENDS Process, Messages, NoTerms

Topology     == "ring"
HasDetector  == TRUE
Anonymous    == FALSE
GuardsStarts == FALSE
OwnMessages  == {}
AtFirst(i)   == Nobody

Idle(l)     == TRUE
MayStart(l) == TRUE

\* RI1: start: send ELECTION(i).
RI1(p) == IF MayBegin(p) THEN Pass(Begun(p), Election(p.id)) ELSE Capped(p)

\* RI2: on ELECTION(j), j is higher: forward it.
RI2(p, m) == Pass(p, m)

\* RI3: j is lower: send ELECTION(i) instead.
RI3(p) == Pass(p, Election(p.id))

\* RI4: my own has come round: become the leader, and send ELECTED(i).
RI4(p) == Pass([p EXCEPT !.local.elected = p.id], Elected(p.id))

\* RI5: on ELECTED(j): note the leader, and forward it, unless it is my own come round.
RI5(p, m) ==
  LET noted == [p EXCEPT !.local.elected = m.id]
  IN IF m.id = p.id THEN noted ELSE Pass(noted, m)

\* RI6: the elected is dead: forget it, then RI1.
RI6(p) == RI1([p EXCEPT !.local.elected = Nobody])

(* RI2 to RI5 together: what the ring does with a message. *)
Circulate(p, m) ==
  CASE m.kind = "ELECTION" /\ Outranks(m.id, p.id) -> RI2(p, m)
    [] m.kind = "ELECTION" /\ Outranks(p.id, m.id) -> RI3(p)
    [] m.kind = "ELECTION" /\ m.id = p.id          -> RI4(p)
    [] m.kind = "ELECTED"                 -> RI5(p, m)

OnStart(p)  == RI1(p)
OnDetect(p) == RI6(p)
=============================================================================
