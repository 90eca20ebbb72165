------------------------------ MODULE Messages ------------------------------
(***************************************************************************)
(* What processes say to one another.  A message that carries no id        *)
(* carries Nobody, so that messages are records of one shape.  (It is      *)
(* written 0 here, since this module needs nothing else of module Group.)  *)
(* Only ASK carries a second one, the answer.                              *)
(***************************************************************************)

Election(j)    == [kind |-> "ELECTION",    id |-> j]
Elected(j)     == [kind |-> "ELECTED",     id |-> j]
Coordinator(j) == [kind |-> "COORDINATOR", id |-> j]
OK             == [kind |-> "OK",          id |-> 0]
REJECT         == [kind |-> "REJECT",      id |-> 0]
Elect(j)       == [kind |-> "ELECT",       id |-> j]
Ask(j, e)      == [kind |-> "ASK",         id |-> j, answer |-> e]

AnyMessage(ids) ==
  UNION {{Election(j), Elected(j), Coordinator(j), Elect(j)} : j \in ids} \cup {OK, REJECT}
    \cup {Ask(j, e) : j \in ids, e \in ids \cup {0}}
=============================================================================
