package recorded

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"interrex/traces"
	"interrex/traces/replay"
)

// An index is what must be known of a trace beforehand to tell it: a few numbers for each
// incarnation of a node, however long it lived.
type index struct {
	ids    []int
	lives  [][]life   // by place, then in the order in which they were lived
	clocks [][]uint64 // by place: of the last event
	deaths []death    // that are never taken back
	last   map[way]uint64
}

// A death is a finding: at this event of its own clock somebody takes another for dead.
type death struct {
	of, by int
	at     uint64
	known  uint64 // how much it knew of the other
}

// A life is one incarnation of a node.
type life struct {
	events uint64
	first  map[int]serial // by sender: the first message that it takes
}

// A serial numbers the messages that a node sends: its incarnation, and a count in it.
type serial struct{ incarnation, count uint64 }

func (s serial) isBefore(other serial) bool {
	return s.incarnation < other.incarnation || s.incarnation == other.incarnation && s.count < other.count
}

// serialOf reads NODE.INCARNATION.COUNT; of anything else it is zero.
func serialOf(id string) serial {
	parts := strings.Split(id, ".")
	if len(parts) != 3 {
		return serial{}
	}
	incarnation, err := strconv.ParseUint(parts[1], 10, 64)
	count, err2 := strconv.ParseUint(parts[2], 10, 64)
	if err != nil || err2 != nil {
		return serial{}
	}
	return serial{incarnation, count}
}

// A way is where the messages of one incarnation go, from place to place; last of it is the count
// of the last message that is ever taken.
type way struct {
	from, to    int
	incarnation uint64
}

// indexTrace reads a trace through. What is wrong with it shows later, when it is read as a whole.
func indexTrace(t replay.Trace) (*index, error) {
	sources, closeAll, err := t.Open()
	defer closeAll()
	if err != nil {
		return nil, err
	}
	f := &index{last: map[way]uint64{}}
	for _, s := range sources {
		f.read(traces.NewReader(s.Name, s.From))
	}
	return f, nil
}

func (f *index) read(r *traces.Reader) {
	place, deaths := -1, map[int]death{}
	for {
		l, err := r.Next()
		switch {
		case err != nil:
			f.deaths = slices.AppendSeq(f.deaths, maps.Values(deaths))
			return
		case l.Header != nil:
			if f.ids == nil {
				f.ids = l.Header.IDs
				f.lives, f.clocks = make([][]life, len(f.ids)), make([][]uint64, len(f.ids))
			}
			if place = slices.Index(f.ids, l.Header.Node); place < 0 {
				return
			}
			f.lives[place] = append(f.lives[place], life{first: map[int]serial{}})
		case l.Event != nil:
			f.note(place, l.Event, deaths)
		}
	}
}

func (f *index) note(place int, e *traces.Event, deaths map[int]death) {
	l := &f.lives[place][len(f.lives[place])-1]
	l.events++
	f.clocks[place] = e.Clock
	maps.DeleteFunc(deaths, func(p int, d death) bool { return e.Clock[p] > d.known })
	switch p := slices.Index(f.ids, e.Peer); {
	case p < 0:
	case e.Action == "report" || e.Action == "detect":
		deaths[p] = death{p, place, e.Clock[place], e.Clock[p]}
	default:
		delete(deaths, p)
	}
	if e.Message == nil {
		return
	}
	from, s := slices.Index(f.ids, e.Message.From), serialOf(e.Message.ID)
	if from < 0 {
		return
	}
	if _, known := l.first[from]; !known {
		l.first[from] = s
	}
	w := way{from, place, s.incarnation}
	f.last[w] = max(f.last[w], s.count)
}

// isMourned reports whether somebody takes a node for dead, and neither is it seen again nor does it
// ever hear of that.
func (f *index) isPresumedDead(place int) bool {
	return slices.ContainsFunc(f.deaths, func(d death) bool {
		return d.of == place && (f.clocks[place] == nil || f.clocks[place][d.by] < d.at)
	})
}

// isTaken reports whether a message may ever be taken: none that was sent after it is otherwise.
func (f *index) isTaken(from, to int, s serial) bool {
	return s.count <= f.last[way{from, to, s.incarnation}]
}

// isHeld reports whether a message waits for a life of its receiver after so many.
func (f *index) isHeld(from, to int, s serial, lives int) bool {
	for _, l := range f.lives[to][min(lives, len(f.lives[to])):] {
		if first, known := l.first[from]; known {
			return !s.isBefore(first)
		}
	}
	return false
}

// wakes reports whether a message is the first of its sender that a life takes.
func (f *index) wakes(from, to int, s serial, life int) bool {
	if life >= len(f.lives[to]) {
		return false
	}
	first, known := f.lives[to][life].first[from]
	return known && first == s
}
