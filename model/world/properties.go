package world

import (
	"bytes"
	"fmt"
	mathbits "math/bits"
	"slices"
	"sync"
	"sync/atomic"

	"interrex/checker"
	"interrex/model"
	"interrex/spec"
)

// View returns what the properties may know of a state.
func (w *World) View(s checker.State) spec.View {
	v := w.show(s, make([]spec.Process, w.n))
	if w.config.Algorithm.Properties != nil {
		v.Whole = w.Whole(s)
	}
	return v
}

// Whole is a state as the properties of a user's own see it.
func (w *World) Whole(s checker.State) model.View {
	v := model.View{Processes: make([]model.ProcessView, w.n)}
	for p, id := range w.config.IDs {
		v.Processes[p] = model.ProcessView{ID: id}
		if s[p] != dead {
			t := w.traits(p, s[p])
			v.Processes[p] = model.ProcessView{ID: id, Live: true, Status: t.status, Local: t.state}
		}
	}
	for i, l := range w.links {
		for _, m := range w.channels.at(w.content(s, i)).messages {
			message := *w.channels.messages.at(m)
			if p, isClocked := message.(posted); isClocked {
				message = p.Message
			}
			v.Messages = append(v.Messages, model.InTransit{From: w.config.IDs[l.from], To: w.config.IDs[l.to], Message: model.Plain(message)})
		}
	}
	return v
}

// show is View in a room that is given.
func (w *World) show(s checker.State, room []spec.Process) spec.View {
	shown := w.traffic(s)
	v := spec.View{
		Processes: room,
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

// rank is the place of process p in the election criterion. Among processes that are all alike, none
// outranks another.
func (w *World) rank(p int) int {
	if w.config.Algorithm.Anonymous {
		return 0
	}
	return w.group.Rank(w.config.IDs[p])
}

// What a view shows of the channels and the history of leaders, a bit for each.
const (
	something uint64 = 1 << iota
	call
	announcement
	sharedTerm

	trafficBits = iota
)

// traffic says what is on its way, and what the history of leaders says. Nothing is ever on its way to the dead, so
// every channel counts.
func (w *World) traffic(s checker.State) (t uint64) {
	strands := *w.channels.contents.strands.Load()
	for i := range w.links {
		if c := w.content(s, i); c != 0 {
			t |= strands.shows(c)
		}
	}
	return t | bit(w.leaders.of(s).shared)*sharedTerm
}

// A predicateCache says which predicates of some properties are true in a state, and remembers the answers:
// few views differ, and what a property can see of a process fits in a few bits.
type predicateCache struct {
	*World
	predicates []func(spec.View) bool
	facts      *checker.Facts
	answers    atomic.Pointer[answers]

	own      *predicateCache // of the properties of users, which are not cached by views; nil: there are none
	premises map[string]int  // of these, the places of the premises, by the names of the properties
}

// Answers are what is remembered of views. There may be as many views as states, so when there are mostAnswers they begin
// anew; who is still at work with the old ones gets the same from them.
type answers struct {
	known     *memo[uint64]
	sequences *memo[uint64] // for large groups: see key
	made      atomic.Uint64 // entries of both
}

const mostAnswers = 1 << 16

func newAnswers() *answers { return &answers{known: newMemo[uint64](), sequences: newMemo[uint64]()} }

func (a *answers) bytes() int { return a.known.bytes() + a.sequences.bytes() }

func (w *World) newPredicateCache() *predicateCache {
	j := &predicateCache{World: w}
	j.facts = checker.NewFacts(j.say)
	j.answers.Store(newAnswers())
	w.asked.Store(j)
	return j
}

// of is the cache to which the predicates of a property belong. Those of a user may depend on the whole state.
func (j *predicateCache) of(p spec.Property) *predicateCache {
	if !p.Own {
		return j
	}
	if j.own == nil {
		j.own = &predicateCache{World: j.World, premises: map[string]int{}}
		j.own.facts = checker.NewFacts(j.own.examine).Once()
	}
	return j.own
}

// add gives a predicate its bit.
func (j *predicateCache) add(p func(spec.View) bool) (place int) {
	if len(j.predicates) == 64 {
		panic("world: more predicates than fit a word")
	}
	j.predicates = append(j.predicates, p)
	return len(j.predicates) - 1
}

// addLeader gives the binary digits of the number of a leader their bits.
func (j *predicateCache) addLeader(leader func(spec.View) spec.ID) (place int) {
	place = len(j.predicates)
	for digit := range j.leaderDigits() {
		j.add(func(v spec.View) bool { return j.leaderNumber(leader(v))>>digit&1 != 0 })
	}
	return place
}

// leaderNumber numbers what runs may settle on: 0 is Nobody.
func (j *predicateCache) leaderNumber(id spec.ID) int {
	switch id {
	case spec.Nobody:
		return 0
	case spec.NoOneLives:
		return j.n + 1
	}
	p := j.group.Index(id)
	if p < 0 {
		panic(fmt.Sprintf("world: a property settles on P%d, which is no process of the group", id))
	}
	return p + 1
}

func (j *predicateCache) leaderDigits() int { return mathbits.Len(uint(j.n + 1)) }

// say returns a bit for each predicate.
func (j *predicateCache) say(s checker.State) uint64 {
	a := j.answers.Load()
	key, fits := j.key(s, a)
	if !fits {
		return j.examine(s)
	}
	if known := a.known.get(key); known != nil {
		return *known
	}
	if a.made.Add(1) > mostAnswers {
		j.answers.CompareAndSwap(a, newAnswers())
	}
	return *a.known.put(key, j.examine(s))
}

func (j *predicateCache) examine(s checker.State) uint64 {
	v, said := j.View(s), uint64(0)
	for place, p := range j.predicates {
		said |= bit(p(v)) << place
	}
	return said
}

// key packs what a View shows into one word: exactly if it fits, else as the number that these answers give to a sequence of
// parts of 32 bits. It fails for a strangeClass.
func (j *predicateCache) key(s checker.State, a *answers) (key uint64, ok bool) {
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
		prefix = a.number(prefix<<32 | part)
	}
	return prefix<<trafficBits | j.traffic(s), true
}

// number numbers the sequences of parts: a prefix, which is such a number, and one part more.
func (a *answers) number(sequence uint64) uint64 {
	if known := a.sequences.get(sequence); known != nil {
		return *known
	}
	return *a.sequences.put(sequence, a.made.Add(1))
}

// Ask turns properties of an election into properties for the checker, followed by one Counted property for
// each: the number of states in which its premise is true. Their predicates are at most 64: of each property one to three, of one that is
// about whom runs settle on a few more.
func (w *World) Ask(asked []spec.Property) []checker.Property {
	j := w.newPredicateCache()
	return append(j.properties(asked), j.witnesses(asked)...)
}

// AskAside is Ask, followed by spec.LeaderForEver as a question aside.
func (w *World) AskAside(asked []spec.Property) []checker.Property {
	j := w.newPredicateCache()
	all := append(j.properties(asked), j.witnesses(asked)...)
	return append(all, j.properties([]spec.Property{spec.LeaderForEver})[0].Aside())
}

// Properties turns properties of an election into properties for the checker. Their predicates are at most 64. One that has no meaning for the algorithm makes the check an error, a *model.Meaningless.
func (w *World) Properties(asked []spec.Property) []checker.Property {
	return w.newPredicateCache().properties(asked)
}

func (j *predicateCache) witnesses(asked []spec.Property) []checker.Property {
	var properties []checker.Property
	for _, p := range asked {
		if err := j.config.Algorithm.Means(p); err != nil {
			properties = append(properties, checker.Refused(p.Name, err))
			continue
		}
		of := j.of(p)
		place, isKnown := of.premises[p.Name]
		if !isKnown {
			place = of.add(p.Witness)
		}
		properties = append(properties, of.facts.Counted("a witness of "+p.Name, place))
	}
	return properties
}

func (j *predicateCache) properties(asked []spec.Property) []checker.Property {
	var properties []checker.Property
	for _, p := range asked {
		of := j.of(p)
		switch err := j.config.Algorithm.Means(p); {
		case err != nil:
			properties = append(properties, checker.Refused(p.Name, err))
		case p.Recalls && !j.config.Suspicions:
			j.recalls = true
			properties = append(properties, checker.Refused(p.Name, fmt.Errorf("%s: the world keeps no record of suspicions; set Config.Suspicions", p.Name)))
		case p.Always != nil:
			properties = append(properties, of.facts.Invariant(p.Name, of.add(p.Always)))
		case p.Rest != nil:
			properties = append(properties, checker.AtRest(p.Name, of.facts.Predicate(of.add(p.Rest))))
		case p.Between != nil:
			properties = append(properties, checker.StepInvariant(p.Name, j.across(p.Between)))
		case p.Goal != nil:
			premise, goal := of.add(p.Premise), of.add(p.Goal)
			if p.Own {
				of.premises[p.Name] = premise
			}
			properties = append(properties, of.facts.LeadsTo(p.Name, premise, goal))
		case p.Reaches != nil:
			properties = append(properties, of.facts.Eventually(p.Name, of.add(p.Reaches)))
		case p.Settles != nil:
			properties = append(properties, of.facts.Settles(p.Name, of.addLeader(p.Settles), j.leaderDigits()))
		case p.Lasts != nil:
			properties = append(properties, of.facts.EventuallyAlways(p.Name, of.add(p.Lasts)))
		case p.Again != nil:
			once, again := of.add(p.Once), of.add(p.Again)
			properties = append(properties, of.facts.Recurs(p.Name, once, again))
		}
	}
	return properties
}

// A sight is room for the views of a step's two ends. The state before stays the same from step to step.
type sight struct {
	before, after []spec.Process
	of            checker.State
	shown         spec.View
}

// across asks what is to hold across a step of the views of its ends.
func (w *World) across(holds func(before, after spec.View) bool) func(before, after checker.State) bool {
	sights := sync.Pool{New: func() any {
		return &sight{before: make([]spec.Process, w.n), after: make([]spec.Process, w.n)}
	}}
	return func(before, after checker.State) bool {
		x := sights.Get().(*sight)
		defer sights.Put(x)
		if !slices.Equal(x.of, before) {
			x.of, x.shown = append(x.of[:0], before...), w.show(before, x.before)
		}
		return holds(x.shown, w.show(after, x.after))
	}
}

// Alike is part of checker.Discerning: two states look alike if no property can tell them apart.
func (w *World) Alike(s checker.State) string {
	text := fmt.Sprint(w.show(s, make([]spec.Process, w.n)))
	if w.config.Algorithm.Properties != nil { // those of a user may depend on all of it
		text += w.DescribeState(s)
	}
	return text
}

// A Leadership is a term and a process that has led in it.
type Leadership struct {
	Term   int
	Leader model.ID
}

// The history of leaders lists the leaderships so far, which the processes may not know: a leader may have died
// since, or have forgotten. It has a cell only if leaders have terms. The cell holds a number; an empty
// history is 0.
type leaders struct {
	cell   int // -1: leaders have no terms
	tables *table[string, chronicle]
	longer *memo[checker.Cell] // by history of leaders<<48 | term<<32 | leader
}

// A chronicle is what is known about one history of leaders.
type chronicle struct {
	leaderships []Leadership // by term, then by id
	shared      bool         // two have led in the same term
}

func newLeaders() leaders {
	a := leaders{cell: -1, tables: newTable("annals", narrow, chronicleOf), longer: newMemo[checker.Cell]()}
	a.tables.number("")
	return a
}

// In a history, a leadership is four bytes of its term and four of its leader, big-endian.
const leadershipBytes = 8

func (r Leadership) bytes() []byte {
	t, l := uint32(r.Term), uint32(r.Leader)
	return []byte{byte(t >> 24), byte(t >> 16), byte(t >> 8), byte(t), byte(l >> 24), byte(l >> 16), byte(l >> 8), byte(l)}
}

func chronicleOf(text string) chronicle {
	var c chronicle
	for line := range slices.Chunk([]byte(text), leadershipBytes) {
		number := func(b []byte) int { return int(b[0])<<24 | int(b[1])<<16 | int(b[2])<<8 | int(b[3]) }
		r := Leadership{number(line[:4]), model.ID(number(line[4:]))}
		c.shared = c.shared || len(c.leaderships) > 0 && c.leaderships[len(c.leaderships)-1].Term == r.Term
		c.leaderships = append(c.leaderships, r)
	}
	return c
}

// bytes is the text of a chronicle.
func (c *chronicle) bytes() (text []byte) {
	for _, r := range c.leaderships {
		text = append(text, r.bytes()...)
	}
	return text
}

// of returns the history of leaders in a state.
func (a *leaders) of(s checker.State) *chronicle {
	if a.cell < 0 {
		return a.tables.at(0)
	}
	return a.tables.at(number(s[a.cell]))
}

// with is a history of leaders with one leadership more, if that is known already.
func (a *leaders) with(history checker.Cell, r Leadership) (longer checker.Cell, known bool) {
	if n := a.longer.get(longerKey(history, r)); n != nil {
		return *n, true
	}
	return 0, false
}

func longerKey(history checker.Cell, r Leadership) uint64 {
	return uint64(history)<<48 | uint64(uint16(r.Term))<<32 | uint64(uint32(r.Leader))
}

// enter adds a leadership to a history of leaders.
func (a *leaders) enter(history checker.Cell, r Leadership) checker.Cell {
	if longer, known := a.with(history, r); known {
		return longer
	}
	lines := [][]byte{r.bytes()}
	for _, old := range a.tables.at(number(history)).leaderships {
		if old != r {
			lines = append(lines, old.bytes())
		}
	}
	slices.SortFunc(lines, bytes.Compare)
	return *a.longer.put(longerKey(history, r), checker.Cell(a.tables.number(string(bytes.Join(lines, nil)))))
}

// recordLeader enters p into the history of leaders in s if it leads in a term.
func (w *World) recordLeader(s checker.State, p int) {
	if w.leaders.cell < 0 {
		return
	}
	if leadership := w.traits(p, s[p]).leadership; leadership != (Leadership{}) {
		s[w.leaders.cell] = w.leaders.enter(s[w.leaders.cell], leadership)
	}
}

// MostTerm is the greatest term, and the greatest length, that a log may be given.
const MostTerm = 1000

// NoClock says why an algorithm of the catalogue with terms cannot run by a clock. One of a user can, with Ticks.
func NoClock(a model.Algorithm) error {
	return fmt.Errorf("timeouts %s: the model of %s has no periodic heartbeats, which a clock needs; allowed are %s, %s, %s",
		ByClock, a.Name, Sync, Perfect, Any)
}

// validateTerms refuses clocks and links that an algorithm with terms cannot have.
func (c Config) validateTerms() error {
	if !c.Algorithm.Terms() {
		if c.Cut != nil {
			return fmt.Errorf("cut: not for %s, which has no terms", c.Algorithm.Name)
		}
		return nil
	}
	if c.IsClocked() && !c.Algorithm.Own {
		return NoClock(c.Algorithm)
	}
	for i, l := range c.Cut {
		if l.From == l.To || !slices.Contains(c.IDs, l.From) || !slices.Contains(c.IDs, l.To) {
			return fmt.Errorf("cut link %d-%d: no such link; it must join two of the processes %v", l.From, l.To, c.IDs)
		}
		if slices.Contains(c.Cut[:i], l) {
			return fmt.Errorf("cut link %d-%d: given twice; name each link once", l.From, l.To)
		}
	}
	return nil
}
