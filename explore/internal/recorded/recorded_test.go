package recorded

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"interrex/model"
	"interrex/traces"
	"interrex/traces/draw"
	"interrex/traces/replay"
	"interrex/traces/stage"
)

const corpus = "../../../traces/corpus/good"

func whole() Options {
	return Options{Replay: replay.Options{}, From: 1, To: 1 << 30}
}

func read(t *testing.T, trace replay.Trace, o Options) *draw.Run {
	t.Helper()
	run, err := Read(trace, o)
	if err != nil {
		t.Fatal(err)
	}
	return run.Run
}

func find(t *testing.T, folder string) []replay.Trace {
	t.Helper()
	all, err := replay.Find([]string{folder})
	if err != nil || len(all) == 0 {
		t.Fatalf("%d traces, %v", len(all), err)
	}
	return all
}

// A count is what can be counted line by line, whatever the order of the files.
type count struct {
	events, lives, nodes int
	last                 map[string]string // by name: the variables at the end
}

func counted(t *testing.T, trace replay.Trace) count {
	t.Helper()
	c := count{last: map[string]string{}}
	for _, name := range trace.Files {
		f, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		c.nodes++
		node := 0
		for r := traces.NewReader(name, f); ; {
			l, err := r.Next()
			if err != nil {
				break
			}
			if l.Header != nil {
				c.lives++
				node = l.Header.Node
			} else if l.Event != nil {
				c.events++
				c.last[fmt.Sprintf("P%d", node)] = fmt.Sprint(l.Event.After)
			}
		}
	}
	return c
}

// TestCorpus: each event is one step, but for the first of a node, which is a part of the first state; a
// step more ends each life but the last, which ends so only if others say so. Who acts lives, what is
// taken has been sent before, and the last state is that of the last lines.
func TestCorpus(t *testing.T) {
	for _, trace := range find(t, corpus) {
		run, want := read(t, trace, whole()), counted(t, trace)
		crashes := 0
		for i, s := range run.Steps {
			before, restarts := run.States[i].Members[s.Lane], s.Action == "restart"
			if before.Dead != restarts {
				t.Errorf("%s: step %d, %s: dead before: %v", trace.Name, i+1, run.Name(i), before.Dead)
			}
			if s.Action == "crash" || s.Action == "end" {
				crashes++
			}
		}
		ended := 0
		for p, m := range run.States[len(run.Steps)].Members {
			if m.Dead {
				ended++
			}
			if got := fmt.Sprint(m.Variables); got != want.last[run.Lanes[p].Name] {
				t.Errorf("%s: %s ends with %s, want %s", trace.Name, run.Lanes[p].Name, got, want.last[run.Lanes[p].Name])
			}
		}
		if crashes != want.lives-want.nodes+ended || len(run.Steps) != want.events-want.nodes+crashes {
			t.Errorf("%s: %d steps and %d crashes, %d dead at the end; of %+v", trace.Name, len(run.Steps), crashes, ended, want)
		}
		for i, from := range draw.Sources(*run) {
			if run.Steps[i].Message != "" && from < 0 {
				t.Errorf("%s: step %d, %s: nobody has sent that", trace.Name, i+1, run.Name(i))
			}
		}
		if !slices.ContainsFunc(run.Words, func(w string) bool { return strings.HasPrefix(w, "The model accepts it") }) {
			t.Errorf("%s: %q", trace.Name, run.Words)
		}
	}
}

// TestDocument: in the document of a trace that the model accepts, each message has one fate, and each step of the
// election is one of those that were possible for its process, but for a message that is taken in place of lost ones.
func TestDocument(t *testing.T) {
	for _, trace := range find(t, corpus) {
		o := whole()
		o.Staged = true
		told, err := Read(trace, o)
		if err != nil {
			t.Fatal(err)
		}
		d := told.Document()
		for i, s := range d.Steps {
			word, _, _ := strings.Cut(s.Action, " ")
			lost := slices.ContainsFunc(d.Messages, func(m stage.Message) bool { return m.End != nil && *m.End == i+1 && m.Fate == "lost" })
			if own := slices.Contains([]string{"deliver", "start", "detect", "timeout", "recover"}, word); own && !lost && s.Choice == nil {
				t.Errorf("%s: step %d, %s is none of the choices", trace.Name, i+1, s.Says)
			}
		}
		for i, k := range d.States {
			for p, at := range k.Locals {
				if l, m := d.Locals[at], told.States[i].Members[p]; l.Live == m.Dead || l.Live && fmt.Sprint(l.Variables) != fmt.Sprint(pairs(m.Variables)) {
					t.Errorf("%s: state %d: P%d is %+v, want %+v", trace.Name, i, d.Processes[p], l, m)
				}
			}
		}
	}
}

func pairs(list []draw.Variable) (all [][2]string) {
	for _, v := range list {
		all = append(all, [2]string{v.Name, v.Value})
	}
	return all
}

// TestDivergence: where the model diverges, the state before says what the node could have done, and why not this.
func TestDivergence(t *testing.T) {
	o := whole()
	o.Staged = true
	told, err := Read(find(t, filepath.Join(corpus, "..", "bad", "timer-not-armed"))[0], o)
	if err != nil {
		t.Fatal(err)
	}
	d, at := told.Document(), told.Report.Diverged
	for i, s := range d.Steps {
		if !strings.Contains(s.Says, "diverges here") {
			continue
		}
		var no []stage.Refusal
		for _, r := range d.States[i].Cannot {
			no = append(no, d.Refusals[r])
		}
		want := []stage.Refusal{{Process: model.ID(at.Node), Action: s.Action, Why: "the model requires that " + at.Guard + ": " + at.Values}}
		if could := d.States[i].Can; !slices.Equal(no, want) || len(could) == 0 {
			t.Errorf("there it could not do %+v, want %+v; it could do %v", no, want, could)
		}
		return
	}
	t.Error("no step diverges")
}

// TestStretch: some steps are those of the whole, and the rest is counted.
func TestStretch(t *testing.T) {
	for _, trace := range find(t, corpus)[:4] {
		all := read(t, trace, whole())
		n := len(all.Steps)
		for _, c := range [][2]int{{1, 1}, {1, n}, {2, 3}, {n, n}, {max(n/2, 1), 2 * n}, {n + 1, n + 5}, {n + 9, n + 9}} {
			o := whole()
			o.From, o.To = c[0], c[1]
			some := read(t, trace, o)
			from, to := min(c[0]-1, n), min(c[1], n)
			if some.Before != from || some.After != n-to || !reflect.DeepEqual(some.Steps, all.Steps[from:to:to]) && from < to {
				t.Errorf("%s: steps %d to %d: %d before, %d, %d after", trace.Name, c[0], c[1], some.Before, len(some.Steps), some.After)
			}
			if !reflect.DeepEqual(some.States, all.States[from:to+1]) {
				t.Errorf("%s: steps %d to %d: other states than those of the whole", trace.Name, c[0], c[1])
			}
			if said := strings.Contains(some.Words[0], "are left out"); said != (to-from < n) {
				t.Errorf("%s: steps %d to %d: %q", trace.Name, c[0], c[1], some.Words[0])
			}
			if err := draw.Text(&strings.Builder{}, *some); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestFold: a folded run is the whole one without steps that change nothing, and each step keeps its number.
func TestFold(t *testing.T) {
	folded := 0
	for _, trace := range find(t, corpus) {
		all, o := read(t, trace, whole()), whole()
		o.Fold = true
		run := read(t, trace, o)
		folded += run.Folded
		at := 0
		for i, s := range run.Steps {
			for _, left := range all.Steps[at : at+s.Folded] {
				if left.Changes != nil || left.Note != "" || left.Crash || left.Restart || left.Action != "deliver" && !strings.HasPrefix(left.Action, "timeout ") {
					t.Errorf("%s: it folds %+v", trace.Name, left)
				}
			}
			at += s.Folded
			if s.Folded = 0; !reflect.DeepEqual(s, all.Steps[at]) || !reflect.DeepEqual(run.States[i+1], all.States[at+1]) {
				t.Errorf("%s: step %d is %+v, want %+v", trace.Name, at+1, s, all.Steps[at])
			}
			at++
		}
		if at+run.After != len(all.Steps) || run.Folded+len(run.Steps) != at {
			t.Errorf("%s: %d steps, %d folded, %d after, of %d", trace.Name, len(run.Steps), run.Folded, run.After, len(all.Steps))
		}
		o.To = 2
		if few := read(t, trace, o); len(few.Steps) != min(2, len(run.Steps)) {
			t.Errorf("%s: %d steps, want 2", trace.Name, len(few.Steps))
		}
	}
	if folded == 0 {
		t.Error("the corpus has no heartbeats")
	}
}

// A tape writes the files of a trace by hand.
type tape struct{ files map[int]*strings.Builder }

func (f *tape) line(node int, text string) {
	if f.files[node] == nil {
		f.files[node] = &strings.Builder{}
	}
	f.files[node].WriteString(text + "\n")
}

func (f *tape) begin(node, incarnation int) {
	f.line(node, fmt.Sprintf(`{"interrex":2,"run":"r","algorithm":"bully","ids":[1,2],"node":%d,"incarnation":%d,"configuration":{}}`, node, incarnation))
}

func (f *tape) trace(t *testing.T) replay.Trace {
	t.Helper()
	folder := t.TempDir()
	for node, text := range f.files {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("%d.ndjson", node)), []byte(text.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return find(t, folder)[0]
}

// told lists the steps of a trace by their names, with what is noted of them.
func told(t *testing.T, f *tape, crashed func(int) bool) []string {
	o := whole()
	o.Replay.Crashed = crashed
	run := read(t, f.trace(t), o)
	var steps []string
	for i, s := range run.Steps {
		name := run.Name(i)
		for _, sent := range s.Sends {
			if sent.Lost {
				name += ", loses " + sent.Message
			}
		}
		if s.Note != "" {
			name += ": " + s.Note
		}
		steps = append(steps, name)
	}
	return steps
}

const (
	idle    = `"after":{"mode":"idle","elected":"⊥"}`
	leader2 = `"after":{"mode":"idle","elected":"2"}`
)

// TestDeaths: P2 announces itself and dies, is found dead, comes back and announces itself again; then
// it is killed for good, and its record breaks off.
func TestDeaths(t *testing.T) {
	f := &tape{files: map[int]*strings.Builder{}}
	f.begin(1, 1)
	f.line(1, `{"seq":1,"clock":[10000000001,0],"action":"boot",`+idle+`}`)
	f.line(1, `{"seq":2,"clock":[10000000002,10000000002],"action":"deliver","message":{"id":"2.1.1","type":"COORDINATOR","from":2,"to":1,"text":"COORDINATOR(2)"},`+leader2+`}`)
	f.line(1, `{"seq":3,"clock":[10000000003,10000000002],"action":"report","peer":2,"aside":true,`+leader2+`}`)
	f.line(1, `{"seq":4,"clock":[10000000004,10000000002],"action":"detect","peer":2,"sends":[{"id":"1.1.1","to":2,"message":"ELECTION(1)"}],"after":{"mode":"waiting for OK","elected":"2"}}`)
	f.line(1, `{"seq":5,"clock":[10000000005,20000000002],"action":"deliver","message":{"id":"2.2.1","type":"COORDINATOR","from":2,"to":1,"text":"COORDINATOR(2)"},`+leader2+`}`)
	f.line(1, `{"end":5}`)
	f.begin(2, 1)
	f.line(2, `{"seq":1,"clock":[0,10000000001],"action":"boot",`+idle+`}`)
	f.line(2, `{"seq":2,"clock":[0,10000000002],"action":"start","sends":[{"id":"2.1.1","to":1,"message":"COORDINATOR(2)"}],`+leader2+`}`)
	f.begin(2, 2)
	f.line(2, `{"seq":1,"clock":[0,20000000001],"action":"restart",`+idle+`}`)
	f.line(2, `{"seq":2,"clock":[0,20000000002],"action":"start","sends":[{"id":"2.2.1","to":1,"message":"COORDINATOR(2)"}],`+leader2+`}`)
	f.line(2, `{"seq":3,"clock":[0,20000000003],"action":"start","sends":[{"id":"2.2.2","to":1,"message":"COORDINATOR(2)"}],`+leader2+`}`)
	want := []string{
		"P2 starts an election", "P2 dies", "P1 takes COORDINATOR(2) from P2",
		"P1 hears from its detector that P2 is dead: suspects P2", "P1 finds out that P2 is dead, loses ELECTION(1): finds P2 dead",
		"P2 comes back", "P2 starts an election", "P1 takes COORDINATOR(2) from P2",
		"P2 starts an election", "P2 dies: its record breaks off",
	}
	if got := told(t, f, func(node int) bool { return node == 2 }); !slices.Equal(got, want) {
		t.Errorf("told is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestEnded: a node that ended normally is not called dead, even if another one suspects it.
func TestEnded(t *testing.T) {
	f := &tape{files: map[int]*strings.Builder{}}
	f.begin(1, 1)
	f.line(1, `{"seq":1,"clock":[10000000001,0],"action":"boot",`+idle+`}`)
	f.line(1, `{"seq":2,"clock":[10000000002,0],"action":"report","peer":2,"aside":true,`+idle+`}`)
	f.line(1, `{"end":2}`)
	f.begin(2, 1)
	f.line(2, `{"seq":1,"clock":[0,10000000001],"action":"boot",`+idle+`}`)
	f.line(2, `{"end":1}`)
	want := []string{"P2 ends: ended normally, and others suspect it", "P1 hears from its detector that P2 is dead: suspects P2"}
	if got := told(t, f, nil); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	run := read(t, f.trace(t), whole())
	if want := "In the end: P1 elected ⊥, P2 ended."; !slices.Contains(run.Words, want) {
		t.Errorf("%q, want %q", run.Words, want)
	}
}
