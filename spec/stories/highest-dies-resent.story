# Lecture 001: "výpadek uzlu znamená výpadek celé úlohy". Here the highest dies, and the ring is rebuilt at once.
story: Chang and Roberts, three processes: the highest dies, and its ELECTION circulates forever, although no message is lost
world: -algo=chang-roberts -n=3 -crashes=1 -repair=resent

start P3
deliver ELECTION(3) of P3 to P1
> The failure of a node means the failure of the whole task
> [výpadek uzlu znamená výpadek celé úlohy]
crash P3
deliver ELECTION(3) of P1 to P2
deliver ELECTION(3) of P2 to P1
now P2 participant yes
here
deliver ELECTION(3) of P1 to P2
deliver ELECTION(3) of P2 to P1
as before
