package cluster

import (
	"errors"
	"net"
	"syscall"
	"testing"
)

// TestPort: at a port one can listen again and again. In between who calls is refused.
func TestPort(t *testing.T) {
	p, err := Reserve()
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		l, err := p.Listen()
		if err != nil {
			t.Fatal(err)
		}
		c, err := net.Dial("tcp4", p.Address.String())
		if err != nil {
			t.Fatal(err)
		}
		c.Close()
		l.Close()
		if _, err := net.Dial("tcp4", p.Address.String()); !errors.Is(err, syscall.ECONNREFUSED) {
			t.Fatalf("nobody listens, and who calls gets %v", err)
		}
	}
	if err := p.Release(); err != nil {
		t.Error(err)
	}
}
