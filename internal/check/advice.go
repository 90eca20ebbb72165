package check

import (
	"fmt"
	"slices"
	"strings"
)

// advice is a command with the same question in a world with a promise of the author. It is tried first: it
// must be valid, and need no advice itself. "": none is known.
func (q Question) advice() string {
	undo := q.World.WayBack()
	worlds := q.WorldFlags()
	var kept, others []string // flags of the world, and those that do not change it
	for _, flag := range q.Given {
		switch _, isOfWorld := worlds.Find(nameOf(flag)); {
		case !isOfWorld:
			others = append(others, flag)
		case !slices.ContainsFunc(undo, func(u string) bool { return nameOf(u) == nameOf(flag) }):
			kept = append(kept, flag)
		}
	}
	tries := [][]string{kept}
	for i := range kept { // a budget of what is undone, or what cannot be undone by another value
		tries = append(tries, slices.Delete(slices.Clone(kept), i, i+1))
	}
	tries = append(tries, slices.DeleteFunc(slices.Clone(kept), func(flag string) bool {
		return !slices.Contains([]string{"algo", "on", "n", "ids"}, nameOf(flag))
	}))
	for _, words := range tries {
		if words = slices.Concat(words, undo); q.hasPromises(words) {
			asked := q
			asked.Given = slices.Concat(words, others)
			return asked.Reproduce()
		}
	}
	return ""
}

// hasPromises reports whether flags are accepted and make a world in which the author promises something.
func (q Question) hasPromises(words []string) bool {
	other := Question{Elections: q.Elections, Least: q.Least}
	table := other.WorldFlags()
	line, err := table.Scan(words)
	if err != nil || table.Read(line) != nil || other.World.Bounded().Validate() != nil {
		return false
	}
	_, err = other.World.Promised()
	return err == nil
}

// nameOf is the name of a flag as it is given: "-n=3" is n.
func nameOf(flag string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(flag, "-"), "=")
	return name
}

// Advised is the reason why this world has no promise, with the advice; nil if it has one.
func (q Question) Advised() error {
	_, why := q.World.Promised()
	if why == nil {
		return nil
	}
	if command := q.advice(); command != "" {
		return fmt.Errorf("%w. It does in: %s", why, command)
	}
	return why
}
