// Package cluster is package explore with distributed engines (-engine, and the command worker) and a store in a bucket.
package cluster

import (
	"interrex/cluster/bucket"
	"interrex/cluster/flink"
	"interrex/cluster/nats"
	"interrex/cluster/worker"
	"interrex/explore"
	"interrex/model"
)

// Main is explore.Main with engines. Driver and workers are the same program.
func Main(elections ...model.Algorithm) { run(newProgram(elections...)) }

// run runs the program, or its command worker.
func run(p explore.Program) {
	if worker.Is() {
		worker.Main(p)
	}
	p.Main()
}

func newProgram(elections ...model.Algorithm) explore.Program {
	return explore.Program{Elections: elections, Engines: []explore.Engine{nats.Engine(), flink.Engine()}, Stores: []explore.Store{bucket.S3()}}
}
