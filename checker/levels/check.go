package levels

import (
	"cmp"
	"context"
	"errors"
	"time"

	"interrex/checker"
)

// Options steer a check. The zero value does all in this process.
type Options struct {
	Store  Store
	Name   string          // what is explored, and by which program
	Flags  []string        // and how a worker is told: see Subject
	Check  checker.Options // bounds; of those that are for states in memory, none
	Runner Runner          // nil: a Pool of Check.Workers
	Shards int             // parts of the states, if the store is new; 0: as many as there are cores, and no less than four

	// Alone is how many states of a level are expanded by the driver alone: it writes them no more often than Every.
	Alone int
	Every time.Duration

	rows, words int // for tests, of Settings
	room        int // and the states that have room while liveness is decided from files
}

const (
	usualAlone = 1 << 13
	usualRows  = 1 << 16
	usualWords = 1 << 21
)

// Check is checker.Check with the states in a store. Errors of the store are *Error.
func Check(ctx context.Context, system checker.System, properties []checker.Property, o Options) (*checker.Report, error) {
	if o.Check.MaxTime > 0 {
		within, cancel := context.WithTimeout(ctx, o.Check.MaxTime)
		defer cancel()
		ctx = within
	}
	d := &driver{Options: o, system: system, properties: properties, ctx: ctx, began: time.Now()}
	d.Alone, d.Every = cmp.Or(o.Alone, usualAlone), cmp.Or(o.Every, time.Second)
	d.own = NewHands(o.Store, system, properties)
	found, err := d.run()
	if err != nil {
		return nil, d.explain(err)
	}
	seconds := time.Since(d.began).Seconds()
	if err := d.decide(found); err != nil {
		return nil, d.explain(err)
	}
	report, err := found.Report(ctx, o.Check)
	if err != nil {
		return nil, d.explain(err)
	}
	report.Seconds, report.LivenessSeconds = seconds, time.Since(d.began).Seconds()-seconds
	report.PeakBytes = max(report.PeakBytes, checker.BytesHeld())
	return report, nil
}

// run opens the store and explores.
func (d *driver) run() (*checker.Explored, error) {
	if err := d.open(); err != nil {
		return nil, err
	}
	found, err := d.explore()
	if err == nil {
		err = d.meet()
	}
	return found, err
}

// explain makes an error one of the store, unless the election has panicked.
func (d *driver) explain(err error) error {
	var foreign *checker.ModelPanic
	if errors.As(err, &foreign) {
		return err
	}
	var wrong *damage
	if errors.As(err, &wrong) { // of several, one is reported
		err = wrong
	}
	if d.near != nil { // it was there
		err = cmp.Or(IsGone(d.Store), err)
	}
	return &Error{d.Store.String(), err}
}
