package checker

import (
	"cmp"
	"hash/maphash"
	mathbits "math/bits"
	"sync/atomic"
	"unsafe"
)

// A store keeps all states as rows: a log of them in the order of their ranks, and over it an exact hash table that
// holds ranks only. The log is the truth: when the table grows it asks the log, and when the layout of rows changes the
// log is rewritten and the table made anew.
type store struct {
	packing Packing
	words   int // of a row
	seed    uint64
	log     log
	table   table
	parents parents
	share   func(n int, do func(from, to int)) // does something about all of [0, n), about parts of it at a time
	sink    atomic.Uint32                      // keeps the compiler from dropping loads
	bare    bool                               // rows are looked up nowhere: the table is empty
}

func newStore(packing Packing) *store {
	words := packing.Layout().Words
	return &store{packing: packing, words: words, seed: maphash.String(maphash.MakeSeed(), ""), log: newLog(words),
		table: newTable(), share: func(n int, do func(from, to int)) { do(0, n) }}
}

// hash is randomly seeded: the layout of the tables differs from run to run, and so a result that depended on it would
// not stay hidden for long.
func (s *store) hash(row Row) uint64 {
	h := mix(row[0] ^ s.seed)
	for _, w := range row[1:] {
		h = mix(h ^ w)
	}
	return h
}

func mix(n uint64) uint64 {
	hi, lo := mathbits.Mul64(n^0x9E3779B97F4A7C15, 0xa0761d6478bd642f)
	return hi ^ lo
}

func equal(a, b Row) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// lookUp looks a row up in the table, in which nothing is pending.
func (s *store) lookUp(row Row) (rank uint32, known bool) { return s.find(row, s.hash(row)) }

func (s *store) find(row Row, hash uint64) (rank uint32, known bool) {
	t, tag := &s.table, s.table.tag(hash)
	for at := t.home(hash); ; at = t.after(at) {
		entry := t.slots[at]
		if entry == 0 {
			return 0, false
		}
		if number := t.numberOf(entry); t.isTagged(entry, tag) && number != t.dropped && equal(s.log.at(number-1), row) {
			return number - 1, true
		}
	}
}

// reserve makes room in the table for so many more rows. If it takes more slots, all rows of the log are entered anew.
func (s *store) reserve(more int) {
	size := s.table.size
	for (s.table.used+more)*4 > size*3 {
		size = larger(size)
	}
	if size > s.table.size {
		s.begin(size)
		s.enter(s.log.len)
	}
}

// index makes the table of the first n rows of the log.
func (s *store) index(n int) {
	size := s.table.size
	for size*2 < n*3 {
		size = larger(size)
	}
	s.begin(size)
	s.enter(n)
}

// begin empties the table, and makes it so large.
func (s *store) begin(size int) {
	slots := s.table.slots
	s.share(len(slots), func(from, to int) { clear(slots[from:to]) })
	s.table.grow(size)
}

// enter enters the first rows of the log, all that there is to be, into an empty table. What a row takes is loaded for a batch
// of rows before the first of them waits for it.
func (s *store) enter(rows int) {
	t := &s.table
	s.share(rows, func(from, to int) {
		var hashes [batch]uint64
		put, sink := t.put, uint32(0)
		if to-from == rows {
			put = t.putAlone
		}
		for ; from < to; from += batch {
			n := min(batch, to-from)
			for i := range n {
				hashes[i] = s.hash(s.log.at(uint32(from + i)))
				sink += atomic.LoadUint32(&t.slots[t.home(hashes[i])])
			}
			for i, hash := range hashes[:n] {
				put(hash, uint32(from+i+1))
			}
		}
		s.sink.Add(sink)
	})
	t.used = rows
}

// rewrite lets convert make each row anew, and the table with them. The layout is the new one already. There are never two logs: rows that
// get longer are rewritten from the last one on, and others from the first, so that each is read before another one gets its place.
func (s *store) rewrite(convert func(old, now Row)) {
	old := s.log
	s.words = s.packing.Layout().Words
	s.log.words = s.words
	s.log.reserve(0)
	old.rows = s.log.rows
	from, to := make(Row, old.words), make(Row, s.words)
	for n := range uint32(old.len) {
		rank := n
		if s.words > old.words {
			rank = uint32(old.len) - 1 - n
		}
		copy(from, old.at(rank))
		convert(from, to)
		copy(s.log.at(rank), to)
	}
	if !s.bare {
		s.begin(s.table.size)
		s.enter(s.log.len)
	}
}

// bytes is the memory of the store: of rows, and of what is kept beside them.
func (s *store) bytes() (rows, beside int) {
	return s.log.bytes(), 4*len(s.table.slots) + 4*s.parents.len
}

// mapped is how much of that Go's runtime knows nothing of.
func (s *store) mapped() int {
	return s.log.rows.bytes() + s.table.room.bytes() + s.parents.of.bytes()
}

// release gives the memory back. The store is gone.
func (s *store) release() {
	s.log.rows.release()
	s.table.room.release()
	s.parents.of.release()
}

// A table is open addressing with linear probing over the rows of a log. While the workers look for what is new, any of them
// may claim any empty slot.
//
// An entry is 0 for an empty slot. Its lowest bits are rank+1 of a state or, if it is pending, the place of a row among those
// of the current round. The bits between are a tag: as many of the hash as there is room for, so that few entries need a look
// at the log.
type table struct {
	slots []uint32
	size  int          // how many there are
	used  int          // how many are not empty
	room  room[uint32] // where they grow in place

	entries
}

// entries say how the entries of a table are laid out.
type entries struct {
	numberBits uint   // of an entry
	dropped    uint32 // the number of a state found and given up when a bound cut the round: all of these bits
}

const (
	pending   uint32 = 1 << 31
	maxState         = 1<<31 - 3
	leastSize        = 1 << 10 // slots, at first
	generous         = 1 << 24 // slots, below which a table at least doubles
)

func newTable() table {
	t := table{}
	t.grow(leastSize)
	return t
}

// grow makes an empty table so large, for numbers of as many rows as it will hold. There are never two: the slots grow in place.
func (t *table) grow(size int) {
	t.size, t.used = size, 0
	t.admit(size / 4 * 3)
	t.room.extend(size)
	t.slots = t.room.all[:size]
}

// admit makes entries of an empty table hold numbers up to n.
func (t *table) admit(n int) {
	t.numberBits = uint(mathbits.Len(uint(n + 2)))
	t.dropped = 1<<t.numberBits - 1
}

// larger is the next size of a table. The more it grows the less often all is entered anew, and to be generous with what is small costs
// little.
func larger(size int) int {
	switch {
	case size < generous/8:
		return 4 * size
	case size < generous:
		return 2 * size
	}
	return size + size/2
}

// home is the slot where the search for a hash begins.
func (t *table) home(hash uint64) int {
	at, _ := mathbits.Mul64(hash, uint64(t.size))
	return int(at)
}

// after is the next slot.
func (t *table) after(at int) int {
	if at++; at == t.size {
		return 0
	}
	return at
}

// free returns the first empty slot for a hash.
func (t *table) free(hash uint64) int {
	at := t.home(hash)
	for t.slots[at] != 0 {
		at = t.after(at)
	}
	return at
}

// put enters a number, while others do so too. putAlone does while nobody does.
func (t *table) put(hash uint64, number uint32) {
	entry := t.tag(hash) | number
	for at := t.home(hash); !atomic.CompareAndSwapUint32(&t.slots[at], 0, entry); at = t.after(at) {
	}
}

func (t *table) putAlone(hash uint64, number uint32) { t.slots[t.free(hash)] = t.tag(hash) | number }

// settle gives a pending entry its number.
func (t *table) settle(at, number uint32) {
	t.slots[at] = t.slots[at]&^(pending|t.dropped) | number
}

// tag is the part of an entry that comes from the hash: its lowest bits, since homes go by the highest.
func (e entries) tag(hash uint64) uint32 { return uint32(hash) << (e.numberBits % 32) &^ pending }

// numberOf is the rank+1, or the place in the round, that an entry holds.
func (e entries) numberOf(entry uint32) uint32 { return entry & e.dropped }

// isTagged reports whether the hash of the tag may be that of an entry.
func (e entries) isTagged(entry, tag uint32) bool { return (entry^tag)&^(pending|e.dropped) == 0 }

// A log keeps rows one after another.
type log struct {
	words int
	rows  room[uint64]
	len   int // rows
}

func newLog(words int) log { return log{words: words} }

// at returns the row of a rank.
func (l *log) at(rank uint32) Row {
	first := int(rank) * l.words
	return l.rows.all[first : first+l.words : first+l.words]
}

// all goes over the rows.
func (l *log) all(yield func(Row) bool) {
	for rank := range l.len {
		if !yield(l.at(uint32(rank))) {
			return
		}
	}
}

// reserve makes room for n more rows.
func (l *log) reserve(n int) { l.rows.extend((l.len + n) * l.words) }

// bytes is what the rows take.
func (l *log) bytes() int { return 8 * l.len * l.words }

// A room is an array that grows in place. A large one is a part of the address space with more than there will ever be, of
// which only what has been written takes memory, in huge pages if the system has any: most of what it costs to read at random
// in a large table is otherwise the search for the page. Where the system has no such room, it is copied when it grows.
type room[T uint32 | uint64] struct {
	all     []T
	mapped  []T // nil: small, or no such room is to be had
	written int // elements of it that may take memory
}

const (
	leastRoom = 1 << 20                    // bytes that are worth a part of the address space
	mostRoom  = 1 << (28 + ^uint(0)>>63*8) // bytes: 2^36, which is what 2^31 rows of four words take; 2^28 in a small address space
)

// extend makes the array at least so long. What is new in it is zero.
func (r *room[T]) extend(n int) {
	if n > len(r.all) {
		r.grow(n)
	}
	if r.mapped != nil {
		r.written = max(r.written, n)
	}
}

func elementBytes[T any]() int {
	var element T
	return int(unsafe.Sizeof(element))
}

// bytes is the memory that the room takes beside what Go's runtime knows of.
func (r *room[T]) bytes() int {
	return r.written * elementBytes[T]()
}

func (r *room[T]) grow(n int) {
	if size := elementBytes[T](); r.mapped == nil && n*size >= leastRoom {
		if bytes := reserveBytes(mostRoom); bytes != nil {
			r.mapped = unsafe.Slice((*T)(unsafe.Pointer(&bytes[0])), mostRoom/size)
			copy(r.mapped, r.all)
		}
	}
	if n <= len(r.mapped) {
		r.all = r.mapped[:min(2*n, len(r.mapped))] // it costs nothing
		return
	}
	grown := make([]T, max(n, 3*len(r.all)/2, 64))
	copy(grown, r.all)
	r.all = grown
}

// release gives everything back.
func (r *room[T]) release() {
	if r.mapped != nil {
		releaseBytes(unsafe.Slice((*byte)(unsafe.Pointer(&r.mapped[0])), mostRoom))
	}
	*r = room[T]{}
}

// parents remembers from which state each was first reached. Ranks are in the order of (parent's rank, step), so parents
// ascend with them: it is enough to know every 64th, since the parent of a state in between is the first state, from
// there on, that has a step to it.
type parents struct {
	of  room[uint32]
	len int // of it
}

const parentEvery = 64

// reserve makes room for the parents of the states below n.
func (p *parents) reserve(n int) {
	p.len = max(p.len, (n+parentEvery-1)/parentEvery)
	p.of.extend(p.len)
}

// put notes the parent of a state.
func (p *parents) put(rank, parent uint32) {
	if rank%parentEvery == 0 {
		p.of.all[rank/parentEvery] = parent
	}
}

// near returns the parent of a state, or else a state that is not behind it.
func (p *parents) near(rank uint32) (parent uint32, exact bool) {
	return p.of.all[rank/parentEvery], rank%parentEvery == 0
}

// A lately is a cache of rows that were found lately and so are known: most successors are among them, and need not be
// looked up. It is exact, since it compares whole rows.
type lately struct {
	words int
	most  int // bytes that it may have; 0: latelyBytes
	rows  []uint64
	mask  uint64 // of places
}

// latelyBytes is how large the cache may be: it fits a core's own.
const latelyBytes = 512 << 10

// clear forgets all rows. From now on, they have so many words; and for many states the cache is larger than for few.
func (c *lately) clear(words, states int) {
	bits := c.bits(words, states)
	if size := words << bits; c.words != words || len(c.rows) != size {
		c.words, c.mask, c.rows = words, 1<<bits-1, make([]uint64, size)
		return
	}
	clear(c.rows)
}

// bits is how many places the cache has for so many states, as a binary logarithm.
func (c *lately) bits(words, states int) int {
	return mathbits.Len(uint(min(cmp.Or(c.most, latelyBytes)/(8*words), states))) - 1
}

// isSmall reports whether the cache should be larger for so many states.
func (c *lately) isSmall(states int) bool {
	return c.words == 0 || c.mask+1 < 1<<c.bits(c.words, states)
}

// knows reports whether a row was found lately, and remembers it. No row is all zero that has been remembered.
func (c *lately) knows(row Row, hash uint64) bool {
	if len(row) == 1 {
		old := &c.rows[hash>>8&c.mask]
		is := *old == row[0] && row[0] != 0
		*old = row[0]
		return is
	}
	first := int(hash>>8&c.mask) * c.words
	old := Row(c.rows[first : first+c.words])
	if equal(old, row) && !isZero(row) {
		return true
	}
	copy(old, row)
	return false
}

func isZero(row Row) bool {
	for _, w := range row {
		if w != 0 {
			return false
		}
	}
	return true
}
