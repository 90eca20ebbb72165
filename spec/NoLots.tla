------------------------------- MODULE NoLots -------------------------------
(* What an algorithm answers in which nothing is drawn (module Algorithm). *)

Identities   == {}
Lots(l)      == {}
OnDraw(p, k) == p
=============================================================================
