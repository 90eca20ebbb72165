package levels

import (
	"math/bits"
	"slices"

	"interrex/checker"
)

// A translator translates between the rows of this process and canonical rows. A canonical row is the sum of the contributions of the
// fields of the process's row, and each contribution is cached. For a step only the changed fields are translated.
type translator struct {
	names *names
	part  *checker.Part

	packing checker.Packing // as of what is remembered
	laid    int
	layout  layout
	fields  []field
	owners  [][64]uint16 // of each word and bit of a row, the field

	row        checker.Row // of the last state that was entered
	last       []uint64    // and its canonical one
	canonical  []uint64    // room
	state      checker.State
	numbers    []uint32
	local      checker.State
	fromWeight uint64
	from       int // the state with that weight; -1: none
}

// A field has the cached translations of a field of rows, by its number.
type field struct {
	checker.Field
	bits  uint64 // in its word
	word  int
	cells []int
	mask  []uint64 // of canonical rows

	numbers []uint32 // by number and cell: the canonical number, and one; 0: not known
	sums    []uint64 // by number: its weight, 0 if it is not known, and what it adds to each word

	back    []uint64 // in open addressing: the number, and one, and behind it what it adds to each word
	entries int
}

func newTranslator(n *names, part *checker.Part, width int) *translator {
	return &translator{names: n, part: part, laid: -1, from: -1, numbers: make([]uint32, width),
		state: make(checker.State, width), local: make(checker.State, width)}
}

// begin makes ready for a task.
func (t *translator) begin() {
	t.from = -1
	if !slices.Equal(t.layout.bits, t.names.layout.bits) {
		t.laid = -1
	}
}

// settle adopts a new layout of either side.
func (t *translator) settle() {
	if t.laid == t.part.Laid() {
		return
	}
	packing := t.part.Packing()
	same := t.packing == packing
	t.packing, t.laid, t.layout, t.from = packing, t.part.Laid(), t.names.layout, -1
	l := packing.Layout()
	t.row, t.last, t.canonical = make(checker.Row, l.Words), nil, make([]uint64, t.layout.words)
	if !same {
		t.fields = make([]field, len(l.Fields))
	}
	t.owners = make([][64]uint16, l.Words)
	for i := range t.fields {
		f := &t.fields[i]
		word, shift, mask := l.Fields[i].Place()
		f.Field, f.word, f.bits = l.Fields[i], word, mask<<(shift&63)
		for b := f.bits; b != 0; b &= b - 1 {
			t.owners[word][bits.TrailingZeros64(b)] = uint16(i)
		}
		if !same {
			f.cells = packing.(checker.Celled).Cells(i)
		}
		f.lay(&t.layout)
	}
}

// lay computes the cached translations of a field in a new layout.
func (f *field) lay(l *layout) {
	f.mask = make([]uint64, l.words)
	for _, cell := range f.cells {
		f.mask[l.word[cell]] |= (1<<l.bits[cell] - 1) << (l.shift[cell] & 63)
	}
	f.sums, f.back, f.entries = f.sums[:0], nil, 0
	for n := range len(f.numbers) / max(len(f.cells), 1) {
		f.sum(l, uint32(n))
	}
}

// sum computes what a number of the field adds to a canonical row, if the canonical numbers are known.
func (f *field) sum(l *layout, n uint32) {
	stride := l.words + 1
	if more := int(n+1)*stride - len(f.sums); more > 0 {
		f.sums = append(f.sums, make([]uint64, more)...)
	}
	sum := f.sums[int(n)*stride : int(n+1)*stride]
	clear(sum)
	weight := uint64(0)
	for i, cell := range f.cells {
		number := f.numbers[int(n)*len(f.cells)+i]
		if number == 0 {
			return
		}
		if !l.fits(cell, number-1) {
			clear(sum)
			return
		}
		weight += weigh(cell, number-1)
		sum[1+l.word[cell]] |= uint64(number-1) << (l.shift[cell] & 63)
	}
	sum[0] = weight
	f.enter(sum[1:], n)
}

// enter notes which number of the field adds this to a canonical row.
func (f *field) enter(sum []uint64, n uint32) {
	stride := len(sum) + 1
	if f.entries++; 2*f.entries*stride > len(f.back) {
		old := f.back
		f.back = make([]uint64, max(16*stride, 2*len(old)))
		for at := 0; at < len(old); at += stride {
			if old[at] != 0 {
				copy(f.back[f.slot(old[at+1:at+stride]):], old[at:at+stride])
			}
		}
	}
	at := f.slot(sum)
	f.back[at] = uint64(n) + 1
	copy(f.back[at+1:], sum)
}

// slot is where a row is among those that are known, as far as the field goes, or should be.
func (f *field) slot(row []uint64) int {
	stride := len(row) + 1
	h := uint64(0)
	for w, mask := range f.mask {
		h = (h ^ row[w]&mask) * 0x9E3779B97F4A7C15
		h ^= h >> 32
	}
	slots := uint64(len(f.back) / stride)
	for i := h & (slots - 1); ; i = (i + 1) & (slots - 1) {
		at := int(i) * stride
		if f.back[at] == 0 {
			return at
		}
		is := uint64(0)
		for w, mask := range f.mask {
			is |= f.back[at+1+w] ^ row[w]&mask
		}
		if is == 0 {
			return at
		}
	}
}

// enter has the Part hold the state of a canonical row, in which these classes of steps sleep.
func (t *translator) enter(canonical []uint64, asleep uint64) error {
	t.settle()
	if !t.translate(canonical) {
		return t.enterState(canonical, asleep)
	}
	t.part.Enter(t.row, asleep)
	return nil
}

// translate makes the row of a canonical one. It reports false if something of it is not known.
func (t *translator) translate(canonical []uint64) bool {
	fresh := t.last == nil
	if fresh {
		t.last = make([]uint64, len(canonical))
	}
	for i := range t.fields {
		f := &t.fields[i]
		differ := uint64(0)
		for w, mask := range f.mask {
			differ |= (canonical[w] ^ t.last[w]) & mask
		}
		if differ == 0 && !fresh {
			continue
		}
		if f.entries == 0 {
			t.last = nil
			return false
		}
		n := f.back[f.slot(canonical)]
		if n == 0 || !f.Fits(n-1) {
			t.last = nil
			return false
		}
		f.Put(t.row, n-1)
	}
	copy(t.last, canonical)
	return true
}

// enterState is enter by a state, of which it learns.
func (t *translator) enterState(canonical []uint64, asleep uint64) error {
	t.names.layout.unpack(canonical, t.numbers)
	if err := t.names.unpack(t.numbers, t.state); err != nil {
		return err
	}
	row, err := t.part.EnterState(t.state, asleep)
	if err != nil {
		return err
	}
	t.settle()
	t.learn(row)
	return nil
}

// learn caches the translations of a row's fields, from its canonical numbers.
func (t *translator) learn(row checker.Row) {
	for i := range t.fields {
		f := &t.fields[i]
		n := uint32(f.In(row))
		if f.isKnown(n, &t.layout) {
			continue
		}
		if more := int(n+1)*len(f.cells) - len(f.numbers); more > 0 {
			f.numbers = append(f.numbers, make([]uint32, more)...)
		}
		for k, cell := range f.cells {
			f.numbers[int(n)*len(f.cells)+k] = t.numbers[cell] + 1
		}
		f.sum(&t.layout, n)
	}
}

func (f *field) isKnown(n uint32, l *layout) bool {
	at := int(n) * (l.words + 1)
	return at < len(f.sums) && f.sums[at] != 0
}

// canonicalOf returns the canonical row, and its weight, of where a step leads from a state that the Part holds. It reports false if
// something of it is not known.
func (t *translator) canonicalOf(from int, canonical []uint64, to checker.Row) (row []uint64, weight uint64, ok bool) {
	t.settle()
	held := t.part.Held(from)
	if from != t.from {
		if t.fromWeight, ok = t.weightOf(held); !ok {
			return nil, 0, false
		}
		t.from = from
	}
	row, weight = t.canonical, t.fromWeight
	copy(row, canonical)
	for w := range to {
		for differ := to[w] ^ held[w]; differ != 0; {
			f := &t.fields[t.owners[w][bits.TrailingZeros64(differ)]]
			differ &^= f.bits
			stride := len(row) + 1
			before, after := int(f.In(held))*stride, int(f.In(to))*stride
			if after >= len(f.sums) || f.sums[after] == 0 {
				return nil, 0, false
			}
			old, now := f.sums[before:before+stride], f.sums[after:after+stride]
			weight += now[0] - old[0]
			for k := range row {
				row[k] ^= old[k+1] ^ now[k+1]
			}
		}
	}
	return row, weight, true
}

// weightOf is the weight of a row. It reports false if something of it is not known.
func (t *translator) weightOf(row checker.Row) (weight uint64, ok bool) {
	for i := range t.fields {
		f := &t.fields[i]
		n := uint32(f.In(row))
		if !f.isKnown(n, &t.layout) {
			return 0, false
		}
		weight += f.sums[int(n)*(t.layout.words+1)]
	}
	return weight, true
}
