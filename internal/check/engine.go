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

// ThisProcess is the engine that is always there.
const ThisProcess = "pool"

// Engines is the heading of the flags of engines.
const Engines = "Engines of a check with -store"

// engaged are the flags of a check's engine. They are empty if there is no choice.
func (q *Question) engaged() flags.Table {
	if len(q.Engines) == 0 {
		return nil
	}
	help := ThisProcess + ": this process"
	for _, e := range q.Engines {
		help += "; " + e.Name + ": " + e.Help
	}
	all := append([]Engine{{Name: ThisProcess}}, q.Engines...)
	carriers := make([]Carrier, len(all))
	var names []string
	for i, e := range all {
		if names = append(names, e.Name); e.New != nil {
			carriers[i] = e.New()
		}
	}
	engine := flags.OneOf(flags.Flag{Name: "engine", Group: Engines, Help: help, Then: func(bool) error {
		q.carrier = carriers[slices.Index(names, q.engaging)]
		if q.carrier != nil && q.Store.IsMemory() {
			return flags.Whole{Err: errors.New("-engine=" + q.engaging + ": the engine needs a store that all workers share; give -store too")}
		}
		return nil
	}}, &q.engaging, func() []string { return names })
	stored := func() string {
		if q.Store.IsMemory() {
			return "without -store"
		}
		return ""
	}
	shards := flags.Flag{Name: "shards", Takes: "N", Group: Engines, Idle: stored,
		Help: "parts of each level of a new store, one for each worker at a time; by default as many as -workers, at least 4"}.Count(&q.shards, mostShards)
	alone := flags.Flag{Name: "alone", Takes: "N", Group: Engines, Idle: stored,
		Help: "the driver alone does levels of at most this many states; the default depends on the engine"}.Count(&q.alone, 0)
	table := flags.Table{engine, shards, alone}
	for _, c := range carriers[1:] {
		for _, f := range c.Flags() {
			idle := f.Idle
			f.Group, f.Idle = Engines, func() string {
				switch {
				case q.carrier != c:
					return "with -engine=" + q.engaging
				case idle == nil:
					return ""
				}
				return idle()
			}
			table = append(table, f)
		}
	}
	for _, f := range table {
		q.unsaid = append(q.unsaid, f.Name)
	}
	return table
}

// mostShards is the greatest number of shards: a task lists all of them.
const mostShards = 1 << 12

// engage starts the engine. The caller calls end when the check is over.
func (q *Question) engage(ctx context.Context, o *levels.Options) (end func() error, err error) {
	if q.carrier == nil {
		return func() error { return nil }, nil
	}
	subject, err := o.Begin()
	if err != nil {
		return nil, &levels.Error{Store: o.Store.String(), Err: err}
	}
	runner, end, err := q.carrier.Start(ctx, q.run(o.Store, subject))
	if err != nil {
		return nil, &EngineError{q.engaging, err}
	}
	o.Runner = runner
	if alone, says := runner.(interface{ Alone() int }); says {
		o.Alone = cmp.Or(q.alone, alone.Alone())
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
