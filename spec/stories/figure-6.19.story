# Lecture 004, figure 6.19 (Tanenbaum): processes 0 to 7, of which 7, the coordinator, is dead. Ids
# begin with 1 here, so there is no process 0; it would only be told of the result.
story: figure 6.19: 4 calls an election, 5 and 6 answer and call, 6 wins and tells all
world: -algo=bully -n=7 -initial=leader -starts=0

crash P7

> (a) Process 4 calls an election.
> [(a) O processo 4 convoca uma eleição.]
detect P7 at P4
now ELECTION(4) of P4 to P5 on the way
now ELECTION(4) of P4 to P6 on the way

> (b) Processes 5 and 6 answer and tell 4 to stop.
> [(b) Os processos 5 e 6 respondem e mandam 4 parar.]
deliver ELECTION(4) of P4 to P5
deliver ELECTION(4) of P4 to P6
deliver OK of P5 to P4
deliver OK of P6 to P4

> (c) Now 5 and 6 each call an election.
> [(c) Agora, cada um, 5 e 6, convoca uma eleição.]
now P5 mode waiting for OK
now P6 mode waiting for OK
now ELECTION(5) of P5 to P6 on the way

> (d) Process 6 tells 5 to stop.
> [(d) O processo 6 manda 5 parar.]
deliver ELECTION(5) of P5 to P6
deliver OK of P6 to P5
now P5 mode waiting for COORDINATOR

> (e) Process 6 wins and tells everyone.
> [(e) O processo 6 vence e informa a todos.]
timeout T at P6
deliver COORDINATOR(6) of P6 to P1
deliver COORDINATOR(6) of P6 to P2
deliver COORDINATOR(6) of P6 to P3
deliver COORDINATOR(6) of P6 to P4
deliver COORDINATOR(6) of P6 to P5
now all elected 6
now nothing on the way
