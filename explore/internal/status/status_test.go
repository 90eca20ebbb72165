package status

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"interrex/checker"
	"interrex/checker/levels"
	"interrex/explore/internal/command"
	"interrex/internal/check"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

func TestMain(m *testing.M) { testlevel.Main(m, "^$") }

// A lazy runner does no more than expand the level of so many states.
type lazy struct {
	*levels.Hands
	width int
}

func (l *lazy) Run(ctx context.Context, tasks []levels.Task) error {
	for _, t := range tasks {
		if t.Kind == "sift" && t.Begins[len(t.Begins)-1] >= l.width {
			return errors.New("that is enough")
		}
		if err := l.Do(ctx, t); err != nil {
			return err
		}
	}
	return nil
}

// written is the state of a check in a store, as JSON and as text.
func written(t *testing.T, store levels.Folder, asked []spec.Property) (d document, text string) {
	t.Helper()
	s, err := levels.StatusOf(store)
	if err == nil {
		s.Workers, err = levels.Present(store)
	}
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	for _, isJSON := range []bool{true, false} {
		out.Reset()
		if code := Write(&command.Call{Stdout: &out}, check.Status{Status: s, Properties: asked}, isJSON); code != 152 {
			t.Errorf("exit %d", code)
		}
		if isJSON {
			err = json.Unmarshal([]byte(out.String()), &d)
		}
	}
	if err != nil || d.Exit != 152 || !strings.HasSuffix(out.String(), "\nverdict: inconclusive: another process holds the store (exit 152)\n") {
		t.Errorf("%v: %+v\n%s", err, d, out.String())
	}
	return d, out.String()
}

// TestStatus: what is told at the beginning, in the midst of a level, and at the end.
func TestStatus(t *testing.T) {
	bully, _ := model.Find("bully")
	store := levels.Folder(filepath.Join(t.TempDir(), "states"))
	tell := func() (document, string) { t.Helper(); return written(t, store, nil) }
	explore := func(o levels.Options) error {
		w := world.New(world.Faulty(bully, []model.ID{1, 2, 3}))
		o.Store, o.Name, o.Flags = store, "a test", []string{"-algo=bully", "-n=3"}
		h := levels.NewHands(store, w, nil)
		defer h.Close()
		if o.Alone == 1 {
			o.Runner = &lazy{h, 30}
		}
		_, err := levels.Check(t.Context(), w, nil, o)
		return err
	}
	if _, err := (levels.Options{Store: store, Name: "a test", Flags: []string{"-algo=bully", "-n=3"}}).Begin(); err != nil {
		t.Fatal(err)
	}
	if d, text := tell(); d.Age != nil || d.States != 0 || d.Objects != 1 || !strings.Contains(text, "so far: nothing") {
		t.Errorf("at the beginning: %+v\n%s", d, text)
	}
	if err := explore(levels.Options{Alone: 1}); err == nil {
		t.Fatal("there was no end in the midst of a level")
	}
	there := levels.Attend(store, 2)
	there.Did(levels.Task{Kind: "sift"}, time.Second, errors.New("it rains"))
	there.Say()
	d, text := tell()
	if len(d.Workers) != 1 || d.Workers[0].Hands != 2 || d.Workers[0].Failed != 1 || !strings.Contains(text, ", 2 at a time, there for ") || !strings.Contains(text, ": 0 tasks and 1 failed, 0 states expanded\n") {
		t.Errorf("with a worker: %+v\n%s", d, text)
	}
	there.Leave()
	if len(d.Tasks) != 1 || d.Tasks[0].Kind != "expand" || d.Tasks[0].Done != 1 || *d.Tasks[0].Of != 1 || d.Over || d.Level < 2 || d.Rate == nil ||
		!strings.Contains(text, " states are to be expanded, level ") || !strings.Contains(text, "1 of 1 tasks to expand done") || !strings.Contains(text, "asked:  -algo=bully -n=3\n") {
		t.Errorf("in the midst: %+v\n%s", d, text)
	}
	if err := explore(levels.Options{}); err != nil {
		t.Fatal(err)
	}
	if d, text := tell(); !d.Over || d.States != 478 || len(d.Tasks) != 0 || len(d.Workers) != 0 || d.Bytes == 0 || !strings.Contains(text, "so far: all, 478 states") { // 478: as a check in memory, and TLC, count them
		t.Errorf("at the end: %+v\n%s", d, text)
	}
}

// A failing store makes no object of a name, nor of its kind with a higher number.
type failing struct {
	levels.Folder
	from string
}

func (f failing) Create(name string) (levels.Writer, error) {
	if kind := strings.TrimRight(f.from, "0123456789"); name >= f.from && name <= kind+"9" {
		return nil, errors.New("that is enough")
	}
	return f.Folder.Create(name)
}

// TestStatusOfLiveness: what is told while liveness is decided from the files, in the words of progress, and when it is.
func TestStatusOfLiveness(t *testing.T) {
	flags := []string{"-algo=bully", "-n=3", "-restarts=1"}
	q := check.Question{Elections: model.Catalogue()}
	table := q.Flags()
	line, err := table.Scan(flags)
	if err == nil {
		err = table.Read(line)
	}
	if err != nil {
		t.Fatal(err)
	}
	store := levels.Folder(filepath.Join(t.TempDir(), "states"))
	until := func(name string) error {
		w := world.New(q.World)
		o := levels.Options{Store: failing{store, name}, Name: "a test", Flags: flags, Alone: 1, Check: checker.Options{MaxMemory: 1 << 20, Workers: 1}}
		_, err := levels.Check(t.Context(), w, w.Ask(q.Properties), o)
		return err
	}
	for _, c := range []struct{ name, want string }{
		{"passing/liveness/survey-000003", "deciding liveness, 3 of 24 tasks to survey done\n"},
		{"passing/liveness/lead-000007", "deciding liveness, 7 of 24 tasks to lead done\n"},
		{"liveness/000000", "deciding decides, 0 of 2 tasks to pursue done\n"},
	} {
		if err := until(c.name); err == nil {
			t.Fatal("there was no end before", c.name)
		}
		if _, text := written(t, store, q.Properties); !strings.Contains(text, "        "+c.want) || strings.Contains(text, "decided: ") || strings.Contains(text, "over") != (c.name == "liveness/000000") {
			t.Errorf("before %s: %s", c.name, text)
		}
	}
	const over = "        liveness is over, but for what a driver does by itself, and not decided from the files: decides ends\n"
	if d, text := written(t, store, q.Properties); !d.LivenessOver || len(d.Undecided) != 2 || !strings.Contains(text, over) || !strings.Contains(text, "        for liveness, 24 of 24 tasks to lead done\n") {
		t.Errorf("where no task is left: %+v\n%s", d, text)
	}
	if err := until("nothing"); err != nil {
		t.Fatal(err)
	}
	if d, text := written(t, store, q.Properties); len(d.Tasks) != 0 || len(d.Decided) != 2 || d.LivenessOver || len(d.Undecided) != 0 || !strings.Contains(text, "        decided: decides ends\n") {
		t.Errorf("at the end: %+v\n%s", d, text)
	}
}
