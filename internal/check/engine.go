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
	Help string // what it is, in a few words

	// New makes it for one call of a command.
	New func() Carrier
}

// A Carrier is an engine in one call of a command.
type Carrier interface {
	// Flags are its own flags, of driver and worker. They are read before anything else is asked of it.
	Flags() flags.Table

	// Start begins to take the tasks of a run. When it is over, end is called. The error says in a line what is wrong. If
	// the Runner has a method Alone() int, that is how many states of a level the driver expands by itself.
	Start(ctx context.Context, r Run) (runner levels.Runner, end func() error, err error)
}

// A Working carrier brings tasks to processes that have been started as workers, one by one.
type Working interface {
	Carrier

	// Lacks says which flag a worker has not been given that it must be.
	Lacks() error

	// Work has tasks of a run done, by as many hands as there are, each of which does one at a time. It returns when the
	// context is over, or r.IsOver says so.
	Work(ctx context.Context, r Run, hands []Hand) error
}

// A Hand does a task. It is for one goroutine.
type Hand interface {
	Do(ctx context.Context, t levels.Task) error
}

// A Run is what an engine knows of a check, or of what a worker works for.
type Run struct {
	Store   levels.Store
	Where   string // what -store is, for other processes on this machine
	Key     string // tells the store from all others
	Workers int    // what -workers is
	Say     func(format string, args ...any)
	IsOver  func() (bool, error) // whether all is explored; levels.ErrGone if the store has been removed
}

// An EngineError says why an engine cannot be used.
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

// engaged are the flags of the engine that a check has its tasks done by. There are none where there is no choice.
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
			return flags.Whole{Err: errors.New("-engine=" + q.engaging + " needs -store=DIR, a folder or bucket that all workers see")}
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
		Help: "parts of each level of a new store, one for each worker at a time; by default as many as -workers, at least 4"}.Count(&q.shards, mostShards)
	alone := flags.Flag{Name: "alone", Takes: "N", Group: Engines, Idle: stored,
		Help: "the driver alone does levels of at most this many states; the default depends on the engine"}.Count(&q.alone, 0)
	shards.Get, alone.Get = nil, nil
	return q.chosen(flags.Table{engine, shards, alone})
}

// mostShards is the greatest number of shards: a task knows all of them.
const mostShards = 1 << 12

// engine is the flag that names one of some engines, of which the first is meant if it is not given.
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

// chosen adds the flags of all engines to a table. Those of an engine that is not chosen mean nothing.
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

// run is what an engine is told of a store.
func (q *Question) run(store levels.Store, subject levels.Subject) Run {
	return Run{Store: store, Where: q.Store.Where(), Key: subject.Key, Workers: q.Options.Workers, Say: q.say(), IsOver: func() (bool, error) {
		if err := levels.IsGone(store); err != nil {
			return false, err
		}
		return levels.IsOver(store)
	}}
}

// say is Say, or does nothing if that is nil.
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
