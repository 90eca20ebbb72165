package world

import (
	"encoding/binary"
	"iter"
	mathbits "math/bits"
	"slices"

	"interrex/checker"
	"interrex/model"
)

// A packing packs the states of a World into rows (checker.Packing): an id of each process's view, and the cells that
// belong to no process. The package comment has an example.
//
// A view is the local state of a process, or what it has left if it is dead, and the contents of its incoming channels.
// What follows from one view is computed once: the steps of its process, the next views, the messages sent. These
// depend on other views as well, and are decided for each row:
//
//   - on a repaired ring, the receiver (address), and what a crash moves if messages are sent on (killByVector);
//   - the prefixes of a step with a crash (makeAndDie), and full channels (sendAll);
//   - reports, withdrawals and detections (permit, knowsDeath), and the conditions of timers (facts.go);
//   - by the clock, ticks, the moment from which the bounds hold, and deadlines (ageing.go);
//   - budgets, terms, the history of leaders and the record of suspicions, which have fields of their own (records.go).
//
// A world with too many views is not packed so.
type packing struct {
	*World
	layout   checker.Layout
	spots    []spot // where rows keep the number of each process's view, and behind these the rest
	peers    []peer
	rest     []restCell // budgets, the history of leaders and what else no process has
	factBits map[fact]uint64
	expanded []*int // rows, by each of the expanders
	views    int
	judged   int  // rows that had been expanded when views were judged last
	foreseen int  // states that there are besides
	many     bool // views are too many
	learned  int  // grows with what is known
	tight    bool // the number of some view has no room in rows, which must be laid out anew
	dies     bool // a process may die within a step
	resends  bool // what is on its way to the dead is sent on
	strange  bool // some process has more classes of local states than its bits of a glance tell apart: there are no glances

	hops     []hop   // of each link, where it leads
	outgoing [][]int // the links out of each process

	// What is known of views, in few arrays, so that it stays in a core's own cache. A slot numbers what may come in to a process: a
	// message on a link.
	takings    []uint32    // of a view, by incoming link, where the deeds that take from it begin; and where the last of them end
	deeds      []deed      // what processes may do, by view
	sends      []sending   // what they send then, by deed
	records    []record    // what they leave in the records of the world
	conditions []condition // when timers may fire
	slots      [][]uint32  // of each link, by message, its slot, and one

	// By the clock:
	hold    uint64 // the facts of which one suffices that no tick passes
	runDown uint32 // the condition of every timer that has run down
}

// A hop is a link: to whom, and its place among those into its receiver.
type hop struct{ to, place int }

// A peer is a process with its views.
type peer struct {
	spot       spot // where rows keep the number of its view
	process    int
	numbers    map[string]uint32
	seen       []seen
	views      []view
	ages       []age                  // of the views, by the clock
	beyond     []uint64               // of the views, which incoming links hold anything, but for the first 64 of all: many.go
	glances    []uint64               // of the views, what properties can see of them (checker.Glancing)
	classes    []uint64               // of local states, as properties see them
	conditions map[model.Timer]uint32 // of its timers
	statuses   []model.Status
	slots      int      // how many there are
	stride     int      // for how many of them pushed has room
	pushed     []uint32 // by view and slot, the view with that message more, and one; tooMuch if the channel is full; 0: not known yet
}

// A restCell is a cell of the vector that belongs to no process.
type restCell struct {
	cell int
	most uint64
	ends bool // it never holds more
}

// What a process has seen if it has a view.
type seen struct {
	local, grave checker.Cell // grave: if it is dead, the number of what it has left (crash.go)
	contents     []number     // of its incoming links, nearest sender first
	traits       *traits
	losses       [][]uint32 // by place, the views without one of the messages; nil: not known yet
}

// A view is what is known of what a process sees. A number of which 0 means that it is not known yet is one more than what
// it says.
type view struct {
	loaded      uint64 // the incoming links that hold anything, of the first 64 links of all
	facts       uint64
	takings     uint32 // where what packing.takings has of it begins
	own, owns   uint32 // where what its process may do on its own begins among the deeds, and how many these are
	deadAs      uint32 // the view when the process has died
	raisedAs    uint32 // the view when it has come back
	follows     uint32 // the leader whose death it would find out if it started, and one
	dead, draws bool   // draws: it must draw its lot before it does anything else
	leads       bool   // its process has elected itself
}

const tooMuch = ^uint32(0)

// mostWords is how many words a row of views may have.
const mostWords = 4

// A spot is where a row keeps a number (checker.Field).
type spot struct {
	mask  uint64
	word  uint8
	shift uint8
}

func (f *spot) fits(n uint64) bool { return n&^f.mask == 0 }

// of returns the number that a row keeps there.
func (f *spot) of(row checker.Row) uint32 { return uint32(row[f.word] >> (f.shift & 63) & f.mask) }

// A rowOf is a row with room for so many words. Of one word, the compiler keeps it in a register.
type rowOf interface {
	[1]uint64 | [2]uint64 | [mostWords]uint64
}

// in returns the number that a row keeps at a spot.
func in[R rowOf](f *spot, row *R) uint32 {
	return uint32((*row)[uint(f.word)%uint(len(*row))] >> (f.shift & 63) & f.mask)
}

// turn makes a row keep another number at a spot. Both must fit.
func turn[R rowOf](f *spot, row *R, from, to uint32) {
	(*row)[uint(f.word)%uint(len(*row))] ^= uint64(from^to) << (f.shift & 63)
}

// Where views nearly keep pace with states, as on FIFO rings with deaths, to know them costs more than it saves. That is
// judged each time that there are twice as many, from fewViews on: for each new view, since they were half as many, states must
// have been expanded whose vectors have enoughCells, and as many more each time. So a small world, whose vectors cost little, must
// do with few views, and no world goes on with more and more of them.
const fewViews, enoughCells = 1 << 11, 1 << 6

// Packing is part of checker.Packable.
func (w *World) Packing(explored checker.System) checker.Packing {
	if explored != checker.System(w) {
		return nil
	}
	pk := &packing{World: w, peers: make([]peer, w.n), factBits: map[fact]uint64{}, slots: make([][]uint32, len(w.links)), records: make([]record, 1)}
	x := pk.newExpansion()
	pk.dies, pk.resends = x.dies, x.resends
	for p := range pk.peers {
		pk.peers[p] = peer{process: p, numbers: map[string]uint32{}, conditions: map[model.Timer]uint32{}, stride: 4}
	}
	for _, b := range w.budgets.all() {
		if b.cell >= 0 {
			pk.rest = append(pk.rest, restCell{b.cell, uint64(max(b.size, 1)), true})
		}
	}
	for _, cell := range []int{w.leaders.cell, w.suspected.cell} {
		if cell >= 0 {
			pk.rest = append(pk.rest, restCell{cell: cell})
		}
	}
	pk.hops, pk.outgoing = make([]hop, len(w.links)), make([][]int, w.n)
	for p := range w.n {
		for place, link := range w.incoming[p] {
			pk.hops[link] = hop{p, place}
			pk.outgoing[w.links[link].from] = append(pk.outgoing[w.links[link].from], link)
		}
	}
	if w.gst.cell >= 0 {
		pk.rest = append(pk.rest, restCell{w.gst.cell, uint64(max(w.gst.size, 1)), true})
	}
	if w.config.IsClocked() {
		pk.setClock()
	}
	layout, will := pk.Widen(0, nil)
	if !will {
		return nil
	}
	pk.Lay(layout)
	return pk
}

// Layout is part of checker.Packing: the views of the processes come first.
func (pk *packing) Layout() *checker.Layout { return &pk.layout }

// Widen is part of checker.Packing.
func (pk *packing) Widen(spare int, _ iter.Seq[checker.Row]) (wider checker.Layout, will bool) {
	if pk.many {
		return wider, false
	}
	var needs []checker.Need
	for _, peer := range pk.peers {
		needs = append(needs, checker.Need{Bits: mathbits.Len(uint(len(peer.views))) + spare})
	}
	for _, rest := range pk.rest {
		need := checker.Need{Bits: mathbits.Len64(rest.most), Fixed: rest.ends}
		if !rest.ends {
			need.Bits += spare
		}
		needs = append(needs, need)
	}
	wider = checker.NewLayout(needs)
	return wider, wider.Words <= mostWords
}

// Lay is part of checker.Packing.
func (pk *packing) Lay(wider checker.Layout) {
	pk.layout = wider
	pk.spots = pk.spots[:0]
	for i := range pk.layout.Fields {
		word, shift, mask := pk.layout.Fields[i].Place()
		pk.spots = append(pk.spots, spot{mask, uint8(word), uint8(shift)})
	}
	for p := range pk.peers {
		pk.peers[p].spot = pk.spots[p]
	}
	pk.tight = false
}

// spot is where rows keep a cell that no process has, nil if there is no such cell.
func (pk *packing) spot(cell int) *spot {
	for i, rest := range pk.rest {
		if rest.cell == cell {
			return &pk.spots[pk.n+i]
		}
	}
	return nil
}

// Cells is part of checker.Celled.
func (pk *packing) Cells(field int) []int {
	if field >= pk.n {
		return []int{pk.rest[field-pk.n].cell}
	}
	cells := []int{field}
	if pk.gravesAt >= 0 {
		cells = append(cells, pk.gravesAt+field)
	}
	for _, link := range pk.incoming[field] {
		cells = append(cells, pk.n+link)
	}
	return cells
}

// Unpack is part of checker.Packing.
func (pk *packing) Unpack(row checker.Row, s checker.State) {
	for p := range pk.n {
		v := &pk.peers[p].seen[pk.layout.Fields[p].In(row)]
		s[p] = v.local
		if pk.gravesAt >= 0 {
			s[pk.gravesAt+p] = v.grave
		}
		for place, link := range pk.incoming[p] {
			pk.fill(s, link, v.contents[place])
		}
	}
	for i, rest := range pk.rest {
		s[rest.cell] = checker.Cell(pk.layout.Fields[pk.n+i].In(row))
	}
}

// Pack is part of checker.Packing.
func (pk *packing) Pack(s checker.State, row checker.Row) bool {
	clear(row)
	for p := range pk.n {
		n, known := pk.peers[p].numbers[pk.key(s, p)]
		if !known || !pk.layout.Fields[p].Fits(uint64(n)) {
			return false
		}
		pk.layout.Fields[p].Put(row, uint64(n))
	}
	for i, rest := range pk.rest {
		f, n := &pk.layout.Fields[pk.n+i], uint64(s[rest.cell])
		if !f.Fits(n) {
			return false
		}
		f.Put(row, n)
	}
	return true
}

// See is part of checker.Packing.
func (pk *packing) See(s checker.State) {
	for p := range pk.n {
		pk.number(p, pk.key(s, p))
	}
	for i := range pk.rest {
		rest := &pk.rest[i]
		rest.most = max(rest.most, uint64(s[rest.cell]))
	}
}

// key spells what process p sees in a state.
func (pk *packing) key(s checker.State, p int) string {
	grave := checker.Cell(0)
	if pk.gravesAt >= 0 {
		grave = s[pk.gravesAt+p]
	}
	key := keyOf(make([]byte, 0, 64), s[p], grave)
	for _, link := range pk.incoming[p] {
		key = binary.LittleEndian.AppendUint32(key, pk.content(s, link))
	}
	return string(key)
}

// keyOf begins a key with numbers that fit 16 bits (narrow).
func keyOf(key []byte, local, grave checker.Cell) []byte {
	return binary.LittleEndian.AppendUint16(binary.LittleEndian.AppendUint16(key, uint16(local)), uint16(grave))
}

// changed is the number of the view that another one becomes with another local state and, if a place is not negative, with
// another content of the incoming link there.
func (pk *packing) changed(p int, from uint32, local checker.Cell, place int, content number) uint32 {
	return pk.number(p, pk.peers[p].seen[from].key(local, place, content))
}

// key spells the view that another one becomes so.
func (v *seen) key(local checker.Cell, place int, content number) string {
	key := keyOf(make([]byte, 0, 64), local, v.grave)
	for i, c := range v.contents {
		if i == place {
			c = content
		}
		key = binary.LittleEndian.AppendUint32(key, c)
	}
	return string(key)
}

// buried is the number of the view of a process that has died.
func (pk *packing) buried(p int, from uint32) uint32 {
	grave := checker.Cell(0)
	if pk.gravesAt >= 0 {
		grave = pk.peers[p].seen[from].traits.crashed
	}
	return pk.bare(p, dead, grave)
}

// raised is the number of the view of a dead process that has come back.
func (pk *packing) raised(p int, from uint32) uint32 {
	s := make(checker.State, pk.width)
	if pk.gravesAt >= 0 {
		s[pk.gravesAt+p] = pk.peers[p].seen[from].grave
	}
	pk.raise(s, p)
	return pk.bare(p, s[p], 0)
}

// bare is the number of the view of a process to which nothing is on its way.
func (pk *packing) bare(p int, local, grave checker.Cell) uint32 {
	key := keyOf(make([]byte, 0, 64), local, grave)
	return pk.number(p, string(append(key, make([]byte, 4*len(pk.incoming[p]))...)))
}

// number returns the number of a view of process p.
func (pk *packing) number(p int, key string) uint32 {
	peer := &pk.peers[p]
	if n, known := peer.numbers[key]; known {
		return n
	}
	bytes := []byte(key)
	is := seen{local: checker.Cell(binary.LittleEndian.Uint16(bytes)), grave: checker.Cell(binary.LittleEndian.Uint16(bytes[2:]))}
	is.traits, is.losses = pk.traits(p, is.local), make([][]uint32, len(pk.incoming[p]))
	v := view{dead: is.local == dead, draws: len(is.traits.choices) > 0, leads: pk.leadsAs(p, is.local)}
	for place, link := range pk.incoming[p] {
		content := binary.LittleEndian.Uint32(bytes[4+4*place:])
		is.contents = append(is.contents, content)
		if content != 0 && link < 64 {
			v.loaded |= 1 << link
		}
	}
	for f, mark := range pk.factBits {
		v.facts |= pk.bitIn(f, p, &is) * mark
	}
	n := uint32(len(peer.views))
	peer.numbers[key] = n
	pk.learned++
	pk.tight = pk.tight || !peer.spot.fits(uint64(n))
	peer.seen, peer.views, peer.glances = append(peer.seen, is), append(peer.views, v), append(peer.glances, pk.glanceOf(peer, &is))
	if pk.config.IsClocked() {
		peer.ages = append(peer.ages, pk.ageOf(p, &is))
	}
	peer.beyond = append(peer.beyond, pk.loadedBeyond(p, &is)...)
	if len(peer.pushed)+peer.stride > cap(peer.pushed) { // while it is small it doubles
		peer.pushed = slices.Grow(peer.pushed, max(peer.stride, min(len(peer.pushed), 1<<16)))
	}
	peer.pushed = append(peer.pushed, make([]uint32, peer.stride)...)
	pk.judge()
	return n
}

// judge finds out whether views are too many.
func (pk *packing) judge() {
	if pk.views++; pk.views < fewViews/2 || pk.views&(pk.views-1) != 0 {
		return
	}
	expanded := 0
	for _, rows := range pk.expanded {
		expanded += *rows
	}
	since := max(expanded-pk.judged, pk.foreseen)
	if pk.judged = expanded; pk.views < fewViews {
		return
	}
	pk.many = pk.many || since*pk.width < pk.views/2*enoughCells*mathbits.Len(uint(pk.views/fewViews))
}

// Foresee is part of checker.Foreseeing.
func (pk *packing) Foresee(states int) { pk.foreseen = max(pk.foreseen, states) }

// glanceOf is what properties can see of a view, in the bits of a glance that are its process's; and what they see of
// channels, in those that are everyone's.
func (pk *packing) glanceOf(peer *peer, v *seen) (glance uint64) {
	for _, content := range v.contents {
		if content != 0 {
			glance |= pk.channels.contents.strands.Load().shows(content)
		}
	}
	class := slices.Index(peer.classes, v.traits.class)
	if class < 0 {
		class = len(peer.classes)
		peer.classes = append(peer.classes, v.traits.class)
	}
	bits := (64 - trafficBits) / pk.n
	pk.strange = pk.strange || class>>bits != 0 || v.traits.class == strangeClass
	return glance | uint64(class)<<(trafficBits+peer.process*bits)
}

// Glance is part of checker.Glancing.
func (pk *packing) Glance(rows, glances []uint64) bool {
	if pk.strange {
		return false
	}
	words := pk.layout.Words
	for i := range glances {
		row, glance := rows[i*words:(i+1)*words], uint64(0)
		for p := range pk.peers {
			peer := &pk.peers[p]
			glance |= peer.glances[peer.spot.of(row)]
		}
		glances[i] = glance
	}
	if pk.World.leaders.cell >= 0 {
		f := pk.spot(pk.World.leaders.cell)
		for i := range glances {
			history := f.of(rows[i*words : (i+1)*words])
			glances[i] |= bit(pk.World.leaders.tables.at(history).shared) * sharedTerm
		}
	}
	return true
}

// slot is the place of a message on a link among all that may come in to its receiver, and one.
func (pk *packing) slot(link int, message number) uint32 {
	if more := int(message) + 1 - len(pk.slots[link]); more > 0 {
		pk.slots[link] = append(pk.slots[link], make([]uint32, more)...)
	}
	at := &pk.slots[link][message]
	if *at == 0 {
		peer := &pk.peers[pk.links[link].to]
		peer.slots++
		*at = uint32(peer.slots)
		pk.makeRoom(peer)
	}
	return *at
}

// makeRoom makes room in pushed for all slots.
func (pk *packing) makeRoom(peer *peer) {
	if peer.slots <= peer.stride {
		return
	}
	pk.learned++
	old := peer.stride
	peer.stride = 2 * peer.slots
	pushed := make([]uint32, len(peer.views)*peer.stride)
	for n := range peer.views {
		copy(pushed[n*peer.stride:], peer.pushed[n*old:(n+1)*old])
	}
	peer.pushed = pushed
}
