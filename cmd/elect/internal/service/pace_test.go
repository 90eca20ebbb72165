package service

import "interrex/internal/testlevel"

// pace is the heartbeat of a test, and the size of the largest group. With the race detector all is slower, and a failure
// detector that is wrong about everyone elects nobody: hearts beat slower, and groups are smaller.
func pace() (beat string, most int) {
	if testlevel.Race {
		return "100ms", 3
	}
	return "25ms", 7
}
