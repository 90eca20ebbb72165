// Package ledger is the command claims. It judges claims only by reports in JSON that commands of explore wrote.
// To judge a claim it reads its cases and what their runs must show, never the record.
package ledger

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"interrex/explore/internal/command"
	"interrex/explore/internal/orders"
	"interrex/internal/check"
	"interrex/internal/crew"
	"interrex/internal/flags"
	"interrex/internal/prose"
	"interrex/model"
	"interrex/spec/claims"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "claims", Group: command.Research, Usage: "[-id=C11]", Catalogue: true,
		Short: "decides each claim of the lectures by its runs, and compares it with the record",
		Long:  "-id decides one claim and shows its counterexamples.",
		Codes: map[int]string{0: "all verdicts are as recorded", 12: "one is not", 152: "one is undecided, or Ctrl-C"},
		New: func(p *command.Program) command.Asking {
			return &asked{Question: p.NewQuestion()}
		},
	}
}

type asked struct {
	check.Question
	command.Delivery
	Claims []claims.Claim
	Alone  bool // only one was asked for, by name
}

// Flags select all claims, or one.
func (a *asked) Flags() flags.Table {
	a.Claims = claims.All()
	ids := func() (ids []string) {
		for _, c := range claims.All() {
			ids = append(ids, c.ID)
		}
		return ids
	}
	return slices.Concat(flags.Table{
		{Name: "id", Takes: "C11", Group: check.Asked, Usual: true, Help: "one claim of the ledger", Words: ids,
			Set: func(text string) error {
				one, ok := claims.Find(strings.ToUpper(text))
				if !ok {
					return fmt.Errorf("there is no such claim; the claims are %s to %s", a.Claims[0].ID, a.Claims[len(a.Claims)-1].ID)
				}
				a.Claims, a.Alone = []claims.Claim{one}, true
				return nil
			}},
		a.Crew(),
	}, a.Delivered("", "text").Without("format"))
}

// Run runs the commands that decide the claims, computes the verdicts, and compares them with the record.
func (a *asked) Run(ctx context.Context, c *command.Call) int {
	found := &Claims{request: a, pictures: map[int]string{}}
	reports, err := a.runAll(ctx, c)
	if err != nil {
		return c.Panicked(err)
	}
	for _, claim := range a.Claims {
		if len(commands([]claims.Claim{claim}, reports)) == 0 { // else interrupted before it could be judged
			found.judged = append(found.judged, Judge(claim, reports))
		}
	}
	found.interrupted = ctx.Err() != nil
	if a.Alone {
		err = found.picture(ctx, c.Program)
	}
	if err != nil {
		return c.Panicked(err)
	}
	return c.Deliver(found)
}

// commands lists the commands of the claims that have no report yet, each once.
func commands(asked []claims.Claim, reports map[string]Report) (missing []string) {
	seen := map[string]bool{}
	for _, c := range asked {
		for _, one := range c.Cases {
			for _, run := range one.Runs {
				if reports[run.Command] == nil && !seen[run.Command] {
					seen[run.Command] = true
					missing = append(missing, run.Command)
				}
			}
		}
	}
	return missing
}

// runAll runs all commands, as many at a time as there are workers, and returns their reports. A report does not
// depend on the number of workers, so each command gets one worker, unless there are fewer commands than workers.
func (a *asked) runAll(ctx context.Context, call *command.Call) (map[string]Report, error) {
	waiting := commands(a.Claims, nil)
	atOnce := max(min(a.Options.Workers, len(waiting)), 1)
	reports := map[string]Report{}
	places := make(chan string, len(waiting))
	for _, command := range waiting {
		places <- command
	}
	close(places)
	var speaking sync.Mutex
	var first error
	var pool crew.Crew
	for range atOnce {
		pool.Go(func() {
			for command := range places {
				one, err := RunOne(ctx, call.Program, command, max(a.Options.Workers/atOnce, 1))
				if ctx.Err() != nil {
					return
				}
				speaking.Lock()
				if reports[command] = one; err != nil && first == nil {
					first = err
				}
				if n := len(reports); n%10 == 0 || n == len(waiting) {
					call.Say("%d of %d commands done, the last one: explore %s", n, len(waiting), command)
				}
				speaking.Unlock()
			}
		})
	}
	pool.Wait()
	return reports, first
}

// RunOne runs one command as a user would, and reads its JSON.
func RunOne(ctx context.Context, p *command.Program, line string, workers int) (Report, error) {
	call := Parse(p, line, "-format=json", "-quiet")
	call.Asking.Of().Options.Workers = workers
	var out, complaints bytes.Buffer
	call.Do(ctx, &out, &complaints)
	if complaints.Len() > 0 {
		return nil, fmt.Errorf("explore %s: %s", line, complaints.String())
	}
	one, err := Read(out.Bytes())
	if err != nil {
		panic(fmt.Errorf("explore %s: %w", line, err))
	}
	return one, nil
}

// IsProbe reports whether a command of the ledger is no command of a user.
func IsProbe(line string) bool { return probeOf(line) != nil }

// probeOf is the probe of a command of the ledger; nil if it is a command of a user.
func probeOf(line string) *command.Command {
	for _, c := range probes() {
		if name, _, _ := strings.Cut(line, " "); c.Name == name {
			return c
		}
	}
	return nil
}

// Parse parses a command of the ledger like one of a user. A command that is refused is a bug of ours.
func Parse(p *command.Program, line string, more ...string) *command.Call {
	words := append(strings.Fields(line), more...)
	call, err := p.Line(words)
	if probe := probeOf(line); probe != nil {
		call, err = p.Prepare(probe, words[1:])
	}
	if err != nil {
		panic(fmt.Errorf("explore %s: %w", line, err))
	}
	return call
}

// picture adds the runs that illustrate the one claim asked for by name: for each case the first counterexample
// that decides it, or the story.
func (c *Claims) picture(ctx context.Context, p *command.Program) error {
	for _, j := range c.judged {
		for i, runs := range j.Runs {
			shown := pictureOf(runs)
			if shown.command == "" {
				continue
			}
			text, err := c.draw(ctx, p, shown)
			if err != nil {
				return err
			}
			c.pictures[i] = text
		}
	}
	return nil
}

// draw draws one run.
func (c *Claims) draw(ctx context.Context, p *command.Program, shown picture) (string, error) {
	one := Parse(p, shown.command, "-quiet")
	q := one.Asking.Of()
	q.Options.Workers = c.request.Options.Workers
	var text bytes.Buffer
	if shown.property == "" {
		one.Do(ctx, &text, io.Discard)
	}
	if one.Command.Name != "check" {
		return text.String(), nil
	}
	rings := slices.Values([][]model.ID{q.World.IDs})
	if slices.Contains(q.Given, "-orders=all") {
		rings = orders.Arrangements(q.World.IDs)
	}
	for ring := range rings {
		q.World.IDs = ring
		found, err := check.Ask(ctx, *q)
		if err != nil {
			return "", err
		}
		if found.Draw(&prose.Writer{Out: &text}, shown.property) {
			return text.String(), nil
		}
	}
	return text.String(), nil
}
