package step

import (
	"fmt"
	"math/bits"

	"interrex/checker"
	"interrex/checker/component"
	"interrex/model"
	"interrex/spec"
)

// A predicate is what a property asks about a view.
type predicate func(spec.View) bool

// The common bits of a view.
const (
	takesPartBit    = 1 << iota // a live process takes part in an election or waits for its outcome
	onItsWayBit                 // a message is on its way
	callBit                     // a message that calls for an election is
	announcementBit             // a message that announces a result is
)

// Shown is part of component.System. Of the processes that take part, the properties ask only whether there is one.
func (s *System) Shown(c int, v component.Value) (own any, common uint8) {
	switch v := v.(type) {
	case process:
		return s.show(c, v)
	case leaderships:
		return v.isShared(), 0
	case suspected:
		return v, 0
	}
	return nil, 0
}

// show returns what the properties may read of a process and of what is on its way to it.
func (s *System) show(p int, v process) (shown spec.Process, common uint8) {
	status := s.status(v)
	if v.isLive() && status.TakesPart {
		common |= takesPartBit
	}
	for _, l := range s.letters(v.inbox) {
		common |= onItsWayBit
		if model.Calls(l.message) {
			common |= callBit
		}
		if model.Announces(l.message) {
			common |= announcementBit
		}
	}
	return spec.Process{ID: s.config.IDs[p], Rank: s.rank(p), Live: v.isLive(), Fresh: v.isFresh,
		Elected: status.Elected, Decision: status.Decision}, common
}

// rank is the place of a process in the election criterion. Among processes that are all alike, none outranks another.
func (s *System) rank(p int) int {
	if s.config.Algorithm.Anonymous {
		return 0
	}
	return s.group.Rank(s.config.IDs[p])
}

// asked are predicates of properties.
type asked struct {
	*System
	predicates []predicate
	judge      *checker.Judge
}

// bits returns a bit for each predicate that is true.
func (a *asked) bits(v component.View) (found uint64) {
	view := a.view(v)
	for i, p := range a.predicates {
		if p(view) {
			found |= 1 << i
		}
	}
	return found
}

// view is a state as the properties see it. If any process takes part, the first live one does.
func (s *System) view(of component.View) (v spec.View) {
	var suspects suspected
	if s.suspicions >= 0 {
		suspects = of.Own[s.suspicions].(suspected)
	}
	takesPart := of.Common&takesPartBit != 0
	for p := range s.n {
		x := of.Own[p].(spec.Process)
		x.Suspected = suspects>>p&1 == 1
		x.TakesPart, takesPart = takesPart && x.Live, takesPart && !x.Live
		v.Processes = append(v.Processes, x)
	}
	v.OnTheWay = of.Common&onItsWayBit != 0
	v.Call, v.Announcement = of.Common&callBit != 0, of.Common&announcementBit != 0
	v.SharedTerm = s.history >= 0 && of.Own[s.history].(bool)
	return v
}

// add gives a predicate its bit.
func (a *asked) add(p predicate) int {
	a.predicates = append(a.predicates, p)
	return len(a.predicates) - 1
}

// Properties turns properties of an election into properties of the system. The error names one that has no meaning here.
func (s *System) Properties(of []spec.Property) (properties []checker.Property, err error) {
	a := &asked{System: s}
	a.judge = checker.NewJudge(a.bits)
	for _, p := range of {
		if err := s.config.Algorithm.Means(p); err != nil {
			return nil, err
		}
		if p.Recalls && s.suspicions < 0 {
			return nil, fmt.Errorf("property %s: the world keeps no record of suspicions; set Config.Suspicions", p.Name)
		}
		properties = append(properties, a.property(p))
	}
	if len(a.predicates) > 64 {
		return nil, component.Limit{What: "predicates of properties: 64 are possible"}
	}
	return properties, nil
}

func (a *asked) property(p spec.Property) checker.Property {
	j := a.judge
	switch {
	case p.Always != nil:
		return j.Invariant(p.Name, a.add(p.Always))
	case p.Between != nil:
		return j.StepInvariant(p.Name, func(before, after component.View) bool { return p.Between(a.view(before), a.view(after)) })
	case p.Rest != nil:
		return j.AtRest(p.Name, a.add(p.Rest))
	case p.Goal != nil:
		premise := a.add(p.Premise)
		return j.LeadsTo(p.Name, premise, a.add(p.Goal))
	case p.Reaches != nil:
		return j.Eventually(p.Name, a.add(p.Reaches))
	case p.Lasts != nil:
		return j.EventuallyAlways(p.Name, a.add(p.Lasts))
	case p.Settles != nil:
		return a.settles(p.Name, p.Settles)
	}
	once := a.add(p.Once)
	return j.Recurs(p.Name, once, a.add(p.Again))
}

// settles gives each binary digit of the number of a leader its bit: 0 is Nobody, the last is NoOneLives.
func (a *asked) settles(name string, leader func(spec.View) spec.ID) checker.Property {
	number := func(v spec.View) int {
		switch id := leader(v); id {
		case spec.Nobody:
			return 0
		case spec.NoOneLives:
			return a.n + 1
		default:
			return a.place(id) + 1
		}
	}
	first, digits := len(a.predicates), bits.Len(uint(a.n+1))
	for digit := range digits {
		a.add(func(v spec.View) bool { return number(v)>>digit&1 == 1 })
	}
	return a.judge.Settles(name, first, digits)
}
