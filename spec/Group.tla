------------------------------- MODULE Group -------------------------------
(***************************************************************************)
(* The processes, their order, and their places on the ring.               *)
(*                                                                         *)
(* The election criterion is the id, or a load or log first and then the   *)
(* id: the highest live process should win.                                *)
(* Nothing here depends on a state.                                        *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, Stage

Nobody    == 0  \* as a value of elected: nobody yet
Behind    == -1 \* as the receiver of a message: the process before, as Nobody is the next
Unlimited == -1 \* as a count: never used up
Undecided == -1 \* as a decision

N   == Len(Ring)
Ids == {Ring[place] : place \in 1..N}

(***************************************************************************)
(* The constants are what module Stage says.  TLC looks first, and names   *)
(* the assumption that fails.  Ids are positive, so that none of them is   *)
(* Nobody or Unlimited.                                                    *)
(***************************************************************************)
ASSUME Ring \in Seq(Nat \ {0}) /\ N > 0 /\ Cardinality(Ids) = N
ASSUME Initiators \subseteq Ids

ASSUME Criterion \in {"id", "load", "log"}
ASSUME Loads \in Seq(Nat) /\ (Criterion = "load" => Len(Loads) = N)
ASSUME Logs \in Seq(Nat \X Nat) /\ (Criterion = "log" => Len(Logs) = N)

ASSUME \A count \in {Crashes, Restarts, Starts, Mistakes, Losses, Duplicates, TimeoutsLeft,
                     Elections, Capacity, Gst, Late} :
         count \in Nat \cup {Unlimited}

ASSUME CrashPoints \in {"sends", "steps"}
ASSUME Initially \in {"nobody", "leader", "themselves"}
ASSUME Timeouts \in {"sync", "perfect", "any", "clock"}
ASSUME Detector \in {"perfect", "incomplete", "inaccurate", "eventually-perfect"}
ASSUME Channels \in {"fifo", "bag", "lossy", "duplicating"}
ASSUME Repair \in {"lost", "resent"}
ASSUME Reading \in {"repaired", "printed"}
ASSUME Tm \in Nat /\ Tp \in Nat /\ {T, T2, Eta} \subseteq Nat \ {0}
ASSUME Ties \in {"delivery-first", "timer-first"}
ASSUME Timeouts = "clock" => Channels = "fifo"

(***************************************************************************)
(* The criterion.  Everyone outranks Nobody.                               *)
(***************************************************************************)
Place == [i \in Ids |-> CHOOSE place \in 1..N : Ring[place] = i]

LessLoad(i, j) == Loads[Place[i]] < Loads[Place[j]]

MoreLog(i, j) ==
  LET a == Logs[Place[i]]
      b == Logs[Place[j]]
  IN a[1] > b[1] \/ (a[1] = b[1] /\ a[2] > b[2])

(* The pairs <<i, j>> of which i outranks j. *)
Order ==
  LET Better(i, j) == CASE Criterion = "id" -> FALSE
                        [] Criterion = "load" -> LessLoad(i, j)
                        [] Criterion = "log" -> MoreLog(i, j)
  IN {<<i, j>> \in Ids \X Ids : Better(i, j) \/ (~Better(j, i) /\ i > j)} \cup (Ids \X {Nobody})

Outranks(i, j) == <<i, j>> \in Order

Highest == CHOOSE i \in Ids : \A j \in Ids \ {i} : Outranks(i, j)

(* A set of ids as a sequence, lowest first: the order of a broadcast. *)
Ascending(S) ==
  [place \in 1..Cardinality(S) |->
     CHOOSE i \in S : Cardinality({j \in S : Outranks(i, j)}) = place - 1]

Higher == [i \in Ids |-> Ascending({j \in Ids : Outranks(j, i)})]
Lower  == [i \in Ids |-> Ascending({j \in Ids : Outranks(i, j)})]
Others == [i \in Ids |-> Ascending(Ids \ {i})]

(***************************************************************************)
(* On the ring.  After[i][d] is the process d places after i, dead or      *)
(* alive; after N places that is i itself.                                 *)
(***************************************************************************)
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
