# Lecture 001: "každý účastník volby má elected = ⊥ nebo P_max". No rule of its bully clears the dead leader.
story: a participant keeps its elected leader after it has detected the leader's death
world: -algo=bully-recovery -n=3 -initial=leader -starts=0 -crashes=1 -restarts=0

crash P3
> Every participant of the election has elected = ⊥ or P_max
> [každý účastník volby má elected = ⊥ nebo P_max]
detect P3 at P1
now P1 mode waiting for OK
now P1 elected 3
deliver ELECTION(1) of P1 to P2
now P2 mode waiting for OK
now P2 elected 3
