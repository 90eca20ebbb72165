------------------------------ MODULE Messages ------------------------------
(***************************************************************************)
(* What processes say to one another.  A message that carries no id        *)
(* carries Nobody, so that these are all records of one shape.  (It is     *)
(* written 0 here, since this module needs nothing else of module Group.)  *)
(* Only ASK carries a second one, the answer.                              *)
(***************************************************************************)
LOCAL INSTANCE Integers

Election(j)    == [kind |-> "ELECTION",    id |-> j]
Elected(j)     == [kind |-> "ELECTED",     id |-> j]
Coordinator(j) == [kind |-> "COORDINATOR", id |-> j]
OK             == [kind |-> "OK",          id |-> 0]
REJECT         == [kind |-> "REJECT",      id |-> 0]
Elect(j)       == [kind |-> "ELECT",       id |-> j]
ALIVE          == [kind |-> "ALIVE",       id |-> 0]
Ask(j, e)      == [kind |-> "ASK",         id |-> j, answer |-> e]

(***************************************************************************)
(* What goes either way round a bidirectional ring carries its direction,  *)
(* "right" or "left"; everything else goes right.                          *)
(***************************************************************************)
Probe(j, r, h, way) == [kind |-> "PROBE", id |-> j, phase |-> r, hops |-> h, way |-> way]
Reply(j, r, way)    == [kind |-> "REPLY", id |-> j, phase |-> r, way |-> way]

Ways          == {"right", "left"}
Opposite(way) == IF way = "right" THEN "left" ELSE "right"
WayOf(m)      == IF m.kind \in {"PROBE", "REPLY"} THEN m.way ELSE "right"

(* An ELECTION of a process without an id: with what it has drawn, at which hop it is, and *)
(* whether nobody has seen it who has drawn the same.                                       *)
Candidacy(k, h, c) == [kind |-> "ELECTION", identity |-> k, hops |-> h, clean |-> c]

AnyCandidacy(identities, hops) ==
  {Candidacy(k, h, c) : k \in identities, h \in hops, c \in BOOLEAN}

AnyMessage(ids) ==
  UNION {{Election(j), Elected(j), Coordinator(j), Elect(j)} : j \in ids} \cup {OK, REJECT, ALIVE}
    \cup {Ask(j, e) : j \in ids, e \in ids \cup {0}}

(* And on a bidirectional ring, where no phase is higher than that. *)
AnyTraveller(ids, last) ==
  {Elected(j) : j \in ids}
    \cup {Reply(j, r, way) : j \in ids, r \in 0..last, way \in Ways}
    \cup UNION {{Probe(j, r, h, way) : j \in ids, h \in 1..2^r, way \in Ways} : r \in 0..last}
=============================================================================
