# Lecture 001: all initiate, the ids descend in the direction of travel, five processes in lockstep.
story: Chang and Roberts in lockstep, ids descending: 5, 9, 12, 14, 15 messages, then 20
world: -algo=chang-roberts -ids=5,4,3,2,1

> <1> 1 times, <2> 1 times, <3> 1 times, <4> 1 times, <5> 1 times, total 5 times
start P5
start P4
start P3
start P2
start P1
now 5 messages sent
> total 9 times
deliver ELECTION(5) of P5 to P4
deliver ELECTION(4) of P4 to P3
deliver ELECTION(3) of P3 to P2
deliver ELECTION(2) of P2 to P1
deliver ELECTION(1) of P1 to P5
now 9 messages sent
> total 12 times
deliver ELECTION(5) of P4 to P3
deliver ELECTION(4) of P3 to P2
deliver ELECTION(3) of P2 to P1
deliver ELECTION(2) of P1 to P5
now 12 messages sent
> total 14 times
deliver ELECTION(5) of P3 to P2
deliver ELECTION(4) of P2 to P1
deliver ELECTION(3) of P1 to P5
now 14 messages sent
> total 15 times
deliver ELECTION(5) of P2 to P1
deliver ELECTION(4) of P1 to P5
now 15 messages sent
> plus 5 messages that announce the elected node, 5: 20 messages in all
> [plus 5 zpráv oznamujících číslo zvoleného uzlu, 5, takže 20 zpráv]
deliver ELECTION(5) of P1 to P5
deliver ELECTED(5) of P5 to P4
deliver ELECTED(5) of P4 to P3
deliver ELECTED(5) of P3 to P2
deliver ELECTED(5) of P2 to P1
deliver ELECTED(5) of P1 to P5
now 20 messages sent
now all elected 5
now nothing on the way
