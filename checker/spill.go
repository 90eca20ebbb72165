package checker

import (
	"errors"
	"math"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"interrex/checker/internal/records"
)

// A spill is what becomes of the store when memory does not suffice for it: the log goes on in a file, there is no table, and
// all states are kept on disk a second time, in the order of their rows, as sorted runs.
//
// Where steps lead is set aside, in memory, until there is no room for more or the level ends. Then it is sorted, what the runs
// have is taken out, and what is left is new: it is put back into the order of (parent's rank, step), and so gets the
// ranks that it would have got at once. Korf calls that delayed duplicate detection ("Best-first frontier search with
// delayed duplicate detection", AAAI 2004).
type spill struct {
	*run
	disk    *disk
	stride  int          // words of a record
	aside   room[uint64] // records: a row, and its parent's rank and the place of its step among its parent's
	other   room[uint64] // as much again, to sort in
	used    int          // words of aside
	most    int          // that it may have, unless a single round has more
	runs    runs         // of all states in the log
	mark    mark
	order   *order // nil: it does not matter which steps lead back
	deepest bool   // the level is as deep as may be: any new state ends the run
	ended   bool   // the exploration is over: a table has the first states again
	indexed int    // how many
}

// A mark is what had been counted when nothing was set aside.
type mark struct {
	tally
	first []*violation
}

// DiskError says that a file of ours could not be written or read, so that the exploration cannot be reported.
type DiskError struct{ Err error }

func (e *DiskError) Error() string {
	return "states are kept on disk where memory does not suffice, and there: " + e.Err.Error()
}
func (e *DiskError) Unwrap() error { return e.Err }

// isFull reports whether an error says that there is no room for more, on the disk or in a file of ours.
func isFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG)
}

// A disk is a folder for files without names: they are gone with the process.
type disk struct {
	folder string
	room   diskRoom
	tell   func() // is called now and then where much is written
	used   int64  // bytes
	peak   int64
}

// A diskRoom is how much there is on a disk, for tests.
type diskRoom struct {
	most int64 // bytes; 0: as much as there is
	step int64 // by how much a file of an array grows at least; 0: fileStep
}

// allow returns the error of a full disk if there is no room for so many bytes more.
func (d *disk) allow(n int64) error {
	if d.room.most > 0 && d.used+n > d.room.most {
		return syscall.ENOSPC
	}
	return nil
}

func (d *disk) file() (*os.File, error) {
	f, err := os.CreateTemp(d.folder, passingName+"*")
	if err == nil {
		err = os.Remove(f.Name())
	}
	return f, err
}

// passingName begins the name that a file has for a moment.
const passingName = "interrex-"

// isPassing reports whether a file seems to be one that is about to have no name: or whoever made it was killed before.
func isPassing(e os.DirEntry) bool {
	digits, ours := strings.CutPrefix(e.Name(), passingName)
	_, err := strconv.ParseUint(digits, 10, 64)
	info, gone := e.Info()
	return ours && err == nil && gone == nil && info.Mode().IsRegular() && info.Size() == 0
}

// take counts bytes.
func (d *disk) take(n int64) {
	d.used += n
	d.peak = max(d.peak, d.used)
}

// leastAside is how much memory there must be for what is set aside, in bytes: with less, files would be read for a
// handful of states.
const leastAside = 8 << 20

// canSpill reports whether the states can go on on disk.
func (r *run) canSpill() bool {
	return r.options.Disk != "" && hasFileRooms && r.spill == nil
}

// startSpilling moves the states to disk. It reports false if there is too little memory even so. If rows are about to be rewritten, the
// runs are made of them afterwards.
func (r *run) startSpilling(widening bool) (bool, error) {
	debug.FreeOSMemory()
	free, limit := math.MaxInt64, r.explorationMemory()
	if limit > 0 {
		others := r.measure() - uint64(r.store.mapped())
		if others+leastAside > limit {
			return false, nil
		}
		free = int(min(limit-others, math.MaxInt64)) / 2
	}
	sp := &spill{run: r, disk: &disk{folder: r.options.Disk, room: r.diskRoom, tell: func() { r.report(false) }}, stride: r.store.words + 1}
	if err := sp.adopt(); err != nil { // the table is still there, and all that it has can be told
		switch r.bound = "folder"; {
		case isFull(err):
			r.bound = "disk"
		case errors.Is(err, syscall.ENOMEM):
			r.bound = "memory"
		}
		return true, nil
	}
	r.store.table.room.release()
	r.store.table = newTable()
	sp.most = max(free/16, 1)
	if r.options.Resident > 0 {
		sp.most = min(sp.most, r.options.Resident*sp.stride)
	}
	r.spill, r.store.disk, r.backward = sp, sp.disk, r.backward || r.reducer == nil
	r.openDormitory()
	if r.script != nil { // it is not over with the states that there are
		return true, nil
	}
	sp.keepMark()
	if widening {
		return true, nil
	}
	return true, sp.rebuild()
}

// adopt moves the log and, if they are kept of all states, the parents to files.
func (sp *spill) adopt() error {
	s := sp.store
	if err := sp.disk.adopt(&s.log, 0); err != nil || !s.parents.dense {
		return err
	}
	return s.parents.of.moveTo(sp.disk, s.log.len)
}

// allocate makes sure that there is room for n states.
func (sp *spill) allocate(n int) error {
	l, p := &sp.store.log, &sp.store.parents
	if err := l.rows.allocate(n * l.words); err != nil || !p.dense {
		return err
	}
	return p.of.allocate(n)
}

// hasRoomFor reports whether there is room for so many words in each row. If not, that ends the exploration, if it is not over: once rows
// are laid out anew it is too late.
func (sp *spill) hasRoomFor(words int) (hasRoom bool, err error) {
	if sp == nil || !sp.outgrown {
		return true, nil
	}
	l := &sp.store.log
	if err := l.rows.probe(l.len * words); err != nil {
		return false, sp.orFull(&DiskError{err})
	}
	return true, nil
}

// adopt lets a log go on in a file, with room for so many rows at first.
func (d *disk) adopt(l *log, rows int) error { return l.rows.moveTo(d, max(rows, l.len)*l.words) }

func (sp *spill) keepMark() { sp.mark = mark{sp.tally.kept(), slices.Clone(sp.first)} }

// rebuild makes the runs anew from the log or, when the exploration is over, the table: the steps out of a state that was
// taken up from a checkpoint may be made only then, and take more room.
func (sp *spill) rebuild() error {
	if sp.ended {
		sp.store.index(sp.indexed)
		return nil
	}
	sp.stride, sp.used = sp.store.words+1, 0
	sp.runs.drop(sp.disk)
	if err := sp.enterAll(&sp.runs, 0, sp.store.log.len); err != nil {
		return err
	}
	return sp.beginOrder()
}

// enterAll enters the states whose ranks are in [from, to) into runs. Nothing may be set aside.
func (sp *spill) enterAll(into *runs, from, to int) error {
	some := max(sp.most/sp.stride, 1)
	for first := from; first < to; first += some {
		for rank := first; rank < min(first+some, to); rank++ {
			sp.add(sp.store.log.at(uint32(rank)), 0)
		}
		if err := into.enter(sp.disk, sp.sorted(), sp.stride); err != nil {
			return &DiskError{err}
		}
	}
	return nil
}

// add sets a row aside.
func (sp *spill) add(row Row, from uint64) {
	sp.aside.extend(sp.used + sp.stride)
	record := sp.aside.all[sp.used : sp.used+sp.stride]
	copy(record, row)
	record[sp.stride-1] = from
	sp.used += sp.stride
}

// sorted returns what is set aside, in the order of rows, and of equal ones the first. Nothing is set aside any more.
func (sp *spill) sorted() []uint64 { return records.Unique(sp.byRow(), sp.stride, sp.stride-1) }

// byRow returns what is set aside, in the order of rows. Nothing is set aside any more.
func (sp *spill) byRow() []uint64 {
	columns := make([]int, sp.stride-1)
	for i := range columns {
		columns[i] = i
	}
	all := sp.sort(sp.aside.all[:sp.used], columns...)
	sp.used = 0
	return all
}

// sort sorts records that are in one of the two arrays.
func (sp *spill) sort(all []uint64, columns ...int) []uint64 {
	sp.other.extend(len(all))
	sorted, rest := records.Sort(all, sp.other.all, sp.stride, columns...)
	if len(sorted) > 0 && &sorted[0] == &sp.other.all[0] {
		copy(rest, sorted)
		sorted = rest
	}
	return sorted
}

// setAside takes what the workers have expanded up to to.
func (r *run) setAside(to int) error {
	if r.script != nil {
		if err := r.enterScript(); err != nil {
			return err
		}
		r.expanded = to
		r.merge()
		return nil
	}
	r.spill.takeRows()
	r.spill.lookBack()
	r.expanded = to
	r.merge()
	return nil
}

// takeRows sets aside where the steps of the round lead.
func (sp *spill) takeRows() {
	for _, s := range sp.stretches {
		c := cursor{stretch: s}
		for i := range s.hashes {
			sp.add(s.key(uint32(i)), uint64(c.parentOf(uint32(i)))<<32|uint64(s.places[i]))
		}
	}
}

// enterScript enters the states that the workers have retraced, all of which are new, into the log.
func (r *run) enterScript() error {
	l := &r.store.log
	for _, s := range r.stretches {
		if err := r.spill.allocate(l.len + len(s.hashes)); err != nil {
			return &DiskError{err}
		}
		rank, c := uint32(l.len), cursor{stretch: s}
		r.grow(len(s.hashes))
		for i := range uint32(len(s.hashes)) {
			copy(l.at(rank+i), s.key(i))
			r.store.parents.put(rank+i, c.parentOf(i))
		}
	}
	return nil
}

// settle gives what is set aside its ranks, if it is time. That may end the run.
func (r *run) settle(now bool) error {
	sp := r.spill
	if sp == nil || !now && sp.used < sp.most {
		return nil
	}
	return sp.orFull(sp.flush())
}

// orFull turns the error of a full disk into a bound.
func (sp *spill) orFull(err error) error {
	if isFull(err) {
		sp.bound = "disk"
		sp.goBack()
		return nil
	}
	return err
}

// bytes is the memory that Go's runtime does not know of.
func (sp *spill) bytes() int {
	if sp == nil {
		return 0
	}
	return sp.aside.bytes() + sp.other.bytes()
}

// goBack forgets what has been expanded since the mark, but not that a step has led back: nobody looks for others then.
func (sp *spill) goBack() {
	backward := sp.backward
	sp.used, sp.run.tally = 0, sp.mark.kept()
	sp.backward = backward
	copy(sp.first, sp.mark.first)
	sp.forget()
}

// flush finds out what is new among what is set aside, and enters it.
func (sp *spill) flush() error {
	fresh, err := sp.lookFarBack(sp.sorted())
	if err == nil {
		fresh, err = sp.runs.subtract(fresh, sp.stride)
	}
	if err != nil {
		return &DiskError{err}
	}
	n := len(fresh) / sp.stride
	if sp.deepest && n > 0 {
		sp.bound, sp.tally = "depth", sp.before.kept()
		sp.store.log.len = sp.levelEnd
		copy(sp.first, sp.firstBefore)
		return nil
	}
	if room := sp.options.maxStates() - sp.store.log.len; n > room {
		return sp.cut(fresh, room)
	}
	if err := sp.runs.enter(sp.disk, fresh, sp.stride); err != nil {
		return &DiskError{err}
	}
	if err := sp.commit(sp.sort(fresh, sp.stride-1)); err != nil {
		return err
	}
	sp.keepMark()
	return nil
}

// cut ends the exploration before the first state whose successors would not all have room, if there is room for n more.
func (sp *spill) cut(fresh []uint64, room int) error {
	fresh = sp.sort(fresh, sp.stride-1)
	last := int(fresh[room*sp.stride+sp.stride-1] >> 32)
	sp.goBack()
	for sp.expanded < last {
		if err := sp.round(min(last, sp.expanded+sp.block())); err != nil {
			return err
		}
	}
	err := sp.flush()
	sp.bound = "states"
	return err
}

// commit enters new states, in the order of their ranks, into the log.
func (sp *spill) commit(fresh []uint64) error {
	l, known := &sp.store.log, sp.store.log.len
	n := len(fresh) / sp.stride
	if err := sp.allocate(known + n); err != nil {
		return &DiskError{err}
	}
	sp.grow(n)
	for i := range n {
		record := fresh[i*sp.stride : (i+1)*sp.stride]
		copy(l.at(uint32(known+i)), record)
		sp.store.parents.put(uint32(known+i), uint32(record[sp.stride-1]>>32))
	}
	if sp.keeper != nil {
		sp.note(fresh)
	}
	sp.spread(known, l.len, func(w *worker) { w.checkStates(w.from, w.to) })
	if err := sp.firstPanic(); err != nil {
		return sp.recheckSequentially(known)
	}
	for _, s := range sp.stretches {
		sp.keepFirst(s.violations)
		sp.count(s)
	}
	return nil
}

// note tells the keeper of the states that have been expanded since the mark.
func (sp *spill) note(fresh []uint64) {
	quiet, places := sp.quiet[len(sp.mark.quiet):], []uint32(nil)
	for rank := sp.mark.expanded; rank < sp.expanded; rank++ {
		places = places[:0]
		for len(fresh) > 0 && int(fresh[sp.stride-1]>>32) == rank {
			places, fresh = append(places, uint32(fresh[sp.stride-1])), fresh[sp.stride:]
		}
		isQuiet := len(quiet) > 0 && int(quiet[0]) == rank
		if isQuiet {
			quiet = quiet[1:]
		}
		sp.keeper.record(children{steps: places, isQuiet: isQuiet})
	}
}

// endSpilling makes a table of the states again: of all if memory suffices for it, else of those that the shortest paths to
// violations pass.
func (r *run) endSpilling() {
	if r.spill == nil {
		return
	}
	sp := r.spill
	sp.drop()
	debug.FreeOSMemory()
	n := r.store.log.len
	if limit := r.explorationMemory(); limit > 0 && r.measure()+uint64(8*n) > limit {
		r.partly, n = true, r.searched()
	}
	sp.ended, sp.indexed = true, n
	r.store.index(n)
}

// drop gives back everything but the log.
func (sp *spill) drop() {
	if sp == nil {
		return
	}
	sp.runs.drop(sp.disk)
	sp.endOrder()
	sp.aside.release()
	sp.other.release()
}

// searched is how many states a search for paths of fewest switches may look up.
func (r *run) searched() int {
	most := 0
	for _, v := range r.first {
		if v == nil {
			continue
		}
		layers := r.layersTo(v.rank)
		if last := layers[len(layers)-1]; last[0] <= mostSearched {
			most = max(most, last[1])
		}
	}
	if layers := r.layersTo(uint32(mostSearched)); r.options.Counterexamples > 1 {
		most = max(most, layers[len(layers)-1][1])
	}
	return most
}
