package main

import (
	"bufio"
	"fmt"
	"os"
	"slices"
	"sync"
	"sync/atomic"
)

// A node's process writes lines: "self NAME", "leader NAME", and as many as it is asked for of
// "cost" followed by what it has used so far.
const (
	selfLine   = "self"
	leaderLine = "leader"
	costLine   = "cost"
)

// serveNode is the life of a node's process. It ends with its standard input, and so with the
// process that has started it.
func serveNode(name string, s seat) error {
	known := slices.Concat(systems(), crowds())
	i := slices.IndexFunc(known, func(other system) bool { return other.name == name })
	if i < 0 {
		return fmt.Errorf("no system %q", name)
	}
	s.patience, s.mistakes = known[i].patience, new(atomic.Pointer[func() int])
	var mu sync.Mutex
	write := func(kind, what string) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintf(os.Stdout, "%s %s\n", kind, what)
	}
	go func() {
		for asked := bufio.NewScanner(os.Stdin); asked.Scan(); {
			c, err := used()
			if count := s.mistakes.Load(); count != nil {
				c.mistakes = (*count)()
			}
			if err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
			write(costLine, c.String())
		}
		os.Exit(0)
	}()
	return known[i].serve(s, func(self bool, name string) {
		if self {
			write(selfLine, name)
		} else {
			write(leaderLine, name)
		}
	})
}
