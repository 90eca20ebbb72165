package tcp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"regexp"
	"strings"
	"time"

	"interrex/impl"
	"interrex/impl/network"
)

// protocol is the version of the wire protocol. Both ends must have the same.
const protocol = 4

// A frame is a line of the node that has called: exactly one of these, or none as a sign of life. The first is a
// hello, and no other is.
type frame struct {
	Hello    *hello         `json:"hello,omitempty"`
	Envelope *envelope      `json:"envelope,omitempty"`
	Pulse    *network.Pulse `json:"pulse,omitempty"`
	Goodbye  bool           `json:"goodbye,omitempty"` // the last frame of an incarnation
}

// A hello is a greeting: the caller, the member that it calls, and the election.
type hello struct {
	Protocol    uint32  `json:"protocol"`
	Cluster     string  `json:"cluster"`
	From        impl.ID `json:"from"`
	To          impl.ID `json:"to"`
	Incarnation uint64  `json:"incarnation"`
	Election    string  `json:"election"` // the algorithm and the group, spelt out: both ends must hold the same
	Process     string  `json:"process"`  // the process's name for people: its machine and its PID
	Store       string  `json:"store"`    // the name of its storage, which shows its loss
}

// An envelope is a message. In one incarnation the numbers of those to a member ascend; abandoned ones are left out.
type envelope struct {
	Number uint64   `json:"number"`
	ID     string   `json:"id"`
	Clock  []uint64 `json:"clock,omitempty"`
	Word   string   `json:"word"`
	Args   []int    `json:"args,omitempty"`
}

// A reply is a line of the called end: first a welcome or a refusal, then the number of the last envelope that was
// taken, or nothing as a sign of life.
type reply struct {
	Welcome *welcome `json:"welcome,omitempty"`
	Refusal *refusal `json:"refusal,omitempty"`
	Taken   uint64   `json:"taken,omitempty"`
}

// A welcome has the incarnation that listens, and the numbers of the last envelopes of the caller's incarnation that
// it has received and taken.
type welcome struct {
	Incarnation uint64 `json:"incarnation"`
	Received    uint64 `json:"received"`
	Taken       uint64 `json:"taken"`
	Store       string `json:"store"` // as in a hello
}

// A refusal is the reason why a greeting is not welcome.
type refusal struct {
	Why        string `json:"why"`
	isImpostor bool   // it claims another's id
}

// Error implements error.
func (r refusal) Error() string { return r.Why }

func refusalf(format string, args ...any) refusal { return refusal{Why: fmt.Sprintf(format, args...)} }

// Both ends of a stream give signs of life, and end it when the other has given none for too long.
const (
	alive  = time.Second
	silent = 5 * time.Second
)

// longestLine is the greatest size of a line; bytes.
const longestLine = 32 << 10

// malformed is the error for a line that is not of the protocol.
type malformed struct{ error }

// lines are a connection that carries JSON, an object a line. One goroutine reads, and one writes.
type lines struct {
	net.Conn
	from *bufio.Reader
}

func newLines(c net.Conn) *lines { return &lines{c, bufio.NewReaderSize(c, longestLine)} }

// read reads the next line into a value, within a limit.
func (l *lines) read(v any, limit time.Duration) error {
	if err := l.SetReadDeadline(time.Now().Add(limit)); err != nil {
		return err
	}
	line, err := l.from.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		return malformed{fmt.Errorf("a line of more than %d bytes", longestLine)}
	}
	if err != nil {
		return err
	}
	if err := parse(line, v); err != nil {
		return malformed{err}
	}
	return nil
}

// parse reads one JSON value without unknown fields.
func parse(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more than one value")
	}
	return nil
}

func (l *lines) write(v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = l.Write(append(text, '\n'))
	return err
}

// decode converts a peer's frame in an incarnation: its number, if it is a message, and the arrival. An
// accepted one is safe for the loop, once Taken is set.
func (n *Network) decode(from impl.ID, incarnation uint64, f *frame) (number uint64, a network.Arrival, err error) {
	switch *f {
	case frame{}:
		return 0, nil, errors.New("an empty message")
	case frame{Envelope: f.Envelope}:
		w := f.Envelope
		e := network.Envelope{ID: w.ID, Clock: w.Clock, From: from, To: n.Group.Self, Message: impl.Message{Word: w.Word, Args: w.Args}}
		return w.Number, network.Delivery{Envelope: e}, n.check(from, incarnation, e)
	case frame{Pulse: f.Pulse}:
		p := *f.Pulse
		if p.Elected != impl.Nobody && n.Group.Place(p.Elected) < 0 {
			return 0, nil, fmt.Errorf("a heartbeat of node %d, which is not among the members %v", int(p.Elected), n.Group.Members)
		}
		if p.Term < 0 {
			return 0, nil, fmt.Errorf("a heartbeat of term %d", p.Term)
		}
		return 0, network.Beat{From: from, Pulse: p}, nil
	case frame{Goodbye: true}:
		return 0, network.Gone{Peer: from, Goodbye: true}, nil
	case frame{Hello: f.Hello}:
		return 0, nil, errors.New("a second greeting")
	}
	return 0, nil, errors.New("several messages in one")
}

var numbered = regexp.MustCompile(`^[0-9]{1,19}$`)

// check returns an error for an invalid message of a node in an incarnation.
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

// checkHello decides on a greeting. proven is the member that the certificate names.
func (n *Network) checkHello(f *frame, proven impl.ID) (*peer, *hello, error) {
	h := f.Hello
	if h == nil || *f != (frame{Hello: h}) {
		return nil, nil, refusalf("the first line is no greeting")
	}
	p := n.peers[h.From]
	switch {
	case h.Protocol != protocol:
		return nil, nil, refusalf("protocol %d is spoken there, and %d here", h.Protocol, protocol)
	case h.Cluster != n.Cluster:
		return nil, nil, refusalf("cluster %.70q is there, and %q here", h.Cluster, n.Cluster)
	case h.From != proven:
		return nil, nil, refusal{isImpostor: true, Why: fmt.Sprintf("node %v says that it is node %d", proven, int(h.From))}
	case p == nil:
		return nil, nil, refusalf("node %d is none of the others: %v", int(h.From), n.Group.Others())
	case h.To != n.Group.Self:
		return nil, nil, refusalf("node %d called node %d, and this is node %v", int(h.From), int(h.To), n.Group.Self)
	case h.Election != n.election:
		return nil, nil, refusalf("node %v holds another election: %.200q there, %.200q here", p.id, h.Election, n.election)
	case h.Incarnation == 0:
		return nil, nil, refusalf("node %v: incarnation 0", p.id)
	case !isName(h.Process):
		return nil, nil, refusalf("node %v calls itself %.130q", p.id, h.Process)
	}
	return p, h, nil
}
