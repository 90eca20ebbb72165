package explore

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"sync"

	"interrex/explore/internal/ledger"
	"interrex/explore/internal/output"
	"interrex/explore/internal/report"
	"interrex/explore/internal/request"
	"interrex/internal/check"
	"interrex/spec/claims"
)

// claimsLedger runs what decides the claims, computes the verdicts, and compares the record.
func claimsLedger(ctx context.Context, r *request.Request, out *output.File, stdout, stderr io.Writer) int {
	found, err := decide(ctx, r, nil, stderr)
	if err != nil {
		return panicked(stderr, err)
	}
	return deliver(r, found, out, stdout, stderr)
}

// A surgeon may change a request before it is carried out: that is how tests put a wounded
// algorithm in the place of a healthy one. Nil changes nothing.
type surgeon func(*request.Request)

// decide judges the claims that are asked for by what their commands report.
func decide(ctx context.Context, r *request.Request, wound surgeon, stderr io.Writer) (*report.Claims, error) {
	found := report.NewClaims(r)
	reports, err := runAll(ctx, r, wound, stderr)
	if err != nil {
		return nil, err
	}
	for _, c := range r.Claims {
		if len(commands([]claims.Claim{c}, reports)) > 0 { // an interrupt came first
			continue
		}
		judged, err := ledger.Judge(c, reports)
		if err != nil {
			panic(err)
		}
		found.Add(judged)
	}
	if ctx.Err() != nil {
		found.Interrupt()
	}
	if r.Alone && r.Format == "text" {
		return found, picture(ctx, r, found)
	}
	return found, nil
}

// commands lists the commands of the claims that have no report yet, each once.
func commands(asked []claims.Claim, reports map[string]ledger.Report) (missing []string) {
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

// runAll runs all commands, as many at a time as there are workers, and returns their reports. A
// report is the same for any number of workers, so each command has one, unless there are few.
func runAll(ctx context.Context, r *request.Request, wound surgeon, stderr io.Writer) (map[string]ledger.Report, error) {
	waiting := commands(r.Claims, nil)
	crewSize := max(min(r.Options.Workers, len(waiting)), 1)
	reports := map[string]ledger.Report{}
	places := make(chan string, len(waiting))
	for _, command := range waiting {
		places <- command
	}
	close(places)
	var speaking sync.Mutex
	var first error
	var crew sync.WaitGroup
	for range crewSize {
		crew.Go(func() {
			for command := range places {
				one, err := runOne(ctx, command, max(r.Options.Workers/crewSize, 1), wound)
				if ctx.Err() != nil {
					return
				}
				speaking.Lock()
				if reports[command] = one; err != nil && first == nil {
					first = err
				}
				if !r.Quiet {
					fmt.Fprintf(stderr, "%d of %d: exit %d, explore %s\n", len(reports), len(waiting), one.Exit(), command)
				}
				speaking.Unlock()
			}
		})
	}
	crew.Wait()
	return reports, first
}

// runOne runs one command as a user's own, and reads what it writes in JSON.
func runOne(ctx context.Context, command string, workers int, wound surgeon) (ledger.Report, error) {
	asked := asked(command, "-format=json", "-quiet")
	asked.Options.Workers = workers
	if wound != nil {
		wound(asked)
	}
	var out, complaints bytes.Buffer
	execute(ctx, asked, &out, &complaints)
	if complaints.Len() > 0 {
		return nil, fmt.Errorf("explore %s: %s", command, complaints.String())
	}
	one, err := ledger.Read(out.Bytes())
	if err != nil {
		panic(fmt.Errorf("explore %s: %w", command, err))
	}
	return one, nil
}

// asked is a command of the ledger, parsed like a user's. One that is refused is a bug of ours.
func asked(command string, more ...string) *request.Request {
	r, err := request.Parse(append(strings.Fields(command), more...))
	if err != nil {
		panic(fmt.Errorf("explore %s: %w", command, err))
	}
	return r
}

// picture adds to the one claim that was asked for by name the runs that show it: of each case the
// first counterexample that decides it, or the story.
func picture(ctx context.Context, r *request.Request, found *report.Claims) error {
	for _, shown := range found.Shown() {
		one := asked(shown.Command, "-quiet")
		one.Options.Workers = r.Options.Workers
		var text bytes.Buffer
		switch one.Command {
		case "check":
			if _, err := drawCounterexample(ctx, one, shown.Property, &text); err != nil {
				return err
			}
		case "rings":
			for ring := range arrangements(one.World.IDs) {
				one.World.IDs = ring
				violated, err := drawCounterexample(ctx, one, shown.Property, &text)
				if err != nil {
					return err
				}
				if violated {
					break
				}
			}
		case "measure":
			execute(ctx, one, &text, io.Discard)
		case "story":
			told, err := report.NewStories(one)
			if err != nil {
				return err
			}
			if err := told.Text(&text); err != nil {
				return err
			}
		}
		found.Illustrate(shown, text.String())
	}
	return nil
}

// drawCounterexample draws the counterexample to a property in one world, if there is one.
func drawCounterexample(ctx context.Context, r *request.Request, property string, out io.Writer) (violated bool, err error) {
	found, err := check.Ask(ctx, r.Question)
	if err != nil {
		return false, err
	}
	return found.Picture(out, property)
}
