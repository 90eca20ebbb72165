# Lecture 000, "Selhání během volby". The figure has P_6 as the dead leader; P_4 has been told OK.
story: lecture 000, a failure during the election: P5 answers and dies, P4 wins
world: -algo=bully -n=6 -initial=leader -starts=0 -crashes=2

crash P6
> Detects the failure of P6
> [Detekuje selhání P_6]
detect P6 at P4
deliver ELECTION(4) of P4 to P5
> OK
deliver OK of P5 to P4
> Waits for the leader
> [Čeká na lídra]
now P4 mode waiting for COORDINATOR
crash P5
> The timeout expires → starts a new election
> [Vyprší timeout → iniciuje nové volby]
timeout T' at P4
now P4 mode waiting for OK
> and finally wins it
> [a nakonec je vyhraje]
timeout T at P4
deliver COORDINATOR(4) of P4 to P1
deliver COORDINATOR(4) of P4 to P2
deliver COORDINATOR(4) of P4 to P3
now all elected 4
now nothing on the way
