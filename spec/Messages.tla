------------------------------ MODULE Messages ------------------------------
(***************************************************************************)
(* What processes say to one another.  A message that carries no id        *)
(* carries Nobody, so that all messages are records of one shape.  (It is  *)
(* written 0 here, since this module needs nothing else of module Group.)  *)
(***************************************************************************)

Election(j)    == [kind |-> "ELECTION",    id |-> j]
Elected(j)     == [kind |-> "ELECTED",     id |-> j]
Coordinator(j) == [kind |-> "COORDINATOR", id |-> j]
OK             == [kind |-> "OK",          id |-> 0]
REJECT         == [kind |-> "REJECT",      id |-> 0]
ALIVE          == [kind |-> "ALIVE",       id |-> 0]

AnyMessage(ids) ==
  UNION {{Election(j), Elected(j), Coordinator(j)} : j \in ids} \cup {OK, REJECT, ALIVE}
=============================================================================
