//go:build !linux

package checker

// adviseHuge does nothing where there is nobody to advise.
func adviseHuge([]byte) {}
