package simulate

import (
	"maps"
	"math/rand/v2"
	"slices"

	"interrex/model"
)

// A network is a run in progress: processes, and the messages between them.
type network struct {
	Run
	election   Election
	ids        []model.ID // in ring order
	place      map[model.ID]int
	await      model.Await
	occasional model.Occasional
	members    []member
	starts     int // left
	watch      func(occurrence)
	lots       *rand.Rand // nil: nobody draws any
	most       int        // steps, where lots are drawn

	channels map[link][]flight
	busy     *pool[link] // channels with a message
	starters *pool[int]  // processes that may start
	armed    *pool[alarm]
	traffic  traffic

	sent, depth int
	kinds       map[model.Kind]int
	elected     map[model.ID]int // by how many processes
	takePart    int
	begun       [2]bool // of Decided and Over: they did not hold at the beginning
}

// A member is a process.
type member struct {
	local     model.Local
	elections int
	status    model.Status
	timers    []model.Timer
}

// A link is a channel, by the places of its ends on the ring.
type link struct{ from, to int }

// A flight is a message in transit, and the length of the chain that it ends.
type flight struct {
	message model.Message
	depth   int
}

// An alarm is a timer of a process.
type alarm struct {
	process int
	timer   model.Timer
}

// An occurrence is one step, for an observer.
type occurrence struct {
	kind    model.EventKind
	process int
	from    int           // Receive
	message model.Message // Receive
	timer   model.Timer   // Timeout
}

// begin is the initial state.
func (e Election) begin(watch func(occurrence)) *network {
	ids := e.Group.Ring
	n := &network{election: e, ids: ids, place: map[model.ID]int{}, starts: e.Starts, watch: watch,
		channels: map[link][]flight{}, busy: newPool[link](), starters: newPool[int](), armed: newPool[alarm](),
		traffic: newTraffic(len(ids)), kinds: map[model.Kind]int{}, elected: map[model.ID]int{}}
	n.await, n.occasional = e.Handler.Await(), e.Handler.Occasional()
	n.members = make([]member, len(ids))
	n.elected[model.Nobody] = len(ids)
	for p, id := range ids {
		n.place[id] = p
	}
	for p, id := range ids {
		n.become(p, e.Handler.Begin(id, e.Group, e.Leader, false), e.Elections)
	}
	n.mark()
	return n
}

// become gives a process a local state.
func (n *network) become(p int, local model.Local, elections int) {
	m := &n.members[p]
	for _, t := range m.timers {
		n.armed.remove(alarm{p, t})
	}
	n.elected[m.status.Elected]--
	n.takePart -= count(m.status.TakesPart)
	*m = member{local: local, elections: elections, status: n.election.Handler.Status(local)}
	m.timers = n.election.Handler.Timers(n.ids[p], n.election.Group, local)
	for _, t := range m.timers {
		n.armed.add(alarm{p, t})
	}
	n.elected[m.status.Elected]++
	n.takePart += count(m.status.TakesPart)
	if m.status.MayStart && n.isInitiator(p) {
		n.starters.add(p)
	} else {
		n.starters.remove(p)
	}
}

func (n *network) isInitiator(p int) bool {
	initiators := n.election.Initiators
	return n.starts != 0 && (initiators == nil || slices.Contains(initiators, n.ids[p]))
}

func count(yes bool) int {
	if yes {
		return 1
	}
	return 0
}

// handle lets a process handle an event that follows a chain of depth messages. It reports whether the process
// could: one that has no election left cannot start.
func (n *network) handle(p int, e model.Event, depth int) bool {
	m := n.members[p]
	out := n.election.Handler.Handle(model.Self{
		ID: n.ids[p], Group: n.election.Group, Local: m.local, Elections: m.elections}, e)
	n.Capped = n.Capped || out.Capped
	if out.Capped && e.Kind == model.Start {
		return false
	}
	n.Steps++
	if n.watch != nil {
		n.watch(occurrence{kind: e.Kind, process: p, from: n.place[e.From], message: e.Message, timer: e.Timer})
	}
	n.depth = max(n.depth, depth)
	n.become(p, out.Local, out.Elections)
	for _, s := range out.Sends {
		n.send(p, s, depth+1)
	}
	if e.Kind != model.Choose {
		n.settle(p, depth)
	}
	n.mark()
	return true
}

// settle draws the lots that a process has to draw after a chain of depth messages.
func (n *network) settle(p int, depth int) {
	if n.lots == nil {
		return
	}
	for n.Steps < n.most {
		choices := n.election.Handler.Choices(n.members[p].local)
		if len(choices) == 0 {
			return
		}
		n.handle(p, model.Event{Kind: model.Choose, Value: choices[n.lots.IntN(len(choices))]}, depth)
	}
}

func (n *network) send(from int, s model.Send, depth int) {
	to := (from + 1) % len(n.members)
	switch s.To {
	case model.Nobody:
	case model.Behind:
		to = (from - 1 + len(n.members)) % len(n.members)
	default:
		to = n.place[s.To]
	}
	l := link{from, to}
	n.channels[l] = append(n.channels[l], flight{s.Message, depth})
	n.busy.add(l)
	n.traffic.count(l, s.Message, 1)
	n.sent++
	n.kinds[model.KindOf(s.Message)]++
}

// deliver lets a process take the message at the head of a channel.
func (n *network) deliver(l link) {
	queue := n.channels[l]
	head := queue[0]
	if len(queue) == 1 {
		delete(n.channels, l)
		n.busy.remove(l)
	} else {
		n.channels[l] = queue[1:]
	}
	n.traffic.count(l, head.message, -1)
	n.handle(l.to, model.Event{Kind: model.Receive, From: n.ids[l.from], Message: head.message}, head.depth)
}

// start lets a process begin an election. A process that has none left does not start, now or later.
func (n *network) start(p int) {
	if n.starts > 0 {
		n.starts--
	}
	if !n.handle(p, model.Event{Kind: model.Start}, 0) {
		n.starters.remove(p)
		if n.starts >= 0 {
			n.starts++
		}
	}
	if n.starts == 0 {
		n.starters = newPool[int]()
	}
}

func (n *network) fire(a alarm) {
	n.handle(a.process, model.Event{Kind: model.Timeout, Timer: a.timer}, 0)
}

// mark notes the moments that have been reached.
func (n *network) mark() {
	decided := false
	for p := range n.members[:1] {
		elected := n.members[p].status.Elected
		_, known := n.place[elected]
		decided = known && n.elected[elected] == len(n.members)
	}
	over := decided && n.takePart == 0 && n.busy.size() == 0
	for i, now := range []bool{decided, over} {
		cost := []*Cost{&n.Decided, &n.Over}[i]
		if now && n.begun[i] && !cost.Reached {
			*cost = Cost{true, n.sent, maps.Clone(n.kinds), n.depth}
		}
		n.begun[i] = n.begun[i] || !now
	}
}

// A pool is a set that supports drawing a random element.
type pool[K comparable] struct {
	list  []K
	place map[K]int
}

func newPool[K comparable]() *pool[K] { return &pool[K]{place: map[K]int{}} }

func (p *pool[K]) size() int { return len(p.list) }

func (p *pool[K]) at(i int) K { return p.list[i] }

func (p *pool[K]) has(k K) bool {
	_, known := p.place[k]
	return known
}

func (p *pool[K]) add(k K) {
	if !p.has(k) {
		p.place[k] = len(p.list)
		p.list = append(p.list, k)
	}
}

func (p *pool[K]) remove(k K) {
	at, known := p.place[k]
	if !known {
		return
	}
	last := p.list[len(p.list)-1]
	p.list[at] = last
	p.place[last] = at
	p.list = p.list[:len(p.list)-1]
	delete(p.place, k)
}

// A traffic counts the messages in transit.
type traffic struct {
	alike    map[model.Message]int
	from, to map[model.Kind][]int // by place
	all      map[model.Kind]int
	places   int
}

func newTraffic(places int) traffic {
	return traffic{map[model.Message]int{}, map[model.Kind][]int{}, map[model.Kind][]int{}, map[model.Kind]int{}, places}
}

// count adds by messages to a channel; a negative by removes them.
func (t *traffic) count(l link, m model.Message, by int) {
	kind := model.KindOf(m)
	if t.from[kind] == nil {
		t.from[kind], t.to[kind] = make([]int, t.places), make([]int, t.places)
	}
	t.from[kind][l.from] += by
	t.to[kind][l.to] += by
	t.all[kind] += by
	if t.alike[m] += by; t.alike[m] == 0 {
		delete(t.alike, m)
	}
}

// Live is part of model.Situation, as are the following: nobody ever dies here.
func (n *network) Live(model.ID) bool { return true }

// TakesPart is part of model.Situation.
func (n *network) TakesPart(id model.ID) bool { return n.members[n.place[id]].status.TakesPart }

// Recovering is part of model.Situation.
func (n *network) Recovering(id model.ID) bool { return n.members[n.place[id]].status.Recovering }

// Status is part of model.Situation.
func (n *network) Status(id model.ID) model.Status { return n.members[n.place[id]].status }

// Cut is part of model.Situation.
func (n *network) Cut(_, _ model.ID) bool { return false }

// OnItsWay is part of model.Situation.
func (n *network) OnItsWay(kind model.Kind, from, to model.ID) bool {
	t := n.traffic
	switch {
	case t.all[kind] == 0:
		return false
	case from == model.Anyone && to == model.Anyone:
		return true
	case from == model.Anyone:
		return t.to[kind][n.place[to]] > 0
	case to == model.Anyone:
		return t.from[kind][n.place[from]] > 0
	}
	for _, f := range n.channels[link{n.place[from], n.place[to]}] {
		if model.KindOf(f.message) == kind {
			return true
		}
	}
	return false
}

// Circulates is part of model.Situation.
func (n *network) Circulates(m model.Message) bool { return n.traffic.alike[m] > 0 }
