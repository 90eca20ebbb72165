package world

import (
	"slices"

	"interrex/checker"
	"interrex/model"
)

// staysQuiet reports whether an armed timer of p cannot fire before the pending message is taken: it
// waits for that, or for another message and then for what comes of it.
func (f *outlook) staysQuiet(p int, timer model.Timer) bool {
	if f.isAwaited(p, timer) {
		return true
	}
	if f.returns && f.deaths > 0 { // who should take the other message may die, come back, and know nothing
		return false
	}
	for link, l := range f.links {
		if checker.Operation(link) == f.left || f.content(f.from, link) == 0 {
			continue
		}
		for _, m := range f.channels.contents.at(f.content(f.from, link)).messages {
			if f.alone(link, m, p, timer) && (l.to == p && f.disarms(p, timer, l.from, m) || l.to != p && f.relays(link, m, p, timer)) {
				return true
			}
		}
	}
	return false
}

// alone reports whether a message that is on its way lets a timer wait, whatever else there is.
func (f *outlook) alone(link int, m number, p int, timer model.Timer) bool {
	pending := f.pending
	defer func() { f.pending = pending }()
	f.pending = pendingMessage{link, m}
	return f.isAwaited(p, timer)
}

// disarms reports whether p has no such timer after it has taken a message, nor will have before the
// pending one is taken.
func (f *outlook) disarms(p int, timer model.Timer, from int, m number) bool {
	var after []checker.Cell
	add := func(local checker.Cell) {
		if !slices.Contains(after, local) {
			after = append(after, local)
		}
	}
	for _, local := range f.locals[p] {
		add(f.outcome(p, local, event{model.Receive, from, m}).local)
	}
	for i := 0; i < len(after); i++ {
		if slices.Contains(f.traits(p, after[i]).timers, timer) {
			return false
		}
		for _, e := range f.own(nil, p, after[i]) {
			add(f.outcome(p, after[i], e).local)
		}
		for _, link := range f.incoming[p] {
			if checker.Operation(link) == f.left {
				continue
			}
			for _, other := range f.messages[link] {
				add(f.outcome(p, after[i], event{model.Receive, f.links[link].from, other}).local)
			}
		}
	}
	return true
}

// relays reports whether the receiver of a message, whatever it is at, sends one to p that lets the timer
// wait on: it comes behind the pending one, or disarms the timer. Where the receiver may die instead,
// its silence must be waited for.
func (f *outlook) relays(link int, m number, p int, timer model.Timer) bool {
	q := f.links[link].to
	back := f.linkOf[q][p]
	behind := back >= 0 && checker.Operation(back) == f.left
	if back < 0 || f.cut[back] || f.deaths > 0 && !(behind && f.prolongs(p, timer, q)) {
		return false
	}
	for _, local := range f.locals[q] {
		answers := func(s send) bool {
			return s.to == p && f.alone(back, s.message, p, timer) && (behind || f.disarms(p, timer, q, s.message))
		}
		if !slices.ContainsFunc(f.outcome(q, local, event{model.Receive, f.links[link].from, m}).sends, answers) {
			return false
		}
	}
	return true
}
