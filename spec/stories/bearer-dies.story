# Lecture 001: "výpadek uzlu znamená výpadek celé úlohy". Here one dies on its way to whom the election is.
story: one of Chang and Roberts' three dies with the election, and nobody may begin another
world: -algo=chang-roberts -n=3 -crashes=1

start P3
deliver ELECTION(3) of P3 to P1
crash P2
now nothing on the way
now P1 participant yes
now P3 participant yes
now all elected ⊥
