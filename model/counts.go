package model

import (
	"fmt"
	"slices"
	"strings"
)

// counts holds a number for each process, in the order of Group.Ascending. It is a string of bytes,
// because a local state must be comparable.
type counts string

// many is a counter at its bound. It never changes again.
const many = 255

func none(n int) counts { return counts(make([]byte, n)) }

func (c counts) of(i int) uint8 { return c[i] }

// raise adds one to a number; from most on it is many.
func (c counts) raise(i, most int) counts {
	raised := []byte(c)
	if raised[i] != many {
		raised[i]++
	}
	if int(raised[i]) >= most {
		raised[i] = many
	}
	return counts(raised)
}

// max returns the greater of the two numbers of each process.
func (c counts) max(d counts) counts {
	greater := []byte(c)
	for i := range greater {
		greater[i] = max(c[i], d[i])
	}
	return counts(greater)
}

// least returns the first place with the least number.
func (c counts) least() int {
	return slices.Index([]byte(c), slices.Min([]byte(c)))
}

func (c counts) String() string {
	var numbers []string
	for i := range len(c) {
		if c[i] == many {
			numbers = append(numbers, "many")
		} else {
			numbers = append(numbers, fmt.Sprint(c[i]))
		}
	}
	return "[" + strings.Join(numbers, " ") + "]"
}

// ages holds a set of ages for each process, a bit for each age.
type ages string

func (a ages) has(i, age int) bool { return a[i]>>age&1 == 1 }

func (a ages) with(i, age int) ages {
	more := []byte(a)
	more[i] |= 1 << age
	return ages(more)
}

// older adds one to all ages, and drops those from most on.
func (a ages) older(most int) ages {
	later := []byte(a)
	for i := range later {
		later[i] = later[i] << 1 & (1<<most - 1)
	}
	return ages(later)
}

func (a ages) String() string {
	var sets []string
	for i := range len(a) {
		var members []string
		for age := range 8 {
			if a.has(i, age) {
				members = append(members, fmt.Sprint(age-1))
			}
		}
		sets = append(sets, "{"+strings.Join(members, ",")+"}")
	}
	return "[" + strings.Join(sets, " ") + "]"
}

// Cleared returns as many numbers, all 0.
func (c counts) Cleared() counts { return none(len(c)) }
