package flink

import (
	"context"
	"errors"
	"os"

	"interrex/checker/levels"
	"interrex/explore"
	"interrex/internal/check"
	"interrex/internal/flags"
)

// Engine is Flink as an engine of checks.
func Engine() explore.Engine {
	return explore.Engine{Name: "flink", Help: "an Apache Flink cluster", New: func() check.Carrier { return &carrier{alone: worthwhile} }}
}

// A carrier has the tasks of a check done on the cluster that its flags name.
type carrier struct {
	url, program string
	alone        int
}

// Flags are part of check.Carrier.
func (c *carrier) Flags() flags.Table {
	return flags.Table{{
		Name: "flink", Takes: "URL", Help: "the REST interface of a Flink cluster, as http://HOST:8081",
		Set:  func(text string) error { c.url = text; return nil },
		Then: func(given bool) error { return nil },
	}, {
		Name: "flink-program", Takes: "FILE", Help: "where this program is on every TaskManager, by default where it is here",
		Set: func(text string) error { c.program = text; return nil },
	}}
}

// Start is part of check.Carrier.
func (c *carrier) Start(ctx context.Context, run check.Run) (levels.Runner, func() error, error) {
	if c.url == "" {
		return nil, nil, errors.New("-flink is missing: the URL of its REST interface, as http://HOST:8081")
	}
	program := c.program
	if program == "" {
		here, err := os.Executable()
		if err != nil {
			return nil, nil, err
		}
		program = here
	}
	r, err := New(ctx, c.url, []string{program, "worker", "-lines", "-store=" + run.Where})
	if err != nil {
		return nil, nil, err
	}
	r.alone = c.alone
	return r, func() error { return nil }, nil
}
