package request

import (
	"fmt"
	"maps"
	"slices"
)

// list reads the flags of the command list.
func (r *Request) list(v *values, given map[string]bool) error {
	for _, name := range slices.Sorted(maps.Keys(given)) {
		if name != "format" && name != "o" && name != "quiet" {
			return fmt.Errorf("-%s has no meaning for list: its flags are -format (text, json) and -o", name)
		}
	}
	var err error
	r.Output = v.output
	if r.Format, err = oneOf(given, "format", v.format, "text", "json"); err != nil {
		return err
	}
	return v.somewhere(given)
}
