package world

import "interrex/checker"

// A gallery looks at rows of views for a learner: what lessons look at of a process is found out once for each of its views, and
// so is which of its steps are nominees, and where the lessons about these are.
type gallery struct {
	*learner
	packing *packing
	scenes  [][]*scene    // of each process, by view; nil: not looked at yet
	at      []*scene      // of the row
	outline checker.State // the state of the row, but for what is on its way

	homes      []home // of operations
	deliveries checker.Operations
}

// A home is where a scene has the nominee of an operation.
type home struct{ process, place int }

// A scene is what lessons look at of a process with a view.
type scene struct {
	local     checker.Cell
	here      uint8
	loads     []*placeSet        // of its incoming links
	isStrange bool               // something has no place
	nominees  []proposal         // by incoming link; and last, to detect
	mute, all checker.Operations // of the nominees
}

// A proposal is a nominee as long as its process has a view, and where its lessons are, by all else that is the same.
type proposal struct {
	nominee
	first uint64
	known []about
}

// About says where lessons are for circumstances.
type about struct {
	at      circumstances
	lessons *[]lesson
}

func newGallery(l *learner, packing *packing) *gallery {
	g := &gallery{learner: l, packing: packing, scenes: make([][]*scene, l.n), at: make([]*scene, l.n), outline: make(checker.State, l.width)}
	g.homes = make([]home, l.Operations())
	for link, hop := range packing.hops {
		g.homes[link] = home{hop.to, hop.place}
		g.deliveries = g.deliveries.With(checker.Operation(link))
	}
	for p := range l.n {
		g.homes[l.ofProcess(p, opDetect)] = home{p, len(l.incoming[p])}
	}
	return g
}

// clear forgets where lessons are.
func (g *gallery) clear() {
	for _, scenes := range g.scenes {
		clear(scenes)
	}
}

// first is First for a row.
func (g *gallery) first(row checker.Row, state func() checker.State, ops checker.Operations) (op checker.Operation, ok bool) {
	g.look(row)
	s := g.outline
	if !g.nominates(s) {
		return 0, false
	}
	if ops = ops.And(g.nominated()); ops.IsEmpty() {
		return 0, false
	}
	g.gaze()
	for ; !ops.IsEmpty(); ops = ops.Minus(checker.Operations{}.With(op)) {
		op = ops.First()
		p := g.homes[op]
		c := &g.at[p.process].nominees[p.place]
		if g.isConfluent(state, &c.nominee, g.lessonsFor(c)) {
			return op, true
		}
	}
	return 0, false
}

// nominated are the operations of the nominees in the row.
func (g *gallery) nominated() (ops checker.Operations) {
	mute := g.mustBeMute(g.outline, -1)
	for _, is := range g.at {
		if mute {
			ops = ops.Or(is.mute)
		} else {
			ops = ops.Or(is.all)
		}
	}
	if !g.nominatesDetection(g.outline) {
		ops = ops.And(g.deliveries)
	}
	return ops
}

// look finds the scenes of a row, and its outline.
func (g *gallery) look(row checker.Row) {
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
		g.at[p], g.outline[p] = is, is.local
	}
	for i, rest := range g.packing.rest {
		g.outline[rest.cell] = checker.Cell(g.packing.spots[g.n+i].of(row))
	}
}

// gaze tells the learner what lessons look at.
func (g *gallery) gaze() {
	g.strange, g.common = false, g.commonTo(g.outline)
	g.common[1] |= bit(g.mustBeMute(g.outline, -1)) << 44
	for p, is := range g.at {
		g.here[p], g.strange = is.here, g.strange || is.isStrange
		for place, link := range g.incoming[p] {
			g.loads[link] = is.loads[place]
		}
	}
}

// sceneOf looks at what a process sees.
func (g *gallery) sceneOf(p int, v *seen) *scene {
	is := &scene{local: v.local, here: g.locals[p].at(int(v.local))}
	is.isStrange = is.here == noPlace
	nominate := func(op checker.Operation, head number) {
		c := proposal{nominee: g.nomineeAt(op, v.local, head)}
		c.first = c.nominee.first(v.local)
		is.nominees, is.all = append(is.nominees, c), is.all.With(op)
		if c.isMute {
			is.mute = is.mute.With(op)
		}
	}
	for place, link := range g.incoming[p] {
		load := g.loadOf(v.contents[place])
		is.loads, is.isStrange = append(is.loads, load), is.isStrange || load == nil
		if takes := g.channels.at(v.contents[place]).takes; len(takes) > 0 {
			nominate(checker.Operation(link), takes[0].message)
		} else {
			is.nominees = append(is.nominees, proposal{})
		}
	}
	if t := v.traits; v.local != dead && t.status.Idle && t.elected >= 0 && t.elected != p {
		nominate(g.ofProcess(p, opDetect), 0)
	}
	return is
}

// lessonsFor returns the lessons about a proposal in the row.
func (g *gallery) lessonsFor(c *proposal) *[]lesson {
	at := circumstances{c.first, g.common[1]}
	for i := range c.known {
		if c.known[i].at == at {
			return c.known[i].lessons
		}
	}
	lessons := g.about(at)
	c.known = append(c.known, about{at, lessons})
	return lessons
}
