package tcp_test

import (
	"strings"
	"testing"

	"interrex/impl/network/tcp"
)

func TestProcesses(t *testing.T) {
	m := newMesh(t, 2)
	one, two := m.listen(1), m.listen(2)
	c := m.config(1, 1, one)
	c.Process = "host pid 4711"
	first, second := m.open(c), m.open(m.config(2, 1, two))
	second.expect("Returned(1,1)")
	m.until("the process is known", func() bool { return second.Processes()[1] == "host pid 4711" })
	if names := first.Processes(); names[2] != "" {
		t.Errorf("it has no name, and is called %q", names[2])
	}
	for _, wrong := range []string{strings.Repeat("x", 121), "a\nb", "\xff"} {
		c := m.config(1, 1, m.listen(1))
		c.Process = wrong
		if n, err := tcp.Open(c); err == nil {
			n.Close(false)
			t.Errorf("%q is accepted", wrong)
		}
		c.Listener.Close()
	}
}
