package crosscheck

import (
	"cmp"
	"context"
	_ "embed" // for retold.tla
	"fmt"
	"maps"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/explore/internal/crosscheck/tlc"
	"interrex/model/world"
	"interrex/spec"
)

// A tlcRun asks TLC about one world.
type tlcRun struct {
	tool   tlc.Tool
	config world.Config
	texts  map[string]string // modules that replace those of the specification
}

// run checks a module that extends the algorithm's.
func (t *tlcRun) run(ctx context.Context, job tlc.Job, text string) (tlc.Result, error) {
	job.Texts = map[string]string{}
	files, err := spec.Modules.ReadDir(".")
	if err != nil {
		return tlc.Result{}, err
	}
	for _, file := range files {
		module, err := spec.Modules.ReadFile(file.Name())
		if err != nil {
			return tlc.Result{}, err
		}
		job.Texts[strings.TrimSuffix(file.Name(), ".tla")] = string(module)
	}
	job.Texts["Rings"] = fmt.Sprintf("---- MODULE Rings ----\n%s\n====\n", strings.Join(definitions(t.config), "\n"))
	maps.Copy(job.Texts, t.texts)
	job.Texts[job.Root], job.Config = text, declarations(t.config)+job.Config
	return t.tool.Run(ctx, job)
}

// A census is TLC's result for a world that it explored to the end.
type census struct {
	tlc.Result
	Counts
	violated map[string]violators // by invariant
}

// violators are the states that violate an invariant.
type violators struct {
	states int
	steps  int // to the nearest one
}

// count makes TLC explore everything, report which states violate the invariants, and decide whether all properties in
// held hold. It ends early only if one does not, or if the modules themselves are wrong; the outcome says so.
//
// Every terminal state reports itself, and every state that violates an invariant reports the invariant and its distance
// from the start. The module also checks that the algorithm's Next omits no action. TLC evaluates it once for each
// distinct state. At that time TLC's level is still that of the state before, and 0 for an initial state.
func (t *tlcRun) count(ctx context.Context, asked, held []formula, states bool) (census, error) {
	var m strings.Builder
	fmt.Fprintf(&m, "---- MODULE Counted ----\nEXTENDS %s, TLC\n", Module(t.config.Algorithm))
	m.WriteString("TellTerminal == IF ENABLED Next THEN TRUE ELSE PrintT(\"terminal\") /\\ ~ENABLED AnyStep\n")
	m.WriteString("TellViolated ==\n  /\\ TRUE\n")
	for _, f := range asked {
		if f.kind == invariant {
			fmt.Fprintf(&m, "  /\\ %s \\/ PrintT(<<%q, TLCGet(\"level\")>>)\n", f.Formula, f.Formula)
		}
	}
	m.WriteString("====\n")
	config := "SPECIFICATION Spec\nINVARIANTS TypeOK TellTerminal TellViolated\n"
	for _, f := range held {
		config += "PROPERTY " + f.Formula + "\n"
	}
	r, err := t.run(ctx, tlc.Job{Root: "Counted", Config: config, States: states}, m.String())
	if err != nil {
		return census{}, err
	}
	all := census{r, Counts{States: r.Distinct, Steps: r.Generated - r.InitialGenerated, Depth: r.Depth - 1}, map[string]violators{}}
	for _, line := range r.Printed {
		if line == `"terminal"` {
			all.Terminal++
		} else if err := all.read(line); err != nil {
			return all, err
		}
	}
	return all, nil
}

// read reads the report of a state that violates an invariant: <<"OneLeader", 3>>.
func (all *census) read(line string) error {
	var invariant string
	var steps int
	if _, err := fmt.Sscanf(line, "<<%q, %d>>", &invariant, &steps); err != nil {
		return fmt.Errorf("TLC printed %q: %w", line, err)
	}
	v, known := all.violated[invariant]
	if !known || steps < v.steps {
		v.steps = steps
	}
	v.states++
	all.violated[invariant] = v
	return nil
}

// A refutation is a property and our counterexample to it.
type refutation struct {
	formula
	states []value
	back   int // index of the state to which the last one returns; -1: none, or the last state lasts for ever
}

// refutationOf converts a path into the form of the modules.
func refutationOf(f formula, w *world.World, path *checker.Path) refutation {
	r := refutation{formula: f, states: []value{stateOf(w, path.Initial)}, back: -1}
	for _, t := range slices.Concat(path.Stem, path.Cycle) {
		r.states = append(r.states, stateOf(w, t.To))
	}
	if n := len(r.states) - 1; len(path.Cycle) > 0 { // the last state is that before the cycle
		r.back, r.states = len(path.Stem), r.states[:n]
	}
	return r
}

// confirm asks TLC whether our runs are counterexamples. The complaint is "" if they are. The number of distinct states
// shows that each run is there completely.
func (t *tlcRun) confirm(ctx context.Context, runs []refutation) (complaint string, err error) {
	module, configuration := retell(t.config, runs)
	r, err := t.run(ctx, tlc.Job{Root: retold, Config: configuration}, module)
	if err != nil {
		return "", err
	}
	states, names := 0, each(runs, ", ", func(r refutation) string { return r.Name })
	for _, one := range runs {
		states += len(one.states)
	}
	switch {
	case r.Outcome != tlc.NoError:
		return fmt.Sprintf("of our counterexamples (%s) TLC says: %v %s", names, r.Outcome, r.Property), nil
	case r.Distinct != states:
		return fmt.Sprintf("our counterexamples (%s) have %d states, and TLC can follow them through %d", names, states, r.Distinct), nil
	}
	return "", nil
}

// retold is the name of the module that retell writes.
const retold = "Retold"

// retell writes a module whose behaviours are exactly the given runs: each step must be one of the algorithm's
// Next and lead to the next state of the run. TLC decides that each behaviour ends in a violation of its property
// (Refuted, RefutedByStep) or violates it for ever (RefutedForEver), that the runs which go back can do so
// (Closes), and that the infinite ones are fair (IsFair).
func retell(c world.Config, runs []refutation) (module, configuration string) {
	var m strings.Builder
	fmt.Fprintf(&m, "---- MODULE %s ----\nEXTENDS %s, TLC\nVARIABLES which, at\n\n", retold, Module(c.Algorithm))
	fmt.Fprintf(&m, "Runs == <<\n%s>>\n\n%s", each(runs, ", ", func(r refutation) string {
		return fmt.Sprintf("\\* %s\n[back |-> %d, states |-> <<\n%s>>]\n", r.Name, r.back+1, each(r.states, ",\n", textOf))
	}), retoldBehaviour)
	configuration = "SPECIFICATION RetoldSpec\nINVARIANT Closes\n"
	define := func(keyword, name, body string) {
		if body != "" {
			fmt.Fprintf(&m, "%s ==\n%s\n", name, body)
			configuration += keyword + " " + name + "\n"
		}
	}
	bodies, endless := [lasting + 1]string{}, ""
	for i, r := range runs {
		form := [lasting + 1]string{
			"  /\\ AtEnd(%d) => ~%s\n", "  /\\ [][at' # at /\\ AtEnd(%d)' => ~%s]_<<vars, which, at>>\n", "  /\\ which = %d => ~%s\n",
		}[r.kind]
		bodies[r.kind] += fmt.Sprintf(form, i+1, cmp.Or(r.action, r.Formula))
		if r.kind == lasting {
			endless += fmt.Sprintf(", %d", i+1)
		}
	}
	define("INVARIANT", "Refuted", bodies[invariant])
	define("PROPERTY", "RefutedByStep", bodies[steps])
	define("PROPERTY", "RefutedForEver", bodies[lasting])
	if endless != "" {
		define("PROPERTY", "IsFair", fmt.Sprintf("  which \\in {%s} => Fairness\n", endless[2:]))
	}
	m.WriteString("====\n")
	return m.String(), configuration
}

// retoldBehaviour goes along one of the runs. A channel that a state does not mention is empty.
//
//go:embed retold.tla
var retoldBehaviour string
