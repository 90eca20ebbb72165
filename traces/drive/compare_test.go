package drive

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/google/go-cmp/cmp"

	"interrex/checker"
	"interrex/model"
	"interrex/model/world"
)

// A Comparison is what came of exploring the implementation and a world together.
type Comparison struct {
	Pairs    int // of a state of the model and a group that agrees with it
	Stutters int // steps of the implementation without a step of the page

	States, Edges int // of the model's graph: what a bound of ours alters or cuts is not part of it
	Driven        int // edges that the implementation has done
	Cut           int // steps that a bound of ours alters or cuts

	Unseen []string // edges that are not driven; complete if there is no Divergence

	Divergence *Divergence // nil: none
}

// A Divergence is where the two part: Path leads there, and Step is the first that only one of them
// can do, or that they do differently.
type Divergence struct {
	Path []Step
	Step Step
	What string
	Diff string // of the views, where both can do it
}

// String is the divergence in a few lines.
func (d *Divergence) String() string {
	text := ""
	for _, s := range d.Path {
		text += fmt.Sprintln(s)
	}
	return fmt.Sprintf("%s%v\n%s\n%s", text, d.Step, d.What, d.Diff)
}

// compare explores the implementation in the world of a cast, until it diverges from the model. The graph is that of
// the world, as far as others have looked at it.
func compare(g *graph, cast *Cast) *Comparison {
	x := &comparer{graph: g, cast: cast, met: map[string]bool{}, agreed: map[agreement]agreed{}}
	group := cast.NewGroup()
	x.Init(func(s checker.State) {
		if first := x.state(s); first.text == group.text() {
			x.meet(&pair{state: first, group: group})
		} else {
			x.diverge(nil, Step{Action: "boot"}, "they begin differently", diff(first.text, group.text()))
		}
	})
	for next := 0; next < len(x.pairs) && x.Divergence == nil; next++ {
		x.expand(x.pairs[next])
	}
	return x.finish()
}

// A comparer is a Comparison in the making.
type comparer struct {
	Comparison
	*graph
	cast *Cast

	pairs  []*pair         // in the order in which they were met
	met    map[string]bool // by state and group
	driven []bool          // by the number of the edge, as far as it goes
	agreed map[agreement]agreed
}

// A graph is the explored part of a world's graph. Comparisons of several casts with one world may share it,
// one after the other.
type graph struct {
	*world.World
	config    world.Config
	group     *model.Group
	states    []*state
	known     map[string]*state // by vector
	edgeCount int
}

func newGraph(c world.Config) *graph {
	return &graph{World: world.New(c), config: c, group: c.Group(), known: map[string]*state{}}
}

// A state is one of the model, with its edges once it has been expanded.
type state struct {
	number   int
	vector   checker.State
	text     string // of its view
	expanded bool
	edges    []edge
	counted  bool
	starts   int // that the adversary has left, once they are counted
}

// An edge is a step of the model.
type edge struct {
	number int
	step   Step
	deed   Deed
	to     *state // nil: a bound of ours alters or cuts it
}

// A pair is a state of the model and a group that agrees with it.
type pair struct {
	state *state
	group *Group
	from  *pair
	by    Step
}

func text(s checker.State) string {
	b := make([]byte, 0, 2*len(s))
	for _, c := range s {
		b = append(b, byte(c), byte(c>>8))
	}
	return string(b)
}

// state finds a state of the model.
func (g *graph) state(vector checker.State) *state {
	key := text(vector)
	if known := g.known[key]; known != nil {
		return known
	}
	s := &state{number: len(g.states), vector: append(checker.State(nil), vector...)}
	s.text = g.view(s.vector)
	g.known[key], g.states = s, append(g.states, s)
	return s
}

// edges are the steps out of a state.
func (g *graph) edges(s *state) []edge {
	if s.expanded {
		return s.edges
	}
	s.expanded = true
	g.Steps(s.vector, func(step checker.Step, to checker.State) {
		o := g.Occurrence(s.vector, step)
		e := edge{number: g.edgeCount, step: stepOf(o), deed: Deed{Sends: o.Sends, Of: o.Of}}
		g.edgeCount++
		if step.Bound == 0 {
			e.to = g.state(to)
		}
		s.edges = append(s.edges, e)
	})
	return s.edges
}

// key identifies a pair.
func key(s *state, g *Group) string {
	return string(binary.AppendUvarint(nil, uint64(s.number))) + g.key()
}

// meet notes a pair, unless it has been met.
func (x *comparer) meet(p *pair) {
	if key := key(p.state, p.group); !x.met[key] {
		x.met[key] = true
		x.pairs = append(x.pairs, p)
	}
}

// expand drives the group of a pair along all steps of the model, and then asks whether it could do
// anything else.
func (x *comparer) expand(p *pair) {
	x.edges(p.state)
	for i := range p.state.edges {
		if e := &p.state.edges[i]; e.to != nil {
			x.drive(p, e)
		}
		if x.Divergence != nil {
			return
		}
	}
	x.beyond(p)
}

// drive lets a group do what the model does.
func (x *comparer) drive(p *pair, e *edge) {
	group, deed, err := p.group.Play(e.step)
	switch {
	case err != nil && x.waits(p, e.step):
		return
	case err != nil:
		x.diverge(p, e.step, "the model does this, the implementation does not: "+err.Error(), "")
		return
	}
	if what := deed.differs(e.deed); what != "" {
		x.diverge(p, e.step, what, "")
		return
	}
	if x.met[key(e.to, group)] { // and so they agree
		x.drove(e)
		return
	}
	if group.text() != e.to.text {
		x.diverge(p, e.step, "afterwards they differ (- model, + implementation)", diff(e.to.text, group.text()))
		return
	}
	x.drove(e)
	x.meet(&pair{e.to, group, p, e.step})
}

// drove notes that an edge has been driven.
func (x *comparer) drove(e *edge) {
	if e.number >= len(x.driven) {
		x.driven = append(x.driven, make([]bool, x.edgeCount-len(x.driven))...)
	}
	x.driven[e.number] = true
}

// differs returns the difference of the sent messages.
func (d Deed) differs(want Deed) string {
	if d.Of != want.Of || !slices.Equal(d.Sends, want.Sends) {
		return fmt.Sprintf("the implementation sends %v, %d in all; the model %v, %d in all", d.Sends, d.Of, want.Sends, want.Of)
	}
	return ""
}

// waits: Raft's Q needs suspicions first; each is a stutter of its own.
func (x *comparer) waits(p *pair, s Step) bool {
	if s.Action != timeout+quorumCheck || !x.cast.algorithm.Terms {
		return false
	}
	_, runs := p.group.members[p.group.place(s.Process)].runs(timerNamed(quorumCheck))
	return !runs
}

func diff(model, implementation string) string {
	return cmp.Diff(strings.Split(model, "\n"), strings.Split(implementation, "\n"))
}

func (x *comparer) diverge(p *pair, s Step, what, diff string) {
	d := &Divergence{Step: s, What: what, Diff: diff}
	for ; p != nil && p.from != nil; p = p.from {
		d.Path = append([]Step{p.by}, d.Path...)
	}
	x.Divergence = d
}

// finish counts, and finds the edges that were never taken.
func (x *comparer) finish() *Comparison {
	if x.Pairs = len(x.pairs); x.Divergence != nil {
		return &x.Comparison
	}
	for i := 0; i < len(x.states); i++ {
		s := x.states[i]
		x.edges(s)
		for i := range s.edges {
			e := &s.edges[i]
			switch {
			case e.to == nil:
				x.Cut++
				continue
			case e.number < len(x.driven) && x.driven[e.number]:
				x.Driven++
			default:
				x.Unseen = append(x.Unseen, fmt.Sprint(s.text, e.step))
			}
			x.Edges++
		}
	}
	x.States = len(x.states)
	return &x.Comparison
}

// view is the text of a state of the model: what the page says of it.
func (g *graph) view(s checker.State) string {
	snapshot, text := g.Snapshot(s), ""
	for _, m := range snapshot.Members {
		if m.Live {
			text += liveText(m.ID, fmt.Sprint(m.Variables), g.timers(s, m))
		} else if m.Kept != nil {
			text += deadText(m.ID, fmt.Sprint(m.Kept))
		} else {
			text += deadText(m.ID, "")
		}
	}
	return text + flightsText(g.config.Channels, snapshot.InFlight)
}

// timers lists those that run, but for Raft's Q.
func (g *graph) timers(s checker.State, m world.Member) []string {
	var list []string
	for _, t := range m.Running() {
		list = append(list, fmt.Sprintf("%s in %d", t.Timer, t.Left))
	}
	if !g.config.IsClocked() {
		for _, t := range m.Armed {
			if t.Name != quorumCheck {
				list = append(list, t.String())
			}
		}
	}
	return list
}

// stepOf is what a world calls a step.
func stepOf(o world.Occurrence) Step {
	return Step{o.Action, o.Process, o.Peer, o.Message, o.CrashAfter}
}
