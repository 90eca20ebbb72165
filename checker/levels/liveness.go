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
	isDecided, err := d.decideQuickly(found)
	for again := err == nil && !isDecided && d.level.Over; again; d.mended++ {
		found.Settled, found.Left, err = d.settle()
		again = err != nil && d.canMend(err)
	}
	if err == nil && found.Left == 0 { // else the edges are for a check with more memory
		err = d.clear()
	}
	var by bounded
	switch found.Stopped = d.ended(); {
	case found.Stopped != "": // the workers stay for the next driver
		return nil
	case errors.As(err, &by):
		found.Stopped, err = string(by), nil
	}
	if err == nil && d.level.Over {
		err = d.dismiss()
	}
	if errors.Is(full(err), ErrFull) {
		found.Stopped, err = "disk", nil
	}
	return err
}

// A bounded error says which bound has kept a pursuit from its end.
type bounded string

func (b bounded) Error() string { return "a pursuit has ended: " + string(b) }

// decideQuickly decides liveness without the files: no run goes round or rests, or the graph has room in memory.
func (d *driver) decideQuickly(found *checker.Explored) (isDecided bool, err error) {
	if !slices.ContainsFunc(d.properties, checker.Property.IsLiveness) {
		return true, nil
	}
	if d.level.Over && !d.level.Back && len(d.level.Tally.Rests) == 0 {
		for range d.properties {
			found.Settled = append(found.Settled, &checker.Settled{})
		}
		return true, nil
	}
	if d.room > 0 {
		return false, nil
	}
	d.pool, d.own.aside, d.own.fresh, d.own.other = nil, nil, nil, nil
	debug.FreeOSMemory()
	return found.CheckInMemory(d.ctx, d.system, d.properties, d.Check)
}

// settle decides liveness from the files: it finds where a violating run may stay forever, and searches for a run that leads there. It
// returns the number of states that may be part of a cycle if they have no room.
func (d *driver) settle() (settled []*checker.Settled, left int, err error) {
	var edges []string
	if d.own.store = d.Store; d.level.Back { // no object is pending any more
		if edges, err = d.edges(); err != nil {
			return nil, 0, err
		}
	}
	if err := d.dismiss(); err != nil { // the driver does the rest
		return nil, 0, err
	}
	var cyclic *trimming // what may be on a cycle; the same for all properties
	if len(edges) > 0 {
		if cyclic, _, err = d.trim(edges, anyProperty, nil); err != nil {
			return nil, 0, err
		}
	}
	settled = make([]*checker.Settled, len(d.properties))
	for _, unasked := range []bool{false, true} { // what is asked has the time first
		for n, p := range d.properties {
			if !p.IsLiveness() || p.IsUnasked() != unasked {
				continue
			}
			more := 0
			if settled[n], more, err = d.settleOne(n, edges, cyclic); err != nil {
				return nil, 0, err
			}
			left = max(left, more)
		}
	}
	return settled, left, nil
}

// settleOne decides a property. It returns the number of states that are left if they have no room.
func (d *driver) settleOne(n int, edges []string, cyclic *trimming) (settled *checker.Settled, left int, err error) {
	p := &pursuit{driver: d, property: n, rests: slices.Contains(d.level.Tally.Rests, n)}
	if len(edges) > 0 {
		t, left, err := d.trim(edges, n, cyclic)
		if err != nil || left > d.trimmingRoom() {
			return nil, left, err
		}
		if p.region, err = t.load(left); err != nil {
			return nil, 0, err
		}
	}
	settled = &checker.Settled{}
	if p.rests || p.region != nil && len(p.region.goals) > 0 {
		if settled, err = d.pursue(p); err != nil {
			return nil, 0, err
		}
	}
	if l := settled.Lasso; l != nil && !d.properties[n].IsUnasked() {
		d.lassos = append(d.lassos, checker.Violation{Property: d.properties[n], Steps: len(l.Stem)})
	}
	return settled, 0, nil
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
	o.Check.Progress = func(checker.Progress) { d.say(checker.Tasks{Kind: "pursue", Property: d.properties[p.property].Name}) }
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
