package check

import (
	"cmp"
	"context"
	"errors"

	"interrex/checker/levels"
	"interrex/internal/flags"
)

// An Engine has the tasks of a check done by other processes, which may be on other machines.
type Engine struct {
	Name string
	Help string // description in a few words

	// New makes it for one call of a command.
	New func() Carrier
}

// A Carrier is an engine in one call of a command.
type Carrier interface {
	// Flags are its own flags, of driver and worker. They are read before anything else is asked of it.
	Flags() flags.Table

	// Start begins to take the tasks of a run. At the end of the run, end is called. The error is one line. If
	// the Runner has a method Alone() int, the driver itself expands levels of at most that many states.
	Start(ctx context.Context, r Run) (runner levels.Runner, end func() error, err error)
}

// A Working carrier brings tasks to processes that have been started as workers, one by one.
type Working interface {
	Carrier

	// Lacks returns an error that names a missing required flag of a worker.
	Lacks() error

	// Work executes tasks of a run with all hands, each of which does one at a time. It returns when the
	// context ends, or r.IsOver is true.
	Work(ctx context.Context, r Run, hands []Hand) error
}

// A Hand does a task. It is for one goroutine.
type Hand interface {
	Do(ctx context.Context, t levels.Task) error
}

// A Run is an engine's data about a check, or about a worker's check.
type Run struct {
	Store   levels.Store
	Where   string // what -store is, for other processes on this machine
	Key     string // identifies the store
	Workers int    // what -workers is
	Say     func(format string, args ...any)
	IsOver  func() (bool, error) // whether all is explored; levels.ErrGone if the store has been removed
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
const Engines = "Engines: who does the work of a check with -store"

// engaged are the flags of a check's engine. They are empty if there is no choice.
func (q *Question) engaged() flags.Table {
	if len(q.Engines) == 0 {
		return nil
	}
	help := ThisProcess + ": this process"
	for _, e := range q.Engines {
		help += "; " + e.Name + ": " + e.Help
	}
	engine := q.engine(append([]Engine{{Name: ThisProcess}}, q.Engines...))
	engine.Help = help
	then := engine.Then
	engine.Then = func(given bool) error {
		if err := then(given); err != nil {
			return err
		}
		if q.carrier != nil && q.Store.IsMemory() {
			return flags.Whole{Err: errors.New("-engine=" + q.engaging + ": the engine needs a store that all workers share; give -store too")}
		}
		return nil
	}
	stored := func() string {
		if q.Store.IsMemory() {
			return "without -store"
		}
		return ""
	}
	shards := flags.Flag{Name: "shards", Takes: "N", Group: Engines, Idle: stored,
		Help: "parts of each level, for as many workers at a time, where the store is new; by default as many as -workers, and no less than 4"}.Count(&q.shards, mostShards)
	alone := flags.Flag{Name: "alone", Takes: "N", Group: Engines, Idle: stored,
		Help: "levels of so many states or fewer are the driver's own; by default what the engine is quickest with"}.Count(&q.alone, 0)
	shards.Get, alone.Get = nil, nil
	return q.chosen(flags.Table{engine, shards, alone})
}

// mostShards is the greatest number of shards: each task lists all of them.
const mostShards = 1 << 12

// engine is the flag that selects an engine; the first is the default.
func (q *Question) engine(all []Engine) flags.Flag {
	q.carriers = make([]Carrier, len(all))
	for i, e := range all {
		if e.New != nil {
			q.carriers[i] = e.New()
		}
	}
	words := func() (names []string) {
		for _, e := range all {
			names = append(names, e.Name)
		}
		return names
	}
	f := flags.OneOf(flags.Flag{Name: "engine", Group: Engines, Then: func(bool) error {
		for i, e := range all {
			if e.Name == q.engaging {
				q.carrier = q.carriers[i]
			}
		}
		return nil
	}}, &q.engaging, words)
	f.Get = nil
	return f
}

// chosen adds the flags of all engines to a table. Those of other engines than the chosen one do not apply.
func (q *Question) chosen(table flags.Table) flags.Table {
	for _, c := range q.carriers {
		if c == nil {
			continue
		}
		for _, f := range c.Flags() {
			idle := f.Idle
			f.Group, f.Get, f.Idle = Engines, nil, func() string {
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
		q.unsaid = append(q.unsaid, "-"+f.Name)
	}
	return table
}

// engage has the engine take the tasks of a check. When that is over, end is called.
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

// run is an engine's data about a store.
func (q *Question) run(store levels.Store, subject levels.Subject) Run {
	return Run{Store: store, Where: q.Store.Where(), Key: subject.Key, Workers: q.Options.Workers, Say: q.say(), IsOver: func() (bool, error) {
		if err := levels.IsGone(store); err != nil {
			return false, err
		}
		return levels.IsOver(store)
	}}
}

// say is Say, or a no-op if that is nil.
func (q *Question) say() func(format string, args ...any) {
	if q.Say == nil {
		return func(string, ...any) {}
	}
	return q.Say
}

// Carry has hands do the tasks that the chosen engine brings.
func (q *Question) Carry(ctx context.Context, r Run, hands []Hand) error {
	working, ok := q.carrier.(Working)
	if !ok {
		return errors.New("no engine of this program brings tasks to workers: give -lines")
	}
	if err := working.Work(ctx, r, hands); err != nil {
		return &EngineError{q.engaging, err}
	}
	return nil
}
