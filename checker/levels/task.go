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
	Kind   string // "expand", "sift" or "rank"; when all is explored "lead" or "join"
	Result string

	// Expand: the states of a chunk; steps only of those below a rank. Lead: the states of a chunk.
	Chunk Chunk
	Below int

	// Sift and join: the rows of one shard. Rank: the new states that were reached from one part of the level before.
	// It begins with rank First, and has parts of Span ranks.
	Part        int
	Segments    []string
	Runs        []Chunk // the states of the shard that are known
	First, Span int

	Settings
}

// Settings are what the results of tasks have in common.
type Settings struct {
	Shards int // parts of the states, by what they are
	Rows   int // states of a part of a level
	Words  int // most words that a task sorts at a time
}

// A Chunk is an object of rows. Where they have ranks, the first has rank Rank.
type Chunk struct {
	Name string
	Rows int
	Rank int `json:",omitempty"`
}

// A result names the objects that a task has made. The first result of a task counts.
type result struct {
	IsFailed bool `json:",omitempty"` // the system has failed, or there is too much of something
	Judged   checker.Tally
	Expanded checker.Tally
	Segments []string `json:",omitempty"` // where the steps lead, or what is new
	Runs     []Chunk  `json:",omitempty"` // the states of the shard that are known then
	Back     bool     `json:",omitempty"` // a step leads to the same level or an earlier one
	Chunks   []Chunk  `json:",omitempty"` // some of the next level
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

// Hands do tasks, one at a time. They take memory in proportion to Settings and the number of names.
type Hands struct {
	store      Store
	system     checker.System
	properties []checker.Property
	part       *checker.Part
	names      *names
	lessons    int // that the names are from

	state   checker.State // at hand
	row     []uint64      // of the state at hand, with room for an origin
	sorters [2]sorter
	other   []uint64 // room to sort in
}

// NewHands makes Hands.
func NewHands(store Store, system checker.System, properties []checker.Property) *Hands {
	return &Hands{store: store, system: system, properties: properties, part: checker.NewPart(system, properties),
		state: make(checker.State, system.Width())}
}

// Do does a task, unless there is a result of it. If the system fails, that is the result.
func (h *Hands) Do(ctx context.Context, t Task) (err error) {
	defer func() { err = full(err) }()
	if o, err := h.store.Open(t.Result); err == nil {
		return o.Close()
	}
	made, err := h.guarded(ctx, t)
	if err == nil {
		err = writeValue(h.store, t.Result, &made)
	}
	return ignore(err, fs.ErrExist) // or somebody was faster
}

// guarded does a task. A failure of the system becomes the result.
func (h *Hands) guarded(ctx context.Context, t Task) (made result, err error) {
	defer func() {
		switch value := recover().(type) {
		case nil:
		case checker.BrokenLaw:
			made = result{IsFailed: true}
		default:
			panic(value)
		}
	}()
	made, err = h.perform(ctx, t)
	if errors.As(err, new(checker.Overflow)) || errors.As(err, new(*checker.ModelPanic)) {
		return result{IsFailed: true}, nil
	}
	return made, err
}

// perform does a task. It returns or panics with what the system failed by.
func (h *Hands) perform(ctx context.Context, t Task) (result, error) {
	do, isKnown := kinds[t.Kind]
	if !isKnown {
		return result{}, fmt.Errorf("there is no task of the kind %q", t.Kind)
	}
	d, err := h.begin(ctx, t)
	if err != nil {
		return result{}, err
	}
	err = do(d)
	return d.result, err
}

// begin begins a task.
func (h *Hands) begin(ctx context.Context, t Task) (*doing, error) {
	if err := h.catchUp(); err != nil {
		return nil, err
	}
	clear(h.names.unnamed)
	d := &doing{Hands: h, Task: t, ctx: ctx, width: h.names.words, attempt: rand.Text()[:8]}
	d.row = make([]uint64, d.width, d.width+1)
	return d, nil
}

var kinds = map[string]func(*doing) error{
	"expand": (*doing).expand, "sift": (*doing).sift, "rank": (*doing).rank,
	"lead": (*doing).lead, "join": (*doing).join,
}

// A doing is a task that is being done.
type doing struct {
	*Hands
	Task
	ctx     context.Context
	width   int     // words of a row
	attempt string  // tells its objects from those of others that do the same task
	aside   *sorter // of the rows of states, by shard
	objects int
	result  result
	again   []rankedState // states with a step to a value without a name
	lesson  lesson        // some of these states, with steps to all such values
}

// A rankedState is a state with its rank.
type rankedState struct {
	rank  int
	state checker.State
}

// object makes a name for an object.
func (d *doing) object(folder string) string {
	d.objects++
	return fmt.Sprintf("%s/%s-%s-%d", folder, strings.ReplaceAll(d.Result, "/", "-"), d.attempt, d.objects)
}

// expand judges the states of a chunk, and writes their successors. States with a step to a value without a name are
// expanded again after a lesson.
func (d *doing) expand() (err error) {
	d.aside = d.sorter(0, d.width+1, d.width)
	d.part.Begin()
	if err := d.eachState(d.Chunk.Rows, d.part.Judge); err != nil {
		return err
	}
	d.result.Judged = d.part.Tally()
	d.part.Begin()
	if err := d.eachState(d.Below-d.Chunk.Rank, d.expandState); err != nil {
		return err
	}
	d.result.Expanded = d.part.Tally()
	for len(d.again) > 0 {
		again := d.again
		if err := cmp.Or(d.aside.flush(), d.teach()); err != nil { // a sorter has origins in their order
			return err
		}
		for _, x := range again {
			if err := d.expandState(x.rank, x.state); err != nil {
				return err
			}
		}
	}
	d.result.Segments, err = d.aside.end()
	return err
}

// expandState sets the successors of a state aside, if they have names.
func (d *doing) expandState(rank int, s checker.State) error {
	unnamed, isComplete := len(d.names.unnamed), true
	err := d.part.Expand(rank, s, func(place int, to checker.State) error {
		isKnown, err := d.names.rowOf(to, d.row)
		if err == nil && isKnown {
			return d.setAside(originOf(rank, place))
		}
		isComplete = false
		return err
	})
	if !isComplete {
		d.again = append(d.again, rankedState{rank, slices.Clone(s)})
	}
	if err == nil && len(d.names.unnamed) > unnamed {
		_, err = d.names.rowOf(s, d.row)
		d.lesson.Rows = append(d.lesson.Rows, slices.Clone(d.row))
	}
	return err
}

// setAside sets the row at hand aside, with its origin or label.
func (d *doing) setAside(origin uint64) error {
	return d.aside.put(int(hash(d.row)%uint64(d.Shards)), append(d.row, origin)...)
}

// eachState calls do for the first states of the chunk, at most a number of them.
func (d *doing) eachState(most int, do func(rank int, s checker.State) error) error {
	x, err := readRows(d.store, d.Chunk.Name, 0, d.width+1)
	if err != nil {
		return err
	}
	defer x.close()
	for n := range min(most, d.Chunk.Rows) {
		if err := d.ctx.Err(); err != nil {
			return err
		}
		if !x.next() {
			return cmp.Or(x.err, damaged(d.Chunk.Name, "it ends too soon"))
		}
		if err := d.names.state(x.record[1:], d.state); err != nil {
			return damaged(d.Chunk.Name, err.Error())
		}
		if err := do(d.Chunk.Rank+n, d.state); err != nil {
			return err
		}
	}
	return nil
}

// sift finds the new states of a shard.
func (d *doing) sift() error {
	runs, err := d.compact()
	if err != nil {
		return err
	}
	var known []*rowReader
	for _, run := range runs {
		x, err := readRows(d.store, run.Name, 0, d.width)
		if err != nil {
			return err
		}
		defer x.close()
		known = append(known, x)
	}
	run, fresh := Chunk{Name: d.object("runs")}, d.sorter(1, d.width+1, 1)
	err = create(d.store, run.Name, d.width, func(w *objectWriter) error { return d.sieve(known, w, fresh) })
	if err != nil {
		return err
	}
	if d.result.Runs = runs; fresh.count > 0 {
		run.Rows = fresh.count
		d.result.Runs = append(runs, run)
	}
	d.result.Segments, err = fresh.end()
	return err
}

// sieve writes the rows that are not known, and sorts the new states by their origins.
func (d *doing) sieve(known []*rowReader, w *objectWriter, fresh *sorter) error {
	var last, state []uint64
	err := d.merge(d.Segments, d.Part, d.width+1, func(record []uint64) error {
		row, origin := record[:d.width], record[d.width]
		if slices.Equal(row, last) {
			return nil
		}
		last = append(last[:0], row...)
		if slices.ContainsFunc(known, func(x *rowReader) bool { return x.has(row) }) {
			d.result.Back = true
			return nil
		}
		w.put(0, row)
		state = append(append(state[:0], origin), row...)
		return fresh.put((int(origin>>placeBits)-d.First)/d.Span, state...)
	})
	for _, x := range known {
		err = cmp.Or(err, x.err)
	}
	return err
}

// rank makes a chunk of the new states, in the order of origins.
func (d *doing) rank() error {
	chunk := Chunk{Name: d.object("states")}
	err := create(d.store, chunk.Name, d.width+1, func(w *objectWriter) error {
		return d.merge(d.Segments, d.Part, d.width+1, func(record []uint64) error {
			chunk.Rows++
			record[0] >>= placeBits
			w.put(0, record)
			return nil
		})
	})
	if chunk.Rows > 0 {
		d.result.Chunks = []Chunk{chunk}
	}
	return err
}
