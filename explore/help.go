package explore

const help = `explore looks at every interleaving and every crash point of a leader election.

  explore [check] -algo=NAME -n=N [flags]    decide what the election must do
  explore rings -algo=NAME -n=N [flags]      the same for every arrangement of the ids on the ring,
                                             each with its own bounds
  explore measure -algo=NAME -n=N [flags]    what the runs cost, in messages and in message delays: the
                                             least and the greatest of all runs, and of drawn ones the
                                             mean; -sweep=2..8 in place of -n shows how it grows
  explore alike -algo=NAME -n=N -to=ID       two runs that one process cannot tell apart, side by side:
                                             in the one nobody dies, in the other somebody does
                                             (omega-...; -mutant=NAME for a wounded one)
  explore mutants [-algo=NAME]               wounded algorithms, and the property that each must break;
                                             -algo=NAME -mutant=NAME shows the run of one
  explore anonymous [-n=N -states=K -messages=M -ring=...]
                                             every deterministic protocol of that size on a ring of
                                             processes that are all alike: none elects; without
                                             flags, of several sizes
  explore crosscheck [-algo=NAME]            asks TLC, which needs Java, whether it says the same of the
                                             TLA+ modules in spec; -n=N and more flags: of one world,
                                             and -format=cfg writes its configuration file for TLC
  explore claims [-id=C11]                   what the lectures claim: runs what decides each claim,
                                             computes its verdict, compares the record; -id: of one,
                                             with its counterexamples
  explore story [-story=NAME or FILE]        follows runs that are written down, step by step: those
                                             of the lectures, or one of your own, FILE.story
  explore knowledge -algo=NAME -n=N [flags]  what the rules use of the group: whether it is enough to
                                             know nobody but oneself, or -knows=higher;
                                             -knows=larger: whether they use how many there are
  explore show WHAT [WHAT]                   draws the runs of a file: a report of -format=json; or a recorded run
                                             of real nodes, a folder or its files; of two, the runs side by side
  explore drive -counterexample=FILE         drives the implementation along what explore -format=json has
                                             found, in memory, step by step
  explore drive -edges [-algo=NAME flags]    drives it along every edge of the graph: by default of three
                                             processes, of all algorithms that are implemented
  explore replay [flags] FILE|DIR...         follows recorded runs of real nodes through the model, one
                                             step for each event; the files named are one trace, a
                                             folder with files is one, and so is each folder beneath
  explore serve [-addr=127.0.0.1:8080]       the explorer in a browser: choose a world, see what goes wrong,
                                             step through it, do something else, send a link to a step;
                                             -max-states -max-time -max-memory bound each check
  explore step -algo=NAME -n=N [flags]       an explorer in the terminal: goes through the counterexample, or
                                             from the first state, step by step, by keys: what is possible,
                                             what is not and why, undo, "can it still elect?"; -at=WALK
                                             comes back to a step. Bounds: -max-states=500000
                                             -max-time=20s before it opens
  explore list [-format=text|json]           the algorithms, their worlds, the properties
  explore completion bash|zsh|fish           a script that completes commands, flags and values in a shell:
                                             source <(explore completion bash)
  explore help [COMMAND]                     this text, or what of it concerns one command

The election
  -algo=NAME           explore list names them
  -n=N                 processes, with ids 1 to N, in ring order
  -ids=4,8,9,3         or these ids, in ring order
  -on=bully            the election that -algo=consensus rests on
  -criterion=          id | load | log    who outranks whom; the id decides between equals
  -loads=2,1,1         what each has to do, in ring order: less is better
  -logs=1:3,2:1,2:1    the last term and the length of each one's log: later, then longer is better
  -reading=            repaired | printed    mended where the print does not do, or to the letter
  -watchers=           both | predecessor | successor    who watches over a process (ring-watch)

Protocols (anonymous)
  -states=2            local states, each marked as leading or not
  -messages=1          different messages
  -ring=               unidirectional | bidirectional

What may happen (budgets of the adversary, each a number or "unlimited")
  -crashes=            default 1 where the author reckons with crashes, else 0
  -crash-points=       sends | steps    also inside a step, after some of its messages, or not
  -restarts=           processes that come back, each under its old id; default 0, of raft 1
  -initial=            nobody | leader | themselves    whom all have elected at first: each itself
  -initiators=all      or ids, or nobody: who may begin an election of its own accord
  -starts=1            elections begun spontaneously (nobody died), of all processes together
  -timeouts=           sync       a timer fires only when what it waits for cannot come any more,
                                  and the messages of the dead have arrived
                       perfect    the same, but the messages of the dead may still be on their way
                       any        at any time: an asynchronous system
                       clock      when so many ticks have passed; messages have deadlines
  -detector=           what the failure detector gets wrong
                       perfect    nothing
                       incomplete it may never report a death
                       inaccurate it takes the living for dead, as often as -mistakes says
                       eventually-perfect    so it does until a moment that nobody knows, and is
                                  perfect from then on
  -mistakes=unlimited  of an inaccurate or eventually-perfect detector
  -channels=           fifo | bag | lossy | duplicating
  -losses=1            messages lost by lossy channels
  -duplicates=1        deliveries repeated by duplicating ones
  -repair=             lost | resent    what becomes of messages to a process of the ring that dies

With -timeouts=clock, all in ticks
  -tm=1 -tp=0          (omega-minimal: -tm=0) a message is delivered within -tm, and handled within -tp
  -t= -t2=             the timers T and T' (2*tm+tp, and that much more than T); a death is
                       found out T to 2T later
  -eta=1               how often a process says that it lives, where it does (omega-...)
  -gst=0               the bounds hold from an unknown tick on, at the latest after so many, or
                       unlimited; before, messages may be late (to omega-..., also lost)
  -timely=all          nothing, from:2, or links as in 1-2,2-3: those that ever keep the bounds
  -late=               on other links a message to omega-... is lost after so many (2*tm)
  -ties=               delivery-first | timer-first    in a tick in which both are due

Of raft
  -pre-vote            whoever would stand for election first asks whether it could win
  -check-quorum        a leader gives up whom no majority answers; till then its followers stay with it
  -cut=nothing         or links that carry nothing, each in one direction: 1-2,2-1

Bounds (each that is hit makes what is not decided inconclusive)
  -elections=          elections begun per process; unlimited where the world is finite without
  -capacity=           messages in one channel; likewise
  -counters=3          how far counters count that may grow for ever (omega-...)
  -max-states=N        the first N, by rank
  -max-depth=N         levels beyond the first
  -max-time=TIME       of the exploration, and again of liveness, such as 90s or 10m
  -max-memory=SIZE     such as 8GiB; default: seven eighths of what is free
  -max-counterexamples=1  so many different runs for each property that is violated (text, json, html,
                       shiviz)
  -stop=               none | first    go on after a violation, or stop after the level of the first
                       one of a safety property

What is measured (explore measure; there -crashes=0 is the default)
  -orders=             one | descending | all    the ids as given or ascending, descending in the
                       direction of travel, or in all orders up to rotation
  -sweep=2..8          for each of these numbers of processes; one that goes beyond 64 leaves out most
                       after 16. Where exploration ends, drawn runs go on, and the rows say so
  -seed=1              of the runs drawn at random: in each state each step is as likely as the others
  -runs=100            how many are drawn
  -max-steps=5000000   of all drawn runs together; -max-states is 1000000 by default
  -no-delays           messages only: for delays each message carries the length of its chain, and
                       there are more states. A chain: each message is sent when the one before is
                       taken; a start, a timeout and a detection begin one
  A run costs what it does until everyone has decided, and until the election is over: nothing on
  its way, nobody taking part. The lectures count to the latter (3N-1 messages and delays of one
  starter); until all have decided the messages are the same, and the delays one less.

What is asked, and how it is told
  -property=           default; promised: what the author promises in this world; or names separated by
                       commas. What has no meaning for the algorithm is refused (explore list)
  -id=C11              one claim of the ledger (claims)
  -mutant=NAME         one of the wounded algorithms (mutants, alike)
  -to=ID               to whom the two runs are to look the same (alike)
  -story=NAME          one story; FILE.story is one of your own (story)
  -knows=              itself | higher | larger    what a process is shown of the group (knowledge)
  -counterexample=FILE a report with counterexamples; -property picks one (drive)
  -edges               all edges (drive); -max-states: of pairs of a state and a group;
                       -max-time: of all worlds together
  -crashed=            any, or ids: whose last incarnation was killed, and has no end (replay, show)
  -steps=1..1000       which steps of a recorded run are shown (show)
  -minimal=DIR         where the least trace is written that still diverges (replay)
  -at=0.3.1            where to begin: the numbers of the steps, as step prints them when it ends, and as
                       they stand in links of the browser's explorer (step)
  -fail-on=vacuous     warnings are errors: a property whose premise is never true, an action
                       that is never taken though nothing of the author's world is left out
  -format=             text | json | mermaid | dot | svg | html (a page to step through) |
                       itf (Apalache, Quint) | shiviz | junit
                       measure: text | json    claims: text | json | markdown
                       show: text | svg | html | mermaid | itf | shiviz
  -o=FILE              where the report goes; - is standard output
  -addr=127.0.0.1:8080 where the browser finds it (serve): by default, this machine alone
  -jobs=2              checks at a time; others wait (serve)
  -quiet               no progress on standard error
  -workers=            default: one per core; the report is the same for any number
  -reduce=             none | po | confluence | po,confluence    po: of steps that commute not every
                       order is tried; confluence: a step that commutes with all that may come is
                       taken at once. Verdicts are the same, counts are not, and a run shown may not
                       be a shortest one
  -shortest            with -reduce: what is violated is searched for again in the whole graph, no
                       deeper than it was found, so that the run shown is a shortest one

Exit codes
  0 everything holds, and everything was explored    12 a safety property is violated
  11 only not-stuck is, of those                     13 only liveness is violated
  75 a model or property panicked, there are         151 a flag is wrong
     warnings (-fail-on), the report was not written
  150 an input file is wrong                         255 a bug of ours
  152 inconclusive: a bound was hit, or Ctrl-C
measure ends with 0 if what was asked is exact, a sweep also where it goes on with drawn runs;
anonymous with 0 if no protocol elects; mutants with 0 if each mutant is as claimed, with 12 if one is
not; crosscheck with 0 if all agree, with 255 if anything differs, with 75 if TLC cannot be asked of
one; claims with 0 if all are as recorded, with 12 if one is not, with 152 if one is undecided; story
with 0 if each is a run of its model, with 12 if one is not; knowledge with 0 if what is known is
enough, with 12 if it is not; drive with 0 if the implementation does all of it, with 12 if
it diverges, with 152 if edges are left; replay with 0 if every
trace is a run of the model, with 12 if one is not, with 150 if one is malformed, with 152 if the model
cannot say.
go run makes 1 of every code but 0; the last line of the report names the real one.
`
