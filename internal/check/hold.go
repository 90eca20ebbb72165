package check

import (
	"errors"
	"fmt"
	"os"

	"interrex/checker/levels"
	"interrex/internal/hold"
)

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
