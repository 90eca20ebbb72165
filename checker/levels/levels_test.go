package levels

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"interrex/checker"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// A question makes a system and its properties. Each call makes new ones, as in another process.
type question struct {
	name string
	ask  func() (checker.System, []checker.Property)
}

// reportText is a report as text, without times and memory.
func reportText(system checker.System, r *checker.Report) string {
	var b strings.Builder
	fmt.Fprintln(&b, r.States, r.Steps, r.Terminal, r.Depth, r.Widths, r.Complete, r.Bound, r.Actions)
	for _, result := range r.Results {
		fmt.Fprintln(&b, result.Property.Name, result.Verdict, result.Count)
		if result.Path != nil {
			b.WriteString(result.Path.Text(system))
		}
	}
	if p := r.Deepest; p != nil { // several paths may lead to this state
		fmt.Fprintln(&b, "deepest", len(p.Stem), system.(*world.World).DescribeState(p.Stem[len(p.Stem)-1].To))
	}
	return b.String()
}

// inMemory is the report of checker.Check.
func inMemory(t testing.TB, q question, o checker.Options) string {
	t.Helper()
	system, properties := q.ask()
	report, err := checker.Check(context.Background(), system, properties, o)
	if err != nil {
		t.Fatal(err)
	}
	return reportText(system, report)
}

// inStore is the report of Check with a store.
func inStore(t testing.TB, q question, o Options) string {
	t.Helper()
	text, err := try(q, o)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// try is the report of Check with a store, or the error.
func try(q question, o Options) (string, error) {
	system, properties := q.ask()
	report, err := Check(context.Background(), system, properties, o)
	if err != nil {
		return "", err
	}
	return reportText(system, report), nil
}

// worldOf is the question of the properties of a world; none means the first 21 that apply.
func worldOf(c world.Config, properties ...spec.Property) question {
	return question{c.Algorithm.Name, func() (checker.System, []checker.Property) {
		w := world.New(c)
		if len(properties) == 0 {
			for _, p := range spec.All() {
				if c.Algorithm.Means(p) == nil && len(properties) < 21 {
					properties = append(properties, p)
				}
			}
		}
		return w, w.Ask(properties, spec.LeaderForEver)
	}}
}

func ids(n int) (all []model.ID) {
	for i := range n {
		all = append(all, model.ID(i+1))
	}
	return all
}

// elections are the elections of the catalogue, each in a bounded world with faults.
func elections() (all []question) {
	for _, a := range model.Catalogue() {
		c := world.Faulty(a, ids(3))
		c.Suspicions = true
		c.Elections = cmp.Or(c.DefaultElections(), 1)
		if c.Elections == world.Unlimited {
			c.Elections = 1
		}
		all = append(all, worldOf(c.Bounded()))
	}
	return all
}

// The report is that of a check in memory, for any number of workers and shards, and any size of objects.
func TestCatalogue(t *testing.T) {
	for i, q := range elections() {
		if !testlevel.OneOf(4, i) {
			continue
		}
		for workers := 1; workers <= 4; workers *= 2 {
			o := Options{Store: newMemoryStore(), Shards: 1 + 2*(workers-1), Alone: []int{1, 50, 1 << 20}[workers/2]}
			o.rows, o.words = 500*workers, 20_000*workers
			o.every = []time.Duration{0, 1, time.Hour}[workers/2]
			o.Check = checker.Options{Workers: workers, MaxStates: 20_000, Deepest: true}
			if got, want := inStore(t, q, o), inMemory(t, q, checker.Options{MaxStates: 20_000, Deepest: true}); got != want {
				t.Fatalf("%s, %d workers: the report is\n%sin memory it is\n%s", q.name, workers, got, want)
			}
		}
	}
}

// A memoryStore is a store in memory.
type memoryStore struct {
	mu      sync.Mutex
	objects map[string][]byte
}

func newMemoryStore() *memoryStore { return &memoryStore{objects: map[string][]byte{}} }

func (m *memoryStore) String() string { return "in memory" }

func (m *memoryStore) Create(name string, write func(io.Writer) error) error {
	var object bytes.Buffer
	if err := write(&object); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, isThere := m.objects[name]; isThere {
		return fs.ErrExist
	}
	m.objects[name] = object.Bytes()
	return nil
}

func (m *memoryStore) Open(name string) (Object, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if object, isThere := m.objects[name]; isThere {
		return bufferObject{bytes.NewReader(object)}, nil
	}
	return nil, fs.ErrNotExist
}

func (m *memoryStore) List(prefix string) (all []string, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for name := range m.objects {
		if strings.HasPrefix(name, prefix) {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all, nil
}

func (m *memoryStore) Remove(name string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.objects, name)
	return nil
}

// A refused property is an error, as in memory.
func TestRefusedProperty(t *testing.T) {
	reason := errors.New("it has no meaning here")
	system := checker.Values([]int{0}, func(int, func(string, checker.FairnessClass, int)) {})
	_, err := Check(context.Background(), system, []checker.Property{checker.Refused("other", reason)}, Options{Store: Folder(t.TempDir())})
	if !errors.Is(err, reason) {
		t.Errorf("error %v", err)
	}
}
