package jobs

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

var few = Limits{Running: 2, Waiting: 2, Kept: 2, Patience: time.Minute}

// gated is work that is over when it is let go, or stopped.
func gated(result string, gate chan struct{}) Work[string] {
	return func(ctx context.Context, say func(string)) (string, error) {
		say("under way")
		select {
		case <-gate:
			return result, nil
		case <-ctx.Done():
			return "cut short", nil
		}
	}
}

func TestQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New[string](few)
		defer q.Close()
		gates := map[string]chan struct{}{}
		ask := func(key string) (View[string], error) {
			if gates[key] == nil {
				gates[key] = make(chan struct{})
			}
			return q.Ask(key, gated(key, gates[key]))
		}
		for i, want := range []View[string]{{State: Running}, {State: Running}, {State: Waiting, Place: 1}, {State: Waiting, Place: 2}} {
			if got, err := ask(fmt.Sprint(i)); got != want || err != nil {
				t.Errorf("job %d: %+v, %v; want %+v", i, got, err, want)
			}
		}
		if _, err := ask("4"); !errors.Is(err, ErrFull) {
			t.Errorf("a fifth job: %v, want ErrFull", err)
		}
		if got, err := ask("3"); got.Place != 2 || err != nil {
			t.Errorf("asked for a second time: %+v, %v; it is the same job", got, err)
		}
		synctest.Wait()
		if got, _ := q.Look("1"); got.Progress != "under way" {
			t.Errorf("it says %q", got.Progress)
		}
		close(gates["0"])
		synctest.Wait()
		if got, _ := q.Look("0"); got.State != Done || got.Result != "0" || got.Stopped {
			t.Errorf("done: %+v", got)
		}
		if got, _ := q.Look("2"); got.State != Running {
			t.Errorf("the next one: %+v, want it running", got)
		}
		if got, _ := q.Look("3"); got.Place != 1 {
			t.Errorf("the one after: %+v, want it first in the queue", got)
		}
	})
}

// TestWait waits for the end of a job, or of one's patience.
func TestWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New[string](few)
		defer q.Close()
		gate := make(chan struct{})
		q.Ask("a", gated("a", gate))
		short, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if got, there := q.Wait(short, "a"); got.State != Running || !there {
			t.Errorf("after a second: %+v, %v", got, there)
		}
		time.AfterFunc(time.Second, func() { close(gate) })
		if got, _ := q.Wait(t.Context(), "a"); got.State != Done || got.Result != "a" {
			t.Errorf("after its end: %+v", got)
		}
		if _, there := q.Wait(t.Context(), "b"); there {
			t.Error("one that nobody has asked for is there")
		}
	})
}

// TestStop stops one that runs and one that waits; the first keeps what it has found.
func TestStop(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New[string](Limits{Running: 1, Waiting: 1, Kept: 2, Patience: time.Minute})
		defer q.Close()
		q.Ask("runs", gated("runs", nil))
		q.Ask("waits", gated("waits", nil))
		q.Stop("waits")
		q.Stop("runs")
		q.Stop("is not there")
		synctest.Wait()
		if got, _ := q.Look("runs"); got.State != Done || !got.Stopped || got.Result != "cut short" || got.Err != nil {
			t.Errorf("runs: %+v", got)
		}
		if got, _ := q.Look("waits"); got.State != Done || !got.Stopped || got.Err == nil {
			t.Errorf("waits: %+v", got)
		}
		q.Forget("runs")
		if got, err := q.Ask("runs", gated("runs", nil)); got.State != Running || err != nil {
			t.Errorf("asked anew: %+v, %v", got, err)
		}
	})
}

// TestBoredom: a job that nobody looks at ends, and one that somebody looks at does not.
func TestBoredom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New[string](few)
		defer q.Close()
		q.Ask("seen", gated("seen", nil))
		q.Ask("unseen", gated("unseen", nil))
		for range 4 {
			time.Sleep(few.Patience / 2)
			q.Look("seen")
		}
		synctest.Wait()
		if got, there := q.Look("unseen"); there {
			t.Errorf("unseen: %+v", got)
		}
		if got, err := q.Ask("unseen", gated("unseen", nil)); got.Stopped || got.State != Running || err != nil {
			t.Errorf("unseen, asked for anew: %+v, %v", got, err)
		}
		if got, _ := q.Look("seen"); got.Stopped || got.State != Running {
			t.Errorf("seen: %+v", got)
		}
	})
}

// TestLeave: a job ends soon after its visitor has left, and not while another one looks.
func TestLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New[string](few)
		defer q.Close()
		q.Ask("left", gated("left", nil))
		q.Ask("shared", gated("shared", nil))
		for _, key := range []string{"left", "shared", "none"} {
			q.Leave(key)
		}
		time.Sleep(parting / 2)
		q.Look("shared")
		time.Sleep(parting)
		synctest.Wait()
		if got, there := q.Look("left"); there {
			t.Errorf("left: %+v", got)
		}
		if got, _ := q.Look("shared"); got.Stopped || got.State != Running {
			t.Errorf("another one looks at it: %+v", got)
		}
	})
}

// TestKept: the one that was looked at last stays longest.
func TestKept(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New[string](few)
		defer q.Close()
		open := make(chan struct{})
		close(open)
		for _, key := range []string{"a", "b", "a", "c"} {
			q.Ask(key, gated(key, open))
			synctest.Wait()
		}
		for key, want := range map[string]bool{"a": true, "b": false, "c": true} {
			if _, got := q.Look(key); got != want {
				t.Errorf("%s is kept: %v, want %v", key, got, want)
			}
		}
	})
}

func TestPanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New[string](few)
		q.Ask("bad", func(context.Context, func(string)) (string, error) { panic("ouch") })
		synctest.Wait()
		got, _ := q.Look("bad")
		if bug := new(Bug); got.State != Done || !errors.As(got.Err, &bug) || bug.Panic != "ouch" {
			t.Errorf("%+v", got)
		}
		q.Close()
		if _, err := q.Ask("late", nil); !errors.Is(err, ErrFull) {
			t.Errorf("a closed queue: %v", err)
		}
	})
}
