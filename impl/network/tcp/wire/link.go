// Package wire has the messages between two nodes: JSON on gRPC streams. Each node opens one stream to each other
// member, and speaks on it; the other end only answers. The Hello names the speaker and the listener, once.
package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/grpc/encoding"

	"interrex/impl"
)

// A Saying is a message of the node that opened the stream: exactly one of these. The first is a Hello, and no other
// is.
type Saying struct {
	Hello    *Hello    `json:"hello,omitempty"`
	Envelope *Envelope `json:"envelope,omitempty"`
	Pulse    *Pulse    `json:"pulse,omitempty"`
	Goodbye  bool      `json:"goodbye,omitempty"` // the last saying of an incarnation
}

// A Hello is a greeting: the speaker, the listener, and the election.
type Hello struct {
	Protocol    uint32  `json:"protocol"`
	Cluster     string  `json:"cluster"`
	From        impl.ID `json:"from"`
	To          impl.ID `json:"to"`
	Incarnation uint64  `json:"incarnation"`
	Election    string  `json:"election"` // the algorithm and the group, spelt out: both ends must hold the same
	First       uint64  `json:"first"`    // the number of the first envelope to come; those before it never will
	Process     string  `json:"process"`  // the process's name for people: its machine and its PID
	Store       string  `json:"store"`    // the name of its storage
}

// An Envelope is a message. In one incarnation they are numbered 1, 2, 3, ... to each member.
type Envelope struct {
	Number uint64   `json:"number"`
	ID     string   `json:"id"`
	Clock  []uint64 `json:"clock,omitempty"`
	Word   string   `json:"word"`
	Args   []int    `json:"args,omitempty"`
}

// A Pulse is a heartbeat.
type Pulse struct {
	Elected impl.ID `json:"elected"`
	Term    int     `json:"term"`
}

// An Answer is a message of the other end: first a Welcome, then the number of the last envelope that was taken.
type Answer struct {
	Welcome *Welcome `json:"welcome,omitempty"`
	Taken   uint64   `json:"taken,omitempty"`
}

// A Welcome has the incarnation that listens, and the numbers of the last envelopes of the speaker's incarnation that it
// has received and taken.
type Welcome struct {
	Incarnation uint64 `json:"incarnation"`
	Received    uint64 `json:"received"`
	Taken       uint64 `json:"taken"`
	Store       string `json:"store"` // as in a Hello
}

// Codec spells messages in JSON. It refuses unknown fields.
type Codec struct{}

var _ encoding.Codec = Codec{}

// Name implements encoding.Codec.
func (Codec) Name() string { return "json" }

// Marshal implements encoding.Codec.
func (Codec) Marshal(v any) ([]byte, error) { return json.Marshal(v) }

// Unmarshal implements encoding.Codec.
func (Codec) Unmarshal(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("more than one message")
	}
	return nil
}

// A Talk hears a stream from its greeting to its end: the other end of those that [Call] opens.
type Talk func(grpc.BidiStreamingServer[Saying, Answer]) error

var link = grpc.ServiceDesc{ServiceName: "interrex.Link", HandlerType: (*any)(nil), Streams: []grpc.StreamDesc{{
	StreamName: "Talk", ServerStreams: true, ClientStreams: true,
	Handler: func(talk any, s grpc.ServerStream) error {
		return talk.(Talk)(&grpc.GenericServerStream[Saying, Answer]{ServerStream: s})
	},
}}}

// Register serves calls. The server must have the option grpc.ForceServerCodec(Codec{}).
func Register(s *grpc.Server, talk Talk) { s.RegisterService(&link, talk) }

// Call opens a stream.
func Call(ctx context.Context, c *grpc.ClientConn) (grpc.BidiStreamingClient[Saying, Answer], error) {
	s, err := c.NewStream(ctx, &link.Streams[0], "/interrex.Link/Talk", grpc.ForceCodec(Codec{}))
	if err != nil {
		return nil, err
	}
	return &grpc.GenericClientStream[Saying, Answer]{ClientStream: s}, nil
}
