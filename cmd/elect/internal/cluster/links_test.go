package cluster

import (
	"errors"
	"io"
	"net"
	"testing"
	"testing/synctest"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

var there, back = way{1, 2}, way{2, 1}

// carried are the two ends of a connection from 1 to 2, between which the links carry.
func carried(l *links) (one, two net.Conn) {
	one, near := net.Pipe()
	far, two := net.Pipe()
	l.join(there, near, far)
	return one, two
}

// write writes words, each at once.
func write(t *testing.T, c net.Conn, words ...string) {
	t.Helper()
	for _, w := range words {
		if _, err := io.WriteString(c, w); err != nil {
			t.Error(err)
		}
	}
}

// hears is all that arrives at an end, one after the other.
func hears(c net.Conn) <-chan string {
	heard := make(chan string, 16)
	go func() {
		defer close(heard)
		text := make([]byte, 16)
		for {
			n, err := c.Read(text)
			if err != nil {
				return
			}
			heard <- string(text[:n])
		}
	}()
	return heard
}

func nothing(t *testing.T, heard <-chan string) {
	t.Helper()
	synctest.Wait()
	select {
	case text := <-heard:
		t.Errorf("%q arrives", text)
	default:
	}
}

// TestCut: by a way that is cut nothing goes, by the way back all does; what was held back arrives when
// it is healed, which is once, however often it has been cut.
func TestCut(t *testing.T) {
	for name, heal := range map[string]func(*links){
		"one way":  func(l *links) { l.heal(there) },
		"all ways": (*links).healAll,
	} {
		synctest.Test(t, func(t *testing.T) {
			l := newLinks()
			one, two := carried(l)
			atOne, atTwo := hears(one), hears(two)
			l.cut(there)
			l.cut(there)
			write(t, one, "a")
			nothing(t, atTwo)
			write(t, two, "b")
			if got := <-atOne; got != "b" {
				t.Errorf("%s: %q comes back", name, got)
			}
			nothing(t, atTwo)
			heal(l)
			if got := <-atTwo; got != "a" {
				t.Errorf("%s: %q arrives in the end", name, got)
			}
			write(t, one, "c")
			if got := <-atTwo; got != "c" {
				t.Errorf("%s: %q arrives afterwards", name, got)
			}
			l.close()
		})
	}
}

// TestClose: links that are closed let go of what they held back, and of both ends.
func TestClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLinks()
		one, two := carried(l)
		l.cut(there, back)
		write(t, one, "a")
		write(t, two, "b")
		l.close()
		for _, c := range []net.Conn{one, two} {
			if _, err := c.Write([]byte("c")); !errors.Is(err, io.ErrClosedPipe) {
				t.Errorf("an end is open: %v", err)
			}
		}
	})
}

// TestOpen: who calls at a door is connected to the place behind it, in both directions; if nobody is
// there the call ends.
func TestOpen(t *testing.T) {
	behind, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	echoed := make(chan struct{})
	go func() {
		defer close(echoed)
		c, err := behind.Accept()
		if err != nil {
			return
		}
		_, _ = io.Copy(c, c)
		c.Close()
	}()
	l := newLinks()
	door, err := l.open(there, behind.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	c, err := net.Dial("tcp", door)
	if err != nil {
		t.Fatal(err)
	}
	write(t, c, "hello")
	text := make([]byte, 5)
	if _, err := io.ReadFull(c, text); err != nil || string(text) != "hello" {
		t.Errorf("%q comes back, %v", text, err)
	}
	behind.Close()
	c.Close()
	<-echoed
	if c, err = net.Dial("tcp", door); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Read(text); err == nil {
		t.Error("somebody is there")
	}
	c.Close()
	l.close()
	if _, err := net.Dial("tcp", door); err == nil {
		t.Error("the door is open")
	}
}
