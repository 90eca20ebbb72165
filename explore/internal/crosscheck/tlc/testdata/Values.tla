------------------------------- MODULE Values -------------------------------
\* One state with values of every kind, and PrintT.
EXTENDS Integers, Sequences, TLC

CONSTANTS m, n

VARIABLES nested, many, long, record

Init ==
  /\ nested = [i \in {"x y", "q"} |-> [j \in 3..15 |-> {i}]]
  /\ many = <<<<1, "a\"b\\c", 3>>, 1..3, {1, 2}, {}, [k \in {m, n} |-> k], [i \in 1..3 |-> -i],
              [i \in {1, 3} |-> i], SUBSET {1, 2}, -1..1, [i \in {-1} |-> TRUE], [i \in {} |-> 1],
              <<>>, [x |-> m]>>
  /\ long = <<"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
              [zz |-> "bbbbbb bbbbbbbbbb bbbbbbbbbbbb @@ , bbb", y |-> 1, x |-> {{1}, {2}}]>>
  /\ record = [set |-> {[a |-> i, b |-> <<i>>] : i \in 1..12},
               f |-> [x \in (1..2) \X {"l\tl"} |-> {x}]]

Next ==
  /\ UNCHANGED <<nested, many, long, record>>
  /\ PrintT(<<"hello", 1..3>>)
  /\ PrintT("two\nlines")
  /\ Print("x", TRUE)
=============================================================================
