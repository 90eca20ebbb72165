-------------------------------- MODULE Raft --------------------------------
(***************************************************************************)
(* The election of Raft (Ongaro and Ousterhout 2014, sections 5.2 and      *)
(* 5.4.1), and of Ongaro's thesis PreVote and CheckQuorum.  The rules and  *)
(* the deviations from the paper are those of raft.md.                     *)
(*                                                                         *)
(* Deviations that show below: a leader is a follower of itself (RF-D1);   *)
(* heartbeats are sent only where they are news (RF-D2); a refused vote is *)
(* not answered (RF-D3); in term 0 there is no election timeout (RF-D4);   *)
(* logs are constants (RF-D5); to hear a leader is elected # Nobody        *)
(* (RF-D6), which whoever asks first forgets (RF-D7); and there is neither *)
(* membership change nor transfer of leadership nor a clock (RF-D8).       *)
(***************************************************************************)
EXTENDS Process, Messages, NoReports, NoRecovery, NoLots, Rings

CONSTANTS
  PreVote,     \* whoever would stand first asks whether it could win
  CheckQuorum, \* a leader without a majority gives up, and its followers stay with it
  Cut          \* the set of the links that carry nothing: <<j, i>> leads from j to i

ASSUME PreVote \in BOOLEAN /\ CheckQuorum \in BOOLEAN
ASSUME Cut \subseteq Ids \X Ids

Log(i) == IF Logs = <<>> THEN <<0, 0>> ELSE Logs[Place[i]]

Topology     == "complete graph"
HasTimers    == TRUE
HasDetector  == FALSE
Anonymous    == FALSE
GuardsStarts == TRUE
AtFirst(i)   == Nobody
HasTerms     == TRUE
Keeps        == TRUE

LOCAL INSTANCE Links

(***************************************************************************)
(* Messages.                                                               *)
(***************************************************************************)
RequestVote(t, log)    == [kind |-> "REQUESTVOTE",    term |-> t, log |-> log]
Vote(t)                == [kind |-> "VOTE",           term |-> t]
Leader(t)              == [kind |-> "LEADER",         term |-> t]
Refuse(t)              == [kind |-> "REFUSE",         term |-> t]
RequestPreVote(t, log) == [kind |-> "REQUESTPREVOTE", term |-> t, log |-> log]
PreVoteFor(t)          == [kind |-> "PREVOTE",        term |-> t]

(* No term is later than this: each election makes one. Without a bound it is a guess, *)
(* and TypeOK says where it was too low.                                               *)
Bounded(count, guess) == IF count = Unlimited THEN guess ELSE count
LastTerm == 2 + Bounded(Elections, 6) * (N + Bounded(Restarts, 3))

OwnMessages ==
  UNION {{RequestVote(t, Log(i)), Vote(t), Leader(t), Refuse(t),
          RequestPreVote(t, Log(i)), PreVoteFor(t)} : t \in 1..LastTerm, i \in Ids}

(***************************************************************************)
(* Local variables.                                                        *)
(***************************************************************************)
Roles == {"follower", "pre-candidate", "candidate"}

Locals == [term : 0..LastTerm, votedFor : Ids \cup {Nobody}, role : Roles,
           votes : SUBSET Ids, elected : Ids \cup {Nobody}]

(* A follower in a term. *)
Follower(t, votedFor, elected) ==
  [term |-> t, votedFor |-> votedFor, role |-> "follower", votes |-> {}, elected |-> elected]

Initial(elected) ==
  IF elected = Nobody THEN Follower(0, Nobody, Nobody) ELSE Follower(1, elected, elected)

\* RF10: term and vote survive; one comes back with what remains.
RF10(l)    == Follower(l.term, l.votedFor, Nobody)
Remains(l) == RF10(l)
Restarted  == Initial(Nobody) \* without stable storage

Term(l)      == l.term
TakesPart(l) == l.role # "follower"
Idle(l)      == FALSE
MayStart(l)  == l.role = "follower" /\ l.term = 0

IsMajority(S) == 2 * Cardinality(S) > N

\* RF4: this log is at least as up to date as the other.
RF4(log, other) == log[1] > other[1] \/ (log[1] = other[1] /\ log[2] >= other[2])

(***************************************************************************)
(* To stand, or to ask first.                                              *)
(***************************************************************************)
Lead(p) ==
  Broadcast(Set(p, Follower(p.local.term, p.local.votedFor, p.id)),
            Others[p.id], Leader(p.local.term))

Count(p) == IF IsMajority(p.local.votes) THEN Lead(p) ELSE p

\* RF1: stand in a new term, with one's own vote.
RF1(p) ==
  LET t == p.local.term + 1
  IN Count(Broadcast(
       Set(p, [term |-> t, votedFor |-> p.id, role |-> "candidate",
               votes |-> {p.id}, elected |-> Nobody]),
       Others[p.id], RequestVote(t, Log(p.id))))

(* A process that has no election left is a follower. *)
Stand(p) ==
  IF MayBegin(p) THEN RF1(Begun(p))
  ELSE Capped([p EXCEPT !.local.role = "follower", !.local.votes = {}])

\* RF11: could I win? No new term yet.
RF11(p) ==
  LET asked == Broadcast(
        [p EXCEPT !.local.role = "pre-candidate", !.local.votes = {p.id}, !.local.elected = Nobody],
        Others[p.id], RequestPreVote(p.local.term + 1, Log(p.id)))
  IN IF IsMajority({p.id}) THEN Stand(asked) ELSE asked

Campaign(p) == IF PreVote THEN RF11(p) ELSE Stand(p)

OnStart(p)  == Campaign(p)
OnDetect(p) == p \* never: nobody is idle

(***************************************************************************)
(* On taking a message from j.                                             *)
(***************************************************************************)

\* RF2: a newer term makes a follower of anyone, who has not voted in it yet.
RF2(p, m) == IF m.term > p.local.term THEN Set(p, Follower(m.term, Nobody, Nobody)) ELSE p

\* RF3: one vote in a term, and for no log that is behind one's own.
RF3(p, j, m) ==
  IF m.term = p.local.term /\ p.local.votedFor \in {Nobody, j} /\ RF4(m.log, Log(p.id))
  THEN Send([p EXCEPT !.local.votedFor = j], j, Vote(m.term))
  ELSE p

\* RF15: whoever hears a leader is deaf to others.
RF15(p) == CheckQuorum /\ p.local.elected # Nobody

\* RF5: a vote of one's own term; with a majority of them, lead.
RF5(p, j, m) ==
  IF p.local.role = "candidate" /\ m.term = p.local.term
  THEN Count([p EXCEPT !.local.votes = @ \cup {j}])
  ELSE p

\* RF6: follow the leader of one's term; tell one of an older term.
RF6(p, j, m) ==
  IF m.term < p.local.term THEN Send(p, j, Refuse(p.local.term))
  ELSE Set(p, Follower(p.local.term, p.local.votedFor, j))

\* RF7: a refusal says nothing but that there is a newer term.
RF7(p) == p

\* RF12: one who lags behind is told; whoever hears a leader wants no other.
RF12(p, j, m) ==
  IF m.term <= p.local.term THEN Send(p, j, Refuse(p.local.term))
  ELSE IF p.local.elected = Nobody /\ RF4(m.log, Log(p.id)) THEN Send(p, j, PreVoteFor(m.term))
  ELSE p

\* RF13: with a majority that would vote for one, stand.
RF13(p, j, m) ==
  IF p.local.role = "pre-candidate" /\ m.term = p.local.term + 1
  THEN LET counted == [p EXCEPT !.local.votes = @ \cup {j}]
       IN IF IsMajority(counted.local.votes) THEN Stand(counted) ELSE counted
  ELSE p

OnReceive(p, j, m) ==
  CASE m.kind = "REQUESTVOTE"    -> IF RF15(p) THEN p ELSE RF3(RF2(p, m), j, m)
    [] m.kind = "VOTE"           -> RF5(RF2(p, m), j, m)
    [] m.kind = "LEADER"         -> RF6(RF2(p, m), j, m)
    [] m.kind = "REFUSE"         -> RF7(RF2(p, m))
    [] m.kind = "REQUESTPREVOTE" -> RF12(p, j, m)
    [] m.kind = "PREVOTE"        -> RF13(p, j, m)

(***************************************************************************)
(* On a timer.                                                             *)
(***************************************************************************)
Timers(i) == {"T", "H"} \cup (IF CheckQuorum THEN {"Q"} ELSE {})

Armed(i, l) ==
  IF l.elected = i THEN {"H"} \cup (IF CheckQuorum THEN {"Q"} ELSE {})
  ELSE IF l.term > 0 \/ l.role # "follower" THEN {"T"}
  ELSE {}

\* RF8: T fires: stand, or ask first.
RF8(p) == Campaign(p)

\* RF9: H fires: a heartbeat.
RF9(p) == Broadcast(p, Others[p.id], Leader(p.local.term))

\* RF14: Q fires: no majority answers. Lead no more.
RF14(p) == [p EXCEPT !.local.elected = Nobody]

OnTimeout(p, t) ==
  CASE t = "T" -> RF8(p)
    [] t = "H" -> RF9(p)
    [] t = "Q" -> RF14(p)

(* Someone whom i reaches does not follow it, and i is not about to tell or to hear why. *)
IsNews(s, i) ==
  /\ ~OnItsWay(s.traffic, "LEADER", i, Anyone)
  /\ ~OnItsWay(s.traffic, "REFUSE", Anyone, i)
  /\ \E j \in s.live \ {i} :
       /\ <<i, j>> \notin Cut
       /\ s.local[j].elected # i \/ s.local[j].term # s.local[i].term

HasOccasion(s, i, t) ==
  CASE t = "H" -> IsNews(s, i)
    [] t = "T" -> /\ ~OnItsWay(s.traffic, "REQUESTPREVOTE", i, Anyone)
                  /\ ~OnItsWay(s.traffic, "PREVOTE", Anyone, i)
                  /\ ~OnItsWay(s.traffic, "REFUSE", Anyone, i)
    [] t = "Q" -> TRUE

(* A leader, of a term that is not older than i's own, is heard by i. *)
HearsLeader(s, i) ==
  \E j \in s.live : /\ s.local[j].elected = j
                    /\ s.local[j].term >= s.local[i].term
                    /\ <<j, i>> \notin Cut

Answering(s, i) == {j \in s.live : <<i, j>> \notin Cut /\ <<j, i>> \notin Cut}

(* Raft does not run by the clock (RF-D8). *)
Ticks(i, l, t) == 0

CanCome(s, i, t) ==
  CASE t = "T" -> \/ OnItsWay(s.traffic, "REQUESTVOTE", Anyone, Anyone)
                  \/ OnItsWay(s.traffic, "VOTE", Anyone, Anyone)
                  \/ OnItsWay(s.traffic, "LEADER", Anyone, i)
                  \/ HearsLeader(s, i)
    [] t = "H" -> FALSE
    [] t = "Q" -> IsMajority(Answering(s, i))

Concerns(i, t, k) == t = "T"

(***************************************************************************)
(* All of it.                                                              *)
(***************************************************************************)
INSTANCE Election

Next ==
  \/ \E i \in Ids : \/ Start(i) \/ Crash(i) \/ CrashInside(i) \/ Restart(i)
                    \/ \E t \in Timers(i) : Timeout(i, t)
  \/ \E l \in Link : \/ Deliver(l[1], l[2]) \/ DeliverAgain(l[1], l[2]) \/ Lose(l[1], l[2])

Spec == Init /\ [][Next]_vars /\ Fairness
=============================================================================
