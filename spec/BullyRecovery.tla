--------------------------- MODULE BullyRecovery ---------------------------
(***************************************************************************)
(* The bully algorithm of lecture 001 for processes that come back, as in  *)
(* bully-recovery.md: who has recovered begins an election at once, and a  *)
(* COORDINATOR of a lower process is contradicted.                         *)
(*                                                                         *)
(* Deviations that show below: repaired, the boss answers too (BR-D1); any *)
(* COORDINATOR from above ends the wait (BR-D2); the highest only          *)
(* announces itself (BR-D3); after T' one begins again (BR-D4); unless an  *)
(* election is running (BR-D5, BR-D6); ELECTION from above is never sent   *)
(* (BR-D7); a recovery is owed until an election is begun (BR-D8).         *)
(***************************************************************************)
EXTENDS BullyTimers, NoReports, Rings

(* recovering: back, and no election begun since. *)
Locals == [mode : Modes, elected : Ids \cup {Nobody}, recovering : BOOLEAN]

Initial(elected) == [mode |-> "idle", elected |-> elected, recovering |-> FALSE]
Restarted        == [Initial(Nobody) EXCEPT !.recovering = TRUE]

TakesPart(l)  == l.mode # "idle"
Idle(l)       == l.mode = "idle"
MayStart(l)   == l.mode = "idle" /\ ~l.recovering
Recovering(l) == l.recovering

(***************************************************************************)
(* To begin an election, which ends a recovery.                            *)
(***************************************************************************)

\* BR1: i is the highest of all: announce itself to all others. The mode stays idle.
BR1(p) == Broadcast(Set(p, Initial(p.id)), Others[p.id], Coordinator(p.id))

\* BR2: otherwise: call all above, and wait for REJECT, with timer T.
BR2(p) ==
  Broadcast([p EXCEPT !.local.mode = "waiting for OK"], Higher[p.id], Election(p.id))

(* A process that has no election left is idle, and its recovery ends all the same. *)
Begin(p) ==
  LET q == [p EXCEPT !.local.mode = "idle", !.local.recovering = FALSE]
  IN IF ~MayBegin(q)       THEN Capped(q)
     ELSE IF q.id = Highest THEN BR1(Begun(q))
     ELSE BR2(Begun(q))

\* BR9: I have come back: begin at once.
BR9(p) == Begin(p)

\* BR11: the elected is dead: begin. It is not forgotten.
BR11(p) == Begin(p)

OnStart(p)   == Begin(p)
OnRecover(p) == BR9(p)
OnDetect(p)  == BR11(p)

(***************************************************************************)
(* On taking a message from j. Printed: the boss, who considers itself the *)
(* leader, drops ELECTION and COORDINATOR.                                 *)
(***************************************************************************)
IsDeafBoss(p) == Reading = "printed" /\ p.local.elected = p.id

\* BR3: ELECTION(j) from below: reject it; then, if idle, begin.
\* BR10, which is for one from above, is never asked for: BR2 sends only upwards.
BR3(p, j) ==
  LET rejected == Send(p, j, REJECT)
  IN IF p.local.mode = "idle" THEN Begin(rejected) ELSE rejected

\* BR4: REJECT: someone above lives; wait for the announcement, with timer T'.
BR4(p) ==
  IF p.local.mode = "waiting for OK"
  THEN [p EXCEPT !.local.mode = "waiting for COORDINATOR"]
  ELSE p

\* BR7: COORDINATOR(j) from above: j is the leader, whatever was going on.
BR7(p, m) == [p EXCEPT !.local.mode = "idle", !.local.elected = m.id]

\* BR8: COORDINATOR(j) from below: contradict it by an election.
BR8(p) == IF p.local.mode = "idle" THEN Begin(p) ELSE p

OnReceive(p, j, m) ==
  CASE m.kind = "ELECTION"                    -> IF IsDeafBoss(p) THEN p ELSE BR3(p, j)
    [] m.kind = "REJECT"                      -> BR4(p)
    [] m.kind = "COORDINATOR" /\ Outranks(m.id, p.id) -> IF IsDeafBoss(p) THEN p ELSE BR7(p, m)
    [] m.kind = "COORDINATOR" /\ Outranks(p.id, m.id) -> IF IsDeafBoss(p) THEN p ELSE BR8(p)

(***************************************************************************)
(* On a timer.                                                             *)
(***************************************************************************)

\* BR5: T fires: nobody above lives. I am the leader.
BR5(p) ==
  Broadcast([p EXCEPT !.local.mode = "idle", !.local.elected = p.id],
            Others[p.id], Coordinator(p.id))

\* BR6: T' fires: whoever was to announce itself is dead. Begin again.
BR6(p) == Begin(p)

OnTimeout(p, t) == IF t = "T" THEN BR5(p) ELSE BR6(p)

(***************************************************************************)
(* What T' waits for can also come from above by a recovery, or by a       *)
(* COORDINATOR that will be contradicted.                                  *)
(***************************************************************************)
LOCAL INSTANCE Links

ElectionAboveCanCome(s, i) ==
  \E j \in s.live :
    Outranks(j, i) /\ (s.local[j].recovering \/ OnItsWay(s.traffic, "COORDINATOR", Anyone, j))

CanCome(s, i, t) ==
  IF t = "T" THEN AnswerCanCome(s, i)
  ELSE AnnouncementCanCome(s, i) \/ ElectionAboveCanCome(s, i)

(***************************************************************************)
(* All of it.                                                              *)
(***************************************************************************)
INSTANCE Election

Next ==
  \/ \E i \in Ids : \/ Start(i) \/ Detect(i) \/ Suspect(i)
                    \/ Crash(i) \/ CrashInside(i) \/ Restart(i)
                    \/ Recover(i) \/ \E t \in Timers(i) : Timeout(i, t)
  \/ \E l \in Link : \/ Deliver(l[1], l[2]) \/ DeliverAgain(l[1], l[2]) \/ Lose(l[1], l[2])

Spec == Init /\ [][Next]_vars /\ Fairness
=============================================================================
