package check

import (
	"errors"
	"fmt"
	"os"

	"interrex/checker/levels"
	"interrex/internal/hold"
	"interrex/spec"
)

// A Status is the state of a check in a store.
type Status struct {
	levels.Status
	Properties []spec.Property // that it asks for
}

// A HeldError is the error of a check with a store that another process holds.
type HeldError struct {
	Store  string
	Status Status
}

func (e *HeldError) Error() string { return fmt.Sprintf("store %s: %v", e.Store, hold.ErrHeld) }

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

// held is the error of a store that another process holds: a *HeldError if that process does this very check.
func (q *Question) held(o levels.Options) error {
	_, err := o.Begin()
	var s Status
	if err == nil {
		s, err = q.status(levels.Folder(q.Store.text))
	}
	if err != nil {
		return &levels.Error{Store: o.Store.String(), Err: err}
	}
	return &HeldError{o.Store.String(), s}
}

// status reads the state of the check in a folder.
func (q *Question) status(store levels.Folder) (s Status, err error) {
	s.Properties = q.Properties
	if s.Status, err = levels.StatusOf(store); err == nil {
		s.Workers, err = levels.Present(store)
	}
	return s, err
}
