package policy

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

var (
	ruleMade  = regexp.MustCompile(`\*\*([A-Z]{2}[0-9]+)\*\*`)
	ruleApart = regexp.MustCompile(`(?m)^- \*([A-Z]{2}[0-9]+)\*`) // the implementation's alone
	ruleUsed  = regexp.MustCompile(`\b[A-Z]{2}[0-9]+\b`)
	ruleRange = regexp.MustCompile(`\b[A-Z]{2}[0-9]+ to [A-Z]{2}[0-9]+\b`)
)

// citations: a rule is cited by its own number: in the model, and in the implementation too if that
// has the page's algorithm; or in the implementation alone. A range cites nothing, since it would
// cite what is not there as well.
func (h *house) citations() (complaints []string) {
	modelled, implemented := h.cited("model"), h.cited("impl")
	made := 0
	for _, name := range slices.Sorted(maps.Keys(h.texts)) {
		if path.Dir(name) != "spec" || path.Ext(name) != ".md" {
			continue
		}
		runs := h.implements(strings.TrimSuffix(path.Base(name), ".md"))
		for _, rule := range ruleMade.FindAllStringSubmatch(h.texts[name], -1) {
			made++
			if !modelled[rule[1]] {
				complaints = append(complaints, fmt.Sprintf("%s of %s is cited nowhere in model/", rule[1], name))
			}
			if runs && !implemented[rule[1]] {
				complaints = append(complaints, fmt.Sprintf("%s of %s is cited nowhere in impl/", rule[1], name))
			}
		}
		for _, rule := range ruleApart.FindAllStringSubmatch(h.texts[name], -1) {
			if !implemented[rule[1]] {
				complaints = append(complaints, fmt.Sprintf("%s of %s is cited nowhere in impl/", rule[1], name))
			}
			if modelled[rule[1]] {
				complaints = append(complaints, fmt.Sprintf("%s of %s is the implementation's alone, and cited in model/", rule[1], name))
			}
		}
	}
	if made == 0 {
		complaints = append(complaints, "spec/ has no rule: it is written **XX1** there")
	}
	return complaints
}

// cited are the rules that the code of a folder names one by one.
func (h *house) cited(folder string) map[string]bool {
	cited := map[string]bool{}
	for _, s := range h.sources {
		if s.folder == folder && !s.test {
			for _, rule := range ruleUsed.FindAllString(ruleRange.ReplaceAllString(s.text, ""), -1) {
				cited[rule] = true
			}
		}
	}
	return cited
}

// implements reports whether impl/ has an algorithm of that name.
func (h *house) implements(algorithm string) bool {
	named := regexp.MustCompile(`\bName:\s+"` + regexp.QuoteMeta(algorithm) + `"`)
	return slices.ContainsFunc(h.sources, func(s *source) bool {
		return s.folder == "impl" && !s.test && named.MatchString(s.text)
	})
}
