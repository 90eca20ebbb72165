package world

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"interrex/checker"
	"interrex/model"
)

// A World is a checker.System: an election algorithm among processes that crash, over channels.
//
// Its state is a vector: the numbers of the processes' local states in ring order (0: dead),
// those of the channels' contents (0: empty), and what is left of each budget that is not
// unlimited. What a rule does to a local state is computed once, and looked up afterwards.
type World struct {
	config     Config
	group      *model.Group
	handler    model.Handler
	able       model.Abilities
	detected   bool // a failure detector tells of deaths
	await      model.Await
	occasional model.Occasional // nil: each timer always has occasion
	n          int

	locals    []*table[local, traits] // of each process
	channels  *channels
	outcomes  []*memo[outcome]      // of each process, by event and local state
	restarted []func() checker.Cell // of each process, its local state when it has just come back and has kept nothing
	graves    *table[crashed, tomb] // what the dead leave
	gravesAt  int                   // the cell of what the first process leaves when it crashes, -1 if there are no such cells
	links     []link
	linkOf    [][]int // the link from one process to another, -1 if there is none
	timely    []bool  // whether a link keeps the bounds of the clock once they hold
	cut       []bool  // whether a link carries nothing
	incoming  [][]int // the links into a process, nearest sender first
	oncoming  [][]int // the same on a bidirectional ring, for what travels left
	budgets   budgets
	gst       stabilisation
	leaders   leaders
	suspected suspicions
	recalls   bool // a property that needs the record of suspicions has been asked
	width     int
	duties    duties
	timers    *table[timerSlot, struct{}]
	actions   actionTable
	may       [moveKinds]bool // what kinds of move there are at all
	shown     abilities
	asksOf    sync.Map // of the author's own election: the kinds of messages that its timers ask for

	classBits int                            // enough for every class
	asked     atomic.Pointer[predicateCache] // the last one

	expansions sync.Pool
	rehearsals atomic.Int64 // outcomes found out so far
}

// A link is a channel: from one process to another, by their places on the ring.
type link struct{ from, to int }

// A local is the local state of a live process with what the world adds to it.
type local struct {
	state     model.Local // nil: dead
	elections int         // left; Unlimited if there is no bound
	fresh     bool        // restarted, and no step of the algorithm taken since
	countdown countdown
}

// traits is what is known of a local state of one process.
type traits struct {
	local
	status     model.Status
	elected    int // place of the elected on the ring, or -1
	timers     []model.Timer
	timeouts   []checker.Action // of each its action
	owed       []checker.Duty   // and its obligation
	report     []int            // places of those whom a detector may report
	withdraw   []int
	choices    []int        // the lots that the process must draw from before it does anything else
	class      uint64       // all that the properties can see of it
	leadership Leadership   // where it leads in a term
	inert      bool         // nothing but a message or time can make it act
	crashed    checker.Cell // what it leaves if it dies
	due        bool         // a timer must fire before a tick can pass
	older      checker.Cell // the local state a tick later, if timers run and none is due
}

// strangeClass is the class of a local state that has elected no process of the group.
const strangeClass = ^uint64(0)

// dead is the number of the one local state of a dead process.
const dead = 0

// New makes a world, with numbers for the bounds that are Usual. An invalid config is a mistake in the
// program: New panics with what Validate says.
func New(c Config) *World {
	if err := c.Validate(); err != nil {
		panic(fmt.Sprintf("world.New: %v", err))
	}
	c = c.Bounded()
	w := &World{config: c, group: c.Group(), n: len(c.IDs)}
	w.handler = c.Algorithm.Make(c.Variant())
	w.able = w.handler.Abilities()
	w.detected = c.Algorithm.IsDetected(w.able)
	w.await, w.occasional = w.handler.Await(), w.handler.Occasional()
	w.leaders, w.suspected = newLeaders(), newSuspicions()
	w.timers = newTable("timers", narrow, func(timerSlot) struct{} { return struct{}{} })
	w.lay()
	w.duties = w.countDuties()
	w.learn()
	w.channels = newChannels(c.Channels, c.Capacity, w.actions.delivery)
	w.channels.clocked = c.IsClocked()
	w.graves = newTable("graves", narrow, w.dig)
	w.graves.number(crashed{})
	for p := range w.n {
		w.locals = append(w.locals, newTable("local states of a process", narrow, func(l local) traits { return w.examine(p, l) }))
		w.locals[p].number(local{})
		w.outcomes = append(w.outcomes, newMemo[outcome]())
		if c.Restarts != 0 {
			w.restarted = append(w.restarted, sync.OnceValue(func() checker.Cell { return w.begin(p, model.Nobody, true) }))
		}
	}
	w.expansions.New = func() any { return w.newExpansion() }
	for 1<<w.classBits < w.classes() {
		w.classBits++
	}
	return w
}

// Config returns the world's description.
func (w *World) Config() Config { return w.config }

// examine finds out what there is to know about a local state of process p.
func (w *World) examine(p int, l local) traits {
	if l.state == nil {
		return traits{elected: -1}
	}
	id := w.config.IDs[p]
	t := traits{local: l, status: w.handler.Status(l.state), elected: -1}
	w.shown.note(t.status)
	if t.status.Elected != model.Nobody {
		t.elected = w.group.Index(t.status.Elected)
	}
	t.timers = w.handler.Timers(id, w.group, l.state)
	if t.status.Term > 1<<16-1 {
		panic(checker.Overflow{What: "terms"})
	}
	if t.status.Elected == id && t.status.Term > 0 {
		t.leadership = Leadership{t.status.Term, id}
	}
	for i, timer := range t.timers {
		if j := slices.IndexFunc(t.timers, func(u model.Timer) bool { return u.Name == timer.Name && u.Slot == timer.Slot }); j < i {
			panic(fmt.Sprintf("two timers of P%d are armed, %v and %v, that neither Name nor Slot tells apart", id, t.timers[j], timer))
		}
		t.owed = append(t.owed, w.timing(p, timer))
		t.timeouts = append(t.timeouts, w.actions.timeoutOf(timer.Name, undeclared, false))
	}
	report, withdraw := w.handler.Suspects(id, w.group, l.state)
	t.report, t.withdraw = w.places(report), w.places(withdraw)
	t.choices = w.handler.Choices(l.state)
	if most := 1<<16 - 1; len(t.timers) > most || len(t.choices) > most {
		panic(checker.Overflow{What: "timers or lots of a process"})
	}
	t.inert = len(t.timers)+len(t.report)+len(t.withdraw)+len(t.choices) == 0 && !t.status.MayStart && !t.status.Recovering &&
		(!t.status.Idle || t.elected < 0 || t.elected == p)
	t.due = l.countdown.due()
	if !t.due && l.countdown != "" {
		t.older = w.number(p, local{l.state, l.elections, l.fresh, l.countdown.older()})
	}
	if w.gravesAt >= 0 {
		t.crashed = checker.Cell(w.graves.number(w.crashedOf(l)))
	}
	if t.class = strangeClass; t.elected >= 0 || t.status.Elected == model.Nobody {
		t.class = uint64(t.elected+1)<<2 | bit(l.fresh)<<1 | bit(t.status.TakesPart) + 1
		t.class += uint64(t.status.Decision) * uint64(w.undecidedClasses())
	}
	if t.class >= uint64(w.classes()) {
		t.class = strangeClass
	}
	return t
}

// undecidedClasses is how many classes of local states there are, decisions aside.
func (w *World) undecidedClasses() int { return 4 * (w.n + 2) }

// classes is how many there are in all.
func (w *World) classes() int {
	if w.config.Algorithm.On != "" {
		return 3 * w.undecidedClasses()
	}
	return w.undecidedClasses()
}

// number returns the number of a local state of process p.
func (w *World) number(p int, l local) checker.Cell { return checker.Cell(w.locals[p].number(l)) }

// traits returns what is known of a local state of process p.
func (w *World) traits(p int, local checker.Cell) *traits { return w.locals[p].at(number(local)) }

// content returns what is in a channel.
func (w *World) content(s checker.State, link int) number {
	return s[w.n+link]
}

// fill puts a content into a channel.
func (w *World) fill(s checker.State, link int, content number) {
	s[w.n+link] = content
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func (w *World) places(ids []model.ID) []int {
	var places []int
	for _, id := range ids {
		places = append(places, w.group.Index(id))
	}
	return places
}

// Width is part of checker.System.
func (w *World) Width() int { return w.width }

// Init is part of checker.System: there is one initial state.
func (w *World) Init(emit func(checker.State)) {
	elected := model.Nobody
	if w.config.Initial == LeaderElected {
		elected = w.group.Highest()
	}
	s := make(checker.State, w.width)
	for p := range w.n {
		if w.config.Initial == SelfElected {
			elected = w.config.IDs[p]
		}
		s[p] = w.begin(p, elected, false)
		w.recordLeader(s, p)
	}
	for _, b := range w.budgets.all() {
		b.fill(s)
	}
	w.gst.begin(s)
	emit(s)
}

// begin numbers the local state in which a process begins or, if back is set, begins again.
func (w *World) begin(p int, elected model.ID, back bool) checker.Cell {
	first := w.handler.Begin(w.config.IDs[p], w.group, elected, back)
	model.CheckLocal(first)
	return w.number(p, local{first, w.config.Elections, back, w.startTimers(p, first)})
}

// Bounds is part of checker.Bounded.
func (w *World) Bounds() []string { return []string{"elections", "capacity", "counters"} }

const (
	electionsBound checker.Bound = iota + 1
	capacityBound
	countersBound
)

// lay gives each part of the state its cell: processes, channels, budgets, and what else is kept.
func (w *World) lay() {
	w.join()
	w.width = w.n + len(w.links)
	w.budgets = budgetsOf(w.config)
	for _, b := range w.budgets.all() {
		b.cell = w.cells(b.needsCell(), 1)
	}
	w.gravesAt = w.cells(w.remembersCrashed(), w.n)
	w.suspected.cell = w.cells(w.config.Suspicions, 1)
	w.leaders.cell = w.cells(w.able.Termed, 1)
	w.gst = stabilisation{size: w.config.GST, cell: w.cells(w.config.IsClocked() && w.config.GST != 0, 1)}
}

// cells reserves so many cells and returns the first of them, or -1 if they are not needed.
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
func (w *World) next(s checker.State, p int) int { return w.addressee(s, p, toNext) }

// previous returns the next live process before p on the ring, p itself if no other lives.
func (w *World) previous(s checker.State, p int) int { return w.addressee(s, p, toPrevious) }

// addressee is to whom process p sends in a state.
func (w *World) addressee(s checker.State, p, to int) int {
	if to >= 0 {
		return to
	}
	return w.living(p, to, func(q int) bool { return s[q] == dead })
}

// living is the next live process after p on the ring, or the one before, p itself if no other lives.
func (w *World) living(p, way int, isDead func(int) bool) int {
	q := w.neighbour(p, way)
	for q != p && isDead(q) {
		q = w.neighbour(q, way)
	}
	return q
}

// neighbour is the place after p on the ring, or the one before, whoever lives.
func (w *World) neighbour(p, way int) int {
	if way == toPrevious {
		p += w.n - 2
	}
	return (p + 1) % w.n
}

// duties says where the numbers of each kind of obligation begin. From open on, numbers go to timers and, in
// a bag, to messages as they are met, by turns.
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

// delivery is the obligation to deliver a message of a channel. If messages can be lost, one that is sent
// again and again gets through (fair loss): strong fairness.
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

// met is the weak obligation with that number among those that are numbered as they are met.
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

// Explore checks a world with the properties that ask makes for it. If a property needs the record of suspicions, the
// world keeps it. An invalid config is an error.
func Explore(ctx context.Context, c Config, ask func(*World) []checker.Property, o checker.Options) (*World, *checker.Report, error) {
	if err := c.Validate(); err != nil {
		return nil, nil, err
	}
	w := New(c)
	properties := ask(w)
	if w.recalls && !c.Suspicions {
		c.Suspicions = true
		w = New(c)
		properties = ask(w)
	}
	report, err := checker.Check(ctx, w, properties, o)
	return w, report, err
}

// Graph explores a world as Explore does, and keeps the graph.
func Graph(ctx context.Context, c Config, o checker.Options) (*World, *checker.Graph, *checker.Report, error) {
	if err := c.Validate(); err != nil {
		return nil, nil, nil, err
	}
	w := New(c)
	g, report, err := checker.Explore(ctx, w, o)
	return w, g, report, err
}

// Grown is part of checker.Growing: the most that a queue and a process have held so far, and which bound is
// missing.
func (w *World) Grown() string {
	longest, locals := w.channels.contents.longest(), 0
	for _, l := range w.locals {
		locals = max(locals, len(*l.values.Load())-1) // but for the dead
	}
	text := fmt.Sprintf("a channel holds up to %d messages, and a process has up to %d local states", longest, locals)
	if w.config.Capacity == Unlimited {
		text += "; interrex.Bounds (-capacity) limits the messages"
	}
	if w.config.Elections == Unlimited {
		text += "; interrex.Bounds (-elections) limits the elections of each process"
	}
	return text
}
