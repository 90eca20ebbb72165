package replay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interrex/model"
	"interrex/traces"
)

// A refusal is a false guard, with the values that make it false.
type refusal struct {
	guard, values string
	differences   []Difference
}

func refuse(guard, format string, args ...any) *refusal {
	return &refusal{guard: guard, values: fmt.Sprintf(format, args...)}
}

// takes has the field of each action; "": none.
var takes = map[string]string{
	"boot": "", "restart": "", "start": "", "recover": "", "resend": "", "deliver": "message", "timeout": "timer",
	"detect": "peer", "report": "peer", "withdraw": "peer", "dispute": "peer", "transfer": "peer",
}

// fields holds an event to what its action takes, and to its place in the incarnation.
func (p *process) fields(e *traces.Event) (word string, no *refusal) {
	word, _, _ = strings.Cut(e.Action, " ")
	field, known := takes[word]
	var given []string
	for i, is := range []bool{e.Message != nil, e.Timer != "", e.Peer != 0} {
		if is {
			given = append(given, []string{"message", "timer", "peer"}[i])
		}
	}
	first := "boot"
	if p.incarnation > 1 {
		first = "restart"
	}
	switch {
	case !known || word == "timeout" && e.Action != "timeout "+e.Timer || word != "timeout" && e.Action != word:
		return word, refuse("the action is one of the model's", "it is %q, with the timer %q", e.Action, e.Timer)
	case (e.Seq == 1) != (word == "boot" || word == "restart") || e.Seq == 1 && word != first:
		return word, refuse("an incarnation begins with "+first+", and with nothing else", "event %d of incarnation %d is %s", e.Seq, p.incarnation, word)
	case strings.Join(given, ", ") != field:
		return word, refuse("an event has the field of its action, and no other", "the action is %s, the fields are %q", e.Action, given)
	}
	return word, nil
}

// enable turns a recorded event into the model's, if its guards are true.
func (f *Follower) enable(p *process, word string, m *traces.Moment) (event model.Event, no *refusal) {
	e, g := m.Line.Event, f.group
	status := g.handler.Status(p.local)
	switch word {
	case "start":
		if !status.MayStart {
			return event, refuse("it may begin an election of its own accord", "%s", words(p.variables))
		}
		return model.Event{Kind: model.Start}, nil
	case "recover":
		if !status.Recovering {
			return event, refuse("it has come back, and owes a recovery", "%s", words(p.variables))
		}
		return model.Event{Kind: model.Recover}, nil
	case "detect":
		switch {
		case !status.Idle:
			return event, refuse("it is idle, and may find out that its leader has died", "%s", words(p.variables))
		case status.Elected != model.ID(e.Peer) || status.Elected == p.id:
			return event, refuse("the peer is the leader that it has elected, and is another", "the peer is %d; %s", e.Peer, words(p.variables))
		case !p.doubts.has(e.Peer) && p.disputed+1 != e.Seq:
			return event, refuse("it suspects the process that it detects as dead, or another claims to lead", "the peer is %d; %d suspects %v", e.Peer, p.id, p.doubts.of)
		}
		return model.Event{Kind: model.Detect}, nil
	case "timeout":
		var armed []string
		for _, t := range g.handler.Timers(p.id, g.model, p.local) {
			if t.String() == e.Timer {
				return model.Event{Kind: model.Timeout, Timer: t}, nil
			}
			armed = append(armed, t.String())
		}
		return event, refuse("the timer is armed", "%s fires; armed are %s", e.Timer, list(armed))
	case "report", "withdraw":
		kind, of := model.Report, model.ID(e.Peer)
		may, back := g.handler.Suspects(p.id, g.model, p.local)
		if word == "withdraw" {
			kind, may = model.Withdraw, back
		}
		switch {
		case p.doubts.has(e.Peer) != (word == "report"):
			return event, refuse("the detector has said so before", "%s of %d; %d suspects %v", word, e.Peer, p.id, p.doubts.of)
		case !slices.Contains(may, of):
			return event, refuse("the detector may "+word+" the peer", "the peer is %d; %s", e.Peer, words(p.variables))
		}
		return model.Event{Kind: kind, Of: of}, nil
	}
	return model.Event{Kind: model.Receive, From: model.ID(e.Message.From)}, nil
}

// arrives checks the taking of a message against its channel.
func (f *Follower) arrives(p *process, m *traces.Moment) *refusal {
	e, parcel := m.Line.Event, m.Taken
	if parcel == nil {
		return refuse("the message is on its channel", "%s %s from %d has been taken before, overtaken, or sent to another", e.Message.ID, e.Message.Text, e.Message.From)
	}
	switch early := p.former != nil && p.former[parcel.From] >= parcel.Clock[parcel.From]; {
	case early && parcel.Met == 0:
		f.counts.Held++
	case early:
		return refuse("the message was sent to this incarnation", "incarnation %d takes %s %s, which was sent before its last one ended", p.incarnation, parcel.ID, parcel.Message)
	}
	for _, first := range m.Overtaken {
		switch {
		case first.Incarnation < parcel.Incarnation || p.died(m, first, parcel):
			f.counts.LostAtDeath++
		case first.Withdrawn > 0 && first.Withdrawn <= parcel.Clock[parcel.From]:
		default:
			return refuse("the message is the first on its channel", "%s %s is behind %s %s, which has not been taken", parcel.ID, parcel.Message, first.ID, first.Message)
		}
	}
	return nil
}

// died reports whether a message may have been lost with its receiver, so that a later message is taken first.
// While the sender has taken nothing from the receiver's incarnation, the message may have been meant for an
// earlier one. If the trace has the death of that incarnation, the sender may have missed it if, when it sent
// the later message, it did not know of the next incarnation, or never knew of any. Otherwise it has suspected
// the receiver. Without an earlier incarnation the receiver had not started yet, and was suspected.
func (p *process) died(m *traces.Moment, first, parcel *traces.Parcel) bool {
	switch {
	case first.Met >= p.incarnation:
		return false
	case p.incarnation > 1 && (parcel.Met < p.incarnation || first.Met == 0):
		return true
	}
	return (p.incarnation > 1 || !m.Met) && gaveUp(first, parcel)
}

// words puts variables into a line.
func words(variables []traces.Variable) string {
	var all []string
	for _, v := range variables {
		all = append(all, v.Name+" = "+v.Value)
	}
	return list(all)
}

func list(all []string) string {
	if len(all) == 0 {
		return "none"
	}
	return strings.Join(all, ", ")
}

// A node's reaction to a death depends on its failure detector. The detector may be wrong, but its verdicts
// are recorded, as the stutters report and withdraw. Only by such a verdict may a node detect its leader as
// dead, skip a member of a ring, or abandon a message.

// doubts are the members that an incarnation suspects.
type doubts struct {
	of    []int          // in the order in which they were reported
	times map[int]uint64 // of each, how often it has been reported
}

// mark records that the detector has changed its mind, and reports whether it has.
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

// judges follows a stutter of the failure detector.
func (f *Follower) judges(p *process, word string, m *traces.Moment) *refusal {
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
	return f.stutters(p, m)
}

// stutters follows an event that changes nothing and sends nothing.
func (f *Follower) stutters(p *process, m *traces.Moment) *refusal {
	f.counts.Stutters++
	if no := compare(p.variables, m.Line.Event.After); no != nil {
		return no
	}
	return f.sends(p, &answer{}, m)
}

// disputes follows the stutter by which a node hears of a leader other than its elected one. Its next step may
// then treat the elected one as dead, since no rule of a ring handles a second leader.
func (f *Follower) disputes(p *process, m *traces.Moment) *refusal {
	e := m.Line.Event
	elected := f.group.handler.Status(p.local).Elected
	if e.Peer == int(p.id) || elected == model.Nobody || elected == model.ID(e.Peer) || p.doubts.has(e.Peer) {
		return refuse("who leads, as it says, is another than the one elected, and not suspected", "the peer is %d; %s; %d suspects %v", e.Peer, words(p.variables), p.id, p.doubts.of)
	}
	p.disputed = e.Seq
	f.counts.Disputes++
	return f.stutters(p, m)
}

// A posted message is one of the model under way: the [traces.Parcel.Value] of a message.
type posted struct {
	message model.Message
	doubted bool   // whether its sender suspected its taker when sending it
	times   uint64 // how often it had suspected the taker by then
}

func (f *Follower) posts(p *process, to int, message model.Message) posted {
	return posted{message, p.doubts.has(to), p.doubts.times[to]}
}

// gaveUp reports whether the sender of two messages to the same node suspected that node when it sent the
// first, or before it sent the second. It is false for a sender that is not followed.
func gaveUp(first, second *traces.Parcel) bool {
	a, known := first.Value.(posted)
	b, known2 := second.Value.(posted)
	return !known || !known2 || a.doubted || b.times > a.times
}

// A letter is a message on a ring that may yet be sent again.
type letter struct {
	message model.Message
	way     model.ID // the next, or the one before
	to      int      // its receiver
}

// resends follows the event in which messages are sent again that a member taken for dead has not taken.
func (f *Follower) resends(p *process, m *traces.Moment) *refusal {
	e := m.Line.Event
	for i, s := range e.Sends {
		count, err := strconv.Atoi(s.ID[strings.LastIndexByte(s.ID, '.')+1:])
		if err != nil || count > len(p.letters) {
			return refuse("a message is sent again that was sent", "%s has not been", s.ID)
		}
		was := &p.letters[count-1]
		switch {
		case model.SpellMessage(was.message) != s.Message:
			return refuse("a message is sent again as it was sent", "%s was %s, and is %s", s.ID, was.message, s.Message)
		case !p.doubts.has(was.to):
			return refuse("the receiver that a message is withdrawn from is suspected", "%s was sent to %d; %d suspects %v", s.ID, was.to, p.id, p.doubts.of)
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

// reaches checks the receiver of a message: on a ring it passes over the members that its sender suspects, to
// the nearest one that it does not suspect, or to the sender itself.
func (f *Follower) reaches(p *process, to model.ID, id int) *refusal {
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
			return refuse("the member that a message on a ring goes past is suspected", "one to %d goes past %d; %d suspects %v", id, nearest, p.id, p.doubts.of)
		}
	}
}
