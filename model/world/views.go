package world

import (
	mathbits "math/bits"

	"interrex/checker"
	"interrex/model"
)

// A deed is what a process may do: take a message, or act on its own. It is known with the view, but for what it leads to,
// which is found out when it is first done.
type deed struct {
	step   checker.Step // with the bound that alters or disables it
	wakes  uint64       // the classes of steps that may not commute with it: sleep.go
	lulls  uint64       // the class of its process's crash, if that absorbs it
	to     uint32       // the view that the process has then; notYet: not known yet
	sends  uint32       // where what it sends begins among all that is sent
	record uint32       // what it leaves in the records of the world, 0 if nothing
	about  int32        // whom a detector reports, or the leader; of a timeout, the condition of its timer
	count  uint16       // how many messages it sends
	kind   moveKind

	inward  bool // it is known to change nothing but the view of its process
	asks    bool // whether it may be done depends on others, or on a budget
	blocked bool // the bound disables it
	free    bool // a start for which nothing is spent
	idle    bool // a start that discharges what is owed when the leader is found dead
}

const notYet = ^uint32(0)

// A sending is a message on its way out: to a place on the ring, or to the next live one.
type sending struct {
	to      int
	message number
	slot    uint32 // of the message on the link to that place, and one
	within  uint8  // by the clock, and if it does not go to a place: in how many ticks it arrives
}

// find finds out what event e makes of process p with a view. The message is taken from the incoming link at a place; if that
// is negative, there is none or it stays there.
func (pk *packing) find(d *deed, p int, from uint32, e event, place int, rest number) {
	out := pk.outcome(p, pk.peers[p].seen[from].local, e)
	switch {
	case out.capped:
		d.step.Bound = electionsBound
	case out.saturated:
		d.step.Bound = countersBound
	}
	if out.capped && e.kind != model.Receive && e.kind != model.Timeout {
		d.to, d.blocked = 0, true
		return
	}
	d.to = pk.changed(p, from, out.local, place, rest)
	d.sends, d.count = uint32(len(pk.sends)), uint16(len(out.sends))
	pk.post(p, e, out.sends)
	d.record = pk.recordOf(p, pk.peers[p].seen[from].local, out.local, e)
	d.inward = d.count == 0 && d.record == 0
	pk.setWakes(d, p, from)
}

// placeOf is the place of whom process p sends to, if that is known without looking who lives.
func (pk *packing) placeOf(p, to int) int {
	if pk.may[crash] || to >= 0 {
		return to
	}
	return pk.neighbour(p, to)
}

// learnTakings finds out what process p with a view may take from its channels.
func (pk *packing) learnTakings(p int, n uint32, vector *expansion) {
	v := &pk.peers[p].seen[n]
	contents := v.contents
	starts := []uint32{}
	for place, link := range pk.incoming[p] {
		starts = append(starts, uint32(len(pk.deeds)))
		from := pk.links[link].from
		for variant, take := range pk.channels.takes(contents[place], new([1]take)) {
			e := event{model.Receive, from, take.message}
			d := deed{kind: deliver, step: vector.step(move{kind: deliver, process: p, peer: from, variant: variant}, pk.delivery(link, take.message))}
			d.step.Action = take.action
			pk.find(&d, p, n, e, place, take.rest)
			pk.deeds = append(pk.deeds, d)
			if pk.may[deliverAgain] {
				d := deed{kind: deliverAgain, step: vector.step(move{kind: deliverAgain, process: p, peer: from, variant: variant}, checker.None)}
				pk.find(&d, p, n, e, -1, 0)
				pk.deeds = append(pk.deeds, d)
			}
		}
	}
	pk.peers[p].views[n].takings = uint32(len(pk.takings)) + 1
	pk.takings = append(append(pk.takings, starts...), uint32(len(pk.deeds)))
}

// learnOwn finds out what process p with a view may do on its own, if the guards that are about others let it.
func (pk *packing) learnOwn(p int, n uint32, vector *expansion) {
	v, t := &pk.peers[p].views[n], pk.peers[p].seen[n].traits
	first := len(pk.deeds)
	v.own = uint32(first) + 1
	add := func(m move, owed checker.Duty) *deed {
		pk.deeds = append(pk.deeds, deed{kind: m.kind, step: vector.step(m, owed), to: notYet, about: int32(m.peer)})
		return &pk.deeds[len(pk.deeds)-1]
	}
	switch {
	case v.dead || t.inert:
	case v.draws:
		for i := range t.choices {
			add(move{kind: draw, process: p, variant: i}, checker.Weak(pk.duties.draws+p))
		}
	default:
		for i, timer := range t.timers {
			if pk.channels.clocked && t.countdown[i] > 0 {
				continue
			}
			d := add(move{kind: timeout, process: p, variant: i}, t.owed[i])
			d.step.Action, d.asks, d.about = t.timeouts[i], true, int32(pk.occasion(p, timer))
		}
		if recoveryGuard(t) == "" {
			add(move{kind: recover_, process: p}, checker.Weak(pk.duties.recovers+p))
		}
		pk.learnSuspicions(p, t, vector, add)
		if vector.initiators[p] && t.status.MayStart {
			d := add(move{kind: start, process: p}, checker.None)
			d.about, d.free = int32(t.elected), t.fresh || pk.budgets.starts.size == Unlimited
			d.idle = t.elected >= 0 && !vector.detects && t.status.Idle
			d.asks = !d.free || d.idle
			if d.idle {
				v.follows = uint32(t.elected) + 1
			}
		}
	}
	v.owns = uint32(len(pk.deeds) - first)
}

// learnSuspicions is learnOwn for what a process may learn of others from a detector, or find out itself.
func (pk *packing) learnSuspicions(p int, t *traits, vector *expansion, add func(move, checker.Duty) *deed) {
	if pk.detected {
		for _, k := range t.report {
			add(move{kind: report, process: p, peer: k}, checker.None).asks = true
		}
		for _, k := range t.withdraw {
			add(move{kind: withdraw, process: p, peer: k}, checker.None).asks = true
		}
	}
	if vector.detects && vector.leaderGuard(p, t) == "" {
		owed := checker.Weak(pk.duties.detects + p)
		if pk.detected && pk.config.Detector == IncompleteDetector {
			owed = checker.None
		}
		add(move{kind: detect, process: p, peer: t.elected}, owed).asks = true
		add(move{kind: suspect, process: p, peer: t.elected}, checker.None).asks = true
	}
}

// A rowExpander makes the steps out of rows (checker.Expander), in the order in which World.Steps makes them.
type rowExpander[R rowOf] struct {
	*packing
	vector   *expansion    // for what takes the whole state
	state    checker.State // room for it
	expanded *int          // rows so far

	row      R
	out      *checker.Successors
	seats    []seat // of each process
	everyone uint64 // the processes
	facts    uint64 // true in the row
	taken    int    // how much had been learned when the seats were taken
	learn    bool   // what is not known may be found out
	sleeper
	fits bool // all is known, and the rows have room for it

	whole   checker.State // the state of the row
	isWhole bool          // it has been unpacked

	crashes, restarts, starts, mistakes, losses, duplicates purse[R]
	leading, suspecting                                     *spot // the history of leaders, the record of suspicions; nil: none is kept
	binds                                                   *spot // when the bounds of the clock hold, nil: from the beginning
	late                                                    bool  // in the row, they do not hold yet
}

// A seat is a process in the row being expanded.
type seat struct {
	spot   spot // where the row keeps the number of its view
	number uint32
	view   *view
	own    uint64 // the class of what it does on its own

	routines []*routine // routineAt

	// What the packing has for all views of the process, at hand.
	views  []view
	pushed []uint32
	stride int
}

// take copies what the packing has for each process. It is copied again when there is more.
func (x *rowExpander[R]) take() {
	for p := range x.seats {
		seat, peer := &x.seats[p], &x.peers[p]
		seat.spot, seat.views, seat.pushed, seat.stride = peer.spot, peer.views, peer.pushed, peer.stride
	}
	x.taken = x.learned
}

// A purse is a budget in rows.
type purse[R rowOf] struct {
	spot      spot
	kept      bool // rows keep what is left
	unlimited bool
}

// has reports whether something is left.
func (b *purse[R]) has(row *R) bool {
	if !b.kept {
		return b.unlimited
	}
	return in(&b.spot, row) > 0
}

// spend takes one from it.
func (b *purse[R]) spend(row *R) {
	if b.kept && !b.unlimited {
		(*row)[uint(b.spot.word)%uint(len(*row))] -= 1 << (b.spot.shift & 63)
	}
}

// Expander is part of checker.Packing.
func (pk *packing) Expander() checker.Expander {
	switch pk.layout.Words {
	case 1:
		return newRowExpander[[1]uint64](pk)
	case 2:
		return newRowExpander[[2]uint64](pk)
	}
	return newRowExpander[[mostWords]uint64](pk)
}

func newRowExpander[R rowOf](pk *packing) *rowExpander[R] {
	x := &rowExpander[R]{packing: pk, vector: pk.newExpansion(), state: make(checker.State, pk.width), whole: make(checker.State, pk.width),
		expanded: new(int), seats: make([]seat, pk.n), everyone: 1<<pk.n - 1, sleeper: newSleeper(pk)}
	for p := range x.seats {
		x.seats[p].own = pk.own(p)
	}
	x.take()
	purseOf := func(b budget) purse[R] {
		if spot := pk.spot(b.cell); spot != nil {
			return purse[R]{spot: *spot, kept: true, unlimited: b.size == Unlimited}
		}
		return purse[R]{unlimited: b.size == Unlimited}
	}
	b := &pk.budgets
	x.crashes, x.restarts, x.starts = purseOf(b.crashes), purseOf(b.restarts), purseOf(b.starts)
	x.mistakes, x.losses, x.duplicates = purseOf(b.mistakes), purseOf(b.losses), purseOf(b.duplicates)
	x.leading, x.suspecting = pk.spot(pk.leaders.cell), pk.spot(pk.suspected.cell)
	x.binds = pk.spot(pk.gst.cell)
	pk.expanded = append(pk.expanded, x.expanded)
	return x
}

// Expand is part of checker.Expander.
func (x *rowExpander[R]) Expand(row checker.Row, to *checker.Successors) bool {
	*x.expanded++
	x.learn = false
	return x.expand(row, to)
}

// Learn is part of checker.Expander.
func (x *rowExpander[R]) Learn(row checker.Row, to *checker.Successors) bool {
	x.learn = true
	return x.expand(row, to) && !x.many
}

func (x *rowExpander[R]) expand(row checker.Row, out *checker.Successors) bool {
	for i := range min(len(x.row), len(row)) {
		x.row[i] = row[i]
	}
	x.out, x.fits, x.isWhole, x.late = out, true, false, x.binds != nil && in(x.binds, &x.row) > 0
	if x.taken != x.learned {
		x.take()
	}
	loaded := x.look()
	asleep := x.rest(loaded)
	x.deliver(loaded&^asleep, 0)
	for base := 64; base < len(x.links) && x.fits; base += 64 {
		x.deliver(x.loadedFrom(base), base)
	}
	for awake := x.everyone &^ (asleep >> len(x.links)); awake != 0; awake &= awake - 1 {
		p := mathbits.TrailingZeros64(awake)
		if v := x.seats[p].view; (v.owns > 0 || v.own == 0) && x.fits {
			x.alone(p)
		}
	}
	if x.channels.clocked && x.fits {
		x.beginOthers()
		x.time(loaded)
	}
	if x.may[mistakesEnd] && x.mistakes.has(&x.row) {
		x.beginOthers()
		to := x.row
		turn(&x.mistakes.spot, &to, in(&x.mistakes.spot, &to), 0)
		x.add(x.vector.step(move{kind: mistakesEnd}, checker.Weak(x.duties.mistakes)), &to)
	}
	x.adversary(loaded)
	return x.fits
}

// look gathers the views of all processes, and what they say together. It returns those of the first 64 links that hold anything.
func (x *rowExpander[R]) look() (loaded uint64) {
	facts := uint64(0)
	for p := range x.seats {
		seat := &x.seats[p]
		seat.number = in(&seat.spot, &x.row)
		seat.view = &seat.views[seat.number]
		facts |= seat.view.facts
		loaded |= seat.view.loaded
	}
	x.facts = facts
	return loaded
}

// isDead reports whether the process at a place is dead.
func (x *rowExpander[R]) isDead(p int) bool { return x.seats[p].view.dead }

// put changes the view of a process in a row.
func (x *rowExpander[R]) put(to *R, p int, n uint32) {
	spot := &x.seats[p].spot
	turn(spot, to, in(spot, to), n)
}

// unknown reports that something may not be found out now; then the row is given up.
func (x *rowExpander[R]) unknown() bool {
	x.fits = x.fits && x.learn
	return !x.learn
}

// learnt looks again when something has been found out. If there is no room for the number of a view, the row is given up.
func (x *rowExpander[R]) learnt() bool {
	x.take()
	x.look()
	x.fits = x.fits && !x.tight
	return x.fits
}

// add adds a step to a row.
func (x *rowExpander[R]) add(step checker.Step, to *R) {
	if x.isListed {
		x.out.Steps = append(x.out.Steps, step)
	}
	if x.sleep != nil {
		x.sleep.Add(x.behind)
	}
	if len(*to) == 1 {
		x.out.Rows = append(x.out.Rows, (*to)[0])
		return
	}
	for i := range x.layout.Words {
		x.out.Rows = append(x.out.Rows, (*to)[i%len(*to)])
	}
}

// finish adds a step to a row or, if its messages did not fit into the channels, the disabled step.
func (x *rowExpander[R]) finish(step checker.Step, to *R, fits bool) {
	if !fits {
		step.Bound = capacityBound
		x.out.Blocked = append(x.out.Blocked, step)
		return
	}
	x.add(step, to)
}

// deliver makes the deliveries, by channel, from those of the 64 from base on that hold anything.
func (x *rowExpander[R]) deliver(loaded uint64, base int) {
	for ; loaded != 0 && x.fits; loaded &= loaded - 1 {
		link := base + mathbits.TrailingZeros64(loaded)
		hop := &x.hops[link]
		seat := &x.seats[hop.to]
		if seat.view.draws {
			continue
		}
		if seat.view.takings == 0 {
			if x.unknown() {
				return
			}
			x.learnTakings(hop.to, seat.number, x.vector)
			if !x.learnt() {
				return
			}
		}
		at := int(seat.view.takings) - 1 + hop.place
		x.beginClass(link)
		for i, end := x.takings[at], x.takings[at+1]; i < end; i++ {
			d := &x.deeds[i]
			x.beginDeed(d, nil)
			switch {
			case d.kind == deliverAgain:
				if x.duplicates.has(&x.row) {
					to := x.row
					x.duplicates.spend(&to)
					x.make(d, d.step, hop.to, to)
				}
			case d.inward:
				x.turn(d, seat)
			default:
				x.make(d, d.step, hop.to, x.row)
			}
		}
		x.endClass(link)
	}
}

// turn makes the step that does nothing but change the view of its process.
func (x *rowExpander[R]) turn(d *deed, s *seat) {
	to := x.row
	turn(&s.spot, &to, s.number, d.to)
	x.add(d.step, &to)
}

// alone makes the steps that a process takes on its own.
func (x *rowExpander[R]) alone(p int) {
	seat := &x.seats[p]
	if seat.view.own == 0 {
		if x.unknown() {
			return
		}
		x.learnOwn(p, seat.number, x.vector)
		if !x.learnt() {
			return
		}
	}
	first, sleeps := seat.view.own-1, x.sleep != nil && x.sleep.Classes&seat.own != 0
	x.beginClass(len(x.links) + p)
	for i := first; i < first+seat.view.owns && x.fits; i++ {
		d := &x.deeds[i]
		if d.inward && !d.asks && !sleeps {
			x.beginDeed(d, nil)
			x.turn(d, seat)
			continue
		}
		step, spent, may := x.permit(d, p)
		if !may || !x.fits {
			x.settles = false
			continue
		}
		if d.to == notYet {
			if x.unknown() {
				return
			}
			m := moveOf(d.step.Code)
			e, _ := x.event(nil, m)
			x.find(d, p, seat.number, e, -1, 0)
			if !x.learnt() {
				return
			}
			step.Bound = d.step.Bound
		}
		x.beginDeed(d, spent)
		if sleeps && !d.blocked {
			x.out.Steps = x.listed(x.out.Steps, d, step)
			continue
		}
		to := x.row
		if spent != nil {
			spent.spend(&to)
		}
		x.make(d, step, p, to)
	}
	x.endClass(len(x.links) + p)
}

// permit says whether a process may do a deed of its own now, as which step, and from which budget.
func (x *rowExpander[R]) permit(d *deed, p int) (step checker.Step, spent *purse[R], may bool) {
	step, may = d.step, true
	switch d.kind {
	case timeout:
		may = x.mayFire(d.about)
	case report:
		switch {
		case !x.isDead(int(d.about)):
			may, spent = x.budgets.mistakes.size != 0 && x.mistakes.has(&x.row), &x.mistakes
		case x.config.Detector != IncompleteDetector:
			step.Owed = checker.Weak(x.duties.reports + p*x.n + int(d.about))
		}
	case withdraw:
		if may = !x.isDead(int(d.about)); may && x.isPerfectNow() {
			step.Owed = checker.Weak(x.duties.withdrawals + p*x.n + int(d.about))
		}
	case detect:
		may = x.knowsDeath(int(d.about))
	case suspect:
		if may = !x.isDead(int(d.about)); may && !x.vector.firesEarly() {
			may, spent = x.mistakes.has(&x.row), &x.mistakes
		}
	case start:
		if !d.free {
			spent, may = &x.starts, x.starts.has(&x.row)
		}
		if may && d.idle {
			step = x.owed(d, p, x.knowsDeath(int(d.about)))
		}
	}
	return step, spent, may
}

func (x *rowExpander[R]) isPerfectNow() bool {
	return x.config.Detector == PerfectDetector || x.config.Detector == EventuallyPerfect && !x.mistakes.has(&x.row)
}

// knowsDeath reports whether the death of a process can be known by now.
func (x *rowExpander[R]) knowsDeath(q int) bool {
	if !x.isDead(q) {
		return false
	}
	if x.channels.clocked {
		return x.ageIn(q).known
	}
	if !x.able.Timed || x.config.Timeouts != Sync {
		return true
	}
	for _, link := range x.outgoing[q] {
		if x.isLoaded(link) {
			return false
		}
	}
	return true
}

// mayFire reports whether the condition of a timer says that it may fire.
func (x *rowExpander[R]) mayFire(when int32) bool {
	c := &x.conditions[when]
	if may, known := c.look(x.facts); known {
		return may
	}
	if c.anew {
		return x.askAnew(c)
	}
	if x.unknown() {
		return false
	}
	x.unpack(x.state)
	may := x.ask(x.state, when)
	x.look()
	return may
}

// unpack fills a state from the row.
func (x *rowExpander[R]) unpack(s checker.State) {
	var row [mostWords]uint64
	for i := range len(x.row) {
		row[i] = x.row[i]
	}
	x.Unpack(row[:], s)
}

// make makes the step in which process p does a deed, and those in which it crashes meanwhile, after each proper prefix of
// what it sends. In to, what it takes from a budget is spent.
func (x *rowExpander[R]) make(d *deed, step checker.Step, p int, to R) {
	if d.blocked {
		if x.isListed {
			x.out.Blocked = append(x.out.Blocked, step)
		}
		return
	}
	if d.record != 0 {
		x.write(&to, x.records[d.record])
	}
	turn(&x.seats[p].spot, &to, x.seats[p].number, d.to)
	if d.count > 1 && x.dies && x.crashes.has(&x.row) {
		x.makeAndDie(d, step, p, &to)
		return
	}
	first := x.first(d)
	fits := x.sendAll(&to, p, first, first+uint32(d.count))
	x.finish(step, &to, fits)
}

// makeAndDie is make where the process may crash meanwhile. In the base, it has done the deed and sent nothing.
func (x *rowExpander[R]) makeAndDie(d *deed, step checker.Step, p int, base *R) {
	to, first, count := *base, x.first(d), uint32(d.count)
	fits := x.sendAll(&to, p, first, first+count)
	x.finish(step, &to, fits)
	step.Owed, step.Action = checker.None, x.actions.inside
	if x.mends {
		x.behind = 0
	}
	for prefix := uint32(1); prefix < count && x.fits; prefix++ {
		step.Code++ // moves tell by their lowest bits after how many messages
		to = *base
		fits := x.sendAll(&to, p, first, first+prefix) && x.kill(&to, p)
		x.finish(step, &to, fits)
	}
}

// sendAll puts some of what is sent, by process p, into the channels. It reports whether they fit there.
func (x *rowExpander[R]) sendAll(to *R, p int, from, end uint32) bool {
	for i := from; i < end; i++ {
		s := &x.sends[i]
		q, slot, message := s.to, s.slot, s.message
		if q < 0 {
			q, slot, message = x.address(p, s)
		}
		seat := &x.seats[q]
		n, after := in(&seat.spot, to), uint32(0)
		if slot != 0 {
			after = seat.pushed[int(n)*seat.stride+int(slot)-1]
		}
		if after == 0 {
			if x.unknown() {
				return true
			}
			after = x.push(q, n, x.linkOf[p][q], message)
			if !x.learnt() {
				return true
			}
		}
		if after == tooMuch {
			return false
		}
		turn(&seat.spot, to, n, after-1)
	}
	return true
}

// address finds out to whom on a repaired ring process p sends, and which message, by its slot, on the link to it.
func (x *rowExpander[R]) address(p int, s *sending) (q int, slot uint32, message number) {
	q = x.living(p, s.to, x.isDead)
	link := x.linkOf[p][q]
	message = x.datedOn(link, s.message, int(s.within), x.late)
	if slots := x.slots[link]; int(message) < len(slots) {
		slot = slots[message]
	}
	return q, slot, message
}

// push finds out the view of process q with one more message, and one; or tooMuch. None gets to the dead, or over a link that is cut.
func (pk *packing) push(q int, n uint32, link int, message number) uint32 {
	slot, place, v := pk.slot(link, message), pk.hops[link].place, &pk.peers[q].seen[n]
	after := tooMuch
	if v.local == dead || pk.cut[link] {
		after = n + 1
	} else if content := pk.channels.push(v.contents[place], message); content != full {
		after = pk.changed(q, n, v.local, place, content) + 1
	}
	pk.peers[q].pushed[int(n)*pk.peers[q].stride+int(slot)-1] = after
	return after
}
