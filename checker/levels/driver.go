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
	Over    bool      // there are no states in it, nor behind it
	Widths  []int     // of the levels up to this one
	States  []Chunk   // up to this level, by rank
	Runs    [][]Chunk // the same states, by shard
	Tally   checker.Tally
	Back    bool          // a step leads to the same level or an earlier one; else no run goes round
	Elapsed time.Duration // of exploring it
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

// first is the rank of the first state of the level. If it is over, there is none.
func (m *manifest) first() int { return sum(m.Widths[:m.Level]) }

// states is how many there are up to this level.
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

// needed are the names of the objects of states, and of what else the next level needs.
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

// A driver goes from level to level. A store has one at a time.
type driver struct {
	Options
	system     checker.System
	properties []checker.Property
	settings   Settings
	near       *buffer // in front of the store, for what is too small to be worth an object on its own
	own        *Hands
	pool       Pool      // nil: it is not needed yet
	level      *manifest // the last that was made; after a bound, what is reported
	began      time.Time // as if all had been explored at a stretch
	spoke      time.Time // when anything was last handed on
	said       time.Time // when progress was last told
	isMended   bool      // work in progress has been made again
	ctx        context.Context

	known  checker.Tally       // of the states up to this level, with its steps as soon as they are known
	lassos []checker.Violation // of liveness properties, as they are decided
}

// open begins a store, or continues from its last level.
func (d *driver) open() error {
	s, err := d.Begin()
	if err != nil {
		return err
	}
	d.settings, d.near = s.Settings, &buffer{d.Store, map[string][]byte{}}
	d.own = NewHands(d.near, d.system, d.properties)
	if d.level, err = lastManifest(d.Store); err != nil {
		return err
	}
	if d.level == nil {
		return d.begin()
	}
	d.known, d.began = d.level.Tally, d.began.Add(-d.level.Elapsed)
	return cmp.Or(d.sweep(), d.own.catchUp())
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
	first.aside = first.sorter(0, first.width+1, first.width)
	for i, s := range initial {
		if err := first.label(s, originOf(0, i)); err != nil {
			return err
		}
	}
	if first.result.Segments, err = first.aside.end(); err != nil {
		return err
	}
	none := &manifest{Widths: []int{0}, Runs: make([][]Chunk, d.settings.Shards)}
	if err := d.settleLevel(none, next, results{result: first.result}, true); err != nil {
		return err
	}
	return d.keep(next)
}

// keep stores a level: at once if it is large, or with a later one if it is small.
func (d *driver) keep(m *manifest) error {
	m.Elapsed = time.Since(d.began)
	if err := writeValue(d.near, manifestName(m.Level), m); err != nil {
		return err
	}
	d.level = m
	d.near.remove(isPassing)
	if d.isSmall(m) && !m.Over && time.Since(d.spoke) < d.every {
		return nil
	}
	return d.handOn()
}

// handOn writes what is to last to the store: lessons, the objects of the last level, and then its manifest. What is
// not needed any more is removed.
func (d *driver) handOn() error {
	d.spoke = time.Now()
	if err := isGone(d.Store); err != nil {
		return err
	}
	lessons := slices.DeleteFunc(slices.Sorted(maps.Keys(d.near.objects)), func(name string) bool { return !isLesson(name) })
	for _, name := range slices.Concat(lessons, d.level.needed(), []string{manifestName(d.level.Level)}) {
		if err := d.near.handOn(name); err != nil {
			return err
		}
	}
	return d.sweep()
}

// sweep removes what the last level does not need, and the remains of killed and late attempts. Workers may be at work
// for the next level. If another driver has come farther, it needs other objects.
func (d *driver) sweep() error {
	m := d.level
	last := manifestName(m.Level)
	needed := append(m.needed(), subjectName, last)
	slices.Sort(needed)
	isGarbage := func(name string) bool {
		_, isNeeded := slices.BinarySearch(needed, name)
		return !isNeeded && !isLesson(name) && !strings.HasPrefix(name, surveying) && (m.Over || madeFor(name) <= m.Level)
	}
	d.near.remove(isGarbage)
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

// madeFor is the level for which an object was made.
func madeFor(name string) (level int) {
	_, text, _ := strings.Cut(strings.ReplaceAll(name, "/", "-"), strings.TrimSuffix(passing, "/")+"-")
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

// mends reports whether an error is that of damaged or lost work in progress, as after a crash of the machine. Such
// work is removed, to be made again.
func (d *driver) mends(err error) bool {
	var which *damage
	isLost := errors.As(err, &which) && isPassing(which.name) || which == nil && errors.Is(err, fs.ErrNotExist)
	if !isLost || d.isMended || isGone(d.Store) != nil {
		return false
	}
	d.isMended = true
	d.near.remove(isPassing)
	return removeAll(d.Store, passing) == nil
}

// isSmall reports whether a level is done by the driver alone.
func (d *driver) isSmall(m *manifest) bool { return m.Widths[len(m.Widths)-1] <= d.Alone }

// explore makes levels until there are no more, or a bound is hit.
func (d *driver) explore() (*checker.Explored, error) {
	for {
		last, bound, err := d.step()
		if err == nil && bound == "" && !d.level.Over || d.mends(err) {
			continue
		}
		if err != nil {
			last, bound = nil, d.ended()
		}
		if bound != "" {
			err = d.handOn()
		}
		if errors.Is(full(err), ErrFull) {
			bound, err = cmp.Or(bound, "disk"), nil
		}
		d.level = cmp.Or(last, d.level)
		return d.explored(bound), err
	}
}

func (d *driver) explored(bound string) *checker.Explored {
	return &checker.Explored{Part: d.own.part, Tally: d.level.Tally, Widths: d.level.Widths, Bound: bound, Trail: d.trail}
}

// ended is the bound that ended the context, or "".
func (d *driver) ended() string {
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

// step makes the next level. A bound that is not empty ends the exploration with another level: what is reported.
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
		defer d.tell(0, checker.Tasks{})
		return nil, "", d.keep(next)
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
	return &rankedReader{store: d.near, chunks: m.States, stride: d.own.names.words + 1}
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
