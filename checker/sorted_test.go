package checker

import (
	"syscall"
	"testing"
)

// However full the disk is when runs are to become one, nothing of them is left once they are dropped.
func TestRunsOnAFullDiskAreDropped(t *testing.T) {
	if !hasFileRooms {
		return // nothing goes to disk there
	}
	full := 0
	for most := range int64(60) {
		d := &disk{folder: t.TempDir(), room: diskRoom{most: most}, tell: func() {}}
		var rs runs
		for first := uint64(0); first < 30; first += 3 {
			err := rs.enter(d, []uint64{first, 0, first + 1, 0, first + 2, 0}, 2)
			if err == syscall.ENOSPC {
				full++
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if rs.drop(d); d.used != 0 || len(rs) != 0 {
			t.Errorf("of %d bytes %d stay in use", most, d.used)
		}
	}
	if full < 10 {
		t.Errorf("%d disks were full: that proves little", full)
	}
}
