package flags

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Unlimited is a number that has no end.
const Unlimited = -1

// At makes the flag one of a variable, and a function that reads its value.
func At[T any](f Flag, to *T, read func(text string) (T, error)) Flag {
	f.Set = func(text string) error {
		value, err := read(text)
		if err == nil {
			*to = value
		}
		return err
	}
	if f.Get == nil {
		f.Get = func() any { return *to }
	}
	return f
}

// Text is a flag of any text.
func (f Flag) Text(to *string) Flag {
	return At(f, to, func(text string) (string, error) { return text, nil })
}

// Switch is a flag that is on or off.
func (f Flag) Switch(to *bool) Flag {
	f.Takes = ""
	return At(f, to, func(text string) (bool, error) {
		on, err := strconv.ParseBool(text)
		if err != nil {
			err = errors.New("it is true or false")
		}
		return on, err
	})
}

// Count is a flag of a whole number from 1, and to most unless that is 0.
func (f Flag) Count(to *int, most int) Flag { return f.Number(to, 1, most) }

// Number is a flag of a whole number from least, and to most unless that is 0.
func (f Flag) Number(to *int, least, most int) Flag {
	if most == 0 {
		most = math.MaxInt
	}
	return At(f, to, func(text string) (int, error) { return within(text, least, most, "") })
}

// within reads a number of a range. More is allowed besides, for the error.
func within(text string, least, most int, more string) (int, error) {
	n, err := Int(text)
	switch isTooLarge := errors.Is(err, strconv.ErrRange); {
	case err != nil && !isTooLarge:
		return 0, fmt.Errorf("not a whole number; allowed are %d to %d%s", least, most, more)
	case isTooLarge || n < least || n > most:
		return 0, fmt.Errorf("out of range; allowed are %d to %d%s", least, most, more)
	}
	return n, nil
}

// MostBudget is the greatest budget that has an end.
const MostBudget = 65535

// Budget is a flag of a number that may be unlimited.
func (f Flag) Budget(to *int) Flag {
	return At(f, to, func(text string) (int, error) {
		if text == "unlimited" {
			return Unlimited, nil
		}
		return within(text, 0, MostBudget, ", and unlimited")
	})
}

// Int reads a whole number; 1_000_000 and 1e6 are one too. The error is strconv.ErrRange for one that is too large.
func Int(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err == nil || errors.Is(err, strconv.ErrRange) {
		return n, err
	}
	if n, err := strconv.ParseInt(text, 0, 64); err == nil && strings.Contains(text, "_") && text[0] >= '1' && text[0] <= '9' {
		return int(n), nil
	}
	if x, err := strconv.ParseFloat(text, 64); err == nil && strings.ContainsAny(text, "eE") && !strings.ContainsAny(text, "xXpP") && x == math.Trunc(x) {
		if math.Abs(x) < 1<<53 {
			return int(x), nil
		}
		return 0, strconv.ErrRange
	}
	return 0, strconv.ErrSyntax
}

// Duration is a flag of a time.
func (f Flag) Duration(to *time.Duration) Flag {
	return At(f, to, func(text string) (time.Duration, error) {
		d, err := time.ParseDuration(text)
		switch _, suffixed := time.ParseDuration("1" + strings.TrimLeft(text, "0123456789.")); {
		case err != nil && suffixed == nil:
			err = fmt.Errorf("too long; allowed is up to %dh", math.MaxInt64/int64(time.Hour))
		case err != nil:
			err = errors.New("it is a duration such as 90s or 10m")
		case d <= 0:
			err = errors.New("it is a duration above 0, such as 90s or 10m")
		}
		return d, err
	})
}

var units = []struct {
	suffix string
	size   uint64
}{{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10}, {"T", 1 << 40}, {"G", 1 << 30}, {"M", 1 << 20}, {"K", 1 << 10}, {"B", 1}}

const mostBytes = 1 << 63 // 8388608TiB

// fewestBytes is the least number that may stand without a unit. No run needs less, so that a smaller one lacks its unit.
const fewestBytes = 1 << 20

// Bytes is a flag of an amount of memory.
func (f Flag) Bytes(to *uint64) Flag {
	return At(f, to, func(text string) (uint64, error) {
		number, size, least := text, uint64(1), fewestBytes
		for _, u := range units {
			if cut, is := strings.CutSuffix(text, u.suffix); is {
				number, size, least = strings.TrimSpace(cut), u.size, 1
				break
			}
		}
		n, err := Int(number)
		if err != nil || n < least || uint64(n) > mostBytes/size {
			return 0, errors.New("it is a size such as 8GiB or 512MiB, up to 8388608TiB; bytes are written 4096B")
		}
		return uint64(n) * size, nil
	})
}

// OneOf makes a flag with a fixed list of words; the first is the default. The list may depend on earlier
// flags.
func OneOf[W ~string](f Flag, to *W, words func() []W) Flag {
	f.Words = func() (all []string) {
		for _, word := range words() {
			all = append(all, string(word))
		}
		return all
	}
	if f.Takes == "" {
		f.Takes = "WORD"
	}
	f = At(f, to, func(text string) (W, error) {
		if word, is := Among(text, f.Words()); is {
			return W(word), nil
		}
		err := Allowed(f.Name, text, f.Words())
		if strings.Contains(text, ",") && !strings.Contains(strings.Join(err.Words, ""), ",") {
			err.Those = "give one of"
		}
		return "", err
	})
	then := f.Then
	f.Then = func(given bool) error {
		if !given {
			*to = words()[0]
		}
		if then == nil {
			return nil
		}
		return then(given)
	}
	return f
}
