package levels

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"interrex/checker"
)

// A manifest describes a level and the search up to it. It has all that a driver needs to continue.
type manifest struct {
	Level   int
	Over    bool // there are no states in it, nor behind it
	Lessons int
	Widths  []int     // of the levels up to this one
	Before  [][]Chunk // of the levels before, their states
	Chunks  []Chunk   // and of this one
	Runs    [][]Chunk // by shard, the states up to this level
	Tally   checker.Tally
	Back    bool          // a step leads to the same level or an earlier one; else no run goes round
	Elapsed time.Duration // of exploring it, by all drivers together
	Written time.Time
}

func manifestName(level int) string { return fmt.Sprintf("levels/%08d", level) }

// first is the rank of the first state of the level.
func (m *manifest) first() (rank int) {
	for _, n := range m.Widths[:len(m.Widths)-1] {
		rank += n
	}
	return rank
}

// states is how many there are up to this level.
func (m *manifest) states() int { return m.first() + m.Widths[len(m.Widths)-1] }

// A driver goes from level to level. Several may work on one store.
type driver struct {
	Options
	system     checker.System
	properties []checker.Property
	settings   Settings
	near       *memory // in front of the store, for what is too small to be worth an object on its own
	own        *Hands
	pool       Pool // nil: it is not needed yet
	level      *manifest
	last       string    // the manifest to hand on when all else is
	doomed     []string  // objects that are garbage once it is there
	began      time.Time // as if all had been explored at a stretch
	spoke      time.Time // when anything was last handed on
	said       time.Time // when progress was last told
	told       int       // how many states were expanded then
	mended     int       // how often what was on its way has been made again
	wasLarge   bool      // the level on its way has objects in the store that are to pass
	ctx        context.Context

	known  checker.Tally       // of the states up to this level, with its steps as soon as they are known
	lassos []checker.Violation // of liveness properties, as they are decided
}

// open begins a store, or goes on with one.
func (d *driver) open() error {
	s, err := d.Begin()
	if err != nil {
		return err
	}
	d.settings = s.Settings
	if err := d.goOn(); err != nil {
		return err
	}
	d.began = d.began.Add(-d.level.Elapsed)
	return nil
}

// goOn continues from the last level in the store, or makes the first.
func (d *driver) goOn() error {
	d.near, d.last, d.doomed = newMemory(d.Store), "", nil
	d.own.store, d.own.names = d.near, nil
	if err := IsGone(d.Store); err != nil {
		return err
	}
	names, err := d.Store.List("levels/")
	if err != nil {
		return err
	}
	if len(names) == 0 {
		if err := d.begin(); !errors.Is(err, errOvertaken) {
			return err
		}
		return d.goOn()
	}
	d.level = &manifest{}
	if err := readRecord(d.Store, slices.Max(names), d.level); err != nil {
		return err
	}
	if err := d.level.check(slices.Max(names), d.settings.Shards); err != nil {
		return err
	}
	if err := d.sweep(d.level); err != nil {
		return err
	}
	d.known = d.level.Tally
	return d.own.catchUp(d.level.Lessons)
}

// check returns the error of a manifest that makes no sense.
func (m *manifest) check(name string, shards int) error {
	width := 0
	for _, c := range m.Chunks {
		width += c.Rows
	}
	if name != manifestName(m.Level) || len(m.Runs) != shards || m.Lessons < 0 || len(m.Before) != m.Level ||
		!m.Over && (len(m.Widths) != m.Level+1 || m.Widths[m.Level] != width) || m.Over && (len(m.Widths) != m.Level || width != 0) {
		return damaged(name, "it makes no sense")
	}
	return nil
}

// begin makes the first level: the initial states are the successors of one virtual chunk. It does so even if the context has ended: a
// report needs a level.
func (d *driver) begin() error {
	defer func(ctx context.Context) { d.ctx = ctx }(d.ctx)
	d.ctx = context.WithoutCancel(d.ctx)
	if err := d.own.catchUp(0); err != nil {
		return err
	}
	initial, err := checker.Initial(d.system)
	if err != nil {
		return err
	}
	n, next := d.own.names, &manifest{Widths: []int{0}}
	d.level = next
	first := &doing{Hands: d.own, Task: d.named(Task{Kind: "expand"}, next, 0), width: n.words}
	first.clearAside()
	for i, s := range initial {
		_, err := n.rowOf(s, first.row)
		if err = cmp.Or(err, first.setAside(originOf(0, i))); err != nil {
			return err
		}
	}
	if err := first.segment(true); err != nil {
		return err
	}
	none := &manifest{Chunks: make([]Chunk, 1), Runs: make([][]Chunk, d.settings.Shards)}
	if err := d.settleLevel(none, next, []result{first.result}, true); err != nil {
		return err
	}
	return d.keep(next)
}

// keep stores a level: at once if it is large, or at the next write if it is small.
func (d *driver) keep(m *manifest) error {
	name := manifestName(m.Level)
	m.Written, m.Elapsed = time.Now(), time.Since(d.began)
	if err := writeRecord(d.near, name, m); err != nil {
		return err
	}
	d.last = name
	if err := d.clean(m); err != nil {
		return err
	}
	if d.isSmall(m) && !m.Over && time.Since(d.spoke) < d.Every {
		return nil
	}
	if err := d.handOn(); err != nil || !m.Over {
		return err
	}
	return d.sweep(m)
}

// handOn writes the objects to the store that are to last, and of the manifests the last. The error is errOvertaken if another driver was
// faster.
func (d *driver) handOn() error {
	d.spoke = time.Now()
	if err := IsGone(d.Store); err != nil {
		return err
	}
	lasting := slices.Concat(d.near.names("lessons/"), d.near.names("runs/"), d.near.names("states/"))
	for _, name := range append(lasting, d.last) {
		if slices.Contains(d.doomed, name) { // a run that has become part of a longer one
			continue
		}
		err := d.near.handOn(name)
		switch {
		case errors.Is(err, fs.ErrExist) && name == d.last:
			return errOvertaken
		case errors.Is(err, fs.ErrExist):
			return otherwise(d.Store, name)
		case err != nil:
			return err
		}
	}
	for _, name := range d.doomed {
		if err := d.near.Remove(name); ignore(err, fs.ErrNotExist) != nil {
			return err
		}
	}
	d.doomed = nil
	d.near.forget("levels/")
	return nil
}

// otherwise returns the error of an object that differs from the one that this run makes.
func otherwise(s Store, name string) error {
	o, err := open(s, name)
	if err != nil {
		return err
	}
	return cmp.Or(o.Close(), damaged(name, "it is not what this run makes"))
}

// errOvertaken is the error of a driver when another driver has written a later manifest.
var errOvertaken = errors.New("another driver has come farther")

// isSmall reports whether a level is done by the driver alone.
func (d *driver) isSmall(m *manifest) bool { return m.Widths[len(m.Widths)-1] <= d.Alone }

// explore makes levels until there are no more, or a bound is hit.
func (d *driver) explore() (*checker.Explored, error) {
	for {
		bound, err := d.step()
		if err == nil && bound != "" {
			err = ignore(d.handOn(), errOvertaken)
		}
		switch {
		case err == nil && (bound != "" || d.level.Over):
			return d.explored(d.level, bound), nil
		case err == nil:
			continue
		case errors.Is(err, errOvertaken), errors.Is(err, fs.ErrNotExist) && d.isOvertaken():
			err = d.goOn()
		case d.canMend(err):
			d.mended++
			err = d.goOn()
		case errors.Is(full(err), ErrFull):
			return d.explored(d.level, "disk"), nil
		case d.ctx.Err() != nil:
			return d.explored(d.level, d.ended()), ignore(full(ignore(d.handOn(), errOvertaken)), ErrFull)
		}
		if err != nil {
			return nil, err
		}
	}
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

// mostMended is how often work in progress is made again.
const mostMended = 3

// canMend reports whether work in progress is damaged or lost, as after a crash of the machine. It is made again, under other names.
func (d *driver) canMend(err error) bool {
	isLost := errors.Is(err, errDamaged) || errors.Is(err, fs.ErrNotExist)
	return isLost && Unusable(err) == nil && d.mended < mostMended
}

func ignore(err, which error) error {
	if errors.Is(err, which) {
		return nil
	}
	return err
}

// isOvertaken reports whether there is a later level in the store.
func (d *driver) isOvertaken() bool {
	names, err := d.Store.List("levels/")
	return err == nil && len(names) > 0 && slices.Max(names) > manifestName(d.level.Level)
}

func (d *driver) explored(m *manifest, bound string) *checker.Explored {
	return &checker.Explored{Tally: m.Tally, Widths: m.Widths, Bound: bound, Trail: d.trail}
}

// step makes the next level. A bound that is not empty ends the exploration with the level at hand.
func (d *driver) step() (bound string, err error) {
	m := d.level
	if m.Over {
		return "", nil
	}
	next, judged, bound, err := d.expand(m)
	if err != nil {
		return "", err
	}
	if bound == "" && d.Check.StopFirst && judged.Violates(d.properties) {
		bound = "stop"
	}
	fresh := next.Widths[len(next.Widths)-1]
	switch most := d.Check.MaxStates; {
	case bound != "":
	case d.Check.MaxDepth > 0 && m.Level >= d.Check.MaxDepth && fresh > 0:
		bound = "depth"
	case most > 0 && m.Level > 0 && m.states() > most: // the store has come farther under another bound
		bound = "states"
	case most > 0 && m.states()+fresh > most:
		return "states", d.cut(m, next, most)
	}
	if bound != "" {
		bounded := *m
		bounded.Tally, d.level = judged, &bounded
		return bound, nil
	}
	if fresh == 0 {
		next.Over, next.Widths = true, m.Widths
	}
	for shard, runs := range m.Runs {
		for _, r := range runs {
			if !slices.Contains(next.Runs[shard], r) {
				d.doomed = append(d.doomed, r.Name)
			}
		}
	}
	d.level = next
	d.say(checker.Tasks{})
	return "", d.keep(next)
}
