package levels

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"interrex/checker"
	"interrex/checker/internal/records"
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

	state checker.State // at hand
	row   []uint64
	aside [][]uint64 // where steps lead, by shard
	words int        // set aside there
	fresh []uint64   // what is new of a shard
	other []uint64   // room to sort in
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
		err = writeRecord(h.store, t.Result, &made)
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
	if err := h.catchUp(); err != nil {
		return result{}, err
	}
	d := &doing{Hands: h, Task: t, ctx: ctx, width: h.names.words, attempt: rand.Text()[:8], met: map[[2]uint32]bool{}}
	err := do(d)
	return d.result, err
}

var kinds = map[string]func(*doing) error{
	"expand": (*doing).expand, "sift": (*doing).sift, "rank": (*doing).rank,
	"lead": (*doing).lead, "join": (*doing).join,
}

// catchUp learns from the lessons that are there.
func (h *Hands) catchUp() error {
	if h.names == nil {
		initial, err := h.part.Initial()
		if err != nil {
			return err
		}
		if h.names, err = newNames(h.system, initial); err != nil {
			return err
		}
	}
	for ; ; h.lessons++ {
		var l lesson
		if err := readRecord(h.store, lessonName(h.lessons), &l); err != nil {
			return ignore(err, fs.ErrNotExist)
		}
		if err := h.names.learn(l); err != nil {
			return err
		}
	}
}

// A doing is a task that is being done.
type doing struct {
	*Hands
	Task
	ctx     context.Context
	width   int    // words of a row
	attempt string // tells its objects from those of others that do the same task
	objects int
	result  result
	met     map[[2]uint32]bool // kinds and numbers of values without names
	unnamed []int              // ranks of states with a step to such a value
	lesson  lesson             // some of these states, with steps to all such values
}

// object makes a name for an object.
func (d *doing) object(folder string) string {
	d.objects++
	return fmt.Sprintf("%s/%s-%s-%d", folder, strings.ReplaceAll(d.Result, "/", "-"), d.attempt, d.objects)
}

// expand judges the states of a chunk, and writes their successors. States with a step to a value without a name are
// expanded again after a lesson.
func (d *doing) expand() error {
	d.clearAside()
	d.part.Begin()
	if err := d.eachState(d.Chunk.Rows, d.part.Judge); err != nil {
		return err
	}
	d.result.Judged = d.part.Tally()
	d.part.Begin()
	below := d.Below - d.Chunk.Rank
	if err := d.eachState(below, d.expandState); err != nil {
		return err
	}
	d.result.Expanded = d.part.Tally()
	for len(d.unnamed) > 0 {
		again := d.unnamed
		if err := cmp.Or(d.segment(true), d.teach()); err != nil {
			return err
		}
		err := d.eachState(below, func(rank int, s checker.State) error {
			if _, is := slices.BinarySearch(again, rank); !is {
				return nil
			}
			return d.expandState(rank, s)
		})
		if err != nil {
			return err
		}
	}
	return d.segment(true)
}

// expandState sets the successors of a state aside, if they have names.
func (d *doing) expandState(rank int, s checker.State) error {
	isUnnamed, isTeaching := false, false
	err := d.part.Expand(rank, s, func(place int, to checker.State) error {
		isKnown, err := d.names.rowOf(to, d.row)
		if err != nil {
			return err
		}
		if isKnown {
			return d.setAside(originOf(rank, place))
		}
		isUnnamed, isTeaching = true, d.isNews(to) || isTeaching
		return nil
	})
	if isUnnamed {
		d.unnamed = append(d.unnamed, rank)
	}
	if err == nil && isTeaching {
		_, err = d.names.rowOf(s, d.row)
		d.lesson.Rows = append(d.lesson.Rows, slices.Clone(d.row))
	}
	return err
}

// teach makes a lesson of the states that were found, unless another process makes the next lesson first.
func (d *doing) teach() error {
	d.lesson.Names = d.names.count
	err := writeRecord(d.store, lessonName(d.lessons), d.lesson)
	d.met, d.unnamed, d.lesson = map[[2]uint32]bool{}, nil, lesson{}
	return cmp.Or(ignore(err, fs.ErrExist), d.catchUp())
}

// isNews notes the values of a state that have no names, and reports whether one is new.
func (d *doing) isNews(s checker.State) (isNews bool) {
	for cell := range s {
		if _, isKnown, _ := d.names.number(cell, s); !isKnown {
			value := [2]uint32{uint32(d.names.kindOf[cell]), s[cell]}
			isNews = isNews || !d.met[value]
			d.met[value] = true
		}
	}
	return isNews
}

// clearAside makes ready to set rows aside.
func (d *doing) clearAside() {
	d.aside, d.words = slices.Grow(d.aside[:0], d.Shards)[:d.Shards], 0
	for shard := range d.aside {
		d.aside[shard] = d.aside[shard][:0]
	}
	d.row = make([]uint64, d.width)
}

// stretch is the number of states between two looks at the context.
const stretch = 1 << 12

// eachState calls do for the first states of the chunk, at most a number of them.
func (d *doing) eachState(most int, do func(rank int, s checker.State) error) error {
	x, err := readRows(d.store, d.Chunk.Name, 0, d.width+1)
	if err != nil {
		return err
	}
	defer x.close()
	for n := range min(most, d.Chunk.Rows) {
		if !x.next() {
			return cmp.Or(x.err, damaged(d.Chunk.Name, "it ends too soon"))
		}
		if err := d.names.state(x.record[1:], d.state); err != nil {
			return damaged(d.Chunk.Name, err.Error())
		}
		if err := do(d.Chunk.Rank+n, d.state); err != nil {
			return err
		}
		if n%stretch == 0 && d.ctx.Err() != nil {
			return d.ctx.Err()
		}
	}
	return nil
}

// setAside sets the row at hand aside, with its origin or label.
func (d *doing) setAside(origin uint64) error {
	at := &d.aside[hash(d.row)%uint64(d.Shards)]
	*at = append(append(*at, d.row...), origin)
	if d.words += len(d.row) + 1; d.words < d.Words {
		return nil
	}
	return cmp.Or(d.ctx.Err(), d.segment(d.Kind == "expand"))
}

// segment writes the rows that are set aside, each shard in order; or each row once, with its first origin.
func (d *doing) segment(isOnce bool) error {
	if d.words == 0 {
		return nil
	}
	columns := d.width + 1
	if isOnce {
		columns = d.width // records are set aside in the order of origins
	}
	w, err := d.begin(d.width + 1)
	if err != nil {
		return err
	}
	for shard := range d.aside {
		sorted := d.sort(&d.aside[shard], w.Stride, columns)
		if isOnce {
			sorted = records.Unique(sorted, w.Stride, d.width)
		}
		w.putAll(sorted, func(uint64) int { return shard })
		d.aside[shard] = d.aside[shard][:0]
	}
	d.words = 0
	d.result.Segments = append(d.result.Segments, w.Name)
	return w.close(nil)
}

// begin begins an object of intermediate results.
func (d *doing) begin(stride int) (*objectWriter, error) {
	return create(d.store, d.object(path.Dir(d.Result)), stride)
}

// sort sorts records by the first columns.
func (d *doing) sort(all *[]uint64, stride, columns int) []uint64 {
	d.other = slices.Grow(d.other[:0], len(*all))[:len(*all)]
	var by []int
	for column := range columns {
		by = append(by, column)
	}
	*all, d.other = records.Sort(*all, d.other, stride, by...)
	return *all
}

// sift finds the new states of a shard.
func (d *doing) sift() error {
	runs, err := d.compact()
	if err != nil {
		return err
	}
	merged, err := d.merge(d.Segments, d.Part, d.width+1)
	if err != nil {
		return err
	}
	defer merged.close()
	var known []*rowReader
	for _, run := range runs {
		x, err := readRows(d.store, run.Name, 0, d.width)
		if err != nil {
			return err
		}
		defer x.close()
		known = append(known, x)
	}
	run := Chunk{Name: d.object("runs")}
	w, err := create(d.store, run.Name, d.width)
	if err != nil {
		return err
	}
	if err := d.sieve(merged, known, w, &run); err != nil {
		return w.close(err)
	}
	if d.result.Runs = runs; run.Rows == 0 {
		w.out.Abort()
		return nil
	}
	d.result.Runs = append(runs, run)
	return w.close(nil)
}

// sieve writes the rows that are not known, and collects them with their origins.
func (d *doing) sieve(merged *merger, known []*rowReader, w *objectWriter, run *Chunk) error {
	d.fresh = d.fresh[:0]
	last := make([]uint64, d.width)
	for first := true; merged.next(); first = false {
		row, origin := merged.now()[:d.width], merged.now()[d.width]
		if !first && slices.Equal(row, last) {
			continue
		}
		copy(last, row)
		if slices.ContainsFunc(known, func(x *rowReader) bool { return x.has(row) }) {
			d.result.Back = true
			continue
		}
		w.put(0, row)
		run.Rows++
		d.fresh = append(append(d.fresh, origin), row...)
		if len(d.fresh) < d.Words {
			continue
		}
		if err := cmp.Or(d.ctx.Err(), d.bring()); err != nil {
			return err
		}
	}
	err := merged.err
	for _, x := range known {
		err = cmp.Or(err, x.err)
	}
	return cmp.Or(err, d.bring())
}

// bring writes the new states in the order of origins.
func (d *doing) bring() error {
	if len(d.fresh) == 0 {
		return nil
	}
	w, err := d.begin(d.width + 1)
	if err != nil {
		return err
	}
	w.putAll(d.sort(&d.fresh, w.Stride, 1), func(origin uint64) int { return (int(origin>>placeBits) - d.First) / d.Span })
	d.fresh = d.fresh[:0]
	d.result.Segments = append(d.result.Segments, w.Name)
	return w.close(nil)
}

// few runs at the end are not compacted: looking for rows in them costs less than writing them again.
const few = 4

// compact merges the runs at the end that are less than twice as long as those behind them.
func (d *doing) compact() ([]Chunk, error) {
	runs := slices.Clone(d.Runs)
	first, rows := len(runs)-1, 0
	for ; first > 0; first-- {
		if rows += runs[first].Rows; runs[first-1].Rows >= 2*rows {
			break
		}
	}
	if len(runs)-first < few {
		return runs, nil
	}
	var names []string
	made := Chunk{Name: d.object("runs")}
	for _, r := range runs[first:] {
		names = append(names, r.Name)
		made.Rows += r.Rows
	}
	return append(runs[:first], made), d.mergeInto(made.Name, names, 0, d.width)
}

// fan is how many objects are merged at a time.
const fan = 64

// merge opens a part of each of some objects, with records of a number of words, as one.
func (d *doing) merge(names []string, part, stride int) (*merger, error) {
	for len(names) > fan {
		name := d.object(path.Dir(d.Result))
		if err := d.mergeInto(name, names[:fan], part, stride); err != nil {
			return nil, err
		}
		names = append(slices.Clone(names[fan:]), name)
	}
	m := &merger{}
	for _, name := range names {
		x, err := readRows(d.store, name, part, stride)
		if err != nil {
			m.close()
			return nil, err
		}
		m.readers = append(m.readers, x)
	}
	return m, nil
}

// mergeInto makes one object of a part of each of others.
func (d *doing) mergeInto(name string, names []string, part, stride int) error {
	merged, err := d.merge(names, part, stride)
	if err != nil {
		return err
	}
	defer merged.close()
	w, err := create(d.store, name, stride)
	if err != nil {
		return err
	}
	for merged.next() {
		w.put(part, merged.now())
	}
	return w.close(merged.err)
}

// rank makes a chunk of the new states, in the order of origins.
func (d *doing) rank() error {
	merged, err := d.merge(d.Segments, d.Part, d.width+1)
	if err != nil {
		return err
	}
	defer merged.close()
	chunk, record := Chunk{Name: d.object("states")}, make([]uint64, d.width+1)
	w, err := create(d.store, chunk.Name, d.width+1)
	if err != nil {
		return err
	}
	for ; merged.next(); chunk.Rows++ {
		copy(record, merged.now())
		record[0] >>= placeBits
		w.put(0, record)
	}
	if merged.err == nil && chunk.Rows == 0 {
		w.out.Abort()
		return nil
	}
	d.result.Chunks = []Chunk{chunk}
	return w.close(merged.err)
}
