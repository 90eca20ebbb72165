package world

import (
	"fmt"
	"sync/atomic"

	"interrex/checker"
	"interrex/spec"
)

// View is what the properties may know of a state.
func (w *World) View(s checker.State) spec.View {
	shown := w.traffic(s)
	v := spec.View{
		Processes: make([]spec.Process, w.n),
		OnTheWay:  shown&something != 0, Call: shown&call != 0, Announcement: shown&announcement != 0,
		SharedTerm: shown&sharedTerm != 0,
	}
	for p := range w.n {
		t := w.traits(p, s[p])
		v.Processes[p] = spec.Process{
			ID: w.config.IDs[p], Rank: w.rank(p), Live: s[p] != dead,
			Fresh: t.fresh, Elected: t.status.Elected, TakesPart: t.status.TakesPart,
			Decision: t.status.Decision, Suspected: w.suspected.of(s)>>p&1 == 1,
		}
	}
	return v
}

// rank is the place of process p in the election criterion. Of processes that are all alike none
// outranks another.
func (w *World) rank(p int) int {
	if w.config.Algorithm.Anonymous {
		return 0
	}
	return w.group.Rank(w.config.IDs[p])
}

// What a view shows of the channels and the annals, a bit for each.
const (
	something uint64 = 1 << iota
	call
	announcement
	sharedTerm

	trafficBits = iota
)

// traffic says what is on its way, and what the annals say. Nothing ever is to the dead, so that any channel will do.
func (w *World) traffic(s checker.State) (t uint64) {
	for i := range w.links {
		if c := w.content(s, i); c != 0 {
			t |= w.channels.contents.at(c).shows
		}
	}
	return t | bit(w.annals.of(s).shared)*sharedTerm
}

// A judge says which of some properties' predicates are true of a state. It remembers what it
// has said: few views are different, and what a property can see of a process fits a few bits.
type judge struct {
	*World
	predicates []func(spec.View) bool
	facts      *checker.Facts
	known      *memo[uint64]

	sequences *memo[uint64] // for large groups: see key
	made      atomic.Uint64
}

func (w *World) newJudge() *judge {
	j := &judge{World: w, known: newMemo[uint64](), sequences: newMemo[uint64]()}
	j.facts = checker.NewFacts(j.say)
	return j
}

// add gives a predicate a place.
func (j *judge) add(p func(spec.View) bool) (place int) {
	if len(j.predicates) == 64 {
		panic("world: more predicates than fit a word")
	}
	j.predicates = append(j.predicates, p)
	return len(j.predicates) - 1
}

// say returns a bit for each predicate.
func (j *judge) say(s checker.State) uint64 {
	key, fits := j.key(s)
	if !fits {
		return j.examine(s)
	}
	if known := j.known.get(key); known != nil {
		return *known
	}
	return *j.known.put(key, j.examine(s))
}

func (j *judge) examine(s checker.State) uint64 {
	v, said := j.View(s), uint64(0)
	for place, p := range j.predicates {
		said |= bit(p(v)) << place
	}
	return said
}

// key packs what a view shows into one word: exactly if it fits, else as the number of a
// sequence of parts of 32 bits. Some local state may be too strange for that.
func (j *judge) key(s checker.State) (key uint64, ok bool) {
	each := 32 / j.classBits // processes in a part
	if j.n*j.classBits <= 64-trafficBits {
		each = j.n
	}
	prefix := uint64(0)
	for p := 0; p < j.n; {
		part := uint64(0)
		for end := min(p+each, j.n); p < end; p++ {
			class := j.traits(p, s[p]).class
			if class == strangeClass {
				return 0, false
			}
			part = part<<j.classBits | class
		}
		if each == j.n {
			return part<<trafficBits | j.traffic(s), true
		}
		prefix = j.number(prefix<<32 | part)
	}
	return prefix<<trafficBits | j.traffic(s), true
}

// number numbers the sequences of parts: a prefix, which is such a number, and one part more.
func (j *judge) number(sequence uint64) uint64 {
	if known := j.sequences.get(sequence); known != nil {
		return *known
	}
	return *j.sequences.put(sequence, j.made.Add(1))
}

// Ask makes, of properties of the problem, the checker's, and then as many questions how often
// each says anything: in how many states its premise is true. At most 21.
func (w *World) Ask(asked []spec.Property) []checker.Property {
	j := w.newJudge()
	return append(j.properties(asked), j.premises(asked)...)
}

// Properties makes the checker's properties of the problem's. At most 32. One that has no meaning for
// the algorithm makes the check an error, a *model.Meaningless.
func (w *World) Properties(asked []spec.Property) []checker.Property {
	return w.newJudge().properties(asked)
}

// Witnesses makes, for each property of the problem, the question whether it says anything here.
// At most 64.
func (w *World) Witnesses(asked []spec.Property) []checker.Property {
	return w.newJudge().premises(asked)
}

// mindsWitness are the changes that can take back that a premise is true.
func mindsWitness(p spec.Property) checker.Marks {
	if p.Always == nil || p.Minds&spec.InTraffic != 0 {
		return checker.Marks(spec.AnyChange) | uncharted
	}
	return checker.Marks(spec.AnyChange&^spec.InTraffic) | uncharted
}

func (j *judge) premises(asked []spec.Property) []checker.Property {
	var properties []checker.Property
	for _, p := range asked {
		if err := j.config.Algorithm.Means(p); err != nil {
			properties = append(properties, checker.Refused(p.Name, err))
			continue
		}
		properties = append(properties, j.facts.Counted("a witness of "+p.Name, j.add(p.Witness)).Minding(mindsWitness(p)))
	}
	return properties
}

func (j *judge) properties(asked []spec.Property) []checker.Property {
	predicate := func(p func(spec.View) bool) checker.Predicate { return j.facts.Predicate(j.add(p)) }
	var properties []checker.Property
	for _, p := range asked {
		switch err := j.config.Algorithm.Means(p); {
		case err != nil:
			properties = append(properties, checker.Refused(p.Name, err))
		case p.Recalls && !j.config.Suspicions:
			j.recalls = true
			properties = append(properties, checker.Refused(p.Name, fmt.Errorf("%s asks for a world that keeps a record of suspicions: set Config.Suspicions", p.Name)))
		case p.Always != nil:
			properties = append(properties, j.facts.Invariant(p.Name, j.add(p.Always)).Minding(checker.Marks(p.Minds)|uncharted))
		case p.Rest != nil:
			properties = append(properties, checker.AtRest(p.Name, predicate(p.Rest)))
		case p.Between != nil:
			properties = append(properties, checker.StepInvariant(p.Name, func(before, after checker.State) bool {
				return p.Between(j.View(before), j.View(after))
			}))
		case p.Goal != nil:
			properties = append(properties, checker.LeadsTo(p.Name, predicate(p.Premise), predicate(p.Goal)))
		case p.Settles != nil:
			properties = append(properties, checker.Settles(p.Name, func(s checker.State) int {
				return int(p.Settles(j.View(s)))
			}))
		}
	}
	return properties
}

// Alike is part of checker.Discerning: two states look alike if no property can tell them apart.
func (w *World) Alike(s checker.State) string { return fmt.Sprint(w.View(s)) }
