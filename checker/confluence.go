package checker

// Confluent is implemented by a Commuting system that knows of single steps that they are enough.
type Confluent interface {
	Commuting

	// Confluence is what is known, for one Check; nil if nothing is.
	Confluence() Confluence
}

// A Confluence knows of steps that they are sure, on a surmise of what never happens.
//
// Law. Where ok is true, the operation has a single step in s, the sure one, and no bound alters it. Let
// w be a path as in the laws of Commuting, of steps of other operations, in which nothing happens that is
// surmised not to, to a state s1. Then either the same step is enabled in s1, owed if it is owed in s, and
// leads to where one gets from s by it and then by the steps of w, but for some that would change nothing
// then, and of which no run has infinitely many; or the sure step and then the steps of w, too, lead to s1.
// In either case, no property that minds none of the marks is violated in s1, and neither in s nor where that
// leads; and what is surmised not to happen, and may happen in s1, may happen there too, or on the way.
type Confluence interface {
	// Sure says whether the step of an enabled operation is sure.
	Sure(s State, op Operation) (marks Marks, ok bool)

	// Notice is told of each state that is expanded, and what is enabled there.
	Notice(s State, enabled Operations)

	// Revise reports whether anything noticed was surmised not to happen. It is not surmised any more.
	Revise() bool
}
