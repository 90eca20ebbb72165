//go:build unix

package tcp_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/fence"
	"interrex/impl/network/tcp"
	"interrex/impl/node"
	"interrex/impl/node/status"
)

type work func(context.Context, *node.Node, func() (fence.Token, error)) error

// serve runs a service of which one member works at a time. It shows its status at an address.
func serve(ctx context.Context, folder string, self impl.ID, peers map[impl.ID]string, at string, work work) error {
	raft, err := impl.Find("raft")
	if err != nil {
		return err
	}
	o := node.Options{Algorithm: raft, Config: impl.Config{Self: self, PreVote: true, CheckQuorum: true}}
	member, err := tcp.Join(folder, "interrex", peers, &o) // -cluster of elect certs; completes o
	if err != nil {
		return err
	}
	defer member.Close()
	n, err := node.New(o)
	if err != nil {
		return err
	}
	page, err := status.Listen(at, &status.Source{Node: n, Network: member}, nil)
	if err != nil {
		return err
	}
	defer page.Close()
	go page.Serve()
	led := make(chan error, 1)
	go func() {
		led <- n.Lead(ctx, func(ctx context.Context, token func() (fence.Token, error)) error {
			return work(ctx, n, token) // until ctx ends, which it does with the leadership
		})
	}()
	return cmp.Or(n.Run(ctx), <-led)
}

// A reign is what a leader's work has been given.
type reign struct {
	ctx   context.Context
	node  *node.Node
	token fence.Token
}

// Three members on loopback. Whoever leads writes to a resource with its token; the first leader is stopped, its
// work ends, the next one writes, and what the first would still write is refused.
func ExampleJoin() {
	folder, err := os.MkdirTemp("", "shop-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	if err := certs.Ephemeral(folder, "interrex", []impl.ID{1, 2, 3}); err != nil {
		panic(err)
	}
	ctx, stop := context.WithTimeout(context.Background(), time.Minute)
	defer stop()
	reigns := make(chan reign)
	work := func(ctx context.Context, n *node.Node, token func() (fence.Token, error)) error {
		if t, err := token(); err == nil {
			select {
			case reigns <- reign{ctx, n, t}:
			case <-ctx.Done():
			}
		}
		<-ctx.Done()
		return ctx.Err()
	}
	peers, release := reserve(3)
	defer release()
	var members sync.WaitGroup
	for id := range peers {
		members.Go(func() {
			if err := serve(ctx, folder, id, peers, "127.0.0.1:0", work); !errors.Is(err, context.Canceled) && !errors.Is(err, node.ErrClosed) {
				fmt.Println("member", id, "ends:", err)
			}
		})
	}
	var resource fence.Guard
	first := write(ctx, &resource, reigns)
	fmt.Println("the first leader has written")
	first.node.Close()
	<-first.ctx.Done()
	fmt.Println("it is stopped, and its work has ended:", first.ctx.Err())
	write(ctx, &resource, reigns)
	fmt.Println("the next leader has written")
	fmt.Println("what is late is refused:", errors.Is(resource.Admit(first.token), fence.ErrStale))
	stop()
	members.Wait()
	fmt.Println("all have ended")
	// Output:
	// the first leader has written
	// it is stopped, and its work has ended: context canceled
	// the next leader has written
	// what is late is refused: true
	// all have ended
}

// write waits for a leader of which the resource takes a token. One that has been deposed meanwhile, and
// has not heard of it, is refused.
func write(ctx context.Context, resource *fence.Guard, reigns <-chan reign) reign {
	for {
		select {
		case r := <-reigns:
			if resource.Admit(r.token) == nil {
				return r
			}
		case <-ctx.Done():
			panic("nobody leads")
		}
	}
}

// reserve gives members addresses on loopback, reserved until they listen: the ports are
// bound, by sockets that do not listen.
func reserve(members int) (peers map[impl.ID]string, release func()) {
	peers = map[impl.ID]string{}
	var sockets []int
	for id := range members {
		s, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
		err = errors.Join(err, syscall.SetsockoptInt(s, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1),
			syscall.Bind(s, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}))
		at, why := syscall.Getsockname(s)
		if err := errors.Join(err, why); err != nil {
			panic(err)
		}
		sockets = append(sockets, s)
		peers[impl.ID(id+1)] = fmt.Sprintf("127.0.0.1:%d", at.(*syscall.SockaddrInet4).Port)
	}
	return peers, func() {
		for _, s := range sockets {
			_ = syscall.Close(s)
		}
	}
}

// TestThePageShowsTheExample: what is printed in the guide is the program that runs.
func TestThePageShowsTheExample(t *testing.T) {
	read := func(path string) string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	_, rest, _ := strings.Cut(read("example_test.go"), "\ntype work ")
	program, _, found := strings.Cut("type work "+rest, "\n// A reign ")
	if !found {
		t.Fatal("no program in example_test.go")
	}
	program = strings.TrimSpace(program) + "\n"
	if !strings.Contains(read("../../../docs/running.md"), "```go\n"+program+"```\n") {
		t.Error("docs/running.md does not show this program:\n" + program)
	}
}
