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

// shownProcess is what the properties may read of a process and of what is on its way to it.
type shownProcess struct {
	spec.Process
	onItsWay, call, announcement bool
}

// Shown is part of component.System.
func (s *System) Shown(c int, v component.Value) any {
	switch v := v.(type) {
	case process:
		return s.show(c, v)
	case leaderships:
		return v.isShared()
	case suspected:
		return v
	}
	return nil
}

// show returns what the properties may read of a process.
func (s *System) show(p int, v process) shownProcess {
	status := s.status(v)
	shown := shownProcess{Process: spec.Process{ID: s.config.IDs[p], Rank: s.rank(p), Live: v.isLive(), Fresh: v.isFresh,
		Elected: status.Elected, TakesPart: status.TakesPart, Decision: status.Decision}}
	for _, l := range s.letters(v.inbox) {
		shown.onItsWay = true
		shown.call = shown.call || model.Calls(l.message)
		shown.announcement = shown.announcement || model.Announces(l.message)
	}
	return shown
}

// rank is the place of a process in the election criterion. Among processes that are all alike, none outranks another.
func (s *System) rank(p int) int {
	if s.config.Algorithm.Anonymous {
		return 0
	}
	return s.group.Rank(s.config.IDs[p])
}

// Judge is part of component.System.
func (s *System) Judge(shown []any) (found uint64) {
	view := s.view(shown)
	for i, p := range s.properties {
		if p(view) {
			found |= 1 << i
		}
	}
	return found
}

// JudgeStep is part of component.StepJudge.
func (s *System) JudgeStep(before, after []any) (found uint64) {
	from, to := s.view(before), s.view(after)
	for i, holds := range s.across {
		if holds(from, to) {
			found |= 1 << i
		}
	}
	return found
}

// view is a state as the properties see it.
func (s *System) view(shown []any) (v spec.View) {
	var suspects suspected
	if s.suspicions >= 0 {
		suspects = shown[s.suspicions].(suspected)
	}
	for p := range s.n {
		x := shown[p].(shownProcess)
		x.Suspected = suspects>>p&1 == 1
		v.Processes = append(v.Processes, x.Process)
		v.OnTheWay = v.OnTheWay || x.onItsWay
		v.Call = v.Call || x.call
		v.Announcement = v.Announcement || x.announcement
	}
	v.SharedTerm = s.history >= 0 && shown[s.history].(bool)
	return v
}

// add gives a predicate its bit.
func (s *System) addPredicate(p predicate) int {
	if len(s.properties) == 64 {
		panic("step: more than 64 predicates")
	}
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
