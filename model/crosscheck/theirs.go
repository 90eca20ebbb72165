package crosscheck

import (
	"context"
	"fmt"
	"maps"
	"strings"

	"interrex/model/crosscheck/tlc"
	"interrex/model/world"
	"interrex/spec"
)

// A teller is TLC, asked about one world.
type teller struct {
	tool    tlc.Tool
	config  world.Config
	texts   map[string]string // modules that take the place of the specification's
	long    bool              // many states are expected
	modular bool              // TLC is given the modules as they are, and not flattened
}

// run checks the algorithm's module or, if it is given a text, another one that extends it.
func (t teller) run(ctx context.Context, job tlc.Job, text string) (tlc.Result, error) {
	texts := map[string]string{"Rings": ringsModule(t.config)}
	maps.Copy(texts, t.texts)
	if text != "" {
		texts[job.Root] = text
	}
	job.Config, job.Long = declarations(t.config)+job.Config, t.long
	if !t.long {
		job.MaxHeap = 1024 // several may run at a time
	}
	if t.modular {
		job.Modules, job.Texts = spec.Modules, texts
		return t.tool.Run(ctx, job)
	}
	flat, err := flatten(spec.Modules, job.Root, texts)
	if err != nil {
		return tlc.Result{}, err
	}
	job.Texts = map[string]string{job.Root: flat}
	return t.tool.Run(ctx, job)
}

// ask is the line of a configuration file that asks for a property.
func (f formula) ask() string {
	if f.kind == invariant {
		return "INVARIANT " + f.Formula + "\n"
	}
	return "PROPERTY " + f.Formula + "\n"
}

// decide asks TLC for one property alone. The run is its counterexample, nil if it holds.
func (t teller) decide(ctx context.Context, f formula) (*run, error) {
	r, err := t.run(ctx, tlc.Job{Root: Module(t.config.Algorithm), Config: "SPECIFICATION Spec\n" + f.ask()}, "")
	if err != nil || r.Outcome == tlc.NoError {
		return nil, err
	}
	expected := map[kind]tlc.Outcome{
		invariant: tlc.InvariantViolated, steps: tlc.ActionPropertyViolated, lasting: tlc.TemporalPropertyViolated,
	}[f.kind]
	if r.Outcome != expected || f.kind != lasting && r.Property != f.Formula {
		return nil, fmt.Errorf("TLC was asked for %s and found: %v %s", f.Formula, r.Outcome, r.Property)
	}
	found := &run{lasso: f.kind == lasting, back: r.Trace.Back - 1}
	for _, s := range r.Trace.Steps {
		found.states = append(found.states, canonical(s.State))
	}
	return found, nil
}

// confirm asks TLC whether runs of ours are what we say. The result is "" if so.
func (t teller) confirm(ctx context.Context, runs []refutation) (complaint string, err error) {
	module, configuration := retell(t.config, runs)
	r, err := t.run(ctx, tlc.Job{Root: retellRoot, Config: configuration}, module)
	if err != nil {
		return "", err
	}
	states, names := 0, ""
	for i, one := range runs {
		states += len(one.run.states)
		names += comma(i) + one.Name
	}
	names = strings.TrimSpace(names)
	switch {
	case r.Outcome != tlc.NoError:
		return fmt.Sprintf("of our counterexamples (%s) TLC says: %v %s", names, r.Outcome, r.Property), nil
	case r.Distinct != states:
		return fmt.Sprintf("our counterexamples (%s) have %d states, and TLC can follow them through %d", names, states, r.Distinct), nil
	}
	return "", nil
}
