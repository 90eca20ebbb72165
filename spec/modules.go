package spec

import "embed"

// Modules are the TLA+ modules of the specification, by file name.
//
//go:embed *.tla
var Modules embed.FS

// Instances are TLC's configuration files of the worlds that are always cross-checked:
// instances/ALGORITHM/WORLD.cfg.
//
//go:embed instances
var Instances embed.FS
