package levels

import (
	"cmp"
	"fmt"
	"io/fs"
	"strings"

	"interrex/checker"
)

// Names translate states between the numbers of this process and canonical ones.
//
// A system numbers values in the order of asking (checker.Spelling). Lessons assign canonical numbers, in their order:
// a lesson lists states that are expanded. Each has a step to a value that no lesson before has named. A process that
// expands all lessons has all names, independent of earlier calls of its system.
type names struct {
	system   checker.System
	spelling checker.Spelling // nil: numbers stand for themselves
	of       []*kind          // of each cell; nil: numbers stand for themselves
	words    int              // of a row
	count    int              // of names
	unnamed  map[value]bool   // values without a name that were spelt
}

// A kind is a set of values with one numbering.
type kind struct {
	id        int
	known     map[string]uint32 // the canonical number of a spelling
	canonical []uint32          // of each number of this process, plus 1; 0 means unknown
	local     []uint32          // of each canonical number
}

// A value is a number of this process.
type value struct {
	of    *kind
	local uint32
}

func newNames(system checker.System, initial []checker.State) (*names, error) {
	n := &names{system: system, words: (system.Width() + 1) / 2, unnamed: map[value]bool{}}
	ids := make([]int, system.Width())
	if n.spelling, _ = system.(checker.Spelling); n.spelling != nil {
		ids = n.spelling.Kinds()
	}
	kinds := map[int]*kind{0: nil}
	for _, id := range ids {
		if _, isThere := kinds[id]; !isThere {
			kinds[id] = &kind{id: id, known: map[string]uint32{}}
		}
		n.of = append(n.of, kinds[id])
	}
	for _, s := range initial {
		if err := n.nameAll(s); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// number is the canonical number of the value in a cell of a state. A value without one is named if mayName is set.
func (n *names) number(cell int, s checker.State, mayName bool) (number uint32, isKnown bool, err error) {
	local, k := s[cell], n.of[cell]
	switch {
	case k == nil:
		return local, true, nil
	case int(local) < len(k.canonical) && k.canonical[local] != 0:
		return k.canonical[local] - 1, true, nil
	case n.unnamed[value{k, local}] && !mayName:
		return 0, false, nil
	}
	text, err := n.spelling.Spell(k.id, local)
	if err != nil {
		return 0, false, err
	}
	number, isKnown = k.known[text]
	switch {
	case !isKnown && !mayName:
		n.unnamed[value{k, local}] = true
		return 0, false, nil
	case !isKnown:
		number = uint32(len(k.local))
		k.known[text], k.local = number, append(k.local, local)
		n.count++
	}
	if more := int(local) + 1 - len(k.canonical); more > 0 {
		k.canonical = append(k.canonical, make([]uint32, more)...)
	}
	k.canonical[local] = number + 1
	return number, true, nil
}

// nameAll names the values of a state.
func (n *names) nameAll(s checker.State) error {
	for cell := range s {
		if _, _, err := n.number(cell, s, true); err != nil {
			return err
		}
	}
	return nil
}

// A row has the canonical numbers of a state, two in a word. Rows are ordered as lists of numbers.

// rowOf fills the row of a state. It reports false if no lesson has named one of the values.
func (n *names) rowOf(s checker.State, row []uint64) (isKnown bool, err error) {
	clear(row)
	isKnown = true
	for cell := range s {
		number, is, err := n.number(cell, s, false)
		if err != nil {
			return false, err
		}
		row[cell/2] |= uint64(number) << (32 * (1 - cell%2))
		isKnown = isKnown && is
	}
	return isKnown, nil
}

// state fills the state of a row.
func (n *names) state(row []uint64, s checker.State) error {
	if len(row) != n.words {
		return fmt.Errorf("a state has %d words, and not %d", len(row), n.words)
	}
	for cell := range s {
		number := uint32(row[cell/2] >> (32 * (1 - cell%2)))
		if k := n.of[cell]; k != nil {
			if int(number) >= len(k.local) {
				return fmt.Errorf("a state has name %d, and there are %d", number, len(k.local))
			}
			number = k.local[number]
		}
		s[cell] = number
	}
	return nil
}

// hash scatters rows.
func hash(row []uint64) (h uint64) {
	for _, word := range row {
		h = (h ^ word) * 0x9E3779B97F4A7C15
		h ^= h >> 29
	}
	return h
}

// A lesson lists rows of states to expand for names.
type lesson struct {
	Rows  [][]uint64
	Names int // number of names before the lesson
}

func lessonName(n int) string   { return fmt.Sprintf("lessons/%06d", n) }
func isLesson(name string) bool { return strings.HasPrefix(name, "lessons/") }

// learn names the values to which the states of a lesson have steps.
func (n *names) learn(l lesson) (err error) {
	clear(n.unnamed)
	if l.Names != n.count {
		return errNotDeterministic
	}
	defer func() {
		switch value := recover().(type) {
		case nil:
		case checker.Overflow: // this process has the values of all others
			err = value
		default:
			err = fmt.Errorf("a step that was there is not there again: %v", value)
		}
	}()
	s := make(checker.State, n.system.Width())
	for _, row := range l.Rows {
		if err := n.state(row, s); err != nil {
			return err
		}
		n.system.Steps(s, func(_ checker.Step, to checker.State) {
			if to != nil && err == nil {
				err = n.nameAll(to)
			}
		})
	}
	if err == nil && n.count == l.Names {
		err = errNotDeterministic
	}
	return err
}

// readLessons learns from the lessons in the store.
func (w *Worker) readLessons() error {
	if w.names == nil {
		initial, err := w.part.Initial()
		if err != nil {
			return err
		}
		if w.names, err = newNames(w.system, initial); err != nil {
			return err
		}
	}
	for ; ; w.lessons++ {
		var l lesson
		if err := readValue(w.store, lessonName(w.lessons), &l); err != nil {
			return ignore(err, fs.ErrNotExist)
		}
		if err := w.names.learn(l); err != nil {
			return err
		}
	}
}

// writeLesson writes the lesson of this task, unless another process has written the next lesson first.
func (r *taskRun) writeLesson() error {
	r.lesson.Names = r.names.count
	err := writeValue(r.store, lessonName(r.lessons), r.lesson)
	r.deferred, r.lesson = nil, lesson{}
	return cmp.Or(ignore(err, fs.ErrExist), r.readLessons())
}
