// Explore is cmd/explore of the main module with distributed engines and stores. See explore worker -h.
package main

import (
	"interrex/cluster"
	"interrex/explore"
)

func main() { cluster.Main(explore.Catalogue()...) }
