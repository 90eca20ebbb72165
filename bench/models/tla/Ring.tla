-------------------------------- MODULE Ring --------------------------------
(* Chang and Roberts on a ring, without crashes; spec/chang-roberts.md has  *)
(* the rules.  Ids ascend in the direction of messages.  channel[i] leads   *)
(* into i; 0 means no leader; a message is an id, and an id + N is ELECTED. *)
EXTENDS Naturals, Sequences

CONSTANT N

VARIABLES participant, elected, channel
vars == <<participant, elected, channel>>

Ids == 1..N
After(i) == (i % N) + 1

Init ==
  /\ participant = [i \in Ids |-> FALSE]
  /\ elected = [i \in Ids |-> 0]
  /\ channel = [i \in Ids |-> <<>>]

Start(i) ==
  /\ ~participant[i] /\ elected[i] = 0
  /\ participant' = [participant EXCEPT ![i] = TRUE]
  /\ channel' = [channel EXCEPT ![After(i)] = Append(@, i)]
  /\ UNCHANGED elected

\* The step in which i receives its first message: its new participant and elected, and the message that it sends (0: none).
Becomes(i, p, e, m) ==
  LET taken == [channel EXCEPT ![i] = Tail(@)]
  IN /\ participant' = [participant EXCEPT ![i] = p]
     /\ elected' = [elected EXCEPT ![i] = e]
     /\ channel' = IF m = 0 THEN taken ELSE [taken EXCEPT ![After(i)] = Append(@, m)]

Deliver(i) ==
  /\ channel[i] # <<>>
  /\ LET m == Head(channel[i])
     IN CASE m <= N /\ m > i                     -> Becomes(i, TRUE, elected[i], m)
          [] m < i /\ ~participant[i]            -> Becomes(i, TRUE, elected[i], i)
          [] m < i /\ participant[i]             -> Becomes(i, TRUE, elected[i], 0)
          [] m = i                               -> Becomes(i, FALSE, i, i + N)
          [] m > N /\ m # i + N                  -> Becomes(i, FALSE, m - N, m)
          [] m = i + N                           -> Becomes(i, participant[i], elected[i], 0)

Next == \E i \in Ids : Start(i) \/ Deliver(i)

Spec == Init /\ [][Next]_vars

Validity == \A i \in Ids : elected[i] <= N
=============================================================================
