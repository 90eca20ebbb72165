# Lectures 001 and 004, the figure (Coulouris): "The election was started by process 17. The highest
# process identifier encountered so far is 24."
story: the figure of the ring: 17 starts, 24 is the highest id so far, 28 wins
world: -algo=chang-roberts -ids=17,4,24,9,1,15,28,3 -initiators=17

> The election was started by process 17.
start P17
deliver ELECTION(17) of P17 to P4
deliver ELECTION(17) of P4 to P24
> The highest process identifier encountered so far is 24.
deliver ELECTION(24) of P24 to P9
deliver ELECTION(24) of P9 to P1
deliver ELECTION(24) of P1 to P15
now ELECTION(24) of P15 to P28 on the way
> Participant processes are shown in a darker tint.
now P17 participant yes
now P4 participant yes
now P24 participant yes
now P9 participant yes
now P1 participant yes
now P15 participant yes
now P28 participant no
now P3 participant no
> After a while 28 receives the message “28”, and sends round the ring that 28 is elected
> [28 získá po čase zprávu „28“ a pošle po kruhu zprávu, že je zvolený 28]
deliver ELECTION(24) of P15 to P28
deliver ELECTION(28) of P28 to P3
deliver ELECTION(28) of P3 to P17
deliver ELECTION(28) of P17 to P4
deliver ELECTION(28) of P4 to P24
deliver ELECTION(28) of P24 to P9
deliver ELECTION(28) of P9 to P1
deliver ELECTION(28) of P1 to P15
deliver ELECTION(28) of P15 to P28
now P28 elected 28
deliver ELECTED(28) of P28 to P3
deliver ELECTED(28) of P3 to P17
deliver ELECTED(28) of P17 to P4
deliver ELECTED(28) of P4 to P24
deliver ELECTED(28) of P24 to P9
deliver ELECTED(28) of P9 to P1
deliver ELECTED(28) of P1 to P15
deliver ELECTED(28) of P15 to P28
now all elected 28
now all participant no
now nothing on the way
# 6 + 2·8: the starter is six places before the winner.
now 22 messages sent
