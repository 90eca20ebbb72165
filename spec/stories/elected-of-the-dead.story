# Lecture 000 says this of ELECTION(9). Here the announcement circulates.
story: P9 wins, announces itself and dies: ELECTED(9) circulates forever
world: -algo=ring -ids=4,8,9,3 -initiators=9 -crashes=1

> P9 is elected, and announces itself
start P9
deliver ELECTION(9) of P9 to P3
deliver ELECTION(9) of P3 to P4
deliver ELECTION(9) of P4 to P8
deliver ELECTION(9) of P8 to P9
now P9 elected 9
> it dies before its message has come round
crash P9
deliver ELECTED(9) of P9 to P3
deliver ELECTED(9) of P3 to P4
deliver ELECTED(9) of P4 to P8
now all elected 9
now P9 dead

# The ring is repaired: the successor of P8 is P3. Nothing stops the message.
> nobody else stops the message: it goes round for ever
here
deliver ELECTED(9) of P8 to P3
deliver ELECTED(9) of P3 to P4
deliver ELECTED(9) of P4 to P8
as before
