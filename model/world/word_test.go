package world_test

import (
	"slices"
	"testing"

	"interrex/checker"
	"interrex/model/world"
)

// TestFromAStateToAWord follows the run by which doc.go explains rows. It has the numbers of views counted by hand: each is one
// more than the one before, at the process that sees something for the first time.
func TestFromAStateToAWord(t *testing.T) {
	w := world.New(config(t, "chang-roberts", ids(2), func(c *world.Config) { c.Crashes, c.Starts, c.Initiators = 0, 1, ids(1) }))
	packing := w.Packing(w)
	var row checker.Row
	w.Init(func(s checker.State) {
		packing.See(s)
		if !widen(packing) {
			t.Fatal("it is not packed")
		}
		row = make(checker.Row, packing.Layout().Words)
		packing.Pack(s, row)
	})
	state, expander := make(checker.State, w.Width()), packing.Expander()
	for i, want := range []struct {
		row  uint64
		says string
	}{
		{1 << 63, "P1 participant no, elected ⊥ | P2 participant no, elected ⊥"},
		{1<<32 | 1, "P1 participant yes, elected ⊥ | P2 participant no, elected ⊥ | P1→P2 ELECTION(1)"},
		{2<<32 | 2, "P1 participant yes, elected ⊥ | P2 participant yes, elected ⊥ | P2→P1 ELECTION(2)"},
		{3<<32 | 1, "P1 participant yes, elected ⊥ | P2 participant yes, elected ⊥ | P1→P2 ELECTION(2)"},
	} {
		packing.Unpack(row, state)
		if says := w.DescribeState(state); !slices.Equal(row, checker.Row{want.row}) || says != want.says {
			t.Fatalf("row %d is %x, %s; want %x, %s", i, row, says, want.row, want.says)
		}
		var next checker.Successors
		if expander.Expand(row, &next) {
			t.Errorf("what comes of row %d is known before it is learnt", i)
		}
		next.Clear(1)
		if !expander.Learn(row, &next) || len(next.Rows) != 1 {
			t.Fatalf("row %d has %d steps; want 1", i, len(next.Rows))
		}
		next.Clear(1)
		if !expander.Expand(row, &next) {
			t.Errorf("what comes of row %d is not known once it is learnt", i)
		}
		row = checker.Row(next.Rows)
	}
}
