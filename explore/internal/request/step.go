package request

import (
	"fmt"
	"time"

	"interrex/checker"
	"interrex/explore/internal/study"
	"interrex/model/world"
)

// What step decides before it opens, unless it is told otherwise, and what it looks at to answer
// whether an election can still come: no more than one waits for.
const (
	stepStates    = 500_000
	stepTime      = 20 * time.Second
	outlookStates = 200_000
	outlookTime   = 10 * time.Second
)

// step reads the flags of the command step: those of a check, but for what becomes of a report.
func (r *Request) step(v *values, given map[string]bool) error {
	for _, name := range []string{"format", "o", "fail-on"} {
		if given[name] {
			return fmt.Errorf("-%s has no meaning for step, which writes no report: use check", name)
		}
	}
	if err := r.check(v, given); err != nil {
		return err
	}
	if !given["max-states"] {
		r.Options.MaxStates = stepStates
	}
	if !given["max-time"] {
		r.Options.MaxTime = stepTime
	}
	r.At = v.at
	if given["at"] {
		if _, err := study.Decode(world.New(r.World), v.at); err != nil {
			return fmt.Errorf("-at=%s: %w", v.at, err)
		}
	}
	return nil
}

// Outlook are the bounds of the question whether from a state an election can still come.
func (r *Request) Outlook() checker.Options {
	return checker.Options{
		Workers: r.Options.Workers, MaxMemory: r.Options.MaxMemory,
		MaxStates: min(r.Options.MaxStates, outlookStates), MaxTime: min(r.Options.MaxTime, outlookTime),
	}
}
