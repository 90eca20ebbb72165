package crosscheck

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"strconv"
	"strings"

	"interrex/checker"
	"interrex/explore/internal/crosscheck/tla"
	"interrex/explore/internal/crosscheck/tlc"
	"interrex/model/world"
	"interrex/spec"
)

// Limits say what is too large to compare. The Comparison names what was left out.
type Limits struct {
	Set      int // states: up to this many, the sets of states are compared
	Liveness int // steps: up to this many, TLC decides the liveness properties that we say hold
	Strong   int // channels: likewise, if they lose messages and owe strong fairness

	// Up to this many steps TLC itself searches for a run that violates a property, or one that is asked only by
	// name. Each search is a run of TLC. In larger worlds TLC says which states violate an invariant, and judges
	// all our counterexamples in one run.
	Search, SearchNamed int

	Ours checker.Options // bounds of our own exploration; if one is hit, nothing is compared
}

// Usual are limits that keep each part to a few seconds, and the largest instances to a minute.
var Usual = Limits{Set: 40_000, Liveness: 60_000, Strong: 12, Search: 3_000, SearchNamed: 100}

// manySteps is the size from which a slower start of Java pays off.
const manySteps = 20_000

// A Comparison holds the results of both sides for one world.
type Comparison struct {
	World      world.Config
	Ours, TLCs Counts

	// The digests of the sets of states; nil if the set was too large.
	OurSet, TLCsSet *Digest

	Verdicts  []Verdict
	TLC       string // its version
	Collision string // TLC's estimate of the probability that it took two states for one ("1.3E-10")

	// Differences lists what the two sides disagree about, one line each.
	Differences []string
}

// A Verdict is the result of both sides for one property.
type Verdict struct {
	Property string
	Liveness bool
	Compared bool // false: too much for TLC

	Ours, TLCs checker.Verdict // TLCs is 0 if it was not compared, or if TLC disputes our run

	// Found: TLC itself found states or a run that violate it. Otherwise, if it says violated, it judged our run.
	Found bool

	// The lengths of the counterexamples in steps, of a lasso those of stem and cycle. TLC's lassos are not the
	// shortest.
	OurLength, TLCsLength int
}

// Agree reports whether nothing differs.
func (c *Comparison) Agree() bool { return len(c.Differences) == 0 }

func (c *Comparison) differ(format string, args ...any) {
	c.Differences = append(c.Differences, fmt.Sprintf(format, args...))
}

// Compare makes both checkers explore a world and compares their results. An error means that nothing was
// compared: TLC cannot be run, the exploration was cut short, or the context ended.
func Compare(ctx context.Context, tool tlc.Tool, c world.Config, limits Limits) (*Comparison, error) {
	return compare(ctx, tlcRun{tool: tool, config: c}, limits)
}

func compare(ctx context.Context, t tlcRun, limits Limits) (*Comparison, error) {
	us, err := explore(ctx, t.config, limits.Ours)
	if err != nil {
		return nil, err
	}
	t.long = us.Steps > manySteps
	found := &Comparison{World: t.config, Ours: us.Counts, Verdicts: us.verdicts(limits)}
	all, err := found.counts(ctx, t, us, limits)
	if err != nil || all.Outcome != tlc.NoError {
		return found, err
	}
	found.invariants(us, all)
	if err := found.violations(ctx, t, us, limits); err != nil {
		return nil, err
	}
	if err := found.blame(ctx, t, us); err != nil {
		return nil, err
	}
	for _, v := range found.Verdicts {
		if v.Compared && v.TLCs != v.Ours && found.Agree() { // other differences were reported already
			found.differ("%s: %v of ours, and TLC did not say so", v.Property, v.Ours)
		}
	}
	return found, nil
}

// counts compares numbers and the sets of states. In the same run TLC decides the properties of steps and of
// liveness that we say hold. If one does not, that ends the run early, and TLC counts once more.
func (found *Comparison) counts(ctx context.Context, t tlcRun, us *ours, limits Limits) (all census, err error) {
	if us.States <= limits.Set {
		if found.OurSet, err = digest(ctx, us.world); err != nil {
			return all, err
		}
		found.TLCsSet = new(Digest)
	}
	held := found.held(us)
	if all, err = t.count(ctx, found.TLCsSet, us.formulas, held); err != nil {
		return all, err
	}
	if all.Outcome == tlc.NoError {
		found.agreed(us)
	} else if len(held) > 0 {
		found.differ("of the properties that we say hold TLC says: %v %s", all.Outcome, all.Property)
		if found.TLCsSet != nil {
			found.TLCsSet = new(Digest)
		}
		if all, err = t.count(ctx, found.TLCsSet, us.formulas, nil); err != nil {
			return all, err
		}
	}
	found.TLC, found.Collision, found.TLCs = all.Version, all.Collision, all.Counts
	if all.Outcome != tlc.NoError {
		found.differ("TLC, asked for nothing but to count, says: %v %s", all.Outcome, all.Property)
		return all, nil
	}
	found.numbers(us)
	return all, nil
}

// numbers compares the counts of both sides.
func (found *Comparison) numbers(us *ours) {
	for _, row := range []struct {
		what         string
		ours, theirs int
	}{
		{"distinct states", us.States, found.TLCs.States}, {"steps", us.Steps, found.TLCs.Steps},
		{"terminal states", us.Terminal, found.TLCs.Terminal}, {"depth", us.Depth, found.TLCs.Depth},
	} {
		if row.ours != row.theirs {
			found.differ("%s: %d of ours, %d of TLC's", row.what, row.ours, row.theirs)
		}
	}
	if found.OurSet != nil && found.OurSet.String() != found.TLCsSet.String() {
		found.differ("the sets of states are not the same: digest %s of ours, %s of TLC's", found.OurSet, found.TLCsSet)
	}
}

// Counts are the numbers that both sides count.
type Counts struct {
	States   int // distinct, reachable
	Steps    int // one for each state and each way to leave it
	Terminal int // states without a step
	Depth    int // the number of steps to the farthest state
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

// explore asks our checker everything. An exploration that is cut short is an error, since nothing can be
// compared.
func explore(ctx context.Context, c world.Config, o checker.Options) (*ours, error) {
	w := world.New(c)
	asked := formulasOf(c)
	report, err := checker.Check(ctx, asBuilt{w}, w.Properties(properties(asked)), o)
	if err != nil {
		return nil, err
	}
	if !report.Complete {
		return nil, fmt.Errorf("our exploration was ended by a bound (%s) and found %d states", report.Bound, report.States)
	}
	for _, r := range report.Results {
		if r.Verdict != checker.Holds && r.Verdict != checker.Violated {
			return nil, fmt.Errorf("we have no verdict on %s: %v", r.Property.Name, r.Verdict)
		}
	}
	counts := Counts{report.States, report.Steps, report.Terminal, report.Depth}
	return &ours{world: w, Counts: counts, formulas: asked, results: report.Results}, nil
}

// digest computes the digest of all states of a world, without the checker.
func digest(ctx context.Context, w *world.World) (*Digest, error) {
	sum, known := new(Digest), map[string]bool{}
	var frontier []checker.State
	visit := func(s checker.State) {
		text := fmt.Sprint(s)
		if !known[text] {
			known[text] = true
			frontier = append(frontier, append(checker.State(nil), s...))
			sum.Add(stateOf(w, s))
		}
	}
	w.Init(visit)
	for len(frontier) > 0 {
		s := frontier[0]
		frontier = frontier[1:]
		w.Steps(s, func(_ checker.Step, to checker.State) {
			if to != nil {
				visit(to)
			}
		})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
	}
	return sum, nil
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
func (t tlcRun) run(ctx context.Context, job tlc.Job, text string) (tlc.Result, error) {
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

// ask is the line of a configuration file that asks for the property.
func (f formula) ask() string {
	if f.kind == invariant {
		return "INVARIANT " + f.Formula + "\n"
	}
	return "PROPERTY " + f.Formula + "\n"
}

// decide asks TLC for one property alone. The run is its counterexample, or nil if it holds.
func (t tlcRun) decide(ctx context.Context, f formula) (*run, error) {
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

// confirm asks TLC whether our runs are counterexamples. The complaint is "" if they are.
func (t tlcRun) confirm(ctx context.Context, runs []refutation) (complaint string, err error) {
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

// Loads have a name too: Loads_2_1_1. The loads of identical processes are named Loads_.
func loadsName(loads []int) string { return "Loads_" + loadsList(loads, "_") }

func loadsList(loads []int, between string) string {
	var words []string
	for _, load := range loads {
		words = append(words, strconv.Itoa(load))
	}
	return strings.Join(words, between)
}

func writeLoads(c world.Config) string { return "<- " + loadsName(c.Loads) }

func readLoads(c *world.Config, text string) error {
	list, isName := strings.CutPrefix(text, "<- Loads_")
	c.Loads = nil
	for digits := range strings.SplitSeq(list, "_") {
		if list == "" {
			break
		}
		load, err := strconv.ParseUint(digits, 10, 16)
		if err != nil {
			isName = false
		}
		c.Loads = append(c.Loads, int(load))
	}
	if !isName {
		return fmt.Errorf("%q: it is <- Loads_ and the loads in ring order, like Loads_2_1_1", text)
	}
	return nil
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

// count makes TLC explore everything, report which states violate the invariants asked about, and decide whether
// all properties in held hold. It ends early only if one does not, or if the modules themselves are wrong; the
// outcome says so. sum, if not nil, receives the digest of the states.
func (t tlcRun) count(ctx context.Context, sum *Digest, asked, held []formula) (census, error) {
	job := tlc.Job{Root: countedRoot, Config: "SPECIFICATION Spec\nINVARIANTS TypeOK TellTerminal TellViolated\n"}
	for _, f := range held {
		job.Config += f.ask()
	}
	if sum != nil {
		job.States = func(all iter.Seq2[tla.State, error]) error {
			for s, err := range all {
				if err != nil {
					return err
				}
				sum.Add(canonical(s))
			}
			return nil
		}
	}
	r, err := t.run(ctx, job, counted(t.config, asked))
	if err != nil {
		return census{}, err
	}
	all := census{r, Counts{r.Distinct, r.Generated - r.InitialGenerated, 0, r.Depth - 1}, map[string]violators{}}
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
