------------------------------- MODULE Group -------------------------------
(***************************************************************************)
(* The processes, their order, and their places on the ring.               *)
(*                                                                         *)
(* The election criterion is the id: the highest live one should win.      *)
(* Nothing here depends on a state.                                        *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, Stage

Nobody    == 0  \* as a value of elected: nobody yet
Unlimited == -1 \* as a count: never used up

N   == Len(Ring)
Ids == {Ring[place] : place \in 1..N}

(***************************************************************************)
(* The constants are what module Stage says.  TLC looks first, and names   *)
(* the assumption that fails.  Ids are positive, so that none of them is   *)
(* Nobody or Unlimited.                                                    *)
(***************************************************************************)
ASSUME Ring \in Seq(Nat \ {0}) /\ N > 0 /\ Cardinality(Ids) = N
ASSUME Initiators \subseteq Ids

ASSUME \A count \in {Crashes, Restarts, Starts, Mistakes, Losses, Duplicates, Elections,
                     Capacity, Gst, Late} :
         count \in Nat \cup {Unlimited}

ASSUME CrashPoints \in {"sends", "steps"}
ASSUME Initially \in {"nobody", "leader"}
ASSUME Timeouts \in {"sync", "perfect", "any", "clock"}
ASSUME Detector \in {"perfect", "incomplete", "inaccurate"}
ASSUME Channels \in {"fifo", "bag", "lossy", "duplicating"}
ASSUME Repair \in {"lost", "resent"}
ASSUME Reading \in {"repaired", "printed"}
ASSUME Watchers \in {"both", "predecessor", "successor"}
ASSUME Tm \in Nat /\ Tp \in Nat /\ {T, T2, Eta} \subseteq Nat \ {0}
ASSUME Ties \in {"delivery-first", "timer-first"}
ASSUME Timeouts = "clock" => Channels = "fifo"

Highest == CHOOSE i \in Ids : \A j \in Ids : j <= i

(* A set of ids as a sequence, lowest first: the order of a broadcast. *)
Ascending(S) ==
  [place \in 1..Cardinality(S) |->
     CHOOSE i \in S : Cardinality({j \in S : j < i}) = place - 1]

Higher == [i \in Ids |-> Ascending({j \in Ids : j > i})]
Lower  == [i \in Ids |-> Ascending({j \in Ids : j < i})]
Others == [i \in Ids |-> Ascending(Ids \ {i})]

(***************************************************************************)
(* On the ring.  After[i][d] is the process d places after i, dead or      *)
(* alive; after N places that is i itself.                                 *)
(***************************************************************************)
Place == [i \in Ids |-> CHOOSE place \in 1..N : Ring[place] = i]
After == [i \in Ids |-> [d \in 1..N |-> Ring[((Place[i] - 1 + d) % N) + 1]]]
Before == [i \in Ids |-> [d \in 1..N |-> Ring[((Place[i] - 1 - d + N) % N) + 1]]]

Successor(i)   == After[i][1]
Predecessor(i) == Before[i][1]

(* The first of a sequence of N processes that is among S; the last if none is. *)
FirstAmong(S, sequence) ==
  sequence[CHOOSE d \in 1..N : /\ d = N \/ sequence[d] \in S
                               /\ \A e \in 1..(d - 1) : sequence[e] \notin S]

(* The next process of S after i, and the one before it: i itself if there is no other. *)
NextOf(S, i)     == FirstAmong(S, After[i])
PreviousOf(S, i) == FirstAmong(S, Before[i])
=============================================================================
