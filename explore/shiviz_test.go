package explore

import (
	"encoding/json"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interrex/internal/testlevel"
)

// A logged is an event as ShiViz reads it.
type logged struct {
	host  string
	clock map[string]int
}

// readShiViz reads a file as ShiViz does: a parser, a delimiter, the log; by execution.
func readShiViz(text string) (map[string][]logged, error) {
	lines := strings.SplitN(text, "\n", 3)
	if len(lines) < 3 {
		return nil, fmt.Errorf("no log")
	}
	parser := regexp.MustCompile(`(?m)^` + strings.ReplaceAll(lines[0], "{.*}", `\{.*\}`) + `$`)
	delimiter := regexp.MustCompile(`(?m)^` + lines[1] + `$`)
	all := map[string][]logged{}
	heads := delimiter.FindAllStringSubmatchIndex(lines[2], -1)
	for i, head := range heads {
		name, end := lines[2][head[2]:head[3]], len(lines[2])
		if i+1 < len(heads) {
			end = heads[i+1][0]
		}
		if _, twice := all[name]; twice {
			return nil, fmt.Errorf("two executions are called %q", name)
		}
		all[name] = []logged{}
		for _, found := range parser.FindAllStringSubmatch(strings.Trim(lines[2][head[1]:end], "\n"), -1) {
			e := logged{host: found[parser.SubexpIndex("host")]}
			if err := json.Unmarshal([]byte(found[parser.SubexpIndex("clock")]), &e.clock); err != nil {
				return nil, err
			}
			all[name] = append(all[name], e)
		}
	}
	return all, nil
}

func merge(into, from map[string]int) {
	for host, n := range from {
		into[host] = max(into[host], n)
	}
}

// sixChecks are ShiViz's own: an event's clock names its host; a host counts from 1, one by one; no
// clock names a host without events or beyond its last; clocks grow along each host; and each clock is
// exactly what its host knew and what it has heard.
func sixChecks(events []logged) error {
	last := map[string]int{}
	for _, e := range events {
		last[e.host] = max(last[e.host], e.clock[e.host])
	}
	at := map[string]map[int]map[string]int{} // clocks by host and own entry
	for _, e := range events {
		own, named := e.clock[e.host]
		if !named {
			return fmt.Errorf("1: a clock of %s without %[1]s", e.host)
		}
		if at[e.host] == nil {
			at[e.host] = map[int]map[string]int{}
		}
		if at[e.host][own] != nil {
			return fmt.Errorf("3: %s has two events %d", e.host, own)
		}
		at[e.host][own] = e.clock
	}
	for host, clocks := range at {
		numbers := slices.Sorted(maps.Keys(clocks))
		if numbers[0] != 1 {
			return fmt.Errorf("2: %s begins with %d", host, numbers[0])
		}
		if numbers[len(numbers)-1] != len(numbers) {
			return fmt.Errorf("3: %s leaves out a number", host)
		}
	}
	for _, e := range events {
		for host, n := range e.clock {
			if last[host] == 0 {
				return fmt.Errorf("4: %s has no events", host)
			}
			if n > last[host] {
				return fmt.Errorf("5: %s has no event %d", host, n)
			}
		}
		want := map[string]int{}
		merge(want, at[e.host][e.clock[e.host]-1])
		for host, n := range e.clock {
			if host != e.host && n > want[host] {
				merge(want, at[host][n])
			}
		}
		want[e.host] = e.clock[e.host]
		if !maps.Equal(want, e.clock) {
			return fmt.Errorf("6: the clock %v of %s is not the merge of its causes, %v", e.clock, e.host, want)
		}
	}
	return nil
}

// TestSixChecksCanFail wounds a log in each of six ways.
func TestSixChecksCanFail(t *testing.T) {
	clock := func(host string, clock map[string]int) logged { return logged{host, clock} }
	good := []logged{clock("a", map[string]int{"a": 1}), clock("b", map[string]int{"a": 1, "b": 1}), clock("b", map[string]int{"a": 1, "b": 2})}
	if err := sixChecks(good); err != nil {
		t.Error(err)
	}
	for want, wounded := range map[string][]logged{
		"1": {clock("a", map[string]int{"b": 1})},
		"2": {clock("a", map[string]int{"a": 2})},
		"3": {clock("a", map[string]int{"a": 1}), clock("a", map[string]int{"a": 3})},
		"4": {clock("a", map[string]int{"a": 1, "b": 1})},
		"5": {clock("a", map[string]int{"a": 1, "b": 2}), clock("b", map[string]int{"b": 1})},
		"6": {clock("a", map[string]int{"a": 1}), clock("b", map[string]int{"a": 1, "b": 1}), clock("b", map[string]int{"b": 2})},
	} {
		if err := sixChecks(wounded); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("check %s: %v", want, err)
		}
	}
}

// TestShiViz: ShiViz would take every file that is written.
func TestShiViz(t *testing.T) {
	if testlevel.Race {
		t.Log("left to the run without the race detector: other tests call the same commands")
		return
	}
	events := 0
	for _, args := range variety {
		if isLeftOut(args) {
			continue
		}
		text := told(t, args)["shiviz"]
		executions, err := readShiViz(text)
		if err != nil {
			t.Fatalf("explore %s: %v", args, err)
		}
		for name, log := range executions {
			if err := sixChecks(log); err != nil {
				t.Errorf("explore %s, %s: %v\n%s", args, name, err, text)
			}
			events += len(log)
		}
	}
	if events == 0 {
		t.Error("there is not one event")
	}
}
