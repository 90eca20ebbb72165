package explore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

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
		"-orders=all -algo=ring -n=2 -crashes=0", "list"} {
		var stderr strings.Builder
		code := run(context.Background(), whole, strings.Fields(args), broken{}, &stderr)
		if want := "explore: writing the report: no space left (exit 75)\n"; code != 75 || stderr.String() != want {
			t.Errorf("explore %s: exit code %d and %q, want %q", args, code, stderr.String(), want)
		}
	}
}
