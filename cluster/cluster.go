// Package cluster is package explore with engines and stores that span machines: the same program, in which workers elsewhere may do
// the tasks of a check (-engine, and the command worker), and a bucket may keep its states.
package cluster

import (
	"interrex/cluster/bucket"
	"interrex/cluster/flink"
	"interrex/cluster/nats"
	"interrex/cluster/worker"
	"interrex/explore"
	"interrex/model"
)

// Main is what explore.Main is, with engines. Driver and workers are this one program.
func Main(elections ...model.Algorithm) { run(newProgram(elections...)) }

// run is the program, and its command worker.
func run(p explore.Program) {
	if worker.Is() {
		worker.Main(p)
	}
	p.Main()
}

func newProgram(elections ...model.Algorithm) explore.Program {
	return explore.Program{Elections: elections, Engines: []explore.Engine{nats.Engine(), flink.Engine()}, Stores: []explore.Store{bucket.S3()}}
}
