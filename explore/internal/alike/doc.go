// Package alike shows the argument of lecture 003 that an Ω needs its Property 1: two runs that one process cannot
// tell apart. In the first, R, nobody dies, and every link that may lose messages loses them all. In the other,
// R', a process dies. Both are found by exploration, not written down. That the process has equal views in both is
// checked afterwards.
package alike
