package spec_test

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"interrex/spec"
)

// view makes a View of a literal: "1>2 2~>2 3x ..." has process 1, which has elected 2; process 2, which has elected
// itself and takes part; process 3, which is dead; and a message in transit. "?" is one that calls for an election, "!"
// one that announces a result. "3*" is fresh from a restart, "3s" has been suspected, "3^9" has rank 9 where others
// have their id for one, and "3=0" has decided 0.
func view(literal string) spec.View {
	var v spec.View
	for _, word := range strings.Fields(literal) {
		if word == "..." || word == "?" || word == "!" {
			v.OnTheWay, v.Call, v.Announcement = true, v.Call || word == "?", v.Announcement || word == "!"
			continue
		}
		who, elected, _ := strings.Cut(word, ">")
		who, bit, decided := strings.Cut(who, "=")
		who, rank, ranked := strings.Cut(who, "^")
		id := strings.TrimRight(who, "x*~s")
		has := func(mark string) bool { return strings.Contains(who, mark) }
		p := spec.Process{
			ID: number(id), Rank: int(number(id)), Live: !has("x"), Fresh: has("*"), TakesPart: has("~"), Suspected: has("s"),
		}
		if ranked {
			p.Rank = int(number(rank))
		}
		if decided {
			p.Decision = spec.Zero + spec.Decision(number(bit))
		}
		if elected != "" {
			p.Elected = number(elected)
		}
		v.Processes = append(v.Processes, p)
	}
	return v
}

func number(digits string) spec.ID {
	n, err := strconv.Atoi(digits)
	if err != nil {
		panic(fmt.Sprintf("no number in a view: %v", err))
	}
	return spec.ID(n)
}

// A judged is a row of judgements.txt: views, one after the other, of which those from forever on recur.
type judged struct {
	views   []spec.View
	forever int
	words   string // a reason or, of because, the sentence
}

// last returns the last view, before the one before it.
func (j judged) last() spec.View   { return j.views[len(j.views)-1] }
func (j judged) before() spec.View { return j.views[len(j.views)-2] }

// run is the run of these views. Its messages and leaders are always the same.
func (j judged) run() spec.Run {
	return spec.Run{
		Views: j.views, Forever: j.forever, Underway: []string{"ELECTION(9)"},
		Calls: []string{"ELECTION(1) from P1 to P2"}, Results: []string{"COORDINATOR(2) from P2 to P1"},
		Leaderships: []spec.Leadership{{Term: 1, Leader: 1, Step: 3, Died: true}, {Term: 1, Leader: 3, Step: 8}, {Term: 2, Leader: 3, Step: 9}},
	}
}

// parts are what a heading of judgements.txt may name, and how it is evaluated.
var parts = map[string]func(spec.Property, judged) any{
	"always":    func(p spec.Property, j judged) any { return p.Always(j.last()) },
	"rest":      func(p spec.Property, j judged) any { return p.Rest(j.last()) },
	"between":   func(p spec.Property, j judged) any { return p.Between(j.before(), j.last()) },
	"premise":   func(p spec.Property, j judged) any { return p.Premise(j.last()) },
	"goal":      func(p spec.Property, j judged) any { return p.Goal(j.last()) },
	"settles":   func(p spec.Property, j judged) any { return p.Settles(j.last()) },
	"lasts":     func(p spec.Property, j judged) any { return p.Lasts(j.last()) },
	"once":      func(p spec.Property, j judged) any { return p.Once(j.last()) },
	"again":     func(p spec.Property, j judged) any { return p.Again(j.last()) },
	"witness":   func(p spec.Property, j judged) any { return p.Witness(j.last()) },
	"under-way": func(_ spec.Property, j judged) any { return j.last().UnderWay() },
	"alive":     func(_ spec.Property, j judged) any { return j.last().Alive() },
	"trusted":   func(_ spec.Property, j judged) any { return j.last().Trusted() },
	"leads":     func(_ spec.Property, j judged) any { return j.last().Processes[0].Leads() },
}

// spelled is how judgements.txt spells a result.
func spelled(result any) string {
	switch result {
	case true:
		return "yes"
	case false:
		return "no"
	case spec.Nobody:
		return "⊥"
	case spec.NoOneLives:
		return "none"
	}
	return fmt.Sprint(result)
}

// TestJudgements follows testdata/judgements.txt. A heading there names a property, or view, and its parts. Each row below
// it has the result of each part, the views, and why; of because only the views and what is said of them.
func TestJudgements(t *testing.T) {
	text, err := os.ReadFile("testdata/judgements.txt")
	if err != nil {
		t.Fatal(err)
	}
	var property spec.Property
	var asked []string
	explained := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSuffix(line, "\n")
		if heading, of, is := strings.Cut(line, ": "); is && !strings.HasPrefix(line, "\t") {
			i := slices.IndexFunc(properties(), func(p spec.Property) bool { return p.Name == heading })
			if asked = strings.Fields(of); i < 0 && heading != "view" {
				t.Fatalf("no property %s", heading)
			} else if i >= 0 {
				property = properties()[i]
			}
			continue
		}
		literal, why, is := strings.Cut(strings.TrimPrefix(line, "\t"), ":")
		if !is {
			continue
		}
		row := judged{words: strings.TrimSpace(why)}
		if asked[0] == "because" {
			row.read(literal)
			explained[property.Name] = true
			checkBecause(t, property, row, line)
			continue
		}
		results := strings.SplitN(literal, " ", len(asked)+1)
		row.read(results[len(asked)])
		for i, part := range asked {
			if got := spelled(parts[part](property, row)); got != results[i] {
				t.Errorf("%s of %s is %s in %s", part, property.Name, got, line)
			}
		}
	}
	for _, p := range properties() {
		if !explained[p.Name] {
			t.Errorf("no run violates %s", p.Name)
		}
	}
}

// read reads the views of a row. The mark ∞ stands before the first that recurs.
func (j *judged) read(literals string) {
	all := strings.Split(literals, "→")
	j.forever = len(all)
	for i, literal := range all {
		recurring, is := strings.CutPrefix(strings.TrimSpace(literal), "∞")
		if is {
			j.forever = i
		}
		j.views = append(j.views, view(recurring))
	}
}

// checkBecause: the run violates the property, and what is said of it is in the row.
func checkBecause(t *testing.T, p spec.Property, row judged, line string) {
	t.Helper()
	if !violates(p, row) {
		t.Errorf("%s is not violated by %s", p.Name, line)
	}
	if got := p.Because(row.run()); got != row.words {
		t.Errorf("%s: %q, and not %s", p.Name, got, line)
	}
}

// violates reports whether a run violates a property by its views alone.
func violates(p spec.Property, j judged) bool {
	recurring := j.views[min(j.forever, len(j.views)-1):]
	never := func(is func(spec.View) bool) bool { return !slices.ContainsFunc(recurring, is) }
	switch {
	case p.Name == spec.LeaderPerTerm.Name:
		return true // its views do not show it
	case p.Always != nil:
		return !p.Always(j.last())
	case p.Rest != nil:
		return !p.Rest(j.last())
	case p.Between != nil:
		return !p.Between(j.before(), j.last())
	case p.Goal != nil:
		return never(p.Goal)
	case p.Lasts != nil:
		return !never(func(v spec.View) bool { return !p.Lasts(v) })
	case p.Again != nil:
		return never(p.Again)
	}
	return never(func(v spec.View) bool { return p.Settles(v) != spec.Nobody }) || p.Settles(recurring[0]) != p.Settles(recurring[len(recurring)/2])
}
