package levels

import (
	"errors"
	"strings"
	"testing"
)

// Objects of rows are merged only if they are of one form: else what is behind a row would be taken for what it is not.
func TestFormsDoNotMix(t *testing.T) {
	s, l := newMemory(nil), newLayout([]uint8{4, 4})
	for name, f := range map[string]form{"with": rowOriginAsleep, "without": rowOrigin} {
		w, _ := newRowWriter(s, name, f, &l)
		w.put(0, make([]uint64, w.stride))
		if err := w.close(nil); err != nil {
			t.Fatal(err)
		}
	}
	d := &doing{Hands: &Hands{store: s}, layout: l}
	if _, err := d.merge([]string{"with", "without"}, 0, 1, rowOriginAsleep); !errors.Is(err, errDamaged) || !strings.Contains(err.Error(), "without") {
		t.Errorf("the error is %v", err)
	}
	m, err := d.merge([]string{"with", "with"}, 0, 1, rowOriginAsleep)
	if err != nil {
		t.Fatal(err)
	}
	m.close()
}
