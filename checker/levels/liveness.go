package levels

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"runtime/debug"
	"slices"

	"interrex/checker"
)

// decide settles what can be settled, or says what keeps it from that. What it makes on the way may have been removed by another driver that
// took it for garbage: then it is made again.
func (d *driver) decide(found *checker.Explored) (err error) {
	for again := true; again; d.mended++ {
		found.Settled, found.Left, err = d.settle()
		again = err != nil && d.canMend(err)
	}
	var by bounded
	switch found.Stopped = d.ended(); {
	case found.Stopped != "":
	case errors.Is(full(err), ErrFull):
		found.Stopped = "disk"
	case errors.As(err, &by):
		found.Stopped = string(by)
	default:
		return err
	}
	return nil
}

// A bounded error says which bound has kept a pursuit from its end.
type bounded string

func (b bounded) Error() string { return "a pursuit has ended: " + string(b) }

// settle decides liveness from the files, as far as it can: it finds the places where a run that violates a property may stay for
// ever, and pursues the runs that come to one. It takes the memory of a chunk, and of those states that may be part of a cycle. It
// returns how many they are if there is no room for them, and nothing if it takes less time to explore everything again in memory, where
// there is room for that.
//
// All states are expanded once more, for what they owe and for what there is to know of steps; read again, to find out which steps
// may be part of a cycle; and, if some are, once more for these steps. A pursuit is another exploration from files.
func (d *driver) settle() (settled []*checker.Settled, left int, err error) {
	if !d.level.Over || !slices.ContainsFunc(d.properties, checker.Property.IsLiveness) {
		return nil, 0, nil
	}
	before, isAll, err := d.recall()
	if err != nil || isAll {
		return before, 0, err
	}
	part, room, rests := d.own.part, cmp.Or(d.room, checker.Room(d.Check)), make([]bool, len(d.properties))
	d.own.store = d.Store // nothing is pending any more
	cycles, err := d.survey(rests)
	if err != nil || d.room == 0 && d.hasRoomForAll() && (!cycles.IsEmpty() || slices.Contains(rests, true)) {
		return nil, 0, err
	}
	packing := part.Packing()
	if left, err = d.stay(cycles, room); err != nil || left > room || part.Packing() != packing {
		return nil, left, err
	}
	stays, err := part.Stay(d.ctx, cycles, rests)
	if err != nil {
		return nil, 0, err
	}
	settled = make([]*checker.Settled, len(d.properties))
	for n, p := range d.properties {
		if !p.IsLiveness() {
			continue
		}
		if settled[n] = before[n]; settled[n] != nil {
			continue
		}
		if settled[n], err = d.pursue(stays, n); err == nil {
			err = d.note(n, settled[n])
		}
		if err != nil {
			return nil, 0, err
		}
	}
	return settled, 0, nil
}

// hasRoomForAll reports whether everything has room in memory again, beside what is held already: that counts while states are
// explored, too, which may take five eighths.
func (d *driver) hasRoomForAll() bool {
	options := d.Check
	if options.MaxMemory > 0 {
		debug.FreeOSMemory()
		held := checker.BytesHeld() / 5 * 8
		options.MaxMemory = max(options.MaxMemory, held+1) - held
	}
	return d.level.states() <= checker.Room(options)
}

// A decision is what was found out of a property, for whoever goes on from there. A step is its place among those out of its state: that means
// the same to any process.
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
	var made decision
	if l := s.Lasso; l != nil {
		made.Initial = make([]uint32, len(d.own.names.places))
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

// again makes a decision what it was, in the numbers of this process.
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

// survey expands all states once more. It notes of which properties violating runs may end in a state of rest, and returns which steps
// may be part of a cycle.
func (d *driver) survey(rests []bool) (cycles checker.Recurrence, err error) {
	part := d.own.part
	part.Begin()
	part.Forget()
	if err := d.each(func(int) error { return part.Rest(rests) }); err != nil {
		return nil, err
	}
	cycles = part.Recurrence(func(yield func(checker.Row) bool) {
		err = d.each(func(states int) error {
			for n := range states {
				if !yield(part.Held(n)) {
					return errEnough
				}
			}
			return nil
		})
	})
	return cycles, ignore(err, errEnough)
}

// errEnough ends what goes over all states.
var errEnough = errors.New("enough")

// stay has the Part hold those states that may be part of a cycle, and returns how many they are. If there is no room for them it does not.
func (d *driver) stay(cycles checker.Recurrence, room int) (left int, err error) {
	var rows []uint64
	words := d.own.names.layout.words
	if !cycles.IsEmpty() {
		var among bitset
		if among, left, err = d.trim(cycles, room); err != nil || left > room {
			return left, err
		}
		err = d.eachCandidate(cycles, func(state int, number uint64) error {
			if among.has(number) {
				rows = append(rows, d.own.rows[state*words:(state+1)*words]...)
			}
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

// pursue finds a run that violates a property, or that there is none. It returns nil if that cannot be told from what is in the files.
func (d *driver) pursue(stays *checker.Stays, property int) (*checker.Settled, error) {
	switch {
	case !stays.IsAnywhere(property):
		return &checker.Settled{}, nil
	case stays.IsChosen(property):
		return nil, nil
	}
	system, arrives := stays.Pursuit(property)
	store := PartOf(d.Store, passing+rand.Text()[:8])
	defer removeAll(store)
	o := Options{Store: store, Shards: d.settings.Shards, Alone: d.Alone, Every: d.Every, rows: d.settings.Rows, words: d.settings.Words}
	o.Check = checker.Options{Workers: 1, MaxMemory: d.Check.MaxMemory, StopFirst: true}
	report, err := Check(d.ctx, system, []checker.Property{arrives}, o)
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

// removeAll removes all that is in a store, as far as that is possible.
func removeAll(s Store) {
	names, _ := s.List("")
	for _, name := range names {
		_ = s.Remove(name)
	}
}

// each has the driver's own Part hold the states of one chunk after another, in the order of ranks.
func (d *driver) each(do func(states int) error) error {
	m := d.level
	chunks := slices.Concat(append(m.Before[:len(m.Before):len(m.Before)], m.Chunks)...)
	for i, c := range chunks {
		d.sayVisited(i, len(chunks))
		chunk := &doing{Hands: d.own, Task: Task{Chunk: c}, ctx: d.ctx, layout: d.own.names.layout}
		if err := chunk.hold(); err != nil {
			return err
		}
		if err := do(c.Rows); err != nil {
			return err
		}
	}
	return nil
}
