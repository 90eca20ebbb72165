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

// usual is where Flink has its REST interface if nobody has said otherwise.
const usual = "http://localhost:8081"

// Flags are part of check.Carrier.
func (c *carrier) Flags() flags.Table {
	c.url = usual
	return flags.Table{{
		Name: "flink", Takes: "URL", Help: "the REST interface of a Flink cluster, by default " + usual + "; with a name and a password, http://NAME:PASSWORD@HOST",
		Set: func(text string) error {
			if c.url = text; !isURL(text) {
				return errors.New("it begins with http://HOST or https://HOST")
			}
			return nil
		},
	}, flags.Flag{
		Name: "flink-program", Takes: "FILE", Help: "where this very program is on each TaskManager, by default where it is here",
	}.Text(&c.program)}
}

// Start is part of check.Carrier.
func (c *carrier) Start(ctx context.Context, run check.Run) (levels.Runner, func() error, error) {
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
