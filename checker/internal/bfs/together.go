package bfs

import (
	"sync"
	"time"

	"interrex/checker/internal/stateset"
)

const (
	slotsPerWorker = 2       // parts that are expanded and not inserted yet
	mostParts      = 1 << 10 // in a line
	mostSequential = 1 << 10 // chunks that one worker expands alone

	// No part of a line is begun after so long. Between lines, the context is looked at.
	mostTime = 20 * time.Millisecond
)

// together lets all workers expand parts of the level. They insert the successors, too: one at a time, part after part. The
// parts count up to the first state that needs Memoize; what comes behind it is expanded again. Then one worker goes on alone for
// a while, and longer each time that most of the work was lost.
func (s *Search[W]) together() (fits bool, err error) {
	s.flush()
	line := &line[W]{Search: s, states: s.Set.Rows()[s.Next:s.level], from: s.Next, slots: s.slots}
	line.parts = min((len(line.states)+part-1)/part, mostParts)
	line.changed.L, line.end = &line.mu, time.Now().Add(mostTime)
	var group sync.WaitGroup
	for range s.options.Workers {
		group.Go(line.work)
	}
	group.Wait()
	for i := range line.slots {
		line.slots[i].isFull = false
		line.slots[i].worker.Drop()
	}
	if line.inserted > 1 {
		s.sequentialBatch = max(s.sequentialBatch/2, 1)
	} else {
		s.sequentialBatch = min(2*s.sequentialBatch, mostSequential)
	}
	if s.isNear || line.inserted == line.parts {
		return true, nil
	}
	s.sequentialLeft = s.sequentialBatch
	return s.memoize(s.Next)
}

// A line is some parts of a level on their way through expansion and insertion. Each part takes a slot in turn.
type line[W stateset.Word] struct {
	*Search[W]
	states []W // where they are when the line begins; insertion may move the set
	from   uint32
	parts  int
	end    time.Time

	mu                sync.Mutex
	changed           sync.Cond
	slots             []slot[W]
	claimed, inserted int  // parts
	isInserting       bool // a worker is
	isStopped         bool // no more parts are to be inserted
}

// A slot holds a part from its expansion until its insertion.
type slot[W stateset.Word] struct {
	worker  Expander[W]
	keys    []W
	done    int  // states expanded
	isWhole bool // all states of the part are
	isFull  bool // expanded, not inserted
}

// work inserts the next part if it is expanded, and else expands another one, until there are none left.
func (l *line[W]) work() {
	l.mu.Lock()
	defer l.mu.Unlock()
	defer l.changed.Broadcast()
	for !l.isStopped && l.inserted < l.parts {
		next := &l.slots[l.inserted%len(l.slots)]
		switch {
		case next.isFull && !l.isInserting:
			l.isInserting = true
			l.mu.Unlock()
			isWhole := l.insertPart(next)
			l.mu.Lock()
			l.isInserting, next.isFull = false, false
			if l.isStopped = !isWhole; isWhole {
				l.inserted++
			}
			l.changed.Broadcast()
		case l.claimed < l.parts && l.claimed < l.inserted+len(l.slots):
			l.claimed++
			if time.Now().After(l.end) {
				l.parts = l.claimed
			}
			l.expandPart(l.claimed - 1)
		default:
			l.changed.Wait()
		}
	}
}

// expandPart expands a part into its slot. If Expand ends its goroutine, no state of the part counts as expanded.
func (l *line[W]) expandPart(n int) {
	const noLimit = 1 << 30
	to, states := &l.slots[n%len(l.slots)], l.states[n*part:min((n+1)*part, len(l.states))]
	to.keys, to.done, to.isWhole = to.keys[:0], 0, false
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		to.isFull = true
		l.changed.Broadcast()
	}()
	to.keys, to.done = to.worker.Expand(l.from+uint32(n*part), states, to.keys, noLimit)
	to.isWhole = to.done == len(states)
}

// insertPart inserts the successors of the next part. It reports false if the line must stop: the part is not whole, or
// MaxStates may end the search in it.
func (l *line[W]) insertPart(of *slot[W]) (isWhole bool) {
	if l.Set.Len()+len(of.keys) > l.mostStates() {
		l.isNear = true
		return false
	}
	of.worker.Keep()
	l.insert(of.keys, l.Next)
	l.Next += uint32(of.done)
	return of.isWhole
}
