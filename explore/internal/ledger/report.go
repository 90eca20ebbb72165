package ledger

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Report is the decoded report of one command.
type Report map[string]any

// Read decodes a report.
func Read(text []byte) (Report, error) {
	var r Report
	decoder := json.NewDecoder(strings.NewReader(string(text)))
	decoder.UseNumber()
	err := decoder.Decode(&r)
	return r, err
}

// Numbers lists the numbers at a place. A place is a path of keys from outside in, separated by dots. A list
// means all its elements, unless the key is the name of some of them, as in
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

// values lists the values at a place.
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

// named lists the elements of a list with the first key as their name. The name of a moment counts too.
func named(list []any, keys []string) (chosen []any) {
	for _, one := range list {
		object, ok := one.(map[string]any)
		if ok && len(keys) > 0 && (object["name"] == keys[0] || object["moment"] == keys[0]) {
			chosen = append(chosen, one)
		}
	}
	return chosen
}

// lacks reports whether a number at a place, or a value around it, is null, because no run gets there or no bound
// exists. It is unknown whether that is final if the innermost value with an exactness is not exact.
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

// verdicts lists the verdicts on a property: one, or one for each ring. Nil: the report was not asked about it.
func (r Report) verdicts(property string) (words []string) {
	for _, p := range r.decisions(property) {
		words = append(words, fmt.Sprint(p["verdict"]))
	}
	for _, v := range values(map[string]any(r), []string{"arrangements", "verdicts", property}) {
		words = append(words, fmt.Sprint(v))
	}
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

// decisions lists the results on a property in a report about one world.
func (r Report) decisions(property string) (found []map[string]any) {
	for _, p := range values(map[string]any(r), []string{"properties"}) {
		if p, ok := p.(map[string]any); ok && p["name"] == property {
			found = append(found, p)
		}
	}
	return found
}

// speaksOfNothing reports whether the premise of a property is true in no explored state, in the only world or
// on some ring. Such a property holds vacuously. A report without counts of premises, such as that of alike,
// is never vacuous.
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

// cycle lists the steps that repeat for ever in the counterexample to a property, such as "deliver
// ELECTION(9)", each once.
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

// isComplete reports whether the run is complete. A report without that key is complete.
func (r Report) isComplete() bool { return r["complete"] != false }

// integers lists the whole numbers at some places.
func (r Report) integers(places ...string) (found []int) {
	for _, place := range places {
		for _, number := range r.Numbers(place) {
			n, _ := number.Int64()
			found = append(found, int(n))
		}
	}
	return found
}

// Exit is the exit code of the command; 0 if absent.
func (r Report) Exit() int { return cmp.Or(r.integers("exit")...) }

// States is the number of states explored in all worlds together.
func (r Report) States() (sum int) {
	for _, n := range r.integers("states", "arrangements.states", "points.states", "classes.explored") {
		sum += n
	}
	return sum
}

// sizes lists the numbers of processes in the report; empty if it is about several groups.
func (r Report) sizes() []int { return r.integers("n", "points.n", "classes.n", "mutants.world.n") }
