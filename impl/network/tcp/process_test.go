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

// TestOneProcessOfAnIncarnation: another process of an incarnation that has been here is refused, since it
// has lost its storage; of the next one it is not.
func TestOneProcessOfAnIncarnation(t *testing.T) {
	m := newMesh(t, 2)
	one := m.open(m.config(1, 1, m.listen(1)))
	open := func(incarnation uint64, process string) *end {
		c := m.config(2, incarnation, m.listen(2))
		c.Process = process
		two := m.open(c)
		if err := one.Locate(2, m.addresses[2]); err != nil {
			t.Fatal(err)
		}
		return two
	}
	first := open(1, "host pid 1")
	one.expect("Returned(2,1)")
	m.until("the process is known", func() bool { return one.Processes()[2] != "" })
	first.Close(false)
	one.expect("Gone(2)")
	second := open(1, "host pid 2")
	m.until("it is refused", func() bool { return strings.Contains(one.log.String(), "has it lost its storage?") })
	if got := one.Processes()[2]; got != "host pid 1" {
		t.Errorf("it is called %q now", got)
	}
	second.Close(false)
	third := open(2, "host pid 3")
	for got := ""; got != "Returned(2,2)"; got = show(one.next()) { // and that the second has gone, if it was called
	}
	third.Close(false)
}
