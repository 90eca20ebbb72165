package recorded

import (
	"maps"
	"slices"

	"interrex/traces"
	"interrex/traces/replay"
)

// An index is computed before a trace is read: a few numbers for each incarnation of a node, of any length.
type index struct {
	ids    []int
	lives  [][]life   // by place, then in the order in which they were lived
	clocks [][]uint64 // by place: the clock of the last event
	deaths []death    // those that are never taken back
	last   map[way]uint64
	begun  uint64 // time of the first event; 0: unknown
}

// A death is a suspicion: at this event of its own clock, a node suspects another.
type death struct {
	of, by int
	at     uint64
	known  uint64 // the other's events in its causal past
}

// A life is one incarnation of a node.
type life struct {
	events uint64
	first  map[int]traces.Serial // by sender: the first message that this life takes
}

// A way is a sender, a receiver, and an incarnation of the sender; index.last has the count of the last message
// ever taken on it.
type way struct {
	from, to    int
	incarnation uint64
}

// indexTrace reads a trace once. Errors in it are reported later, when the trace is read as a whole.
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
			f.lives[place] = append(f.lives[place], life{first: map[int]traces.Serial{}})
		case l.Event != nil:
			f.note(place, l.Event, deaths)
		}
	}
}

func (f *index) note(place int, e *traces.Event, deaths map[int]death) {
	l := &f.lives[place][len(f.lives[place])-1]
	l.events++
	if e.At > 0 && (f.begun == 0 || e.At < f.begun) {
		f.begun = e.At
	}
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
	from := slices.Index(f.ids, e.Message.From)
	s, err := traces.ParseID(e.Message.ID, e.Message.From)
	if from < 0 || err != nil {
		return
	}
	if _, known := l.first[from]; !known {
		l.first[from] = s
	}
	w := way{from, place, s.Incarnation}
	f.last[w] = max(f.last[w], s.Count)
}

// isPresumedDead reports whether some node declared this one dead and never took that back, and this one never
// learned it.
func (f *index) isPresumedDead(place int) bool {
	return slices.ContainsFunc(f.deaths, func(d death) bool {
		return d.of == place && (f.clocks[place] == nil || f.clocks[place][d.by] < d.at)
	})
}

// isTaken reports whether a message may be taken: it, or a later one of its incarnation, is taken.
func (f *index) isTaken(from, to int, s traces.Serial) bool {
	return s.Count <= f.last[way{from, to, s.Incarnation}]
}

// isHeld reports whether a message waits for a life of its receiver from index lives on.
func (f *index) isHeld(from, to int, s traces.Serial, lives int) bool {
	for _, l := range f.lives[to][min(lives, len(f.lives[to])):] {
		if first, known := l.first[from]; known {
			return !s.IsBefore(first)
		}
	}
	return false
}

// wakes reports whether a message is the first from its sender that a life takes.
func (f *index) wakes(from, to int, s traces.Serial, life int) bool {
	if life >= len(f.lives[to]) {
		return false
	}
	first, known := f.lives[to][life].first[from]
	return known && first == s
}
