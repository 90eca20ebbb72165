// Package drive has tests that make the implementation take the steps of the model, and compare.
//
// A Group is members of impl in memory: their states, their timers and the messages in transit. It takes a
// step, or reports why it cannot. compare explores a world and groups together. Every step of one must be a
// step of the other, with the same action, next variables, timers and messages in order.
//
// The comparison covers the variables of the spec page; a Cast derives them where the implementation stores them
// differently. There are two declared differences. Raft's members store suspicions of the failure detector, which
// is no variable of the page: this is a stutter, and is offered according to the world's detector. Their timer Q
// runs from such a suspicion on, where the page's always runs, and fires only when its condition is true.
package drive
