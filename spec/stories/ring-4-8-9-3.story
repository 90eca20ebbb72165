# Lecture 000, the example: "Spustí volby" stands beside 8 and beside 9; on the way are ELECTION(8)
# and ELECTION(9), then only ELECTION(9).
story: lecture 000, the ring 4, 8, 9, 3: 8 and 9 start
world: -algo=ring -ids=4,8,9,3 -initiators=8,9 -starts=2 -crashes=0

> ELECTION(8), ELECTION(9)
start P8
start P9
now ELECTION(8) of P8 to P9 on the way
now ELECTION(9) of P9 to P3 on the way

> P9 replaces ELECTION(8)
deliver ELECTION(8) of P8 to P9
deliver ELECTION(9) of P9 to P3
deliver ELECTION(9) of P3 to P4
deliver ELECTION(9) of P4 to P8
deliver ELECTION(9) of P8 to P9
now P9 elected 9
now ELECTED(9) of P9 to P3 on the way

# The message that was replaced comes round too, and P9 announces itself twice.
deliver ELECTION(9) of P9 to P3
deliver ELECTION(9) of P3 to P4
deliver ELECTION(9) of P4 to P8
deliver ELECTION(9) of P8 to P9
deliver ELECTED(9) of P9 to P3
deliver ELECTED(9) of P9 to P3
deliver ELECTED(9) of P3 to P4
deliver ELECTED(9) of P3 to P4
deliver ELECTED(9) of P4 to P8
deliver ELECTED(9) of P4 to P8
now all elected 9
deliver ELECTED(9) of P8 to P9
deliver ELECTED(9) of P8 to P9
now nothing on the way
now 17 messages sent
