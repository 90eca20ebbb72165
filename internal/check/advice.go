package check

import (
	"fmt"
	"strings"
)

// nameOf is the name of a flag as it is given: "-n=3" is n.
func nameOf(flag string) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(flag, "-"), "=")
	return name
}

// Advised is the reason why this world has no promise, with the flags of one that has; nil if this one has.
func (q Question) Advised() error {
	_, why := q.World.Promised()
	if back := q.World.WayBack(); why != nil && back != nil {
		return fmt.Errorf("%w; it promises something with %s", why, strings.Join(back, " "))
	}
	return why
}
