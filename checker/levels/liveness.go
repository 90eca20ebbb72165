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
	settled, isAll, err := d.recall()
	if err != nil || isAll {
		return settled, 0, cmp.Or(err, d.clear())
	}
	var edges []string
	if d.level.Back || len(d.level.Tally.Rests) > 0 {
		if d.hasRoomForAll() {
			return nil, 0, d.clear()
		}
		if d.own.store = d.Store; d.level.Back { // nothing is pending any more
			if edges, err = d.edges(); err != nil {
				return nil, 0, err
			}
		}
	}
	if err := d.dismiss(); err != nil { // the driver does the rest
		return nil, 0, err
	}
	for _, unasked := range []bool{false, true} { // what is asked has the time first
		for n, p := range d.properties {
			if !p.IsLiveness() || p.IsUnasked() != unasked || settled[n] != nil {
				continue
			}
			more, err := d.settleOne(n, edges, settled)
			if err != nil {
				return nil, 0, err
			}
			left = max(left, more)
		}
	}
	if left > 0 { // the edges are for somebody with more memory
		return settled, left, nil
	}
	return settled, 0, d.clear()
}

// settleOne decides a property, and keeps the decision. It returns the number of states that are left if they have no room.
func (d *driver) settleOne(n int, edges []string, settled []*checker.Settled) (left int, err error) {
	p := &pursuit{driver: d, property: n, rests: slices.Contains(d.level.Tally.Rests, n)}
	if len(edges) > 0 {
		room := cmp.Or(d.room, checker.Room(d.Check))
		t, left, err := d.trim(edges, n, room)
		if err != nil || left > room {
			return left, err
		}
		if p.region, err = t.load(left); err != nil {
			return 0, err
		}
	}
	settled[n] = &checker.Settled{}
	if p.rests || p.region != nil && len(p.region.goals) > 0 {
		if settled[n], err = d.pursue(p); err != nil {
			return 0, err
		}
	}
	return 0, d.note(n, settled[n])
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

// A decision is the stored verdict on a property: a lasso, or none.
type decision struct {
	Initial []uint64 `json:",omitempty"` // a row; nil: no run violates the property
	Stem    []hop    `json:",omitempty"`
	Cycle   []hop    `json:",omitempty"`
}

// A hop is a step of a lasso.
type hop struct {
	Code uint64
	To   []uint64 // a row
}

func decisionName(property int) string { return fmt.Sprintf("liveness/%06d", property) }

// note keeps what was found out of a property.
func (d *driver) note(property int, s *checker.Settled) (err error) {
	var made decision
	row := func(s checker.State) []uint64 {
		row := make([]uint64, d.own.names.words)
		_, failed := d.own.names.rowOf(s, row)
		err = cmp.Or(err, failed)
		return row
	}
	hops := func(path []checker.Transition) (hops []hop) {
		for _, t := range path {
			hops = append(hops, hop{t.Step.Code, row(t.To)})
		}
		return hops
	}
	if l := s.Lasso; l != nil {
		if !d.properties[property].IsUnasked() {
			d.lassos = append(d.lassos, checker.Violation{Property: d.properties[property], Steps: len(l.Stem)})
		}
		made = decision{row(l.Initial), hops(l.Stem), hops(l.Cycle)}
	}
	return cmp.Or(err, ignore(writeRecord(d.Store, decisionName(property), made), fs.ErrExist))
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
	err := d.own.names.state(was.Initial, at)
	lasso := &checker.Path{Initial: at, Lasso: true}
	walk := func(hops []hop) (path []checker.Transition) {
		for _, h := range hops {
			to, t := make(checker.State, len(at)), checker.Transition{}
			if err = cmp.Or(err, d.own.names.state(h.To, to)); err == nil {
				t, err = d.own.part.Hop(at, to, func(step checker.Step) bool { return step.Code == h.Code })
			}
			path, at = append(path, t), to
		}
		return path
	}
	lasso.Stem = walk(was.Stem)
	lasso.Cycle = walk(was.Cycle)
	return &checker.Settled{Lasso: lasso}, err
}

// A pursuit is the search for a run that violates a property.
type pursuit struct {
	*driver
	property int
	rests    bool    // a run may rest
	region   *region // nil: no run goes round
}

// endAt returns the component in which a run may stay that comes to a state, armed or not, and violates the property; or rest, or nil.
func (p *pursuit) endAt(s checker.State, isArmed bool) any {
	if p.rests && isArmed {
		may, err := p.own.part.MayRest(p.property, s)
		if may || err != nil { // it fails again when the lasso is made
			return rest{}
		}
	}
	if p.region == nil {
		return nil
	}
	if goal, _ := p.region.goalOf(s); goal != nil && (isArmed || goal.Arms()) {
		return goal
	}
	return nil
}

// A rest is the end of a run that stays in a quiet state.
type rest struct{}

// lasso makes a lasso of a run of the pursuit that comes to a place where it may stay.
func (p *pursuit) lasso(run *checker.Path) (*checker.Path, error) {
	width := p.system.Width()
	lasso, end := &checker.Path{Initial: run.Initial[:width], Lasso: true}, run.Initial
	for _, t := range run.Stem {
		lasso.Stem, end = append(lasso.Stem, checker.Transition{Step: t.Step, To: t.To[:width]}), t.To
	}
	isArmed := checker.IsArmed(end)
	if p.endAt(end[:width], isArmed) == any(rest{}) {
		_, err := p.own.part.MayRest(p.property, end[:width])
		return lasso, err
	}
	var err error
	lasso.Cycle, err = p.region.round(end[:width], isArmed)
	return lasso, err
}

// pursue searches for a run that violates a property.
func (d *driver) pursue(p *pursuit) (*checker.Settled, error) {
	system, arrives := d.own.part.Pursuit(p.property, p.endAt)
	folder := fmt.Sprintf("%spursuit-%06d", d.surveying(), p.property)
	o := Options{Store: PartOf(d.Store, folder), Shards: d.settings.Shards, Alone: d.Alone, Every: d.Every, rows: d.settings.Rows, words: d.settings.Words}
	o.Check = checker.Options{Workers: 1, MaxMemory: d.Check.MaxMemory, StopFirst: true}
	o.Check.Progress = func(checker.Progress) { d.say(d.pursuit(p.property)) }
	report, err := Check(d.ctx, system, []checker.Property{arrives}, o)
	if errors.Is(err, errDamaged) || errors.Is(err, ErrGone) { // it begins anew, unless who has removed it knows its end
		return nil, cmp.Or(removeAll(d.Store, folder+"/"), fs.ErrNotExist)
	}
	if err != nil {
		return nil, err
	}
	switch result := report.Results[0]; {
	case result.Path != nil:
		lasso, err := p.lasso(result.Path)
		return &checker.Settled{Lasso: lasso}, err
	case result.Verdict == checker.Holds:
		return &checker.Settled{}, nil
	}
	return nil, bounded(report.Bound)
}
