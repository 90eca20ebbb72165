package component

// A valueTable numbers the values of one component from 1, so that no row is zero.
type valueTable struct {
	values []Value // by number; the first place is not used
	number map[Value]uint32
}

func newValueTable() valueTable {
	return valueTable{values: make([]Value, 1), number: map[Value]uint32{}}
}

// numberOf returns the number of a value, and whether it is new.
func (t *valueTable) numberOf(v Value) (n uint32, isNew bool) {
	n, known := t.number[v]
	if known {
		return n, false
	}
	n = uint32(len(t.values))
	t.values = append(t.values, v)
	t.number[v] = n
	return n, true
}
