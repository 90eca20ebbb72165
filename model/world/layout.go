package world

import (
	"interrex/checker"
	"interrex/model"
)

// lay gives each part of the state its cell: processes, channels, budgets, and what else is kept.
func (w *World) lay() {
	w.join()
	w.width = w.n + len(w.links)
	if w.wide {
		w.width += len(w.links)
	}
	w.budgets = budgetsOf(w.config)
	for _, b := range w.budgets.all() {
		b.cell = w.cells(b.needsCell(), 1)
	}
	w.gravesAt = w.cells(w.needsGraves(), w.n)
	w.suspected.cell = w.cells(w.config.Suspicions, 1)
	w.annals.cell = w.cells(w.config.Algorithm.Terms, 1)
	w.gst = stabilisation{size: w.config.GST, cell: w.cells(w.config.IsClocked() && w.config.GST != 0, 1)}
}

// cells sets so many cells apart and returns the first of them, or -1 if they are not needed.
func (w *World) cells(needed bool, count int) int {
	if !needed {
		return -1
	}
	w.width += count
	return w.width - count
}

// join joins the processes by links, and lists for each those into it, nearest sender first.
func (w *World) join() {
	c := w.config
	for from := range w.n {
		w.linkOf = append(w.linkOf, make([]int, w.n))
		for to := range w.n {
			w.linkOf[from][to] = -1
			if w.linked(from, to) {
				w.linkOf[from][to] = len(w.links)
				w.links = append(w.links, link{from, to})
				w.cut = append(w.cut, c.isCut(c.IDs[from], c.IDs[to]))
				w.timely = append(w.timely, c.isTimely(c.IDs[from], c.IDs[to]))
			}
		}
	}
	for p := range w.n {
		w.incoming = append(w.incoming, nil)
		w.oncoming = append(w.oncoming, nil)
		for distance := 1; distance <= w.n; distance++ {
			if link := w.linkOf[(p-distance+w.n)%w.n][p]; link >= 0 {
				w.incoming[p] = append(w.incoming[p], link)
			}
			if link := w.linkOf[(p+distance)%w.n][p]; link >= 0 {
				w.oncoming[p] = append(w.oncoming[p], link)
			}
		}
	}
}

// linked reports whether there is a channel from one process to another: on a ring, whether
// all between them can be dead, on a bidirectional one on either side.
func (w *World) linked(from, to int) bool {
	between := (to - from - 1 + w.n) % w.n
	switch w.config.Algorithm.Topology {
	case model.Complete:
		return from != to
	case model.BothWays:
		between = min(between, (from-to-1+w.n)%w.n)
	}
	return w.config.Crashes == Unlimited || between <= w.config.Crashes
}

// next returns the next live process after p on the ring, p itself if no other lives.
func (w *World) next(s checker.State, p int) int {
	q := (p + 1) % w.n
	for q != p && s[q] == dead {
		q = (q + 1) % w.n
	}
	return q
}

// previous returns the next live process before p on the ring, p itself if no other lives.
func (w *World) previous(s checker.State, p int) int {
	q := (p + w.n - 1) % w.n
	for q != p && s[q] == dead {
		q = (q + w.n - 1) % w.n
	}
	return q
}

// duties tells where the numbers of each kind of obligation begin. From open on there are as many as are
// met: of timers and, in a bag, of messages by turns.
type duties struct{ detects, recovers, draws, reports, withdrawals, mistakes, tick, bounds, open int }

// countDuties numbers the obligations: one per channel, per process and timer, per process and
// detection of a dead leader, per recovery, per process that is to draw, and per report of a dead process or withdrawal of
// a false one; one that mistakes end. In a bag, where no message is ahead of another, one per channel and message.
func (w *World) countDuties() duties {
	var d duties
	d.detects = len(w.links)
	d.recovers = d.detects + w.n
	d.draws = d.recovers + w.n
	d.reports = d.draws + w.n
	d.withdrawals = d.reports + w.n*w.n
	d.mistakes = d.withdrawals + w.n*w.n
	d.tick = d.mistakes + 1
	d.bounds = d.tick + 1
	d.open = d.bounds + 1
	return d
}

// delivery is the obligation to deliver a message of a channel. Where messages are lost, one
// that is sent again and again gets through (fair loss): strong fairness.
func (w *World) delivery(link int, message number) checker.Duty {
	switch w.config.Channels {
	case Lossy:
		return checker.Strong(link)
	case Bag:
		return w.met(2*(int(message)*len(w.links)+link), "messages owed by channels")
	}
	return checker.Weak(link)
}

// timing is the obligation of process p to let a timer fire.
func (w *World) timing(p int, t model.Timer) checker.Duty {
	n := int(w.timers.number(timerSlot{t.Name, t.Slot}))
	return w.met(2*(n*w.n+p)+1, "timers")
}

// met is the weak obligation of that number among those that are numbered as they are met.
func (w *World) met(n int, what string) checker.Duty {
	if n += w.duties.open; n >= 1<<15-1 {
		panic(checker.Overflow{What: what})
	}
	return checker.Weak(n)
}

// A timerSlot is what tells the timers of one process apart.
type timerSlot struct {
	name string
	slot int
}
