------------------------------- MODULE Links -------------------------------
(***************************************************************************)
(* The channels: which there are, and what can be done with their          *)
(* contents (election.md, 1.2, 1.3 and 1.8).                               *)
(*                                                                         *)
(* The content of a channel is a sequence of messages or, where the        *)
(* channels are bags, a bag: a function from messages to how many of them  *)
(* there are.  A traffic is a function from channels to contents; the      *)
(* variable channel is one.  By the clock the messages in it have          *)
(* deadlines (module Deadlines).                                           *)
(***************************************************************************)
EXTENDS Stage
LOCAL INSTANCE Group
LOCAL INSTANCE Bags
LOCAL INSTANCE Messages
LOCAL INSTANCE Deadlines
CONSTANTS
  Topology, \* "complete graph", "ring" or "bidirectional ring"
  Cut       \* the links that carry nothing

IsRing      == Topology \in {"ring", "bidirectional ring"}
IsBothWays  == Topology = "bidirectional ring"

(* Which channels there are: <<j, i>> leads from j to i.  On a ring j only ever sends to *)
(* an i with so few processes between them that all those can be dead.                   *)
Link ==
  IF IsRing
  THEN {<<j, i>> \in Ids \X Ids :
          \E d \in 1..N : /\ After[j][d] = i \/ (IsBothWays /\ Before[j][d] = i)
                         /\ IF Crashes = Unlimited THEN TRUE ELSE d - 1 <= Crashes}
  ELSE {<<j, i>> \in Ids \X Ids : j # i}

(* All that a channel may ever carry.  The last phase of a bidirectional ring is the  *)
(* first whose probes go all the way round.  One who has come back may be passed over *)
(* by what it sent before, and be answered: there is a phase more.                    *)
RoundPhase == CHOOSE r \in 0..N : 2^r >= N /\ (\A q \in 0..(r - 1) : 2^q < N)
LastPhase  == IF Restarts = 0 THEN RoundPhase ELSE RoundPhase + 1

Empty == <<>> \* the empty function: as a sequence, and as a bag
IsBag == Channels = "bag"

IsContent(content, messages) ==
  IF IsBag THEN IsABag(content) /\ BagToSet(content) \subseteq messages
  ELSE [k \in DOMAIN content |-> Bare(content[k])] \in Seq(messages)

Put(content, message) ==
  IF IsBag THEN content (+) SetToBag({message}) ELSE Append(content, message)

Join(front, back) == IF IsBag THEN front (+) back ELSE front \o back

Size(content) == IF IsBag THEN BagCardinality(content) ELSE Len(content)

In(content) ==
  IF IsBag THEN BagToSet(content) ELSE {Bare(content[k]) : k \in DOMAIN content}

Without(sequence, k) ==
  SubSeq(sequence, 1, k - 1) \o SubSeq(sequence, k + 1, Len(sequence))

(* What may be taken from a channel: each such message, with the others that then stay. *)
Takes(content) ==
  IF content = Empty THEN {}
  ELSE IF IsBag THEN {[message |-> m, others |-> content (-) SetToBag({m})] : m \in In(content)}
  ELSE {[message |-> Bare(Head(content)), others |-> Tail(content)]}

(* And what may be lost from one that is a sequence. *)
Losable(content) ==
  {[message |-> content[k], others |-> Without(content, k)] : k \in DOMAIN content}

(***************************************************************************)
(* Sending, while those in alive are alive: what the traffic becomes when  *)
(* j sends these messages, to arrive within so many ticks if there is a    *)
(* clock.  What is sent to the dead is lost, and what is sent over a link  *)
(* that is cut; what is passed on (to Nobody; module Process) goes to the  *)
(* next live process, and what is passed back (to Behind) to the one       *)
(* before.                                                                 *)
(***************************************************************************)
RECURSIVE SendAll(_, _, _, _, _)
SendAll(traffic, alive, j, within, sends) ==
  IF sends = <<>> THEN traffic
  ELSE LET to   == CASE Head(sends).to = Nobody -> NextOf(alive, j)
                     [] Head(sends).to = Behind -> PreviousOf(alive, j)
                     [] OTHER                   -> Head(sends).to
           sent == IF to \in alive /\ <<j, to>> \notin Cut
                   THEN [traffic EXCEPT ![<<j, to>>] =
                           Put(@, Post(<<j, to>>, Head(sends).message, within))]
                   ELSE traffic
       IN SendAll(sent, alive, j, within, Tail(sends))

(***************************************************************************)
(* What was on its way to i when i dies: all that travelled that way, the  *)
(* channel from the nearest process first, because what that one carries   *)
(* is the oldest.                                                          *)
(***************************************************************************)
Travelling(content, way) ==
  IF ~IsBothWays THEN content
  ELSE IF IsBag THEN [m \in {m \in In(content) : WayOf(m) = way} |-> content[m]]
  ELSE SelectSeq(content, LAMBDA m : WayOf(m) = way)

RECURSIVE WreckFrom(_, _, _, _)
WreckFrom(traffic, way, i, d) ==
  IF d > N THEN Empty
  ELSE LET l == <<IF way = "right" THEN Before[i][d] ELSE After[i][d], i>>
       IN Join(IF l \in Link THEN Travelling(traffic[l], way) ELSE Empty,
               WreckFrom(traffic, way, i, d + 1))

(* Process i dies; those in alive stay.  Its wreck is lost or, where the ring is *)
(* repaired so, sent on: from the live process before i to the one after it, and *)
(* then, on a bidirectional ring, what travelled left the other way.             *)
Bury(traffic, alive, i) ==
  LET emptied == [l \in Link |-> IF l[2] = i THEN Empty ELSE traffic[l]]
      after   == NextOf(alive, i)
      before  == PreviousOf(alive, i)
      right   == [emptied EXCEPT ![<<before, after>>] = Join(@, WreckFrom(traffic, "right", i, 1))]
  IN IF ~IsRing \/ Repair # "resent" \/ after = i THEN emptied
     ELSE IF ~IsBothWays THEN right
     ELSE [right EXCEPT ![<<after, before>>] = Join(@, WreckFrom(traffic, "left", i, 1))]

(* The bound on what a channel may hold. *)
Fits(traffic) ==
  IF Capacity = Unlimited THEN TRUE ELSE \A l \in Link : Size(traffic[l]) <= Capacity

(***************************************************************************)
(* What timers ask: is a message of that kind on its way from j to i?      *)
(* Anyone stands for all processes.                                        *)
(***************************************************************************)
Anyone == Nobody

OnItsWay(traffic, kind, j, i) ==
  \E l \in Link : /\ IF j = Anyone THEN TRUE ELSE l[1] = j
                  /\ IF i = Anyone THEN TRUE ELSE l[2] = i
                  /\ \E m \in In(traffic[l]) : m.kind = kind

Circulates(traffic, message) == \E l \in Link : message \in In(traffic[l])

(* Nothing that j has sent is on its way any more. *)
Silent(traffic, j) == \A l \in Link : l[1] = j => traffic[l] = Empty
=============================================================================
