package flags

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Unlimited is a number that has no end.
const Unlimited = -1

// Text is a flag of any text.
func (f Flag) Text(at *string) Flag {
	f.Set = func(text string) error { *at = text; return nil }
	f.Get = orElse(f.Get, func() any { return *at })
	return f
}

// Switch is a flag that is on or off.
func (f Flag) Switch(at *bool) Flag {
	f.Takes = ""
	f.Set = func(text string) error {
		on, err := strconv.ParseBool(text)
		if err != nil {
			return errors.New("it is true or false")
		}
		*at = on
		return nil
	}
	f.Get = orElse(f.Get, func() any { return *at })
	return f
}

// Count is a flag of a whole number from 1, and to most unless that is 0.
func (f Flag) Count(at *int, most int) Flag { return f.Number(at, 1, most) }

// Number is a flag of a whole number from least, and to most unless that is 0.
func (f Flag) Number(at *int, least, most int) Flag {
	if most == 0 {
		most = math.MaxInt
	}
	f.Set = func(text string) error {
		n, err := Int(text)
		if err != nil || n < least || n > most {
			return fmt.Errorf("%s; allowed are %d to %d", notWithin(err), least, most)
		}
		*at = n
		return nil
	}
	f.Get = orElse(f.Get, func() any { return *at })
	return f
}

// notWithin is the problem of a number outside of its range, or of a text that is no number.
func notWithin(err error) string {
	if err != nil {
		return "not a whole number"
	}
	return "out of range"
}

// MostBudget is the greatest budget that has an end.
const MostBudget = 65535

// Budget is a flag of a number that may be unlimited.
func (f Flag) Budget(at *int) Flag {
	f.Set = func(text string) error {
		if text == "unlimited" {
			*at = Unlimited
			return nil
		}
		n, err := Int(text)
		if err != nil || n < 0 || n > MostBudget {
			return fmt.Errorf("%s; allowed are 0 to %d, and unlimited", notWithin(err), MostBudget)
		}
		*at = n
		return nil
	}
	f.Get = orElse(f.Get, func() any { return *at })
	return f
}

// Int reads a whole number; 1_000_000 and 1e6 are one too.
func Int(text string) (int, error) {
	if n, err := strconv.Atoi(text); err == nil {
		return n, nil
	}
	if n, err := strconv.ParseInt(text, 0, 64); err == nil && strings.Contains(text, "_") && text[0] >= '1' && text[0] <= '9' {
		return int(n), nil
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil && strings.ContainsAny(text, "eE") && !strings.ContainsAny(text, "xXpP") && x == math.Trunc(x) && math.Abs(x) < 1<<53 {
		return int(x), nil
	}
	return 0, strconv.ErrSyntax
}

// Duration is a flag of a time.
func (f Flag) Duration(at *time.Duration) Flag {
	f.Set = func(text string) error {
		d, err := time.ParseDuration(text)
		if _, bare := Int(text); err != nil && bare == nil {
			return fmt.Errorf("it is a duration such as 90s or 10m; did you mean %ss?", text)
		}
		if err != nil || d <= 0 {
			return errors.New("it is a duration such as 90s or 10m")
		}
		*at = d
		return nil
	}
	return f
}

var units = []struct {
	suffix string
	size   uint64
}{{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"T", 1 << 40}, {"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}, {"B", 1}, {"", 1}}

const mostBytes = 1 << 63 // 8388608TiB

// fewestBytes is the least number that may stand without a unit. No run needs less, so that a smaller one lacks its unit.
const fewestBytes = 1 << 20

// Bytes is a flag of an amount of memory.
func (f Flag) Bytes(at *uint64) Flag {
	f.Set = func(text string) error {
		for _, u := range units {
			number, ok := strings.CutSuffix(text, u.suffix)
			if !ok {
				continue
			}
			n, err := Int(strings.TrimSpace(number))
			if err == nil && n > 0 && n < fewestBytes && u.suffix == "" {
				return fmt.Errorf("it is a size such as 8GiB or 512MiB; did you mean %dGiB? Bytes are written %dB", n, n)
			}
			if err != nil || n <= 0 || uint64(n) > mostBytes/u.size {
				break
			}
			*at = uint64(n) * u.size
			return nil
		}
		return errors.New("it is a whole number of bytes, or of KiB, MiB, GiB or TiB, up to 8388608TiB, such as 512MiB")
	}
	return f
}

// OneOf makes a flag with a fixed list of words; the first is the default. The list may depend on earlier
// flags.
func OneOf[W ~string](f Flag, at *W, words func() []W) Flag {
	f.Words = func() (all []string) {
		for _, word := range words() {
			all = append(all, string(word))
		}
		return all
	}
	if f.Takes == "" {
		f.Takes = "WORD"
	}
	f.Set = func(text string) error {
		if i := slices.IndexFunc(words(), func(w W) bool { return strings.EqualFold(string(w), text) }); i >= 0 {
			*at = words()[i]
			return nil
		}
		err := &Choice{What: fmt.Sprintf("-%s=%s", f.Name, text), Word: text, Those: "allowed are", Words: f.Words()}
		if strings.Contains(text, ",") && !slices.ContainsFunc(err.Words, func(w string) bool { return strings.Contains(w, ",") }) {
			err.Those = "give one of"
		}
		return err
	}
	then := f.Then
	f.Then = func(given bool) error {
		if !given {
			*at = words()[0]
		}
		if then == nil {
			return nil
		}
		return then(given)
	}
	f.Get = orElse(f.Get, func() any { return string(*at) })
	return f
}

func orElse(get, otherwise func() any) func() any {
	if get != nil {
		return get
	}
	return otherwise
}
