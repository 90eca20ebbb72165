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

vars == <<live, fresh, local, decision, left, channel, budget>>

FullBudget ==
  [crashes    |-> Crashes,
   restarts   |-> Restarts,
   starts     |-> Starts,
   mistakes   |-> IF HasDetector /\ Detector = "inaccurate" THEN Mistakes ELSE 0,
   losses     |-> IF Channels = "lossy" THEN Losses ELSE 0,
   duplicates |-> IF Channels = "duplicating" THEN Duplicates ELSE 0]

(***************************************************************************)
(* Consensus by election: consensus.md.  It comes once (CO-D1), and does   *)
(* not survive a crash (CO-D2).                                            *)
(***************************************************************************)

\* CO1: whatever happens is the election's business.
CO1(process) == process.local

\* CO2: decide, at the first elected that is not Nobody, the last bit of its id.
CO2(decided, elected) ==
  IF On # "" /\ decided = Undecided /\ elected # Nobody THEN elected % 2 ELSE decided

Init ==
  /\ live    = Ids
  /\ fresh   = {}
  /\ local   = [i \in Ids |-> Initial(IF Initially = "leader" THEN Highest ELSE Nobody)]
  /\ decision = [i \in Ids |-> CO2(Undecided, local[i].elected)]
  /\ left    = [i \in Ids |-> Elections]
  /\ channel = [l \in Link |-> Empty]
  /\ budget  = FullBudget

(***************************************************************************)
(* Steps.  Process i makes use of the occasion o: it changes its local     *)
(* variables, and all its messages leave.                                  *)
(***************************************************************************)
Whole(i, o) ==
  LET sent == SendAll(o.traffic, live, i, o.process.sends)
  IN IF Fits(sent)
     THEN /\ local'   = [local EXCEPT ![i] = CO1(o.process)]
          /\ decision' = [decision EXCEPT ![i] = CO2(@, local'[i].elected)]
          /\ left'    = [left EXCEPT ![i] = o.process.left]
          /\ fresh'   = fresh \ {i}
          /\ channel' = sent
          /\ budget'  = o.rest
          /\ UNCHANGED live
     ELSE FALSE

Start(i)           == \E o \in Started(i)      : Whole(i, o)
Detect(i)          == \E o \in Detected(i)     : Whole(i, o)
Suspect(i)         == \E o \in Suspected(i)    : Whole(i, o)
Recover(i)         == \E o \in Recovered(i)    : Whole(i, o)
Deliver(j, i)      == \E o \in Taken(j, i)     : Whole(i, o)
DeliverAgain(j, i) == \E o \in Kept(j, i)      : Whole(i, o)
Timeout(i, t)      == \E o \in Fired(i, t)     : Whole(i, o)
Report(i, k)       == \E o \in Reported(i, k)  : Whole(i, o)
Withdraw(i, k)     == \E o \in Withdrawn(i, k) : Whole(i, o)

(***************************************************************************)
(* Crashes: section 1.6.  All that is i's goes with it, and those that it  *)
(* was about to send to do not hear of it.  A dead process has one         *)
(* canonical local state.                                                  *)
(***************************************************************************)
Dies(i, traffic, rest) ==
  LET buried == Bury(traffic, live \ {i}, i)
  IN IF Fits(buried)
     THEN /\ live'    = live \ {i}
          /\ fresh'   = fresh \ {i}
          /\ local'   = [local EXCEPT ![i] = Initial(Nobody)]
          /\ decision' = [decision EXCEPT ![i] = Undecided]
          /\ left'    = [left EXCEPT ![i] = Elections]
          /\ channel' = buried
          /\ budget'  = IF rest.crashes = Unlimited THEN rest ELSE [rest EXCEPT !.crashes = @ - 1]
     ELSE FALSE

Crash(i) == i \in live /\ Has("crashes") /\ Dies(i, channel, budget)

(* All that i may do. *)
Occasions(i) ==
  UNION {Taken(l[1], i) \cup Kept(l[1], i) : l \in {l \in Link : l[2] = i}}
    \cup UNION {Fired(i, t) : t \in Timers(i)}
    \cup UNION {Reported(i, k) \cup Withdrawn(i, k) : k \in Ids}
    \cup Detected(i) \cup Suspected(i) \cup Started(i) \cup Recovered(i)

(* A crash inside a step: after a proper, non-empty prefix of what the step sends. *)
CrashInside(i) ==
  IF CrashPoints = "sends" /\ Has("crashes") /\ i \in live
  THEN \E o \in Occasions(i) : \E k \in 1..(Len(o.process.sends) - 1) :
         LET sent == SendAll(o.traffic, live, i, SubSeq(o.process.sends, 1, k))
         IN IF Fits(sent) THEN Dies(i, sent, o.rest) ELSE FALSE
  ELSE FALSE

(* A restart: section 1.7. *)
Restart(i) ==
  IF i \notin live /\ Has("restarts")
  THEN /\ live'   = live \cup {i}
       /\ fresh'  = fresh \cup {i}
       /\ local'  = [local EXCEPT ![i] = Restarted]
       /\ budget' = Spend("restarts")
       /\ UNCHANGED <<decision, left, channel>>
  ELSE FALSE

(* The loss of a message on its way from j to i. *)
Lose(j, i) ==
  IF Has("losses")
  THEN \E loss \in Losable(channel[<<j, i>>]) :
         /\ channel' = [channel EXCEPT ![<<j, i>>] = loss.others]
         /\ budget'  = Spend("losses")
         /\ UNCHANGED <<live, fresh, local, decision, left>>
  ELSE FALSE

(* Every step there is: an algorithm's Next is this, less the actions it has not. *)
AnyStep ==
  \/ \E i \in Ids : \/ Start(i) \/ Detect(i) \/ Suspect(i) \/ Recover(i)
                    \/ Crash(i) \/ CrashInside(i) \/ Restart(i)
                    \/ \E t \in Timers(i) : Timeout(i, t)
                    \/ \E k \in Ids : Report(i, k) \/ Withdraw(i, k)
  \/ \E l \in Link : Deliver(l[1], l[2]) \/ DeliverAgain(l[1], l[2]) \/ Lose(l[1], l[2])

(***************************************************************************)
(* Fairness: section 2.4.  Each conjunct is a separate obligation for each *)
(* channel, timer or process, in a bag for each message of a channel, and  *)
(* of reports for each pair of processes.  What is not named here is the   *)
(* adversary's and never owed: crashes, also those inside a step,          *)
(* restarts, losses, repetitions, suspicions of the living, and starts     *)
(* without a cause.                                                        *)
(***************************************************************************)

(* In a bag no message is the head, and each is owed of its own. *)
DeliverThis(j, i, message) ==
  \E o \in {o \in Taken(j, i) : o.event.message = message} : Whole(i, o)

(* Where a start does what detection would, it is owed where detection would be. *)
StartThatDetects(i) ==
  StartDetects /\ MissesLeader(i) /\ IsKnownDead(local[i].elected) /\ Start(i)

(* A report that is true. *)
ReportDead(i, k) == k \notin live /\ Report(i, k)

Fairness ==
  /\ Channels \in {"fifo", "duplicating"} => \A l \in Link : WF_vars(Deliver(l[1], l[2]))
  /\ Channels = "bag" =>
       \A l \in Link : \A m \in AnyMessage(Ids) : WF_vars(DeliverThis(l[1], l[2], m))
  /\ Channels = "lossy" => \A l \in Link : SF_vars(Deliver(l[1], l[2]))
  /\ \A i \in Ids : \A t \in Timers(i) : WF_vars(Timeout(i, t))
  /\ \A i \in Ids : WF_vars(Recover(i))
  /\ ~(HasDetector /\ Detector = "incomplete") => \A i \in Ids : WF_vars(Detect(i))
  /\ StartDetects => \A i \in Ids : WF_vars(StartThatDetects(i))
  /\ HasDetector /\ Detector # "incomplete" => \A i, k \in Ids : WF_vars(ReportDead(i, k))
  /\ HasDetector /\ Detector = "perfect" => \A i, k \in Ids : WF_vars(Withdraw(i, k))
=============================================================================
