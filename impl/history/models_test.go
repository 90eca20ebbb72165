package history

import (
	"fmt"
	"maps"
	"slices"

	"github.com/anishathalye/porcupine"

	"interrex/impl"
)

// A Question is the leader of a term. The first answer decides it: later ones must be the same.
type Question struct{ Term int }

// WhoLeads is the model of the sticky registers, one for each term.
func WhoLeads() porcupine.Model {
	return porcupine.Model{
		Partition: func(all []porcupine.Operation) [][]porcupine.Operation {
			terms := map[int][]porcupine.Operation{}
			for _, o := range all {
				term := o.Input.(Question).Term
				terms[term] = append(terms[term], o)
			}
			var list [][]porcupine.Operation
			for _, term := range slices.Sorted(maps.Keys(terms)) {
				list = append(list, terms[term])
			}
			return list
		},
		Init: func() any { return impl.Nobody },
		Step: func(state, input, output any) (bool, any) {
			if state == impl.Nobody {
				return true, output
			}
			return output == state, state
		},
		DescribeOperation: func(input, output any) string {
			return fmt.Sprintf("who leads in term %d? %v", input.(Question).Term, output)
		},
		DescribeState: func(state any) string { return fmt.Sprint(state) },
	}
}

// A Write puts a value into the register, and a Read gives it.
type (
	Write struct{ Value int }
	Read  struct{}
)

// Register is the model of a register that holds 0 at first.
func Register() porcupine.Model {
	return porcupine.Model{
		Init: func() any { return 0 },
		Step: func(state, input, output any) (bool, any) {
			if w, is := input.(Write); is {
				return true, w.Value
			}
			return output.(int) == state.(int), state
		},
		DescribeOperation: func(input, output any) string {
			if w, is := input.(Write); is {
				return fmt.Sprintf("write %d", w.Value)
			}
			return fmt.Sprintf("read: %v", output)
		},
		DescribeState: func(state any) string { return fmt.Sprint(state) },
	}
}
