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
	"interrex/model"
	"interrex/spec/claims"
)

// Command is the command.
func Command() *command.Command {
	return &command.Command{
		Name: "claims", Group: command.Research, Usage: "[-id=C11]", Catalogue: true,
		Short: "decides each claim of the lectures by its runs, and compares it with the record",
		Long:  "-id decides one claim and shows its counterexamples.",
		Codes: []string{"0 all verdicts are as recorded", "12 one is not", "152 one is undecided, or Ctrl-C"},
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
	found, err := a.decide(ctx, c)
	if err != nil {
		return c.Panicked(err)
	}
	return c.Deliver(found)
}

// decide computes the verdicts on the requested claims from the reports of their commands.
func (a *asked) decide(ctx context.Context, call *command.Call) (*Claims, error) {
	found := &Claims{request: a, pictures: map[int]string{}}
	reports, err := a.runAll(ctx, call)
	if err != nil {
		return nil, err
	}
	for _, c := range a.Claims {
		if len(commands([]claims.Claim{c}, reports)) > 0 { // interrupted before it could be judged
			continue
		}
		judged, err := Judge(c, reports)
		if err != nil {
			panic(err)
		}
		found.judged = append(found.judged, judged)
	}
	found.interrupted = ctx.Err() != nil
	if a.Alone {
		return found, picture(ctx, call.Program, a.Options.Workers, found)
	}
	return found, nil
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
func IsProbe(line string) bool {
	name, _, _ := strings.Cut(line, " ")
	return slices.ContainsFunc(probes(), func(c *command.Command) bool { return c.Name == name })
}

// Parse parses a command of the ledger like one of a user. A command that is refused is a bug of ours.
func Parse(p *command.Program, line string, more ...string) *command.Call {
	words := append(strings.Fields(line), more...)
	call, err := (*command.Call)(nil), error(nil)
	if i := slices.IndexFunc(probes(), func(c *command.Command) bool { return c.Name == words[0] }); i >= 0 {
		call, err = p.Prepare(probes()[i], words[1:])
	} else {
		call, err = p.Line(words)
	}
	if err != nil {
		panic(fmt.Errorf("explore %s: %w", line, err))
	}
	return call
}

// picture adds the runs that illustrate the one claim asked for by name: for each case the first counterexample
// that decides it, or the story.
func picture(ctx context.Context, p *command.Program, workers int, found *Claims) error {
	for _, shown := range found.Shown() {
		one := Parse(p, shown.Command, "-quiet")
		q := one.Asking.Of()
		q.Options.Workers = workers
		var text bytes.Buffer
		switch one.Command.Name {
		case "check":
			rings := slices.Values([][]model.ID{q.World.IDs})
			if slices.Contains(q.Given, "-orders=all") {
				rings = orders.Arrangements(q.World.IDs)
			}
			for ring := range rings {
				q.World.IDs = ring
				if violated, err := drawCounterexample(ctx, *q, shown.Property, &text); err != nil {
					return err
				} else if violated {
					break
				}
			}
		case "measure", "story", "alike", "knowledge":
			one.Do(ctx, &text, io.Discard)
		}
		found.pictures[shown.Case] = text.String()
	}
	return nil
}

// drawCounterexample draws the counterexample to a property in one world, if it is violated.
func drawCounterexample(ctx context.Context, q check.Question, property string, out io.Writer) (violated bool, err error) {
	found, err := check.Ask(ctx, q)
	if err != nil {
		return false, err
	}
	return found.Picture(out, property)
}
