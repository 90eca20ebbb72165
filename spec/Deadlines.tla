----------------------------- MODULE Deadlines -----------------------------
(***************************************************************************)
(* What a clock does to messages under way (election.md, 1.14).  Where     *)
(* there is none, a message under way is just that message.  By the clock  *)
(* it is a record:                                                         *)
(*                                                                         *)
(*   message what is delivered in the end                                  *)
(*   promise "timely": it arrives within so many ticks                     *)
(*           "late":   so it does from when the bounds hold on             *)
(*           "unsure": within so many ticks, or never                      *)
(*   within  how many ticks that are                                       *)
(***************************************************************************)
EXTENDS Stage
LOCAL INSTANCE Group
LOCAL INSTANCE TLC

IsClocked == Timeouts = "clock"

(* Only who bears to lose messages has a time after which one is lost. *)
BearsLosses == Late # Unlimited

(* Does the link <<j, i>> keep the bounds once they hold?  Timely names links like "1-2". *)
IsTimely(l) ==
  Timely = {"all"} \/ (ToString(l[1]) \o "-" \o ToString(l[2])) \in Timely

(* A message as it leaves, to arrive on a link within so many ticks. *)
Post(l, message, within) ==
  IF ~IsClocked THEN message
  ELSE IF clock.settles = 0 /\ IsTimely(l)
  THEN [message |-> message, promise |-> "timely", within |-> within]
  ELSE IF BearsLosses
  THEN [message |-> message, promise |-> "unsure", within |-> Late]
  ELSE [message |-> message, promise |-> "late", within |-> within]

Bare(posted) == IF IsClocked THEN posted.message ELSE posted

(* Time cannot pass before one of these messages is delivered, or lost. *)
IsDue(content) ==
  \E k \in DOMAIN content : content[k].promise # "late" /\ content[k].within = 0

(* A tick later. *)
Older(content) ==
  [k \in DOMAIN content |->
     IF content[k].promise = "late" THEN content[k] ELSE [content[k] EXCEPT !.within = @ - 1]]

(* The bounds begin to hold: on timely links what is late has its deadline from now on. *)
Settled(traffic) ==
  [l \in DOMAIN traffic |->
     IF ~IsTimely(l) THEN traffic[l]
     ELSE [k \in DOMAIN traffic[l] |->
             IF traffic[l][k].promise = "late"
             THEN [traffic[l][k] EXCEPT !.promise = "timely"] ELSE traffic[l][k]]]
=============================================================================
