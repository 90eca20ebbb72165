package step

import (
	"fmt"
	"math/bits"

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
		return v.shown, v.common()
	case leaderships:
		return v.isShared(), 0
	case suspected:
		return v, 0
	}
	return nil, 0
}

// show returns what the properties may read of a process.
func (s *System) show(p int, l *local) spec.Process {
	return spec.Process{ID: s.config.IDs[p], Rank: s.rank(p), Live: l.isLive(), Fresh: l.isFresh,
		Elected: l.status.Elected, Decision: l.status.Decision}
}

// common returns the bits of a view that a process and what is on its way to it set.
func (v process) common() (bits uint8) {
	if v.status.TakesPart {
		bits |= takesPartBit
	}
	return bits | v.inbox.shows
}

// shownBy returns the bits of a view that a message on its way sets.
func shownBy(m model.Message) (bits uint8) {
	bits |= onItsWayBit
	if model.Calls(m) {
		bits |= callBit
	}
	if model.Announces(m) {
		bits |= announcementBit
	}
	return bits
}

// rank is the place of a process in the election criterion. Among processes that are all alike, none outranks another.
func (s *System) rank(p int) int {
	if s.config.Algorithm.Anonymous {
		return 0
	}
	return s.group.Rank(s.config.IDs[p])
}

// Judge is part of component.System.
func (s *System) Judge(v component.View) (found uint64) {
	view := s.view(v)
	for i, p := range s.properties {
		if p(view) {
			found |= 1 << i
		}
	}
	return found
}

// JudgeStep is part of component.StepJudge.
func (s *System) JudgeStep(before, after component.View) (found uint64) {
	from, to := s.view(before), s.view(after)
	for i, holds := range s.across {
		if holds(from, to) {
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

// addPredicate gives a predicate its bit.
func (s *System) addPredicate(p predicate) int {
	s.properties = append(s.properties, p)
	return len(s.properties) - 1
}

// Properties turns properties of an election into properties of the system. The error names one that has no meaning here.
func (s *System) Properties(asked []spec.Property) (properties []component.Property, err error) {
	for _, p := range asked {
		if err := s.config.Algorithm.Means(p); err != nil {
			return nil, err
		}
		if p.Recalls && s.suspicions < 0 {
			return nil, fmt.Errorf("property %s: the world keeps no record of suspicions; set Config.Suspicions", p.Name)
		}
		property, ok := s.property(p)
		if !ok {
			return nil, fmt.Errorf("property %s: not decided by this engine yet", p.Name)
		}
		property.Name = p.Name
		properties = append(properties, property)
	}
	if len(s.properties) > 64 {
		return nil, component.Limit{What: "predicates of properties: 64 are possible"}
	}
	return properties, nil
}

func (s *System) property(p spec.Property) (component.Property, bool) {
	switch {
	case p.Always != nil:
		return component.Property{Kind: component.Always, P: s.addPredicate(p.Always)}, true
	case p.Between != nil:
		s.across = append(s.across, p.Between)
		return component.Property{Kind: component.Across, P: len(s.across) - 1}, true
	case p.Rest != nil:
		return component.Property{Kind: component.AtRest, P: s.addPredicate(p.Rest)}, true
	case p.Goal != nil:
		return component.Property{Kind: component.LeadsTo, P: s.addPredicate(p.Premise), Q: s.addPredicate(p.Goal)}, true
	case p.Reaches != nil:
		return component.Property{Kind: component.Reaches, Q: s.addPredicate(p.Reaches)}, true
	case p.Lasts != nil:
		return component.Property{Kind: component.Lasts, P: s.addPredicate(p.Lasts)}, true
	case p.Again != nil:
		return component.Property{Kind: component.Recurs, P: s.addPredicate(p.Once), Q: s.addPredicate(p.Again)}, true
	case p.Settles != nil:
		return s.settles(p.Settles), true
	}
	return component.Property{}, false
}

// settles gives each binary digit of the number of a leader its bit: 0 is Nobody, the last is NoOneLives.
func (s *System) settles(leader func(spec.View) spec.ID) component.Property {
	number := func(v spec.View) int {
		switch id := leader(v); id {
		case spec.Nobody:
			return 0
		case spec.NoOneLives:
			return s.n + 1
		default:
			return s.place(id) + 1
		}
	}
	property := component.Property{Kind: component.Settles, Digits: bits.Len(uint(s.n + 1))}
	property.P = s.addPredicate(func(v spec.View) bool { return number(v)&1 == 1 })
	for digit := 1; digit < property.Digits; digit++ {
		s.addPredicate(func(v spec.View) bool { return number(v)>>digit&1 == 1 })
	}
	return property
}
