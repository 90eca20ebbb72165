package crosscheck

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/explore/internal/crosscheck/tla"
	"interrex/explore/internal/crosscheck/tlc"
	"interrex/internal/prose"
	"interrex/model/world"
	"interrex/spec"
)

// Limits bound the worlds that are compared. The Comparison names the omitted parts.
type Limits struct {
	Set      int // states: up to this many, the sets of states are compared
	Liveness int // steps: up to this many, TLC decides the liveness properties that we say hold
	Strong   int // channels: the same with lossy channels, which need strong fairness

	Ours checker.Options // bounds of our own exploration; if one is hit, there is no comparison
}

// Usual are limits that keep each part to a few seconds, and the largest instances to a minute.
var Usual = Limits{Set: 40_000, Liveness: 60_000, Strong: 12}

// manySteps is the size from which a slower start of Java pays off.
const manySteps = 20_000

// A Comparison holds the results of both sides for one world.
type Comparison struct {
	// The name of the algorithm.
	Algorithm string
	// The command that explores the same world.
	Command string
	// The TLA+ module that TLC was given.
	Module string
	// The version of TLC; "": no comparison.
	TLC string
	// TLC's estimate of the probability that it took two states for one ("1.3E-10").
	Collision string
	// What our checker counts, and what TLC does.
	Ours *Counts
	TLCs *Counts
	// The results of both for each property.
	Verdicts []Verdict
	// Whether both checkers agree.
	Agree bool
	// What the two sides disagree about, one line each.
	Differences []string
	// Why there is no comparison; null if there is one.
	Error *string
}

// Counts are the numbers that both sides count.
type Counts struct {
	States   int // distinct, reachable
	Steps    int // one for each state and each way to leave it
	Terminal int // states without a step
	Depth    int // the number of steps to the farthest state

	// The sum, modulo 2^256, of the SHA-256 of the canonical text of each state; null if the set was too large.
	Digest *string
}

// A Verdict is the result of both sides for one property.
type Verdict struct {
	Property string
	// False: too much for TLC.
	Compared bool
	// Whether TLC itself found states or a run that violate it. Otherwise, if its verdict is violated, it
	// checked our run.
	Found bool
	// Undecided of TLC's: not compared, or TLC disputes our run.
	Ours string
	TLCs string
	// The lengths of the counterexamples in steps, of a lasso those of stem and cycle; 0: none. TLC's lassos
	// are not the shortest.
	OurLength  int
	TLCsLength int
}

// The verdicts of a Verdict.
var holds, violated, undecided = checker.Holds.String(), checker.Violated.String(), "undecided"

// notCompared is the error of a comparison that was not made.
var notCompared = "not compared: interrupted"

// newComparison is a comparison that is still to be made.
func newComparison(i Instance) *Comparison {
	return &Comparison{Algorithm: i.World.Algorithm.Name, Command: i.Command, Module: Module(i.World.Algorithm),
		Verdicts: []Verdict{}, Differences: []string{}, Error: &notCompared}
}

func (found *Comparison) differ(format string, args ...any) {
	found.Agree = false
	found.Differences = append(found.Differences, fmt.Sprintf(format, args...))
}

// compare lets both checkers explore the world and compares their results. An error means that there is no
// comparison: TLC cannot be run, the exploration was cut short, or the context ended.
func (found *Comparison) compare(ctx context.Context, t *tlcRun, limits Limits) error {
	us, complete, err := found.counts(ctx, t, limits)
	if err != nil || !complete {
		return err
	}
	if err := found.violations(ctx, t, us); err != nil {
		return err
	}
	for i, f := range us.formulas {
		if v := &found.Verdicts[i]; v.Compared && v.Ours == holds && v.TLCs == undecided { // which of those that TLC refused together?
			all, err := t.count(ctx, us, []formula{f})
			if err != nil {
				return err
			}
			if v.TLCs = holds; all.Outcome != tlc.NoError {
				v.TLCs = violated
				found.differ("%s: we say that it holds, TLC says: %v", f.Name, all.Outcome)
			}
		}
		if v := found.Verdicts[i]; v.Compared && v.TLCs != v.Ours && found.Agree { // other differences were reported already
			found.differ("%s: %v of ours, and TLC did not say so", f.Name, v.Ours)
		}
	}
	return nil
}

// counts compares numbers, the sets of states and the invariants. In the same run TLC decides the properties of steps
// and of liveness that we say hold. If one does not, that ends the run early, and TLC counts once more. complete
// reports whether TLC counted everything.
func (found *Comparison) counts(ctx context.Context, t *tlcRun, limits Limits) (us *ours, complete bool, err error) {
	if us, err = explore(ctx, t.config, limits.Ours); err != nil {
		return nil, false, err
	}
	found.Ours, found.Verdicts, found.Agree = &us.Counts, us.verdicts(limits), true
	t.long = us.Steps > manySteps
	if us.States <= limits.Set {
		sum := new(digest)
		if err := reach(ctx, us.world, func(s checker.State) { sum.add(stateOf(us.world, s)) }); err != nil {
			return nil, false, err
		}
		us.Digest = sum.text()
	}
	var held []formula
	for i, v := range found.Verdicts {
		if f := us.formulas[i]; f.kind != invariant && v.Compared && v.Ours == holds {
			held = append(held, f)
		}
	}
	all, err := t.count(ctx, us, held)
	if err != nil {
		return nil, false, err
	}
	if all.Outcome == tlc.NoError {
		for i := range found.Verdicts {
			if v := &found.Verdicts[i]; us.formulas[i].kind != invariant && v.Compared && v.Ours == holds {
				v.TLCs = holds
			}
		}
	} else if len(held) > 0 {
		found.differ("of the properties that we say hold TLC says: %v %s", all.Outcome, all.Property)
		if all, err = t.count(ctx, us, nil); err != nil {
			return nil, false, err
		}
	}
	found.TLC, found.Collision, found.TLCs = all.Version, all.Collision, &all.Counts
	if all.Outcome != tlc.NoError {
		found.differ("TLC, asked for nothing but to count, says: %v %s", all.Outcome, all.Property)
		return us, false, nil
	}
	found.numbers()
	found.invariants(us, all)
	return us, true, nil
}

// numbers compares the counts of both sides.
func (found *Comparison) numbers() {
	us, them := found.Ours, found.TLCs
	for _, row := range []struct {
		what         string
		ours, theirs int
	}{
		{"distinct states", us.States, them.States}, {"steps", us.Steps, them.Steps},
		{"terminal states", us.Terminal, them.Terminal}, {"depth", us.Depth, them.Depth},
	} {
		if row.ours != row.theirs {
			found.differ("%s: %d of ours, %d of TLC's", row.what, row.ours, row.theirs)
		}
	}
	if us.Digest != nil && *us.Digest != *them.Digest {
		found.differ("the sets of states are not the same: digest %s of ours, %s of TLC's", *us.Digest, *them.Digest)
	}
}

// ours is our checker's result for a world.
type ours struct {
	world *world.World
	Counts
	formulas []formula        // the properties that both sides are asked about
	results  []checker.Result // of each
}

// asBuilt is a world whose bounds (elections, capacity) are part of it, as in the modules: a step that a bound of
// ours has disabled does not exist.
type asBuilt struct{ *world.World }

func (w asBuilt) Steps(s checker.State, emit func(checker.Step, checker.State)) {
	w.World.Steps(s, func(step checker.Step, to checker.State) {
		if to != nil {
			step.Bound = 0
			emit(step, to)
		}
	})
}

// explore lets our checker decide everything. An incomplete exploration is an error, since it cannot be
// compared.
func explore(ctx context.Context, c world.Config, o checker.Options) (*ours, error) {
	w := world.New(c)
	asked := formulasOf(c)
	var properties []spec.Property
	for _, f := range asked {
		properties = append(properties, f.Property)
	}
	report, err := checker.Check(ctx, asBuilt{w}, w.Properties(properties), o)
	if err != nil {
		return nil, err
	}
	if !report.Complete {
		return nil, fmt.Errorf("our exploration was ended by a bound (%s) and found %s states", report.Bound, prose.Grouped(report.States))
	}
	for _, r := range report.Results {
		if r.Verdict != checker.Holds && r.Verdict != checker.Violated {
			return nil, fmt.Errorf("we have no verdict on %s: %v", r.Property.Name, r.Verdict)
		}
	}
	counts := Counts{States: report.States, Steps: report.Steps, Terminal: report.Terminal, Depth: report.Depth}
	return &ours{world: w, Counts: counts, formulas: asked, results: report.Results}, nil
}

// reach visits each state of a world once, without the checker.
func reach(ctx context.Context, w *world.World, visit func(checker.State)) error {
	known := map[string]bool{}
	var frontier []checker.State
	found := func(s checker.State) {
		if key := fmt.Sprint(s); s != nil && !known[key] {
			known[key] = true
			frontier = append(frontier, slices.Clone(s))
			visit(s)
		}
	}
	w.Init(found)
	for len(frontier) > 0 && ctx.Err() == nil {
		s := frontier[0]
		frontier = frontier[1:]
		w.Steps(s, func(_ checker.Step, to checker.State) { found(to) })
	}
	return ctx.Err()
}

// A tlcRun asks TLC about one world.
type tlcRun struct {
	tool    tlc.Tool
	config  world.Config
	texts   map[string]string // modules that replace those of the specification
	long    bool              // many states are expected
	modular bool              // TLC gets the modules as they are, not flattened
}

// run checks the algorithm's module or, if text is given, another module that extends it.
func (t *tlcRun) run(ctx context.Context, job tlc.Job, text string) (tlc.Result, error) {
	modules, err := modulesOf(spec.Modules)
	if err != nil {
		return tlc.Result{}, err
	}
	modules["Rings"] = fmt.Sprintf("---- MODULE Rings ----\n%s\n====\n", strings.Join(definitions(t.config), "\n"))
	maps.Copy(modules, t.texts)
	if text != "" {
		modules[job.Root] = text
	}
	job.Config, job.Long, job.Texts = declarations(t.config)+job.Config, t.long, modules
	if !t.modular {
		job.Texts = map[string]string{job.Root: flatten(modules, job.Root)}
	}
	return t.tool.Run(ctx, job)
}

// ask is the line of a configuration file that asks for the property.
func (f formula) ask() string {
	if f.kind == invariant {
		return "INVARIANT " + f.Formula + "\n"
	}
	return "PROPERTY " + f.Formula + "\n"
}

// confirm asks TLC whether our runs are counterexamples. The complaint is "" if they are.
func (t *tlcRun) confirm(ctx context.Context, runs []refutation) (complaint string, err error) {
	module, configuration := retell(t.config, runs)
	r, err := t.run(ctx, tlc.Job{Root: retellRoot, Config: configuration}, module)
	if err != nil {
		return "", err
	}
	states, names := 0, each(runs, ", ", func(r refutation) string { return r.Name })
	for _, one := range runs {
		states += len(one.run.states)
	}
	switch {
	case r.Outcome != tlc.NoError:
		return fmt.Sprintf("of our counterexamples (%s) TLC says: %v %s", names, r.Outcome, r.Property), nil
	case r.Distinct != states:
		return fmt.Sprintf("our counterexamples (%s) have %d states, and TLC can follow them through %d", names, states, r.Distinct), nil
	}
	return "", nil
}

const countedRoot = "Counted"

// counted writes a module in which every terminal state reports itself, and every state that violates an invariant
// reports the invariant and its distance from the start. The module also checks that the algorithm's Next omits no
// action. TLC evaluates it once for each distinct state. At that time TLC's level is still that of the state
// before, and 0 for an initial state.
func counted(c world.Config, asked []formula) string {
	var m strings.Builder
	fmt.Fprintf(&m, "---- MODULE %s ----\nEXTENDS %s, TLC\n", countedRoot, Module(c.Algorithm))
	m.WriteString("TellTerminal == IF ENABLED Next THEN TRUE ELSE PrintT(\"terminal\") /\\ ~ENABLED AnyStep\n")
	m.WriteString("TellViolated ==\n  /\\ TRUE\n")
	for _, f := range asked {
		if f.kind != invariant {
			continue
		}
		fmt.Fprintf(&m, "  /\\ %s \\/ PrintT(<<%q, TLCGet(\"level\")>>)\n", f.Formula, f.Formula)
	}
	m.WriteString("====\n")
	return m.String()
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
// held hold. It ends early only if one does not, or if the modules themselves are wrong; the outcome says so. It
// computes the digest of TLC's states if there is one of ours.
func (t *tlcRun) count(ctx context.Context, us *ours, held []formula) (census, error) {
	job := tlc.Job{Root: countedRoot, Config: "SPECIFICATION Spec\nINVARIANTS TypeOK TellTerminal TellViolated\n"}
	for _, f := range held {
		job.Config += f.ask()
	}
	sum, wrong := new(digest), error(nil)
	if us.Digest != nil {
		job.States = func(s tla.State) {
			state, err := canonical(s)
			wrong = errors.Join(wrong, err)
			sum.add(state)
		}
	}
	r, err := t.run(ctx, job, counted(t.config, us.formulas))
	if err = errors.Join(err, wrong); err != nil {
		return census{}, err
	}
	all := census{r, Counts{States: r.Distinct, Steps: r.Generated - r.InitialGenerated, Depth: r.Depth - 1}, map[string]violators{}}
	if us.Digest != nil {
		all.Digest = sum.text()
	}
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
