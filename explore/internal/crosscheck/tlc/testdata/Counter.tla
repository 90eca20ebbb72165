------------------------------ MODULE Counter ------------------------------
\* A counter that goes up to Max, and may start anew. Properties of every kind of verdict.
EXTENDS Naturals, TLC

CONSTANT Max

VARIABLE x

Init == x \in 0..1

Up == x < Max /\ x' = x + 1
Restart == x = Max /\ x' = 0

Next == Up \/ Restart
Spec == Init /\ [][Next]_x /\ WF_x(Next)
Lazy == Init /\ [][Next]_x
Twice == x \in 0..1 \/ x \in 0..1

InRange == x \in 0..Max
Small == x < Max
Asserted == Assert(x < Max, "x is too large")
AlwaysSmall == []Small
Grows == [][x' > x]_x
ReachesMax == <>(x = Max)
Settles == <>[](x = Max)
=============================================================================
