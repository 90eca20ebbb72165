package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"interrex/checker"
	"interrex/checker/levels"
	"interrex/internal/flags"
	"interrex/internal/prose"
	"interrex/model/world"
)

// An Opener opens stores other than folders: those with its scheme in -store, such as s3://.
type Opener struct {
	Scheme string
	Help   string // how -store is written: "s3://BUCKET/PREFIX"
	Open   func(ctx context.Context, url string) (levels.Store, error)
}

// A Place is the location of a check's states, from -store.
type Place struct {
	text string
	open func(ctx context.Context, url string) (levels.Store, error) // nil: it is a folder
}

// IsMemory reports whether there is no store.
func (p Place) IsMemory() bool { return p.text == "" }

// Where is how another program on this machine names the store.
func (p Place) Where() string {
	if where, err := filepath.Abs(p.text); err == nil && p.open == nil {
		return where
	}
	return p.text
}

// Open opens the store. A folder may be created, but its parent must exist: drivers and workers apply the same rule, so that
// none waits for a folder that the other cannot create. The error is a *levels.Error.
func (p Place) Open(ctx context.Context) (levels.Store, error) {
	var store levels.Store = levels.Folder(p.text)
	var err error
	if p.open != nil {
		store, err = p.open(ctx, p.text)
	} else if in := filepath.Dir(p.Where()); !exists(in) {
		err = fmt.Errorf("the parent folder %s does not exist", in)
	}
	if err != nil {
		return nil, &levels.Error{Store: p.text, Err: err}
	}
	return store, nil
}

func exists(folder string) bool {
	_, err := os.Stat(folder)
	return !errors.Is(err, fs.ErrNotExist)
}

func (q *Question) placed(help string) flags.Flag {
	takes := "DIR"
	for _, o := range q.Stores {
		takes += " or " + o.Help
	}
	return flags.Flag{Name: "store", Takes: takes, Group: Bounds, Help: help, Set: func(text string) error {
		if text == "" {
			return flags.Whole{Err: errors.New("-store= names no folder: name a new or an empty one")}
		}
		scheme, _, isURL := strings.Cut(text, "://")
		if !isURL {
			q.Store = Place{text: text}
			return nil
		}
		var schemes []string
		for _, o := range q.Stores {
			if schemes = append(schemes, o.Scheme); o.Scheme == scheme {
				q.Store = Place{text: text, open: o.Open}
				return nil
			}
		}
		if schemes == nil {
			return errors.New("this program keeps states in folders; explore-cluster keeps them in buckets too (docs/cluster.md)")
		}
		return fmt.Errorf("it is a folder, or begins with one of %s", strings.Join(schemes, "://, ")+"://")
	}}
}

// Stored is the flag of the store in which the states are.
func (q *Question) Stored() flags.Table {
	f := q.placed("a folder for the states, new or empty. Memory does not bound them there. After a kill the same command continues; while another process holds the folder, it is refused (docs/cluster.md)")
	f.Then = func(given bool) error {
		switch o := q.Options; {
		case !given && o.MaxStates > checker.MostStates:
			return flags.Whole{Err: fmt.Errorf("-max-states=%d: without -store there is room for %s states", o.MaxStates, prose.Grouped(checker.MostStates))}
		case !given:
			return nil
		}
		return nil
	}
	return append(flags.Table{f}, q.engaged()...)
}

func askStored(ctx context.Context, q Question) (*world.World, *checker.Report, error) {
	store, err := q.Store.Open(ctx)
	if err != nil {
		return nil, nil, err
	}
	defer heed(q.Options.MaxMemory)()
	o := levels.Options{Store: store, Flags: q.canonical(), Check: q.Options, Shards: q.shards, Alone: q.alone}
	if o.Name, err = q.identity(); err != nil {
		return nil, nil, &levels.Error{Store: store.String(), Err: err}
	}
	release, isHeld := q.Store.hold()
	defer release()
	if isHeld {
		return nil, nil, held(o)
	}
	end, err := q.engage(ctx, &o)
	if err != nil {
		return nil, nil, err
	}
	w := world.New(q.World)
	report, err := levels.Check(ctx, w, q.marked(w.Ask(q.Properties)), o)
	return w, report, cmp.Or(err, end())
}
