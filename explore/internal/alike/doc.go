// Package alike makes the argument visible by which lecture 003 shows that an Ω needs its Property 1:
// two runs that one process cannot tell apart. In the one, R, nobody dies, and whatever a link may
// lose it loses; in the other, R', a process dies. Both are found by exploring, not written down, and
// that the views are equal is compared afterwards.
package alike
