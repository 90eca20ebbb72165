package checker

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// A Checkpoint is a folder in which an exploration keeps what it has found, so that another one can go on from there,
// however this one has ended.
//
// What is kept is the tree of the search: of each state that has been expanded, in the order of ranks, which of its steps
// led to a new state. That is all that tells one state from another, and it knows nothing of numbers that were given out
// on the way, of how rows are packed, or of workers. To take it up costs a part of what it has cost to find out: a state
// without children is not expanded again, and no row is looked up.
type Checkpoint struct {
	// Dir is the folder: a new one, an empty one, or one that a run of the same Name has left. "": nothing is kept.
	Dir string

	// Name says what is explored: the system, the properties in their order, whether the first violation ends it,
	// and the program. Other bounds and the workers do not belong to it.
	Name string

	// Every is the least time between two checkpoints, and a tenth of it that before the first. One is also made when the exploration
	// ends, unless what was found last counts no more: where numbers outgrow their cells, or where a disk is full.
	Every time.Duration
}

// A CheckpointError says why a checkpoint cannot be used.
type CheckpointError struct {
	Dir string
	Err error
}

func (e *CheckpointError) Error() string { return "checkpoint " + e.Dir + ": " + e.Err.Error() }
func (e *CheckpointError) Unwrap() error { return e.Err }

// An OtherRun is why nothing goes on from what is kept: it is of a run of another name.
type OtherRun struct{ Kept, Asked string }

func (e *OtherRun) Error() string {
	return fmt.Sprintf("it is of another run (%s), and this one is %s: name another one", e.Kept, e.Asked)
}

// The files of a checkpoint. The manifest says which tree counts, and how much of it: what is behind that was on its way when
// the run ended. Of several explorations of one check each has another tree than the one before, which counts until
// there is a manifest of the next. The next manifest is there from before the first block of a tree until it becomes the first one: so a
// tree without either has lost its manifest.
const (
	manifestFile = "manifest"
	nextManifest = "manifest.new"
	lockFile     = "lock"
)

var treeFiles = [2]string{"tree", "tree.2"}

// A manifest says how far a run had come. It is written anew each time, and takes the place of the last one at once.
type manifest struct {
	Format   int
	Name     string
	Tree     int   `json:",omitempty"` // the place of its name in treeFiles
	Bytes    int64 // of the tree
	States   int
	Initials int
	Levels   []int
	LevelEnd int
	Elapsed  time.Duration
	Now      kept
	Before   kept        // when the level began
	Course   *keptCourse `json:",omitempty"` // of a check that began with a reduction
}

// checkpointFormat is the version of a manifest and a tree.
const checkpointFormat = 2

// Kept is a tally, with its actions by name, and the violations found so far.
type kept struct {
	Expanded, Steps, Terminal, Quiet, Duties int

	Left, Tried [2]int `json:",omitzero"` // by a reduction
	Backward    bool
	Met         []Bound
	Actions     []Activity
	Counts      []int
	Violations  []keptViolation
}

// A keptViolation is one at a state or, if Step is not -1, at one of its steps, counted from 0.
type keptViolation struct {
	Property int
	Rank     uint32
	Step     int
}

// A keeper writes a checkpoint.
type keeper struct {
	Checkpoint
	from    *manifest // to go on from; nil: there is nothing yet, or that has been done
	course  *course   // of the check, if it began with a reduction
	lock    *os.File
	tree    *os.File
	which   int    // of the trees it is
	counts  int    // the tree that the manifest names
	begun   bool   // an exploration has been kept here
	block   []byte // records not written yet
	written int64  // bytes of the tree
	last    time.Time
}

// The tree is a sequence of blocks: the length of a payload, its checksum, and the payload. The payloads are a sequence of
// records, first one of the initial states and then one of each expanded state. A record has, as varints: the number of children, times
// four, and two if it names steps, and one if nothing is owed in the state; and of each child, times two, how many steps there are
// between that of the child before and its own or, and then one, how many classes, and how many steps of that class are before its own.
const (
	blockHeader = 8
	wholeBlock  = 1 << 16 // bytes of records that are worth a block; none has more
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// openCheckpoint opens the checkpoint that is asked for; nil if there is none.
func openCheckpoint(c Checkpoint) (*keeper, error) {
	if c.Dir == "" {
		return nil, nil
	}
	k := &keeper{Checkpoint: c, last: time.Now().Add(-c.Every * 9 / 10)}
	if err := k.open(); err != nil {
		k.close()
		return nil, k.refuse(err)
	}
	return k, nil
}

// keep begins to keep an exploration. It returns what there is to go on from; nil if that is nothing.
func (r *run) keep() (m *manifest, err error) {
	k := r.keeper
	if k == nil {
		return nil, nil
	}
	m, k.from = k.from, nil
	switch {
	case m != nil:
		err = r.fits(m)
	case k.begun:
		err = k.turn()
	}
	k.begun = true
	if err != nil {
		return nil, k.refuse(err)
	}
	return m, nil
}

// fits says what is wrong if the run cannot go on from a manifest: with itself, or with the bounds.
func (r *run) fits(m *manifest) error {
	switch most, deepest := r.options.maxStates(), r.options.MaxDepth; {
	case !m.isSound(len(r.properties), len(r.boundsNamed())):
		return errContradiction
	case (m.Course == nil) != (r.keeper.course == nil):
		return errors.New("it is of a run with another reduction: ask for that one, or name another folder")
	case m.States > most:
		return fmt.Errorf("it holds %d states already, and the bound is %d: raise the bound, or name another folder", m.States, most)
	case deepest > 0 && m.depth() > deepest:
		return fmt.Errorf("it is at depth %d already, and the bound is %d: raise the bound, or name another folder", m.depth(), deepest)
	}
	return nil
}

// depth is that of the deepest state.
func (m *manifest) depth() int {
	if m.States > m.LevelEnd {
		return len(m.Levels)
	}
	return len(m.Levels) - 1
}

var errContradiction = errors.New("the manifest contradicts itself")

// isSound reports whether a manifest can be one of a run with so many properties and bounds.
func (m *manifest) isSound(properties, bounds int) bool {
	ascends := slices.IsSorted(m.Levels) && len(m.Levels) > 0 && m.Levels[0] == 0 && m.Levels[len(m.Levels)-1] <= m.Now.Expanded
	if !ascends || m.Initials < 1 || m.Initials > m.States || m.States > maxState || m.Bytes < 0 ||
		m.Before.Expanded > m.Now.Expanded || m.Now.Expanded > m.LevelEnd || m.LevelEnd > m.States || m.Before.Quiet > m.Now.Quiet {
		return false
	}
	for _, k := range []kept{m.Now, m.Before} {
		sound := func(v keptViolation) bool {
			return v.Property >= 0 && v.Property < properties && int(v.Rank) < m.States && v.Step >= -1
		}
		met := func(b Bound) bool { return b > 0 && int(b) <= bounds }
		if k.Expanded < 0 || k.Quiet < 0 || k.Quiet > k.Expanded || k.Duties < 0 || k.Duties > int(^Duty(0)) || len(k.Counts) != properties ||
			slices.ContainsFunc(k.Violations, func(v keptViolation) bool { return !sound(v) }) || slices.ContainsFunc(k.Met, func(b Bound) bool { return !met(b) }) {
			return false
		}
	}
	return true
}

func (k *keeper) refuse(err error) error { return &CheckpointError{k.Dir, err} }

// open takes the folder, makes it if there is none, and reads the manifest.
func (k *keeper) open() error {
	if err := os.MkdirAll(k.Dir, 0o777); err != nil {
		return err
	}
	passing, err := k.isOurs()
	if err != nil {
		return err
	}
	if k.lock, err = lockFolder(filepath.Join(k.Dir, lockFile)); err != nil {
		return err
	}
	for _, name := range passing {
		_ = os.Remove(filepath.Join(k.Dir, name)) // it is empty, and only in the way of whoever looks
	}
	if k.from, err = k.read(); err != nil {
		return err
	}
	if k.from != nil {
		k.which, k.counts, k.written = k.from.Tree, k.from.Tree, k.from.Bytes
	} else if err := k.begin(); err != nil {
		return err
	}
	k.tree, err = os.OpenFile(k.treeFile(), os.O_RDWR|os.O_CREATE, 0o666)
	return err
}

// begin begins a checkpoint in a folder without a manifest, unless it has lost it.
func (k *keeper) begin() error {
	next := filepath.Join(k.Dir, nextManifest)
	if _, err := os.Stat(next); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	for _, name := range treeFiles {
		if tree, err := os.Stat(filepath.Join(k.Dir, name)); err == nil && tree.Size() > 0 {
			return fmt.Errorf("it is damaged, there is a %s and no manifest: name another folder", name)
		}
	}
	return cmp.Or(writeThrough(next, nil), syncFolder(k.Dir))
}

// treeFile is the name of the tree.
func (k *keeper) treeFile() string { return filepath.Join(k.Dir, treeFiles[k.which]) }

// turn begins another tree than the one that counts.
func (k *keeper) turn() (err error) {
	_ = k.tree.Close() // what has been promised is on the disk
	k.which, k.written, k.block = 1-k.counts, 0, nil
	k.tree, err = os.OpenFile(k.treeFile(), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o666)
	return err
}

// isOurs refuses a folder with anything else in it: what is there is somebody's. It returns the names of files that are about to have
// none, if they are not those of a run that was killed meanwhile.
func (k *keeper) isOurs() (passing []string, err error) {
	entries, err := os.ReadDir(k.Dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		switch {
		case slices.Contains(append([]string{manifestFile, nextManifest, lockFile}, treeFiles[:]...), e.Name()):
		case isPassing(e):
			passing = append(passing, e.Name())
		default:
			return nil, fmt.Errorf("the folder holds %s, which is no part of a checkpoint: name a new folder", e.Name())
		}
	}
	return passing, nil
}

// read returns the manifest, nil if there is none.
func (k *keeper) read() (*manifest, error) {
	text, err := os.ReadFile(filepath.Join(k.Dir, manifestFile))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m, err := readManifest(text)
	if err != nil {
		return nil, err
	}
	if m.Name != k.Name {
		return nil, &OtherRun{m.Name, k.Name}
	}
	if m.Tree < 0 || m.Tree >= len(treeFiles) {
		return nil, errContradiction
	}
	return m, nil
}

// readManifest reads a manifest: a line with its checksum, and its JSON.
func readManifest(text []byte) (*manifest, error) {
	line, body, _ := bytes.Cut(text, []byte("\n"))
	if string(line) != fmt.Sprintf("%08x", crc32.Checksum(body, castagnoli)) {
		return nil, errors.New("the manifest is damaged: its checksum does not match")
	}
	m := &manifest{}
	if err := json.Unmarshal(body, m); err != nil {
		return nil, fmt.Errorf("the manifest is damaged: %w", err)
	}
	if m.Format != checkpointFormat {
		return nil, fmt.Errorf("it has format %d, and this program reads format %d", m.Format, checkpointFormat)
	}
	return m, nil
}

// writeManifest is what readManifest reads.
func writeManifest(m *manifest) []byte {
	body, err := json.Marshal(m)
	if err != nil {
		panic(err) // it has plain fields only
	}
	return append(fmt.Appendf(nil, "%08x\n", crc32.Checksum(body, castagnoli)), body...)
}

// close lets go of the folder.
func (k *keeper) close() {
	if k == nil {
		return
	}
	for _, f := range []*os.File{k.tree, k.lock} {
		if f != nil {
			_ = f.Close() // what has been promised is on the disk
		}
	}
}

// note takes down what a stretch has added to the tree, by steps that have names or by their places.
func (k *keeper) note(s *stretch, areNamed bool) {
	fresh, quiet, places := s.fresh, s.quiet, []uint32(nil)
	for at, end := range s.ends {
		places = places[:0]
		for ; len(fresh) > 0 && fresh[0].row < end; fresh = fresh[1:] {
			places = append(places, s.places[fresh[0].row])
		}
		isQuiet := len(quiet) > 0 && quiet[0] == s.from+uint32(at)
		if isQuiet {
			quiet = quiet[1:]
		}
		k.record(children{places, areNamed, isQuiet})
	}
}

// Children are what the tree has of a state.
type children struct {
	steps    []uint32 // that lead to them: their names, or their places among all steps out of the state
	areNamed bool
	isQuiet  bool // nothing is owed in the state
}

// record takes down the children of a state.
func (k *keeper) record(c children) {
	k.block = binary.AppendUvarint(k.block, uint64(len(c.steps)<<2|btoi(c.areNamed)<<1|btoi(c.isQuiet)))
	next := uint32(0)
	for _, step := range c.steps {
		if classes := int(step>>nameBits - next>>nameBits); classes == 0 {
			k.block = binary.AppendUvarint(k.block, uint64(step-next)<<1)
		} else {
			k.block = binary.AppendUvarint(k.block, uint64(classes)<<1|1)
			k.block = binary.AppendUvarint(k.block, uint64(step-nameOf(int(step>>nameBits))))
		}
		next = step + 1
	}
}

// flush writes the records.
func (k *keeper) flush() error {
	for len(k.block) > 0 {
		payload := k.block[:min(len(k.block), wholeBlock)]
		block := binary.LittleEndian.AppendUint32(nil, uint32(len(payload)))
		block = binary.LittleEndian.AppendUint32(block, crc32.Checksum(payload, castagnoli))
		n, err := k.tree.WriteAt(append(block, payload...), k.written)
		k.written += int64(n)
		if err != nil {
			return err
		}
		k.block = k.block[len(payload):]
	}
	return nil
}

// save makes everything last that has been noted.
func (k *keeper) save(m *manifest) error {
	if err := k.flush(); err != nil {
		return err
	}
	if err := k.tree.Sync(); err != nil {
		return err
	}
	m.Format, m.Name, m.Tree, m.Bytes = checkpointFormat, k.Name, k.which, k.written
	next := filepath.Join(k.Dir, nextManifest)
	if err := writeThrough(next, writeManifest(m)); err != nil {
		return err
	}
	if err := os.Rename(next, filepath.Join(k.Dir, manifestFile)); err != nil {
		return err
	}
	k.last, k.counts = time.Now(), k.which
	return syncFolder(k.Dir)
}

// writeThrough writes a file and waits until it lasts.
func writeThrough(name string, text []byte) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return cmp.Or(err, f.Sync(), f.Close())
}

// save keeps what has been found so far, if it is time, or whenever the exploration is about to end: not before it has begun, nor where
// states have been expanded whose children the tree does not have yet. A full disk is a bound.
func (r *run) save(ends bool) error {
	k := r.keeper
	switch {
	case k == nil || len(r.levels) == 0 || r.spill != nil && r.spill.mark.expanded < r.expanded:
		return nil
	case !ends && time.Since(k.last) < k.Every:
		if len(k.block) < wholeBlock {
			return nil
		}
		return r.saved(k.flush())
	}
	return r.saved(k.save(&manifest{
		States: r.store.log.len, Initials: r.initials, Levels: r.levels, LevelEnd: r.levelEnd, Elapsed: r.elapsed(),
		Now: r.counted(r.tally, r.first), Before: r.counted(r.before, r.firstBefore), Course: k.course.kept(r.reducer),
	}))
}

// saved turns the error of a full disk into a bound.
func (r *run) saved(err error) error {
	switch {
	case err == nil:
		return nil
	case isFull(err):
		r.bound = "disk"
		return nil
	}
	return r.keeper.refuse(err)
}

// counted is a tally as it is kept.
func (r *run) counted(t tally, first []*violation) kept {
	k := kept{Expanded: t.expanded, Steps: t.steps, Terminal: t.terminal, Quiet: len(t.quiet), Duties: t.duties,
		Left: t.left, Tried: t.tried, Backward: t.backward, Met: t.met, Counts: t.counts, Actions: r.activities(t.actions)}
	for _, v := range first {
		if v == nil {
			continue
		}
		step := -1
		if v.step != nil {
			step = placeOf(r.system, r.state(v.rank), *v.step)
		}
		k.Violations = append(k.Violations, keptViolation{v.property, v.rank, step})
	}
	return k
}

// placeOf says which of the steps out of a state that lead somewhere is the one given.
func placeOf(system System, from State, wanted Transition) int {
	place, found := 0, -1
	system.Steps(from, func(step Step, to State) {
		if to == nil {
			return
		}
		if found < 0 && step == wanted.Step && slices.Equal(to, wanted.To) {
			found = place
		}
		place++
	})
	if found < 0 {
		panic(brokenLaw("Steps of %v no longer emits %v", from, wanted.To))
	}
	return found
}

// elapsed is the time that the exploration has taken, with that of the runs before.
func (r *run) elapsed() time.Duration { return time.Since(r.started) + r.spent }
