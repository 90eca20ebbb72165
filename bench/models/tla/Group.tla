-------------------------------- MODULE Group -------------------------------
(* The bully with timeouts that may fire at any time and unlimited starts;  *)
(* spec/bully.md has the rules.  K elections for each process, C crashes in *)
(* all, between two steps.  0 means no leader.                              *)
EXTENDS Naturals, Sequences, FiniteSets

CONSTANTS N, K, C

VARIABLES mode, elected, left, channel, crashes
vars == <<mode, elected, left, channel, crashes>>

Ids == 1..N

Init ==
  /\ mode = [i \in Ids |-> "idle"]
  /\ elected = [i \in Ids |-> 0]
  /\ left = [i \in Ids |-> K]
  /\ channel = [i \in Ids |-> [j \in Ids |-> <<>>]]  \* from i to j
  /\ crashes = C

\* The channels after i has sent a message to a set of processes; messages to dead processes are lost.
Sent(channels, i, to, m) ==
  [channels EXCEPT ![i] = [j \in Ids |-> IF j \in to /\ mode[j] # "dead" THEN Append(@[j], m) ELSE @[j]]]

Announce(i, channels) ==
  /\ mode' = [mode EXCEPT ![i] = "idle"]
  /\ elected' = [elected EXCEPT ![i] = i]
  /\ channel' = Sent(channels, i, 1..(i - 1), "COORDINATOR")

Begin(i, channels) ==
  IF left[i] = 0 THEN
    /\ mode' = [mode EXCEPT ![i] = "idle"]
    /\ channel' = channels
    /\ UNCHANGED <<elected, left>>
  ELSE
    /\ left' = [left EXCEPT ![i] = @ - 1]
    /\ IF i = N THEN Announce(i, channels)
       ELSE /\ mode' = [mode EXCEPT ![i] = "waiting for OK"]
            /\ channel' = Sent(channels, i, (i + 1)..N, "ELECTION")
            /\ UNCHANGED elected

Start(i) == mode[i] = "idle" /\ left[i] > 0 /\ Begin(i, channel) /\ UNCHANGED crashes

TimeoutT(i) == mode[i] = "waiting for OK" /\ Announce(i, channel) /\ UNCHANGED <<left, crashes>>

TimeoutT2(i) == mode[i] = "waiting for COORDINATOR" /\ Begin(i, channel) /\ UNCHANGED crashes

TakeElection(j, i, taken) ==
  LET answered == Sent(taken, i, {j}, "OK")
  IN IF mode[i] = "idle" THEN Begin(i, answered)
     ELSE channel' = answered /\ UNCHANGED <<mode, elected, left>>

TakeOK(i, taken) ==
  /\ mode' = IF mode[i] = "waiting for OK" THEN [mode EXCEPT ![i] = "waiting for COORDINATOR"] ELSE mode
  /\ channel' = taken
  /\ UNCHANGED <<elected, left>>

TakeCoordinator(j, i, taken) ==
  /\ mode' = [mode EXCEPT ![i] = "idle"]
  /\ elected' = [elected EXCEPT ![i] = j]
  /\ channel' = taken
  /\ UNCHANGED left

Deliver(j, i) ==
  /\ channel[j][i] # <<>>
  /\ LET m == Head(channel[j][i])
         taken == [channel EXCEPT ![j][i] = Tail(@)]
     IN CASE m = "ELECTION"    -> TakeElection(j, i, taken)
          [] m = "OK"          -> TakeOK(i, taken)
          [] m = "COORDINATOR" -> TakeCoordinator(j, i, taken)
  /\ UNCHANGED crashes

\* Messages to a dead process are lost, and all dead processes have the same state.
Crash(i) ==
  /\ mode[i] # "dead" /\ crashes > 0
  /\ crashes' = crashes - 1
  /\ mode' = [mode EXCEPT ![i] = "dead"]
  /\ elected' = [elected EXCEPT ![i] = 0]
  /\ left' = [left EXCEPT ![i] = 0]
  /\ channel' = [j \in Ids |-> [channel[j] EXCEPT ![i] = <<>>]]

Next ==
  \/ \E i \in Ids : Start(i) \/ TimeoutT(i) \/ TimeoutT2(i) \/ Crash(i)
  \/ \E i \in Ids, j \in Ids : Deliver(j, i)

Spec == Init /\ [][Next]_vars

Validity == \A i \in Ids : elected[i] <= N
=============================================================================
