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

// post puts a message on its way.
func (f *follower) post(p *process, parcel *traces.Parcel, s model.Send, to int) {
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
