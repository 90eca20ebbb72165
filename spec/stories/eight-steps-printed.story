# Lecture 001, the last slide, by the letter of the algorithm on the slides before it: "if P_i is not the boss".
story: the eight steps of lecture 001, as printed: the boss does not answer, and step 7 ends with two leaders
world: -algo=bully-recovery -n=4 -initial=leader -starts=0 -crashes=2 -restarts=2 -reading=printed

> 1. Four active processes, P1 to P4. P4 is the coordinator
> [1. 4 aktivní procesy, P_1, …, P_4, P_4 je koordinátor]
now all elected 4
> 2. P1 and P4 fail. P2 gets no answer from P4 within T, and sends its election message to P3
> [2. P_1 a P_4 vypadnou. P_2 nedostane do doby T odpověď od P_4 a pošle proto P_3 svou volící zprávu]
crash P1
crash P4
detect P4 at P2
now ELECTION(2) of P2 to P3 on the way
> 3. P3 answers P2 with a rejection, and sends its own election message to P4
> [3. P_3 odpoví P_2 odmítnutím a zašle svou volící zprávu P_4]
deliver ELECTION(2) of P2 to P3
now REJECT of P3 to P2 on the way
now P3 mode waiting for OK
> 4. P2 receives the rejection of P3, and waits T1 for the confirmation that P3 is the coordinator
> [4. P_2 dostane odmítnutí své volby od P_3 a po dobu T_1 čeká na potvrzení, že P_3 je koordinátor]
deliver REJECT of P3 to P2
now P2 mode waiting for COORDINATOR
> 5. P4 is silent and does not reject P3 within T. P3 declares itself coordinator and tells all
> [5. P_4 mlčí, do doby T neodmítne P_3 a P_3 se prohlásí za koordinátora a všem to sdělí]
timeout T at P3
deliver COORDINATOR(3) of P3 to P2
now all elected 3
now nothing on the way
> 6. Later P1 recovers, and sends its election message to P2, P3 and P4
> [6. Později, když se P_1 obnoví, zašle svou volící zprávu P_2, P_3 a P_4]
restart P1
recover P1
now ELECTION(1) of P1 to P2 on the way
now ELECTION(1) of P1 to P3 on the way
> 7. P2 and P3 answer P1 with a rejection and start their own elections: P3 is the boss, and stays silent
> [7. P_2 a P_3 odpoví odmítnutím P_1 a spustí svoje volby: P_3 je šéf, a mlčí]
deliver ELECTION(1) of P1 to P2
deliver ELECTION(1) of P1 to P3
now no ELECTION(1) of P1 to P3 on the way
now no REJECT of P3 to P1 on the way
deliver REJECT of P2 to P1
now P1 mode waiting for COORDINATOR
deliver ELECTION(2) of P2 to P3
now no REJECT of P3 to P2 on the way
timeout T at P2
now P2 elected 2
now P3 elected 3
