package levels

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"slices"

	"interrex/checker"
)

// decide settles liveness as far as possible, or notes the bound that stopped it. Another driver may remove work in progress; then it is made
// again.
func (d *driver) decide(found *checker.Explored) (err error) {
	for again := true; again; d.mended++ {
		found.Settled, found.Left, err = d.settle()
		again = err != nil && d.canMend(err)
	}
	var by bounded
	switch found.Stopped = d.ended(); {
	case found.Stopped != "": // the workers stay for the next driver
		return nil
	case errors.Is(full(err), ErrFull):
		found.Stopped = "disk"
		return nil
	case errors.As(err, &by):
		found.Stopped = string(by)
	case err != nil:
		return err
	}
	if !d.level.Over {
		return nil
	}
	if err = d.dismiss(); errors.Is(full(err), ErrFull) {
		found.Stopped = "disk"
		return nil
	}
	return err
}

// A bounded error says which bound has kept a pursuit from its end.
type bounded string

func (b bounded) Error() string { return "a pursuit has ended: " + string(b) }

// settle decides liveness from the files: it finds where a violating run may stay forever, and searches for a run that leads there. It
// returns the number of states that may be part of a cycle if they have no room, and nothing if the whole graph has room in memory.
func (d *driver) settle() (settled []*checker.Settled, left int, err error) {
	if !d.level.Over || !slices.ContainsFunc(d.properties, checker.Property.IsLiveness) {
		return nil, 0, nil
	}
	before, isAll, err := d.recall()
	if err != nil || isAll {
		return before, 0, cmp.Or(err, d.clear())
	}
	d.own.store = d.Store // nothing is pending any more
	found, err := d.survey()
	if err != nil {
		return nil, 0, err
	}
	if d.hasRoomForAll() && (!d.own.cycles.IsEmpty() || slices.Contains(found.rests, true)) {
		return nil, 0, d.clear()
	}
	room := cmp.Or(d.room, checker.Room(d.Check))
	if left, err = d.stay(found, room); err != nil || left > room || d.own.isLost() {
		return nil, left, err
	}
	if err := d.dismiss(); err != nil { // the driver does the rest
		return nil, 0, err
	}
	stays, err := d.own.part.Stay(d.ctx, d.own.cycles, found.rests)
	if err != nil {
		return nil, 0, err
	}
	if err := d.settleRest(stays, before); err != nil {
		return nil, 0, err
	}
	return before, 0, d.clear()
}

// settleRest finds out of each property what is not settled yet, and keeps it.
func (d *driver) settleRest(stays *checker.Stays, settled []*checker.Settled) (err error) {
	for _, unasked := range []bool{false, true} { // what is asked has the time first
		for n, p := range d.properties {
			if !p.IsLiveness() || p.IsUnasked() != unasked || settled[n] != nil {
				continue
			}
			if settled[n], err = d.pursue(stays, n); err == nil {
				err = d.note(n, settled[n])
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// hasRoomForAll reports whether the whole graph has room in memory beside what is held already. The exploration may take five eighths.
func (d *driver) hasRoomForAll() bool {
	if d.room > 0 {
		return false
	}
	options := d.Check
	if options.MaxMemory > 0 {
		debug.FreeOSMemory()
		held := checker.BytesHeld() / 5 * 8
		options.MaxMemory = max(options.MaxMemory, held+1) - held
	}
	return d.level.states() <= checker.Room(options)
}

// A decision is the stored verdict on a property. A step is its place among the steps of its state, which is the same in any process.
type decision struct {
	Initial []uint32 `json:",omitempty"` // canonical, of the lasso; none: no run violates the property
	Stem    []int    `json:",omitempty"`
	Cycle   []int    `json:",omitempty"`
}

func decisionName(property int) string { return fmt.Sprintf("liveness/%06d", property) }

// note keeps what was found out of a property.
func (d *driver) note(property int, s *checker.Settled) error {
	if s == nil {
		return nil
	}
	if s.Lasso != nil && !d.properties[property].IsUnasked() {
		d.lassos = append(d.lassos, checker.Violation{Property: d.properties[property], Steps: len(s.Lasso.Stem)})
	}
	var made decision
	if l := s.Lasso; l != nil {
		made.Initial = make([]uint32, len(d.own.names.kindOf))
		for place := range made.Initial {
			number, _, err := d.own.names.number(place, l.Initial)
			if err != nil {
				return err
			}
			made.Initial[place] = number
		}
		at := l.Initial
		made.Stem, at = d.placesOf(at, l.Stem)
		made.Cycle, _ = d.placesOf(at, l.Cycle)
	}
	return ignore(writeRecord(d.Store, decisionName(property), made), fs.ErrExist)
}

// placesOf are the places of steps on a path from a state, and the state in which it ends.
func (d *driver) placesOf(at checker.State, path []checker.Transition) (places []int, end checker.State) {
	for _, t := range path {
		place, n := -1, 0
		d.system.Steps(at, func(step checker.Step, to checker.State) {
			if place < 0 && step == t.Step && slices.Equal(to, t.To) {
				place = n
			}
			n++
		})
		if place < 0 {
			panic("levels: a step of a counterexample is none of its state")
		}
		places, at = append(places, place), t.To
	}
	return places, at
}

// recall returns what has been found out of properties before, and whether that is all that there is to find out.
func (d *driver) recall() (settled []*checker.Settled, isAll bool, err error) {
	settled, isAll = make([]*checker.Settled, len(d.properties)), true
	for n, p := range d.properties {
		if !p.IsLiveness() {
			continue
		}
		var was decision
		err := readRecord(d.Store, decisionName(n), &was)
		if errors.Is(err, fs.ErrNotExist) {
			isAll = false
			continue
		}
		if err == nil {
			if settled[n], err = d.again(was); err != nil {
				err = damaged(decisionName(n), err.Error())
			}
		}
		if err != nil {
			return nil, false, err
		}
	}
	return settled, isAll, nil
}

// again translates a decision to the numbers of this process.
func (d *driver) again(was decision) (*checker.Settled, error) {
	if was.Initial == nil {
		return &checker.Settled{}, nil
	}
	at := make(checker.State, d.system.Width())
	if err := d.own.names.unpack(was.Initial, at); err != nil {
		return nil, err
	}
	lasso := &checker.Path{Initial: at, Lasso: true}
	var err error
	if lasso.Stem, at, err = d.walk(at, was.Stem); err == nil {
		lasso.Cycle, _, err = d.walk(at, was.Cycle)
	}
	return &checker.Settled{Lasso: lasso}, err
}

// walk takes the steps at some places, from a state on.
func (d *driver) walk(at checker.State, places []int) (path []checker.Transition, end checker.State, err error) {
	for _, place := range places {
		n, before := 0, len(path)
		d.system.Steps(at, func(step checker.Step, to checker.State) {
			if n == place && to != nil {
				path = append(path, checker.Transition{Step: step, To: slices.Clone(to)})
			}
			n++
		})
		if len(path) == before {
			return nil, nil, fmt.Errorf("a state has no step %d", place)
		}
		at = path[before].To
	}
	return path, at, nil
}

// stay has the Part hold the states that may be part of a cycle, if there is room, and returns their number.
func (d *driver) stay(found *surveyed, room int) (left int, err error) {
	var rows []uint64
	words := d.own.names.layout.words
	if !d.own.cycles.IsEmpty() {
		var among bitset
		if among, left, err = d.trim(found, room); err != nil || left > room {
			return left, err
		}
		err = d.eachCandidate(found, among, func(state int, _ uint64) error {
			rows = append(rows, d.own.rows[state*words:(state+1)*words]...)
			return nil
		})
		if err != nil {
			return 0, err
		}
	}
	debug.FreeOSMemory() // trimming has had its share
	d.own.part.Hold(0)
	d.own.translator.begin()
	for at := 0; at < len(rows); at += words {
		if err := d.own.translator.enter(rows[at:at+words], 0); err != nil {
			return 0, err
		}
	}
	return left, nil
}

// eachCandidate goes over candidates, by the state held and the number. The driver's own Part holds one chunk after another.
func (d *driver) eachCandidate(found *surveyed, among bitset, do func(state int, number uint64) error) error {
	chunks := d.chunks()
	for i, c := range chunks {
		d.say(checker.Tasks{Kind: "visit", Done: i, Of: len(chunks)})
		number, end := uint64(found.begins[i]), uint64(found.count)
		if i+1 < len(chunks) {
			end = uint64(found.begins[i+1])
		}
		if !among.hasAny(number, end) {
			continue
		}
		chunk := &doing{Hands: d.own, Task: Task{Chunk: c}, ctx: d.ctx, layout: d.own.names.layout}
		if err := chunk.hold(); err != nil {
			return err
		}
		for n := range c.Rows {
			if !d.own.cycles.Leaves(d.own.part.Held(n)) {
				continue
			}
			if number < end && among.has(number) {
				if err := do(n, number); err != nil {
					return err
				}
			}
			number++
		}
		if number != end {
			return errOtherwise
		}
	}
	return nil
}

// pursue searches for a run that violates a property. It returns nil if the files cannot decide it.
func (d *driver) pursue(stays *checker.Stays, property int) (*checker.Settled, error) {
	switch {
	case !stays.IsAnywhere(property):
		return &checker.Settled{}, nil
	case stays.IsChosen(property):
		return nil, nil
	}
	system, arrives := stays.Pursuit(property)
	store := PartOf(d.Store, fmt.Sprintf("%spursuit-%06d", d.surveying(), property))
	o := Options{Store: store, Shards: d.settings.Shards, Alone: d.Alone, Every: d.Every, rows: d.settings.Rows, words: d.settings.Words}
	o.Check = checker.Options{Workers: 1, MaxMemory: d.Check.MaxMemory, StopFirst: true}
	o.Check.Progress = func(checker.Progress) { d.say(d.pursuit(property)) }
	report, err := Check(d.ctx, system, []checker.Property{arrives}, o)
	if errors.Is(err, errDamaged) || errors.Is(err, ErrGone) { // it begins anew, unless who has removed it knows its end
		return nil, cmp.Or(removeAll(d.Store, fmt.Sprintf("%spursuit-%06d/", d.surveying(), property)), fs.ErrNotExist)
	}
	if err != nil {
		return nil, err
	}
	switch result := report.Results[0]; {
	case result.Path != nil:
		lasso, err := stays.Lasso(property, result.Path)
		return &checker.Settled{Lasso: lasso}, err
	case result.Verdict == checker.Holds:
		return &checker.Settled{}, nil
	}
	return nil, bounded(report.Bound)
}
