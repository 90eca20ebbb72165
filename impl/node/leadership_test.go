package node

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"interrex/impl"
)

// A reader is a watcher, and what it must have got in the end.
type reader struct {
	watch <-chan Leadership
	owed  []Leadership // what it has not read, and has not missed
}

// take reads one change, and checks that it is the next one owed.
func (r *reader) take(t *rapid.T) {
	got, open := <-r.watch
	if !open || got != r.owed[0] {
		t.Fatalf("read %+v (open %t), want %+v", got, open, r.owed[0])
	}
	r.owed = r.owed[1:]
}

// TestWatch: each watcher gets who leads when it begins and then each change, in order, none twice, however the
// reading falls; one that has fallen too far behind misses the oldest of them, and no other.
func TestWatch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l leadership
		var readers []*reader
		var now Leadership
		t.Repeat(map[string]func(*rapid.T){
			"watch": func(t *rapid.T) {
				readers = append(readers, &reader{watch: l.watch(context.Background()), owed: []Leadership{now}})
			},
			"publish": func(t *rapid.T) {
				for range rapid.IntRange(1, Buffer).Draw(t, "changes") {
					next := Leadership{Leader: impl.ID(rapid.IntRange(0, 3).Draw(t, "leader")), Term: now.Term + rapid.IntRange(0, 1).Draw(t, "term")}
					l.publish(next)
					if next == now {
						continue
					}
					now = next
					for _, r := range readers {
						if r.owed = append(r.owed, now); len(r.owed) > Buffer {
							r.owed = r.owed[1:]
						}
					}
				}
			},
			"read": func(t *rapid.T) {
				if len(readers) == 0 {
					t.Skip("nobody watches")
				}
				r := rapid.SampledFrom(readers).Draw(t, "reader")
				for range rapid.IntRange(0, len(r.owed)).Draw(t, "changes") {
					r.take(t)
				}
			},
		})
		l.close()
		for _, r := range readers {
			for len(r.owed) > 0 {
				r.take(t)
			}
			if got, open := <-r.watch; open {
				t.Fatalf("after the last %+v comes", got)
			}
		}
	})
}

func TestWatchEndsWithItsContext(t *testing.T) {
	var l leadership
	ctx, cancel := context.WithCancel(context.Background())
	w := l.watch(ctx)
	<-w
	cancel()
	if _, open := <-w; open {
		t.Fatal("it is open")
	}
	if len(l.watches) != 0 {
		t.Fatal("it is still watched")
	}
	l.close()
	late := l.watch(context.Background())
	<-late
	if _, open := <-late; open {
		t.Fatal("the watch of a node that has ended is open")
	}
}
