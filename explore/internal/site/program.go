// Site makes a folder that any file server can serve: the explorer of explore serve, in the browser.
//
//	go generate ./explore/internal/site
//
// Compiled for js/wasm, this program is the explorer: a worker of the page runs it, and it answers the requests of the
// pages. Compiled for any other system, it writes the folder.
package main

import (
	"time"

	"interrex/checker"
	"interrex/explore/internal/checking"
	"interrex/explore/internal/command"
	"interrex/explore/internal/serve"
)

//go:generate go run . ../../../site

// The bounds of a check in a browser.
const (
	mostStates = 5_000_000
	mostTime   = 10 * time.Minute
	mostMemory = 2 << 30 // bytes; the memory of WebAssembly ends at 4 GiB
)

// newSite makes the explorer, the same in the browser and for the pages written beforehand.
func newSite(complain func(words string)) *serve.Site {
	program := &command.Program{
		Name: "go run ./cmd/explore", Binary: "explore", Catalogue: true,
		Elections: command.Catalogue(),
		Commands:  []*command.Command{checking.Command(nil)},
	}
	bounds := checker.Options{Workers: 1, MaxStates: mostStates, MaxTime: mostTime, MaxMemory: mostMemory}
	return serve.New(serve.Config{Offer: serve.Offer{Jobs: 1, Bounds: bounds}, Program: program, Complain: complain})
}
