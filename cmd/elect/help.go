package main

const help = `elect is a node that elects a leader together with others.

  elect cluster -n=5 -algo=bully    five nodes on this machine, each a process, with certificates;
                                    shows who leads, and which process to kill
  elect certs -dir=DIR -nodes=1,2,3 makes a development authority and the certificates of nodes
  elect run -id=1 -peers=...        one node, until SIGTERM or Ctrl-C: then it resigns and ends
  elect transfer, resign, campaign, token, forget    tell a node what to do: see below
  elect help                        this text

elect cluster
  -n=5                 nodes, with ids 1 to n
  -algo=bully          bully bully-recovery chang-roberts consensus hirschberg-sinclair lelann
                       omega-minimal omega-timely raft ring ring-accept ring-detector ring-maxid
                       ring-watch
  -on=bully            consensus: the election that it rests on; of elect run too
  -heartbeat=50ms      how often a node says that it lives
  -restart=2s          a node that has been killed is started again after so long; 0: never
  -duration=1m         ends after so long; 0: with Ctrl-C
  -dir=DIR             keeps certificates, storage and logs; otherwise they pass with the cluster
  -trace=DIR           every node records what it does
  -pre-vote -check-quorum    see below
  -chaos -seed=1       for all of -duration nodes are killed, stopped, cut off and made slow, by a plan
                       that the seed draws, and then let be; all must agree upon a leader soon, and
                       what they recorded is followed through the model. The rings whose pages know
                       no crash are spared the killing
  -plain               line by line, on a terminal too

elect certs
  -dir=DIR             the folder; an authority that is in it already goes on to be used
  -cluster=interrex    the name of the cluster
  -nodes=1,2,3         the nodes; a certificate that is there already is kept
  -days=365            how long a certificate is valid
  -renew               replaces the certificates of the nodes, and not their keys: copied to a node
                       that runs, it is read without a restart

elect run: who the members are
  -id=1                the node's own id
  -peers=1=HOST:PORT,2=HOST:PORT,...    all members and where they are to be found
  -members=3,1,2       the ring order; by default the ids ascend
  -cluster=interrex    what the certificates are for
  -algo=bully          the same at all members, as are -on, -loads, -pre-vote and -check-quorum
  -loads=2,0,1         the criterion: what each has to do, in ring order; less is better, then the higher id
  -pre-vote            raft: ask before standing
  -check-quorum        raft: lead only while a majority is heard

how it speaks with them
  -listen=HOST:PORT    default: its own place in -peers, otherwise 127.0.0.1:7400; fd:3: a socket
                       that is open already
  -certs=DIR           ca.pem, node-ID.pem and node-ID-key.pem, of elect certs or your own authority
  -insecure            without certificates, and then only on loopback
  -discover=           static    -peers are addresses that do not change
                       dns       -peers are names: HOST:PORT, or that of a SRV record, asked for
                                 again and again
                       gossip    found out from any member that is there; -members names the ids
  -gossip-listen=127.0.0.1:7410    -gossip-seeds=HOST:PORT,...
  -gossip-key=FILE     32, 48 or 64 hexadecimal digits, the same for all
  -advertise=HOST:PORT what the gossip tells of this node; default: where it listens

when
  -heartbeat=100ms     how often it says that it lives
  -timers=T=500ms,...  the algorithm's timers, NAME=TIME or NAME=LEAST..MOST
  -start-min=30s -start-max=60s    it calls an election of its own accord after a time between these;
                       both 0: never
  -health-url=URL or -health-command=COMMAND    a node whose probe fails does not stand
  -health-every=1s
  -refused=1m          ends, with code 75, when most of the others have refused it for so long; a node ends
                       at once when one of them has met a newer incarnation of it

what it keeps and tells
  -data=DIR            its storage; needed by raft
  -http=127.0.0.1:7480 GET /leader /healthz /metrics; none: not at all
  -control=PATH        the socket at which its user tells it what to do; default: node-ID.sock in
                       the folder of -data; none: not at all
  -weak-tokens         gives tokens of elections without terms too, which promise nothing
  -print=30s           prints who leads so often; 0: never
  -report=             text | json    JSON also at each change
  -log=                text | json    to standard error
  -log-level=warn      debug | info | warn | error
  -trace=DIR -run=NAME records what it does
  -trace-max=0         with at most so much on disk, as in 64MiB: the oldest goes, and then replay is
                       refused, which begins at the beginning
  -seed=0              of what it draws; 0: another each time
  -until-eof           ends when its standard input does

  -config=FILE         lines NAME VALUE, the names being those of the flags; # begins a comment
  ELECT_START_MIN=10s  the environment: a flag goes before it, and it before the file

elect transfer, resign, campaign, token, forget: what a node is told, by the user who runs it
  -control=PATH        its socket
  -to=2                transfer: the node that is to lead. Of raft only: the others hand nothing over
  -data=DIR            forget, in place of -control: the folders of nodes that do not run

  transfer hands the leadership over; resign gives it up, and the node does not stand before
  campaign; token prints a leader's next fencing token. forget ID lets the node ID in with another
  storage than before, at the nodes that are told and no others; docs/replacing.md says when that is safe.

Exit codes: 0 it has ended as told; 12 what was recorded diverges from the model; 13 a leader was
owed, and there is none; 75 it could not go on; 150 a file is wrong; 151 a flag, or a variable of the
environment, is wrong; 152 it is not decided; 255 a bug of ours.
`
