// Explore explores every interleaving and every crash point of a leader election, decides what
// the election must do, and shows what goes wrong. See explore help.
package main

import "interrex/explore"

func main() { explore.Main(explore.Catalogue()...) }
