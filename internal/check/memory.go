package check

import (
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
)

// availableMemory is the least of the machine's free memory, the control group's limit, and GOMEMLIMIT; bytes;
// 0: unknown. It is read once, at the start, since later the process's own memory is no longer free.
var availableMemory = sync.OnceValue(func() uint64 {
	least := uint64(0)
	for _, bytes := range []uint64{
		machineMemory(), groupMemory("/sys/fs/cgroup/memory.max"),
		groupMemory("/sys/fs/cgroup/memory/memory.limit_in_bytes"), uint64(debug.SetMemoryLimit(-1)),
	} {
		if bytes > 0 && (least == 0 || bytes < least) {
			least = bytes
		}
	}
	if least >= 1<<62 { // what stands for no limit
		return 0
	}
	return least
})

// heed applies a tighter memory limit to Go's collector until end. The collector then runs more often and
// returns spare memory; it cannot reduce memory in use.
func heed(most uint64) (end func()) {
	before := debug.SetMemoryLimit(-1)
	if most == 0 || most >= uint64(before) {
		return func() {}
	}
	debug.SetMemoryLimit(int64(most))
	return func() { debug.SetMemoryLimit(before) }
}

// machineMemory is what Linux calls available.
func machineMemory() uint64 {
	text, _ := os.ReadFile("/proc/meminfo")
	_, rest, _ := strings.Cut(string(text), "MemAvailable:")
	kilobytes, _, _ := strings.Cut(rest, "kB")
	return bytesIn(kilobytes) * 1024
}

// groupMemory reads the limit of a control group; "max" is no limit.
func groupMemory(path string) uint64 {
	text, _ := os.ReadFile(path)
	return bytesIn(string(text))
}

// bytesIn is the number in a text; 0: there is none.
func bytesIn(text string) uint64 {
	n, err := strconv.ParseUint(strings.TrimSpace(text), 10, 64)
	if err != nil {
		return 0
	}
	return n
}
