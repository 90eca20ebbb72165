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
// stands for all that is in it; or a key is the name of some of it, as in
// "points.until.over.costs.messages.greatest.cost".
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
		if chosen := named(list, keys); len(chosen) > 0 {
			list, keys = chosen, keys[1:]
		}
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

// named lists what in a list has the first key for its name; a moment is named too.
func named(list []any, keys []string) (chosen []any) {
	for _, one := range list {
		object, ok := one.(map[string]any)
		if ok && len(keys) > 0 && (object["name"] == keys[0] || object["moment"] == keys[0]) {
			chosen = append(chosen, one)
		}
	}
	return chosen
}

// lacks reports whether a number at a place, or what it would be in, is null: no run gets there, or
// there is no bound. It is unknown whether it is so where the last that says whether it is exact is not.
func (r Report) lacks(place string) (missing, unknown bool) {
	keys := strings.Split(place, ".")
	for i := range keys {
		missing = missing || slices.Contains(values(map[string]any(r), keys[:i+1]), nil)
		if exact := values(map[string]any(r), append(slices.Clone(keys[:i]), "exact")); len(exact) > 0 {
			unknown = slices.Contains(exact, any(false))
		}
	}
	return missing, unknown
}

// verdicts lists what was decided of a property: once, or on each ring. Nil: it was not asked.
func (r Report) verdicts(property string) (words []string) {
	for _, p := range r.decisions(property) {
		words = append(words, fmt.Sprint(p["verdict"]))
	}
	for _, v := range values(map[string]any(r), []string{"arrangements", "verdicts", property}) {
		words = append(words, fmt.Sprint(v))
	}
	return append(words, r.ofMutants(property)...)
}

// ofMutants lists what was decided of a property of each mutant: violated if it is broken.
func (r Report) ofMutants(property string) (words []string) {
	for _, one := range values(map[string]any(r), []string{"mutants"}) {
		word := "holds"
		if !slices.Equal(values(one, []string{"wounded", "complete"}), []any{true}) {
			word = "inconclusive"
		}
		if slices.Contains(values(one, []string{"broken", "property"}), any(property)) {
			word = "violated"
		}
		words = append(words, word)
	}
	return words
}

// decisions lists what a report of one world says of a property.
func (r Report) decisions(property string) (found []map[string]any) {
	for _, p := range values(map[string]any(r), []string{"properties"}) {
		if p, ok := p.(map[string]any); ok && p["name"] == property {
			found = append(found, p)
		}
	}
	return found
}

// speaksOfNothing reports whether the premise of a property is true in no state that was explored, in
// the only world or on some ring: what is then not violated says nothing. A report that does not
// count premises, as that of alike, compares two runs and is never empty.
func (r Report) speaksOfNothing(property string) bool {
	for _, p := range r.decisions(property) {
		if premise, counted := p["premise"].(json.Number); p["vacuous"] == true || counted && premise == "0" {
			return true
		}
	}
	for _, ring := range values(map[string]any(r), []string{"arrangements"}) {
		for _, warning := range values(ring, []string{"warnings"}) {
			if w, ok := warning.(map[string]any); ok && w["about"] == "property" && w["name"] == property {
				return true
			}
		}
	}
	return false
}

// cycle lists what repeats for ever in the counterexample to a property: "deliver ELECTION(9)",
// each only once.
func (r Report) cycle(property string) []string {
	repeated := map[string]bool{}
	for _, p := range r.decisions(property) {
		for _, step := range values(p, []string{"counterexample", "cycle"}) {
			step := step.(map[string]any)
			words := fmt.Sprint(step["action"])
			if step["message"] != nil {
				words += fmt.Sprint(" ", step["message"])
			}
			repeated[words] = true
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
	for _, place := range []string{"states", "arrangements.states", "points.states", "classes.explored"} {
		for _, n := range r.Numbers(place) {
			states, _ := n.Int64()
			sum += int(states)
		}
	}
	return sum
}

// sizes lists the numbers of processes of which the report speaks; none if it is about several groups.
func (r Report) sizes() (sizes []int) {
	for _, place := range []string{"n", "points.n", "classes.n", "mutants.world.n"} {
		for _, number := range r.Numbers(place) {
			n, _ := number.Int64()
			sizes = append(sizes, int(n))
		}
	}
	return sizes
}
