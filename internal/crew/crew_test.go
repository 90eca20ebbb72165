package crew

import (
	"strings"
	"testing"
)

// TestPanic: who waits panics for the others, when all have ended, and says where.
func TestPanic(t *testing.T) {
	ended := make([]bool, 3)
	defer func() {
		bug, is := recover().(*Bug)
		if !is || bug.Value != "a bug" || !strings.Contains(bug.String(), "a bug\n") || !strings.Contains(bug.String(), "crew.TestPanic.func") {
			t.Errorf("it panics with %v", bug)
		}
		for i, is := range ended {
			if !is {
				t.Errorf("it has not waited for %d", i)
			}
		}
	}()
	var c Crew
	for i := range ended {
		c.Go(func() {
			if ended[i] = true; i == 1 {
				panic("a bug")
			}
		})
	}
	c.Wait()
	t.Error("it does not panic")
}

// TestFailed: who has more to wait for hears of a panic, asked before it or behind it.
func TestFailed(t *testing.T) {
	for _, early := range []bool{true, false} {
		var c Crew
		if early {
			c.Failed()
		}
		more := make(chan struct{})
		c.Go(func() { <-more })
		c.Go(func() { panic("a bug") })
		<-c.Failed()
		close(more)
		func() {
			defer func() {
				if recover() == nil {
					t.Error("it does not panic")
				}
			}()
			c.Wait()
		}()
	}
}
