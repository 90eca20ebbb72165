//go:build unix

package node_test

import (
	"fmt"
	"net"
	"syscall"
	"testing"
	"time"

	"interrex/impl"
	"interrex/impl/certs"
	"interrex/impl/network"
	"interrex/impl/network/tcp"
	"interrex/impl/node"
	"interrex/traces"
)

// BenchmarkTCP is how fast a node takes messages, and answers them, over TCP with certificates, and how
// much of that is the record. The processors' time is that of both ends.
func BenchmarkTCP(b *testing.B) {
	for _, recorded := range []bool{false, true} {
		b.Run(fmt.Sprintf("recorded=%t", recorded), func(b *testing.B) {
			l := newLine(b)
			var o node.Options
			if recorded {
				folder := b.TempDir()
				o.Trace = func(h *traces.Header) (*traces.Writer, error) { return traces.Open(folder, h) }
			}
			defer l.run(b, o)()
			b.ReportAllocs()
			before := busy(b)
			for k := 1; b.Loop(); k++ {
				l.say(b, k)
			}
			for l.caller.Counters().Queued[2] > 0 {
				<-l.heard
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "messages/s")
			b.ReportMetric(float64(busy(b)-before)/float64(b.N), "cpu-ns/op")
		})
	}
}

// busy is what this process has had of the processors so far: a machine that has other work to do
// changes it less than it does the time.
func busy(b *testing.B) time.Duration {
	b.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// A line connects a caller, node 1, with a node, 2, which answers all that it says.
type line struct {
	algorithm impl.Algorithm
	configs   [2]tcp.Config
	caller    *tcp.Network
	heard     chan struct{}
}

func newLine(b *testing.B) *line {
	b.Helper()
	folder := b.TempDir()
	if err := certs.CreateAuthority(folder, "bench"); err != nil {
		b.Fatal(err)
	}
	l := &line{heard: make(chan struct{}, 1)}
	var err error
	if l.algorithm, err = impl.Find("bully"); err != nil {
		b.Fatal(err)
	}
	addresses := map[impl.ID]string{}
	for i := range l.configs {
		id := impl.ID(i + 1)
		if err := certs.Issue(folder, id); err != nil {
			b.Fatal(err)
		}
		identity, err := certs.Load(folder, id)
		if err != nil {
			b.Fatal(err)
		}
		listener, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			b.Fatal(err)
		}
		addresses[id] = listener.Addr().String()
		l.configs[i] = tcp.Config{Cluster: "bench", Incarnation: 1, Algorithm: l.algorithm, Listener: listener, Addresses: addresses,
			Group: &impl.Config{Self: id, Members: []impl.ID{1, 2}}, Identity: identity, Limits: tcp.Limits{Patience: time.Minute}}
	}
	return l
}

// run opens both ends, and returns how to close them.
func (l *line) run(b *testing.B, o node.Options) func() {
	b.Helper()
	o.Algorithm, o.Config = l.algorithm, *l.configs[1].Group
	o.Join = func(uint64, bool) (network.Network, error) { return tcp.Open(l.configs[1]) }
	n, err := node.New(o)
	if err != nil {
		b.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- n.Run(b.Context()) }()
	if l.caller, err = tcp.Open(l.configs[0]); err != nil {
		b.Fatal(err)
	}
	over := make(chan struct{})
	go func() {
		for {
			select {
			case a := <-l.caller.Arrivals():
				if d, is := a.(network.Delivery); is {
					d.Taken()
				}
				select {
				case l.heard <- struct{}{}:
				default:
				}
			case <-over:
				return
			}
		}
	}()
	return func() {
		n.Close()
		l.caller.Close(false)
		close(over)
		if err := <-ended; err != nil {
			b.Error(err)
		}
	}
}

func (l *line) say(b *testing.B, k int) {
	b.Helper()
	if err := l.caller.Send(network.Envelope{
		ID: fmt.Sprintf("1.1.%d", k), Clock: []uint64{uint64(k), 0}, From: 1, To: 2,
		Message: impl.Message{Word: "ELECTION", Args: []int{1}},
	}); err != nil {
		b.Fatal(err)
	}
}
