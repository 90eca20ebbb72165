package checker

// The optional methods of a System, which its comment explains.
type (
	outlasting interface {
		Lasts(s State, emit func(Duty))
	}
	acting     interface{ Actions() []NamedAction }
	bounding   interface{ Bounds() []string }
	attributed interface{ Actor(step Step) int }
	discerning interface{ Alike(s State) string }

	describer interface {
		DescribeState(s State) string
		DescribeStep(from State, step Step) string
	}
)
