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
	least := min(uint64(debug.SetMemoryLimit(-1)), numberIn("/proc/meminfo", "MemAvailable:")*1024)
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		least = min(least, numberIn(file, ""))
	}
	if least >= 1<<53 { // what stands for no limit
		return 0
	}
	return least
})

// numberIn is the number behind a word of a file; 1<<53 if there is none.
func numberIn(file, word string) uint64 {
	text, _ := os.ReadFile(file)
	_, after, _ := strings.Cut(string(text), word)
	number, _, _ := strings.Cut(strings.TrimSpace(after), " ")
	n, err := strconv.ParseUint(strings.TrimSpace(number), 10, 64)
	if err != nil || n == 0 {
		return 1 << 53 // times 1024 it stands for no limit too
	}
	return n
}

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
