package world

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"interrex/checker"
)

// A gallery looks at rows of views for a learner: what lessons look at of a process is found out once for each of its views, and
// so is which of its steps are nominees, and where the lessons about these are.
type gallery struct {
	*learner
	packing   *packing
	scenes    [][]*scene // of each process, by view; nil: not looked at yet
	scene     map[string]*scene
	stage     map[uint64]*proposal // by the first word of its circumstances
	at        []*scene             // of the row
	budgetsAt []int                // which of the packing's rest they are

	homes      []home // of operations
	deliveries checker.Operations

	occasions [1 << 6]occasion // met last, each at one place
	outline   checker.State    // room
}

// An occasion is what is decided by who is dead or fresh and what is left of the budgets, for which the key stands.
type occasion struct {
	key       [2]uint64
	isKnown   bool
	rest      uint64             // of the circumstances
	nominated checker.Operations // as far as there are such nominees
	isMute    bool               // of nominees only those that send nothing
}

// A home is where a scene has the nominee of an operation.
type home struct{ process, place int }

// A scene is what lessons look at of a process with a view. It is one for all views of which that is the same.
type scene struct {
	local     checker.Cell
	sign      uint64 // that its process is dead or fresh, in the key of an occasion
	here      uint8
	isStrange bool               // something has no place
	loads     []*placeSet        // of its incoming links
	nominees  []*proposal        // by incoming link; and last, to detect
	mute, all checker.Operations // of the nominees
}

// A proposal is a nominee, and where its lessons are, by all else that is the same.
type proposal struct {
	nominee
	first uint64
	known []about
}

// About says where lessons are for circumstances.
type about struct {
	rest    uint64 // of the circumstances
	lessons *[]lesson
}

func newGallery(l *learner, packing *packing) *gallery {
	g := &gallery{learner: l, packing: packing, scenes: make([][]*scene, l.n), at: make([]*scene, l.n), outline: make(checker.State, l.width)}
	g.clear()
	g.homes = make([]home, l.Operations())
	for link, hop := range packing.hops {
		g.homes[link] = home{hop.to, hop.place}
		g.deliveries = g.deliveries.With(checker.Operation(link))
	}
	for i, rest := range packing.rest {
		if slices.ContainsFunc(l.World.budgets.all(), func(b *budget) bool { return b.cell == rest.cell }) {
			g.budgetsAt = append(g.budgetsAt, i)
		}
	}
	for p := range l.n {
		g.homes[l.ofProcess(p, opDetect)] = home{p, len(l.incoming[p])}
	}
	return g
}

// clear forgets where lessons are.
func (g *gallery) clear() {
	g.scene, g.stage = map[string]*scene{}, map[uint64]*proposal{}
	for _, scenes := range g.scenes {
		clear(scenes)
	}
}

// first is First for a row.
func (g *gallery) first(row checker.Row, state func() checker.State, ops checker.Operations) (op checker.Operation, ok bool) {
	o := g.look(row)
	var nominated checker.Operations
	for _, is := range g.at {
		if o.isMute {
			nominated = nominated.Or(is.mute)
		} else {
			nominated = nominated.Or(is.all)
		}
	}
	if ops = ops.And(nominated).And(o.nominated); ops.IsEmpty() {
		return 0, false
	}
	g.gaze()
	for word, left := range ops {
		for ; left != 0; left &= left - 1 {
			op := 64*word + bits.TrailingZeros64(left)
			home := &g.homes[op]
			c := g.at[home.process].nominees[home.place]
			if g.isConfluent(state, &c.nominee, g.lessonsFor(c, o.rest)) {
				return checker.Operation(op), true
			}
		}
	}
	return 0, false
}

// look finds the scenes of a row, and its occasion.
func (g *gallery) look(row checker.Row) *occasion {
	key := [2]uint64{}
	for p := range g.at {
		peer := &g.packing.peers[p]
		view := int(peer.spot.of(row))
		if view >= len(g.scenes[p]) {
			g.scenes[p] = append(g.scenes[p], make([]*scene, len(peer.views)-len(g.scenes[p]))...)
		}
		is := g.scenes[p][view]
		if is == nil {
			is = g.sceneOf(p, &peer.seen[view])
			g.scenes[p][view] = is
		}
		g.at[p] = is
		key[0] |= is.sign
	}
	for i, at := range g.budgetsAt { // two words have room for all, beside the signs
		key[(i+1)/4] |= uint64(g.packing.spots[g.n+at].of(row)) << ((i + 1) % 4 * 16)
	}
	o := &g.occasions[spread(key[0]^key[1]*5)%uint64(len(g.occasions))]
	if o.key != key || !o.isKnown {
		*o = g.occasion(row)
		o.key, o.isKnown = key, true
	}
	return o
}

// occasion finds out what is decided by who is dead or fresh in the row, and by the budgets.
func (g *gallery) occasion(row checker.Row) (o occasion) {
	s := g.outline
	for p, is := range g.at {
		s[p] = is.local
	}
	for i, rest := range g.packing.rest {
		s[rest.cell] = checker.Cell(g.packing.spots[g.n+i].of(row))
	}
	if o.isMute = g.mustBeMute(s, -1); !g.nominates(s) {
		return o
	}
	o.rest, o.nominated = g.commonTo(s)[1]|bit(o.isMute)<<44, g.anything
	if !g.nominatesDetection(s) {
		o.nominated = g.deliveries
	}
	return o
}

// gaze tells the learner what lessons look at.
func (g *gallery) gaze() {
	g.strange = false
	for p, is := range g.at {
		g.here[p], g.strange = is.here, g.strange || is.isStrange
		for place, link := range g.incoming[p] {
			g.loads[link] = is.loads[place]
		}
	}
}

// sceneOf looks at what a process sees.
func (g *gallery) sceneOf(p int, v *seen) *scene {
	key := binary.LittleEndian.AppendUint16([]byte{byte(p)}, v.local)
	is := &scene{local: v.local, here: g.locals[p].at(int(v.local)), nominees: make([]*proposal, len(v.contents)+1)}
	is.isStrange = is.here == noPlace
	is.sign = bit(v.local == dead)<<p | bit(v.local != dead && v.traits.fresh)<<mostApproximated
	for place, link := range g.incoming[p] {
		load, head := g.loadOf(v.contents[place]), number(0)
		is.loads, is.isStrange = append(is.loads, load), is.isStrange || load == nil
		if takes := g.channels.at(v.contents[place]).takes; len(takes) > 0 {
			head = takes[0].message + 1
			g.nominate(is, place, checker.Operation(link), takes[0].message)
		}
		key = binary.LittleEndian.AppendUint32(key, head)
		if load != nil {
			for _, word := range load {
				key = binary.LittleEndian.AppendUint64(key, word)
			}
		}
	}
	if known := g.scene[string(key)]; known != nil {
		return known
	}
	if t := v.traits; v.local != dead && t.status.Idle && t.elected >= 0 && t.elected != p {
		g.nominate(is, len(v.contents), g.ofProcess(p, opDetect), 0)
	}
	g.scene[string(key)] = is
	return is
}

// nominate makes the step of an operation a nominee of a scene.
func (g *gallery) nominate(is *scene, place int, op checker.Operation, head number) {
	c := g.nomineeAt(op, is.local, head)
	first := c.first(is.local)
	if g.stage[first] == nil {
		g.stage[first] = &proposal{nominee: c, first: first}
	}
	is.nominees[place], is.all = g.stage[first], is.all.With(op)
	if c.isMute {
		is.mute = is.mute.With(op)
	}
}

// lessonsFor returns the lessons about a proposal, where the rest of its circumstances is such.
func (g *gallery) lessonsFor(c *proposal, rest uint64) *[]lesson {
	for i := range c.known {
		if c.known[i].rest == rest {
			return c.known[i].lessons
		}
	}
	lessons := g.about(circumstances{c.first, rest})
	c.known = append(c.known, about{rest, lessons})
	return lessons
}
