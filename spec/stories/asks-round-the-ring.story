# Lecture 001, LeLann: a process that comes back learns the leader by a query sent round the ring.
story: who has come back to LeLann's ring asks, and has the leader
world: -algo=lelann -n=3 -initial=leader -starts=0 -crashes=1 -restarts=1

crash P1
restart P1
now P1 elected ⊥
> dotazem poslaným po kruhu
recover P1
now ASK(1,⊥) of P1 to P2 on the way
deliver ASK(1,⊥) of P1 to P2
# P2 fills in whom it has elected, and P3 passes that on.
now ASK(1,3) of P2 to P3 on the way
deliver ASK(1,3) of P2 to P3
deliver ASK(1,3) of P3 to P1
now all elected 3
now nothing on the way
# No election: three messages, and none of them is an ELECT.
now 3 messages sent
