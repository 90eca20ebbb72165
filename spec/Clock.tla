------------------------------- MODULE Clock -------------------------------
(***************************************************************************)
(* Discrete time (election.md, 1.14): how long timers run, and what is due *)
(* before a tick can pass.  What a clock does to messages is said in       *)
(* module Deadlines.  Where there is no clock the variable of that name    *)
(* never changes.                                                          *)
(***************************************************************************)
EXTENDS Algorithm
LOCAL INSTANCE Group
LOCAL INSTANCE Deadlines
LOCAL INSTANCE Links

(***************************************************************************)
(* Timers.  Those of i are pairs: a timer, and the ticks that it has left. *)
(***************************************************************************)

(* All their time, as at first, and after a restart. *)
Wound(i, l) == IF IsClocked THEN {<<t, Ticks(i, l, t)>> : t \in Armed(i, l)} ELSE {}

(* What they show after a step: what runs runs on, unless it has fired or is armed anew. *)
(* Taking a message includes its handling, at the end of which a timer is armed.         *)
TimersAfter(i, event, p) ==
  LET takes     == event.name \in {"deliver", "deliver and keep"}
      fired(t)  == event.name = "timeout" /\ event.timer = t
      running   == {x \in clock.timers[i] : ~fired(x[1]) /\ x[1] \notin p.rearmed}
      armed     == Armed(i, p.local)
      anew      == armed \ {x[1] : x \in running}
  IN {x \in running : x[1] \in armed}
       \cup {<<t, Ticks(i, p.local, t) + IF takes THEN Tp ELSE 0>> : t \in anew}

(***************************************************************************)
(* What is due.                                                            *)
(***************************************************************************)
IsDelayed == \E l \in Link : IsDue(channel[l]) \* a delivery waits that can wait no longer

(* The timer t of i has run down, and no delivery goes before. *)
HasRunDown(i, t) ==
  /\ <<t, 0>> \in clock.timers[i]
  /\ Ties = "delivery-first" => ~IsDelayed

(* The death of k can be known by now; it must be. *)
MayBeKnown(k)  == clock.dead[k] >= T
MustBeKnown(k) == clock.dead[k] >= 2 * T

MustDetect(i) ==
  /\ i \in Initiators
  /\ Idle(local[i])
  /\ local[i].elected \in Ids \ (live \cup {i})
  /\ MustBeKnown(local[i].elected)
  /\ ~(HasDetector /\ Detector = "incomplete")

IsSomethingDue ==
  \/ IsDelayed
  \/ \E i \in live : \/ \E x \in clock.timers[i] : x[2] = 0
                     \/ left[i] # 0 /\ (Recovering(local[i]) \/ MustDetect(i))

(***************************************************************************)
(* The clock itself: what timers have left; for how long the dead have     *)
(* been so, as far as it matters; and in how many ticks, at the latest,    *)
(* the bounds hold.                                                        *)
(***************************************************************************)
FirstClock ==
  [timers  |-> [i \in Ids |-> Wound(i, local[i])],
   dead    |-> [i \in Ids |-> 0],
   settles |-> IF IsClocked THEN Gst ELSE 0]

Counts(i) == i \notin live /\ ~BearsLosses /\ clock.dead[i] < 2 * T

LaterClock ==
  [timers  |-> [i \in Ids |-> {<<x[1], x[2] - 1>> : x \in clock.timers[i]}],
   dead    |-> [i \in Ids |-> clock.dead[i] + IF Counts(i) THEN 1 ELSE 0],
   settles |-> IF clock.settles \in {0, Unlimited} THEN clock.settles ELSE clock.settles - 1]

LaterTraffic ==
  LET older == [l \in Link |-> Older(channel[l])]
  IN IF clock.settles # 0 /\ LaterClock.settles = 0 THEN Settled(older) ELSE older

(***************************************************************************)
(* Steps of nobody.                                                        *)
(***************************************************************************)
Tick ==
  IF IsClocked /\ ~IsSomethingDue /\ <<LaterClock, LaterTraffic>> # <<clock, channel>>
  THEN /\ clock'   = LaterClock
       /\ channel' = LaterTraffic
       /\ UNCHANGED <<live, fresh, local, decision, left, budget, annals>>
  ELSE FALSE

BoundsHold ==
  IF clock.settles # 0
  THEN /\ clock'   = [clock EXCEPT !.settles = 0]
       /\ channel' = Settled(channel)
       /\ UNCHANGED <<live, fresh, local, decision, left, budget, annals>>
  ELSE FALSE

(* The first message from j to i is not sure to arrive, and does not. *)
Drop(j, i) ==
  IF IsClocked /\ channel[<<j, i>>] # Empty /\ Head(channel[<<j, i>>]).promise = "unsure"
  THEN /\ channel' = [channel EXCEPT ![<<j, i>>] = Tail(@)]
       /\ UNCHANGED <<live, fresh, local, decision, left, budget, annals, clock>>
  ELSE FALSE

ClockOK ==
  /\ DOMAIN clock = {"timers", "dead", "settles"}
  /\ \A i \in Ids :
       /\ IF IsClocked /\ i \in live
          THEN {x[1] : x \in clock.timers[i]} = Armed(i, local[i])
          ELSE clock.timers[i] = {}
       /\ \A x \in clock.timers[i] : x[2] \in 0..(Ticks(i, local[i], x[1]) + Tp)
       /\ clock.dead[i] \in 0..(2 * T)
       /\ i \in live => clock.dead[i] = 0
  /\ clock.settles \in {Unlimited, 0} \cup 1..Gst
=============================================================================
