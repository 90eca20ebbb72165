package world

import (
	"cmp"
	"encoding/json"
	"fmt"
	"math/bits"
	"slices"

	"interrex/checker"
	"interrex/checker/component"
	"interrex/model"
	"interrex/spec"
)

// The bits of component.View.Common.
const (
	takesPartBit    = 1 << iota // a live process takes part in an election or waits for its outcome
	onItsWayBit                 // a message is on its way
	callBit                     // a message that calls for an election is on its way
	announcementBit             // a message that announces a result is on its way
)

// Shown implements component.System. Participation is a common bit: properties depend only on whether any process takes part.
func (s *system) Shown(c int, v component.Value) (own any, common uint8) {
	switch v := v.(type) {
	case process:
		return v.visible, s.common(v)
	case leaderships:
		return v.isShared(), 0
	case suspected:
		return v, 0
	}
	return nil, 0
}

// visibleOf returns what the properties may read of a process.
func (s *system) visibleOf(p int, l *local) spec.Process {
	id := s.config.IDs[p]
	v := spec.Process{ID: id, Live: l.isLive(), Fresh: l.isFresh, Elected: l.status.Elected, Decision: l.status.Decision}
	if !s.config.Algorithm.Anonymous { // all anonymous processes have rank 0
		v.Rank = s.group.Rank(id)
	}
	return v
}

// common returns the bits that a process and its inbox set.
func (s *system) common(v process) (bits uint8) {
	if v.status.TakesPart {
		bits |= takesPartBit
	}
	for l := range v.inbox.envelopes() {
		bits |= onItsWayBit
		if model.Calls(l.message) {
			bits |= callBit
		}
		if model.Announces(l.message) {
			bits |= announcementBit
		}
	}
	return bits
}

// view returns a state for the properties. If any process takes part, the first live one is marked.
func (s *system) view(of component.View) (v spec.View) {
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

// View returns a state for the properties.
func (w *World) View(s checker.State) spec.View {
	values := w.ValuesOf(s)
	shown := component.View{}
	for c, v := range values {
		own, common := w.Shown(c, v)
		shown.Own, shown.Common = append(shown.Own, own), shown.Common|common
	}
	v := w.view(shown)
	for p := range w.n {
		v.Processes[p].TakesPart = processOf(values, p).status.TakesPart
	}
	if w.config.Algorithm.Properties != nil {
		v.Whole = w.Whole(s)
	}
	return v
}

// Whole returns a state for a user's own properties.
func (w *World) Whole(s checker.State) model.View {
	values := w.ValuesOf(s)
	v := model.View{Processes: make([]model.ProcessView, w.n)}
	for p, id := range w.config.IDs {
		v.Processes[p] = model.ProcessView{ID: id}
		if x := processOf(values, p); x.isLive() {
			v.Processes[p] = model.ProcessView{ID: id, Live: true, Status: x.status, Local: x.state}
		}
	}
	for to, l := range w.inTransit(values) {
		v.Messages = append(v.Messages, model.InTransit{From: w.config.IDs[l.from], To: w.config.IDs[to], Message: model.Plain(l.message)})
	}
	return v
}

func processOf(values []component.Value, p int) process { return values[p].(process) }

// A propertySet is a list of properties with their predicates.
type propertySet struct {
	*World
	predicates []func(spec.View) bool
	facts      *checker.Facts
	own        *propertySet   // users' properties, which read the whole state; nil if there are none
	premises   map[string]int // bits of the premises of users' properties, by name
}

// bits returns the bits of the true predicates.
func (a *propertySet) bits(v spec.View) (found uint64) {
	for i, p := range a.predicates {
		if p(v) {
			found |= 1 << i
		}
	}
	return found
}

// of returns the set for the predicates of a property.
func (a *propertySet) of(p spec.Property) *propertySet {
	if !p.Own {
		return a
	}
	if a.own == nil {
		a.own = &propertySet{World: a.World, premises: map[string]int{}}
		a.own.facts = checker.NewFacts(func(s checker.State) uint64 { return a.own.bits(a.View(s)) })
	}
	return a.own
}

// add returns the bit of a new predicate.
func (a *propertySet) add(p func(spec.View) bool) (place int) {
	if len(a.predicates) == 64 {
		panic("world: more than 64 predicates")
	}
	a.predicates = append(a.predicates, p)
	return len(a.predicates) - 1
}

// addLeader adds a predicate for each binary digit of a leader's number: 0 means Nobody, the last one NoOneLives.
func (a *propertySet) addLeader(leader func(spec.View) spec.ID) (place, digits int) {
	number := func(v spec.View) int {
		switch id := leader(v); id {
		case spec.Nobody:
			return 0
		case spec.NoOneLives:
			return a.n + 1
		default:
			p := a.place(id)
			if p < 0 {
				panic(fmt.Sprintf("world: a property settles on P%d, which is not in the group", id))
			}
			return p + 1
		}
	}
	place, digits = len(a.predicates), bits.Len(uint(a.n+1))
	for digit := range digits {
		a.add(func(v spec.View) bool { return number(v)>>digit&1 == 1 })
	}
	return place, digits
}

// Ask turns properties of an election into properties for the checker. One Counted property for each follows: the number of states in
// which its premise is true. Then follow properties that the report does not list. The predicates are at most 64. A property that does
// not apply to the algorithm makes the check an error.
func (w *World) Ask(properties []spec.Property, aside ...spec.Property) (all []checker.Property) {
	a := &propertySet{World: w}
	a.facts = checker.NewShownFacts(w, func(v component.View) uint64 { return a.bits(a.view(v)) })
	for _, p := range properties {
		all = append(all, a.property(p))
	}
	for _, p := range properties {
		all = append(all, a.witness(p))
	}
	for _, p := range aside {
		all = append(all, a.property(p).Aside())
	}
	return all
}

// Properties is Ask without the counts.
func (w *World) Properties(properties []spec.Property) []checker.Property {
	return w.Ask(properties)[:len(properties)]
}

func (a *propertySet) witness(p spec.Property) checker.Property {
	if err := a.config.Algorithm.Means(p); err != nil {
		return checker.Refused(p.Name, err)
	}
	of := a.of(p)
	place, isKnown := of.premises[p.Name]
	if !isKnown {
		place = of.add(p.Witness)
	}
	return of.facts.Property(checker.Counted, "a witness of "+p.Name, place)
}

func (a *propertySet) property(p spec.Property) checker.Property {
	if err := a.config.Algorithm.Means(p); err != nil {
		return checker.Refused(p.Name, err)
	}
	if p.Recalls && !a.config.Suspicions {
		return checker.Refused(p.Name, fmt.Errorf("%s: the property needs the record of suspicions; set Config.Suspicions", p.Name))
	}
	of := a.of(p)
	switch {
	case p.Always != nil:
		return of.facts.Property(checker.Invariant, p.Name, of.add(p.Always))
	case p.Rest != nil:
		return of.facts.Property(checker.AtRest, p.Name, of.add(p.Rest))
	case p.Between != nil:
		if p.Own {
			return checker.StepInvariant(p.Name, func(before, after checker.State) bool { return p.Between(a.View(before), a.View(after)) })
		}
		return a.facts.StepInvariant(p.Name, func(before, after component.View) bool { return p.Between(a.view(before), a.view(after)) })
	case p.Goal != nil:
		premise, goal := of.add(p.Premise), of.add(p.Goal)
		if p.Own {
			of.premises[p.Name] = premise
		}
		return of.facts.Pair(checker.LeadsTo, p.Name, premise, goal)
	case p.Reaches != nil:
		return of.facts.Property(checker.Eventually, p.Name, of.add(p.Reaches))
	case p.Settles != nil:
		place, digits := of.addLeader(p.Settles)
		return of.facts.Settles(p.Name, place, digits)
	case p.Lasts != nil:
		return of.facts.Property(checker.EventuallyAlways, p.Name, of.add(p.Lasts))
	}
	once := of.add(p.Once)
	return of.facts.Pair(checker.Recurs, p.Name, once, of.add(p.Again))
}

// A Leadership is a term and its leader. The zero value means no leadership.
type Leadership struct {
	Term   int
	Leader model.ID
}

// leaderships is the history of leaders, also of dead and restarted ones. It is comparable: the JSON of a list by term, then by id.
type leaderships string

// list lists the leaderships.
func (h leaderships) list() (all []Leadership) {
	if h != "" {
		_ = json.Unmarshal([]byte(h), &all)
	}
	return all
}

// with returns the history with a leadership added.
func (h leaderships) with(l Leadership) leaderships {
	all := h.list()
	if l == (Leadership{}) || slices.Contains(all, l) {
		return h
	}
	all = append(all, l)
	slices.SortFunc(all, func(a, b Leadership) int { return cmp.Or(cmp.Compare(a.Term, b.Term), cmp.Compare(a.Leader, b.Leader)) })
	text, _ := json.Marshal(all)
	return leaderships(text)
}

// isShared reports whether a term has two leaders.
func (h leaderships) isShared() bool {
	terms := slices.CompactFunc(h.list(), func(a, b Leadership) bool { return a.Term == b.Term })
	return len(terms) < len(h.list())
}

// leadership returns the term of a process that leads in a local state.
func (s *system) leadership(p int, state model.Local) Leadership {
	status := s.handler.Status(state)
	if s.history < 0 || status.Elected != s.config.IDs[p] || status.Term <= 0 {
		return Leadership{}
	}
	return Leadership{status.Term, s.config.IDs[p]}
}

// suspected is the record of suspicions: a bit for each leader that was suspected since its election.
type suspected uint64

// A suspicion changes the record: first it adds, then it clears.
type suspicion struct{ adds, clears uint64 }

func (r suspected) change(m suspicion) suspected {
	return (r | suspected(m.adds)) &^ suspected(m.clears)
}

// observations returns the messages of a step to the history and the record of suspicions. after is the process after the step.
func (a *actor) observations(after process, e model.Event) (notes []component.Send) {
	if l := a.leadership(a.p, after.state); l != (Leadership{}) {
		notes = append(notes, component.Send{To: a.history, Message: l})
	}
	if a.suspicions < 0 {
		return notes
	}
	var m suspicion
	for _, id := range a.suspectedBy(e) {
		if q := a.place(id); q >= 0 && a.is(q, hasElected{id}) {
			m.adds |= 1 << q
		}
	}
	if a.elected(after) == a.p && a.elected(a.v) != a.p {
		m.clears = 1 << a.p
	}
	if m != (suspicion{}) {
		notes = append(notes, component.Send{To: a.suspicions, Message: m})
	}
	return notes
}

// suspectedBy lists the processes that the process suspects when it handles an event. A start suspects the leader only if it also
// stands for a detection.
func (a *actor) suspectedBy(e model.Event) []model.ID {
	status := a.v.status
	switch e.Kind {
	case model.Report:
		return []model.ID{e.Of}
	case model.Detect:
		return []model.ID{status.Elected}
	case model.Start:
		if status.Elected != model.Nobody && a.startsDetect() && status.Idle && a.config.Timeouts == Any {
			return []model.ID{status.Elected}
		}
	case model.Timeout:
		if e.Timer.Of != model.Nobody {
			return []model.ID{e.Timer.Of}
		}
		if accusing, is := a.handler.Protocol().(model.Accusing); is {
			return accusing.Accuses(a.group, a.id(), status, e.Timer)
		}
	}
	return nil
}
