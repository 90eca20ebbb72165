package claims

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"interrex/spec"
)

// ledgerJSON has the claims by their ids. The keys of an object are the fields of its type here. Two things are shorter:
//
//   - A run with "n": [2, 5] is four runs, with 2 to 5 in place of {n} in its command.
//   - In "shows", "ends, decides hold" is two asks, and default stands for the seven default properties. A number is the
//     same for each n, or there is one for each: "depth = 6 9 12 15".
//
//go:embed ledger.json
var ledgerJSON []byte

var ledger = sync.OnceValue(func() (all []Claim) {
	decoder := json.NewDecoder(bytes.NewReader(ledgerJSON))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&all); err != nil {
		panic(fmt.Errorf("spec/claims/ledger.json: %w", err))
	}
	return all
})

// All lists the claims by their ids.
func All() []Claim { return slices.Clone(ledger()) }

// Find returns the claim of that id.
func Find(id string) (Claim, bool) {
	if i := slices.IndexFunc(ledger(), func(c Claim) bool { return c.ID == id }); i >= 0 {
		return ledger()[i], true
	}
	return Claim{}, false
}

// UnmarshalText reads the words of String.
func (o *Outcome) UnmarshalText(text []byte) error { return readWord(o, outcomes, text) }

// UnmarshalText reads the words of String.
func (v *Verdict) UnmarshalText(text []byte) error { return readWord(v, verdicts, text) }

func readWord[W ~int](w *W, words []string, text []byte) error {
	i := slices.Index(words, string(text))
	if *w = W(i); i < 0 {
		return fmt.Errorf("%q is not one of %q", text, words)
	}
	return nil
}

// runs are the runs of a case; in JSON, one entry for several numbers of processes.
type runs []Run

// UnmarshalJSON reads the entries.
func (all *runs) UnmarshalJSON(text []byte) error {
	var entries []struct {
		Command string
		N       [2]int
		Shows   []string
	}
	if err := json.Unmarshal(text, &entries); err != nil {
		return err
	}
	for _, entry := range entries {
		for n := entry.N[0]; n <= entry.N[1]; n++ {
			run := Run{Command: strings.ReplaceAll(entry.Command, "{n}", strconv.Itoa(n))}
			for _, show := range entry.Shows {
				asks, err := read(show, n-entry.N[0])
				if err != nil {
					return fmt.Errorf("%s: %w", entry.Command, err)
				}
				run.Shows = append(run.Shows, asks...)
			}
			*all = append(*all, run)
		}
	}
	return nil
}

var askForm = regexp.MustCompile(`^(.+?) (?:(holds?)|(?:is|are) (violated, repeating|violated|not violated)|([=≤≥]))(?: (.+))?$`)

// read reads the asks of a run: one of a number, or of several properties. The run is the first, the second, … of its entry.
func read(text string, number int) (asks []Ask, err error) {
	form := askForm.FindStringSubmatch(text)
	if form == nil {
		return nil, fmt.Errorf("%q is no ask; an example is ends holds", text)
	}
	what, value := form[1], form[5]
	switch {
	case form[4] != "":
		values := strings.Fields(value)
		return []Ask{{what, Relation(form[4]), values[min(number, len(values)-1)]}}, nil
	case form[2] != "":
		what = strings.Replace(what, "default", strings.Join(spec.Names(spec.Default()), ", "), 1)
		form[3] = string(Holds)
	default:
		form[3] = "is " + form[3]
	}
	for _, property := range strings.Split(what, ", ") {
		asks = append(asks, Ask{property, Relation(form[3]), value})
	}
	return asks, nil
}

//go:embed found.txt
var foundText string

// found is the record by command and ask. In found.txt each line has a command, an ask and the recorded
// result, separated by tabs.
var found = sync.OnceValue(func() map[string]string {
	record := map[string]string{}
	for line := range strings.Lines(foundText) {
		command, rest, _ := strings.Cut(strings.TrimSpace(line), "\t")
		ask, got, _ := strings.Cut(rest, "\t")
		record[command+"\t"+ask] = got
	}
	return record
})

// Found is the recorded result of an ask that a command's report does not meet: "violated", or a number. It is
// "" if the report meets the ask.
func Found(command string, a Ask) string { return found()[command+"\t"+a.String()] }
