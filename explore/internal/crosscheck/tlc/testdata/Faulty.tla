------------------------------- MODULE Faulty -------------------------------
\* Specifications that TLC cannot decide, each for another reason.
EXTENDS Naturals, Sequences, TLC

CONSTANT N

ASSUME Large == N > 2

VARIABLE x

Init == x = 0
Next == x < N /\ x' = x + 1

NoHead == x' = Head(<<>>)
NotABoolean == <>(x = "a")
Spec == Init /\ [][Next]_x
Inconsistent == x = 0 /\ Print("never true", FALSE)
=============================================================================
