# Lecture 001: "výpadek uzlu znamená výpadek celé úlohy". Here one dies without a message on its way to it.
story: Chang and Roberts, three processes: one dies, and the others elect the highest (lost)
world: -algo=chang-roberts -n=3 -crashes=1

start P3
deliver ELECTION(3) of P3 to P1
deliver ELECTION(3) of P1 to P2
> P1 has passed the message on, and fails
crash P1
deliver ELECTION(3) of P2 to P3
now P3 elected 3
deliver ELECTED(3) of P3 to P2
deliver ELECTED(3) of P2 to P3
now all elected 3
now all participant no
now nothing on the way
