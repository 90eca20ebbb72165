# Lecture 000, the five figures of the bully: P_6 has failed, P_4 finds out, P_5 wins.
story: lecture 000, the bully: P6 dies, P4 calls an election, P5 wins
world: -algo=bully -n=6 -initial=leader -starts=0 -crashes=1 -initiators=4

crash P6
> Detects the failure of P6
> [Detekuje selhání P_6]
detect P6 at P4
now ELECTION(4) of P4 to P5 on the way
deliver ELECTION(4) of P4 to P5
> OK
deliver OK of P5 to P4
> Waits for the leader
> [Čeká na lídra]
now P4 mode waiting for COORDINATOR
now P5 mode waiting for OK
> The wait for an answer of P6 is over
> [Vypršelo čekání na odpověď od P_6]
timeout T at P5
deliver COORDINATOR(5) of P5 to P1
deliver COORDINATOR(5) of P5 to P2
deliver COORDINATOR(5) of P5 to P3
deliver COORDINATOR(5) of P5 to P4
> The election is over
> [Volby jsou skončeny]
now all elected 5
now nothing on the way
