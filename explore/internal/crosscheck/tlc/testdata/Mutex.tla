------------------------------- MODULE Mutex -------------------------------
\* Two processes, two locks, taken in the same order.
EXTENDS Naturals, Sequences, TLC

VARIABLES pc, lock, log

vars == <<pc, lock, log>>
Proc == {"p", "q"}

Init ==
  /\ pc = [i \in Proc |-> 0]
  /\ lock = (1 :> "free" @@ 2 :> "free")
  /\ log = <<>>

Take(i, l) ==
  /\ lock[l] = "free"
  /\ lock' = [lock EXCEPT ![l] = i]
  /\ pc' = [pc EXCEPT ![i] = @ + 1]
  /\ UNCHANGED log

First(i) == pc[i] = 0 /\ Take(i, 1)
Second(i) == pc[i] = 1 /\ Take(i, 2)
Exit(i) == pc[i] = 2 /\ pc' = [pc EXCEPT ![i] = 0] /\ lock' = [l \in 1..2 |-> "free"] /\ UNCHANGED log
Brief == \E i \in Proc : First(i) \/ Second(i) \/ Exit(i)
BriefSpec == Init /\ [][Brief]_vars /\ WF_vars(Brief)

QEnters == <>(pc["q"] = 2)
=============================================================================
