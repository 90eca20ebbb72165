------------------------------ MODULE Election ------------------------------
(***************************************************************************)
(* What an election must do: section 2 of election.md, each property under *)
(* its name.  The properties see only who is live and fresh, whom each     *)
(* live process has elected, whether it takes part, and whether any        *)
(* message is on its way, a call for an election or an announcement.       *)
(***************************************************************************)
EXTENDS World
LOCAL INSTANCE Process
LOCAL INSTANCE Links

(***************************************************************************)
(* What the variables may be.  Also: nothing is on its way to the dead,    *)
(* and no channel holds more than it may.                                  *)
(***************************************************************************)

(* What can be left of a count, and of a budget, of which one may end. *)
UpTo(count) == IF count = Unlimited THEN {Unlimited} ELSE 0..count
LeftOf(b) ==
  UpTo(FullBudget[b])
    \cup (IF b = "mistakes" /\ Detector = "eventually-perfect" THEN {0} ELSE {})

TypeOK ==
  /\ live \subseteq Ids
  /\ fresh \subseteq live
  /\ local \in [Ids -> Locals]
  /\ decision \in [Ids -> {Undecided} \cup (IF On = "" THEN {} ELSE {0, 1})]
  /\ left \in [Ids -> UpTo(Elections)]
  /\ DOMAIN channel = Link
  /\ LET messages == Sayable
     IN \A l \in Link : IsContent(channel[l], messages)
  /\ \A l \in Link : l[2] \notin live => channel[l] = Empty
  /\ Fits(channel)
  /\ ClockOK
  /\ DOMAIN budget = DOMAIN FullBudget
  /\ \A b \in DOMAIN budget : budget[b] \in LeftOf(b)
  /\ annals \subseteq [term : Nat \ {0}, leader : Ids]

(* An election is under way; it is alive. *)
UnderWay ==
  \/ \E i \in live : TakesPart(local[i])
  \/ \E l \in Link : channel[l] # Empty

Alive == UnderWay \/ \E i \in live : local[i].elected # Nobody

(* Of processes that are all alike none is better than another. *)
IsBetter(j, k) == ~Anonymous /\ Outranks(j, k)

(* All who live have elected k, who lives. *)
Trusted(k) == k \in live /\ \A i \in live : local[i].elected = k

(***************************************************************************)
(* Safety, in every state.                                                 *)
(***************************************************************************)

\* one-leader: no two live processes both consider themselves the leader
OneLeader ==
  \A i, j \in live : local[i].elected = i /\ local[j].elected = j => i = j

\* elected-is-max: no live process, fresh ones aside, outranks the one that a
\* live process has elected
ElectedIsMax ==
  \A i \in live : local[i].elected \in Ids =>
    \A j \in live \ fresh : ~IsBetter(j, local[i].elected)

\* agreement: all live processes that have elected a live process, fresh ones
\* aside, have elected the same one
Agreement ==
  \A i, j \in live :
    local[i].elected \in live \ fresh /\ local[j].elected \in live \ fresh
      => local[i].elected = local[j].elected

\* validity: only a process of the group is ever elected
\* (TypeOK asks for it too, so that TLC would say of a violation that it is TypeOK's.)
Validity == \A i \in Ids : local[i].elected \in Ids \cup {Nobody}

\* not-stuck: no run ends with an election still under way
NotStuck == UnderWay => ENABLED AnyStep

\* strict-pmax: no live process, fresh or not, outranks the one that a live
\* process has elected
StrictPMax ==
  \A i \in live : local[i].elected \in Ids => \A j \in live : ~IsBetter(j, local[i].elected)

\* strict-agreement: all live processes that have elected anyone, dead or
\* alive, have elected the same one
StrictAgreement ==
  \A i, j \in live :
    local[i].elected # Nobody /\ local[j].elected # Nobody
      => local[i].elected = local[j].elected

\* announced-last: while the announcement of a result is on its way, no call for
\* an election is
AnnouncedLast ==
  LET OnTheWay(kinds) == \E kind \in kinds : OnItsWay(channel, kind, Anyone, Anyone)
  IN OnTheWay({"ELECTED", "COORDINATOR", "LEADER"})
       => ~OnTheWay({"ELECTION", "ELECT", "PROBE", "REQUESTVOTE", "REQUESTPREVOTE"})

(***************************************************************************)
(* Consensus, where one rests on the election.                             *)
(***************************************************************************)

\* same-decision: no two live processes have decided differently
SameDecision ==
  \A i, j \in live :
    decision[i] # Undecided /\ decision[j] # Undecided => decision[i] = decision[j]

\* never-0: no live process ever decides 0
NeverZero == \A i \in live : decision[i] # 0

\* never-1: no live process ever decides 1
NeverOne == \A i \in live : decision[i] # 1

\* leader-per-term: no two processes ever lead in the same term, not even one
\* after the other
LeaderPerTerm == \A r, s \in annals : r.term = s.term => r.leader = s.leader

(***************************************************************************)
(* Safety, across every step.                                              *)
(***************************************************************************)

\* irrevocable: a process turns away from a live leader only if a live process
\* outranks that leader
TurnsAwayRightly ==
  \A i \in live \cap live' :
    local[i].elected \in live /\ local'[i].elected # local[i].elected
      => \E j \in live : IsBetter(j, local[i].elected)

Irrevocable == [][TurnsAwayRightly]_vars

\* strict-stability: a leader leads as long as it lives, suspected or not. (stability asks who has
\* been suspected, of which these modules keep no record.)
LeadsOn == \A i \in live \cap live' : local[i].elected = i => local'[i].elected = i

StrictStability == [][LeadsOn]_vars

(***************************************************************************)
(* Liveness, under Fairness.                                               *)
(***************************************************************************)

\* decides: an election that is alive leads to all live processes having elected
\* the same live process, or dies out
Decides == Alive ~> ((\E k \in live : Trusted(k)) \/ ~Alive)

\* ends: an election under way comes to an end
Ends == UnderWay ~> ~UnderWay

\* strict-decides: an election under way leads to all live processes having elected
\* the same live process, and does not die out
StrictDecides == UnderWay ~> ((\E k \in live : Trusted(k)) \/ live = {})

\* all-decide: an election that is alive leads to every live process having decided,
\* or dies out
AllDecide == Alive ~> ((\A i \in live : decision[i] # Undecided) \/ ~Alive)

\* eventual-leadership: from some moment on, every live process trusts the same
\* live process for ever
EventualLeadership == (\E k \in Ids : <>[]Trusted(k)) \/ <>[](live = {})

\* eventually-elected-is-max: from some moment on and for ever, no live process, fresh
\* ones aside, outranks the one that a live process has elected
EventuallyElectedIsMax == <>[]ElectedIsMax

\* eventually-agreement: from some moment on and for ever, all live processes that have
\* elected a live process, fresh ones aside, have elected the same one
EventuallyAgreement == <>[]Agreement

\* somebody-leads: once a process has led, some live process leads again and again, as
\* long as any lives
SomebodyLeads ==
  LET Leads == \E i \in live : local[i].elected = i
  IN  <>Leads => []<>(Leads \/ live = {})
=============================================================================
