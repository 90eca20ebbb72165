package tcp

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"

	"google.golang.org/protobuf/proto"

	"interrex/impl"
	"interrex/impl/network"
	"interrex/impl/network/tcp/wire"
)

func (p *peer) hello(first uint64) *wire.Saying {
	return &wire.Saying{What: &wire.Saying_Hello{Hello: &wire.Hello{
		Protocol:    protocol,
		Cluster:     p.net.Cluster,
		From:        int64(p.net.Group.Self),
		To:          int64(p.id),
		Incarnation: p.net.Incarnation,
		Election:    p.net.election,
		First:       first,
		Process:     p.net.Process,
		Store:       p.net.Store,
	}}}
}

// say is a saying as it goes over the wire.
func say(s saying) *wire.Saying {
	switch {
	case s.pulse != nil:
		return &wire.Saying{What: &wire.Saying_Pulse{Pulse: &wire.Pulse{Elected: int64(s.pulse.Elected), Term: int64(s.pulse.Term)}}}
	case s.goodbye:
		return &wire.Saying{What: &wire.Saying_Goodbye{Goodbye: &wire.Goodbye{}}}
	}
	args := make([]int64, len(s.message.Message.Args))
	for i, a := range s.message.Message.Args {
		args[i] = int64(a)
	}
	return &wire.Saying{What: &wire.Saying_Envelope{Envelope: &wire.Envelope{
		Number: s.number, Id: s.message.ID, Clock: s.message.Clock, Word: s.message.Message.Word, Args: args,
	}}}
}

// heard is what has been said by a peer, in an incarnation: its number, if it is a message, and the
// arrival. What it does not refuse is safe to hand to the loop, but for what Taken is.
func (n *Network) heard(from impl.ID, incarnation uint64, s *wire.Saying) (number uint64, a network.Arrival, err error) {
	if err := strange(s); err != nil {
		return 0, nil, err
	}
	switch what := s.What.(type) {
	case *wire.Saying_Envelope:
		e := network.Envelope{ID: what.Envelope.Id, Clock: what.Envelope.Clock, From: from, To: n.Group.Self,
			Message: impl.Message{Word: what.Envelope.Word}}
		for _, arg := range what.Envelope.Args {
			if int64(int(arg)) != arg {
				return 0, nil, fmt.Errorf("an argument of %d", arg)
			}
			e.Message.Args = append(e.Message.Args, int(arg))
		}
		return what.Envelope.Number, network.Delivery{Envelope: e}, n.check(from, incarnation, e)
	case *wire.Saying_Pulse:
		p := network.Pulse{Elected: impl.ID(what.Pulse.Elected), Term: int(what.Pulse.Term)}
		if p.Elected != impl.Nobody && n.Group.Place(p.Elected) < 0 {
			return 0, nil, fmt.Errorf("a heartbeat of node %d, which is not among the members %v", what.Pulse.Elected, n.Group.Members)
		}
		if p.Term < 0 {
			return 0, nil, fmt.Errorf("a heartbeat of term %d", p.Term)
		}
		return 0, network.Beat{From: from, Pulse: p}, nil
	case *wire.Saying_Goodbye:
		return 0, network.Gone{Peer: from, Goodbye: true}, nil
	case *wire.Saying_Hello:
		return 0, nil, errors.New("a second greeting")
	}
	return 0, nil, errors.New("nothing is said")
}

// strange reports fields that this version of the protocol does not have.
func strange(s *wire.Saying) error {
	var inner proto.Message
	switch what := s.What.(type) {
	case *wire.Saying_Envelope:
		inner = what.Envelope
	case *wire.Saying_Pulse:
		inner = what.Pulse
	case *wire.Saying_Goodbye:
		inner = what.Goodbye
	case *wire.Saying_Hello:
		inner = what.Hello
	}
	if len(s.ProtoReflect().GetUnknown()) > 0 || inner != nil && len(inner.ProtoReflect().GetUnknown()) > 0 {
		return errors.New("a field that the protocol does not have")
	}
	return nil
}

var numbered = regexp.MustCompile(`^[0-9]{1,19}$`)

// check reports what is wrong with a message that a node sends in an incarnation.
func (n *Network) check(from impl.ID, incarnation uint64, e network.Envelope) error {
	count, own := strings.CutPrefix(e.ID, fmt.Sprintf("%d.%d.", int(from), incarnation))
	if !own || !numbered.MatchString(count) {
		return fmt.Errorf("message %.60q of node %v: it should be named %d.%d.COUNT", e.ID, from, int(from), incarnation)
	}
	if len(e.Clock) != len(n.Group.Members) {
		return fmt.Errorf("message %s: a clock of %d entries for %d members", e.ID, len(e.Clock), len(n.Group.Members))
	}
	if err := n.Algorithm.Check(n.Group, e.Message); err != nil {
		return fmt.Errorf("message %s: %w", e.ID, err)
	}
	return nil
}

// A refusal is why a greeting is not welcome.
type refusal struct {
	lie        bool // it speaks for another, or is not let to
	superseded bool // a newer incarnation has been here
	cause      string
}

func (r refusal) Error() string { return r.cause }

// judge decides on a greeting. proven is whom a certificate names, or Nobody where there are none.
func (n *Network) judge(s *wire.Saying, proven impl.ID) (*peer, *wire.Hello, error) {
	h := s.GetHello()
	if h == nil {
		return nil, nil, refusal{cause: "the first that is said is no greeting"}
	}
	if err := strange(s); err != nil {
		return nil, nil, refusal{cause: "a greeting: " + err.Error()}
	}
	if h.Protocol != protocol {
		return nil, nil, refusal{cause: fmt.Sprintf("protocol %d is spoken there, and %d here", h.Protocol, protocol)}
	}
	if h.Cluster != n.Cluster {
		return nil, nil, refusal{cause: fmt.Sprintf("cluster %.70q is there, and %q here", h.Cluster, n.Cluster)}
	}
	if proven != impl.Nobody && h.From != int64(proven) {
		return nil, nil, refusal{lie: true, cause: fmt.Sprintf("node %v says that it is node %d", proven, h.From)}
	}
	p := n.peers[impl.ID(h.From)]
	switch {
	case p == nil:
		return nil, nil, refusal{cause: fmt.Sprintf("node %d is none of the others: %v", h.From, n.Group.Others())}
	case h.To != int64(n.Group.Self):
		return nil, nil, refusal{cause: fmt.Sprintf("node %d called node %d, and this is node %v", h.From, h.To, n.Group.Self)}
	case h.Election != n.election:
		return nil, nil, refusal{cause: fmt.Sprintf("node %v holds another election: %.200q there, %.200q here", p.id, h.Election, n.election)}
	case h.Incarnation == 0 || h.First == 0 || h.First > math.MaxInt64:
		return nil, nil, refusal{cause: fmt.Sprintf("node %v: incarnation %d, first message %d", p.id, h.Incarnation, h.First)}
	case !isName(h.Process):
		return nil, nil, refusal{cause: fmt.Sprintf("node %v calls itself %.130q", p.id, h.Process)}
	}
	return p, h, nil
}
