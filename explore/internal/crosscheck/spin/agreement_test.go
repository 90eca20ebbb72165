package spin_test

import (
	"context"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"interrex/checker"
	"interrex/explore/internal/crosscheck/spin"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// limit is how long one instance may take, compilers included, on a machine that is busy.
const limit = 3 * time.Minute

// find finds Spin, or skips the test. At the level ci a tool that is missing is a failure.
func find(t *testing.T) spin.Tools {
	tools, err := spin.Find()
	testlevel.Needs(t, err)
	return tools
}

// config is a world that may be changed.
func config(t *testing.T, algorithm string, ids []model.ID, changes ...func(*world.Config)) world.Config {
	t.Helper()
	a, ok := model.Find(algorithm)
	if !ok {
		t.Fatalf("no algorithm %q", algorithm)
	}
	c := world.Default(a, ids)
	for _, change := range changes {
		change(&c)
	}
	c.Elections = max(c.Elections, c.DefaultElections())
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	return c
}

// twin is the Promela model of a world. A world that the twins do not know is an error.
func twin(c world.Config) (spin.Twin, error) {
	d := world.Default(c.Algorithm, c.IDs)
	d.Crashes, d.CrashPoints, d.Initial, d.Starts = c.Crashes, c.CrashPoints, c.Initial, c.Starts
	d.Timeouts, d.Repair, d.Elections = c.Timeouts, c.Repair, c.Elections
	known := c.Algorithm.Name == "chang-roberts" || c.Algorithm.Name == "bully"
	asked := c
	asked.Algorithm, d.Algorithm = model.Algorithm{}, model.Algorithm{} // functions equal nothing
	if !known || c.Crashes == world.Unlimited || !reflect.DeepEqual(asked, d) {
		return spin.Twin{}, fmt.Errorf("the twins know no such world: %s", explore(c))
	}
	macros := []string{fmt.Sprintf("N=%d", len(c.IDs)), fmt.Sprintf("CRASHES=%d", c.Crashes)}
	if c.Initial == world.LeaderElected {
		highest := model.ID(0)
		for _, id := range c.IDs {
			highest = max(highest, id)
		}
		macros = append(macros, fmt.Sprintf("LEADER=%d", highest))
	}
	if c.Algorithm.Name == "chang-roberts" {
		macros = append(macros, "IDS={"+strings.Trim(strings.ReplaceAll(fmt.Sprint(c.IDs), " ", ","), "[]")+"}")
		if c.Repair == world.Resent { // what is sent on queues up behind
			macros = append(macros, "RESENT", "SLOTS=16")
		} else {
			macros = append(macros, "SLOTS=10")
		}
		return spin.Twin{File: "../../../../spec/twins/chang-roberts.pml", Macros: macros}, nil
	}
	for i, id := range c.IDs {
		if int(id) != i+1 {
			return spin.Twin{}, fmt.Errorf("the bully's twin has the ids 1, 2, ...: not %v", c.IDs)
		}
	}
	macros = append(macros, "STARTS="+budget(c.Starts), "ELECTIONS="+budget(c.Elections),
		"TIMEOUTS="+strings.ToUpper(string(c.Timeouts)), "SLOTS=10")
	if c.CrashPoints == world.AtSteps {
		macros = append(macros, "AT_STEPS")
	}
	return spin.Twin{File: "../../../../spec/twins/bully.pml", Macros: macros}, nil
}

func budget(n int) string {
	if n == world.Unlimited {
		return "UNLIMITED"
	}
	return strconv.Itoa(n)
}

// explore is the command that explores a world.
func explore(c world.Config) string {
	flags := fmt.Sprintf("explore -algo=%s -ids=%s -crashes=%d -initial=%s -starts=%s -elections=%s", c.Algorithm.Name,
		strings.Trim(strings.ReplaceAll(fmt.Sprint(c.IDs), " ", ","), "[]"), c.Crashes, c.Initial,
		strings.ToLower(budget(c.Starts)), strings.ToLower(budget(c.Elections)))
	if c.Algorithm.Timed() {
		return flags + fmt.Sprintf(" -timeouts=%s -crash-points=%s", c.Timeouts, c.CrashPoints)
	}
	return flags + fmt.Sprintf(" -repair=%s", c.Repair)
}

// A comparison is what came of asking both.
type comparison struct {
	complaints []string
	same       map[string][]bool // by property: violated or not, where both said the same
	unasked    []string          // properties that a bound of ours left open
}

func (c *comparison) complain(format string, args ...any) {
	c.complaints = append(c.complaints, fmt.Sprintf(format, args...))
}

// compare explores a world, has Spin search a model, and compares.
func compare(t *testing.T, tools spin.Tools, c world.Config, model spin.Twin) *comparison {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	w := world.New(c)
	report, err := checker.Check(ctx, w, w.Properties(spec.Default()), checker.Options{})
	if err != nil {
		t.Fatal(err)
	}
	result := &comparison{same: map[string][]bool{}}
	result.counts(t, ctx, tools, model, report)
	result.verdicts(t, ctx, tools, model, report)
	if len(result.complaints) > 0 {
		result.complain("ours: %s", explore(c))
		result.complain("Spin's: %s && ./pan -E", model.Command(spin.Counting))
		result.complain("Spin's: %s && ./pan -a -f -N PROPERTY", model.Command(spin.Judging))
	}
	return result
}

func build(t *testing.T, ctx context.Context, tools spin.Tools, model spin.Twin, p spin.Purpose) *spin.Verifier {
	t.Helper()
	v, err := tools.Build(ctx, model, p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := v.Close(); err != nil {
			t.Error(err)
		}
	})
	return v
}

func (r *comparison) counts(t *testing.T, ctx context.Context, tools spin.Tools, model spin.Twin, report *checker.Report) {
	counts, err := build(t, ctx, tools, model, spin.Counting).Counts(ctx)
	if err != nil {
		r.complain("Spin does not count: %v", err)
		return
	}
	ours := spin.Counts{States: report.States, Steps: report.Steps, Terminal: report.Terminal, Depth: report.Depth}
	if theirs := counts.AfterInit(); ours != theirs {
		r.complain("ours: %v; Spin's: %v", ours, theirs)
	}
	if ours.States == 0 || ours.Steps == 0 {
		r.complain("there is nothing to compare: %v", ours)
	}
}

// verdicts compares property by property. Where a bound of ours has acted, what it leaves open of
// rest and of liveness is not compared, since Spin knows of no bound; what is true of all states
// within the bound is the same question for both.
func (r *comparison) verdicts(t *testing.T, ctx context.Context, tools spin.Tools, model spin.Twin, report *checker.Report) {
	v := build(t, ctx, tools, model, spin.Judging)
	for i, p := range spec.Default() {
		ours := report.Results[i]
		if ours.Verdict == checker.Inconclusive && p.Always == nil {
			r.unasked = append(r.unasked, p.Name)
			continue
		}
		violated, err := v.Violates(ctx, claim(p))
		if err != nil {
			r.complain("Spin does not judge %s: %v", p.Name, err)
			continue
		}
		if violated != (ours.Verdict == checker.Violated) {
			r.complain("%s: ours: %v; Spin's: violated: %t", p.Name, ours.Verdict, violated)
			continue
		}
		r.same[p.Name] = append(r.same[p.Name], violated)
	}
}

// claim is the formula of a property in verdicts.pml.
func claim(p spec.Property) spin.Claim {
	return spin.Claim{Name: strings.ReplaceAll(p.Name, "-", "_"), Live: p.Goal != nil, Fair: p.Goal != nil}
}
