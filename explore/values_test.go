package explore

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"interrex/traces/stage"
)

var (
	written    = regexp.MustCompile(`\b([A-Z]{2,})\(([^()]*)\)`) // a message, or one in a rule
	oneLetter  = regexp.MustCompile(`(?:^|[^\pL'])([b-z]|term|maxID|identity|elected|N)(?:[^\pL]|$)`)
	asserts    = regexp.MustCompile(`([0-9]+) ([<>=≠≤]) ([0-9]+)`)
	assigns    = regexp.MustCompile(`\b([a-zA-Z]+) := ([0-9]+|⊥)(?:[,.;]|$)`)
	isValue    = regexp.MustCompile(`^([0-9:]+|⊥|true|false|yes|no)$`)
	conditions = regexp.MustCompile(`(?i)\b(if|iff|unless|otherwise|as printed|repaired|with one from each side|a candidate becomes)\b`)
)

// TestValuesOfRules: in each golden document the values in the rules that a step followed are those of its message and of its process, their
// conditions are true, and what they assign and send is in the state after the step.
func TestValuesOfRules(t *testing.T) {
	names, err := filepath.Glob("testdata/runs/*.json")
	if err != nil || len(names) < 30 {
		t.Fatal(names, err)
	}
	checked := map[string]int{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		run := new(stage.Run)
		if err == nil {
			err = json.Unmarshal(text, run)
		}
		if err != nil {
			t.Fatal(name, err)
		}
		for k, step := range run.Steps {
			for _, f := range step.Rules {
				at := slices.IndexFunc(run.Rules, func(r stage.Rule) bool { return r.ID == f.ID })
				if at < 0 {
					t.Fatalf("%s, step %d: %s is on no card", name, k+1, f.ID)
				}
				if wrong := wrongValues(run, k, run.Rules[at], f.Text, checked); wrong != "" {
					t.Errorf("%s, step %d, %s, %s, %q: %s", name, k+1, step.Says, f.ID, f.Text, wrong)
				}
			}
		}
	}
	for what, least := range map[string]int{"letters": 500, "conditions": 200, "assigned": 140, "messages": 300} {
		if checked[what] < least {
			t.Errorf("%d %s were compared, want %d", checked[what], what, least)
		}
	}
}

// wrongValues says what is wrong with a rule as step k of a run has followed it; empty: nothing.
func wrongValues(run *stage.Run, k int, card stage.Rule, text string, checked map[string]int) string {
	letters := lettersOf(run, k, card)
	from := strings.SplitAfter(card.Text, ". ")
	for _, sentence := range strings.SplitAfter(text, ". ") {
		for len(from) > 0 && !shaped(from[0], letters, checked).MatchString(sentence) {
			from = from[1:]
		}
		if len(from) == 0 {
			return fmt.Sprintf("%q is no sentence of %q with %v", sentence, card.Text, letters)
		}
	}
	if wrong := wrongEffects(run, k, text, checked); wrong != "" && run.Algorithm != "anonymous" {
		return wrong
	}
	condition, _, _ := strings.Cut(text, ": ")
	for _, c := range asserts.FindAllStringSubmatch(condition, -1) {
		a, _ := strconv.Atoi(c[1])
		b, _ := strconv.Atoi(c[3])
		if checked["conditions"]++; strings.Contains(condition, "^") || conditions.MatchString(condition) {
			continue
		}
		if !map[string]bool{"<": a < b, ">": a > b, "=": a == b, "≠": a != b, "≤": a <= b}[c[2]] {
			return c[0] + " is false"
		}
	}
	return ""
}

// lettersOf are the values of the letters and variables of a rule that the process and the message of a step give.
func lettersOf(run *stage.Run, k int, card stage.Rule) map[string]string {
	step := run.Steps[k]
	letters := map[string]string{"i": fmt.Sprint(step.Process), "N": fmt.Sprint(len(run.Processes))}
	for _, v := range local(run, k, step.Process).Variables {
		if len(v[0]) > 1 {
			letters[v[0]] = v[1]
		}
	}
	if run.Algorithm == "anonymous" { // there each process calls itself 1
		letters["i"] = "1"
	}
	if strings.HasPrefix(card.Text, "If afterwards") {
		letters["elected"] = fmt.Sprint(local(run, k+1, step.Process).Elected)
	}
	if step.Takes == nil {
		return letters
	}
	m := run.Messages[*step.Takes]
	if strings.Contains(card.When, "a message from j") {
		letters["j"] = fmt.Sprint(m.From)
	}
	carried := written.FindStringSubmatch(m.Text)
	for _, pattern := range written.FindAllStringSubmatch(card.When+" "+card.Text, -1) {
		if carried == nil || pattern[1] != carried[1] {
			continue
		}
		values := strings.Split(carried[2], ",")
		for n, name := range strings.Split(pattern[2], ",") {
			if name = strings.TrimSpace(name); len(name) == 1 && n < len(values) && letters[name] == "" {
				letters[name] = values[n]
			}
		}
	}
	return letters
}

// shaped matches a sentence of a rule with the values of its letters; a letter without one may be anything.
func shaped(sentence string, letters map[string]string, checked map[string]int) *regexp.Regexp {
	var b strings.Builder
	for sentence = strings.TrimSpace(sentence); sentence != ""; {
		at := oneLetter.FindStringSubmatchIndex(sentence)
		if at == nil {
			break
		}
		b.WriteString(regexp.QuoteMeta(sentence[:at[2]]))
		name := sentence[at[2]:at[3]]
		value, known := letters[name]
		sentence = sentence[at[3]:]
		n, err := strconv.Atoi(value)
		switch {
		case known && err == nil && strings.HasPrefix(sentence, "+1"):
			value, sentence = strconv.Itoa(n+1), sentence[len("+1"):]
			fallthrough
		case known:
			checked["letters"]++
			b.WriteString("(?:" + regexp.QuoteMeta(value) + "|" + name + ")")
		default:
			b.WriteString(`\S+?`)
		}
	}
	return regexp.MustCompile("^" + b.String() + regexp.QuoteMeta(sentence) + `\.? ?$`)
}

// local is the local state of a process.
func local(run *stage.Run, state int, id stage.ID) stage.Local {
	return run.Locals[run.States[state].Locals[slices.Index(run.Processes, id)]]
}

// wrongEffects says what a rule assigns or sends without a condition, and the step does not.
func wrongEffects(run *stage.Run, k int, text string, checked map[string]int) string {
	step := run.Steps[k]
	after := local(run, k+1, step.Process)
	var seen, sent []string
	for n, m := range run.Messages {
		if step.Takes != nil && *step.Takes == n {
			seen = append(seen, m.Text)
		} else if m.Sent == k+1 && m.From == step.Process {
			seen, sent = append(seen, m.Text), append(sent, m.Text)
		}
	}
	later := "" // rules that the step follows after this one
	for _, f := range step.Rules {
		if later += f.Text; f.Text == text {
			later = ""
		}
	}
	for sentence := range strings.SplitSeq(text, ". ") {
		isCertain := !conditions.MatchString(sentence) && !step.Crashed
		for _, a := range assigns.FindAllStringSubmatch(sentence, -1) {
			for _, v := range after.Variables {
				if v[0] != a[1] || !isCertain || strings.Contains(later, v[0]+" := ") {
					continue
				}
				if checked["assigned"]++; v[1] != a[2] {
					return fmt.Sprintf("%s is %s after it", v[0], v[1])
				}
			}
		}
		for _, m := range written.FindAllStringSubmatch(sentence, -1) {
			if slices.ContainsFunc(strings.Split(m[2], ","), func(v string) bool { return !isValue.MatchString(strings.TrimSpace(v)) }) {
				continue
			}
			begins := func(text string) func(string) bool { return func(s string) bool { return strings.HasPrefix(s, text) } }
			isThere := slices.ContainsFunc(seen, begins(strings.ReplaceAll(strings.TrimSuffix(m[0], ")"), " ", "")))
			if checked["messages"]++; !isThere && (isCertain || slices.ContainsFunc(sent, begins(m[1]+"("))) {
				return fmt.Sprintf("%s is none of %v", m[0], seen)
			}
		}
	}
	return ""
}
