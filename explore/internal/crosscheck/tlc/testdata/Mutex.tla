------------------------------- MODULE Mutex -------------------------------
\* Two processes, two locks. In Careful both take lock 1 first; in Careless each takes its own
\* first, and each may then wait for the other.
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

Leave(i) ==
  /\ pc[i] = 2
  /\ pc' = [pc EXCEPT ![i] = 0]
  /\ lock' = [l \in 1..2 |-> "free"]
  /\ log' = IF Len(log) < 2 THEN Append(log, [who |-> i, seen |-> lock]) ELSE log

First(i) == pc[i] = 0 /\ Take(i, 1)
Second(i) == pc[i] = 1 /\ Take(i, 2)
FirstOwn(i) == pc[i] = 0 /\ Take(i, IF i = "p" THEN 1 ELSE 2)
SecondOther(i) == pc[i] = 1 /\ Take(i, IF i = "p" THEN 2 ELSE 1)

Careful == \E i \in Proc : First(i) \/ Second(i) \/ Leave(i)
Careless == \E i \in Proc : FirstOwn(i) \/ SecondOther(i) \/ Leave(i)

CarefulSpec == Init /\ [][Careful]_vars /\ WF_vars(Careful)
\* As Careful, without the log, so that every state comes back.
Exit(i) == pc[i] = 2 /\ pc' = [pc EXCEPT ![i] = 0] /\ lock' = [l \in 1..2 |-> "free"] /\ UNCHANGED log
Brief == \E i \in Proc : First(i) \/ Second(i) \/ Exit(i)
BriefSpec == Init /\ [][Brief]_vars /\ WF_vars(Brief)

CarelessSpec == Init /\ [][Careless]_vars

Exclusion == \A i, j \in Proc : pc[i] = 2 /\ pc[j] = 2 => i = j
Short == Len(log) < 2
QEnters == <>(pc["q"] = 2)
=============================================================================
