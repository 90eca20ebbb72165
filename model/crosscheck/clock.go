package crosscheck

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"interrex/model"
	"interrex/model/world"
)

// ticks is a number of ticks. Worlds without a clock have them too, as they are by default.
func ticks(name, flag string, field func(*world.Config) *int) constant {
	write := func(c world.Config) string { return fmt.Sprintf("= %d", *field(&c)) }
	read := func(c *world.Config, text string) error {
		digits, isNumber := strings.CutPrefix(text, "= ")
		n, err := strconv.ParseUint(digits, 10, 16)
		if err != nil || !isNumber || n > world.MostTicks {
			return fmt.Errorf("%q: it is = 0 to %d", text, world.MostTicks)
		}
		*field(c) = int(n)
		return nil
	}
	return constant{name, flag, write, read, nil}
}

// usualClock is the clock that goes without saying where one knows of a clock what stands in front
// of a flag: T depends on the bounds, T' also on T.
func usualClock(c world.Config, flag string) model.Clock {
	usual := c.DefaultClock(c.Clock.Tm, c.Clock.Tp)
	switch flag {
	case "tm":
		usual.Tm = world.Default(c.Algorithm, c.IDs).Clock.Tm
	case "tp":
		usual.Tp = world.Default(c.Algorithm, c.IDs).Clock.Tp
	case "t2":
		usual.T2 = c.DefaultT2()
	}
	return usual
}

func writeTimely(c world.Config) string {
	if c.Timely == nil {
		return `= {"all"}`
	}
	var links []string
	for _, l := range c.Timely {
		links = append(links, fmt.Sprintf("%q", fmt.Sprintf("%d-%d", l.From, l.To)))
	}
	return "= {" + strings.Join(links, ", ") + "}"
}

var aLink = regexp.MustCompile(`^"([0-9]+)-([0-9]+)"$`)

func readTimely(c *world.Config, text string) error {
	if c.Timely = nil; text == `= {"all"}` {
		return nil
	}
	c.Timely = []world.Pair{}
	list, isSet := strings.CutPrefix(text, "= {")
	list, isClosed := strings.CutSuffix(list, "}")
	for link := range strings.SplitSeq(list, ", ") {
		ends := aLink.FindStringSubmatch(link)
		if list == "" && isSet && isClosed {
			return nil
		}
		if ends == nil || !isSet || !isClosed {
			return fmt.Errorf(`%q: it is = {"all"}, or links, = {"1-2", "2-3"}`, text)
		}
		ids, err := split(ends[1]+"-"+ends[2], "-")
		if err != nil {
			return err
		}
		if p := (world.Pair{From: ids[0], To: ids[1]}); !slices.Contains(c.Timely, p) {
			c.Timely = append(c.Timely, p)
		}
	}
	return nil
}

// Late is Unlimited to an algorithm that does not bear to lose messages.
func writeLate(c world.Config) string {
	if !c.Algorithm.Clockwork() {
		return "<- Unlimited"
	}
	return fmt.Sprintf("= %d", c.Late)
}

func readLate(c *world.Config, text string) error {
	if text == "<- Unlimited" {
		c.Late = 2 * c.Clock.Tm
		return nil
	}
	return ticks("", "", func(c *world.Config) *int { return &c.Late }).read(c, text)
}
