// Explore is cmd/explore of the main module with engines and stores that span machines. See explore worker -h.
package main

import (
	"interrex/cluster"
	"interrex/explore"
)

func main() { cluster.Main(explore.Catalogue()...) }
