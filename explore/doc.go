// Package explore is the command explore as a library: it explores every interleaving and every crash
// point of a leader election, decides what the election must do, and shows what goes wrong.
package explore
