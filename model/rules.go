package model

import (
	"embed"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"interrex/spec"
)

// A Fired is a rule that a process has followed in a step, with the values of the letters in it.
type Fired struct {
	ID     string     // "RI2", as on the cards of the algorithm
	Values []Variable // i, the process itself, and others
}

// Rule names the rule that the process follows here: p.Rule("RI2", "j", m.ID). Names and values alternate; the
// process itself is i. It does nothing unless a step is told.
func (p *Process[L]) Rule(id string, values ...any) {
	if p.record != nil {
		p.record(fired(p.ID, id, values))
	}
}

func fired(i ID, rule string, values []any) Fired {
	f := Fired{Printable(rule, longestID), []Variable{{"i", Spell(i)}}}
	for at := 0; at < len(values); at += 2 {
		spelled := "" // of a name without a value
		if at+1 < len(values) && values[at+1] != nil {
			spelled = value(nil, opened(reflect.ValueOf(values[at+1])))
		}
		f.Values = append(f.Values, Variable{fmt.Sprint(values[at]), Printable(spelled, longestValue)})
	}
	return f
}

// Text is the text of the rule with its values: "4 < 9: pass ELECTION(9) on."; "" if it is on none of the cards.
func (f Fired) Text(cards []spec.Rule) string {
	at := slices.IndexFunc(cards, func(r spec.Rule) bool { return r.ID == f.ID })
	if at < 0 {
		return ""
	}
	values := map[string]string{}
	for _, v := range f.Values {
		values[v.Name] = v.Value
	}
	return cards[at].Filled(values)
}

// Ruled is implemented by the Protocol of a user that puts its rules on cards. Process.Rule names them.
type Ruled interface{ Rules() []spec.Rule }

// Rules lists the rules of an algorithm, those of the election that it rests on included; nil if they are unknown.
func (a Algorithm) Rules() []spec.Rule {
	if a.On != "" {
		election := a
		election.Name, election.On = a.On, ""
		return slices.Concat(spec.Cards(ConsensusName), election.Rules())
	}
	if !a.Own {
		return spec.Cards(a.Name)
	}
	if ruled, is := Optional[Ruled](a); is {
		return ruled.Rules()
	}
	return nil
}

// The most that an election of a user may have of rules, and how long their parts may be.
const (
	mostRules    = 40
	longestID    = 12
	longestValue = 80
	longestOf    = 400
)

// validateRules refuses rules that a card cannot show.
func (a Algorithm) validateRules() error {
	if !a.Own {
		return nil
	}
	rules := a.Rules()
	if len(rules) > mostRules {
		return fmt.Errorf("%s: Rules() returns %d rules; %d are allowed", a.Name, len(rules), mostRules)
	}
	for i, r := range rules {
		switch {
		case r.ID == "" || r.ID != Printable(r.ID, longestID):
			return fmt.Errorf("%s: Rules(): ID %q: not an id; allowed are 1 to %d printable characters", a.Name, r.ID, longestID)
		case slices.ContainsFunc(rules[:i], func(o spec.Rule) bool { return o.ID == r.ID }):
			return fmt.Errorf("%s: Rules(): ID %q is given twice; each rule has an id of its own", a.Name, r.ID)
		case r.When != Printable(r.When, longestOf) || r.Text != Printable(r.Text, longestOf):
			return fmt.Errorf("%s: Rules(): %s: When and Text are one line each, of at most %d printable characters", a.Name, r.ID, longestOf)
		}
	}
	return nil
}

// Printable is a text on one line, with printable characters only, and at most so many of them.
func Printable(text string, most int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, strings.Join(strings.Fields(text), " "))
	if letters := []rune(text); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return text
}

// sources are the files of the algorithms.
//
//go:embed anonymous.go bully*.go chang_roberts.go consensus.go hirschberg_sinclair.go itai_rodeh.go lelann.go omega*.go raft*.go ring*.go
var sources embed.FS

// GoOf returns the Go source that follows a rule: the case, or else the function, that names it; "" if there is none.
func GoOf(rule string) string {
	files, _ := sources.ReadDir(".")
	for _, pattern := range []string{`"` + rule + `"`, `//.*\b` + rule + `\b`} { // it is named, or else cited
		for _, file := range files {
			text, _ := sources.ReadFile(file.Name())
			lines := strings.Split(string(text), "\n")
			at := slices.IndexFunc(lines, regexp.MustCompile(pattern).MatchString)
			if at >= 0 && !strings.HasSuffix(file.Name(), "_test.go") {
				return spec.Excerpt(enclosing(lines, at))
			}
		}
	}
	return ""
}

// enclosing returns the innermost case or function around a line of formatted Go, with the comment above it.
func enclosing(lines []string, at int) (source []string) {
	depth := func(i int) int { return len(lines[i]) - len(strings.TrimLeft(lines[i], "\t")) }
	for strings.HasPrefix(lines[at], "//") { // of a function
		at++
	}
	start, least := at, depth(at)
	for !strings.HasPrefix(lines[start], "func ") && !(depth(start) < least && opensCase.MatchString(lines[start])) {
		if lines[start] != "" {
			least = min(least, depth(start))
		}
		start--
	}
	cut, end := depth(start), start+1
	for end < len(lines) && (lines[end] == "" || depth(end) > cut) {
		end++
	}
	if cut == 0 && lines[end] == "}" {
		end++
	}
	for start > 0 && strings.HasPrefix(lines[start-1], "//") {
		start--
	}
	for _, line := range lines[start:end] {
		source = append(source, line[min(cut, len(line)):])
	}
	return source
}

var opensCase = regexp.MustCompile(`^\t*(case .*|default):`)
