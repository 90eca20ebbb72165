package check

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"interrex/checker"
	"interrex/checker/levels"
	"interrex/internal/flags"
	"interrex/internal/hold"
	"interrex/internal/prose"
	"interrex/model/world"
	"interrex/spec"
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
	store, err := levels.Store(levels.Folder(p.text)), error(nil)
	in := filepath.Dir(p.Where())
	if p.open != nil {
		store, err = p.open(ctx, p.text)
	} else if _, missing := os.Stat(in); errors.Is(missing, fs.ErrNotExist) {
		err = fmt.Errorf("the parent folder %s does not exist", in)
	}
	if err != nil {
		return nil, &levels.Error{Store: p.text, Err: err}
	}
	return store, nil
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
		q.Store = Place{text: text}
		var schemes []string
		for _, o := range q.Stores {
			if schemes = append(schemes, o.Scheme+"://"); isURL && o.Scheme == scheme {
				q.Store.open = o.Open
			}
		}
		switch {
		case !isURL || q.Store.open != nil:
			return nil
		case schemes == nil:
			return errors.New("this program keeps states in folders; explore-cluster keeps them in buckets too (docs/cluster.md)")
		}
		return fmt.Errorf("it is a folder, or begins with one of %s", strings.Join(schemes, ", "))
	}}
}

// Stored is the flag of the store in which the states are.
func (q *Question) Stored() flags.Table {
	f := q.placed("a folder for the states, new or empty. Memory does not bound them there. After a kill the same command continues; while another process holds the folder, it is refused (docs/cluster.md)")
	f.Then = func(given bool) error {
		if most := q.Options.MaxStates; !given && most > checker.MostStates {
			return fmt.Errorf("-max-states=%d: without -store there is room for %s states", most, prose.Grouped(checker.MostStates))
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
	o := levels.Options{Store: store, Flags: q.canonical(), Check: q.Options, Shards: q.engine.shards, Alone: q.engine.alone}
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
	report, err := levels.Check(ctx, w, q.Ask(w), o)
	return w, report, cmp.Or(err, end())
}

// hold locks the folder of a store until release. It reports whether another process holds it. Places that are
// no folder, or without file locks, are never held.
func (p Place) hold() (release func(), isHeld bool) {
	free := func() {}
	if p.open != nil {
		return free, false
	}
	_ = os.Mkdir(p.text, 0o777) // else the store returns the error
	f, err := hold.Folder(p.text)
	if err != nil {
		return free, errors.Is(err, hold.ErrHeld)
	}
	return func() { _ = f.Close() }, false
}

// held is the error of a store that another process holds: hold.ErrHeld if that process does this very check.
func held(o levels.Options) error {
	if _, err := o.Begin(); err != nil {
		return &levels.Error{Store: o.Store.String(), Err: err}
	}
	return fmt.Errorf("store %s: %w", o.Store, hold.ErrHeld)
}

// identity names the exploration and the program: a store continues only for the same identity.
func (q *Question) identity() (string, error) {
	program, err := digest()
	if err != nil {
		return "", err
	}
	return strings.Join(q.canonical(), " ") + byProgram + program, nil
}

const byProgram = " program="

// canonical are the normalized flags that determine the content of a store.
func (q *Question) canonical() []string {
	of := Question{World: q.World}
	words := []string{"-algo=" + q.World.Algorithm.Name}
	for _, f := range of.WorldFlags() {
		if f.IsShown() && f.Applies() {
			words = append(words, "-"+f.Name+"="+Setting{f.Name, f.Get()}.Text())
		}
	}
	words = append(words, "-property="+strings.Join(spec.Names(q.Properties), ","))
	if q.Options.StopFirst {
		words = append(words, "-stop=first")
	}
	return words
}

// digest identifies a program.
var digest = sync.OnceValues(func() (string, error) {
	name, err := os.Executable()
	if err != nil {
		return "", err
	}
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer func() { _ = f.Close() }()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:6]), nil
})
