package exchange

import (
	"encoding/json"
	"fmt"
	"strings"
)

// words spells a value of ITF or of TLC's JSON as TLA+ does, more or less.
func words(n *node) string {
	switch value := n.value.(type) {
	case nil:
		return "null"
	case string:
		return value
	case json.Number:
		return value.String()
	case []*node:
		return "⟨" + joined(value) + "⟩"
	case []member:
		return wordsOf(n, value)
	}
	return fmt.Sprint(n.value)
}

func joined(list []*node) string {
	var all []string
	for _, n := range list {
		all = append(all, words(n))
	}
	return strings.Join(all, ", ")
}

// wordsOf spells an object: one of ITF's special ones, or a record.
func wordsOf(n *node, members []member) string {
	if len(members) == 1 {
		switch inner := members[0].value; members[0].name {
		case "#bigint", "#unserializable":
			return words(inner)
		case "#tup":
			return "⟨" + joined(inner.list()) + "⟩"
		case "#set":
			return "{" + joined(inner.list()) + "}"
		case "#map":
			var all []string
			for _, e := range entries(n) {
				all = append(all, e.key+" ↦ "+words(e.value))
			}
			return "[" + strings.Join(all, ", ") + "]"
		}
	}
	if tag, value := n.get("tag"), n.get("value"); len(members) == 2 && tag != nil && value != nil {
		if tup := value.get("#tup"); tup != nil && len(tup.list()) == 0 {
			return words(tag)
		}
		return words(tag) + "(" + words(value) + ")"
	}
	var all []string
	for _, m := range members {
		all = append(all, m.name+" ↦ "+words(m.value))
	}
	return "[" + strings.Join(all, ", ") + "]"
}
