package levels

import (
	"errors"
	"runtime/debug"
	"slices"

	"interrex/checker"
	"interrex/checker/internal/liveness"
)

// decide settles liveness as far as possible, or notes the bound that stopped it.
func (d *driver) decide(found *checker.Explored) error {
	isDecided, err := d.decideQuickly(found)
	if err == nil && !isDecided && d.level.Over {
		found.Lassos, found.Left, err = d.settle()
		if d.mends(err) {
			found.Lassos, found.Left, err = d.settle()
		}
		if err == nil && found.Left == 0 { // else the edges are for a check with more memory
			err = removeAll(d.Store, surveying)
		}
	}
	if found.Stopped = d.ended(); found.Stopped != "" {
		return nil
	}
	if errors.Is(full(err), ErrFull) {
		found.Stopped, err = "disk", nil
	}
	return err
}

// decideQuickly decides liveness without the files: no run goes round or rests, or the graph has room in memory.
func (d *driver) decideQuickly(found *checker.Explored) (isDecided bool, err error) {
	if !slices.ContainsFunc(d.properties, checker.Property.IsLiveness) {
		return true, nil
	}
	if d.level.Over && !d.level.Back && len(d.level.Tally.Rests) == 0 {
		found.Lassos = map[int]*checker.Path{}
		for n := range d.properties {
			found.Lassos[n] = nil
		}
		return true, nil
	}
	if d.room > 0 {
		return false, nil
	}
	d.pool, d.own.sorters, d.own.other = nil, [2]sorter{}, nil
	debug.FreeOSMemory()
	check := d.Check
	if d.level.Over { // the store has come farther than bounds of now
		check.MaxStates, check.MaxDepth = 0, 0
	}
	return found.CheckInMemory(d.ctx, check)
}

// settle decides liveness from the files. It returns the number of states that may be part of a cycle if they have no
// room.
func (d *driver) settle() (lassos map[int]*checker.Path, left int, err error) {
	if n, most := d.level.states(), d.Check.MaxMemory; n > checker.MostStates || most > 0 && uint64(n) > most/setBytes {
		return nil, n, nil
	}
	edges, err := d.edges()
	if err != nil {
		return nil, 0, err
	}
	g, err := d.openGraph(edges)
	if err != nil {
		return nil, 0, err
	}
	defer g.close()
	violations := make([]liveness.Violation[uint32], len(d.properties))
	for n, p := range d.properties {
		if isSettled(p) {
			if violations[n], err = g.mark(n); err != nil {
				return nil, 0, err
			}
		}
	}
	if left, err = g.trim(); err != nil || left > d.trimmingRoom() {
		return nil, left, err
	}
	if err := g.load(); err != nil {
		return nil, 0, err
	}
	lassos, err = d.find(g, violations)
	return lassos, 0, err
}

// isSettled reports whether a property is decided from the files. One that is asked aside is not: it would need room for
// more states.
func isSettled(p checker.Property) bool { return p.IsLiveness() && !p.IsAside() }

// find decides the liveness properties. A lasso is nil if no run violates its property.
func (d *driver) find(g *storedGraph, violations []liveness.Violation[uint32]) (lassos map[int]*checker.Path, err error) {
	var finder *liveness.Finder
	lassos = map[int]*checker.Path{}
	for n, p := range d.properties {
		if !isSettled(p) {
			continue
		}
		d.say(checker.Tasks{Kind: "decide", Property: p.Name})
		err := d.own.part.Guarded(n, func() (err error) {
			if finder == nil {
				finder = liveness.New(g, []liveness.Violation[uint32]{{Lasts: g.left.Has}})
			}
			lassos[n] = nil
			if lasso := finder.Find(violations[n]); lasso != nil {
				lassos[n], err = g.path(lasso)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
		if l := lassos[n]; l != nil && !p.IsUnasked() {
			d.lassos = append(d.lassos, checker.Violation{Property: p, Steps: len(l.Stem)})
		}
	}
	return lassos, nil
}
