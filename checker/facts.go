package checker

// Facts are up to 64 predicates that are told of a state together, as the bits of one word.
// However many properties of states are made of them, the checker asks once a state.
type Facts struct{ tell func(State) uint64 }

// NewFacts makes Facts of a pure function: bit i of its word is predicate i.
func NewFacts(tell func(State) uint64) *Facts { return &Facts{tell} }

// Predicate is predicate i by itself.
func (f *Facts) Predicate(i int) Predicate {
	return func(s State) bool { return f.tell(s)>>i&1 != 0 }
}

// Invariant is the property Invariant of predicate i.
func (f *Facts) Invariant(name string, i int) Property {
	return f.told(Invariant(name, f.Predicate(i)), i)
}

// Counted is the property Counted of predicate i.
func (f *Facts) Counted(name string, i int) Property {
	return f.told(Counted(name, f.Predicate(i)), i)
}

func (f *Facts) told(p Property, i int) Property {
	p.facts, p.bit = f, 1<<i
	return p
}
