package checker

import "slices"

// block is the number of states a round expands: few enough for the buffers to stay in the
// cache, many enough for the workers not to wait for one another.
func (r *run) block() int {
	if r.workers == 1 {
		return 256
	}
	return 2048 * r.workers
}

// round expands the states from r.expanded up to to.
func (r *run) round(to int) error {
	from, small := r.expanded, to-r.expanded < 64*r.workers
	r.together(small, func(w *worker) { w.expand(r.stretch(from, to, w.index)) })
	if err := r.mishap(); err != nil {
		return r.retrace(to, err)
	}
	r.together(small, (*worker).insert)
	if err := r.mishap(); err != nil {
		return err
	}
	fresh := 0
	for _, w := range r.crew {
		w.base = uint32(r.arena.len + fresh)
		fresh += w.fresh()
	}
	if r.arena.len+fresh > r.options.maxStates() {
		return r.cut(r.options.maxStates() - r.arena.len)
	}
	r.arena.reserve(fresh)
	known := r.arena.len
	r.arena.len += fresh
	r.together(small, func(w *worker) { w.commit(w.base) })
	r.expanded = to
	if err := r.mishap(); err != nil {
		return r.retry(known)
	}
	r.merge()
	return nil
}

// stretch is the part of [from, to) that worker index expands.
func (r *run) stretch(from, to, index int) (uint32, uint32) {
	n := to - from
	return uint32(from + n*index/r.workers), uint32(from + n*(index+1)/r.workers)
}

// cut ends the exploration before the first state whose successors would not all have room,
// when there is room for n more: that state is where the bound cuts, at a rank.
func (r *run) cut(room int) error {
	last := uint32(0)
	for _, w := range r.crew {
		for i := range w.successors {
			if w.successors[i].fresh {
				if room == 0 {
					last = w.successors[i].parent
				}
				room--
			}
		}
		w.giveUp(0)
	}
	if int(last) > r.expanded {
		if err := r.round(int(last)); err != nil {
			return err
		}
	}
	r.bound = "states"
	return nil
}

// merge adds up what the workers have found in a round, in rank order.
func (r *run) merge() {
	for _, w := range r.crew {
		r.steps += w.steps
		for way := range w.left {
			r.left[way] += w.left[way]
			r.tried[way] += w.tried[way]
		}
		r.terminal += w.terminal
		r.quiet = append(r.quiet, w.quiet...)
		r.backward = r.backward || w.backward
		r.duties = max(r.duties, w.duties)
		for _, b := range w.met {
			if !slices.Contains(r.met, b) {
				r.met = append(r.met, b)
			}
		}
		r.keepFirst(w.violations)
		r.count(w)
		if more := len(w.actions) - len(r.actions); more > 0 {
			r.actions = append(r.actions, make([]activity, more)...)
		}
		for i, a := range w.actions {
			r.actions[i].enabled += a.enabled
			r.actions[i].taken += a.taken
		}
	}
}

// count adds up the states in which the properties that are counted are true.
func (r *run) count(w *worker) {
	for n, states := range w.counts {
		r.counts[n] += states
	}
}

// keepFirst keeps the first violation of each property.
func (r *run) keepFirst(violations []violation) {
	for _, v := range violations {
		if r.first[v.property] == nil {
			r.first[v.property] = &v
		}
	}
}
