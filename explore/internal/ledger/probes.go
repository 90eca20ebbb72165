package ledger

import (
	"context"
	"fmt"
	"io"
	"slices"

	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/flags"
	"interrex/internal/prose"
)

// A probe is a command that only the ledger has. It takes the flags of a world, and some of its own.
type probe struct {
	check.Question
	command.Delivery
	program *command.Program
	mutant  string // a mutant in place of the algorithm; "": none
	knows   view   // the visible part of the group
	own     flags.Flag
	find    func(context.Context, *probe) (*finding, error)
}

// probes are alike, for C28, and knowledge, for C38.
func probes() []*command.Command {
	probeOf := func(name string, make func(*probe)) *command.Command {
		return &command.Command{Name: name, New: func(p *command.Program) command.Asking {
			a := &probe{Question: p.NewQuestion(), program: p}
			make(a)
			return a
		}}
	}
	return []*command.Command{
		probeOf("alike", func(a *probe) {
			a.own = flags.Flag{Name: "mutant", Takes: "NAME", Then: a.mutate}.Text(&a.mutant)
			a.find = alikeRuns
		}),
		probeOf("knowledge", func(a *probe) {
			a.own = flags.OneOf(flags.Flag{Name: "knows"}, &a.knows, func() []view { return []view{itself, higher, larger} })
			a.find = neededKnowledge
		}),
	}
}

// mutate replaces the algorithm by the mutant.
func (a *probe) mutate(given bool) error {
	for _, m := range a.program.Mutants {
		if given && m.Of == a.World.Algorithm.Name && m.Name == a.mutant {
			a.World.Algorithm = m.Wounded().Algorithm
			return nil
		}
	}
	if given {
		return fmt.Errorf("-mutant=%s: unknown", a.mutant)
	}
	return nil
}

// Flags are those of a world, and the probe's own.
func (a *probe) Flags() flags.Table {
	return slices.Concat(a.Question.Flags(), flags.Table{a.own}, a.Delivered("", "text", "json"))
}

// Run finds the answer.
func (a *probe) Run(ctx context.Context, c *command.Call) int {
	found, err := a.find(ctx, a)
	if err != nil {
		return c.Panicked(err)
	}
	found.fields["n"], found.fields["exit"] = len(a.World.IDs), found.exit
	return c.Deliver(found)
}

// A finding is the report of a probe. The ledger reads the fields.
type finding struct {
	exit    int
	verdict string
	fields  map[string]any
}

func (f *finding) Exit() int                { return f.exit }
func (f *finding) Verdict() string          { return "verdict: " + f.verdict }
func (f *finding) Text(*prose.Writer)       {}
func (f *finding) JSON(out io.Writer) error { return prose.JSON(out, f.fields) }

// alikeRuns looks for two runs that the process with the highest id cannot tell apart. Its exit code is 0 if there are two.
func alikeRuns(ctx context.Context, a *probe) (*finding, error) {
	pair, err := findPair(ctx, a.World, slices.Max(a.World.IDs), a.Options)
	if err != nil {
		return nil, err
	}
	f := &finding{fields: map[string]any{"complete": pair != nil && !pair.isBounded()}}
	if pair == nil || pair.isBounded() {
		f.exit, f.verdict = check.ExitInconclusive, "inconclusive: found no two such runs within the bounds"
		return f, nil
	}
	if !pair.alike() {
		f.exit, f.verdict = check.ExitBug, "a bug of Interrex: the runs are not alike"
		return f, nil
	}
	var properties []map[string]string
	f.verdict = fmt.Sprintf("P%d cannot tell R from R'", pair.to)
	for i, run := range []fairRun{pair.run, pair.other} {
		name, verdict := []string{"R", "R'"}[i], "violated"
		if pair.isRight(run) {
			verdict = "holds"
		}
		f.verdict += fmt.Sprintf("; eventual-leadership in %s: %s", name, verdict)
		properties = append(properties, map[string]string{"name": "eventual-leadership in " + name, "verdict": verdict})
	}
	f.fields["properties"] = properties
	return f, nil
}

// neededKnowledge decides whether a process acts the same if it knows only a part of the group. Its exit code is 0 if it does.
func neededKnowledge(ctx context.Context, a *probe) (*finding, error) {
	w, counts, err := watch(ctx, a.World, a.knows, a.Options)
	if err != nil {
		return nil, err
	}
	f := &finding{fields: map[string]any{"complete": counts.Complete, "states": counts.States, "different": w.different()}}
	known := map[view]string{
		itself: "nobody but itself", higher: "itself and the higher ids", larger: "a group that is larger by two",
	}[a.knows]
	situations := prose.Plural(len(w.seen), "situation")
	switch {
	case w.different() > 0:
		f.exit, f.verdict = check.ExitSafety, fmt.Sprintf("to know %s is not enough in %s of %s", known, prose.Grouped(w.different()), situations)
	case !counts.Complete:
		f.exit, f.verdict = check.ExitInconclusive, "inconclusive: not everything was explored"
	default:
		f.verdict = fmt.Sprintf("to know %s is enough, in all %s", known, situations)
	}
	return f, nil
}
