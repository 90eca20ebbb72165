package study

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"interrex/model/world"
)

// longest is the greatest length of a walk that is written down: as many steps as there may be, of
// four letters each.
const longest = 5 * MostSteps

// String writes the walk down in letters that need no escaping in a URL: the number of the initial
// state, then that of each step; if it goes on for ever, "~" and the steps that repeat; "_" and the
// position, unless it is the end. So "0.3.1~0.0.2_1".
func (w *Walk) String() string {
	var b strings.Builder
	b.WriteString(strconv.Itoa(w.first))
	separator := "."
	for i, t := range w.taken {
		if i == w.cycle {
			separator = "~"
		}
		b.WriteString(separator + strconv.Itoa(t.number))
		separator = "."
	}
	if w.cycle == len(w.taken) {
		b.WriteString("~")
	}
	if w.at < len(w.taken) {
		b.WriteString("_" + strconv.Itoa(w.at))
	}
	return b.String()
}

// Decode reads a walk that String has written, in a world of the same Config. An error says in one
// line what is wrong, and what would be allowed.
func Decode(w *world.World, text string) (*Walk, error) {
	if len(text) > longest {
		return nil, fmt.Errorf("a walk of %d letters is too long; it has at most %d", len(text), longest)
	}
	path, position, isBefore := strings.Cut(text, "_")
	stem, cycle, isLasso := strings.Cut(path, "~")
	numbers, err := readNumbers(stem)
	if err != nil {
		return nil, err
	}
	walk, err := begin(w, numbers[0])
	if err != nil {
		return nil, err
	}
	repeated := []int(nil)
	if cycle != "" {
		if repeated, err = readNumbers(cycle); err != nil {
			return nil, err
		}
	}
	for _, number := range slices.Concat(numbers[1:], repeated) {
		if err := walk.take(number); err != nil {
			return nil, err
		}
	}
	if isLasso {
		walk.cycle = len(numbers) - 1
		switch {
		case cycle == "" && !walk.rests():
			return nil, fmt.Errorf("the walk ends with ~, and after %d steps something has to happen: no run rests there", walk.at)
		case cycle != "" && !walk.comesBack(walk.cycle):
			return nil, fmt.Errorf("the steps after ~ do not lead back to where they begin")
		}
	}
	if !isBefore {
		return walk, nil
	}
	at, err := readNumber(position)
	if err == nil && at == walk.Length() {
		err = fmt.Errorf("position %d is the end of the walk, and is left out", at)
	}
	if err != nil {
		return nil, err
	}
	return walk.Go(at)
}

// readNumbers reads numbers with dots between them, one at least.
func readNumbers(text string) ([]int, error) {
	var numbers []int
	for word := range strings.SplitSeq(text, ".") {
		n, err := readNumber(word)
		if err != nil {
			return nil, err
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

// readNumber reads a number as String writes it.
func readNumber(word string) (int, error) {
	n, err := strconv.Atoi(word)
	if err != nil || n < 0 || n > 1<<20 || strconv.Itoa(n) != word {
		return 0, fmt.Errorf("%q is no number of a step; a walk is written as in 0.3.1~0.2_1: the initial state, the steps, ~ and those that repeat, _ and the position", word)
	}
	return n, nil
}
