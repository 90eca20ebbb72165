package cluster

import (
	"errors"
	"net"
	"syscall"
	"testing"
)

// TestPlace: at a place one can listen again and again. In between who calls is refused, and nobody gets
// the port, however often one is asked for.
func TestPlace(t *testing.T) {
	p, err := take()
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		l, err := p.listen()
		if err != nil {
			t.Fatal(err)
		}
		c, err := net.Dial("tcp4", p.address.String())
		if err != nil {
			t.Fatal(err)
		}
		c.Close()
		l.Close()
		if _, err := net.Dial("tcp4", p.address.String()); !errors.Is(err, syscall.ECONNREFUSED) {
			t.Fatalf("nobody listens, and who calls gets %v", err)
		}
		for range 20_000 { // of which there are not many more
			l, err := net.ListenTCP("tcp4", &net.TCPAddr{IP: p.address.IP})
			if err != nil {
				t.Fatal(err)
			}
			if l.Close(); l.Addr().String() == p.address.String() {
				t.Fatal("somebody else has got it")
			}
		}
	}
	if err := p.leave(); err != nil {
		t.Error(err)
	}
}
