package levels

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sort"
	"strings"
	"time"

	"interrex/checker"
)

// A manifest describes a level and the search up to it. It has all that a driver needs to continue.
type manifest struct {
	Level   int
	Over    bool      // the exploration is complete: this level and later ones have no states
	Widths  []int     // of the levels up to this one
	States  []Chunk   // up to this level, by rank
	Runs    [][]Chunk // the same states, by shard
	Tally   checker.Tally
	Back    bool          // a step leads to the same level or an earlier one; without it there is no cycle
	Elapsed time.Duration // of the exploration
}

func manifestName(level int) string { return fmt.Sprintf("levels/%08d", level) }

// lastManifest reads the last manifest of a store. It is nil if there is none.
func lastManifest(s Store) (*manifest, error) {
	names, err := s.List("levels/")
	if err != nil || len(names) == 0 {
		return nil, err
	}
	m := &manifest{}
	return m, readValue(s, slices.Max(names), m)
}

// first is the rank of the first state of the level, if it has states.
func (m *manifest) first() int { return sum(m.Widths[:m.Level]) }

// states is the number of states up to this level.
func (m *manifest) states() int { return sum(m.Widths) }

func sum(widths []int) (n int) {
	for _, width := range widths {
		n += width
	}
	return n
}

// chunks are the states of the level.
func (m *manifest) chunks() []Chunk {
	i, _ := slices.BinarySearchFunc(m.States, m.first(), func(c Chunk, rank int) int { return c.Rank - rank })
	return m.States[i:]
}

// needed are the names of the objects that the next level or the report needs.
func (m *manifest) needed() (names []string) {
	all := m.States
	if !m.Over {
		all = slices.Concat(slices.Concat(m.Runs...), all)
	}
	for _, c := range all {
		names = append(names, c.Name)
	}
	return names
}

// A driver makes one level after the other. A store has one driver at a time.
type driver struct {
	Options
	system     checker.System
	properties []checker.Property
	settings   Settings
	buffer     *buffer // objects of small levels
	own        *Worker
	pool       Pool      // nil means not needed yet
	level      *manifest // the last one made; after a bound, the reported one
	began      time.Time // less the time of earlier checks of the store
	lastWrite  time.Time // of the buffer to the store
	lastReport time.Time // of progress
	hasRetried bool      // work in progress was removed once
	ctx        context.Context

	known  checker.Tally       // of the states up to this level, with its steps once they are known
	lassos []checker.Violation // of the liveness properties decided until now
}

// open begins a store, or continues from its last level.
func (d *driver) open() error {
	s, err := d.Begin()
	if err != nil {
		return err
	}
	d.settings, d.buffer = s.Settings, &buffer{d.Store, map[string][]byte{}}
	d.own = NewWorker(d.buffer, d.system, d.properties)
	if d.level, err = lastManifest(d.Store); err != nil {
		return err
	}
	if d.level == nil {
		return d.begin()
	}
	d.known, d.began = d.level.Tally, d.began.Add(-d.level.Elapsed)
	return cmp.Or(d.sweep(), d.own.readLessons())
}

// begin makes the first level: the initial states are the successors of one virtual chunk. It does so even if the
// context has ended: a report needs a level.
func (d *driver) begin() error {
	defer func(ctx context.Context) { d.ctx = ctx }(d.ctx)
	d.ctx = context.WithoutCancel(d.ctx)
	initial, err := d.own.part.Initial()
	if err != nil {
		return err
	}
	next := &manifest{Widths: []int{0}}
	d.level = next
	first, err := d.own.begin(d.ctx, Task{Result: next.folder() + "begin", Settings: d.settings})
	if err != nil {
		return err
	}
	first.rows = first.sorter(0, first.width+1, first.width)
	for i, s := range initial {
		if err := first.putLabelled(s, originOf(0, i)); err != nil {
			return err
		}
	}
	if first.result.Segments, err = first.rows.end(); err != nil {
		return err
	}
	none := &manifest{Widths: []int{0}, Runs: make([][]Chunk, d.settings.Shards)}
	if err := d.fillLevel(none, next, results{result: first.result}, true); err != nil {
		return err
	}
	return d.commit(next)
}

// commit stores a level: a large one at once, and a small one in the buffer, until a second has passed.
func (d *driver) commit(m *manifest) error {
	m.Elapsed = time.Since(d.began)
	if err := writeValue(d.buffer, manifestName(m.Level), m); err != nil {
		return err
	}
	d.level = m
	d.buffer.remove(isTemporary)
	if d.isSmall(m) && !m.Over && time.Since(d.lastWrite) < d.every {
		return nil
	}
	return d.flush()
}

// flush moves lessons, the objects of the last level, and then its manifest from the buffer to the store. It removes
// objects that are not needed any more.
func (d *driver) flush() error {
	d.lastWrite = time.Now()
	if err := isGone(d.Store); err != nil {
		return err
	}
	lessons := slices.DeleteFunc(slices.Sorted(maps.Keys(d.buffer.objects)), func(name string) bool { return !isLesson(name) })
	for _, name := range slices.Concat(lessons, d.level.needed(), []string{manifestName(d.level.Level)}) {
		if err := d.buffer.flush(name); err != nil {
			return err
		}
	}
	return d.sweep()
}

// sweep removes the objects that the last level does not need, and the remains of killed and late attempts. It keeps
// objects of the next level, since workers may be at work. It fails if another driver has written a later level.
func (d *driver) sweep() error {
	m := d.level
	last := manifestName(m.Level)
	needed := append(m.needed(), subjectName, last)
	slices.Sort(needed)
	isGarbage := func(name string) bool {
		_, isNeeded := slices.BinarySearch(needed, name)
		return !isNeeded && !isLesson(name) && !strings.HasPrefix(name, livenessFolder) && (m.Over || levelOf(name) <= m.Level)
	}
	d.buffer.remove(isGarbage)
	names, err := d.Store.List("")
	if i := slices.IndexFunc(names, func(name string) bool { return strings.HasPrefix(name, "levels/") && name > last }); i >= 0 {
		return &damage{names[i], "another process has written it"}
	}
	for _, name := range names {
		if err == nil && isGarbage(name) {
			err = ignore(d.Store.Remove(name), fs.ErrNotExist)
		}
	}
	if s, ok := d.Store.(interface{ Sweep() error }); ok && m.Over && err == nil {
		return s.Sweep()
	}
	return err
}

// levelOf is the level for which an object was made.
func levelOf(name string) (level int) {
	_, text, _ := strings.Cut(strings.ReplaceAll(name, "/", "-"), strings.TrimSuffix(temporary, "/")+"-")
	_, _ = fmt.Sscanf(text, "%d", &level)
	return level
}

// removeAll removes all objects with a prefix.
func removeAll(s Store, prefix string) error {
	names, err := s.List(prefix)
	for _, name := range names {
		err = cmp.Or(err, ignore(s.Remove(name), fs.ErrNotExist))
	}
	return err
}

// retries removes all work in progress if an error shows that it is damaged or lost, as after a crash of the machine.
// It reports whether the work can be made again. It does so once.
func (d *driver) retries(err error) bool {
	var which *damage
	isLost := errors.As(err, &which) && isTemporary(which.name) || which == nil && errors.Is(err, fs.ErrNotExist)
	if !isLost || d.hasRetried || isGone(d.Store) != nil {
		return false
	}
	d.hasRetried = true
	d.buffer.remove(isTemporary)
	return removeAll(d.Store, temporary) == nil
}

// isSmall reports whether the driver expands a level alone.
func (d *driver) isSmall(m *manifest) bool { return m.Widths[len(m.Widths)-1] <= d.Alone }

// explore makes levels until there are no more, or a bound is hit.
func (d *driver) explore() (*checker.Explored, error) {
	for {
		last, bound, err := d.step()
		if err == nil && bound == "" && !d.level.Over || d.retries(err) {
			continue
		}
		if err != nil {
			last, bound = nil, d.contextBound()
		}
		if bound != "" {
			err = d.flush()
		}
		if errors.Is(markFull(err), ErrFull) {
			bound, err = cmp.Or(bound, "disk"), nil
		}
		d.level = cmp.Or(last, d.level)
		return d.explored(bound), err
	}
}

func (d *driver) explored(bound string) *checker.Explored {
	return &checker.Explored{Part: d.own.part, Tally: d.level.Tally, Widths: d.level.Widths, Bound: bound, Trail: d.trail}
}

// contextBound is the bound that ended the context, or "".
func (d *driver) contextBound() string {
	switch {
	case errors.Is(d.ctx.Err(), context.DeadlineExceeded):
		return "time"
	case d.ctx.Err() != nil:
		return "interrupted"
	}
	return ""
}

func ignore(err, which error) error {
	if errors.Is(err, which) {
		return nil
	}
	return err
}

// step makes the next level. If it returns a bound, the exploration ends, and last is the reported level.
func (d *driver) step() (last *manifest, bound string, err error) {
	m := d.level
	if m.Over {
		return m, "", nil
	}
	next, judged, bound, err := d.expand(m)
	if err != nil {
		return nil, "", err
	}
	fresh := next.Widths[len(next.Widths)-1]
	switch most := d.Check.MaxStates; {
	case bound != "":
	case d.Check.StopFirst && judged.Violates(d.properties):
		bound = "stop"
	case d.Check.MaxDepth > 0 && m.Level >= d.Check.MaxDepth && fresh > 0:
		bound = "depth"
	case most > 0 && m.Level > 0 && m.states() > most: // the store has come farther under another bound
		bound = "states"
	case most > 0 && m.states()+fresh > most:
		last, err = d.cut(m, next, most)
		return last, "states", err
	default:
		if fresh == 0 {
			next.Over, next.Widths = true, m.Widths
		}
		defer d.reportProgress(0, checker.Tasks{})
		return nil, "", d.commit(next)
	}
	bounded := *m
	bounded.Tally = judged
	return &bounded, bound, nil
}

// cut ends a level before the first state with successors beyond a number of states.
func (d *driver) cut(m, next *manifest, most int) (last *manifest, err error) {
	if m.Level == 0 && most < m.states() { // of the initial states
		first := *m
		first.States, first.Widths = slices.Clone(m.States), []int{most}
		return d.cutAt(&first, most)
	}
	made := d.statesOf(next)
	defer made.close()
	parentOf := func(rank int) int {
		record, failed := made.record(rank)
		if err = cmp.Or(err, failed); err != nil {
			return 0
		}
		return int(record[0])
	}
	parent := parentOf(most)
	fromEarlier := sort.Search(most-m.states(), func(i int) bool { return parentOf(m.states()+i) >= parent })
	end := m.states() + fromEarlier
	if err != nil {
		return nil, err
	}
	expanded, err := d.expansions(m, parent)
	if err != nil {
		return nil, err
	}
	_, next.Tally = m.tally(expanded)
	next.Runs, next.Widths[next.Level] = m.Runs, end-m.states()
	if end == m.states() {
		next.Widths = next.Widths[:next.Level]
	}
	return d.cutAt(next, end)
}

// cutAt ends a level with its states below a rank.
func (d *driver) cutAt(m *manifest, end int) (last *manifest, err error) {
	for i := range m.States {
		c := &m.States[i]
		c.Rows = max(min(c.Rows, end-c.Rank), 0)
	}
	m.Tally, err = d.judge(m)
	return m, err
}

// statesOf returns a reader of the states up to a level.
func (d *driver) statesOf(m *manifest) *rankedReader {
	return &rankedReader{store: d.buffer, chunks: m.States, stride: d.own.names.words + 1}
}

// trail returns the states on the canonical path to the state with a rank.
func (d *driver) trail(rank int) (states []checker.State, err error) {
	all := d.statesOf(d.level)
	defer all.close()
	for {
		record, err := all.record(rank)
		if err != nil {
			return nil, err
		}
		s := make(checker.State, d.system.Width())
		if err := d.own.names.state(record[1:], s); err != nil {
			return nil, err
		}
		if states = append(states, s); rank < d.level.Widths[0] {
			slices.Reverse(states)
			return states, nil
		}
		rank = int(record[0])
	}
}
