package checker

import "syscall"

// madviseHugepage is MADV_HUGEPAGE of madvise(2).
const madviseHugepage = 14

// adviseHuge asks for huge pages behind a large table that is read at random: most of what such
// a read costs is otherwise the search for the page. It is advice; nothing depends on it.
func adviseHuge(b []byte) {
	if len(b) >= 4<<20 {
		_ = syscall.Madvise(b, madviseHugepage)
	}
}
