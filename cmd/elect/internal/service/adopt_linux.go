package service

import "syscall"

// adopt makes this process, instead of the system's first one, the parent of orphaned descendants, so that it
// learns when all processes started by a probe are gone. The first process of a container adopts them anyway.
func adopt() {
	const setChildSubreaper = 36 // PR_SET_CHILD_SUBREAPER, prctl(2)
	_, _, _ = syscall.RawSyscall(syscall.SYS_PRCTL, setChildSubreaper, 1, 0)
}
