package request

import (
	"flag"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
)

// explain puts an error of package flag into words that say what is allowed.
func explain(err error, set *flag.FlagSet) error {
	text := err.Error()
	if name, ok := strings.CutPrefix(text, "flag provided but not defined: -"); ok {
		return fmt.Errorf("unknown flag -%s: the flags are %s", name, strings.Join(names(set), " "))
	}
	if flag, ok := strings.CutPrefix(text, "flag needs an argument: "); ok {
		return fmt.Errorf("%s has no value: a flag is written -name=value", flag)
	}
	if word, ok := strings.CutPrefix(text, "bad flag syntax: "); ok {
		return fmt.Errorf("%q is no flag: a flag is written -name=value", word)
	}
	if flag, ok := strings.CutPrefix(text, "invalid boolean flag "); ok {
		return fmt.Errorf("-%s", flag)
	}
	if found := invalid.FindStringSubmatch(text); found != nil {
		value, _ := strconv.Unquote(found[1])
		reason := strings.ReplaceAll(found[3], "parse error", "it is true or false") // our own flags never say so
		return fmt.Errorf("-%s=%s: %s", found[2], value, reason)
	}
	return err
}

// invalid is how package flag tells of a value that a flag refuses.
var invalid = regexp.MustCompile(`(?s)^invalid (?:boolean )?value ("(?:[^"\\]|\\.)*") for (?:flag )?-([^:]*): (.*)$`)

func names(set *flag.FlagSet) []string {
	var all []string
	set.VisitAll(func(f *flag.Flag) { all = append(all, "-"+f.Name) })
	return all
}

// OneLine spells out what would break a line: a value is repeated as it was given.
func OneLine(text string) string {
	var line strings.Builder
	for _, r := range text {
		if unicode.IsPrint(r) {
			line.WriteRune(r)
		} else {
			line.WriteString(strings.Trim(strconv.QuoteRune(r), "'"))
		}
	}
	return line.String()
}
