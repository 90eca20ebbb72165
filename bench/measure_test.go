package main

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

func usesOf(seconds ...int) (uses []use) {
	for _, s := range seconds {
		uses = append(uses, use{cpu: time.Duration(s) * time.Second, wall: time.Duration(2*s) * time.Second, peak: int64(s) * 1000})
	}
	return uses
}

func TestTabulate(t *testing.T) {
	of := []contestant{{name: "explore, 1 worker"}, {name: "absent"}, {name: "Spin"}}
	w := world{algorithm: ring, n: 3, known: counts{25, 48}}
	rows := tabulate(w, of, [][]use{usesOf(2, 2, 4), nil, usesOf(6)}).rows
	if len(rows) != 2 || rows[0].ratio != 1 || rows[1].ratio != 3 || rows[1].runs != 1 || rows[1].bytes != 240 {
		t.Errorf("got %+v", rows)
	}
	if got := ratio(time.Second, 0); got != 0 {
		t.Errorf("got ratio %v to 0, want 0", got)
	}
}

// A fake is a peer with fixed counts.
type fake struct{ found counts }

func (fake) missing() error                                     { return nil }
func (fake) prepare(_ context.Context, _ string, _ world) error { return nil }
func (fake) call(string, world, variant) call                   { return call{program: "true"} }
func (l fake) read(string) (counts, error)                      { return l.found, nil }

func TestWrongCounts(t *testing.T) {
	right, wrong := contestant{"right", "right", fake{counts{25, 48}}, variant{}, 1}, contestant{"wrong", "wrong", fake{counts{25, 47}}, variant{}, 1}
	w := world{algorithm: ring, n: 3, known: counts{25, 48}}
	c := contest{dir: t.TempDir(), progress: &bytes.Buffer{}, contestants: []contestant{right, wrong}}
	if err := c.compare(t.Context(), w); err == nil || !strings.Contains(err.Error(), "wrong finds 25 states, 47 steps in CR(3)") {
		t.Errorf("compare: got %v", err)
	}
	if _, err := c.time(t.Context(), w, 1); err == nil || !strings.Contains(err.Error(), "wrong finds") {
		t.Errorf("time: got %v", err)
	}
	w.known = counts{} // the first contestant decides
	if err := c.compare(t.Context(), w); err == nil || !strings.Contains(err.Error(), "wrong finds") {
		t.Errorf("compare without known counts: got %v", err)
	}
}

// An uninstalled peer has no tool.
type uninstalled struct{ fake }

func (uninstalled) missing() error { return errors.New("no tool") }

func TestMissingTools(t *testing.T) {
	all := []contestant{{key: "here", peer: fake{}}, {key: "none", peer: uninstalled{}}, {key: "none", peer: uninstalled{}}}
	var out bytes.Buffer
	chosen, err := present(all, nil, false, &out)
	if err != nil || len(chosen) != 1 || out.String() != "none is skipped: no tool\n" {
		t.Errorf("got %v, %v, %q", chosen, err, out.String())
	}
	if _, err := present(all, nil, true, &out); err == nil {
		t.Error("want an error for a missing tool that is needed")
	}
	if _, err := present(all, []string{"none"}, false, &out); err == nil {
		t.Error("want an error if all tools are missing")
	}
}
