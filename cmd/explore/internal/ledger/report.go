package ledger

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Report is what one command has written, decoded.
type Report map[string]any

// Read decodes a report.
func Read(text []byte) (Report, error) {
	var r Report
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	err := decoder.Decode(&r)
	return r, err
}

// Numbers lists the numbers at a place, the keys from outside in, separated by dots. A list
// stands for all that is in it.
func (r Report) Numbers(place string) []json.Number {
	var found []json.Number
	for _, v := range values(map[string]any(r), strings.Split(place, ".")) {
		if n, ok := v.(json.Number); ok {
			found = append(found, n)
		}
	}
	return found
}

// values lists what is at a place.
func values(at any, keys []string) (found []any) {
	if list, ok := at.([]any); ok {
		for _, one := range list {
			found = append(found, values(one, keys)...)
		}
		return found
	}
	if len(keys) == 0 {
		return []any{at}
	}
	object, _ := at.(map[string]any)
	if inner, ok := object[keys[0]]; ok {
		return values(inner, keys[1:])
	}
	return nil
}

// verdicts lists what was decided of a property: once, or on each ring. Nil: it was not asked.
func (r Report) verdicts(property string) (words []string) {
	for _, p := range values(map[string]any(r), []string{"properties"}) {
		if p, ok := p.(map[string]any); ok && p["name"] == property {
			words = append(words, fmt.Sprint(p["verdict"]))
		}
	}
	for _, v := range values(map[string]any(r), []string{"arrangements", "verdicts", property}) {
		words = append(words, fmt.Sprint(v))
	}
	return words
}

// cycle lists what repeats for ever in the counterexample to a property: "deliver ELECTION(9)",
// each only once.
func (r Report) cycle(property string) []string {
	repeated := map[string]bool{}
	for _, p := range values(map[string]any(r), []string{"properties"}) {
		if p, ok := p.(map[string]any); ok && p["name"] == property {
			for _, step := range values(p, []string{"counterexample", "cycle"}) {
				step := step.(map[string]any)
				words := fmt.Sprint(step["action"])
				if step["message"] != nil {
					words += fmt.Sprint(" ", step["message"])
				}
				repeated[words] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(repeated))
}

// isComplete reports whether nothing was cut off. A report that says nothing of it is complete.
func (r Report) isComplete() bool { return r["complete"] != false }

// number is the only number at a place.
func (r Report) number(place string) int {
	found := r.Numbers(place)
	if len(found) == 0 {
		return 0
	}
	n, _ := found[0].Int64()
	return int(n)
}

// Exit is the exit code of the command.
func (r Report) Exit() int { return r.number("exit") }

// States counts the states that were explored, of all worlds together.
func (r Report) States() (sum int) {
	for _, place := range []string{"states", "arrangements.states"} {
		for _, n := range r.Numbers(place) {
			states, _ := n.Int64()
			sum += int(states)
		}
	}
	return sum
}

// size is the number of processes; 0 if the report is about several.
func (r Report) size() int { return r.number("n") }
