package replay

import (
	"cmp"
	"fmt"
	"slices"

	"interrex/model"
	"interrex/model/world"
	"interrex/traces"
)

func (p *process) where(m *traces.Moment) Place {
	return Place{m.File, m.Number, int(p.id), m.Line.Event.Seq}
}

// stop ends the following of a node.
func (f *Follower) stop(p *process, m *traces.Moment, why string) {
	p.lost = true
	f.stopped = append(f.stopped, stop{p.where(m), why})
}

// diverge notes that an event is not explained, and ends the following of its node.
func (f *Follower) diverge(p *process, m *traces.Moment, no *refusal) {
	p.lost = true
	f.diverged = append(f.diverged, f.divergence(p, m, no))
}

// divergence reports an event that the model cannot explain.
func (f *Follower) divergence(p *process, m *traces.Moment, no *refusal) *Divergence {
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
		d.At, d.Variables = p.at, p.variables
		for _, o := range f.group.enabled(p) {
			if o.Peer != model.Nobody {
				o.Action += " " + model.Spell(o.Peer)
			}
			d.Enabled = append(d.Enabled, o.Action)
		}
		for from := range f.processes {
			if first := f.first(p, from, e); first != nil {
				d.Enabled = append(d.Enabled, fmt.Sprintf("deliver %s from %d", first.Message, f.group.ids[from]))
			}
		}
	}
	return d
}

// first is the message that a process could take next from another, in the event's causal past.
func (f *Follower) first(p *process, from int, e *traces.Event) *traces.Parcel {
	if under := f.Merge.Under(from, p.place); len(under) > 0 && from < len(e.Clock) && under[0].Clock[from] <= e.Clock[from] {
		return under[0]
	}
	return nil
}

// compare checks the state afterwards against the record.
func compare(model, recorded []traces.Variable) *refusal {
	if slices.Equal(model, recorded) {
		return nil
	}
	no := &refusal{guard: "the state afterwards is the model's", values: words(recorded)}
	want, got := byName(model), byName(recorded)
	for _, v := range slices.Concat(model, recorded) {
		was, is := cmp.Or(want[v.Name], "none"), cmp.Or(got[v.Name], "none")
		if one := (Difference{v.Name, was, is}); was != is && !slices.Contains(no.differences, one) {
			no.differences = append(no.differences, one)
		}
	}
	slices.SortFunc(no.differences, func(a, b Difference) int { return cmp.Compare(a.What, b.What) })
	if len(no.differences) == 0 {
		no.differences = []Difference{{"order of variables", words(model), words(recorded)}}
	}
	return no
}

func byName(list []traces.Variable) map[string]string {
	m := map[string]string{}
	for _, v := range list {
		m[v.Name] = v.Value
	}
	return m
}

// A Standing is a node as the model has it.
type Standing struct {
	world.Member
	Rules   []model.Fired      // that it followed in its last event
	Enabled []world.Occurrence // what it may do next, beside taking a message
}

// Standing is the node at a place; nil: it has not begun, or the model has lost it.
func (f *Follower) Standing(place int) *Standing {
	p, g := f.processes[place], f.group
	if p.lost || !p.began {
		return nil
	}
	s := &Standing{Member: world.Member{ID: p.id, Live: true, Status: g.handler.Status(p.local), Variables: p.variables}, Rules: p.rules}
	s.Awaits, s.Heard = g.handler.Awaits(p.id, g.model, p.local)
	for _, t := range g.handler.Timers(p.id, g.model, p.local) {
		s.Armed = append(s.Armed, world.SetTimer{Timer: t})
	}
	s.Enabled = slices.DeleteFunc(g.enabled(p), func(o world.Occurrence) bool {
		return o.Action == "detect" && !p.doubts.has(int(o.Peer)) && p.disputed != p.seq
	})
	for _, id := range p.doubts.of {
		s.Suspects = append(s.Suspects, model.ID(id))
	}
	if d, is := p.local.(model.Doubting); is && s.Suspects == nil {
		s.Suspects = d.Doubts(g.model)
	}
	return s
}

// Algorithm is the election that the trace is of.
func (f *Follower) Algorithm() model.Algorithm { return f.group.algorithm }

// DivergedAt is what was not so at a line that the model does not explain; nil of any other line.
func (f *Follower) DivergedAt(m *traces.Moment) *Divergence {
	for _, d := range f.diverged {
		if d.File == m.File && d.Line == m.Number {
			return d
		}
	}
	return nil
}

// Report returns the result. Of several independent divergences, it has the first in the order of the nodes.
func (f *Follower) Report() *Report {
	h := f.Merge.Header
	r := &Report{Algorithm: h.Algorithm, Ring: f.group.algorithm.Topology.IsRing(), Run: h.Run, IDs: h.IDs, Verdict: Accepted, Events: f.events, Followed: f.followed, Counts: f.counts}
	byPlace := func(a, b Place) int { return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.Line, b.Line)) }
	switch {
	case len(f.diverged) > 0:
		r.Verdict = Diverges
		r.Diverged = slices.MinFunc(f.diverged, func(a, b *Divergence) int { return byPlace(a.Place, b.Place) })
	case len(f.stopped) > 0:
		first := slices.MinFunc(f.stopped, func(a, b stop) int { return byPlace(a.Place, b.Place) })
		r.Verdict, r.Stopped, r.Why = Inconclusive, &first.Place, first.why
	}
	r.Killed = f.Merge.Unended()
	return r
}

// sends checks the messages sent against those that the rules send.
func (f *Follower) sends(p *process, a *answer, m *traces.Moment) *refusal {
	e := m.Line.Event
	for i := range max(len(a.sends), len(e.Sends)) {
		want, got := "nothing", "nothing"
		if i < len(a.sends) {
			want = a.spelled[i] + " to " + receiver(a.sends[i].To)
		}
		if i < len(e.Sends) {
			got = fmt.Sprintf("%s to %d", e.Sends[i].Message, e.Sends[i].To)
		}
		no := refuse("it sends what the rules send", "message %d of the step is %s", i+1, got)
		if i < len(a.sends) && i < len(e.Sends) && a.spelled[i] == e.Sends[i].Message {
			no = f.reaches(p, a.sends[i].To, e.Sends[i].To)
		}
		if no != nil {
			no.differences = []Difference{{fmt.Sprintf("send %d", i+1), want, got}}
			return no
		}
	}
	for i, s := range a.sends {
		f.post(p, m.Sent[i], s, e.Sends[i].To)
	}
	return nil
}

// post puts a message in transit.
func (f *Follower) post(p *process, parcel *traces.Parcel, s model.Send, to int) {
	if parcel != nil {
		parcel.Value = f.posts(p, to, s.Message)
	}
	if f.group.algorithm.Topology.IsRing() {
		p.letters = append(p.letters, letter{s.Message, s.To, to})
	}
}

func receiver(to model.ID) string {
	switch to {
	case model.Nobody:
		return "the next"
	case model.Behind:
		return "the one before"
	}
	return model.Spell(to)
}

// A node writes the line of a step, then keeps what the step asks for, and only then lets anything
// leave. One that is killed before it has kept comes back as if it had not made the step.

// A lastStep is a step that may be an incarnation's last: the state before it, and its recorded messages.
type lastStep struct {
	before model.Local
	sent   []*traces.Parcel
}

// An unsent message belongs to a step that did not happen: the [traces.Parcel.Value] of a message that no node
// can take. If a node takes it, the return diverges.
type unsent struct {
	process *process
	back    *Divergence
}

// unmade restores a process to the state before its last step, if it comes back in that state and no node has
// taken a message of the step. The refusal is that of its return in the state afterwards.
func (f *Follower) unmade(p *process, m *traces.Moment, last *lastStep, no *refusal) bool {
	if last == nil {
		return false
	}
	before := f.group.handler.Kept(last.before)
	variables := f.group.spell(before)
	taken := func(parcel *traces.Parcel) bool { return parcel != nil && parcel.IsTaken }
	if !slices.Equal(m.Line.Event.After, variables) || slices.ContainsFunc(last.sent, taken) {
		return false
	}
	back := f.divergence(p, m, no)
	for _, parcel := range last.sent {
		if parcel != nil {
			parcel.Value = unsent{p, back}
		}
	}
	p.enter(before, variables, m.At())
	f.counts.Unmade++
	return true
}

// hasLeft notes that somebody has taken a message of a step that was not made.
func (f *Follower) hasLeft(u unsent) {
	if !slices.Contains(f.diverged, u.back) {
		f.counts.Unmade--
		u.process.lost = true
		f.diverged = append(f.diverged, u.back)
	}
}
