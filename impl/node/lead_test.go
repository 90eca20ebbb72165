package node

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"interrex/impl/fence"
)

// TestWorkEndsWithTheLeadership: whoever leads works, from the moment on at which it is known that it leads to the one
// at which it no longer is; nobody is told of that before the work's context has ended.
func TestWorkEndsWithTheLeadership(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := new(Node)
		l := &n.leadership
		works, tokens := make(chan context.Context, 9), make(chan func() (fence.Token, error), 9)
		ended := make(chan error, 1)
		go func() {
			ended <- n.Lead(t.Context(), func(ctx context.Context, token func() (fence.Token, error)) error {
				works <- ctx
				tokens <- token
				<-ctx.Done()
				return errors.New("what a work returns that has lost the leadership")
			})
		}()
		synctest.Wait()
		l.publish(Leadership{Leader: 2, Term: 1})
		synctest.Wait()
		if len(works) != 0 {
			t.Fatal("it works, and does not lead")
		}
		var before func() (fence.Token, error)
		for term := 2; term < 5; term++ {
			l.publish(Leadership{Leader: 1, Self: true, Term: term})
			if before != nil {
				if token, err := before(); !errors.Is(err, ErrNotLeader) {
					t.Errorf("the work of the last leadership gets %v, %v", token, err)
				}
			}
			ctx, token := <-works, <-tokens
			if ctx.Err() != nil {
				t.Error("its context ends before the leadership does")
			}
			if got, err := token(); err != nil || got != (fence.Token{Term: term, Sequence: 1}) {
				t.Errorf("token %v, %v", got, err)
			}
			if term == 3 { // it leads on, in another term
				before = token
				continue
			}
			l.publish(Leadership{Term: term})
			if ctx.Err() == nil || !errors.Is(context.Cause(ctx), ErrNotLeader) {
				t.Errorf("it leads no more, and its context says %v", context.Cause(ctx))
			}
			if _, err := token(); !errors.Is(err, ErrNotLeader) {
				t.Errorf("a token: %v", err)
			}
			before = token
		}
		l.publish(Leadership{Leader: 1, Self: true, Term: 9})
		ctx := <-works
		l.close()
		if ctx.Err() == nil {
			t.Error("the node has ended, and its context has not")
		}
		if err := <-ended; !errors.Is(err, ErrClosed) {
			t.Errorf("%v, want %v", err, ErrClosed)
		}
		if err := n.Lead(t.Context(), func(context.Context, func() (fence.Token, error)) error { return nil }); !errors.Is(err, ErrClosed) {
			t.Errorf("of a node that has ended: %v", err)
		}
	})
}

// TestLeadEnds with its context, and with a work that is done.
func TestLeadEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		n := new(Node)
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		lead := func(work Work) { go func() { ended <- n.Lead(ctx, work) }() }
		lead(nil)
		synctest.Wait()
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
		ctx, cancel = context.WithCancel(t.Context())
		n.leadership.publish(Leadership{Leader: 1, Self: true, Term: 1})
		for _, want := range []error{nil, errors.New("it failed")} {
			lead(func(context.Context, func() (fence.Token, error)) error { return want })
			if err := <-ended; err != want {
				t.Errorf("%v, want %v", err, want)
			}
		}
		lead(func(ctx context.Context, _ func() (fence.Token, error)) error { <-ctx.Done(); return nil })
		synctest.Wait()
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
		ctx = t.Context()
		lead(func(ctx context.Context, _ func() (fence.Token, error)) error {
			<-ctx.Done()
			return context.Cause(ctx)
		})
		synctest.Wait()
		n.leadership.close()
		select {
		case err := <-ended:
			if !errors.Is(err, ErrClosed) {
				t.Errorf("the node has ended, and the work says %v", err)
			}
		case <-time.After(time.Second):
			t.Fatal("the node has ended, and the work goes on")
		}
		if left := len(n.leadership.sessions); left != 0 {
			t.Errorf("%d sessions are left", left)
		}
	})
}
