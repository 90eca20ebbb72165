package main

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

var exploreCounts = regexp.MustCompile(`(\d+) states (\d+) steps depth`)

// read reads the text report. Other formats also show an election, for which explore searches again.
func (*explore) read(output string) (counts, error) {
	return find(strings.ReplaceAll(output, ",", ""), exploreCounts)
}

var spinStates, spinSteps = regexp.MustCompile(`(?m)^ *(\d+) states, stored`), regexp.MustCompile(`(?m)^ *(\d+) transitions`)

// read subtracts the transition into the initial state, which Spin counts. A search that hit a bound is an error.
func (spin) read(output string) (counts, error) {
	if strings.Contains(output, "max search depth too small") || !strings.Contains(output, "errors: 0") {
		return counts{}, fmt.Errorf("the search of Spin has errors or hit a bound:\n%s", end(output))
	}
	c, err := find(output, spinStates, spinSteps)
	c.steps--
	return c, err
}

var rumurCounts = regexp.MustCompile(`(\d+) states, (\d+) rules fired`)

func (rumur) read(output string) (counts, error) {
	if !strings.Contains(output, "No error found") {
		return counts{}, fmt.Errorf("rumur found an error:\n%s", end(output))
	}
	return find(output, rumurCounts)
}

var staterightCounts = regexp.MustCompile(`(?m)^states (\d+) steps (\d+)$`)

func (*stateright) read(output string) (counts, error) { return find(output, staterightCounts) }

var tlcCounts = regexp.MustCompile(`(?m)^(\d+) states generated, (\d+) distinct states found, 0 states left`)

// read subtracts the initial state, which TLC counts as generated.
func (*tlc) read(output string) (counts, error) {
	if !strings.Contains(output, "No error has been found") {
		return counts{}, fmt.Errorf("TLC found an error:\n%s", end(output))
	}
	c, err := find(output, tlcCounts)
	return counts{states: c.steps, steps: c.states - 1}, err
}

// find reads two numbers: the groups of the expressions.
func find(output string, expressions ...*regexp.Regexp) (counts, error) {
	var numbers []int
	for _, e := range expressions {
		found := e.FindStringSubmatch(output)
		if found == nil {
			return counts{}, fmt.Errorf("the output does not match %s:\n%s", e, end(output))
		}
		for _, text := range found[1:] {
			number, err := strconv.Atoi(text)
			if err != nil {
				return counts{}, err
			}
			numbers = append(numbers, number)
		}
	}
	return counts{numbers[0], numbers[1]}, nil
}

var constant = regexp.MustCompile(`(?m)^  ([NKC]) : \d+;`)

// withConstants sets the constants N, K and C of a Murphi model.
func withConstants(text string, w world) string {
	values := map[string]int{"N": w.n, "K": w.elections, "C": w.crashes}
	return constant.ReplaceAllStringFunc(text, func(line string) string {
		name := constant.FindStringSubmatch(line)[1]
		return fmt.Sprintf("  %s : %d;", name, values[name])
	})
}
