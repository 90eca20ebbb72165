------------------------------ MODULE Messages ------------------------------
(***************************************************************************)
(* What processes say to one another.  A message that carries no id        *)
(* carries Nobody, so that these are all records of one shape.  (It is     *)
(* written 0 here, since this module needs nothing else of module Group.)  *)
(***************************************************************************)

Election(j)    == [kind |-> "ELECTION",    id |-> j]
Elected(j)     == [kind |-> "ELECTED",     id |-> j]
Coordinator(j) == [kind |-> "COORDINATOR", id |-> j]
OK             == [kind |-> "OK",          id |-> 0]
REJECT         == [kind |-> "REJECT",      id |-> 0]

(* An ELECTION of a process without an id: with what it has drawn, at which hop it is, and *)
(* whether nobody has seen it who has drawn the same.                                       *)
Candidacy(k, h, c) == [kind |-> "ELECTION", identity |-> k, hops |-> h, clean |-> c]

AnyCandidacy(identities, hops) ==
  {Candidacy(k, h, c) : k \in identities, h \in hops, c \in BOOLEAN}

AnyMessage(ids) ==
  UNION {{Election(j), Elected(j), Coordinator(j)} : j \in ids} \cup {OK, REJECT}
=============================================================================
