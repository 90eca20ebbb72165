------------------------------- MODULE World -------------------------------
(***************************************************************************)
(* What surrounds an algorithm: processes that crash, also in the middle   *)
(* of a broadcast, and restart; channels that lose, repeat or reorder      *)
(* messages; rings that are repaired.  It is section 1 of election.md, and *)
(* knows no algorithm by name.                                             *)
(*                                                                         *)
(* The algorithm's own module lists the actions below that it has, as      *)
(* Next.  What happens in them is said here.                               *)
(*                                                                         *)
(* Here and in modules Occasions and Links some guards are written IF a    *)
(* THEN b ELSE FALSE, or IF a THEN TRUE ELSE b, and mean a /\ b, a \/ b.   *)
(* The reason is TLC, which counts each disjunct of an action, also in a   *)
(* guard, as a way of its own to the successor: the numbers of steps could *)
(* then not be compared.                                                   *)
(***************************************************************************)
EXTENDS Occasions
LOCAL INSTANCE Process
LOCAL INSTANCE Links
LOCAL INSTANCE Messages
LOCAL INSTANCE Deadlines

vars == <<live, fresh, local, decision, left, channel, budget, annals, clock>>

(* There is a detector that makes mistakes, at first or for ever. *)
Errs == HasDetector /\ Detector \in {"inaccurate", "eventually-perfect"}

FullBudget ==
  [crashes    |-> Crashes,
   restarts   |-> Restarts,
   starts     |-> Starts,
   mistakes   |-> IF Errs THEN Mistakes ELSE 0,
   losses     |-> IF Channels = "lossy" THEN Losses ELSE 0,
   duplicates |-> IF Channels = "duplicating" THEN Duplicates ELSE 0,
   timeouts   |-> IF Timeouts = "any" THEN TimeoutsLeft ELSE Unlimited]

(***************************************************************************)
(* Consensus by election: consensus.md.  It comes once (CO-D1), and does   *)
(* not survive a crash (CO-D2).                                            *)
(***************************************************************************)

\* CO1: whatever happens is the election's business.
CO1(process) == process.local

\* CO2: decide, at the first elected that is not Nobody, the last bit of its id.
CO2(decided, elected) ==
  IF On # "" /\ decided = Undecided /\ elected # Nobody THEN elected % 2 ELSE decided

(***************************************************************************)
(* The annals: a process that leads, with these local variables, in a term *)
(* is entered, and stays.                                                  *)
(***************************************************************************)
Reigns(i, l) ==
  IF HasTerms /\ l.elected = i /\ Term(l) > 0 THEN {[term |-> Term(l), leader |-> i]} ELSE {}

Init ==
  /\ live    = Ids
  /\ fresh   = {}
  /\ local   = [i \in Ids |-> Initial(CASE Initially = "leader"     -> Highest
                                       [] Initially = "themselves" -> i
                                       [] OTHER                    -> AtFirst(i))]
  /\ decision = [i \in Ids |-> CO2(Undecided, local[i].elected)]
  /\ left    = [i \in Ids |-> Elections]
  /\ channel = [l \in Link |-> Empty]
  /\ budget  = FullBudget
  /\ annals  = UNION {Reigns(i, local[i]) : i \in Ids}
  /\ clock   = FirstClock

(***************************************************************************)
(* Steps.  Process i makes use of the occasion o: it changes its local     *)
(* variables, and all its messages leave.  A step that takes a message     *)
(* includes its handling.                                                  *)
(***************************************************************************)
Within(o) == Tm + IF o.event.name \in {"deliver", "deliver and keep"} THEN Tp ELSE 0

Whole(i, o) ==
  LET sent == SendAll(o.traffic, live, i, Within(o), o.process.sends)
  IN IF Fits(sent)
     THEN /\ local'   = [local EXCEPT ![i] = CO1(o.process)]
          /\ decision' = [decision EXCEPT ![i] = CO2(@, local'[i].elected)]
          /\ left'    = [left EXCEPT ![i] = o.process.left]
          /\ fresh'   = fresh \ {i}
          /\ channel' = sent
          /\ budget'  = o.rest
          /\ annals'  = annals \cup Reigns(i, o.process.local)
          /\ clock'   = IF IsClocked
                         THEN [clock EXCEPT !.timers[i] = TimersAfter(i, o.event, o.process)]
                         ELSE clock
          /\ UNCHANGED live
     ELSE FALSE

Start(i)           == \E o \in Started(i)      : Whole(i, o)
Detect(i)          == \E o \in Detected(i)     : Whole(i, o)
Suspect(i)         == \E o \in Suspected(i)    : Whole(i, o)
Recover(i)         == \E o \in Recovered(i)    : Whole(i, o)
Draw(i)            == \E o \in Drawn(i)        : Whole(i, o)
Deliver(j, i)      == \E o \in Taken(j, i)     : Whole(i, o)
DeliverAgain(j, i) == \E o \in Kept(j, i)      : Whole(i, o)
Timeout(i, t)      == \E o \in Fired(i, t)     : Whole(i, o)
Report(i, k)       == \E o \in Reported(i, k)  : Whole(i, o)
Withdraw(i, k)     == \E o \in Withdrawn(i, k) : Whole(i, o)

(***************************************************************************)
(* Crashes: section 1.6.  All that is i's goes with it, and those that it  *)
(* was about to send to do not hear of it.  A dead process has one         *)
(* canonical local state, or what remains on stable storage of the one l   *)
(* that it dies in, if anyone can come back to it.                         *)
(***************************************************************************)
Grave(l) == IF Keeps /\ Restarts # 0 THEN Remains(l) ELSE Initial(Nobody)

Dies(i, l, traffic, rest) ==
  LET buried == Bury(traffic, live \ {i}, i)
  IN IF Fits(buried)
     THEN /\ live'    = live \ {i}
          /\ fresh'   = fresh \ {i}
          /\ local'   = [local EXCEPT ![i] = Grave(l)]
          /\ decision' = [decision EXCEPT ![i] = Undecided]
          /\ left'    = [left EXCEPT ![i] = Elections]
          /\ channel' = buried
          /\ budget'  = IF rest.crashes = Unlimited THEN rest ELSE [rest EXCEPT !.crashes = @ - 1]
          /\ annals'  = annals \cup Reigns(i, l)
          /\ clock'   = [clock EXCEPT !.timers[i] = {}]
     ELSE FALSE

Crash(i) == i \in live /\ Has("crashes") /\ Dies(i, local[i], channel, budget)

(* All that i may do. *)
Occasions(i) ==
  UNION {Taken(l[1], i) \cup Kept(l[1], i) : l \in {l \in Link : l[2] = i}}
    \cup UNION {Fired(i, t) : t \in Timers(i)}
    \cup UNION {Reported(i, k) \cup Withdrawn(i, k) : k \in Ids}
    \cup Detected(i) \cup Suspected(i) \cup Started(i) \cup Recovered(i) \cup Drawn(i)

(* A crash inside a step: after a proper, non-empty prefix of what the step sends. *)
CrashInside(i) ==
  IF CrashPoints = "sends" /\ Has("crashes") /\ i \in live
  THEN \E o \in Occasions(i) : \E k \in 1..(Len(o.process.sends) - 1) :
         LET sent == SendAll(o.traffic, live, i, Within(o), SubSeq(o.process.sends, 1, k))
         IN IF Fits(sent) THEN Dies(i, o.process.local, sent, o.rest) ELSE FALSE
  ELSE FALSE

(* A restart: section 1.7. *)
Restart(i) ==
  IF i \notin live /\ Has("restarts")
  THEN /\ live'   = live \cup {i}
       /\ fresh'  = fresh \cup {i}
       /\ local'  = [local EXCEPT ![i] = IF Keeps THEN local[i] ELSE Restarted]
       /\ budget' = Spend("restarts")
       /\ clock'  = [clock EXCEPT !.timers[i] = Wound(i, Restarted), !.dead[i] = 0]
       /\ UNCHANGED <<decision, left, channel, annals>>
  ELSE FALSE

(* The loss of a message on its way from j to i. *)
Lose(j, i) ==
  IF Has("losses")
  THEN \E loss \in Losable(channel[<<j, i>>]) :
         /\ channel' = [channel EXCEPT ![<<j, i>>] = loss.others]
         /\ budget'  = Spend("losses")
         /\ UNCHANGED <<live, fresh, local, decision, left, annals, clock>>
  ELSE FALSE

(* From now on the detector is perfect: section 1.11.1. *)
MistakesEnd ==
  IF Detector = "eventually-perfect" /\ Has("mistakes")
  THEN /\ budget' = [budget EXCEPT !.mistakes = 0]
       /\ UNCHANGED <<live, fresh, local, decision, left, channel, annals, clock>>
  ELSE FALSE

(* Every step there is: an algorithm's Next is this, less the actions it has not. *)
AnyStep ==
  \/ Tick \/ BoundsHold \/ MistakesEnd
  \/ \E i \in Ids : \/ Start(i) \/ Detect(i) \/ Suspect(i) \/ Recover(i) \/ Draw(i)
                    \/ Crash(i) \/ CrashInside(i) \/ Restart(i)
                    \/ \E t \in Timers(i) : Timeout(i, t)
                    \/ \E k \in Ids : Report(i, k) \/ Withdraw(i, k)
  \/ \E l \in Link : Deliver(l[1], l[2]) \/ DeliverAgain(l[1], l[2]) \/ Lose(l[1], l[2])
                       \/ Drop(l[1], l[2])

(***************************************************************************)
(* Fairness: section 2.4.  Each conjunct is a separate obligation for each *)
(* channel, timer or process, in a bag for each message of a channel, and  *)
(* of reports for each pair of processes.  What is not named here is the   *)
(* adversary's and never owed: crashes, also those inside a step,          *)
(* restarts, losses, repetitions, suspicions of the living, and starts     *)
(* without a cause.                                                        *)
(***************************************************************************)

(* All that may ever be on its way. *)
Sayable ==
  IF IsBothWays THEN AnyTraveller(Ids, LastPhase)
  ELSE AnyMessage(Ids) \cup AnyCandidacy(Identities, Ids) \cup OwnMessages

(* In a bag no message is the head, and each is owed of its own. *)
DeliverThis(j, i, message) ==
  \E o \in {o \in Taken(j, i) : o.event.message = message} : Whole(i, o)

(* Where a start does what detection would, it is owed where detection would be. *)
StartThatDetects(i) ==
  StartDetects /\ MissesLeader(i) /\ IsKnownDead(local[i].elected) /\ Start(i)

(* By the clock a message arrives, or it is one that need not. *)
Arrive(j, i) == Deliver(j, i) \/ Drop(j, i)

(* A report that is true; the withdrawal of one that is not, once the detector is perfect. *)
ReportDead(i, k)   == k \notin live /\ Report(i, k)
WithdrawOwed(i, k) == ~Has("mistakes") /\ Withdraw(i, k)

(***************************************************************************)
(* A timer that stays armed, and may fire again and again, fires:          *)
(*                                                                         *)
(*   (<>[]IsArmed(i, t) /\ []<>ENABLED <<Timeout(i, t)>>_vars)             *)
(*      => []<><<Timeout(i, t)>>_vars                                      *)
(*                                                                         *)
(* TLC takes the longer the more cases a formula has, so it is written     *)
(* with two.  They mean the same: if a timer is again and again not armed, *)
(* steps begin there again and again, or the run ends there, and then the  *)
(* timer is never enabled again.                                           *)
(***************************************************************************)
IsArmed(i, t) == i \in live /\ t \in Armed(i, local[i])

FiresIfArmed(i, t) ==
  []<><<Timeout(i, t) \/ ~IsArmed(i, t)>>_vars \/ <>[]~ENABLED <<Timeout(i, t)>>_vars

Fairness ==
  /\ IsClocked => WF_vars(Tick) /\ \A l \in Link : WF_vars(Arrive(l[1], l[2]))
  /\ IsClocked /\ Gst = Unlimited => WF_vars(BoundsHold)
  /\ Channels \in {"fifo", "duplicating"} /\ ~IsClocked =>
       \A l \in Link : WF_vars(Deliver(l[1], l[2]))
  /\ Channels = "bag" =>
       \A l \in Link : \A m \in Sayable : WF_vars(DeliverThis(l[1], l[2], m))
  /\ Channels = "lossy" => \A l \in Link : SF_vars(Deliver(l[1], l[2]))
  /\ Timeouts = "any" => \A i \in Ids : \A t \in Timers(i) : WF_vars(Timeout(i, t))
  /\ Timeouts # "any" => \A i \in Ids : \A t \in Timers(i) : FiresIfArmed(i, t)
  /\ \A i \in Ids : WF_vars(Recover(i))
  /\ \A i \in Ids : WF_vars(Draw(i))
  /\ ~(HasDetector /\ Detector = "incomplete") => \A i \in Ids : WF_vars(Detect(i))
  /\ StartDetects => \A i \in Ids : WF_vars(StartThatDetects(i))
  /\ HasDetector /\ Detector # "incomplete" => \A i, k \in Ids : WF_vars(ReportDead(i, k))
  /\ HasDetector /\ Detector \in {"perfect", "eventually-perfect"} =>
       \A i, k \in Ids : WF_vars(WithdrawOwed(i, k))
  /\ Detector = "eventually-perfect" => WF_vars(MistakesEnd)
=============================================================================
