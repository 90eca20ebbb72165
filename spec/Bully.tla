------------------------------- MODULE Bully -------------------------------
(***************************************************************************)
(* The bully algorithm (Garcia-Molina 1982), as in lectures 000, 003 and   *)
(* 004: the live process with the highest id imposes itself.  The rules    *)
(* and the deviations from the prints are those of bully.md.               *)
(*                                                                         *)
(* Deviations that show below: the leader sets its own elected (BU-D1); a  *)
(* COORDINATOR ends whatever was going on, whoever sent it (BU-D2); to     *)
(* have begun is to have an election running (BU-D3); an OK that nobody    *)
(* waits for is dropped (BU-D4); there is a T' (BU-D5); the highest always *)
(* announces itself at once (BU-D6); everyone knows all ids (BU-D7);       *)
(* nobody is halted first (BU-D8); ELECTION carries its sender (BU-D9).    *)
(***************************************************************************)
EXTENDS BullyTimers, NoReports, NoRecovery, NoLots, Rings

(* A process knows what it is waiting for, and whom it has elected. *)
Locals == [mode : Modes, elected : Ids \cup {Nobody}]

(* Idle, with that one elected: so it is at first, and whenever an election is decided. *)
Initial(elected) == [mode |-> "idle", elected |-> elected]
Restarted        == Initial(Nobody)

TakesPart(l) == l.mode # "idle"
Idle(l)      == l.mode = "idle"
MayStart(l)  == l.mode = "idle"

(***************************************************************************)
(* To begin an election.                                                   *)
(***************************************************************************)

\* BU1: i is the highest of all: announce itself to all below. The mode stays idle.
BU1(p) == Broadcast(Set(p, Initial(p.id)), Lower[p.id], Coordinator(p.id))

\* BU2: otherwise: call all above, and wait for OK, with timer T.
BU2(p) ==
  Broadcast([p EXCEPT !.local.mode = "waiting for OK"], Higher[p.id], Election(p.id))

(* A process that has no election left is idle. *)
Begin(p) ==
  IF ~MayBegin(p)       THEN Capped([p EXCEPT !.local.mode = "idle"])
  ELSE IF p.id = Highest THEN BU1(Begun(p))
  ELSE BU2(Begun(p))

\* BU8: the elected is dead: begin. It is not forgotten.
BU8(p) == Begin(p)

OnStart(p)  == Begin(p)
OnDetect(p) == BU8(p)

(***************************************************************************)
(* On taking a message from j.                                             *)
(***************************************************************************)

\* BU3: ELECTION(j): tell j that I live; then, if idle, begin.
BU3(p, j) ==
  LET answered == Send(p, j, OK)
  IN IF p.local.mode = "idle" THEN Begin(answered) ELSE answered

\* BU4: OK: someone above lives; wait for the announcement, with timer T'.
BU4(p) ==
  IF p.local.mode = "waiting for OK"
  THEN [p EXCEPT !.local.mode = "waiting for COORDINATOR"]
  ELSE p

\* BU7: COORDINATOR(j): j is the leader, whatever was going on.
BU7(p, m) == Set(p, Initial(m.id))

OnReceive(p, j, m) ==
  CASE m.kind = "ELECTION"    -> BU3(p, j)
    [] m.kind = "OK"          -> BU4(p)
    [] m.kind = "COORDINATOR" -> BU7(p, m)

(***************************************************************************)
(* On a timer.                                                             *)
(***************************************************************************)

\* BU5: T fires: nobody above lives. I am the leader.
BU5(p) == Broadcast(Set(p, Initial(p.id)), Lower[p.id], Coordinator(p.id))

\* BU6: T' fires: whoever was to announce itself is dead. Begin again.
BU6(p) == Begin(p)

OnTimeout(p, t) == IF t = "T" THEN BU5(p) ELSE BU6(p)

CanCome(s, i, t) == IF t = "T" THEN AnswerCanCome(s, i) ELSE AnnouncementCanCome(s, i)

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
