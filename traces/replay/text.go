package replay

import (
	"fmt"
	"io"
	"strings"
)

// Write tells of a divergence: what was recorded, what the model was in, could have done and would
// have done, and the first guard that is false.
func (d *Divergence) Write(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: node %d, incarnation %d, event %d: %s\n", d.Place, d.Node, d.Incarnation, d.Seq, d.Action)
	fmt.Fprintf(&b, "  must be so: %s\n", d.Guard)
	fmt.Fprintf(&b, "  but:        %s\n", d.Values)
	for _, l := range d.Held {
		fmt.Fprintf(&b, "  model held: node %d after %s: %s\n", l.Node, l.At, words(l.Variables))
	}
	if len(d.Held) == 0 {
		fmt.Fprintf(&b, "  model held: node %d has not begun\n", d.Node)
	}
	fmt.Fprintf(&b, "  enabled:    %s\n", list(d.Enabled))
	for _, one := range d.Differences {
		fmt.Fprintf(&b, "  %s\n    - %s\n    + %s\n", one.What, one.Model, one.Recorded)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
