package replay

import (
	"cmp"
	"fmt"
	"slices"

	gocmp "github.com/google/go-cmp/cmp"

	"interrex/traces"
)

func (p *process) where(m *traces.Moment) Place {
	return Place{m.File, m.Number, int(p.id), m.Line.Event.Seq}
}

// stop ends the following of a node.
func (f *follower) stop(p *process, m *traces.Moment, why string) {
	p.lost = true
	f.stopped = append(f.stopped, stop{p.where(m), why})
}

// diverge notes that an event is not explained, and ends the following of its node.
func (f *follower) diverge(p *process, m *traces.Moment, no *refusal) {
	p.lost = true
	f.diverged = append(f.diverged, f.divergence(p, m, no))
}

// divergence tells of an event that is not explained.
func (f *follower) divergence(p *process, m *traces.Moment, no *refusal) *Divergence {
	e := m.Line.Event
	d := &Divergence{
		Place: p.where(m), Action: e.Action, Incarnation: p.incarnation, Clock: slices.Clone(e.Clock),
		Guard: no.guard, Values: no.values, Differences: no.differences,
	}
	if e.Message != nil {
		d.Action += fmt.Sprintf(" %s from %d", e.Message.Text, e.Message.From)
	} else if e.Peer != 0 {
		d.Action += fmt.Sprintf(" %d", e.Peer)
	}
	if p.began {
		d.Held = append(d.Held, Local{int(p.id), p.at, p.variables})
		d.Enabled = f.group.enabled(p)
		for from := range f.processes {
			if first := f.first(p, from, e); first != nil {
				d.Enabled = append(d.Enabled, fmt.Sprintf("deliver %s from %d", first.Message, f.group.ids[from]))
			}
		}
	}
	return d
}

// first is what a process could take next from another, as far as the event can know.
func (f *follower) first(p *process, from int, e *traces.Event) *traces.Parcel {
	if under := f.merge.Under(from, p.place); len(under) > 0 && from < len(e.Clock) && under[0].Clock[from] <= e.Clock[from] {
		return under[0]
	}
	return nil
}

// compare holds the state afterwards to the record.
func compare(model, recorded []traces.Variable) *refusal {
	if slices.Equal(model, recorded) {
		return nil
	}
	var d differ
	gocmp.Equal(byName(model), byName(recorded), gocmp.Reporter(&d))
	slices.SortFunc(d.found, func(a, b Difference) int { return cmp.Compare(a.What, b.What) })
	if len(d.found) == 0 {
		d.found = []Difference{{"order of variables", words(model), words(recorded)}}
	}
	return &refusal{guard: "the state afterwards is the model's", values: words(recorded), differences: d.found}
}

func byName(list []traces.Variable) map[string]string {
	m := map[string]string{}
	for _, v := range list {
		m[v.Name] = v.Value
	}
	return m
}

// A differ notes the differences that go-cmp finds. Its own report may not be printed: it is made to
// vary.
type differ struct {
	path  gocmp.Path
	found []Difference
}

func (d *differ) PushStep(s gocmp.PathStep) { d.path = append(d.path, s) }
func (d *differ) PopStep()                  { d.path = d.path[:len(d.path)-1] }

func (d *differ) Report(r gocmp.Result) {
	if r.Equal() {
		return
	}
	want, got := d.path.Last().Values()
	name := ""
	if at, ok := d.path.Last().(gocmp.MapIndex); ok {
		name = at.Key().String()
	}
	one := Difference{name, "none", "none"}
	if want.IsValid() {
		one.Model = want.String()
	}
	if got.IsValid() {
		one.Recorded = got.String()
	}
	d.found = append(d.found, one)
}

// report says what was found. Of several divergences, none of which is the consequence of another,
// it tells of the first in the order of the nodes.
func (f *follower) report() *Report {
	h := f.merge.Header
	r := &Report{Algorithm: h.Algorithm, Ring: f.group.algorithm.Topology.IsRing(), Run: h.Run, IDs: h.IDs, Verdict: Accepted, Events: f.events, Followed: f.followed, Counts: f.counts}
	byPlace := func(a, b Place) int { return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Line, b.Line)) }
	switch {
	case len(f.diverged) > 0:
		r.Verdict = Diverges
		r.Diverged = slices.MinFunc(f.diverged, func(a, b *Divergence) int { return byPlace(a.Place, b.Place) })
	case len(f.stopped) > 0:
		first := slices.MinFunc(f.stopped, func(a, b stop) int { return byPlace(a.Place, b.Place) })
		r.Verdict, r.Stopped, r.Why = Inconclusive, &first.Place, first.why
	default:
		if why := f.world.exceeded(&f.counts); why != "" {
			r.Verdict, r.Why = Inconclusive, why
		}
	}
	return r
}
