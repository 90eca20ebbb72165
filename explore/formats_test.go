package explore

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"interrex/internal/golden"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
)

// A drawing is a DOT graph that was read back.
type drawing struct {
	nodes map[string]string // labels by name
	edges []edge
	note  string
}

type edge struct {
	from, to, label string
	bold            bool
}

const quotedText = `"((?:[^"\\]|\\.)*)"`

var (
	dotHead = regexp.MustCompile(`^digraph ` + quotedText + ` \{$`)
	dotNode = regexp.MustCompile(`^  (s\d+) \[label=` + quotedText + `\]$`)
	dotEdge = regexp.MustCompile(`^  (s\d+) -> (s\d+) \[label=` + quotedText + `(, color=red, penwidth=2|, style=dashed, color=gray)?\]$`)
	dotLook = regexp.MustCompile(`^  (node|edge) \[[a-z=0-9", ]+\]$`)
	dotNote = regexp.MustCompile(`^  note \[shape=plaintext, label=` + quotedText + `\]$`)
)

// readDot reads a graph line by line; anything that it does not know, it refuses.
func readDot(text string) (*drawing, error) {
	d := &drawing{nodes: map[string]string{}}
	var body []string
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "// ") {
			body = append(body, strings.TrimSuffix(line, "\n"))
		}
	}
	if len(body) < 2 || !dotHead.MatchString(body[0]) || body[len(body)-1] != "}" || !strings.HasSuffix(text, "}\n") {
		return nil, fmt.Errorf("no graph from { to }")
	}
	for _, line := range body[1 : len(body)-1] {
		switch node, arrow, note := dotNode.FindStringSubmatch(line), dotEdge.FindStringSubmatch(line), dotNote.FindStringSubmatch(line); {
		case node != nil:
			if _, again := d.nodes[node[1]]; again {
				return nil, fmt.Errorf("%s is declared twice", node[1])
			}
			d.nodes[node[1]] = node[2]
		case arrow != nil:
			for _, name := range arrow[1:3] {
				if _, known := d.nodes[name]; !known {
					return nil, fmt.Errorf("%s is not declared where it is used", name)
				}
			}
			d.edges = append(d.edges, edge{arrow[1], arrow[2], arrow[3], strings.Contains(arrow[4], "red")})
		case note != nil && d.note == "":
			d.note = note[1]
		case !dotLook.MatchString(line):
			return nil, fmt.Errorf("what is %q?", line)
		}
	}
	return d, nil
}

func TestReadDotRefuses(t *testing.T) {
	good := "// c\ndigraph \"x\" {\n  s0 [label=\"a \\\" b\"]\n  s1 [label=\"\"]\n  s0 -> s1 [label=\"c\", color=red, penwidth=2]\n}\n"
	if _, err := readDot(good); err != nil {
		t.Fatal(err)
	}
	for _, wound := range [][2]string{{"\n}", ""}, {" {", ""}, {"s1 [", "s0 ["}, {"-> s1", "-> s2"}, {`\"`, `"`}, {`"c"`, "c"}, {"}\n", "}\n}\n"}} {
		if _, err := readDot(strings.Replace(good, wound[0], wound[1], 1)); err == nil {
			t.Errorf("accepted with %q for %q", wound[1], wound[0])
		}
	}
}

// label is what DOT and people call a step; of a crash inside it also the number of messages that
// it would have sent is told, which JSON leaves out.
func (o occurrence) label() string {
	step := world.Occurrence{Action: o.Action, Process: model.ID(o.Process)}
	if o.Message != nil {
		step.Message = *o.Message
	}
	if o.Peer != nil {
		step.Peer = model.ID(*o.Peer)
	}
	label := step.Words()
	if o.CrashAfter != nil {
		label += fmt.Sprintf(", dies after %d of … messages", *o.CrashAfter)
	}
	return label
}

// follow walks from the initial state along bold edges, as the steps say, and returns where it ends.
func (d *drawing) follow(from string, steps []occurrence) (to string, ok bool) {
	for _, o := range steps {
		i := slices.IndexFunc(d.edges, func(e edge) bool { return e.from == from && e.bold && looksLike(e.label, o.label()) })
		if i < 0 {
			return from, false
		}
		from = d.edges[i].to
	}
	return from, true
}

// TestDot: what is drawn can be read back, and the counterexamples are in it.
func TestDot(t *testing.T) {
	whole, partly, noted := 0, 0, 0
	for _, args := range variety {
		text, j := call(args+" -format=dot").stdout, decode(t, args)
		d, err := readDot(text)
		if err != nil {
			t.Errorf("explore %s: %v in\n%s", args, err, text)
			continue
		}
		bold := 0
		for _, e := range d.edges {
			if e.bold {
				bold++
			}
		}
		longest, refuted := 0, false
		for _, p := range j.Properties {
			c := p.Counterexample
			if c == nil {
				continue
			}
			refuted = true
			longest = max(longest, len(c.Stem)+len(c.Cycle))
			began, ok := d.follow("s0", c.Stem)
			ended, again := d.follow(began, c.Cycle)
			if !ok || !again || ended != began {
				t.Errorf("explore %s: the counterexample of %s cannot be followed in\n%s", args, p.Name, text)
			}
		}
		if bold < longest || (bold > 0) != (longest > 0) {
			t.Errorf("explore %s: %d bold steps, and a counterexample of %d", args, bold, longest)
		}
		cut := j.Bound != nil && !strings.HasPrefix(*j.Bound, "elections") && *j.Bound != "capacity"
		switch {
		case j.States <= 300 && !cut && j.Reduction == "none":
			if whole++; len(d.nodes) != j.States || len(d.edges) != j.Steps || d.note != "" {
				t.Errorf("explore %s: %d nodes and %d edges, of %d states and %d steps", args, len(d.nodes), len(d.edges), j.States, j.Steps)
			}
		case refuted:
			if partly++; d.note != "" || len(d.nodes) <= longest/2 {
				t.Errorf("explore %s: %d nodes, and the note %q", args, len(d.nodes), d.note)
			}
		default:
			if noted++; d.note == "" || len(d.nodes) > 0 || len(d.edges) > 0 {
				t.Errorf("explore %s: no counterexample, and drawn is\n%s", args, text)
			}
		}
	}
	if whole < 8 || partly < 3 || noted < 3 {
		t.Errorf("%d whole graphs, %d parts and %d notes: that is no variety", whole, partly, noted)
	}
}

// TestDotOfACutWorldIsSmall: a world of which a few states were explored is not explored anew
// to be drawn: it may have millions, or no end.
func TestDotOfACutWorldIsSmall(t *testing.T) {
	d, err := readDot(call("-algo=bully -n=3 -property=validity -max-states=50 -format=dot -quiet").stdout)
	if err != nil || len(d.nodes) > 0 || !strings.Contains(d.note, "bounded by -max-states") {
		t.Errorf("%v, %+v", err, d)
	}
}

// TestGraphviz asks Graphviz itself, where it is installed.
func TestGraphviz(t *testing.T) {
	program, err := exec.LookPath("dot")
	if err != nil {
		t.Log("dot is not installed; TestDot reads the graphs without it")
		return
	}
	for _, args := range []string{"-algo=chang-roberts -n=3", "-algo=bully -n=3 -restarts=1", "-algo=bully -n=3"} {
		draw := exec.Command(program, "-Tdot")
		draw.Stdin = strings.NewReader(call(args + " -format=dot").stdout)
		if out, err := draw.CombinedOutput(); err != nil {
			t.Errorf("explore %s: %v: %s", args, err, out)
		}
	}
}

var (
	mermaidLine = regexp.MustCompile(`^(%% \S.*|sequenceDiagram| {4}participant (\w+)( as [^#;]+)?| {4,8}Note over (\w+)(?:,(\w+))?: ([^#;]+)` +
		`| {4,8}(\w+)(?:->>|-x|--x)(\w+): [^#;]+| {4}loop for ever| {4}end)$`)
	mermaidEntity = regexp.MustCompile(`#\d+;`)
	mermaidStep   = regexp.MustCompile(`^(?:. )?(\d+)(?::|$)`)
)

// readMermaid returns the numbers of the steps that are drawn, and whether there is a loop.
func readMermaid(text string) (steps []string, loop bool, err error) {
	known, open, begun := map[string]bool{"": true}, false, false
	for line := range strings.Lines(mermaidEntity.ReplaceAllString(text, "¤")) {
		line = strings.TrimSuffix(line, "\n")
		part := mermaidLine.FindStringSubmatch(line)
		switch {
		case part == nil:
			return nil, false, fmt.Errorf("what is %q?", line)
		case strings.HasPrefix(line, "%%"):
			continue
		case !begun && line != "sequenceDiagram":
			return nil, false, fmt.Errorf("%q before the diagram", line)
		case part[2] != "":
			known[part[2]] = true
		case strings.HasPrefix(line, "    loop"):
			if loop {
				return nil, false, fmt.Errorf("a second loop")
			}
			open, loop = true, true
		case line == "    end":
			if !open {
				return nil, false, fmt.Errorf("an end of nothing")
			}
			open = false
		}
		begun = true
		for _, name := range []string{part[4], part[5], part[7], part[8]} {
			if !known[name] {
				return nil, false, fmt.Errorf("%s is no participant", name)
			}
		}
		if number := mermaidStep.FindStringSubmatch(part[6]); number != nil {
			steps = append(steps, number[1])
		}
	}
	if !begun || open {
		return nil, false, fmt.Errorf("no diagram, or a loop without an end")
	}
	return steps, loop, nil
}

func TestReadMermaidRefuses(t *testing.T) {
	good := "%% c\nsequenceDiagram\n    participant P1\n    Note over P1: 1: start\n    loop for ever\n        P1->>P1: OK\n        Note over P1: ✖ 2: deliver\n    end\n"
	if steps, loop, err := readMermaid(good); err != nil || !loop || fmt.Sprint(steps) != "[1 2]" {
		t.Fatal(steps, loop, err)
	}
	for _, wound := range [][2]string{{"    end\n", ""}, {"    loop for ever\n", ""}, {"sequenceDiagram\n", ""}, {"participant P1", "participant P2"},
		{">>P1", ">>P2"}, {"OK", "O;K"}, {"%% c", "c"}, {"over P1", "over P3"}} {
		if _, _, err := readMermaid(strings.Replace(good, wound[0], wound[1], 1)); err == nil {
			t.Errorf("accepted with %q for %q", wound[1], wound[0])
		}
	}
}

// TestMermaid: the first counterexample is drawn, step by step, and the others are named.
func TestMermaid(t *testing.T) {
	drawn, loops := 0, 0
	for _, args := range variety {
		text, j := call(args+" -format=mermaid").stdout, decode(t, args)
		steps, loop, err := readMermaid(text)
		if err != nil {
			t.Errorf("explore %s: %v in\n%s", args, err, text)
			continue
		}
		first := true
		for _, p := range j.Properties {
			c := p.Counterexample
			switch {
			case c == nil:
				if strings.Contains(text, p.Name+" is violated") || strings.Contains(text, "violated: "+p.Name+";") {
					t.Errorf("explore %s: %s is %s, and said to be violated in\n%s", args, p.Name, p.Verdict, text)
				}
			case first:
				first = false
				drawn++
				var want []string
				for i := range len(c.Stem) + len(c.Cycle) {
					want = append(want, fmt.Sprint(i+1))
				}
				if !slices.Equal(steps, want) || loop != (len(c.Cycle) > 0) || !strings.Contains(text, "\n%% drawn: "+p.Name+" is violated\n") {
					t.Errorf("explore %s: %s has %d steps; drawn are %v, and that there is a loop is %v, in\n%s", args, p.Name, len(want), steps, loop, text)
				}
				if loop {
					loops++
				}
			case !strings.Contains(text, "\n%% also violated: "+p.Name+"; to draw it, add -property="+p.Name+"\n"):
				t.Errorf("explore %s: that %s is violated is not said in\n%s", args, p.Name, text)
			}
		}
		if first && (len(steps) > 0 || !strings.Contains(text, "no counterexample")) {
			t.Errorf("explore %s: no counterexample, and drawn is\n%s", args, text)
		}
	}
	if drawn < 10 || loops < 3 {
		t.Errorf("%d drawn, %d with a loop: that is no variety", drawn, loops)
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
		if isLeftOut(args) || !testlevel.OneOf(6, i) {
			continue
		}
		for format, momentary := range map[string]*regexp.Regexp{"text": tookLine, "json": momentaryKey, "mermaid": nil, "dot": nil} {
			if testlevel.Race && format != "text" { // the workers do the same for all
				continue
			}
			var first string
			for _, workers := range numbers {
				r := call(args + " -quiet -format=" + format + " -workers=" + workers)
				if strings.Contains(args, "-workers") {
					t.Fatalf("explore %s: the workers are for this test to choose", args)
				}
				report := r.stdout + r.stderr
				if momentary != nil {
					report = momentary.ReplaceAllString(report, "")
					if n, want := len(momentary.FindAllString(r.stdout, -1)), map[string]int{"text": 1, "json": 9}[format]; n != want {
						t.Errorf("explore %s: %d lines of %s depend on the moment, want %d", args, n, format, want)
					}
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

// TestOutput: the report goes to the file, whole, and its verdict to standard output.
func TestOutput(t *testing.T) {
	folder(t)
	for _, args := range []string{"-algo=bully -n=3", "-algo=bully -n=2 -restarts=1", "-algo=bully -n=3 -max-states=9", "-orders=all -algo=ring -n=3 -crashes=0", "mutants -quiet -algo=ring"} {
		for _, format := range []string{"text", "json", "mermaid", "dot"} {
			if (!strings.HasPrefix(args, "-") || strings.HasPrefix(args, "-orders")) && format != "text" && format != "json" {
				continue
			}
			plain := tidy(call(args + " -format=" + format).stdout)
			verdict := call(args).lastLine() + "\n"
			if r := call(args + " -o=- -format=" + format); tidy(r.stdout) != plain || r.stderr != "" {
				t.Errorf("explore %s -o=- -format=%s differs from no -o:\n%s", args, format, r.stdout)
			}
			for _, path := range []string{"made", "kept", "./made"} {
				r := call(args + " -format=" + format + " -o=" + path)
				text, err := os.ReadFile(path)
				if err != nil || tidy(string(text)) != plain || r.stdout != verdict || r.stderr != "" || r.code != call(args).code {
					t.Errorf("explore %s -o=%s -format=%s: %v; standard output is\n%s\nand the file\n%s", args, path, format, err, r.stdout, text)
				}
			}
		}
	}
	if r := call("list -o=list"); r.code != 0 || r.stdout != "" || r.stderr != "" {
		t.Errorf("explore list -o=list: %+v", r)
	}
	if text, _ := os.ReadFile("list"); string(text) != call("list").stdout {
		t.Errorf("explore list -o=list wrote\n%s", text)
	}
	if info, err := os.Stat("kept"); err != nil || info.Mode() != 0o640 {
		t.Errorf("a file that was for some is now %v", info.Mode())
	}
	entries, _ := os.ReadDir(".")
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if fmt.Sprint(names) != "[kept list made]" {
		t.Errorf("left behind: %v", names)
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
	if want := "one-leader violated after 5 steps; still exploring (-stop=first ends here)\n1 violated, "; !strings.Contains(stderr.String(), want) {
		t.Errorf("it does not say %q:\n%s", want, stderr.String())
	}
	for _, want := range []string{"A shortest such run has 5 steps", "bounded by an interrupt (exit 12)\n"} {
		if code != 12 || !strings.Contains(stdout.String(), want) {
			t.Errorf("exit code %d, and the report does not say %q:\n%s", code, want, stdout.String())
		}
	}
}
