package request

import (
	"fmt"
	"strconv"
	"strings"

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
	if given["n"] && (v.n < 1 || v.n > world.MaxProcesses) {
		return nil, fmt.Errorf("-n=%d: allowed are 1 to %d", v.n, world.MaxProcesses)
	}
	if !given["ids"] {
		if !given["n"] {
			return nil, fmt.Errorf("-n (the number of processes) or -ids (their ids in ring order, such as 4,8,9,3) is missing")
		}
		ids := make([]model.ID, v.n)
		for i := range ids {
			ids[i] = model.ID(i + 1)
		}
		return ids, nil
	}
	ids, err := idList("ids", v.ids)
	if err != nil {
		return nil, err
	}
	if given["n"] && v.n != len(ids) {
		return nil, fmt.Errorf("-n=%d and -ids=%s do not agree: the list has %d ids", v.n, v.ids, len(ids))
	}
	return ids, nil
}

func idList(flag, text string) ([]model.ID, error) {
	var ids []model.ID
	for _, word := range strings.Split(text, ",") {
		id, err := strconv.ParseInt(strings.TrimSpace(word), 10, 32)
		if err != nil || id < 1 {
			return nil, fmt.Errorf("-%s=%s: %q is no id; ids are whole numbers from 1 to %d, separated by commas", flag, text, word, 1<<31-1)
		}
		ids = append(ids, model.ID(id))
	}
	return ids, nil
}
