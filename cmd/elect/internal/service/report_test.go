package service

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"regexp"
	"sync"
	"testing"
	"time"

	"interrex/cmd/elect/internal/settings"
	"interrex/impl"
	"interrex/impl/network"
	"interrex/impl/network/memory"
	"interrex/impl/node"
	"interrex/impl/node/status"
)

// telling runs node 1 of a group and hands its lines to the caller, who ends it.
func telling(t *testing.T, s settings.Settings, members ...impl.ID) (n *node.Node, lines *bufio.Scanner, end, closeOut func()) {
	t.Helper()
	bully, err := impl.Find("bully")
	if err != nil {
		t.Fatal(err)
	}
	shared := memory.New(1, members, memory.Faults{})
	if n, err = node.New(node.Options{Algorithm: bully, Config: impl.Config{Self: 1, Members: members}, Starts: s.Starts,
		Join: func(incarnation uint64) (network.Network, error) {
			return shared.Join(1, incarnation)
		}}); err != nil {
		t.Fatal(err)
	}
	s.Config.Self = 1
	ctx, cancel := context.WithCancel(t.Context())
	out, in := io.Pipe()
	var wait sync.WaitGroup
	wait.Go(func() {
		if err := n.Run(ctx); err != nil {
			t.Error(err)
		}
	})
	_ = n.Transfer(t.Context(), 1) // which is refused, once it runs
	wait.Go(func() { (&Service{settings: &s, source: status.Source{Node: n}}).report(ctx, in) })
	return n, bufio.NewScanner(out), func() {
		cancel()
		out.Close()
		wait.Wait()
	}, func() { out.Close() }
}

// TestPrint: a node says what it waits for, and then who leads, again and again.
func TestPrint(t *testing.T) {
	long := node.Span{Least: time.Hour, Most: time.Hour}
	for want, s := range map[string]settings.Settings{
		`^node 1: no leader; waiting for 1 of 1 others; calls an election in \S+ \(-start-min=1s -start-max=1s for sooner\)$`: {Options: node.Options{Starts: long}},
		`^node 1: no leader; waiting for 1 of 1 others; calls no election on its own \(-start-max=0s\)$`:                      {},
	} {
		n, lines, end, _ := telling(t, s, 1, 2)
		if lines.Scan(); !regexp.MustCompile(want).MatchString(lines.Text()) {
			t.Errorf("%q, want %s", lines.Text(), want)
		}
		n.Close()
		end()
	}
	n, lines, end, _ := telling(t, settings.Settings{Print: time.Millisecond}, 1)
	if err := n.Campaign(t.Context()); err != nil {
		t.Fatal(err)
	}
	for seen := 0; seen < 2 && lines.Scan(); {
		if lines.Text() == "node 1: node 1 leads, term 1" {
			seen++
		}
	}
	end()
}

// TestReport: each change is a line of JSON, and what cannot be written is missed, and no more.
func TestReport(t *testing.T) {
	n, lines, end, closeOut := telling(t, settings.Settings{Report: "json"}, 1)
	defer end()
	next := func() (now status.Status) {
		t.Helper()
		if !lines.Scan() {
			t.Fatal("no more lines")
		}
		if err := json.Unmarshal(bytes.TrimSpace(lines.Bytes()), &now); err != nil {
			t.Fatal(err)
		}
		return now
	}
	if now := next(); now.Leader != nil || now.Node != 1 {
		t.Errorf("%+v", now)
	}
	if err := n.Campaign(t.Context()); err != nil {
		t.Fatal(err)
	}
	if now := next(); now.Leader == nil || !now.Self || now.Term != 1 {
		t.Errorf("%+v, want term 1", now)
	}
	closeOut()
	if err := n.Campaign(t.Context()); err != nil {
		t.Fatal(err)
	}
}
