package checker_test

import (
	"encoding/json"
	"errors"
	"sync"

	"interrex/checker"
)

// Surmising threads are assumed never to move until they are seen to be able to. A thread that alone can
// go on in one way only is confluent of its step if none that may move writes what it touches.
type surmising struct {
	*threads
	moves map[int]bool

	mu  sync.Mutex
	met map[int]bool
}

// Confluence is part of checker.Confluent.
func (t *threads) Confluence() checker.Confluence {
	return &surmising{threads: t, moves: map[int]bool{}, met: map[int]bool{}}
}

func (t *surmising) Observe(_ func() checker.State, enabled checker.Operations) {
	for thread := range t.lines {
		if enabled.Has(checker.Operation(thread)) && !t.moves[thread] {
			t.mu.Lock()
			t.met[thread] = true
			t.mu.Unlock()
		}
	}
}

func (t *surmising) Refine() bool {
	refuted := len(t.met) > 0 && t.flawed != unrevised
	for thread := range t.met {
		t.moves[thread] = true
	}
	t.met = map[int]bool{}
	return refuted
}

func (t *surmising) Confluent(s checker.State, op checker.Operation) (visible checker.Visible, ok bool) {
	var only line
	found := 0
	for _, l := range t.lines[op] {
		if int(s[op]) == l.from {
			only = l
			found++
		}
	}
	if found != 1 || only.off || only.bound != 0 {
		return 0, false
	}
	for other, lines := range t.lines {
		for _, m := range lines {
			hides := only.sets >= 0 && only.sets == m.reads && t.flawed != hiding
			disturbed := m.sets >= 0 && (m.sets == only.reads || m.sets == only.sets)
			if other != int(op) && (hides || disturbed && t.moves[other]) {
				return 0, false
			}
		}
	}
	_, visible, _ = t.KeyTransition(s, op)
	return visible, true
}

// Assumed is part of checker.Lasting.
func (t *surmising) Assumed() []byte {
	text, err := json.Marshal([2]map[int]bool{t.moves, t.met})
	if err != nil {
		panic(err)
	}
	return text
}

// Assume is part of checker.Lasting.
func (t *surmising) Assume(text []byte) error {
	var all [2]map[int]bool
	if err := json.Unmarshal(text, &all); err != nil || all[0] == nil || all[1] == nil {
		return errors.New("what it assumes is nothing")
	}
	t.moves, t.met = all[0], all[1]
	return nil
}
