package levels

import (
	"fmt"
	"math/bits"
	"slices"

	"interrex/checker"
)

// Names translate states between the numbers of this process and canonical ones.
//
// A system numbers values in the order of asking (checker.Spelling). Lessons assign canonical numbers: states that are expanded in
// the order of their ranks. Each has a step to a state with a value that no lesson before has named. A process that expands all
// lessons has all names, independent of earlier calls of its system.
type names struct {
	system   checker.System
	spelling checker.Spelling // nil: numbers stand for themselves
	kindOf   []int            // of each cell
	kinds    map[int]*kind
	of       []*kind // of each cell, nil: numbers stand for themselves
	layout   layout
	lessons  int
}

// A kind is numbers of the same kind, and what they stand for.
type kind struct {
	known     map[string]uint32 // the canonical number of what is spelt so
	canonical []uint32          // of each number of this process, and one; 0: not known yet
	local     []uint32          // of each canonical number
}

func newNames(system checker.System, initial []checker.State) (*names, error) {
	n := &names{system: system, kindOf: checker.KindsOf(system), kinds: map[int]*kind{}}
	n.spelling, _ = system.(checker.Spelling)
	for _, k := range n.kindOf {
		if k != 0 && n.kinds[k] == nil {
			n.kinds[k] = &kind{known: map[string]uint32{}}
		}
		n.of = append(n.of, n.kinds[k])
	}
	n.layout = newLayout(make([]uint8, len(n.kindOf)))
	l := n.layout.bits
	for _, s := range initial {
		if err := n.meet(s, l); err != nil {
			return nil, err
		}
	}
	n.layout = newLayout(l)
	return n, nil
}

// number is the canonical number of the value in a cell of a state. It is not known if no lesson has named the value.
func (n *names) number(cell int, s checker.State) (number uint32, known bool, err error) {
	local, k := s[cell], n.of[cell]
	if k == nil {
		return local, true, nil
	}
	if int(local) < len(k.canonical) && k.canonical[local] != 0 {
		return k.canonical[local] - 1, true, nil
	}
	text, err := n.spelling.Spell(n.kindOf[cell], local)
	if err != nil {
		return 0, false, err
	}
	if number, known = k.known[text]; known {
		k.enter(local, number)
	}
	return number, known, nil
}

// rowOf fills a row, and the numbers that it stands for. It reports false if no lesson has a value of the state, or has made a field wide
// enough.
func (n *names) rowOf(s checker.State, numbers []uint32, row []uint64) (isKnown bool, err error) {
	isKnown = true
	for cell := range numbers {
		number, known, err := n.number(cell, s)
		if err != nil {
			return false, err
		}
		numbers[cell] = number
		isKnown = isKnown && known && n.layout.fits(cell, number)
	}
	if clear(row); isKnown {
		n.layout.pack(numbers, row)
	}
	return isKnown, nil
}

// missing says what rowOf has not found, by cell; "" for a cell of which it has found all.
func (n *names) missing(cell int, s checker.State) string {
	number, known, _ := n.number(cell, s)
	switch {
	case !known:
		text, _ := n.spelling.Spell(n.kindOf[cell], s[cell])
		return fmt.Sprint(n.kindOf[cell], " ", text)
	case !n.layout.fits(cell, number):
		return fmt.Sprint(bits.Len32(number), " bits in place ", cell)
	}
	return ""
}

// enter notes the canonical number of a number of this process.
func (k *kind) enter(local, canonical uint32) {
	if more := int(local) + 1 - len(k.canonical); more > 0 {
		k.canonical = append(k.canonical, make([]uint32, more)...)
	}
	k.canonical[local] = canonical + 1
}

// meet names the values of a state, and widens fields that are too narrow for them.
func (n *names) meet(s checker.State, fields []uint8) error {
	for cell := range n.kindOf {
		number, known, err := n.number(cell, s)
		if err != nil {
			return err
		}
		if !known {
			k, local := n.of[cell], s[cell]
			text, _ := n.spelling.Spell(n.kindOf[cell], local)
			number = uint32(len(k.local))
			k.known[text], k.local = number, append(k.local, local)
			k.enter(local, number)
		}
		if need := uint8(bits.Len32(number)); need > fields[cell] {
			fields[cell] = need
		}
	}
	return nil
}

// learn expands a lesson, and reports whether it names a value.
func (n *names) learn(lesson []uint32) (news bool, err error) {
	s := make(checker.State, n.system.Width())
	if err := n.unpack(lesson, s); err != nil {
		return false, err
	}
	fields, before := slices.Clone(n.layout.bits), n.count()
	defer func() {
		switch value := recover().(type) {
		case nil:
		case checker.Overflow: // this process has met all values that others have
			err = value
		default:
			err = fmt.Errorf("a step that was there is not there again: %v", value)
		}
	}()
	n.system.Steps(s, func(_ checker.Step, to checker.State) {
		if to != nil && err == nil {
			err = n.meet(to, fields)
		}
	})
	n.lessons++
	news = n.count() > before || !slices.Equal(fields, n.layout.bits)
	n.layout = n.layout.grown(fields)
	return news, err
}

func (n *names) count() (all int) {
	for _, k := range n.kinds {
		all += len(k.local)
	}
	return all
}

// unpack makes a state of its canonical numbers.
func (n *names) unpack(numbers []uint32, s checker.State) error {
	if len(numbers) != len(n.kindOf) {
		return fmt.Errorf("a state has %d numbers, and not %d", len(n.kindOf), len(numbers))
	}
	for cell, number := range numbers {
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

// A layout gives the bit field of each place in a row. Rows are ordered as their numbers, the first place first. So sorted rows stay
// sorted in wider fields.
type layout struct {
	bits  []uint8
	word  []uint8
	shift []uint8
	low   []uint8 // of each word, how many bits at its lower end have no field
	words int
}

func newLayout(fields []uint8) layout {
	l := layout{bits: fields, word: make([]uint8, len(fields)), shift: make([]uint8, len(fields))}
	left := uint8(0)
	for i, need := range fields {
		if left < need || l.words == 0 {
			l.words, left, l.low = l.words+1, 64, append(l.low, 0)
		}
		left -= need
		l.low[l.words-1] = left
		l.word[i], l.shift[i] = uint8(l.words-1), left
	}
	return l
}

// grown is the layout with wider fields. A field grows by one more bit if the row gets no longer, since each new layout costs translations.
func (l *layout) grown(fields []uint8) layout {
	grown := newLayout(fields)
	for i, need := range fields {
		if need > l.bits[i] && need < 32 {
			fields[i]++
			if more := newLayout(fields); more.words == grown.words {
				grown = more
			} else {
				fields[i]--
			}
		}
	}
	return newLayout(slices.Clone(fields))
}

// A move moves neighbouring fields from where a row has them to where another one does.
type move struct {
	from, to    uint8 // words
	left, right uint8
	mask        uint64 // in the word that they come from
}

// movesTo are what makes a row of another layout, which is not narrower, out of one of this.
func (l *layout) movesTo(other *layout) (all []move) {
	for i, width := range l.bits {
		if width == 0 {
			continue
		}
		m := move{from: l.word[i], to: other.word[i], mask: (1<<width - 1) << l.shift[i]}
		if by := int(other.shift[i]) - int(l.shift[i]); by > 0 {
			m.left = uint8(by)
		} else {
			m.right = uint8(-by)
		}
		if n := len(all) - 1; n >= 0 && all[n].from == m.from && all[n].to == m.to && all[n].left == m.left && all[n].right == m.right {
			all[n].mask |= m.mask
			continue
		}
		all = append(all, m)
	}
	return all
}

// moved fills a row with what moves make of another.
func moved(row []uint64, all []move, to []uint64) {
	clear(to)
	for _, m := range all {
		to[m.to] |= row[m.from] & m.mask << (m.left & 63) >> (m.right & 63)
	}
}

// fits reports whether a number fits into the field of a place.
func (l *layout) fits(place int, number uint32) bool { return uint64(number)>>l.bits[place] == 0 }

// pack fills a row, which is zero.
func (l *layout) pack(numbers []uint32, row []uint64) {
	for i, number := range numbers {
		row[l.word[i]] |= uint64(number) << (l.shift[i] & 63)
	}
}

// unpack returns the numbers of a row.
func (l *layout) unpack(row []uint64, numbers []uint32) {
	for i := range numbers {
		numbers[i] = uint32(row[l.word[i]] >> (l.shift[i] & 63) & (1<<l.bits[i] - 1))
	}
}

// scatter is a hash of canonical numbers. It does not depend on the layout.
func scatter(numbers []uint32) uint64 {
	hash := uint64(0)
	for _, n := range numbers {
		hash = (hash ^ uint64(n)) * 0x9E3779B97F4A7C15
		hash ^= hash >> 29
	}
	return hash
}
