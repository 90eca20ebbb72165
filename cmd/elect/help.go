package main

const help = `elect runs a node that elects a leader together with other nodes.

  elect cluster -n=5 -algo=bully    runs five nodes on this machine, each a process, with
                                    certificates; shows who leads, and which process to kill
  elect certs -dir=DIR -nodes=1,2,3 makes a development authority and certificates for nodes
  elect run -id=1 -peers=...        runs one node until SIGTERM or Ctrl-C; then it resigns and ends
  elect transfer, resign, campaign, token, forget    tell a node what to do: see below
  elect help                        prints this text

elect cluster
  -n=5                 nodes, with ids 1 to n
  -algo=bully          bully bully-recovery chang-roberts consensus hirschberg-sinclair lelann
                       omega-minimal omega-timely raft ring ring-accept ring-detector ring-maxid
                       ring-watch
  -on=bully            consensus: the election that it rests on; also for elect run
  -heartbeat=50ms      the interval between heartbeats
  -restart=2s          the time after which a killed node is started again; 0: never
  -duration=1m         the cluster ends after this time; 0: at Ctrl-C
  -dir=DIR             the folder for certificates, storage and logs; without it they are deleted
                       at the end
  -trace=DIR           the folder where every node records what it does
  -pre-vote -check-quorum    see below
  -chaos -seed=1       during -duration nodes are killed, stopped, cut off and slowed down, by a plan
                       drawn from the seed. The faults end before the run does; then all nodes must
                       soon agree on a leader, and the model must explain what they recorded. Nodes
                       of rings whose pages know no crash are not killed
  -plain               output line by line, even on a terminal

elect certs
  -dir=DIR             the folder; an authority in it is kept and used
  -cluster=interrex    the name of the cluster
  -nodes=1,2,3         the nodes; existing certificates are kept
  -days=365            how long a certificate is valid
  -renew               replaces the certificates of the nodes, but not their keys; copied to a
                       running node, they are read without a restart

elect run: who the members are
  -id=1                the node's own id
  -peers=1=HOST:PORT,2=HOST:PORT,...    all members and their addresses
  -members=3,1,2       the ring order; by default ascending ids
  -cluster=interrex    the cluster that the certificates name
  -algo=bully          must be the same at all members, like -on, -loads, -pre-vote and -check-quorum
  -loads=2,0,1         the criterion: the load of each, in ring order; the lower load outranks, then
                       the higher id
  -pre-vote            raft: asks whether it could win before it stands for election
  -check-quorum        raft: leads only while a majority answers

elect run: network
  -listen=HOST:PORT    by default its own address in -peers, or else 127.0.0.1:7400; fd:3: an open
                       socket
  -certs=DIR           the folder of ca.pem, node-ID.pem and node-ID-key.pem, from elect certs or
                       your own authority
  -insecure            runs without certificates, only on loopback
  -discover=           static    -peers are addresses that do not change
                       dns       -peers are names, HOST:PORT or that of an SRV record, which are
                                 resolved again and again
                       gossip    learnt from any reachable member; -members has the ids
  -gossip-listen=127.0.0.1:7410    -gossip-seeds=HOST:PORT,...
  -gossip-key=FILE     the file of the shared key: 32, 48 or 64 hexadecimal digits
  -advertise=HOST:PORT the address that gossip announces; by default where it listens

elect run: times
  -heartbeat=100ms     the interval between heartbeats
  -timers=T=500ms,...  the algorithm's timers, NAME=TIME or NAME=LEAST..MOST
  -start-min=30s -start-max=60s    it starts an election spontaneously after a time between these;
                       both 0: never
  -health-url=URL or -health-command=COMMAND    a node whose probe fails does not stand for election
  -health-every=1s
  -refused=1m          ends with code 75 when most of the others have refused it for this time. It
                       ends at once if one of them has met a newer incarnation of it

elect run: storage and output
  -data=DIR            the folder of its storage; raft needs one
  -http=127.0.0.1:7480 address for GET /leader, /healthz, /metrics; none: no server
  -control=PATH        the socket through which its user tells it what to do; by default
                       node-ID.sock in the folder of -data; none: no socket
  -weak-tokens         issues tokens even in elections without terms, where they guarantee nothing
  -print=30s           the interval at which it prints who leads; 0: never
  -report=             text | json    JSON also at each change
  -log=                text | json    to standard error
  -log-level=warn      debug | info | warn | error
  -trace=DIR -run=NAME the folder for its record, and the name of the run
  -trace-max=0         the most disk space for the record, such as 64MiB; 0: no limit. When the
                       oldest part is deleted, the record can no longer be replayed
  -seed=0              the seed of its random choices; 0: a different one each time
  -until-eof           ends at the end of its standard input

  -config=FILE         lines NAME VALUE with the names of flags; # begins a comment
  ELECT_START_MIN=10s  the environment; flags override it, and it overrides the file

elect transfer, resign, campaign, token, forget: orders to a node, from the user who runs it
  -control=PATH        its socket
  -to=2                transfer: the next leader; only for raft, since the others cannot hand over
  -data=DIR            forget, instead of -control: the folder of nodes that do not run

  transfer hands the leadership over. resign gives it up, and the node does not stand again until
  campaign. token prints a leader's next fencing token. forget ID lets the node ID in with another
  storage than before, but only at the nodes that are told; docs/replacing.md says when that is safe.

Exit codes: 0 ended as told; 12 the record diverges from the model; 13 a leader was owed but is
missing; 75 it could not continue; 150 a file is wrong; 151 a flag or an environment variable is
wrong; 152 undecided; 255 a bug of ours.
`
