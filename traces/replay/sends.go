package replay

import (
	"fmt"

	"interrex/model"
	"interrex/traces"
)

// sends holds what was sent to what the rules send.
func (f *follower) sends(p *process, a *answer, m *traces.Moment) *refusal {
	e := m.Line.Event
	for i := range max(len(a.sends), len(e.Sends)) {
		want, got := "nothing", "nothing"
		if i < len(a.sends) {
			want = a.spelled[i] + " to " + receiver(a.sends[i].To)
		}
		if i < len(e.Sends) {
			got = fmt.Sprintf("%s to %d", e.Sends[i].Message, e.Sends[i].To)
		}
		if i >= len(a.sends) || i >= len(e.Sends) || a.spelled[i] != e.Sends[i].Message || !f.reaches(p, a.sends[i].To, e.Sends[i].To) {
			no := refuse("it sends what the rules send", "message %d of the step is %s", i+1, got)
			no.differences = []Difference{{fmt.Sprintf("send %d", i+1), want, got}}
			return no
		}
	}
	for i, s := range a.sends {
		f.post(m.Sent[i], s.Message)
	}
	return nil
}

// reaches reports whether a message to one goes to another: on a ring the next may be any, past those
// who are held for dead.
func (f *follower) reaches(p *process, to model.ID, id int) bool {
	n, step := len(f.group.ids), 1
	switch to {
	case model.Behind:
		step = n - 1
	case model.Nobody:
	default:
		return to == model.ID(id)
	}
	for at, passed := p.place, 0; passed < n; passed++ {
		if at = (at + step) % n; f.group.ids[at] == model.ID(id) {
			f.counts.PassedOver += passed
			return true
		}
	}
	return false
}

func (f *follower) post(parcel *traces.Parcel, message model.Message) {
	if parcel != nil {
		parcel.Value = message
	}
	if f.group.algorithm.Topology.IsRing() {
		f.words[message.String()] = message
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
