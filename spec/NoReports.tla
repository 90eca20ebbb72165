----------------------------- MODULE NoReports -----------------------------
(* What an algorithm answers that no failure detector reports to (module Algorithm). *)

Reportable(i, l)   == {}
Withdrawable(i, l) == {}
OnReport(p, k)     == p
OnWithdraw(p, k)   == p
=============================================================================
