package replay

import (
	"slices"
	"strconv"
	"strings"

	"interrex/model"
	"interrex/traces"
)

// What a node does because another is dead, or seems to be, rests on its failure detector. The detector
// may be wrong; but what it says is recorded, as the stutters report and withdraw, and only on its word a
// leader is found dead, a member of a ring passed over, a message given up.

// doubts are whom an incarnation holds for dead.
type doubts struct {
	of    []int          // in the order in which they were reported
	times map[int]uint64 // of each, how often it has been reported
}

// mark notes that the detector has changed its mind, and reports whether it has.
func (d *doubts) mark(peer int, suspected bool) bool {
	i := slices.Index(d.of, peer)
	if (i < 0) != suspected {
		return false
	}
	if !suspected {
		d.of = slices.Delete(d.of, i, i+1)
		return true
	}
	d.of = append(d.of, peer)
	if d.times == nil {
		d.times = map[int]uint64{}
	}
	d.times[peer]++
	return true
}

func (d *doubts) has(peer int) bool { return slices.Contains(d.of, peer) }

// judges follows the stutter by which a detector changes its mind.
func (f *follower) judges(p *process, word string, m *traces.Moment) *refusal {
	e := m.Line.Event
	switch {
	case e.Peer == int(p.id):
		return refuse("the detector judges another", "%s of %d", word, e.Peer)
	case !p.doubts.mark(e.Peer, word == "report"):
		return refuse("the detector changes its mind", "%s of %d; it suspects %v", word, e.Peer, p.doubts.of)
	}
	if word == "report" {
		f.counts.Suspicions++
	}
	f.counts.Stutters++
	if no := compare(p.variables, e.After); no != nil {
		return no
	}
	return f.sends(p, &answer{}, m)
}

// disputes follows the stutter by which a node has heard that another leads than whom it has elected. Its
// next step may then take that one for dead: no rule of a ring asks who else might lead.
func (f *follower) disputes(p *process, m *traces.Moment) *refusal {
	e := m.Line.Event
	elected := f.group.handler.Status(p.local).Elected
	if e.Peer == int(p.id) || elected == model.Nobody || elected == model.ID(e.Peer) || p.doubts.has(e.Peer) {
		return refuse("who leads, as it says, is another than the one elected, and not suspected", "the peer is %d; %s; %d suspects %v", e.Peer, words(p.variables), p.id, p.doubts.of)
	}
	p.disputed = e.Seq
	f.counts.Disputes++
	f.counts.Stutters++
	if no := compare(p.variables, e.After); no != nil {
		return no
	}
	return f.sends(p, &answer{}, m)
}

// A posted message is one of the model under way: the [traces.Parcel.Value] of a message.
type posted struct {
	message model.Message
	doubted bool   // its sender suspected its taker then
	times   uint64 // that it had suspected it by then, and does
}

func (f *follower) posts(p *process, to int, message model.Message) posted {
	return posted{message, p.doubts.has(to), p.doubts.times[to]}
}

// gaveUp reports whether the sender of two messages to the same node suspected it when it sent the first,
// or has begun to before it sent the second. Of a sender that is not followed nothing is known.
func gaveUp(first, second *traces.Parcel) bool {
	a, known := first.Value.(posted)
	b, known2 := second.Value.(posted)
	return !known || !known2 || a.doubted || b.times > a.times
}

// A letter is a message on a ring that may yet be sent again.
type letter struct {
	message model.Message
	way     model.ID // the next, or the one before
	to      int      // to whom it has gone
}

// resends follows the sending again of what a member has not taken that is held for dead.
func (f *follower) resends(p *process, m *traces.Moment) *refusal {
	e := m.Line.Event
	for i, s := range e.Sends {
		count, err := strconv.Atoi(s.ID[strings.LastIndexByte(s.ID, '.')+1:])
		if err != nil || count > len(p.letters) {
			return refuse("a message is sent again that was sent", "%s has not been", s.ID)
		}
		was := &p.letters[count-1]
		switch {
		case was.message.String() != s.Message:
			return refuse("a message is sent again as it was sent", "%s was %s, and is %s", s.ID, was.message, s.Message)
		case !p.doubts.has(was.to):
			return refuse("whom a message is withdrawn from is suspected", "%s was sent to %d; %d suspects %v", s.ID, was.to, p.id, p.doubts.of)
		}
		if no := f.reaches(p, was.way, s.To); no != nil {
			return no
		}
		was.to = s.To
		if m.Sent[i] != nil {
			m.Sent[i].Value = f.posts(p, s.To, was.message)
		}
	}
	f.counts.Resent += len(e.Sends)
	f.counts.Stutters++
	return compare(p.variables, e.After)
}

// reaches holds a message to its way: on a ring it goes past those whom its sender suspects, to the nearest
// whom it does not, or to itself.
func (f *follower) reaches(p *process, to model.ID, id int) *refusal {
	n, step := len(f.group.ids), 1
	switch to {
	case model.Behind:
		step = n - 1
	case model.Nobody:
	default:
		if to != model.ID(id) {
			return refuse("it sends what the rules send", "a message to %d", id)
		}
		return nil
	}
	for at, passed := (p.place+step)%n, 0; ; at, passed = (at+step)%n, passed+1 {
		switch nearest := int(f.group.ids[at]); {
		case nearest != int(p.id) && p.doubts.has(nearest):
			if nearest == id {
				return refuse("on a ring a message goes to nobody who is suspected", "one to %d; %d suspects %v", id, p.id, p.doubts.of)
			}
		case nearest == id:
			f.counts.PassedOver += passed
			return nil
		default:
			return refuse("whom a message on a ring goes past is suspected", "one to %d goes past %d; %d suspects %v", id, nearest, p.id, p.doubts.of)
		}
	}
}
