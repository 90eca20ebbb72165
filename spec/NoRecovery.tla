----------------------------- MODULE NoRecovery -----------------------------
(* What an algorithm answers that has no rule for a process that comes back (module Algorithm). *)

Recovering(l) == FALSE
OnRecover(p)  == p
=============================================================================
