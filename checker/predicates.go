package checker

// A predicateGroup is the properties of states that are decided by one word: those of the same Facts, or one with a Predicate.
type predicateGroup struct {
	facts   *Facts // nil: a Predicate
	tell    func(State) uint64
	title   string   // of the first property, for messages
	members []int    // properties
	isKept  bool     // liveness needs the words
	words   []uint64 // by state, if they are kept
}

// predicateGroups groups the properties of states, and the Facts of liveness properties.
func predicateGroups(properties []Property) (all []*predicateGroup) {
	for n := range properties {
		p := &properties[n]
		if p.isJudged || !p.isOfStates() && (!p.IsLiveness() || p.facts == nil) {
			continue
		}
		q := groupOf(all, p.facts)
		if q == nil {
			q = &predicateGroup{facts: p.facts, title: p.title(), tell: p.p.word}
			if p.facts != nil {
				q.tell = p.facts.tell
			}
			all = append(all, q)
		}
		if p.isOfStates() {
			q.members = append(q.members, n)
		} else {
			q.isKept = true
		}
	}
	return all
}

// groupOf returns the group of some Facts.
func groupOf(all []*predicateGroup, f *Facts) *predicateGroup {
	for _, q := range all {
		if f != nil && q.facts == f {
			return q
		}
	}
	return nil
}

// word returns 1 if a predicate is true, else 0.
func (p Predicate) word(s State) uint64 {
	if p(s) {
		return 1
	}
	return 0
}
