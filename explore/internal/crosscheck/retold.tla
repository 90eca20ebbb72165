Is(s) ==
  /\ live = s.live /\ fresh = s.fresh /\ local = s.local /\ left = s.left /\ budget = s.budget
  /\ annals = s.annals /\ decision = s.decision /\ clock = s.clock
  /\ \A l \in DOMAIN channel :
       channel[l] = IF l \in DOMAIN s.channel THEN s.channel[l] ELSE <<>>

States   == Runs[which].states
AtEnd(n) == which = n /\ at = Len(States)

(* After the last state comes the one that the run goes back to, if it does. *)
Following == IF at < Len(States) THEN {at + 1} ELSE {Runs[which].back} \ {0}

RetoldInit ==
  /\ Init
  /\ which \in DOMAIN Runs
  /\ at = 1
  /\ Is(States[1])

RetoldNext ==
  \E place \in Following :
    /\ Next
    /\ which' = which
    /\ at' = place
    /\ Is(States[place])'

(* A run that claims to go back must be able to. *)
Closes == AtEnd(which) /\ Runs[which].back # 0 => ENABLED RetoldNext

RetoldSpec ==
  RetoldInit /\ [][RetoldNext]_<<vars, which, at>> /\ WF_<<vars, which, at>>(RetoldNext)

