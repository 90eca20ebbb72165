package node

import (
	"context"
	"errors"
	"fmt"
)

var errSlowProbe = errors.New("it has not answered in time")

// probe asks for the node's health. One that has not answered since the last time has failed: a node
// that hangs is not well.
func (m *member) probe() {
	if m.asking {
		select {
		case m.probed <- errSlowProbe:
		default: // it is answering now
		}
		return
	}
	m.asking = true
	n := m.Node
	go func() {
		ctx, cancel := context.WithTimeout(n.closing, n.options.HealthEvery)
		defer cancel()
		err := n.options.Health(ctx)
		if ctx.Err() != nil {
			err = errSlowProbe
		}
		select {
		case n.probed <- answered{err}:
		case <-n.ended:
		}
	}()
}

// answered is what a probe has said itself.
type answered struct{ error }

// found draws the conclusions: an incarnation ends when its node's health does, and begins when it
// is back.
func (m *member) found(err error) (end error) {
	if a, is := err.(answered); is {
		m.asking, err = false, a.error
	}
	was := m.well
	m.well = err == nil
	switch {
	case was && !m.well:
		m.options.Log.Warn("not well", "error", err)
		if m.wants {
			return errResigned
		}
	case !was && m.well:
		m.options.Log.Info("well again")
		if m.wants {
			return m.mayStand()
		}
	}
	return nil
}

// mayStand ends a reluctance, or an observation.
func (m *member) mayStand() (end error) {
	if !m.standing {
		return errReturning
	}
	m.reluctant = false
	return nil
}

// errUnwell says why a campaign is put off.
func errUnwell(id fmt.Stringer) error {
	return fmt.Errorf("node %v: its health probe fails; it will stand when that succeeds", id)
}
