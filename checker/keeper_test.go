package checker

import (
	"os"
	"testing"
)

// Of a check that explores again and again, the tree that the manifest names stays until there is a manifest of another, however many
// explorations end before.
func TestTurnKeepsWhatCounts(t *testing.T) {
	c := Checkpoint{Dir: t.TempDir(), Name: "turns"}
	k, err := openCheckpoint(c)
	if err != nil {
		t.Fatal(err)
	}
	for _, turns := range []int{1, 2, 3, 2} {
		k.record(children{steps: []uint32{0}})
		m := &manifest{States: turns}
		if err := k.save(m); err != nil {
			t.Fatal(err)
		}
		for range turns {
			if err := k.turn(); err != nil {
				t.Fatal(err)
			}
			if info, err := os.Stat(c.Dir + "/" + treeFiles[m.Tree]); err != nil || info.Size() < m.Bytes || m.Bytes == 0 {
				t.Fatalf("%v: the tree of %d bytes is %+v", err, m.Bytes, info)
			}
		}
		if turns == 3 { // the next one goes on from what is there
			k.close()
			if k, err = openCheckpoint(c); err != nil || k.which != m.Tree {
				t.Fatal(err, k)
			}
		}
	}
	k.close()
}
