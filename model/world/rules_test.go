package world_test

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/internal/check"
	"interrex/internal/testlevel"
	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// unusedRules are rules that no step applies, with the reason.
var unusedRules = map[string]string{
	"BR10": "its message is never sent",
	"RF4":  "it defines a word of RF3 and RF12",
	"RF10": "a restart, a step of the world, applies it",
	"CO1":  "the rules of the election replace it",
}

// ruleless are messages without a rule, from the text below the rules of a page; some only as printed.
var ruleless = map[string]string{
	"omega-timely":  "an ALIVE of a process above the leader is dropped",
	"omega-minimal": "an own or repeated ALIVE is dropped",

	"bully-recovery printed": "a boss ignores messages",
}

// unboundLetters are letters of a rule that are no values of a step.
var unboundLetters = map[string]string{"OM1": "s", "OM3": "kv", "OT3": "n", "IR4": "c", "IR5": "c"}

// Each step of a process applies rules of the algorithm's cards, with true conditions. Each rule on a card is applied in some step.
func TestRules(t *testing.T) {
	testlevel.Alone(t)
	fired := map[string]map[string]bool{}
	recordedWorlds(t, 1000, func(args string, q check.Question) {
		a, w := q.World.Algorithm, world.New(q.World)
		cards := a.Rules()
		if fired[a.Name] == nil {
			fired[a.Name] = map[string]bool{}
		}
		_, states := explored(t, t, w, checker.Options{MaxStates: 1000})
		for _, s := range states {
			w.Steps(s, func(step checker.Step, to checker.State) {
				if to == nil || step.Bound != 0 {
					return
				}
				o := w.Tell(&checker.Path{Initial: s, Stem: []checker.Transition{{Step: step, To: to}}}).Stem[0]
				rules := o.Rules
				if len(rules) == 0 && !isOfWorld(o.Action) && !(ruleless[a.Name]+ruleless[a.Name+" "+string(q.World.Reading)] != "" && o.Message != "" && len(o.Sends) == 0) {
					t.Fatalf("%s: %s applies no rule", args, o.Words())
				}
				for _, f := range rules {
					if why := ruleError(f, cards); why != "" {
						t.Errorf("%s: %s: %s: %s", args, o.Words(), f.ID, why)
					}
					fired[a.Name][f.ID] = true
				}
			})
		}
	})
	for _, a := range append(model.Catalogue(), model.Consensus(model.Catalogue()[0])) {
		for _, r := range a.Rules() {
			isOfElection := a.On != "" && !strings.HasPrefix(r.ID, "CO")
			if !fired[a.Name][r.ID] && unusedRules[r.ID] == "" && !isOfElection {
				t.Errorf("%s: no step applies rule %s: %s", a.Name, r.ID, r.Text)
			}
		}
	}
}

// isOfWorld reports whether an action belongs to the world, not to a process.
func isOfWorld(action string) bool {
	return slices.Contains([]string{"crash", "restart", "lose", "tick", "bounds hold", "mistakes end"}, action)
}

var (
	comparison = regexp.MustCompile(`([0-9^]+) ([<>=≠≤]) ([0-9^]+)`)
	letter     = regexp.MustCompile(`(?:^|[^'])\b([b-z])\b`)
)

// ruleError describes an error of an applied rule: it is on no card, a condition is false, a letter has no value, or a value has no letter.
func ruleError(f model.Fired, cards []spec.Rule) string {
	at := slices.IndexFunc(cards, func(r spec.Rule) bool { return r.ID == f.ID })
	if at < 0 {
		return "it is on no card"
	}
	for _, v := range f.Values {
		if v.Value == "" || v.Name != "i" && !regexp.MustCompile(`\b`+v.Name+`\b`).MatchString(cards[at].Text) {
			return "the value of " + v.Name + " is " + v.Value + ", for: " + cards[at].Text
		}
	}
	text := f.Text(cards)
	for _, found := range letter.FindAllStringSubmatch(text, -1) {
		if !strings.Contains(unboundLetters[f.ID], found[1]) {
			return found[1] + " has no value in: " + text
		}
	}
	condition, _, _ := strings.Cut(text, ": ")
	for _, c := range comparison.FindAllStringSubmatch(condition, -1) {
		a, b := number(c[1]), number(c[3])
		if !map[string]bool{"<": a < b, ">": a > b, "=": a == b, "≠": a != b, "≤": a <= b}[c[2]] {
			return "it is false: " + text
		}
	}
	return ""
}

func number(text string) float64 {
	base, exponent, power := strings.Cut(text, "^")
	n, _ := strconv.ParseFloat(base, 64)
	if e, _ := strconv.ParseFloat(exponent, 64); power {
		return math.Pow(n, e)
	}
	return n
}
