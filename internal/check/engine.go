package check

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"interrex/checker/levels"
	"interrex/internal/flags"
)

// An Engine has other processes, on this machine or others, do the tasks of a check.
type Engine struct {
	Name string
	Help string // description in a few words

	// New makes it for one call of a command.
	New func() Carrier
}

// A Carrier is an engine in one call of a command.
type Carrier interface {
	// Flags are its own flags. They are read before any other call.
	Flags() flags.Table

	// Start begins to take the tasks of a run. The caller calls end when the run is over. If the Runner has a method Alone() int, the
	// driver expands levels of so many states alone.
	Start(ctx context.Context, r Run) (runner levels.Runner, end func() error, err error)
}

// A Run describes a check to an engine, or to a worker.
type Run struct {
	Store   levels.Store
	Where   string // what -store is, for other processes on this machine
	Key     string // identifies the store
	Workers int    // what -workers is
	Say     func(format string, args ...any)
}

// An EngineError is the reason why an engine cannot be used.
type EngineError struct {
	Engine string
	Err    error
}

func (e *EngineError) Error() string { return "engine " + e.Engine + ": " + e.Err.Error() }
func (e *EngineError) Unwrap() error { return e.Err }

// An engagement is the engine that a check has do its tasks, as the flags choose it.
type engagement struct {
	name    string
	carrier Carrier // nil: this process
	shards  int
	alone   int
	flags   []string // the names of the flags of engines, which a report does not depend on
}

// thisProcess is the engine that is always there.
const thisProcess = "pool"

// Engines is the heading of the flags of engines.
const Engines = "Engines of a check with -store"

// engaged are the flags of a check's engine. They are empty if there is no choice.
func (q *Question) engaged() flags.Table {
	if len(q.Engines) == 0 {
		return nil
	}
	help, names, carriers := thisProcess+": this process", []string{thisProcess}, []Carrier{nil}
	for _, e := range q.Engines {
		help += "; " + e.Name + ": " + e.Help
		names, carriers = append(names, e.Name), append(carriers, e.New())
	}
	stored := func() string { return unless(!q.Store.IsMemory(), "without -store") }
	table := flags.Table{
		flags.OneOf(flags.Flag{Name: "engine", Group: Engines, Help: help, Then: func(bool) error {
			q.engine.carrier = carriers[slices.Index(names, q.engine.name)]
			if q.engine.carrier != nil && q.Store.IsMemory() {
				return errors.New("-engine=" + q.engine.name + ": the engine needs a store that all workers share; give -store too")
			}
			return nil
		}}, &q.engine.name, func() []string { return names }),
		flags.Flag{Name: "shards", Takes: "N", Group: Engines, Idle: stored,
			Help: "parts of each level of a new store, one for each worker at a time; by default as many as -workers, at least 4"}.Count(&q.engine.shards, mostShards),
		flags.Flag{Name: "alone", Takes: "N", Group: Engines, Idle: stored,
			Help: "the driver alone does levels of at most this many states; the default depends on the engine"}.Count(&q.engine.alone, 0),
	}
	for _, c := range carriers[1:] {
		for _, f := range c.Flags() {
			idle := f.Idle
			f.Group, f.Idle = Engines, func() string {
				why := unless(q.engine.carrier == c, "with -engine=%s", q.engine.name)
				if why == "" && idle != nil {
					why = idle()
				}
				return why
			}
			table = append(table, f)
		}
	}
	for _, f := range table {
		q.engine.flags = append(q.engine.flags, f.Name)
	}
	return table
}

// mostShards is the greatest number of shards: a task lists all of them.
const mostShards = 1 << 12

// engage starts the engine. The caller calls end when the check is over.
func (q *Question) engage(ctx context.Context, o *levels.Options) (end func() error, err error) {
	if q.engine.carrier == nil {
		return func() error { return nil }, nil
	}
	subject, err := o.Begin()
	if err != nil {
		return nil, &levels.Error{Store: o.Store.String(), Err: err}
	}
	runner, end, err := q.engine.carrier.Start(ctx, q.run(o.Store, subject))
	if err != nil {
		return nil, &EngineError{q.engine.name, err}
	}
	o.Runner = runner
	if alone, says := runner.(interface{ Alone() int }); says {
		o.Alone = cmp.Or(q.engine.alone, alone.Alone())
	}
	return end, nil
}

func (q *Question) run(store levels.Store, subject levels.Subject) Run {
	return Run{Store: store, Where: q.Store.Where(), Key: subject.Key, Workers: q.Options.Workers, Say: q.say()}
}

func (q *Question) say() func(format string, args ...any) {
	if q.Say == nil {
		return func(string, ...any) {}
	}
	return q.Say
}
