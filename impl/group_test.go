package impl_test

import (
	"fmt"
	"math"
	"testing"

	"interrex/impl"
)

// TestValidate: what is wrong with a group is said in a line.
func TestValidate(t *testing.T) {
	for _, test := range []struct {
		config impl.Config
		want   string
	}{
		{impl.Config{Self: 2, Members: []impl.ID{1, 2}, Loads: []int{0, 3}, Log: impl.Log{Term: 1, Length: 1}, FirstBeat: 9}, "<nil>"},
		{impl.Config{Self: 2, Members: []impl.ID{0, 2}}, "member 0: an id is a positive number"},
		{impl.Config{Self: 2, Members: []impl.ID{2, 1, 2}}, "member 2: it is listed twice"},
		{impl.Config{Self: 3, Members: []impl.ID{1, 2}}, "node 3: it is not among the members [1 2]"},
		{impl.Config{Self: 1, Members: []impl.ID{1, 2}, Loads: []int{4}}, "loads [4]: there must be one for each of the members [1 2]"},
		{impl.Config{Self: 1, Members: []impl.ID{1}, Log: impl.Log{Length: -1}}, "log 0:-1: neither a term nor a length is negative"},
		{impl.Config{Self: 1, Members: []impl.ID{1}, FirstBeat: -1}, fmt.Sprintf("first beat -1: it must be from 0 to %d", math.MaxInt/16)},
	} {
		if got := fmt.Sprint(test.config.Validate()); got != test.want {
			t.Errorf("%+v: got %q, want %q", test.config, got, test.want)
		}
	}
}
