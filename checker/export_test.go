package checker

// PackVectors is the packing of a system that has none of its own.
func PackVectors(s System) Packing { return packVectors(s) }
