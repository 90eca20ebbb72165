# Lecture 003: "cuando un proceso reemplaza a un proceso caído, si tiene el mayor identificador, se
# impondrá como líder aunque el líder esté vivo". P2 is not suspected.
story: P3 comes back and replaces P2 as leader, although P2 is live and not suspected
world: -algo=bully -n=3 -initial=leader -starts=0 -restarts=1

crash P3
detect P3 at P2
timeout T at P2
deliver COORDINATOR(2) of P2 to P1
now all elected 2
now nothing on the way
> When a process replaces a dead one and has the greatest id, it imposes itself as leader, even if the leader is alive
> [cuando un proceso reemplaza a un proceso caído, si tiene el mayor identificador, se impondrá como líder aunque el líder esté vivo]
restart P3
now P2 elected 2
start P3
deliver COORDINATOR(3) of P3 to P1
deliver COORDINATOR(3) of P3 to P2
now all elected 3
now nothing on the way
