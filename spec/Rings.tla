------------------------------- MODULE Rings -------------------------------
(* The rings of the instances, and the loads and logs of their processes, by name: a         *)
(* configuration file cannot write a sequence. It can only name what the root module knows,  *)
(* and so every algorithm extends this module.                                               *)

LOCAL Log(term, length) == [term |-> term, length |-> length]

Ring_1_2 == <<1, 2>>
Ring_1_2_3 == <<1, 2, 3>>
Ring_1_2_3_4 == <<1, 2, 3, 4>>
Ring_1_2_3_4_5 == <<1, 2, 3, 4, 5>>
Ring_1_3_2 == <<1, 3, 2>>
Ring_2_1_3 == <<2, 1, 3>>
Ring_3_2_1 == <<3, 2, 1>>
Ring_4_8_9_3 == <<4, 8, 9, 3>>
Ring_5_4_3_2_1 == <<5, 4, 3, 2, 1>>

Loads_ == <<>>
Loads_1_2_1 == <<1, 2, 1>>
Loads_2_1_1_2 == <<2, 1, 1, 2>>

Logs_ == <<>>
Logs_2_3__2_5__1_9 == <<Log(2, 3), Log(2, 5), Log(1, 9)>>
=============================================================================
