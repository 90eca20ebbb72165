package claims

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

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

// Told returns the result, given Found, with the ask if they differ: "decides holds", "not-stuck: asked to
// hold, found violated".
func (a Ask) Told(found string) string {
	switch {
	case found == "":
		return a.String()
	case a.Is.IsNumber():
		return fmt.Sprintf("%s: asked %s %s, found %s", a.What, a.Is, a.Value, found)
	case a.Is == Holds:
		return a.What + ": asked to hold, found " + found
	}
	wanted := strings.TrimSpace(strings.Replace(string(a.Is), "is ", "to be ", 1) + " " + a.Value)
	return fmt.Sprintf("%s: asked %s, found %s", a.What, strings.Replace(wanted, "to be not", "not to be", 1), found)
}

// Condition returns the cases in which a claim holds: "holds only if A; or if B", or "holds, but not if C",
// the shorter of the two. It is "" for a claim that holds in all cases or none.
func (c Claim) Condition() string {
	if c.Found != OnlyIf {
		return ""
	}
	var is, not []string
	for _, one := range c.Cases {
		if one.Found == False {
			not = append(not, one.If)
		} else {
			is = append(is, one.If)
		}
	}
	only, except := "holds only if "+strings.Join(is, "; or if "), "holds, but not if "+strings.Join(not, "; nor if ")
	if len(except) < len(only) {
		return except
	}
	return only
}
