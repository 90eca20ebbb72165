package checker

import (
	"runtime"
	"time"
)

// breath is the time between two pauses.
const breath = 25 * time.Millisecond

var breathed time.Time

// breathe lets a browser deliver events now and then: it has one thread, and Go leaves it only to wait.
func breathe() {
	if runtime.GOOS == "js" && time.Since(breathed) >= breath {
		time.Sleep(time.Millisecond)
		breathed = time.Now()
	}
}
