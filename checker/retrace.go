package checker

import "slices"

// retrace goes through the states below end one at a time, after a round of them has failed. A
// round looks ahead, the further the larger it is: at what lies beyond a bound, and with
// properties already violated. One at a time, what goes wrong first is the same for all.
func (r *run) retrace(end int, failed error) error {
	if end == r.expanded+1 {
		return failed
	}
	for r.expanded < end && r.bound == "" {
		if err := r.round(r.expanded + 1); err != nil {
			return err
		}
	}
	return nil
}

// retry tries the properties of states on the new states, those from known on, one at a time
// for the same reason.
func (r *run) retry(known int) error {
	for _, w := range r.crew {
		w.violations = slices.DeleteFunc(w.violations, func(v violation) bool { return r.properties[v.property].isOfStates() })
		clear(w.counts)
	}
	r.merge()
	w := r.crew[0]
	for rank := known; rank < r.arena.len; rank++ {
		w.violations = w.violations[:0]
		clear(w.counts)
		w.perform(func(w *worker) { w.checkStates(uint32(rank), uint32(rank+1)) })
		if err := r.mishap(); err != nil {
			return err
		}
		r.keepFirst(w.violations)
		r.count(w)
	}
	return nil
}
