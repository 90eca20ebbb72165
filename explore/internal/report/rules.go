package report

import (
	"regexp"
	"strconv"
	"strings"

	"interrex/model"
	"interrex/model/world"
	"interrex/spec"
)

// rulesOf are the rules that a step may be an occurrence of, as the algorithm's page numbers them:
// those whose occasion is that of the step, but for those that compare i and j otherwise. Where the
// page is silent, the page of the algorithm that it is a variant of is asked.
func rulesOf(a model.Algorithm, o world.Occurrence) []spec.Rule {
	for _, page := range pagesOf(a) {
		var fitting []spec.Rule
		for _, r := range spec.Rules(page) {
			if concerns(r, o) && !contradicts(r, o) {
				fitting = append(fitting, r)
			}
		}
		if len(fitting) > 0 {
			return fitting
		}
	}
	return nil
}

// pagesOf are the pages on which the rules of an algorithm stand, its own first.
func pagesOf(a model.Algorithm) []string {
	pages := []string{a.Name + ".md"}
	for _, other := range []string{"ring", "chang-roberts", "bully", "omega-timely"} {
		if strings.HasPrefix(a.Name, strings.SplitN(other, "-", 2)[0]) || a.Name == "anonymous" && other == "chang-roberts" {
			pages = append(pages, other+".md")
		}
	}
	return pages
}

// concerns reports whether the occasion of a rule is the one of a step.
func concerns(r spec.Rule, o world.Occurrence) bool {
	occasion, _, _ := strings.Cut(r.Text, ":")
	begins := func(words ...string) bool {
		for _, w := range words {
			if strings.HasPrefix(r.Text, w) {
				return true
			}
		}
		return false
	}
	timer, isTimer := strings.CutPrefix(o.Action, "timeout ")
	switch {
	case strings.HasPrefix(o.Action, "deliver"):
		kind, _, _ := strings.Cut(o.Message, "(")
		return speaksOf(r.When, kind) || speaksOf(occasion, kind)
	case timer == "heartbeat":
		return begins("Every ")
	case timer == "timer":
		return strings.HasPrefix(r.When, "On the timer")
	case isTimer:
		return begins(strings.ReplaceAll(timer, "'", "′") + " fires")
	case strings.HasPrefix(o.Action, "draw"):
		return begins("Draw")
	case o.Action == "start":
		return begins("Start", "Begin", "Stand") && !strings.HasPrefix(r.When, "On ")
	case o.Action == "detect" || o.Action == "suspect":
		return strings.HasPrefix(r.When, "On detecting") || begins("On detecting")
	case o.Action == "recover":
		return strings.HasPrefix(r.When, "On recovery")
	case o.Action == "restart":
		return strings.HasPrefix(r.When, "On a restart")
	case o.Action == "report":
		return begins("The detector reports")
	case o.Action == "withdraw":
		return begins("The detector withdraws")
	}
	return false
}

// speaksOf reports whether a sentence speaks of a kind of message.
func speaksOf(sentence, kind string) bool {
	return kind != "" && (strings.Contains(sentence, "`"+kind+"`") || strings.Contains(sentence, "`"+kind+"("))
}

var (
	comparison  = regexp.MustCompile("`([ij]) ([<>=≠]) ([ij])`")
	firstNumber = regexp.MustCompile(`\(([0-9]+)`)
)

// contradicts reports whether a rule sends other messages than the step, or is for another order of i,
// who acts, and j, of whom the message speaks or, if it speaks of no one, who has sent it.
func contradicts(r spec.Rule, o world.Occurrence) bool {
	i, j := int(o.Process), int(o.Peer)
	if n := firstNumber.FindStringSubmatch(o.Message); n != nil {
		j, _ = strconv.Atoi(n[1])
	}
	if sendsOthers(r, o) {
		return true
	}
	condition, _, _ := strings.Cut(r.Text, ":")
	c := comparison.FindStringSubmatch(condition)
	if c == nil || o.Message == "" {
		return false
	}
	left, right := i, j
	if c[1] == "j" {
		left, right = j, i
	}
	switch c[2] {
	case "<":
		return left >= right
	case ">":
		return left <= right
	case "=":
		return left != right
	}
	return left == right
}

var spokenOf = regexp.MustCompile("[Ss]end `([A-Z]+)")

// sendsOthers reports whether a rule speaks of sending, and the step sends none of that.
func sendsOthers(r spec.Rule, o world.Occurrence) bool {
	spoken := spokenOf.FindAllStringSubmatch(r.Text, -1)
	for _, s := range o.Sends {
		for _, kind := range spoken {
			if strings.HasPrefix(s.Message, kind[1]) {
				return false
			}
		}
	}
	return len(spoken) > 0 && len(o.Sends) > 0
}

// ofTheWorld are the sections of spec/election.md for what is no algorithm's rule.
var ofTheWorld = map[string]string{
	"crash": "### 1.6 ", "restart": "### 1.7 ", "lose": "### 1.2 ", "deliver and keep": "### 1.2 ",
	"suspect": "### 1.11 ", "detect": "### 1.10 ", "tick": "#### 1.14.1 ", "bounds hold": "#### 1.14.5 ", "mistakes end": "#### 1.11.1 ",
}

// A place is a line of a page of the specification.
type place struct {
	page string
	line int
}

// placeOf is where the specification speaks of a step: its first rule, else the section on what
// happens in the world, else the beginning of the algorithm's page.
func placeOf(a model.Algorithm, o world.Occurrence) place {
	if rules := rulesOf(a, o); len(rules) > 0 {
		return place{rules[0].Page, rules[0].Line}
	}
	if heading, known := ofTheWorld[o.Action]; known {
		return place{"election.md", lineOf("election.md", heading)}
	}
	return place{a.Name + ".md", 1}
}

// lineOf is the number of the first line that begins so.
func lineOf(page, beginning string) int {
	text, err := spec.Pages.ReadFile(page)
	if err != nil {
		return 1
	}
	for i, line := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(line, beginning) {
			return i + 1
		}
	}
	return 1
}

// cited writes numbers of rules: "RI2", "BU1 or BU2", "IR3 to IR8".
func cited(rules []spec.Rule) string {
	var ids []string
	for _, r := range rules {
		ids = append(ids, r.ID)
	}
	if len(ids) > 3 {
		return ids[0] + " to " + ids[len(ids)-1]
	}
	return strings.Join(ids, " or ")
}
