# The remembered id of a dead process. Lecture 000 does not mention it.
story: P9 dies with its ELECTION, and its remembered id blocks every later election
world: -algo=ring-maxid -ids=4,8,9,3 -starts=unlimited -elections=unlimited -crashes=1

start P9
deliver ELECTION(9) of P9 to P3
deliver ELECTION(9) of P3 to P4
deliver ELECTION(9) of P4 to P8
> P9 fails, and what was on its way to it is lost
crash P9
now nothing on the way
now all maxID 9
here
start P8
deliver ELECTION(8) of P8 to P3
now nothing on the way
as before
start P4
deliver ELECTION(4) of P4 to P8
as before
start P3
deliver ELECTION(3) of P3 to P4
as before
now all elected ⊥
