package request

import (
	"flag"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"interrex/model"
	"interrex/model/world"
)

// A budget is a flag of a number that may be unlimited.
type budget struct {
	value int
	given bool
}

func (b *budget) String() string {
	if b.value == world.Unlimited {
		return "unlimited"
	}
	return strconv.Itoa(b.value)
}

func (b *budget) Set(text string) error {
	b.given = true
	if text == "unlimited" {
		b.value = world.Unlimited
		return nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > 65535 {
		return fmt.Errorf("it is 0 to 65535, or unlimited")
	}
	b.value = n
	return nil
}

// into stores the number if the flag was given.
func (b *budget) into(where *int) {
	if b.given {
		*where = b.value
	}
}

// A once is a flag that may be given only once: of two values one would be ignored.
type once struct {
	flag.Value
	given bool
}

func (o *once) Set(text string) error {
	if o.given {
		return fmt.Errorf("it is given twice; give each flag once")
	}
	o.given = true
	return o.Value.Set(text)
}

// IsBoolFlag says to package flag whether the flag may stand without a value.
func (o *once) IsBoolFlag() bool {
	b, ok := o.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// A count is a flag of a number from 1; 0 if it was not given.
type count struct {
	value int
	most  int // 0: no limit
}

// mostWorkers is the greatest number of workers.
const mostWorkers = 256

func (c *count) String() string { return strconv.Itoa(c.value) }

func (c *count) Set(text string) error {
	n, err := strconv.Atoi(text)
	switch {
	case err == nil && n >= 1 && (c.most == 0 || n <= c.most):
		c.value = n
		return nil
	case c.most == 0:
		return fmt.Errorf("it is a whole number from 1")
	}
	return fmt.Errorf("it is a whole number from 1 to %d", c.most)
}

// A duration is a flag of a time; 0 if it was not given.
type duration time.Duration

func (d *duration) String() string { return time.Duration(*d).String() }

func (d *duration) Set(text string) error {
	t, err := time.ParseDuration(text)
	if err != nil || t <= 0 {
		return fmt.Errorf("it is a duration such as 90s or 10m")
	}
	*d = duration(t)
	return nil
}

// A seed is a flag of a number from which random ones are made.
type seed uint64

func (s *seed) String() string { return strconv.FormatUint(uint64(*s), 10) }

func (s *seed) Set(text string) error {
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return fmt.Errorf("it is a whole number from 0 to %d", uint64(1<<64-1))
	}
	*s = seed(n)
	return nil
}

// bytes is a flag of an amount of memory.
type bytes uint64

var units = []struct {
	suffix string
	size   uint64
}{{"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}, {"B", 1}, {"", 1}}

func (b *bytes) String() string {
	for _, u := range units[:3] {
		if *b != 0 && uint64(*b)%u.size == 0 {
			return fmt.Sprintf("%d%s", uint64(*b)/u.size, u.suffix)
		}
	}
	return strconv.FormatUint(uint64(*b), 10)
}

func (b *bytes) Set(text string) error {
	for _, u := range units {
		number, ok := strings.CutSuffix(text, u.suffix)
		if !ok {
			continue
		}
		n, err := strconv.ParseUint(strings.TrimSpace(number), 10, 64)
		if err != nil || n == 0 || n > 1<<63/u.size {
			break
		}
		*b = bytes(n * u.size)
		return nil
	}
	return fmt.Errorf("it is a number of bytes such as 512MiB or 8GiB")
}

// processes reads -n and -ids.
func (v *values) processes(given map[string]bool) ([]model.ID, error) {
	if !given["ids"] {
		if !given["n"] {
			return nil, fmt.Errorf("-n (the number of processes) or -ids (their ids in ring order, such as 4,8,9,3) is missing")
		}
		ids := make([]model.ID, v.n.value)
		for i := range ids {
			ids[i] = model.ID(i + 1)
		}
		return ids, nil
	}
	ids, err := idList("ids", v.ids)
	if err != nil {
		return nil, err
	}
	if given["n"] && v.n.value != len(ids) {
		return nil, fmt.Errorf("-n=%d and -ids=%s do not agree: the list has %d ids; leave -n out, or name as many", v.n.value, v.ids, len(ids))
	}
	return ids, nil
}

// somewhere refuses a report without a place.
func (v *values) somewhere(given map[string]bool) error {
	if given["o"] && v.output == "" {
		return fmt.Errorf("-o= names no file: name one in a folder that can be written, or -")
	}
	return nil
}

func commas(ids []model.ID) string {
	var words []string
	for _, id := range ids {
		words = append(words, strconv.Itoa(int(id)))
	}
	return strings.Join(words, ",")
}

func idList(flag, text string) ([]model.ID, error) {
	var ids []model.ID
	for _, word := range strings.Split(text, ",") {
		id, err := strconv.ParseInt(strings.TrimSpace(word), 10, 32)
		if err != nil || id < 1 {
			return nil, fmt.Errorf("-%s=%s: %q is no id; ids are whole numbers from 1 to %d, separated by commas", flag, text, word, 1<<31-1)
		}
		if slices.Contains(ids, model.ID(id)) {
			return nil, fmt.Errorf("-%s=%s: %d is given twice; ids are distinct", flag, text, id)
		}
		ids = append(ids, model.ID(id))
	}
	return ids, nil
}
