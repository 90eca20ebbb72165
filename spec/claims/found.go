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

// Told returns the result, given Found, and the claimed one if they differ: "decides holds", "not-stuck: violated
// (claimed: holds)".
func (a Ask) Told(found string) string {
	if found == "" {
		return a.String()
	}
	return fmt.Sprintf("%s: %s (claimed: %s)", a.What, found, strings.TrimSpace(strings.TrimPrefix(string(a.Is), "is ")+" "+a.Value))
}

// Conditions lists the cases in which a claim holds: "holds only if A", "or if B"; or those in which it is false:
// "holds, but not if C", "nor if D". It takes the shorter list, and returns nil for a claim that holds in all cases or none.
func (c Claim) Conditions() []string {
	if c.Found != OnlyIf {
		return nil
	}
	var only, except []string
	for _, one := range c.Cases {
		switch {
		case one.Found == False && except == nil:
			except = []string{"holds, but not if " + one.If}
		case one.Found == False:
			except = append(except, "nor if "+one.If)
		case only == nil:
			only = []string{"holds only if " + one.If}
		default:
			only = append(only, "or if "+one.If)
		}
	}
	if len(strings.Join(except, "; ")) < len(strings.Join(only, "; ")) {
		return except
	}
	return only
}

// Condition is the conditions in one line; "" if there are none.
func (c Claim) Condition() string { return strings.Join(c.Conditions(), "; ") }
