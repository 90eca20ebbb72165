package main

import (
	"strings"
	"testing"
)

const spinOutput = `
(Spin Version 6.5.2 -- 6 December 2019)

State-vector 36 byte, depth reached 25, errors: 0
     3731 states, stored
    14087 states, matched
    17818 transitions (= stored+matched)
        0 atomic steps
`

const tlcOutput = `Model checking completed. No error has been found.
  Estimates of the probability that TLC did not check all reachable states
Progress(15) at 2026-01-01 00:00:00: 17,818 states generated (571,700 s/min), 3,731 distinct states found (119,711 ds/min), 0 states left on queue.
17818 states generated, 3731 distinct states found, 0 states left on queue.
`

const rumurOutput = "Status:\n\n\tNo error found.\n\nState Space Explored:\n\n\t3731 states, 17817 rules fired in 0s.\n"

const exploreOutput = "ring: a title\n  3,731 states, 17,817 steps, depth 20; complete\n"

var outputs = []struct {
	name, output string
	peer         peer
}{
	{"explore", exploreOutput, &explore{}},
	{"spin", spinOutput, spin{}},
	{"rumur", rumurOutput, rumur{}},
	{"stateright", "states 3731 steps 17817\n", &stateright{}},
	{"tlc", tlcOutput, &tlc{}},
}

func TestRead(t *testing.T) {
	for _, o := range outputs {
		got, err := o.peer.read(o.output)
		if want := (counts{3731, 17817}); err != nil || got != want {
			t.Errorf("%s: got %v, %v, want %v", o.name, got, err, want)
		}
	}
}

func TestReadOfIncompleteSearches(t *testing.T) {
	for _, o := range outputs {
		if got, err := o.peer.read("Segmentation fault"); err == nil {
			t.Errorf("%s: got %v for output without counts", o.name, got)
		}
	}
	for name, output := range map[string]string{
		"an error": strings.Replace(spinOutput, "errors: 0", "errors: 1", 1),
		"a bound":  "error: max search depth too small\n" + spinOutput,
	} {
		if got, err := (spin{}).read(output); err == nil {
			t.Errorf("spin: got %v for a search with %s", got, name)
		}
	}
	if got, err := (rumur{}).read(strings.Replace(rumurOutput, "No error found", "1 error found", 1)); err == nil {
		t.Errorf("rumur: got %v for a search with an error", got)
	}
	if got, err := (&tlc{}).read(strings.ReplaceAll(tlcOutput, ", 0 states left", ", 7 states left")); err == nil {
		t.Errorf("tlc: got %v for an unfinished search", got)
	}
}

func TestMurphiConstants(t *testing.T) {
	model := "const\n  N : 3; -- how many processes\n  K : 1;\n  C : 1;\n  OK : 2;\n"
	want := "const\n  N : 4; -- how many processes\n  K : 2;\n  C : 0;\n  OK : 2;\n"
	if got := withConstants(model, world{algorithm: bully, n: 4, elections: 2}); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
