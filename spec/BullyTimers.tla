---------------------------- MODULE BullyTimers ----------------------------
(***************************************************************************)
(* The complete graph, and the two timers of the bully algorithms: T waits *)
(* for an answer from above, T' for the announcement of a leader.          *)
(***************************************************************************)
EXTENDS Process, Messages, NoTerms

Topology     == "complete graph"
HasTimers    == TRUE
HasDetector  == FALSE
Anonymous    == FALSE
GuardsStarts == FALSE
OwnMessages  == {}
AtFirst(i)   == Nobody

LOCAL INSTANCE Links

(* In bully-recovery an OK is called REJECT. *)
Modes == {"idle", "waiting for OK", "waiting for COORDINATOR"}

Timers(i) == {"T", "T'"}

Armed(i, l) ==
  CASE l.mode = "idle"                    -> {}
    [] l.mode = "waiting for OK"          -> {"T"}
    [] l.mode = "waiting for COORDINATOR" -> {"T'"}

Ticks(i, l, t) == IF t = "T" THEN T ELSE T2

(* An answer may be on its way, or the call that will bring one. *)
AnswerCanCome(s, i) ==
  \/ OnItsWay(s.traffic, "OK", Anyone, i)
  \/ OnItsWay(s.traffic, "REJECT", Anyone, i)
  \/ OnItsWay(s.traffic, "ELECTION", i, Anyone)

(* So may an announcement; or someone above has an election running, or will have. *)
AnnouncementCanCome(s, i) ==
  \/ OnItsWay(s.traffic, "COORDINATOR", Anyone, i)
  \/ \E j \in s.live :
       Outranks(j, i) /\ (s.local[j].mode # "idle" \/ OnItsWay(s.traffic, "ELECTION", Anyone, j))

(* What the dead above have sent could be what a timer waits for. *)
Concerns(i, t, k) == Outranks(k, i)
=============================================================================
