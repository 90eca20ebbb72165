package records

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
)

// Sorting records gives what a stable sort by comparing gives, whatever they have in common, and so does dropping those that are the same.
func TestSort(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	for _, stride := range []int{2, 3, 5} {
		for _, n := range []int{0, 1, 2, 33, 1000, manyRecords + 1} {
			for _, kinds := range []uint64{1, 3, 1 << 20, 1 << 63} { // of words
				columns := dice.Perm(stride - 1)
				var want [][]uint64
				var records []uint64
				for i := range n {
					record := make([]uint64, stride)
					for at := range record {
						record[at] = dice.Uint64N(kinds) << (8 * at) >> dice.IntN(2)
					}
					record[stride-1] = uint64(i)
					want, records = append(want, record), append(records, record...)
				}
				compare := func(a, b []uint64) int {
					for _, column := range columns {
						if order := cmp.Compare(a[column], b[column]); order != 0 {
							return order
						}
					}
					return 0
				}
				slices.SortStableFunc(want, compare)
				sorted, rest := Sort(records, make([]uint64, len(records)), stride, columns...)
				if !slices.Equal(sorted, slices.Concat(want...)) || len(rest) != len(records) {
					t.Fatalf("%d records of %d words out of %d are not in order", n, stride, kinds)
				}
				slices.Sort(columns)
				if slices.Equal(columns, []int{0}) || stride == 2 {
					want = slices.CompactFunc(want, func(a, b []uint64) bool { return a[0] == b[0] })
					if got := Unique(sorted, stride, 1); !slices.Equal(got, slices.Concat(want...)) {
						t.Fatalf("%d records of %d words: what is left is wrong", n, stride)
					}
				}
			}
		}
	}
}
