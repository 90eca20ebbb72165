----------------------------- MODULE RingWatch -----------------------------
(***************************************************************************)
(* Option 1 of lecture 000 against an ELECTION that goes round for ever,   *)
(* as in ring-watch.md: the two neighbours that a process has in the       *)
(* original ring watch it.  They start anew when its ELECTED does not come *)
(* after its ELECTION, or when they see either a second time.              *)
(*                                                                         *)
(* Deviations that show below: those of module RingRules; what is          *)
(* remembered, and for how long (RW-D1); repaired, what is seen a second   *)
(* time is dropped (RW-D2); absence is noticed by a timer (RW-D3); both    *)
(* neighbours watch, or one (RW-D4).                                       *)
(***************************************************************************)
EXTENDS RingRules, NoReports, NoRecovery, NoLots, Rings

CONSTANT Watchers \* who watches: "both" neighbours, the "predecessor" or the "successor"

ASSUME Watchers \in {"both", "predecessor", "successor"}

HasTimers == TRUE

(* What a process remembers of one that it watches: whether its ELECTION and its *)
(* ELECTED were seen, and whether the timer that the first arms is armed.        *)
Sight   == [election : BOOLEAN, elected : BOOLEAN, armed : BOOLEAN]
Nothing == [election |-> FALSE, elected |-> FALSE, armed |-> FALSE]

Locals == [elected : Ids \cup {Nobody}, successor : Sight, predecessor : Sight]

Initial(elected) == [elected |-> elected, successor |-> Nothing, predecessor |-> Nothing]
Restarted        == Initial(Nobody)

(* A process waits while one of its timers is armed. *)
TakesPart(l) == l.successor.armed \/ l.predecessor.armed

(* The variable in which i remembers k; "" if i does not watch k. That only the *)
(* predecessor of k watches means that i watches only its successor.            *)
Memory(i, k) ==
  IF k = i THEN ""
  ELSE IF k = Successor(i) /\ Watchers # "successor" THEN "successor"
  ELSE IF k = Predecessor(i) /\ Watchers # "predecessor" THEN "predecessor"
  ELSE ""

(***************************************************************************)
(* First sights, of one that is watched: its variable is w.                *)
(***************************************************************************)

\* RW1: ELECTION(k): remember it, and arm the timer. Repaired: k stands again, so
\* that its announcement is still to come.
RW1(p, w) ==
  [p EXCEPT !.local[w] = [election |-> TRUE, armed |-> TRUE,
                          elected |-> IF Reading = "printed" THEN @.elected ELSE FALSE]]

\* RW2: ELECTED(k): remember it, and clear the timer. Repaired: an election has
\* succeeded, so that everything else is forgotten, whoever k is.
RW2(p, w) ==
  LET forgotten == IF Reading = "printed" THEN p
                   ELSE [p EXCEPT !.local.successor = Nothing, !.local.predecessor = Nothing]
  IN IF w = "" THEN forgotten
     ELSE [forgotten EXCEPT !.local[w].elected = TRUE, !.local[w].armed = FALSE]

(***************************************************************************)
(* RW4: a second sight: start anew. Repaired: the message is dropped, and  *)
(* k forgotten. Printed: it is handled all the same, and nothing is        *)
(* forgotten.                                                              *)
(***************************************************************************)
RW4(p, w, m) ==
  IF Reading = "printed"
  THEN RI1(Circulate(IF m.kind = "ELECTED" THEN RW2(p, w) ELSE p, m))
  ELSE RI1([p EXCEPT !.local[w] = Nothing])

IsSecondSight(p, w, m) ==
  IF w = "" THEN FALSE
  ELSE IF m.kind = "ELECTION" THEN p.local[w].election ELSE p.local[w].elected

OnReceive(p, j, m) ==
  LET w == Memory(p.id, m.id)
  IN IF IsSecondSight(p, w, m) THEN RW4(p, w, m)
     ELSE Circulate(IF m.kind = "ELECTED" THEN RW2(p, w)
                    ELSE IF w = "" THEN p ELSE RW1(p, w), m)

(***************************************************************************)
(* Timers. One is named by the process k that it watches.                  *)
(***************************************************************************)
LOCAL INSTANCE Links

Timers(i)   == {k \in Ids : Memory(i, k) # ""}
Armed(i, l) == {k \in Timers(i) : l[Memory(i, k)].armed}
Ticks(i, l, k) == T

\* RW3: the timer of k fires: start anew. The memory of k stays.
RW3(p, k) == RI1([p EXCEPT !.local[Memory(p.id, k)].armed = FALSE])

OnTimeout(p, k) == RW3(p, k)

(* A live k may yet be announced, and so may a dead one while ELECTED(k) is on its way. *)
CanCome(s, i, k)  == k \in s.live \/ Circulates(s.traffic, Elected(k))
Concerns(i, k, d) == FALSE

INSTANCE Election

Next ==
  \/ Tick \/ BoundsHold \/ MistakesEnd
  \/ \E i \in Ids : \/ Start(i) \/ Detect(i) \/ Suspect(i)
                    \/ Crash(i) \/ CrashInside(i) \/ Restart(i)
                    \/ \E t \in Timers(i) : Timeout(i, t)
  \/ \E l \in Link : \/ Deliver(l[1], l[2]) \/ DeliverAgain(l[1], l[2]) \/ Lose(l[1], l[2])
                       \/ Drop(l[1], l[2])

Spec == Init /\ [][Next]_vars /\ Fairness
=============================================================================
