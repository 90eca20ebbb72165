package settings

import (
	"flag"
	"fmt"
	"slices"
	"strings"
)

// prefix begins the variables of the environment that set a flag: ELECT_START_MIN is -start-min.
const prefix = "ELECT"

// known refuses a variable that sets nothing: it is a flag misspelt, and to start without it would be to
// start as something else.
func known(fs *flag.FlagSet, environment []string) error {
	names := map[string]bool{}
	fs.VisitAll(func(f *flag.Flag) {
		names[prefix+"_"+strings.ToUpper(strings.ReplaceAll(f.Name, "-", "_"))] = true
	})
	for _, variable := range slices.Sorted(slices.Values(environment)) {
		name, _, _ := strings.Cut(variable, "=")
		if strings.HasPrefix(name, prefix+"_") && !names[name] {
			return fmt.Errorf("%s in the environment sets nothing: ELECT_ID is -id, ELECT_START_MIN is -start-min; elect help lists the flags", name)
		}
	}
	return nil
}
