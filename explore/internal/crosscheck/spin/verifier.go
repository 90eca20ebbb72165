package spin

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
)

// Counts are the counts of a model's states, in the words of package checker.
type Counts struct {
	States, Steps, Terminal, Depth int
}

// AfterInit leaves out the one state before init has made the processes, and its step.
func (c Counts) AfterInit() Counts {
	return Counts{c.States - 1, c.Steps - 1, c.Terminal, c.Depth - 1}
}

func (c Counts) String() string {
	return fmt.Sprintf("%d states, %d steps, %d terminal, depth %d", c.States, c.Steps, c.Terminal, c.Depth)
}

// maxDepth is the greatest depth of a search. tableBits is the logarithm of the size of its hash table, which
// affects only its speed.
const (
	maxDepth  = "-m1000000"
	tableBits = "-w20"
)

// run runs the verifier and reads its report.
func (v *Verifier) run(ctx context.Context, arguments ...string) (Report, error) {
	text, err := run(ctx, v.dir, filepath.Join(v.dir, "pan"), append(arguments, maxDepth, tableBits)...)
	if err != nil {
		return Report{}, err
	}
	r, err := Parse(text)
	if err != nil {
		return Report{}, fmt.Errorf("pan %s: %w\n%s", strings.Join(arguments, " "), err, end(text))
	}
	return r, nil
}

// Counts explores the model twice: once to check that no error occurs in it, and once to count its terminal
// states.
func (v *Verifier) Counts(ctx context.Context) (Counts, error) {
	if v.purpose != Counting {
		return Counts{}, fmt.Errorf("the verifier is not made for counting")
	}
	whole, err := v.whole(ctx)
	if err != nil {
		return Counts{}, err
	}
	again, err := v.run(ctx, "-c0")
	if err != nil {
		return Counts{}, err
	}
	if again.Errors > 0 && again.Complaint != "invalid end state" {
		return Counts{}, fmt.Errorf("%q is no terminal state", again.Complaint)
	}
	c := again.counts()
	c.Terminal = again.Errors
	if first := whole.counts(); first.States != c.States || first.Steps != c.Steps || first.Depth != c.Depth {
		return Counts{}, fmt.Errorf("two searches of the same model differ: %v, then %v", first, c)
	}
	return c, nil
}

// whole searches all states; an error in any state is an error.
func (v *Verifier) whole(ctx context.Context) (Report, error) {
	r, err := v.run(ctx, "-E")
	if err == nil && (r.Errors > 0 || !r.Complete || r.Claim != "") {
		err = fmt.Errorf("the model itself goes wrong: %q", r.Complaint)
	}
	return r, err
}

// Reduced is the number of states that Spin stores with its partial order reduction.
func (v *Verifier) Reduced(ctx context.Context) (int, error) {
	if v.purpose != Reducing {
		return 0, fmt.Errorf("the verifier is not made for reducing")
	}
	r, err := v.whole(ctx)
	return r.Stored, err
}

// A Claim is an LTL formula of a model.
type Claim struct {
	Name string
	Live bool // a violation is a cycle; otherwise it is a state
	Fair bool // it holds for runs that are weakly fair to each process of the model
}

// arguments are the arguments of the verifier.
func (c Claim) arguments() []string {
	if c.Fair {
		return []string{"-a", "-f", "-N", c.Name}
	}
	return []string{"-a", "-N", c.Name} // without -a, some accepting states would not be examined
}

// Violates reports whether some run of the model violates the claim.
func (v *Verifier) Violates(ctx context.Context, c Claim) (bool, error) {
	if v.purpose != Judging {
		return false, fmt.Errorf("the verifier is not made for judging")
	}
	r, err := v.run(ctx, c.arguments()...)
	if err != nil {
		return false, err
	}
	return r.violates(c)
}

func (r Report) violates(c Claim) (bool, error) {
	expected := "assertion violated  !("
	if c.Live {
		expected = "acceptance cycle"
	}
	switch {
	case r.Claim != c.Name:
		return false, fmt.Errorf("the search was for %q, not for %q", r.Claim, c.Name)
	case r.Fair != c.Fair:
		return false, fmt.Errorf("%s: with fairness: %t, and %t was asked for", c.Name, r.Fair, c.Fair)
	case r.Errors == 0 && r.Complete:
		return false, nil
	case r.Errors == 1 && strings.HasPrefix(r.Complaint, expected):
		return true, nil
	}
	return false, fmt.Errorf("%s: the search ended otherwise: %d errors, the first %q", c.Name, r.Errors, r.Complaint)
}
