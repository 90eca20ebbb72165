package checker

import (
	"iter"
	mathbits "math/bits"
)

// A Row is a state in its small form: bit fields in a few machine words.
type Row []uint64

// A Field is where a row keeps one number.
type Field struct {
	word  uint32
	shift uint8
	bits  uint8
	mask  uint64
}

// In returns the number that a row keeps in the field.
func (f *Field) In(row Row) uint64 { return row[f.word] >> (f.shift & 63) & f.mask }

// Put makes a row keep a number, which must fit.
func (f *Field) Put(row Row, n uint64) {
	row[f.word] = row[f.word]&^(f.mask<<(f.shift&63)) | n<<(f.shift&63)
}

// Fits reports whether a number fits.
func (f *Field) Fits(n uint64) bool { return n&^f.mask == 0 }

// Place says where: in which word, from which bit on, and how wide, as a mask.
func (f *Field) Place() (word, shift int, mask uint64) { return int(f.word), int(f.shift), f.mask }

// A Layout says where in a row each number of a state is.
type Layout struct {
	Fields []Field
	Words  int // of a row
}

// A Need is how many bits a number needs now.
type Need struct {
	Bits  int
	Fixed bool // it will never need more
}

const (
	fewCells = 32 // in a vector; where there are more, fields have bits to spare, for one or another grows all the time
	mostBits = 32 // of a field, and of a Cell
)

// NewLayout lays fields out in their order, none across the edge of a word, and shares out among those of a word what
// room is left there: a width that grows costs all rows a rewriting, and room that is not used costs nothing.
func NewLayout(needs []Need) Layout {
	l := Layout{Fields: make([]Field, len(needs)), Words: 1}
	first, used := 0, 0
	for i, need := range needs {
		if used+need.Bits > 64 {
			l.share(needs, first, i, 64-used)
			l.Words, first, used = l.Words+1, i, 0
		}
		l.Fields[i] = Field{word: uint32(l.Words - 1), bits: uint8(need.Bits)}
		used += need.Bits
	}
	l.share(needs, first, len(needs), 64-used)
	return l
}

// share gives the fields of one word the bits that are left in it, the narrowest first, and then each its place.
func (l *Layout) share(needs []Need, from, to, left int) {
	for left > 0 {
		narrow := -1
		for i := from; i < to; i++ {
			if !needs[i].Fixed && l.Fields[i].bits < mostBits && (narrow < 0 || l.Fields[i].bits < l.Fields[narrow].bits) {
				narrow = i
			}
		}
		if narrow < 0 {
			break
		}
		l.Fields[narrow].bits++
		left--
	}
	shift := uint8(0)
	for i := from; i < to; i++ {
		f := &l.Fields[i]
		f.shift, f.mask = shift&63, 1<<f.bits-1 // a field of no bits may come behind the last bit
		shift += f.bits
	}
}

// A move is some bits of a word that become bits of a word of another layout.
type move struct {
	from, to uint32
	mask     uint64
	by       int // so far to the left
}

// into makes of a row one that is laid out otherwise: neighbours that go the same way go at once.
func (l *Layout) into(other Layout) func(from, to Row) {
	var moves []move
	for i, f := range l.Fields {
		now := &other.Fields[i]
		m := move{f.word, now.word, f.mask << (f.shift & 63), int(now.shift) - int(f.shift)}
		if last := len(moves) - 1; last >= 0 && moves[last].from == m.from && moves[last].to == m.to && moves[last].by == m.by {
			moves[last].mask |= m.mask
			continue
		}
		moves = append(moves, m)
	}
	return func(from, to Row) {
		clear(to)
		for i := range moves {
			m := &moves[i]
			to[m.to] |= mathbits.RotateLeft64(from[m.from]&m.mask, m.by)
		}
	}
}

// A Packing packs the states of a System into rows.
//
// Laws. Under one Layout, two states have equal rows exactly when they are equal. Expand emits for the row of a state the
// steps that System.Steps emits for the state, in the same order, with the rows of the states they lead to. Methods
// are pure but for the numbers that Learn gives out; while See, Learn, Widen or Lay runs, nothing else does.
type Packing interface {
	Layout() *Layout

	// See takes notice of a state, so that Pack can pack it, if need be after Widen.
	See(s State)

	// Pack fills a row with a state. It reports false if that takes See, or the row has no room for it.
	Pack(s State, row Row) bool

	// Unpack fills a state from a row.
	Unpack(row Row, s State)

	// Expander returns what one worker expands rows with.
	Expander() Expander

	// Widen finds a layout with room for what Pack or Learn has found none for: of the same fields, with so many bits to spare
	// in each that may grow. The rows are all that there are. It reports false if the packing will not do for this system.
	Widen(spare int, rows iter.Seq[Row]) (wider Layout, will bool)

	// Lay has rows laid out as Widen has found. Until then they are as they were.
	Lay(wider Layout)
}

// An Expander makes the steps out of rows.
type Expander interface {
	// Expand appends the steps out of a row. It reports false, and what it has appended is worth nothing, if it meets
	// something new, which Learn must number first.
	Expand(row Row, to *Successors) bool

	// Learn is Expand for what may be new. It reports false if a row has no room: see Packing.Widen.
	Learn(row Row, to *Successors) bool
}

// Glancing is implemented by a Packing that can tell in one word what all Facts of its System look at.
type Glancing interface {
	// Glance fills a word for each of the rows, which come one after another. If it is the same for two of them, Facts say the
	// same of both. It reports false if there is no such word.
	Glance(rows, glances []uint64) bool
}

// Celled is implemented by a Packing of whose fields each decides some cells of a state alone.
type Celled interface {
	// Cells lists them.
	Cells(field int) []int
}

// Foreseeing is implemented by a Packing that gives itself up where it has too much to keep for so few states.
type Foreseeing interface {
	// Foresee says that there are so many states, of which it may be shown any, in any order.
	Foresee(states int)
}

// Recurring is implemented by a Packing that can tell which steps are on no cycle.
type Recurring interface {
	// Recurrence tells that of the steps that have been made so far or slept, once the exploration is over. The rows are all that there are;
	// so many states would have to be searched if it told nothing. Nil: it cannot tell, or to find out would take longer than that.
	Recurrence(rows iter.Seq[Row], states int) Recurrence

	// Sights returns what reports of one row after another whether it is the first that shows something that Recurrence looks at in rows:
	// from these alone, and the steps that they and others have taken Learn for, Recurrence tells no less, if it can tell anything.
	Sights() func(Row) (isNew, canTell bool)
}

// A Recurrence tells which steps may be part of a cycle.
//
// Law. Each step of a cycle Recurs, and Leaves its state; and some state of each cycle Turns. The fewer others do, the less has to be
// searched. Only one goroutine may use it.
type Recurrence interface {
	// IsEmpty reports whether there is no cycle at all.
	IsEmpty() bool

	// Leaves reports whether a step out of a row may be part of a cycle.
	Leaves(row Row) bool

	// Turns reports whether a row may be one where a search for a cycle has to begin.
	Turns(row Row) bool

	// Recurs reports whether a step from one row to another may be.
	Recurs(from, to Row) bool
}

// Numbering is implemented by a System or a Packing that keeps what the numbers in its states stand for.
type Numbering interface {
	// Bytes is about how much memory that takes.
	Bytes() int
}

// Packable is implemented by a System that has a packing of its own.
type Packable interface {
	// Packing returns a new one, for one exploration. Nil: there is none after all. What is explored is the System itself, or
	// one that embeds it, and that may have other steps.
	Packing(explored System) Packing
}

// Successors are the steps out of one row.
type Successors struct {
	Steps   []Step // that lead somewhere
	Rows    []uint64
	Blocked []Step // that a bound has disabled

	// Sleep is nil if all steps are asked for. Otherwise those that sleep are left out of Rows, and Steps and Blocked list only
	// what is in no bundle.
	Sleep *Sleep

	words int
}

// Clear forgets them all. From now on, rows have so many words, and all steps are asked for.
func (s *Successors) Clear(words int) {
	s.Steps, s.Rows, s.Blocked, s.Sleep, s.words = s.Steps[:0], s.Rows[:0], s.Blocked[:0], nil, words
}

// Add appends a step to a copy of a row, and returns the copy, to be changed until the next call.
func (s *Successors) Add(step Step, row Row) Row {
	s.Steps = append(s.Steps, step)
	s.Rows = append(s.Rows, row...)
	return s.Rows[len(s.Rows)-s.words:]
}

// len is how many rows there are.
func (s *Successors) len() int { return len(s.Rows) / s.words }

// Row returns where step i leads.
func (s *Successors) Row(i int) Row { return s.Rows[i*s.words : (i+1)*s.words] }

// keep leaves only the steps that are wanted.
func (s *Successors) keep(isWanted func(i int) bool) {
	n := 0
	for i, step := range s.Steps {
		if isWanted(i) {
			s.Steps[n] = step
			copy(s.Row(n), s.Row(i))
			n++
		}
	}
	s.Steps, s.Rows = s.Steps[:n], s.Rows[:n*s.words]
}

// The packing of vectors gives each cell a field. It is what a System has that has none of its own.
type vectors struct {
	system System
	width  int
	layout Layout
	most   []uint64 // of each cell, a number of as many bits as the greatest that there must be room for
	near   []bool   // of each cell, whether a row has its two highest bits set: numbers that have come so far go on
}

func packVectors(system System) *vectors {
	v := &vectors{system: system, width: system.Width()}
	v.most, v.near = make([]uint64, v.width), make([]bool, v.width)
	v.layout = v.fitting(0)
	return v
}

// fitting is a layout for the numbers that there must be room for. Those that will soon need more get it if that takes no word more.
func (v *vectors) fitting(spare int) Layout {
	if v.width > fewCells {
		spare = max(spare, 2)
	}
	least, ample := make([]Need, v.width), make([]Need, v.width)
	for i, most := range v.most {
		bits := mathbits.Len64(most) + spare
		if least[i].Bits = min(bits, mostBits); v.near[i] {
			bits++
		}
		ample[i].Bits = min(bits, mostBits)
	}
	wanted, wider := NewLayout(least), NewLayout(ample)
	if wider.Words == wanted.Words {
		return wider
	}
	return wanted
}

func (v *vectors) Layout() *Layout { return &v.layout }

func (v *vectors) Pack(s State, row Row) bool {
	clear(row)
	for i, n := range s {
		f := &v.layout.Fields[i]
		if !f.Fits(uint64(n)) {
			return false
		}
		row[f.word] |= uint64(n) << f.shift
	}
	return true
}

// Cells is part of Celled.
func (v *vectors) Cells(field int) []int { return []int{field} }

// See is about the width of cells.
func (v *vectors) See(s State) {
	for i, n := range s {
		v.most[i] = max(v.most[i], uint64(n))
	}
}

func (v *vectors) Unpack(row Row, s State) {
	fields := v.layout.Fields[:len(s)]
	for i := range s {
		f := &fields[i]
		s[i] = Cell(row[f.word] >> (f.shift & 63) & f.mask)
	}
}

func (v *vectors) Widen(spare int, rows iter.Seq[Row]) (wider Layout, will bool) {
	set, pairs := make(Row, v.layout.Words), make(Row, v.layout.Words) // the bits, and the pairs of them, that any row has set
	for row := range rows {
		for i, word := range row {
			set[i] |= word
			pairs[i] |= word & (word << 1)
		}
	}
	s := make(State, v.width)
	v.Unpack(set, s)
	v.See(s) // in no cell the greatest number has more bits
	for i, most := range v.most {
		f := &v.layout.Fields[i]
		v.near[i] = most > 1 && f.In(pairs)>>(mathbits.Len64(most)-1) != 0
	}
	return v.fitting(spare), true
}

func (v *vectors) Lay(wider Layout) { v.layout = wider }

func (v *vectors) Expander() Expander {
	x := &vectorExpander{vectors: v, from: make(State, v.width)}
	x.emit = x.take
	return x
}

// A vectorExpander expands rows by the System's own Steps.
type vectorExpander struct {
	*vectors
	row   Row
	from  State
	to    *Successors
	emit  func(Step, State) // take, made once
	fits  bool
	learn bool
}

func (x *vectorExpander) Expand(row Row, to *Successors) bool {
	x.row, x.to, x.fits = row, to, true
	x.Unpack(row, x.from)
	x.system.Steps(x.from, x.emit)
	return x.fits
}

// Learn has nothing to learn but how many bits cells need.
func (x *vectorExpander) Learn(row Row, to *Successors) bool {
	x.learn = true
	fits := x.Expand(row, to)
	x.learn = false
	return fits
}

// take is what Steps emits to. Few cells differ from those of the state that is left.
func (x *vectorExpander) take(step Step, to State) {
	if to == nil {
		if step.Bound == 0 {
			panic(brokenLaw("Steps of %v emitted neither a state nor a bound", x.from))
		}
		x.to.Blocked = append(x.to.Blocked, step)
		return
	}
	if len(to) != x.width {
		panic(brokenLaw("a state of %d cells was emitted; Width is %d", len(to), x.width))
	}
	row := x.to.Add(step, x.row)
	for i := 0; i < len(to); i++ {
		if i+2 <= len(to) && two(to, i) == two(x.from, i) {
			i++
			continue
		}
		n := uint64(to[i])
		if n == uint64(x.from[i]) {
			continue
		}
		f := &x.layout.Fields[i]
		if !f.Fits(n) {
			if x.fits = false; x.learn {
				x.See(to)
			}
			return
		}
		f.Put(row, n)
	}
}

// two is two cells at once.
func two(s State, i int) uint64 {
	c := s[i : i+2 : i+2]
	return uint64(c[0]) | uint64(c[1])<<32
}
