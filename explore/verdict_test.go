package explore

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/explore/internal/command"
)

// looksLike reports whether a text is a pattern with something else for each "…".
func looksLike(text, pattern string) bool {
	expression := strings.ReplaceAll(regexp.QuoteMeta(pattern), "…", ".*")
	return regexp.MustCompile(`^` + expression + `$`).MatchString(text)
}

// verdicts has worlds for each exit code. What is inconclusive names its bound; what is violated
// keeps its code whatever bound was hit, and says so.
var verdicts = []struct {
	args    string
	code    int
	verdict string
}{
	{"-algo=bully -n=3", 0, "holds: everything asked for, in all 478 states"}, // algorithms.md, section 5
	{"-algo=chang-roberts -n=4", 0, "holds: everything asked for, in all 63 states"},
	{"-algo=bully -n=3 -stop=first", 0, "holds: everything asked for, in all 478 states"}, // nothing to stop for
	{"-algo=bully -n=3 -max-states=478 -max-depth=16 -max-time=1h -max-memory=1024GiB", 0, "holds: …"},

	{"-algo=chang-roberts -n=3 -crashes=1", 11, "violated, not promised here: not-stuck, decides, ends"}, // liveness too
	{"-algo=chang-roberts -n=3 -crashes=1 -max-depth=12", 11, "violated, not promised here: not-stuck, decides, ends; incomplete, bounded by -max-depth"},
	{"-algo=chang-roberts -n=3 -crashes=1 -stop=first", 11, "violated, not promised here: not-stuck…; incomplete, bounded by -stop=first"},

	{"-algo=bully -n=3 -restarts=1", 12, "violated, not promised here: one-leader, elected-is-max, agreement, decides"},
	{"-algo=bully -n=3 -restarts=1 -property=decides,one-leader", 12, "violated, not promised here: decides, one-leader"}, // as asked
	{"-algo=bully -n=3 -restarts=1 -stop=first", 12, "violated, not promised here: one-leader…; incomplete, bounded by -stop=first"},
	{"-algo=bully -n=3 -restarts=1 -max-states=2000", 12, "violated, not promised here: …; incomplete, bounded by -max-states"},
	{"-algo=bully -n=3 -timeouts=any", 12, "violated, not promised here: …; incomplete, bounded by -elections=1"},
	{"-algo=chang-roberts -n=3 -crashes=1 -restarts=1 -property=strict-pmax,not-stuck,ends", 12, "violated, not promised here: strict-pmax…"},

	{"-algo=ring -n=3 -crashes=1", 13, "violated, not promised here: decides, ends"},
	{"-algo=ring -n=3 -crashes=1 -max-states=900", 13, "violated, not promised here: decides, ends; incomplete, bounded by -max-states"},

	{"-algo=bully -n=3 -starts=0 -fail-on=vacuous", 75, "error: 7 properties are vacuous, and -fail-on=vacuous"},
	{"-algo=bully -n=1 -fail-on=vacuous", 75, "error: 3 properties are vacuous, 6 actions are never taken, and -fail-on=vacuous"},
	{"-algo=chang-roberts -n=3 -restarts=1 -fail-on=vacuous", 75, "error: 1 action is never taken, and -fail-on=vacuous"}, // nobody dies
	{"-algo=bully -n=3 -crashes=0 -fail-on=vacuous", 0, "holds: everything asked for, in all 120 states"},                 // no timeout, and no wonder
	{"-algo=bully -n=3 -starts=0", 0, "holds: everything asked for, in all 4 states"},                                     // else only a remark
	{"-algo=bully -n=3 -fail-on=vacuous", 0, "holds: everything asked for, in all 478 states"},
	{"-algo=ring -n=3 -crashes=1 -fail-on=vacuous", 13, "violated, not promised here: decides, ends"},

	{"-algo=bully -n=3 -max-states=477", 152, "inconclusive: bounded by -max-states"},
	{"-algo=bully -n=3 -max-depth=3", 152, "inconclusive: bounded by -max-depth"},
	{"-algo=bully -n=3 -max-time=1ns", 152, "inconclusive: bounded by -max-time"},
	{"-algo=bully -n=3 -max-memory=1B", 152, "inconclusive: bounded by -max-memory"},
	{"-algo=bully -n=3 -elections=1 -capacity=1", 152, "inconclusive: bounded by -elections=1 and -capacity=1"},
	{"-algo=bully -n=3 -starts=0 -max-states=2 -fail-on=vacuous", 152, "inconclusive: bounded by -max-states"}, // vacuous so far

	{"-orders=all -algo=chang-roberts -n=2", 0, "holds: everything asked for, in all 1 arrangement"},
	{"-orders=all -algo=chang-roberts -n=3", 0, "holds: everything asked for, in all 2 arrangements"},
	{"-orders=all -algo=chang-roberts -n=3 -crashes=1", 11, "violated, not promised here: not-stuck in 2 of 2 arrangements, decides in 2 of 2 arrangements, ends in 2 of 2 arrangements"},
	{"-orders=all -algo=chang-roberts -n=3 -restarts=1 -crashes=1 -property=strict-pmax,ends", 12, "violated, not promised here: strict-pmax in 2 of 2 arrangements, ends in 2 of 2 arrangements"},
	{"-orders=all -algo=ring -n=3 -crashes=1 -starts=1", 13, "violated, not promised here: decides in 2 of 2 arrangements, ends in 2 of 2 arrangements"},
	{"-orders=all -algo=ring -n=3 -crashes=1 -max-states=900", 13, "violated, not promised here: decides in 2 of 2…; incomplete, bounded by -max-states on the ring 1,2,3"},
	{"-orders=all -algo=ring -n=3 -starts=0 -fail-on=vacuous", 75, "error: 7 properties are vacuous in some arrangement, and -fail-on=vacuous"},
	{"-orders=all -algo=chang-roberts -n=3 -restarts=1 -fail-on=vacuous", 75, "error: 1 action is never taken in some arrangement, and -fail-on=vacuous"},
	{"-orders=all -algo=ring -n=3 -max-states=5", 152, "inconclusive: bounded by -max-states on the ring 1,2,3"},
}

func TestVerdicts(t *testing.T) {
	seen := map[int]bool{}
	for _, c := range verdicts {
		r := call(c.args + " -quiet")
		seen[c.code] = true
		if want := fmt.Sprintf("verdict: %s (exit %d)", c.verdict, c.code); r.code != c.code || !looksLike(r.lastLine(), want) {
			t.Errorf("explore %s: exit code %d, want %d;\n%s\nwant\n%s", c.args, r.code, c.code, r.lastLine(), want)
		}
		if r.stderr != "" {
			t.Errorf("explore %s says %q", c.args, r.stderr)
		}
		if rings := strings.HasPrefix(c.args, "-orders=all"); !rings && strings.Contains(r.stdout, "exact, complete\n") == strings.Contains(r.lastLine(), "bounded by") {
			t.Errorf("explore %s: the report does not agree with its last line:\n%s", c.args, r.stdout)
		}
	}
	for _, code := range []int{0, 11, 12, 13, 75, 152} {
		if !seen[code] {
			t.Errorf("no world here ends with %d", code)
		}
	}
}

// severity puts the codes into the order of the design: where several apply, the greatest wins.
var severity = map[int]int{0: 0, 152: 1, 75: 2, 13: 3, 11: 4, 12: 5, 255: 6}

// impatient is a context that is cancelled once it has been asked so often.
type impatient struct {
	context.Context
	patience int
}

func (c *impatient) Err() error {
	if c.patience == 0 {
		return context.Canceled
	}
	c.patience--
	return nil
}

// TestInterruptAtAnyMoment interrupts worlds at moments at which the program listens: at first
// at each, and then at fewer and fewer. Inconclusive at the beginning, the verdict gets worse or
// stays as it is until it is the one that an undisturbed run finds; and whatever was found, an
// interrupted run says that it is one.
func TestInterruptAtAnyMoment(t *testing.T) {
	for _, args := range []string{"-algo=bully -n=3", "-algo=bully -n=2 -restarts=1", "-algo=chang-roberts -n=3 -crashes=1",
		"-algo=ring -n=3 -crashes=1", "-algo=bully -n=3 -starts=0 -fail-on=vacuous", "-orders=all -algo=chang-roberts -n=3",
		"-orders=all -algo=chang-roberts -n=3 -crashes=1"} {
		want := call(args)
		var codes []int
		interrupted := 0
		for patience := 0; ; patience += 1 + patience/8 {
			var stdout, stderr strings.Builder
			code := run(&impatient{context.Background(), patience}, whole, strings.Fields(args+" -quiet"), &stdout, &stderr)
			r := reply{code, stdout.String(), stderr.String()}
			if n := len(codes); n == 0 || codes[n-1] != code {
				codes = append(codes, code)
			}
			if r.stderr != "" || !strings.HasSuffix(r.lastLine(), fmt.Sprintf("(exit %d)", code)) {
				t.Fatalf("explore %s: exit code %d, %q on standard error, and at last\n%s", args, code, r.stderr, r.lastLine())
			}
			if r.code == want.code && r.lastLine() == want.lastLine() {
				break
			}
			interrupted++
			if !strings.Contains(r.lastLine(), "bounded by an interrupt") {
				t.Fatalf("explore %s: interrupted, and its last line is\n%s", args, r.lastLine())
			}
			if strings.Contains(r.stdout, "holds in all") || strings.Contains(r.stdout, "exact, complete") {
				t.Fatalf("explore %s: interrupted, and it says\n%s", args, r.stdout)
			}
			if patience > 100_000 {
				t.Fatalf("explore %s never becomes what it is when undisturbed", args)
			}
		}
		worse := slices.IsSortedFunc(codes, func(a, b int) int { return severity[a] - severity[b] })
		if codes[0] != 152 || !worse && !slices.Equal(codes, []int{152, 0}) {
			t.Errorf("explore %s: interrupted later and later it ends with %v", args, codes)
		}
		if interrupted < 2 {
			t.Errorf("explore %s listens only %d times", args, interrupted)
		}
	}
}

// broken is a writer that takes nothing.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("no space left") }

// TestAReportThatCannotBeWritten: no verdict is no success.
func TestAReportThatCannotBeWritten(t *testing.T) {
	for _, args := range []string{"-algo=bully -n=2", "-algo=bully -n=2 -format=json", "-algo=bully -n=2 -format=mermaid",
		"-orders=all -algo=ring -n=2 -crashes=0", "list", "list -format=json"} {
		var stderr strings.Builder
		code := run(context.Background(), whole, strings.Fields(args), broken{}, &stderr)
		if want := "explore: writing the report: no space left (exit 75)\n"; code != 75 || stderr.String() != want {
			t.Errorf("explore %s: exit code %d and %q, want %q", args, code, stderr.String(), want)
		}
	}
}

// TestAModelThatPanics: the algorithms here do not, so the checker's error is made by hand.
func TestAModelThatPanics(t *testing.T) {
	var stderr strings.Builder
	code := (&command.Call{Stderr: &stderr}).Panicked(&checker.ModelPanic{Stack: []byte("the stack\n")})
	if code != 75 || strings.Count(stderr.String(), "\n") != 1 || !strings.HasSuffix(stderr.String(), " (exit 75)\n") {
		t.Errorf("exit code %d and %q", code, stderr.String())
	}
}
