// Package cluster is package explore with engines and stores that span machines: the same program, in which a check may have its
// tasks done by workers elsewhere (-engine, and the command worker), its states kept in a bucket, and what it does followed (-metrics).
package cluster

import (
	"interrex/cluster/bucket"
	"interrex/cluster/flink"
	"interrex/cluster/metrics"
	"interrex/cluster/nats"
	"interrex/explore"
	"interrex/model"
)

// Main is what explore.Main is, with engines. Driver and workers are this one program.
func Main(elections ...model.Algorithm) { Program(elections...).Main() }

// Program is the program that Main runs.
func Program(elections ...model.Algorithm) explore.Program {
	return explore.Program{Elections: elections, Engines: []explore.Engine{nats.Engine(), flink.Engine()}, Stores: []explore.Store{bucket.S3()}, Watcher: metrics.Watcher}
}
