# Lecture 001: "výpadek uzlu znamená výpadek celé úlohy". Here the process dies that the election message is on its way to.
story: Chang and Roberts, three processes: one dies with the election message, and no other election may begin
world: -algo=chang-roberts -n=3 -crashes=1

start P3
deliver ELECTION(3) of P3 to P1
> The failure of a node means the failure of the whole task
> [výpadek uzlu znamená výpadek celé úlohy]
crash P2
now nothing on the way
now P1 participant yes
now P3 participant yes
now all elected ⊥
