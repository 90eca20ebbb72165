package explore

import (
	"context"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"interrex/internal/golden"
	"interrex/internal/testlevel"
)

// mermaidStep is the number of a step in a diagram.
var mermaidStep = regexp.MustCompile(`(?m)^ {4,8}Note over [^:]+: (?:\S )?(\d+)(?::|$)`)

// TestMermaid: the first counterexample is drawn, step by step, and the others are named. Without one, the run to watch is drawn.
func TestMermaid(t *testing.T) {
	for _, args := range variety {
		text, drawn, loops := call(args+" -format=mermaid").stdout, 0, false
		lines := ""
		report := decode(t, args)
		for _, p := range report.Properties {
			switch c := p.Counterexample; {
			case c == nil || !p.Asked:
			case lines == "":
				lines = "%% drawn: " + p.Name + " is violated\n"
				drawn, loops = len(c.Stem)+len(c.Cycle), len(c.Cycle) > 0
			default:
				lines += "%% also violated: " + p.Name + "; to draw it, add -property=" + p.Name + "\n"
			}
		}
		if lines == "" {
			lines, drawn = "%% drawn: "+report.Runs[0].Run.Note+"\n", len(report.Runs[0].Run.Steps)
		}
		if steps := len(mermaidStep.FindAllString(text, -1)); steps != drawn || strings.Contains(text, "    loop for ever\n") != loops ||
			!strings.Contains(text, "\n"+lines+"sequenceDiagram\n") {
			t.Errorf("explore %s: drawn are %d steps, want %d, after\n%sin\n%s", args, steps, drawn, lines, text)
		}
	}
}

// TestRestIsNoEnd: where nothing is owed but something may happen, no picture says otherwise.
func TestRestIsNoEnd(t *testing.T) {
	const end = "nothing more can happen"
	for _, c := range []struct {
		args string
		ends bool
	}{
		{"-algo=chang-roberts -n=3 -crashes=1 -property=decides", false},                                  // P3 may start
		{"-algo=chang-roberts -n=3 -crashes=1 -property=decides -initiators=1", true},                     // it may not
		{"-algo=bully-recovery -n=3 -restarts=1 -property=decides", true},                                 // no budget is left
		{"-algo=chang-roberts -n=3 -crashes=1 -restarts=1 -property=decides -initiators=1", false},        // P2 may come back
		{"-algo=ring-detector -n=3 -crashes=1 -repair=resent -detector=incomplete -property=ends", false}, // it goes round
	} {
		for _, format := range []string{"text", "mermaid"} {
			if text := call(c.args + " -format=" + format).stdout; strings.Contains(text, end) != c.ends || strings.Count(text, "exit 13") != 1 {
				t.Errorf("explore %s: that %s is to be %v in\n%s", c.args, end, c.ends, text)
			}
		}
	}
}

// What depends on the machine and the moment.
var (
	tookLine     = regexp.MustCompile(`(?m)^took .*\n`)
	momentaryKey = regexp.MustCompile(`(?m)^  "(` + strings.Join(golden.Passing, "|") + `)": [0-9.e+-]+,\n`)
)

// TestAnyNumberOfWorkers: the report is the same for any number of workers, byte for byte.
func TestAnyNumberOfWorkers(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(max(4, runtime.GOMAXPROCS(0))))
	worlds := slices.DeleteFunc(slices.Clone(variety), func(args string) bool { return strings.Contains(args, "-max-time=") })
	worlds = append(worlds, // wide enough for all workers to have their share of each level
		"-algo=ring-watch -n=4 -crashes=2 -repair=resent -capacity=2 -max-states=5000",
		"-algo=ring-detector -n=3 -crashes=1 -reading=printed -max-states=8000",
		"-algo=bully -n=4 -restarts=1 -max-states=12000",
		"-algo=bully -n=4 -restarts=1 -max-depth=6 -stop=first",
	)
	numbers := []string{"1", "2", "8"}
	if testlevel.Race {
		numbers = []string{"2", "8"}
	}
	for i, args := range worlds {
		if testlevel.Race && large.MatchString(args) || !testlevel.OneOf(6, i) {
			continue
		}
		for format, momentary := range map[string]*regexp.Regexp{"text": nil, "text -v": tookLine, "json": momentaryKey, "mermaid": nil} {
			if testlevel.Race && format != "text -v" { // the workers do the same for all
				continue
			}
			var first string
			for _, workers := range numbers {
				r := call(args + " -quiet -format=" + format + " -workers=" + workers)
				report := r.stdout + r.stderr
				if momentary != nil {
					report = momentary.ReplaceAllString(report, "")
				}
				if first == "" {
					first = report
				}
				if report != first {
					t.Errorf("explore %s -format=%s: with %s workers\n%s\nand with one\n%s", args, format, workers, report, first)
				}
			}
		}
	}
	for _, args := range append(slices.Clone(ringVariety), "mutants -quiet -algo=chang-roberts", "mutants -quiet -algo=ring -mutant=usurper") {
		for _, format := range []string{"text", "json"} {
			one := call(args + " -format=" + format + " -workers=1")
			if many := call(args + " -format=" + format + " -workers=8"); many != one {
				t.Errorf("explore %s: with 8 workers\n%s\nand with one\n%s", args, many.stdout, one.stdout)
			}
		}
	}
}

// tidy is a report without what depends on the moment.
func tidy(report string) string {
	return momentaryKey.ReplaceAllString(tookLine.ReplaceAllString(report, ""), "")
}

// curious is a context that looks around whenever it is asked.
type curious struct {
	context.Context
	look func()
}

func (c curious) Err() error {
	c.look()
	return nil
}

// TestOutputIsAtomic: as long as the program runs, the file is what it was.
func TestOutputIsAtomic(t *testing.T) {
	folder(t)
	for _, args := range []string{"-algo=bully -n=3 -o=kept", "-orders=all -algo=chang-roberts -n=4 -o=kept"} {
		if err := os.WriteFile("kept", []byte("as it was"), 0o640); err != nil {
			t.Fatal(err)
		}
		looks := 0
		look := func() {
			if text, err := os.ReadFile("kept"); err != nil || string(text) != "as it was" {
				t.Errorf("explore %s: while it ran, the file was %q, %v", args, text, err)
			}
			looks++
		}
		var stdout, stderr strings.Builder
		code := run(curious{context.Background(), look}, whole, strings.Fields(args), &stdout, &stderr)
		if text, _ := os.ReadFile("kept"); code != 0 || looks < 5 || !strings.HasSuffix(string(text), stdout.String()) || stdout.Len() == 0 {
			t.Errorf("explore %s: exit code %d, looked %d times, and the file is\n%s", args, code, looks, text)
		}
	}
}

// TestABugLeavesTheOldFile: nor is anything left beside it.
func TestABugLeavesTheOldFile(t *testing.T) {
	folder(t)
	var stdout, stderr strings.Builder
	code := run(curious{context.Background(), func() { panic("a bug") }}, whole, strings.Fields("-algo=bully -n=3 -o=kept"), &stdout, &stderr)
	if code != 255 || stdout.Len() > 0 || !strings.HasPrefix(stderr.String(), "explore: a bug of Interrex") {
		t.Errorf("exit code %d, %q and %q", code, stdout.String(), stderr.String())
	}
	checkUntouched(t, "with a bug")
}

// TestProgress: a run of ten seconds, of a clock that stands still but while we wait.
func TestProgress(t *testing.T) {
	line := regexp.MustCompile(`^([\d,]+ states, [\d,]+ states/s, depth \d+, [\d,]+ to expand, \d+ MiB, \d+ s(, \d+% of -max-\w+)?|deciding liveness on [\d,]+ states, \d+ s)\n$`)
	for _, c := range []struct {
		args string
		told bool
	}{
		{"-algo=bully -n=3 -workers=1", true},
		{"-algo=bully -n=3 -workers=1 -format=json", true},
		{"-algo=bully -n=3 -workers=1 -quiet", false},
		{"-algo=bully -n=3 -workers=1 -quiet=false", true},
	} {
		var stdout, stderr strings.Builder
		code := 0
		synctest.Test(t, func(*testing.T) {
			began := time.Now()
			slow := func() {
				if time.Since(began) < 10*time.Second {
					time.Sleep(time.Second)
				}
			}
			code = run(curious{context.Background(), slow}, whole, strings.Fields(c.args), &stdout, &stderr)
		})
		if code != 0 || tidy(stdout.String()) != tidy(call(c.args).stdout) {
			t.Errorf("explore %s: exit code %d and\n%s", c.args, code, stdout.String())
		}
		lines := 0
		for text := range strings.Lines(stderr.String()) {
			if lines++; !line.MatchString(text) {
				t.Errorf("explore %s says %q", c.args, text)
			}
		}
		if c.told && (lines < 2 || lines > 6) || !c.told && lines > 0 { // every two seconds
			t.Errorf("explore %s says\n%s", c.args, stderr.String())
		}
	}
}

// An interrupted context is one that is cancelled by who looks.
type interrupted struct{ curious }

func (c interrupted) Err() error {
	c.look()
	return c.Context.Err()
}

// TestInterruptAfterAViolation: what is violated is said at once, and an interrupt shows the run.
func TestInterruptAfterAViolation(t *testing.T) {
	const args = "-algo=bully -n=3 -restarts=1 -property=one-leader,ends -workers=1"
	var stdout, stderr strings.Builder
	code := 0
	synctest.Test(t, func(*testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		slow := func() {
			time.Sleep(time.Second)
			if strings.Contains(stderr.String(), "violated") {
				cancel()
			}
		}
		code = run(interrupted{curious{ctx, slow}}, whole, strings.Fields(args), &stdout, &stderr)
	})
	if want := "one-leader violated after 5 steps, "; !strings.Contains(stderr.String(), want) {
		t.Errorf("it does not say %q:\n%s", want, stderr.String())
	}
	for _, want := range []string{"A shortest such run has 5 steps", "bounded by an interrupt (exit 12)\n"} {
		if code != 12 || !strings.Contains(stdout.String(), want) {
			t.Errorf("exit code %d, and the report does not say %q:\n%s", code, want, stdout.String())
		}
	}
}
