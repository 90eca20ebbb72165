package settings

import (
	"errors"
	"flag"
	"fmt"
	"regexp"
	"strconv"
	"time"
)

// The messages of package flag about flags that it refuses.
var (
	notTaken = regexp.MustCompile(`(?s)^invalid (?:boolean )?value (".*") for (?:flag )?-([a-z0-9-]+): (.*)$`)
	notKnown = regexp.MustCompile(`(?s)^flag provided but not defined: (-.*)$`)
	noValue  = regexp.MustCompile(`(?s)^flag needs an argument: (-.*)$`)
)

// Refusal rewords an error of package flag in our style: what was given, and what is expected.
func Refusal(fs *flag.FlagSet, err error) error {
	text := err.Error()
	if m := notKnown.FindStringSubmatch(text); m != nil {
		return fmt.Errorf("unknown flag %.60s: elect help has those of %s", m[1], fs.Name())
	}
	if m := noValue.FindStringSubmatch(text); m != nil {
		return fmt.Errorf("%s has no value: a flag is written -name=value", m[1])
	}
	m := notTaken.FindStringSubmatch(text)
	if m == nil {
		return err
	}
	value, unquoted := strconv.Unquote(m[1])
	f := fs.Lookup(m[2])
	if unquoted != nil || f == nil {
		return err
	}
	why := m[3]
	if getter, is := f.Value.(flag.Getter); is { // of Go's own kinds, which do not say what they accept
		switch getter.Get().(type) {
		case bool:
			why = "true or false is expected"
		case time.Duration:
			why = "a time such as 500ms or 10s is expected"
		case int, uint, int64, uint64:
			why = "a whole number is expected"
		}
	}
	return errors.New("-" + m[2] + "=" + value + ": " + why)
}
