package museum

// A Score counts outcomes.
type Score struct{ Killed, Equivalent, Survived, Undecided int }

// Add counts one more.
func (s *Score) Add(o Outcome) {
	switch o {
	case Killed:
		s.Killed++
	case Equivalent:
		s.Equivalent++
	case Survived:
		s.Survived++
	case Undecided:
		s.Undecided++
	}
}

// All is how many mutants were counted.
func (s Score) All() int { return s.Killed + s.Equivalent + s.Survived + s.Undecided }

// Of is how many of them could be killed: an equivalent one is no wound.
func (s Score) Of() int { return s.All() - s.Equivalent }
