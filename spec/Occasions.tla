----------------------------- MODULE Occasions -----------------------------
(***************************************************************************)
(* What may happen to a process, and when: timing, detection, failure      *)
(* detectors, and what the adversary may do as long as its budgets last    *)
(* (election.md, 1.9 to 1.13).                                             *)
(***************************************************************************)
EXTENDS Clock
LOCAL INSTANCE Process
LOCAL INSTANCE Links

(***************************************************************************)
(* A budget that is Unlimited is never used up, and never changes, but     *)
(* when mistakes end (module World).                                       *)
(***************************************************************************)
Has(b)   == budget[b] # 0
Spend(b) == IF budget[b] = Unlimited THEN budget ELSE [budget EXCEPT ![b] = @ - 1]

(***************************************************************************)
(* An occasion is something that process i may do in a state, with all     *)
(* that comes of it:                                                       *)
(*                                                                         *)
(*   event   its name and what else tells it from others: a record         *)
(*   process what has become of the process (module Process)               *)
(*   traffic the channels without the message taken                        *)
(*   rest    the budget without what the occasion costs                    *)
(*                                                                         *)
(* In module World a step makes use of one occasion, wholly (Whole), or as *)
(* far as a crash lets it (CrashInside).  The operators that follow are    *)
(* sets of occasions: empty where the event cannot happen.                 *)
(***************************************************************************)

(* Process i before it has done anything in this step. *)
Self(i) ==
  [id |-> i, local |-> local[i], left |-> left[i], sends |-> <<>>, capped |-> FALSE,
   rearmed |-> {}]

Occasion(event, p, traffic, rest) ==
  [event |-> event, process |-> p, traffic |-> traffic, rest |-> rest]

(* What costs nothing and takes no message. *)
Free(event, p) == Occasion(event, p, channel, budget)

(* What happens only to begin an election is no step when none is left.  Deliveries and *)
(* timers are not asked: they happen all the same, and merely begin none (1.13).        *)
Begins(occasions) == {o \in occasions : ~o.process.capped}

(* Process i lives, and is not about to draw a lot (1.15). *)
Ready(i) == i \in live /\ Lots(local[i]) = {}

(* A draw is all that happens to a process that is about to draw. *)
Drawn(i) ==
  IF i \in live
  THEN {Free([name |-> "draw", lot |-> k], OnDraw(Self(i), k)) : k \in Lots(local[i])}
  ELSE {}

(* The delivery of what the channel from j to i offers, unless i is about to draw (1.15). *)
Deliveries(j, i, event, rest) ==
  IF ~Ready(i) THEN {} ELSE
  {Occasion([name |-> event, from |-> j, message |-> take.message],
            OnReceive(Self(i), j, take.message),
            [channel EXCEPT ![<<j, i>>] = take.others], rest)
     : take \in Takes(channel[<<j, i>>])}

Taken(j, i) == Deliveries(j, i, "deliver", budget)

(* A duplicating channel may deliver a message and keep it. *)
Kept(j, i) ==
  IF Has("duplicates")
  THEN {[o EXCEPT !.traffic = channel] :
          o \in Deliveries(j, i, "deliver and keep", Spend("duplicates"))}
  ELSE {}

(***************************************************************************)
(* Timing: section 1.9.  A timer asks what it waits for of a situation:    *)
(* who is live, their local variables, and what is on its way.             *)
(***************************************************************************)
Situation == [live |-> live, local |-> local, traffic |-> channel]

MayFire(i, t) ==
  /\ HasOccasion(Situation, i, t)
  /\ CASE Timeouts = "any"     -> TRUE
       [] Timeouts = "perfect" -> ~CanCome(Situation, i, t)
       [] Timeouts = "sync"    ->
            /\ ~CanCome(Situation, i, t)
            /\ \A k \in Ids \ live : Concerns(i, t, k) => Silent(channel, k)
       [] Timeouts = "clock"   -> HasRunDown(i, t)

Fired(i, t) ==
  IF Ready(i) /\ t \in Armed(i, local[i]) /\ MayFire(i, t) /\ Has("timeouts")
  THEN {Occasion([name |-> "timeout", timer |-> t], OnTimeout(Self(i), t), channel,
                 Spend("timeouts"))}
  ELSE {}

(***************************************************************************)
(* Detection and starts: section 1.10.                                     *)
(***************************************************************************)

(* The death of k can be known by now. *)
IsKnownDead(k) ==
  /\ k \notin live
  /\ IF HasTimers /\ Timeouts = "sync" THEN Silent(channel, k) ELSE TRUE
  /\ IF HasTimers /\ Timeouts = "clock" THEN MayBeKnown(k) ELSE TRUE

(* Where every start is possible at any time, it does what detection and suspicion *)
(* would, which are then no steps of their own. On a ring it does not: there a     *)
(* process forgets its leader first.                                               *)
StartDetects == Starts = Unlimited /\ ~GuardsStarts /\ Topology = "complete graph"

MissesLeader(i) ==
  /\ Ready(i)
  /\ i \in Initiators
  /\ Idle(local[i])
  /\ local[i].elected \in Ids \ {i}

Detected(i) ==
  IF MissesLeader(i) /\ ~StartDetects /\ IsKnownDead(local[i].elected)
  THEN Begins({Free([name |-> "detect", of |-> local[i].elected], OnDetect(Self(i)))})
  ELSE {}

(* To take a live leader for dead. *)
Suspected(i) ==
  IF ~(MissesLeader(i) /\ ~StartDetects /\ local[i].elected \in live) THEN {}
  ELSE IF HasTimers /\ ~HasDetector /\ Timeouts = "any"
  THEN Begins({Free([name |-> "suspect", of |-> local[i].elected], OnDetect(Self(i)))})
  ELSE IF Has("mistakes")
  THEN Begins({Occasion([name |-> "suspect", of |-> local[i].elected], OnDetect(Self(i)),
                        channel, Spend("mistakes"))})
  ELSE {}

(* A start costs nothing while the process is fresh, which any step of its own ends. *)
Started(i) ==
  IF /\ Ready(i) /\ i \in Initiators /\ MayStart(local[i])
     /\ IF i \in fresh THEN TRUE ELSE Has("starts")
  THEN Begins({Occasion([name |-> "start"], OnStart(Self(i)), channel,
                        IF i \in fresh THEN budget ELSE Spend("starts"))})
  ELSE {}

Recovered(i) ==
  IF Ready(i) /\ Recovering(local[i])
  THEN Begins({Free([name |-> "recover"], OnRecover(Self(i)))})
  ELSE {}

(***************************************************************************)
(* Failure detectors: section 1.11.                                        *)
(***************************************************************************)
Reported(i, k) ==
  IF ~(Ready(i) /\ HasDetector /\ k \in Reportable(i, local[i])) THEN {}
  ELSE IF k \notin live
  THEN Begins({Free([name |-> "report", of |-> k], OnReport(Self(i), k))})
  ELSE IF Has("mistakes")
  THEN Begins({Occasion([name |-> "report", of |-> k], OnReport(Self(i), k), channel,
                        Spend("mistakes"))})
  ELSE {}

Withdrawn(i, k) ==
  IF Ready(i) /\ HasDetector /\ k \in live /\ k \in Withdrawable(i, local[i])
  THEN Begins({Free([name |-> "withdraw", of |-> k], OnWithdraw(Self(i), k))})
  ELSE {}
=============================================================================
