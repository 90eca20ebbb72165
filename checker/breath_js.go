package checker

import "time"

// breath is the time between two pauses.
const breath = 25 * time.Millisecond

var breathed time.Time

// breathe lets the browser deliver events now and then: it has one thread, and Go leaves it only to wait.
func breathe() {
	if now := time.Now(); now.Sub(breathed) >= breath {
		time.Sleep(time.Millisecond)
		breathed = time.Now()
	}
}
