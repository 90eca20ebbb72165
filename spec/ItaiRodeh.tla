----------------------------- MODULE ItaiRodeh -----------------------------
(***************************************************************************)
(* The algorithm of Itai and Rodeh (1981) for anonymous rings of known     *)
(* size, in the manner of Fokkink and Pang (2006), as in itai-rodeh.md.    *)
(* Process i is the one at place i of the ring, which no rule makes use    *)
(* of, but to name the process so many places before.                      *)
(*                                                                         *)
(* Deviations that show below: each process starts when it is called upon  *)
(* (IR-D1); the leader announces itself (IR-D2); there are two identities  *)
(* to draw from (IR-D3); what has gone all round goes no further (IR-D4).  *)
(***************************************************************************)
EXTENDS Process, Messages, NoTerms, NoTimers, NoReports, NoRecovery, Rings

Topology     == "ring"
HasDetector  == FALSE
Anonymous    == TRUE
GuardsStarts == TRUE
OwnMessages  == {}
AtFirst(i)   == Nobody

Identities == {1, 2}

(* What has been drawn is kept by candidates only; for others it is 0. *)
Locals ==
  [mode : {"idle", "drawing", "candidate", "passive"}, identity : {0} \cup Identities,
   elected : Ids \cup {Nobody}]

Initial(elected) == [mode |-> "idle", identity |-> 0, elected |-> elected]
Restarted        == Initial(Nobody)

TakesPart(l) == l.mode # "idle"
Idle(l)      == FALSE
MayStart(l)  == l.mode = "idle" /\ l.elected = Nobody
Lots(l)      == IF l.mode = "drawing" THEN Identities ELSE {}

(***************************************************************************)
(* Standing.                                                               *)
(***************************************************************************)

\* IR1: start: be about to draw.
IR1(p) == IF MayBegin(p) THEN [Begun(p) EXCEPT !.local.mode = "drawing"] ELSE Capped(p)

\* IR2: k is drawn: become a candidate, and send ELECTION(k,1,true).
IR2(p, k) ==
  Pass([p EXCEPT !.local.mode = "candidate", !.local.identity = k], Candidacy(k, 1, TRUE))

(***************************************************************************)
(* On taking ELECTION(k,h,c).                                              *)
(***************************************************************************)

(* One hop further, and still clean only if it was and is. *)
Onward(p, m, clean) == Pass(p, Candidacy(m.identity, m.hops + 1, m.clean /\ clean))

\* IR3: I am no candidate: let it pass, unless it has gone all round.
IR3(p, m) ==
  LET waits == [p EXCEPT !.local.mode = IF p.local.elected = Nobody THEN "passive" ELSE @]
  IN IF m.hops = N THEN waits ELSE Onward(waits, m, TRUE)

\* IR4: mine has come round, and nobody is like me.  I am the leader.
IR4(p) == Pass(Set(p, Initial(p.id)), Elected(1))

\* IR5: mine has come round, and somebody is like me.  Be about to draw.
IR5(p) == Set(p, [Initial(Nobody) EXCEPT !.mode = "drawing"])

\* IR6: it is another's, who is like me.
IR6(p, m) == Onward(p, m, FALSE)

\* IR7: it is higher.  Give up, and let it pass.
IR7(p, m) == Onward(Set(p, [Initial(Nobody) EXCEPT !.mode = "passive"]), m, TRUE)

\* IR8: it is lower.  Swallow it.
IR8(p) == p

(***************************************************************************)
(* On taking ELECTED(h).                                                   *)
(***************************************************************************)

\* IR9: the leader is h places before me.  Let the next one know, if it does not.
IR9(p, m) ==
  LET noted == Set(p, Initial(Before[p.id][m.id]))
  IN IF m.id < N THEN Pass(noted, Elected(m.id + 1)) ELSE noted

OnStart(p)   == IR1(p)
OnDraw(p, k) == IR2(p, k)
OnDetect(p)  == p

OnReceive(p, j, m) ==
  CASE m.kind = "ELECTED" -> IR9(p, m)
    [] m.kind = "ELECTION" /\ p.local.mode # "candidate" -> IR3(p, m)
    [] m.kind = "ELECTION" /\ p.local.mode = "candidate" ->
         CASE m.hops = N /\ m.clean                        -> IR4(p)
           [] m.hops = N /\ ~m.clean                       -> IR5(p)
           [] m.hops # N /\ m.identity = p.local.identity  -> IR6(p, m)
           [] m.hops # N /\ m.identity > p.local.identity  -> IR7(p, m)
           [] m.hops # N /\ m.identity < p.local.identity  -> IR8(p)

(***************************************************************************)
(* All of it.                                                              *)
(***************************************************************************)
INSTANCE Election
LOCAL INSTANCE Links

Next ==
  \/ \E i \in Ids : \/ Start(i) \/ Draw(i)
                    \/ Crash(i) \/ CrashInside(i) \/ Restart(i)
  \/ \E l \in Link : \/ Deliver(l[1], l[2]) \/ DeliverAgain(l[1], l[2]) \/ Lose(l[1], l[2])

Spec == Init /\ [][Next]_vars /\ Fairness
=============================================================================
