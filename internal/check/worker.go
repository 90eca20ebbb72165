package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"sync"
	"time"

	"interrex/checker"
	"interrex/checker/levels"
	"interrex/internal/flags"
	"interrex/model/world"
)

// ErrNothingThere says that a store is of nothing yet.
var ErrNothingThere = errors.New("there is no check in it yet")

// Manned are the flags of a worker: where the store is, and the engine that brings tasks.
func (q *Question) Manned(isIdle func() bool) flags.Table {
	var working []Engine
	for _, e := range q.Engines {
		if _, works := e.New().(Working); works {
			working = append(working, e)
		}
	}
	store := q.placed("where the check has its states")
	store.Usual = true
	store.Then = func(given bool) error {
		if !given {
			return flags.Whole{Err: errors.New("-store is missing: it is that of the check")}
		}
		return nil
	}
	table := flags.Table{store}
	if len(working) == 0 {
		return table
	}
	engine := q.engine(working)
	engine.Help, engine.Usual = "the engine that brings the tasks", true
	engine.Idle = func() string {
		if isIdle() {
			return "with -lines: standard input brings the tasks"
		}
		return ""
	}
	return append(table, q.chosen(flags.Table{engine})...).Then(func() error {
		if isIdle() {
			return nil
		}
		return q.carrier.(Working).Lacks()
	})
}

// Work opens the store of a worker, and returns what the engine is told of it, and hands. They take memory until rest.
func (q *Question) Work(ctx context.Context) (r Run, hands []Hand, rest func(), err error) {
	store, err := q.Store.Open(ctx)
	if err != nil {
		return Run{}, nil, nil, err
	}
	subject, err := levels.SubjectOf(store)
	if errors.Is(err, fs.ErrNotExist) {
		err = ErrNothingThere
	}
	crew := &crew{store: store}
	if err == nil {
		err = q.asked(subject, crew)
	}
	if err != nil {
		return Run{}, nil, nil, &levels.Error{Store: store.String(), Err: err}
	}
	crew.there = levels.Attend(store, q.Options.Workers)
	for range q.Options.Workers {
		hands = append(hands, &hand{crew: crew})
	}
	return q.run(store, subject), hands, func() {
		crew.there.Leave()
		for _, h := range hands {
			if h := h.(*hand); h.of != nil {
				h.of.Close()
			}
		}
	}, nil
}

// Await waits until a store is of a check, if it may become that of one, and says so.
func (q *Question) Await(ctx context.Context) error {
	store, err := q.Store.Open(ctx)
	if err != nil {
		return err
	}
	for isFirst := true; ; isFirst = false {
		if _, err := levels.SubjectOf(store); !errors.Is(err, fs.ErrNotExist) {
			return nil // what is wrong with it is said by those who use it
		}
		if isFirst {
			if err := cmp.Or(q.Store.isPossible(), levels.IsFree(store)); err != nil {
				return &levels.Error{Store: store.String(), Err: err}
			}
			q.say()("waiting for a check in %s", q.Store.Where())
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

// asked makes out what is asked of a store, and by this very program.
func (q *Question) asked(s levels.Subject, c *crew) error {
	program, err := digest()
	if err != nil {
		return err
	}
	if _, theirs, _ := strings.Cut(s.Name, byProgram); theirs != program {
		return fmt.Errorf("its check is done by program %s, and this one is %s: drivers and workers are one binary, so build it once and copy it", theirs, program)
	}
	asked := &Question{Elections: q.Elections}
	table := asked.Flags()
	line, err := table.Scan(s.Flags)
	if err == nil {
		err = table.Read(line)
	}
	if err != nil {
		return fmt.Errorf("its check is of something that this program does not know: %w", err)
	}
	name, err := asked.identity()
	if err == nil && name != s.Name {
		err = fmt.Errorf("its check is %s, and this program takes it for %s", s.Name, name)
	}
	c.world = sync.OnceValue(func() *world.World { return world.New(asked.World) })
	c.ask = func(w *world.World) []checker.Property { return w.Ask(asked.Properties) }
	return err
}

// A crew are hands in one process. They share its world.
type crew struct {
	store levels.Store
	there *levels.Attendance // which notes in the store what becomes of its tasks
	world func() *world.World
	ask   func(w *world.World) []checker.Property
}

// A hand does tasks of a store.
type hand struct {
	*crew
	of *levels.Hands // nil: it has done none yet
}

// Do is part of Hand.
func (h *hand) Do(ctx context.Context, t levels.Task) (err error) {
	began := time.Now()
	defer func() {
		if bug := recover(); bug != nil { // what it was at may be half done
			h.of = nil
			err = fmt.Errorf("a bug of Interrex, please report it: %v", bug)
		}
		h.there.Did(t, time.Since(began), err)
	}()
	if h.of == nil {
		w := h.world()
		h.of = levels.NewHands(h.store, w, h.ask(w))
	}
	return h.of.Do(ctx, t)
}
