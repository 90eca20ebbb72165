package levels

import (
	"errors"
	"slices"

	"interrex/checker"
)

// settle decides liveness from the files, as far as it can: it says of which properties it holds, since there is no place where a
// run that violates them could stay for ever. It takes the memory of a chunk, and of the states that steps leave that may be part
// of a cycle, if they have room: mostly, there are none.
//
// All states are expanded once more, for what they owe and for what there is to know of steps; read again, to find out which steps
// may be part of a cycle; and, if some are, once more for these states.
func (d *driver) settle() (settled []bool, err error) {
	m, part := d.level, d.own.part
	if !m.Over || len(m.Tally.Met) > 0 || !slices.ContainsFunc(d.properties, checker.Property.IsLiveness) {
		return nil, nil
	}
	open := make([]bool, len(d.properties))
	part.Begin()
	part.Forget()
	if err := d.each(func(int) error { return part.Rest(open) }); err != nil {
		return nil, err
	}
	laid := part.Laid()
	may := part.Recurrence(func(yield func(checker.Row) bool) {
		err = d.eachRow(func(row checker.Row, _ []uint64) error {
			if !yield(row) {
				return errEnough
			}
			return nil
		})
	})
	if err = ignore(err, errEnough); err != nil || may == nil || part.Laid() != laid {
		return nil, err
	}
	if !may.IsEmpty() {
		if fits, err := d.stay(may, open); err != nil || !fits {
			return nil, err
		}
	}
	settled = make([]bool, len(open))
	for n, p := range d.properties {
		settled[n] = p.IsLiveness() && !open[n]
	}
	return settled, nil
}

// errEnough ends what goes over all states.
var errEnough = errors.New("enough")

// stay has the Part hold all states that steps leave that may be part of a cycle, and looks for fair components of them. It reports
// false if they have no room.
func (d *driver) stay(may checker.Recurrence, open []bool) (fits bool, err error) {
	var left []uint64
	words, fits := d.own.names.layout.words, true
	err = d.eachRow(func(row checker.Row, canonical []uint64) error {
		if may.Leaves(row) {
			left = append(left, canonical...)
		}
		if fits = checker.Fits(len(left)/words, d.Check); !fits {
			return errEnough
		}
		return nil
	})
	if err = ignore(err, errEnough); err != nil || !fits {
		return false, err
	}
	d.own.part.Hold(0)
	d.own.translator.begin()
	for at := 0; at < len(left); at += words {
		if err := d.own.translator.enter(left[at : at+words]); err != nil {
			return false, err
		}
	}
	return true, d.own.part.Stay(d.ctx, may, open)
}

// each has the driver's own Part hold the states of one chunk after another, in the order of ranks.
func (d *driver) each(do func(states int) error) error {
	m := d.level
	for _, c := range slices.Concat(append(m.Before[:len(m.Before):len(m.Before)], m.Chunks)...) {
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

// eachRow goes over all states, by their rows and by their canonical ones.
func (d *driver) eachRow(do func(row checker.Row, canonical []uint64) error) error {
	words := d.own.names.layout.words
	return d.each(func(states int) error {
		for n := range states {
			if err := do(d.own.part.Held(n), d.own.rows[n*words:(n+1)*words]); err != nil {
				return err
			}
		}
		return nil
	})
}
