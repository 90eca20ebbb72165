package world

import (
	mathbits "math/bits"

	"interrex/checker"
	"interrex/model"
)

// A deed is what a process may do: take a message, or act on its own. It is known with the view, but for what it leads to,
// which is found out when it is first done.
type deed struct {
	step    checker.Step // with the bound that alters or disables it
	to      uint32       // the view that the process has then; notYet: not known yet
	sends   uint32       // where what it sends begins among all that is sent
	count   uint16       // how many messages that are
	kind    moveKind
	blocked bool   // the bound disables it
	peer    int32  // whom a detector reports, or the leader
	when    uint32 // the condition of a timer
	record  uint32 // what it leaves in the records of the world, 0 if nothing
}

const notYet = ^uint32(0)

// A sending is a message on its way out: to a place on the ring, or to the next live one.
type sending struct {
	to      int16
	link    uint16 // if it goes to a place
	message number
	slot    uint32 // of the message on the link, and one
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
	if d.blocked = out.capped && e.kind != model.Receive && e.kind != model.Timeout; d.blocked {
		d.to = 0
		return
	}
	d.to = pk.changed(p, from, out.local, place, rest)
	d.sends, d.count = uint32(len(pk.sends)), uint16(len(out.sends))
	pk.post(p, e, out.sends)
	d.record = pk.recordOf(p, pk.peers[p].seen[from].local, out.local, e)
}

// learnTakings finds out what process p with a view may take from its channels.
func (x *rowExpander) learnTakings(p int, n uint32) {
	pk, v := x.packing, &x.peers[p].seen[n]
	contents := v.contents
	starts := []uint32{}
	for place, link := range pk.incoming[p] {
		starts = append(starts, uint32(len(pk.deeds)))
		from := pk.links[link].from
		for variant, take := range pk.channels.takes(contents[place], new([1]take)) {
			e := event{model.Receive, from, take.message}
			d := deed{kind: deliver, step: x.vector.step(move{kind: deliver, process: p, peer: from, variant: variant}, pk.delivery(link, take.message))}
			d.step.Action = take.action
			pk.find(&d, p, n, e, place, take.rest)
			pk.deeds = append(pk.deeds, d)
			if pk.may[deliverAgain] {
				d := deed{kind: deliverAgain, step: x.vector.step(move{kind: deliverAgain, process: p, peer: from, variant: variant}, checker.None)}
				pk.find(&d, p, n, e, -1, 0)
				pk.deeds = append(pk.deeds, d)
			}
		}
	}
	x.peers[p].views[n].takings = uint32(len(pk.takings)) + 1
	pk.takings = append(append(pk.takings, starts...), uint32(len(pk.deeds)))
}

// learnOwn finds out what process p with a view may do on its own, if the guards that are about others let it.
func (x *rowExpander) learnOwn(p int, n uint32) {
	v, t := &x.peers[p].views[n], x.peers[p].seen[n].traits
	first := len(x.deeds)
	v.own = uint32(first) + 1
	add := func(m move, owed checker.Duty) *deed {
		x.deeds = append(x.deeds, deed{kind: m.kind, step: x.vector.step(m, owed), to: notYet, peer: int32(m.peer)})
		return &x.deeds[len(x.deeds)-1]
	}
	switch {
	case v.dead || t.inert:
	case v.draws:
		for i := range t.choices {
			add(move{kind: draw, process: p, variant: i}, checker.Weak(x.duties.draws+p))
		}
	default:
		for i, timer := range t.timers {
			if x.channels.clocked && t.countdown[i] > 0 {
				continue
			}
			d := add(move{kind: timeout, process: p, variant: i}, t.owed[i])
			d.step.Action, d.when = t.timeouts[i], x.occasion(p, timer)
		}
		if recoveryGuard(t) == "" {
			add(move{kind: recover_, process: p}, checker.Weak(x.duties.recovers+p))
		}
		x.learnSuspicions(p, t, add)
		if x.vector.initiators[p] && t.status.MayStart {
			add(move{kind: start, process: p}, checker.None).peer = int32(t.elected)
		}
	}
	v.owns = uint32(len(x.deeds) - first)
}

// learnSuspicions is learnOwn for what a process may learn of others from a detector, or find out itself.
func (x *rowExpander) learnSuspicions(p int, t *traits, add func(move, checker.Duty) *deed) {
	if x.detected {
		for _, k := range t.report {
			add(move{kind: report, process: p, peer: k}, checker.None)
		}
		for _, k := range t.withdraw {
			add(move{kind: withdraw, process: p, peer: k}, checker.None)
		}
	}
	if x.vector.detects && x.vector.leaderGuard(p, t) == "" {
		owed := checker.Weak(x.duties.detects + p)
		if x.detected && x.config.Detector == IncompleteDetector {
			owed = checker.None
		}
		add(move{kind: detect, process: p, peer: t.elected}, owed)
		add(move{kind: suspect, process: p, peer: t.elected}, checker.None)
	}
}

// A rowExpander makes the steps out of rows (checker.Expander), in the order in which World.Steps makes them.
type rowExpander struct {
	*packing
	vector   *expansion    // for what takes the whole state
	state    checker.State // room for it
	expanded int           // rows so far

	row   wide
	out   *checker.Successors
	at    []*view // of each process
	facts uint64  // true in the row
	learn bool    // what is not known may be found out
	fits  bool    // all is known, and the rows have room for it

	crashes, restarts, starts, mistakes, losses, duplicates purse
	leading, suspecting                                     *spot // the history of leaders, the record of suspicions; nil: none is kept
	dies                                                    bool  // a process may die within a step
	binds                                                   *spot // when the bounds of the clock hold, nil: from the beginning
	late                                                    bool  // in the row, they do not hold yet
}

// A purse is a budget in rows.
type purse struct {
	spot      *spot // nil: none is kept
	unlimited bool
}

// has reports whether something is left.
func (b *purse) has(row *wide) bool {
	if b.spot == nil {
		return b.unlimited
	}
	return b.spot.in(row) > 0
}

// spend takes one from it.
func (b *purse) spend(row *wide) {
	if b != nil && b.spot != nil && !b.unlimited {
		b.spot.put(row, b.spot.in(row)-1)
	}
}

// Expander is part of checker.Packing.
func (pk *packing) Expander() checker.Expander {
	x := &rowExpander{packing: pk, vector: pk.newExpansion(), state: make(checker.State, pk.width), at: make([]*view, pk.n)}
	purseOf := func(b budget) purse { return purse{pk.spot(b.cell), b.size == Unlimited} }
	b := &pk.budgets
	x.crashes, x.restarts, x.starts = purseOf(b.crashes), purseOf(b.restarts), purseOf(b.starts)
	x.mistakes, x.losses, x.duplicates = purseOf(b.mistakes), purseOf(b.losses), purseOf(b.duplicates)
	x.leading, x.suspecting = pk.spot(pk.leaders.cell), pk.spot(pk.suspected.cell)
	x.dies, x.binds = x.vector.dies, pk.spot(pk.gst.cell)
	pk.expanders = append(pk.expanders, x)
	return x
}

// Expand is part of checker.Expander.
func (x *rowExpander) Expand(row checker.Row, to *checker.Successors) bool {
	x.expanded++
	x.learn = false
	return x.expand(row, to)
}

// Learn is part of checker.Expander. Once it has said that views are too many, only what is known is asked of it, by an
// exploration that has been stopped there.
func (x *rowExpander) Learn(row checker.Row, to *checker.Successors) bool {
	x.learn = true
	were := x.many
	return x.expand(row, to) && x.many == were
}

func (x *rowExpander) expand(row checker.Row, out *checker.Successors) bool {
	copy(x.row[:], row)
	x.out, x.fits, x.late = out, true, x.binds != nil && x.binds.in(&x.row) > 0
	loaded := x.look()
	x.deliver(loaded, 0)
	for base := 64; base < len(x.links) && x.fits; base += 64 {
		x.deliver(x.loadedFrom(base), base)
	}
	for p := 0; p < len(x.at) && x.fits; p++ {
		if v := x.at[p]; v.owns > 0 || v.own == 0 {
			x.alone(p, v)
		}
	}
	if x.channels.clocked && x.fits {
		x.time(loaded)
	}
	if x.may[mistakesEnd] && x.mistakes.has(&x.row) {
		to := x.row
		x.mistakes.spot.put(&to, 0)
		x.add(x.vector.step(move{kind: mistakesEnd}, checker.Weak(x.duties.mistakes)), &to)
	}
	x.adversary(loaded)
	return x.fits
}

// look gathers the views of all processes, and what they say together. It returns the links that hold anything. When views
// have been learnt, it looks again.
func (x *rowExpander) look() (loaded uint64) {
	facts := uint64(0)
	for p := range x.at {
		v := &x.peers[p].views[x.spots[p].in(&x.row)]
		x.at[p] = v
		facts |= v.facts
		loaded |= v.loaded
	}
	x.facts = facts
	return loaded
}

// number is the number of a process's view in a row.
func (x *rowExpander) number(row *wide, p int) uint32 { return uint32(x.spots[p].in(row)) }

// unknown reports that something may not be found out now; then the row is given up.
func (x *rowExpander) unknown() bool {
	x.fits = x.fits && x.learn
	return !x.learn
}

// put changes the view of a process in a row. If there is no room for the number, the row is given up.
func (x *rowExpander) put(to *wide, p int, n uint32) {
	f := &x.spots[p]
	x.fits = x.fits && f.fits(uint64(n))
	f.put(to, uint64(n)&f.mask)
}

// add adds a step to a row.
func (x *rowExpander) add(step checker.Step, to *wide) {
	x.out.Steps = append(x.out.Steps, step)
	if x.layout.Words == 1 {
		x.out.Rows = append(x.out.Rows, to[0])
		return
	}
	x.out.Rows = append(x.out.Rows, to[:x.layout.Words]...)
}

// finish adds a step to a row or, if its messages did not fit into the channels, the disabled step.
func (x *rowExpander) finish(step checker.Step, to *wide, fits bool) {
	if !fits {
		step.Bound = capacityBound
		x.out.Blocked = append(x.out.Blocked, step)
		return
	}
	x.add(step, to)
}

// deliver makes the deliveries, by channel, from those of the 64 from base on that hold anything.
func (x *rowExpander) deliver(loaded uint64, base int) {
	for ; loaded != 0 && x.fits; loaded &= loaded - 1 {
		link := base + mathbits.TrailingZeros64(loaded)
		p := x.links[link].to
		v := x.at[p]
		if v.draws {
			continue
		}
		if v.takings == 0 {
			if x.unknown() {
				return
			}
			x.learnTakings(p, x.number(&x.row, p))
			x.look()
			v = x.at[p]
		}
		at := int(v.takings) - 1 + x.places[link]
		for i, end := x.takings[at], x.takings[at+1]; i < end; i++ {
			d := &x.deeds[i]
			if d.kind == deliver {
				x.make(d, d.step, p, nil)
			} else if x.duplicates.has(&x.row) {
				x.make(d, d.step, p, &x.duplicates)
			}
		}
	}
}

// alone makes the steps that a process takes on its own.
func (x *rowExpander) alone(p int, v *view) {
	if v.own == 0 {
		if x.unknown() {
			return
		}
		x.learnOwn(p, x.number(&x.row, p))
		x.look()
		v = x.at[p]
	}
	for i := v.own - 1; i < v.own-1+v.owns && x.fits; i++ {
		d := &x.deeds[i]
		step, spent, may := x.permit(d, p)
		if !may || !x.fits {
			continue
		}
		if d.to == notYet {
			if x.unknown() {
				return
			}
			m := moveOf(d.step.Code)
			e, _ := x.event(nil, m)
			x.find(d, p, x.number(&x.row, p), e, -1, 0)
			step.Bound = d.step.Bound
		}
		x.make(d, step, p, spent)
	}
}

// permit says whether a process may do a deed of its own now, as which step, and from which budget.
func (x *rowExpander) permit(d *deed, p int) (step checker.Step, spent *purse, may bool) {
	step, may = d.step, true
	switch d.kind {
	case timeout:
		may = x.mayFire(d.when)
	case report:
		switch {
		case !x.at[d.peer].dead:
			may, spent = x.budgets.mistakes.size != 0 && x.mistakes.has(&x.row), &x.mistakes
		case x.config.Detector != IncompleteDetector:
			step.Owed = checker.Weak(x.duties.reports + p*x.n + int(d.peer))
		}
	case withdraw:
		if may = !x.at[d.peer].dead; may && x.isPerfectNow() {
			step.Owed = checker.Weak(x.duties.withdrawals + p*x.n + int(d.peer))
		}
	case detect:
		may = x.knowsDeath(int(d.peer))
	case suspect:
		if may = !x.at[d.peer].dead; may && !x.vector.firesEarly() {
			may, spent = x.mistakes.has(&x.row), &x.mistakes
		}
	case start:
		return x.begin(d, p)
	}
	return step, spent, may
}

// begin is permit for the start of an election without a cause.
func (x *rowExpander) begin(d *deed, p int) (step checker.Step, spent *purse, may bool) {
	step, may = d.step, true
	t := x.peers[p].seen[x.number(&x.row, p)].traits
	if !t.fresh {
		spent, may = &x.starts, x.starts.has(&x.row)
	}
	if may && d.peer >= 0 && !x.vector.detects && t.status.Idle && x.knowsDeath(int(d.peer)) {
		step.Owed = checker.Weak(x.duties.detects + p)
	}
	return step, spent, may
}

func (x *rowExpander) isPerfectNow() bool {
	return x.config.Detector == PerfectDetector || x.config.Detector == EventuallyPerfect && !x.mistakes.has(&x.row)
}

// knowsDeath reports whether the death of a process can be known by now.
func (x *rowExpander) knowsDeath(q int) bool {
	if !x.at[q].dead {
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
func (x *rowExpander) mayFire(when uint32) bool {
	if may, known := x.conditions[when].look(x.facts); known {
		return may
	}
	if x.unknown() {
		return false
	}
	may := x.ask(x, when)
	x.look()
	return may
}

// make makes the step in which process p does a deed, and those in which it crashes meanwhile, after each proper prefix of
// what it sends.
func (x *rowExpander) make(d *deed, step checker.Step, p int, spent *purse) {
	if d.blocked {
		x.out.Blocked = append(x.out.Blocked, step)
		return
	}
	to := x.row
	if spent != nil {
		spent.spend(&to)
	}
	if d.record != 0 {
		x.write(&to, x.records[d.record])
	}
	x.put(&to, p, d.to)
	if d.count > 1 && x.dies && x.crashes.has(&x.row) {
		x.makeAndDie(d, step, p, &to)
		return
	}
	fits := d.count == 0 || x.sendAll(&to, p, x.first(d), x.first(d)+uint32(d.count))
	x.finish(step, &to, fits)
}

// makeAndDie is make where the process may crash meanwhile. In the base, it has done the deed and sent nothing.
func (x *rowExpander) makeAndDie(d *deed, step checker.Step, p int, base *wide) {
	to, first, count := *base, x.first(d), uint32(d.count)
	fits := x.sendAll(&to, p, first, first+count)
	x.finish(step, &to, fits)
	step.Owed, step.Action = checker.None, x.actions.inside
	for prefix := uint32(1); prefix < count && x.fits; prefix++ {
		step.Code++ // moves tell by their lowest bits after how many messages
		to = *base
		fits := x.sendAll(&to, p, first, first+prefix) && x.kill(&to, p)
		x.finish(step, &to, fits)
	}
}

// sendAll puts some of what is sent, by process p, into the channels, except those to the dead and over links that are cut.
// It reports whether they fit there.
func (x *rowExpander) sendAll(to *wide, p int, from, end uint32) bool {
	for i := from; i < end; i++ {
		s := &x.sends[i]
		q, link, slot, message := int(s.to), int(s.link), s.slot, s.message
		if q < 0 {
			q = x.next(p, q)
			link, slot = x.linkOf[p][q], 0
			message = x.datedOn(link, message, int(s.within), x.late)
			if slots := x.slots[link]; int(message) < len(slots) {
				slot = slots[message]
			}
		}
		if x.at[q].dead && q != p || x.cut[link] {
			continue
		}
		peer, n, after := &x.peers[q], x.number(to, q), uint32(0)
		if slot != 0 {
			after = peer.pushed[int(n)*peer.stride+int(slot)-1]
		}
		if after == 0 {
			if x.unknown() {
				return true
			}
			after = x.push(q, n, link, message)
		}
		if after == tooMuch {
			return false
		}
		if x.put(to, q, after-1); !x.fits {
			return true
		}
	}
	return true
}

// next is the next live process after p on the ring, or the one before, p itself if no other lives.
func (x *rowExpander) next(p, way int) int {
	step := 1
	if way == toPrevious {
		step = x.n - 1
	}
	q := (p + step) % x.n
	for q != p && x.at[q].dead {
		q = (q + step) % x.n
	}
	return q
}

// push finds out the view of process q with one more message, and one; or tooMuch.
func (pk *packing) push(q int, n uint32, link int, message number) uint32 {
	slot, place, v := pk.slot(link, message), pk.places[link], &pk.peers[q].seen[n]
	after := tooMuch
	if content := pk.channels.push(v.contents[place], message); content != full {
		after = pk.changed(q, n, v.local, place, content) + 1
	}
	pk.peers[q].pushed[int(n)*pk.peers[q].stride+int(slot)-1] = after
	return after
}

// adversary makes what may happen to processes and channels.
func (x *rowExpander) adversary(loaded uint64) {
	if x.may[crash] && x.crashes.has(&x.row) {
		for p := 0; p < x.n && x.fits; p++ {
			if x.at[p].dead {
				continue
			}
			to := x.row
			fits := x.kill(&to, p)
			x.finish(checker.Step{Code: x.crashCode(p), Action: x.actions.of[crash]}, &to, fits)
		}
	}
	if x.may[restart] && x.restarts.has(&x.row) {
		for p := 0; p < x.n && x.fits; p++ {
			if x.at[p].dead {
				x.raise(p, x.at[p])
			}
		}
	}
	if x.may[lose] && x.losses.has(&x.row) {
		x.loseAny(loaded)
	}
}

func (x *rowExpander) crashCode(p int) uint64 { return move{kind: crash, process: p}.code() }

// raise brings a dead process back.
func (x *rowExpander) raise(p int, v *view) {
	if v.raisedAs == 0 {
		if x.unknown() {
			return
		}
		n := x.number(&x.row, p)
		as := x.raised(p, n) + 1
		x.peers[p].views[n].raisedAs = as
		x.look()
		v = x.at[p]
	}
	to := x.row
	x.restarts.spend(&to)
	x.put(&to, p, v.raisedAs-1)
	x.add(x.vector.step(move{kind: restart, process: p}, checker.None), &to)
}

// lose loses a message of a channel, each in turn.
func (x *rowExpander) lose(link int) {
	p, place := x.links[link].to, x.places[link]
	n := x.number(&x.row, p)
	if x.peers[p].seen[n].losses[place] == nil {
		if x.unknown() {
			return
		}
		x.learnLosses(p, n, place)
	}
	owed := checker.None
	if x.channels.clocked {
		owed = x.delivery(link, 0)
	}
	for variant, after := range x.peers[p].seen[n].losses[place] {
		m := move{kind: lose, process: p, peer: x.links[link].from, variant: variant}
		to := x.row
		x.losses.spend(&to)
		x.put(&to, p, after)
		x.add(x.vector.step(m, owed), &to)
	}
}

// learnLosses finds out what a view becomes by the loss of a message from the incoming link at a place.
func (pk *packing) learnLosses(p int, n uint32, place int) {
	v := pk.peers[p].seen[n]
	losses := []uint32{}
	for _, loss := range pk.channels.losable(v.contents[place]) {
		losses = append(losses, pk.changed(p, n, v.local, place, loss.rest))
	}
	v.losses[place] = losses
}

// kill lets process p die. It reports whether what is sent on fits into the channels.
func (x *rowExpander) kill(to *wide, p int) bool {
	if !x.fits {
		return true
	}
	if x.vector.resends {
		return x.killByVector(to, p)
	}
	n := x.number(to, p)
	if x.peers[p].views[n].deadAs == 0 {
		if x.unknown() {
			return true
		}
		as := x.buried(p, n) + 1
		x.peers[p].views[n].deadAs = as
	}
	x.crashes.spend(to)
	x.put(to, p, x.peers[p].views[n].deadAs-1)
	x.forget(to, p)
	return true
}

// killByVector is kill where messages on their way to the dead are sent on: which channels they get into depends on who
// else is dead, and so on all views.
func (x *rowExpander) killByVector(to *wide, p int) bool {
	row := checker.Row(to[:x.layout.Words])
	x.Unpack(row, x.state)
	if !x.vector.kill(x.state, p) {
		return false
	}
	if !x.Pack(x.state, row) {
		if x.unknown() {
			return true
		}
		x.See(x.state)
		x.fits = x.Pack(x.state, row)
	}
	return true
}
