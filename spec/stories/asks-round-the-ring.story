# Lecture 001, LeLann: a process that comes back learns the leader by a query sent round the ring.
story: a recovered process of LeLann's ring asks for the leader and learns it
world: -algo=lelann -n=3 -initial=leader -starts=0 -crashes=1 -restarts=1

crash P1
restart P1
now P1 elected ⊥
> by a query sent round the ring
> [dotazem poslaným po kruhu]
recover P1
now ASK(1,⊥) of P1 to P2 on the way
deliver ASK(1,⊥) of P1 to P2
# P2 fills in its leader, and P3 forwards it.
now ASK(1,3) of P2 to P3 on the way
deliver ASK(1,3) of P2 to P3
deliver ASK(1,3) of P3 to P1
now all elected 3
now nothing on the way
# No election: three messages without an ELECT.
now 3 messages sent
