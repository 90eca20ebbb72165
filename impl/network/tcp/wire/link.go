// Package wire has the messages between two nodes, defined in wire.proto.
package wire

import (
	"context"

	"google.golang.org/grpc"
)

// A Talk hears a stream from its greeting to its end: the other end of those that [Call] opens.
type Talk func(grpc.BidiStreamingServer[Saying, Answer]) error

var link = grpc.ServiceDesc{ServiceName: "interrex.Link", HandlerType: (*any)(nil), Streams: []grpc.StreamDesc{{
	StreamName: "Talk", ServerStreams: true, ClientStreams: true,
	Handler: func(talk any, s grpc.ServerStream) error {
		return talk.(Talk)(&grpc.GenericServerStream[Saying, Answer]{ServerStream: s})
	},
}}}

// Register serves calls.
func Register(s *grpc.Server, talk Talk) { s.RegisterService(&link, talk) }

// Call opens a stream.
func Call(ctx context.Context, c *grpc.ClientConn) (grpc.BidiStreamingClient[Saying, Answer], error) {
	s, err := c.NewStream(ctx, &link.Streams[0], "/interrex.Link/Talk")
	if err != nil {
		return nil, err
	}
	return &grpc.GenericClientStream[Saying, Answer]{ClientStream: s}, nil
}
