---------------------------- MODULE OmegaMinimal ----------------------------
(***************************************************************************)
(* The Omega of Aguilera and others for links of which only some are       *)
(* timely, as in lecture 003: who is suspected least is trusted.  The      *)
(* rules and the deviations from the print are those of omega-minimal.md.  *)
(*                                                                         *)
(* Deviations that show below: one's own timer is not armed (OM-D1);       *)
(* messages have numbers (OM-D2); the whole message is sent on (OM-D3), to *)
(* those who may lack it (OM-D4); the first ALIVE is sent after eta        *)
(* (OM-D5).                                                                *)
(***************************************************************************)
EXTENDS Process, Messages, NoTerms, NoReports, NoRecovery, NoLots, Rings

CONSTANT Counters \* how far suspicions are told apart: so many are many

ASSUME Counters \in Nat \ {0}
ASSUME Restarts = 0 \* one who came back would number its messages anew

Topology     == "complete graph"
HasTimers    == TRUE
HasDetector  == FALSE
Anonymous    == FALSE
GuardsStarts == FALSE
AtFirst(i)   == i

(***************************************************************************)
(* What keeps it finite.  A message and its copies are under way for so    *)
(* many periods at most; the numbers tell them apart as long.              *)
(***************************************************************************)
Hop == IF (Gst # 0 \/ Timely # {"all"}) /\ Late > Tm + Tp THEN Late ELSE Tm + Tp
Numbers == ((N - 1) * Hop) \div Eta + 2

(***************************************************************************)
(* A process knows whom it trusts, how often each has been suspected, how  *)
(* many ALIVE it has sent, and of which ages what it has taken of each is  *)
(* that may come again.                                                    *)
(***************************************************************************)
Knowing(elected, suspect, seen) ==
  [elected |-> elected, suspect |-> suspect, beats |-> 0, seen |-> seen]

(* The dead, who trust nobody, know of nobody. *)
Initial(elected) ==
  IF elected = Nobody THEN Knowing(Nobody, <<>>, <<>>)
  ELSE Knowing(elected, [k \in Ids |-> 0], [k \in Ids |-> {}])
Restarted == Initial(Nobody)

Locals == [elected : Ids, suspect : [Ids -> 0..Counters], beats : 0..(Numbers - 1),
           seen : [Ids -> SUBSET ((-1)..(Numbers - 2))]]
  \cup {Initial(Nobody)}

TakesPart(l) == FALSE
Idle(l)      == FALSE
MayStart(l)  == FALSE
OnStart(p)   == p
OnDetect(p)  == p

(***************************************************************************)
(* Timers: the heartbeat is called by 0, what waits for q by q.            *)
(***************************************************************************)
Timers(i)         == {0} \cup {q \in Ids : q # i \/ Reading = "printed"}
Armed(i, l)       ==
  {t \in Timers(i) : t = 0 \/ l.suspect[t] # Counters}
Ticks(i, l, t)    == IF t = 0 THEN Eta ELSE Eta + l.suspect[t]
CanCome(s, i, t)  == FALSE
Concerns(i, t, k) == FALSE

(***************************************************************************)
(* Whom to trust: who is suspected least, of several the lowest.           *)
(***************************************************************************)
IsBefore(v, j, k) == v[j] < v[k] \/ (v[j] = v[k] /\ j <= k)

Choose(p) ==
  LET v == p.local.suspect
  IN [p EXCEPT !.local.elected = CHOOSE k \in Ids : \A j \in Ids : IsBefore(v, k, j)]

(***************************************************************************)
(* On ALIVE of q.                                                          *)
(***************************************************************************)
AliveOf(q, number, v) == [kind |-> "ALIVE", id |-> q, number |-> number, suspect |-> v]

OwnMessages ==
  {AliveOf(q, number, v) :
     q \in Ids \cup {Nobody}, number \in 0..Numbers, v \in [Ids -> 0..Counters]}

(* How old a message is, in heartbeats of one's own. *)
Age(p, m) == ((p.local.beats - (m.number - 1) + 1 + Numbers) % Numbers) - 1

IsFirst(p, m) == Reading = "printed" \/ Age(p, m) \notin p.local.seen[m.id]

\* OM2: send it on to those who may lack it. As printed: to all, and without q.
OM2(p, j, m) ==
  IF Reading = "printed" THEN Broadcast(p, Others[p.id], AliveOf(Nobody, 0, m.suspect))
  ELSE Broadcast([p EXCEPT !.local.seen[m.id] = @ \cup {Age(p, m)}],
                 SelectSeq(Others[p.id], LAMBDA k : k \notin {j, m.id}), m)

\* OM3: suspect as the most suspicious does, choose, and wait for q anew.
OM3(p, m) ==
  LET more(k) == IF m.suspect[k] > p.local.suspect[k] THEN m.suspect[k] ELSE p.local.suspect[k]
  IN Rearm(Choose([p EXCEPT !.local.suspect = [k \in Ids |-> more(k)]]), m.id)

OnReceive(p, j, m) ==
  IF m.id \notin Ids \ {p.id}  THEN p
  ELSE IF IsFirst(p, m) THEN OM3(OM2(p, j, m), m)
  ELSE p

(***************************************************************************)
(* On a timer.                                                             *)
(***************************************************************************)

\* OM1: every eta: tell all others, under the next number; what is too old cannot come again.
OM1(p) ==
  LET beats    == (p.local.beats + 1) % Numbers
      older(k) == {age + 1 : age \in p.local.seen[k] \ {Numbers - 2}}
      counted  == [p EXCEPT !.local.beats = beats, !.local.seen = [k \in Ids |-> older(k)]]
  IN IF Reading = "printed"
     THEN Broadcast(p, Others[p.id], AliveOf(p.id, 0, p.local.suspect))
     ELSE Broadcast(counted, Others[p.id], AliveOf(p.id, beats + 1, p.local.suspect))

\* OM4: no news of q: it is suspected once more.
OM4(p, q) == Choose([p EXCEPT !.local.suspect[q] = IF @ < Counters THEN @ + 1 ELSE @])

OnTimeout(p, t) == IF t = 0 THEN OM1(p) ELSE OM4(p, t)

(***************************************************************************)
(* All of it.                                                              *)
(***************************************************************************)
LOCAL INSTANCE Links
INSTANCE Election

Next ==
  \/ Tick \/ BoundsHold
  \/ \E i \in Ids : \/ Start(i) \/ Detect(i) \/ Suspect(i)
                    \/ Crash(i) \/ CrashInside(i) \/ Restart(i)
                    \/ \E t \in Timers(i) : Timeout(i, t)
  \/ \E l \in Link : \/ Deliver(l[1], l[2]) \/ DeliverAgain(l[1], l[2]) \/ Lose(l[1], l[2])
                     \/ Drop(l[1], l[2])

Spec == Init /\ [][Next]_vars /\ Fairness
=============================================================================
