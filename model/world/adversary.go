package world

import "interrex/checker"

// What may happen to processes and channels, out of rows: crashes, restarts, losses.

// adversary makes what may happen to processes and channels.
func (x *rowExpander[R]) adversary(loaded uint64) {
	if x.may[crash] && x.crashes.has(&x.row) {
		spent := x.row
		x.crashes.spend(&spent)
		for p := 0; p < x.n && x.fits; p++ {
			seat := &x.seats[p]
			if seat.view.dead {
				continue
			}
			if x.spared>>p&1 != 0 {
				x.sleep.LeadsBack = true
				continue
			}
			x.beginCrash(p)
			step := checker.Step{Code: move{kind: crash, process: p}.code(), Action: x.actions.of[crash]}
			if seat.view.deadAs != 0 && !x.resends && x.suspecting == nil {
				to := spent
				turn(&seat.spot, &to, seat.number, seat.view.deadAs-1)
				x.add(step, &to)
				continue
			}
			to := x.row
			fits := x.kill(&to, p)
			x.finish(step, &to, fits)
		}
	}
	x.beginOthers()
	if x.may[restart] && x.restarts.has(&x.row) {
		for p := 0; p < x.n && x.fits; p++ {
			if x.isDead(p) {
				x.raise(p)
			}
		}
	}
	if x.may[lose] && x.losses.has(&x.row) {
		x.loseAny(loaded)
	}
}

// raise brings a dead process back.
func (x *rowExpander[R]) raise(p int) {
	seat, n := &x.seats[p], x.seats[p].number
	if seat.view.raisedAs == 0 {
		if x.unknown() {
			return
		}
		as := x.raised(p, n) + 1
		x.peers[p].views[n].raisedAs = as
		if !x.learnt() {
			return
		}
	}
	to := x.row
	x.restarts.spend(&to)
	turn(&seat.spot, &to, n, seat.view.raisedAs-1)
	x.add(x.vector.step(move{kind: restart, process: p}, checker.None), &to)
}

// lose loses a message of a channel, each in turn.
func (x *rowExpander[R]) lose(link int) {
	p, place := x.hops[link].to, x.hops[link].place
	n := x.seats[p].number
	if x.peers[p].seen[n].losses[place] == nil {
		if x.unknown() {
			return
		}
		x.learnLosses(p, n, place)
		if !x.learnt() {
			return
		}
	}
	owed := checker.None
	if x.channels.clocked {
		owed = x.delivery(link, 0)
	}
	for variant, after := range x.peers[p].seen[n].losses[place] {
		m := move{kind: lose, process: p, peer: x.links[link].from, variant: variant}
		to := x.row
		x.losses.spend(&to)
		turn(&x.seats[p].spot, &to, n, after)
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
func (x *rowExpander[R]) kill(to *R, p int) bool {
	if !x.fits {
		return true
	}
	if x.resends {
		return x.killByVector(to, p)
	}
	peer := &x.peers[p]
	n := in(&peer.spot, to)
	if peer.views[n].deadAs == 0 {
		if x.unknown() {
			return true
		}
		as := x.buried(p, n) + 1
		peer.views[n].deadAs = as
		if !x.learnt() {
			return true
		}
	}
	x.crashes.spend(to)
	turn(&peer.spot, to, n, peer.views[n].deadAs-1)
	x.forget(to, p)
	return true
}

// killByVector is kill where messages on their way to the dead are sent on: which channels they get into depends on who
// else is dead, and so on all views.
func (x *rowExpander[R]) killByVector(to *R, p int) bool {
	var row [mostWords]uint64
	for i := range len(*to) {
		row[i] = (*to)[i]
	}
	killed := checker.Row(row[:x.layout.Words])
	x.Unpack(killed, x.state)
	if !x.vector.kill(x.state, p) {
		return false
	}
	if !x.Pack(x.state, killed) {
		if x.unknown() {
			return true
		}
		x.See(x.state)
		x.fits = x.Pack(x.state, killed) && x.learnt()
	}
	for i := range len(*to) {
		(*to)[i] = row[i]
	}
	return true
}
