package impl

import (
	"fmt"
	"slices"
	"strings"
)

// An idSet is a set of members, ascending. It is never changed: with and without make another. The
// empty set is nil, so that equal sets are deeply equal.
type idSet []ID

func (s idSet) has(id ID) bool {
	_, found := slices.BinarySearch(s, id)
	return found
}

func (s idSet) with(id ID) idSet {
	i, found := slices.BinarySearch(s, id)
	if found {
		return s
	}
	return slices.Insert(slices.Clone(s), i, id)
}

func (s idSet) without(id ID) idSet {
	i, found := slices.BinarySearch(s, id)
	switch {
	case !found:
		return s
	case len(s) == 1:
		return nil
	}
	return slices.Delete(slices.Clone(s), i, i+1)
}

// spell prints a set in ring order: {3,1}.
func (c *Config) spell(s idSet) string {
	var ids []string
	for _, id := range c.Members {
		if s.has(id) {
			ids = append(ids, id.String())
		}
	}
	return fmt.Sprintf("{%s}", strings.Join(ids, ","))
}
