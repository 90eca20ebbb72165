package levels

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"interrex/checker"
)

// A Task is a function of objects. It names them and its result.
type Task struct {
	Kind   string // a key of kinds
	Result string

	// Expand: the states of a chunk; steps only of those below a rank. Lead: the states of a chunk.
	Chunk Chunk
	Below int

	// Sift and join: the rows of one shard. Rank: the new states reached from one part of the level before. That level
	// begins with rank First, and has parts of Span ranks.
	Part        int
	Segments    []string
	Runs        []Chunk // the known states of the shard
	First, Span int

	Settings
}

// Settings are common to all tasks of a store.
type Settings struct {
	Shards int // parts of the states, by their hashes
	Rows   int // states of a part of a level
	Words  int // the most words that a task sorts at a time
}

// A Chunk is an object of rows. Rank is the rank of the first row, if the rows have ranks.
type Chunk struct {
	Name string
	Rows int
	Rank int `json:",omitempty"`
}

// A result names the objects that a task has made. The first result of a task counts.
type result struct {
	IsFailed bool `json:",omitempty"` // the system has failed, or a limit is exceeded
	Judged   checker.Tally
	Expanded checker.Tally
	Segments []string `json:",omitempty"` // of successors, or of new states
	Runs     []Chunk  `json:",omitempty"` // the states of the shard, with the new ones
	Back     bool     `json:",omitempty"` // a step leads to the same level or an earlier one
	Chunks   []Chunk  `json:",omitempty"` // of the next level
	Edges    []string `json:",omitempty"`
}

// Results are those of several tasks, in their order.
type results struct {
	result
	runs [][]Chunk // of each task
}

func (all *results) add(r result) {
	all.Judged.Add(r.Judged)
	all.Expanded.Add(r.Expanded)
	all.Segments = append(all.Segments, r.Segments...)
	all.runs = append(all.runs, r.Runs)
	all.Back = all.Back || r.Back
	all.Chunks = append(all.Chunks, r.Chunks...)
	all.Edges = append(all.Edges, r.Edges...)
}

// An origin is the rank of the parent from which a state was first reached, and the place of the step among the
// parent's.
const placeBits = 20

func originOf(rank, place int) uint64 {
	if place>>placeBits != 0 || rank>>(63-placeBits) != 0 {
		panic(checker.Overflow{What: "steps of one state"})
	}
	return uint64(rank)<<placeBits | uint64(place)
}

// A Worker executes tasks, one at a time. Its memory is proportional to Settings and the number of names.
type Worker struct {
	store      Store
	system     checker.System
	properties []checker.Property
	part       *checker.Part
	names      *names
	lessons    int // number of lessons read

	state   checker.State // the current state
	row     []uint64      // of the current state, with room for an origin
	sorters [2]sorter
	other   []uint64 // space for sorting
}

// NewWorker returns a worker on a store.
func NewWorker(store Store, system checker.System, properties []checker.Property) *Worker {
	return &Worker{store: store, system: system, properties: properties, part: checker.NewPart(system, properties),
		state: make(checker.State, system.Width())}
}

// Do executes a task and stores its result, unless there is one. If the system fails, the result says so.
func (w *Worker) Do(ctx context.Context, t Task) (err error) {
	defer func() { err = markFull(err) }()
	if o, err := w.store.Open(t.Result); err == nil {
		return o.Close()
	}
	made, err := w.guarded(ctx, t)
	if err == nil {
		err = writeValue(w.store, t.Result, &made)
	}
	return ignore(err, fs.ErrExist) // another attempt was faster
}

// guarded executes a task. A failure of the system becomes the result.
func (w *Worker) guarded(ctx context.Context, t Task) (made result, err error) {
	defer func() {
		switch value := recover().(type) {
		case nil:
		case checker.BrokenLaw:
			made = result{IsFailed: true}
		default:
			panic(value)
		}
	}()
	made, err = w.perform(ctx, t)
	if errors.As(err, new(checker.Overflow)) || errors.As(err, new(*checker.ModelPanic)) {
		return result{IsFailed: true}, nil
	}
	return made, err
}

// perform executes a task. If the system fails, it returns that error or panics with it.
func (w *Worker) perform(ctx context.Context, t Task) (result, error) {
	do, isKnown := kinds[t.Kind]
	if !isKnown {
		return result{}, fmt.Errorf("there is no task of the kind %q", t.Kind)
	}
	r, err := w.begin(ctx, t)
	if err != nil {
		return result{}, err
	}
	err = do(r)
	return r.result, err
}

// begin prepares the execution of a task.
func (w *Worker) begin(ctx context.Context, t Task) (*taskRun, error) {
	if err := w.readLessons(); err != nil {
		return nil, err
	}
	clear(w.names.unnamed)
	r := &taskRun{Worker: w, Task: t, ctx: ctx, width: w.names.words, attempt: rand.Text()[:8]}
	r.row = make([]uint64, r.width, r.width+1)
	return r, nil
}

// kinds has the function of each kind of task. Stores of format 8 have the kinds in the names of results.
var kinds = map[string]func(*taskRun) error{
	"expand": (*taskRun).expand, "sift": (*taskRun).deduplicate, "rank": (*taskRun).rank,
	"lead": (*taskRun).lead, "join": (*taskRun).join,
}

// A taskRun is one execution of a task.
type taskRun struct {
	*Worker
	Task
	ctx      context.Context
	width    int     // words of a row
	attempt  string  // makes the names of its objects unique among all executions of the task
	rows     *sorter // of rows of states, by shard
	objects  int
	result   result
	deferred []rankedState // states with a step to a value without a name
	lesson   lesson        // some of these states, with steps to all such values
}

// A rankedState is a state with its rank.
type rankedState struct {
	rank  int
	state checker.State
}

// object returns a new name for an object.
func (r *taskRun) object(folder string) string {
	r.objects++
	return fmt.Sprintf("%s/%s-%s-%d", folder, strings.ReplaceAll(r.Result, "/", "-"), r.attempt, r.objects)
}

// expand judges the states of a chunk, and writes their successors. States with a step to a value without a name are
// expanded again after a lesson.
func (r *taskRun) expand() (err error) {
	r.rows = r.sorter(0, r.width+1, r.width)
	r.part.Begin()
	if err := r.eachState(r.Chunk.Rows, r.part.Judge); err != nil {
		return err
	}
	r.result.Judged = r.part.Tally()
	r.part.Begin()
	if err := r.eachState(r.Below-r.Chunk.Rank, r.expandState); err != nil {
		return err
	}
	r.result.Expanded = r.part.Tally()
	for len(r.deferred) > 0 {
		again := r.deferred
		if err := cmp.Or(r.rows.flush(), r.writeLesson()); err != nil { // a sorter has origins in their order
			return err
		}
		for _, x := range again {
			if err := r.expandState(x.rank, x.state); err != nil {
				return err
			}
		}
	}
	r.result.Segments, err = r.rows.end()
	return err
}

// expandState sorts the successors of a state, if their values have names. Otherwise it defers the state.
func (r *taskRun) expandState(rank int, s checker.State) error {
	unnamed, isComplete := len(r.names.unnamed), true
	err := r.part.Expand(rank, s, func(place int, to checker.State) error {
		isKnown, err := r.names.rowOf(to, r.row)
		if err == nil && isKnown {
			return r.putRow(originOf(rank, place))
		}
		isComplete = false
		return err
	})
	if !isComplete {
		r.deferred = append(r.deferred, rankedState{rank, slices.Clone(s)})
	}
	if err == nil && len(r.names.unnamed) > unnamed {
		_, err = r.names.rowOf(s, r.row)
		r.lesson.Rows = append(r.lesson.Rows, slices.Clone(r.row))
	}
	return err
}

// putRow sorts the current row, with its origin or label.
func (r *taskRun) putRow(origin uint64) error {
	return r.rows.put(int(hash(r.row)%uint64(r.Shards)), append(r.row, origin)...)
}

// eachState calls do for the first states of the chunk, up to a number of them.
func (r *taskRun) eachState(most int, do func(rank int, s checker.State) error) error {
	x, err := readRows(r.store, r.Chunk.Name, 0, r.width+1)
	if err != nil {
		return err
	}
	defer x.close()
	for n := range min(most, r.Chunk.Rows) {
		if err := r.ctx.Err(); err != nil {
			return err
		}
		if !x.next() {
			return cmp.Or(x.err, damaged(r.Chunk.Name, "it ends too soon"))
		}
		if err := r.names.state(x.record[1:], r.state); err != nil {
			return damaged(r.Chunk.Name, err.Error())
		}
		if err := do(r.Chunk.Rank+n, r.state); err != nil {
			return err
		}
	}
	return nil
}

// deduplicate finds the new states of a shard.
func (r *taskRun) deduplicate() error {
	runs, err := r.compact()
	if err != nil {
		return err
	}
	var known []*rowReader
	for _, run := range runs {
		x, err := readRows(r.store, run.Name, 0, r.width)
		if err != nil {
			return err
		}
		defer x.close()
		known = append(known, x)
	}
	run, fresh := Chunk{Name: r.object("runs")}, r.sorter(1, r.width+1, 1)
	err = create(r.store, run.Name, r.width, func(w *objectWriter) error { return r.writeNew(known, w, fresh) })
	if err != nil {
		return err
	}
	if r.result.Runs = runs; fresh.count > 0 {
		run.Rows = fresh.count
		r.result.Runs = append(runs, run)
	}
	r.result.Segments, err = fresh.end()
	return err
}

// writeNew writes the rows of new states, and sorts these states by their origins.
func (r *taskRun) writeNew(known []*rowReader, w *objectWriter, fresh *sorter) error {
	var last, state []uint64
	err := r.merge(r.Segments, r.Part, r.width+1, func(record []uint64) error {
		row, origin := record[:r.width], record[r.width]
		if slices.Equal(row, last) {
			return nil
		}
		last = append(last[:0], row...)
		if slices.ContainsFunc(known, func(x *rowReader) bool { return x.has(row) }) {
			r.result.Back = true
			return nil
		}
		w.put(0, row)
		state = append(append(state[:0], origin), row...)
		return fresh.put((int(origin>>placeBits)-r.First)/r.Span, state...)
	})
	for _, x := range known {
		err = cmp.Or(err, x.err)
	}
	return err
}

// rank makes a chunk of the new states, in the order of origins.
func (r *taskRun) rank() error {
	chunk := Chunk{Name: r.object("states")}
	err := create(r.store, chunk.Name, r.width+1, func(w *objectWriter) error {
		return r.merge(r.Segments, r.Part, r.width+1, func(record []uint64) error {
			chunk.Rows++
			record[0] >>= placeBits
			w.put(0, record)
			return nil
		})
	})
	if chunk.Rows > 0 {
		r.result.Chunks = []Chunk{chunk}
	}
	return err
}
