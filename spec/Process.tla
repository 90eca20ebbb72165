------------------------------ MODULE Process ------------------------------
(***************************************************************************)
(* A process in the middle of a step, which is all that a rule sees.  It   *)
(* is a record:                                                            *)
(*                                                                         *)
(*   id     its id                                                         *)
(*   local  its local variables, a record too                              *)
(*   left   how many elections it may still begin                          *)
(*   sends  the messages it sends in this step, in order                   *)
(*   capped whether it was to begin an election and had none left          *)
(*   rearmed the timers that it arms anew though they are armed            *)
(*                                                                         *)
(* A rule is an operator that takes such a process and returns what has    *)
(* become of it.  Rules have no state of their own and read no variable.   *)
(***************************************************************************)
EXTENDS Group

(* To send one message to process i; on a ring, to the next live process; on a *)
(* bidirectional one, to the next live process that way.                       *)
Send(p, i, message) == [p EXCEPT !.sends = Append(@, [to |-> i, message |-> message])]
Pass(p, message)    == Send(p, Nobody, message)

PassTo(p, way, message) == Send(p, IF way = "left" THEN Behind ELSE Nobody, message)

(* To send to several, in the order of the sequence. *)
Broadcast(p, sequence, message) ==
  [p EXCEPT !.sends = @ \o [k \in DOMAIN sequence |->
                              [to |-> sequence[k], message |-> message]]]

Set(p, l) == [p EXCEPT !.local = l]

(* By the clock, an armed timer runs anew from the beginning. *)
Rearm(p, t) == [p EXCEPT !.rearmed = @ \cup {t}]

(* Each election begun takes one off what is left; without any, a bound has acted. *)
MayBegin(p) == p.left # 0
Begun(p)    == IF p.left = Unlimited THEN p ELSE [p EXCEPT !.left = @ - 1]
Capped(p)   == [p EXCEPT !.capped = TRUE]
=============================================================================
