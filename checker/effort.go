package checker

// An effort tells whether a way to leave out steps is worth its while. That is judged where a level
// begins, so it does not depend on the number of workers. A way that leaves out too little costs more
// than it saves. It is idle then, but for a few states in which it is tried still: what does not pay as
// long as somebody may come back may pay later.
type effort struct {
	idle        bool
	left, tried int // steps left out, and steps of the states in which it was tried, when last judged
}

const (
	aWindow = 1_000 // steps of the states in which it was tried, from one judgement to the next
	aScout  = 16    // an idle way is tried in one state of so many
	atFirst = 2_000 // states until which little is enough: small graphs are over before it matters
)

// least is the part of the steps that must be left out, in twentieths, at first and later: by sets, and by
// sure steps.
var least = [2][2]int{bySets: {2, 8}, bySure: {1, 4}}

// judge is told how many steps have been left out so far, and of how many.
func (e *effort) judge(way, expanded, left, tried int) {
	if tried-e.tried < aWindow {
		return
	}
	enough := least[way][0]
	if expanded > atFirst {
		enough = least[way][1]
	}
	*e = effort{20*(left-e.left) < enough*(tried-e.tried), left, tried}
}

// savesLittle reports whether less than a fifth of all steps has been left out: then, if there is any doubt
// about what was, the whole graph is explored at once.
func (t *tally) savesLittle() bool {
	left := t.left[bySets] + t.left[bySure]
	return 5*left < left+t.steps
}

// isMade reports whether the way is tried in the state of a rank.
func (e *effort) isMade(rank uint32) bool { return !e.idle || rank%aScout == aScout-1 }
