# Lecture 001: eight processes, all initiate. Its picture has the ids at places that its text does not
# say; on this ring the peaks 7, 6, 8 and 5 win phase 0, of these 7 and 8 have nobody higher up to two
# places away, and 7 has 8 four places away. In lockstep: every message takes one round.
story: Hirschberg and Sinclair, eight processes in lockstep: the probe of 8 returns in phase 3
world: -algo=hirschberg-sinclair -ids=3,7,1,6,2,8,4,5

> Phase 0: send(id, current phase, step counter) to 1-neighborhood
start P3
start P7
start P1
start P6
start P2
start P8
start P4
start P5
now 16 messages sent
deliver PROBE(3,0,1,right) of P3 to P7
deliver PROBE(3,0,1,left) of P3 to P5
deliver PROBE(7,0,1,right) of P7 to P1
deliver PROBE(7,0,1,left) of P7 to P3
deliver PROBE(1,0,1,right) of P1 to P6
deliver PROBE(1,0,1,left) of P1 to P7
deliver PROBE(6,0,1,right) of P6 to P2
deliver PROBE(6,0,1,left) of P6 to P1
deliver PROBE(2,0,1,right) of P2 to P8
deliver PROBE(2,0,1,left) of P2 to P6
deliver PROBE(8,0,1,right) of P8 to P4
deliver PROBE(8,0,1,left) of P8 to P2
deliver PROBE(4,0,1,right) of P4 to P5
deliver PROBE(4,0,1,left) of P4 to P8
deliver PROBE(5,0,1,right) of P5 to P3
deliver PROBE(5,0,1,left) of P5 to P4
> If: received id > current id Then: send a reply(id)
deliver REPLY(7,0,left) of P1 to P7
deliver REPLY(7,0,right) of P3 to P7
now P7 phase 1
deliver REPLY(6,0,left) of P2 to P6
deliver REPLY(6,0,right) of P1 to P6
now P6 phase 1
deliver REPLY(8,0,left) of P4 to P8
deliver REPLY(8,0,right) of P2 to P8
now P8 phase 1
deliver REPLY(5,0,left) of P3 to P5
deliver REPLY(5,0,right) of P4 to P5
now P5 phase 1
now 32 messages sent

> Phase 1: send(id, 1, 1) to left and right adjacent in the 2-neighborhood
deliver PROBE(7,1,1,right) of P7 to P1
deliver PROBE(7,1,1,left) of P7 to P3
deliver PROBE(6,1,1,right) of P6 to P2
deliver PROBE(6,1,1,left) of P6 to P1
deliver PROBE(8,1,1,right) of P8 to P4
deliver PROBE(8,1,1,left) of P8 to P2
deliver PROBE(5,1,1,right) of P5 to P3
deliver PROBE(5,1,1,left) of P5 to P4
deliver PROBE(7,1,2,right) of P1 to P6
deliver PROBE(7,1,2,left) of P3 to P5
deliver PROBE(6,1,2,right) of P2 to P8
deliver PROBE(6,1,2,left) of P1 to P7
deliver PROBE(8,1,2,right) of P4 to P5
deliver PROBE(8,1,2,left) of P2 to P6
deliver PROBE(5,1,2,right) of P3 to P7
deliver PROBE(5,1,2,left) of P4 to P8
> At second step: since step counter=2, I'm on the boundary of the 2-neighborhood
deliver REPLY(7,1,left) of P6 to P1
deliver REPLY(7,1,right) of P5 to P3
deliver REPLY(8,1,left) of P5 to P4
deliver REPLY(8,1,right) of P6 to P2
deliver REPLY(7,1,left) of P1 to P7
deliver REPLY(7,1,right) of P3 to P7
now P7 phase 2
deliver REPLY(8,1,left) of P4 to P8
deliver REPLY(8,1,right) of P2 to P8
now P8 phase 2
now 52 messages sent

> Phase 2: send id to 2^2 -neighborhood
deliver PROBE(7,2,1,right) of P7 to P1
deliver PROBE(7,2,1,left) of P7 to P3
deliver PROBE(8,2,1,right) of P8 to P4
deliver PROBE(8,2,1,left) of P8 to P2
deliver PROBE(7,2,2,right) of P1 to P6
deliver PROBE(7,2,2,left) of P3 to P5
deliver PROBE(8,2,2,right) of P4 to P5
deliver PROBE(8,2,2,left) of P2 to P6
deliver PROBE(7,2,3,right) of P6 to P2
deliver PROBE(7,2,3,left) of P5 to P4
deliver PROBE(8,2,3,right) of P5 to P3
deliver PROBE(8,2,3,left) of P6 to P1
deliver PROBE(7,2,4,right) of P2 to P8
deliver PROBE(7,2,4,left) of P4 to P8
deliver PROBE(8,2,4,right) of P3 to P7
deliver PROBE(8,2,4,left) of P1 to P7
> At the 2^2 step: If: received id > current id Then: send a reply(id)
deliver REPLY(8,2,left) of P7 to P3
deliver REPLY(8,2,right) of P7 to P1
deliver REPLY(8,2,left) of P3 to P5
deliver REPLY(8,2,right) of P1 to P6
deliver REPLY(8,2,left) of P5 to P4
deliver REPLY(8,2,right) of P6 to P2
deliver REPLY(8,2,left) of P4 to P8
deliver REPLY(8,2,right) of P2 to P8
now P8 phase 3
now 74 messages sent

> Phase 3: send id to 8-neighborhood
deliver PROBE(8,3,1,right) of P8 to P4
deliver PROBE(8,3,1,left) of P8 to P2
deliver PROBE(8,3,2,right) of P4 to P5
deliver PROBE(8,3,2,left) of P2 to P6
deliver PROBE(8,3,3,right) of P5 to P3
deliver PROBE(8,3,3,left) of P6 to P1
deliver PROBE(8,3,4,right) of P3 to P7
deliver PROBE(8,3,4,left) of P1 to P7
deliver PROBE(8,3,5,right) of P7 to P1
deliver PROBE(8,3,5,left) of P7 to P3
deliver PROBE(8,3,6,right) of P1 to P6
deliver PROBE(8,3,6,left) of P3 to P5
deliver PROBE(8,3,7,right) of P6 to P2
deliver PROBE(8,3,7,left) of P5 to P4
deliver PROBE(8,3,8,right) of P2 to P8
> The node with id 8 will receive its own probe message, and then becomes leader!
now P8 elected 8
now ELECTED(8) of P8 to P4 on the way
deliver PROBE(8,3,8,left) of P4 to P8
now 89 messages sent

deliver ELECTED(8) of P8 to P4
deliver ELECTED(8) of P4 to P5
deliver ELECTED(8) of P5 to P3
deliver ELECTED(8) of P3 to P7
deliver ELECTED(8) of P7 to P1
deliver ELECTED(8) of P1 to P6
deliver ELECTED(8) of P6 to P2
deliver ELECTED(8) of P2 to P8
now all elected 8
now nothing on the way
now 96 messages sent
