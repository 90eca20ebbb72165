package request

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"interrex/explore/internal/anonymous"
)

// A ringKind says which way messages travel.
type ringKind string

const (
	unidirectional ringKind = "unidirectional"
	bidirectional  ringKind = "bidirectional"
)

// mostProtocols is the size of the largest class that is tried: beyond it takes hours.
const mostProtocols = 1_000_000_000

// The largest class that is tried as a control: of those usually tried, and of one asked for.
const (
	mostControls = 300_000
	mostControl  = 5_000_000
)

// ofClasses are the flags that only the command anonymous has.
func ofClasses() []string { return []string{"states", "messages", "ring"} }

// anonymous reads the flags of the command anonymous: those of a class, or none, for the usual ones.
func (r *Request) anonymous(v *values, given map[string]bool) error {
	own := append([]string{"n"}, append(ofClasses(), "workers", "format", "o", "quiet")...)
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if !slices.Contains(own, name) {
			return fmt.Errorf("-%s has no meaning for anonymous, which tries protocols by their size: its flags are -%s",
				name, strings.Join(own, " -"))
		}
	}
	r.Classes = usualClasses()
	most := int64(mostControls)
	if given["n"] || slices.ContainsFunc(ofClasses(), func(name string) bool { return given[name] }) {
		class, err := v.class(given)
		if err != nil {
			return err
		}
		r.Classes, most = []anonymous.Class{class}, mostControl
	}
	for _, class := range r.Classes {
		class.Distinguished = true
		if class.Protocols().Cmp(big.NewInt(most)) <= 0 {
			r.Controls = append(r.Controls, class)
		}
	}
	return r.delivery(v, given, "text", "json")
}

// usualClasses are tried where none is asked for: what takes seconds.
func usualClasses() (classes []anonymous.Class) {
	for _, n := range []int{2, 3} {
		for _, size := range [][2]int{{2, 1}, {3, 1}, {4, 1}, {5, 1}, {2, 2}} {
			classes = append(classes, anonymous.Class{Processes: n, States: size[0], Messages: size[1]})
		}
		classes = append(classes, anonymous.Class{Processes: n, States: 2, Messages: 1, Bidirectional: true})
	}
	return classes
}

// class reads one class: two processes, two local states and one message unless it is said otherwise.
func (v *values) class(given map[string]bool) (anonymous.Class, error) {
	c := anonymous.Class{Processes: 2, States: 2, Messages: 1}
	kind, err := oneOf(given, "ring", v.ring, unidirectional, bidirectional)
	if err != nil {
		return c, err
	}
	c.Bidirectional = kind == bidirectional
	for _, number := range []struct {
		flag, text  string
		where       *int
		least, most int
	}{
		{"n", v.n.String(), &c.Processes, 2, anonymous.MaxProcesses},
		{"states", v.states, &c.States, 1, anonymous.MaxStates},
		{"messages", v.messages, &c.Messages, 0, anonymous.MaxMessages},
	} {
		if !given[number.flag] {
			continue
		}
		n, err := strconv.Atoi(number.text)
		if err != nil || n < number.least || n > number.most {
			return c, fmt.Errorf("-%s=%s: it is a whole number from %d to %d", number.flag, number.text, number.least, number.most)
		}
		*number.where = n
	}
	if size := c.Protocols(); size.Cmp(big.NewInt(mostProtocols)) > 0 {
		return c, fmt.Errorf("-states=%d -messages=%d: there are %v such protocols, and at most %d are tried: ask for fewer states or messages",
			c.States, c.Messages, size, mostProtocols)
	}
	return c, nil
}
