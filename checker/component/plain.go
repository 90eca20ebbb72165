package component

// A PlainStep is a step with the state that it leads to; nil if the step is disabled.
type PlainStep struct {
	Step
	Class Class
	To    []Value
}

// Plain lists the steps of a state by the plain code alone, for whole values. It is what the memoized expansion is compared with.
func Plain(s System, from []Value) (steps []PlainStep) {
	for _, class := range s.Classes() {
		v := from[class.Component]
		if part, _ := dividedOf(s).Part(class, v); part == nil {
			continue
		}
		for _, step := range s.Steps(class, v, Values(from)) {
			steps = append(steps, PlainStep{step, class, plainTarget(s, from, class.Component, step)})
		}
	}
	return steps
}

func plainTarget(s System, from []Value, component int, step Step) []Value {
	if step.Disabled {
		return nil
	}
	to := append([]Value(nil), from...)
	to[component] = step.Next
	for _, x := range step.Sends {
		to[x.To] = s.Receive(x.To, to[x.To], x.Message)
	}
	return to
}

// Values is a state that answers questions about itself.
type Values []Value

// Is is part of Ask.
func (v Values) Is(component int, q Question) bool { return q.Holds(v[component]) }

// About is part of Ask.
func (v Values) About(component int, a Aspect) any { return a.Of(v[component]) }
