------------------------------ MODULE NoTimers ------------------------------
(* What an algorithm without timers answers to the world's questions (module Algorithm). *)

HasTimers          == FALSE
Timers(i)          == {}
Armed(i, l)        == {}
Ticks(i, l, t)     == 0
CanCome(s, i, t)   == FALSE
Concerns(i, t, k)  == FALSE
OnTimeout(p, t)    == p
=============================================================================
