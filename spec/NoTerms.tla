------------------------------ MODULE NoTerms ------------------------------
(* What an algorithm answers whose leaders have no terms (module Algorithm): nothing survives *)
(* a crash, no link is cut, and a timer may always fire that is armed and waits for nothing.  *)

HasTerms             == FALSE
Term(l)              == 0
Keeps                == FALSE
Remains(l)           == l
Cut                  == {}
HasOccasion(s, i, t) == TRUE
=============================================================================
