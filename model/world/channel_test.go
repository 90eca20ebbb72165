package world

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"interrex/checker"
	"interrex/model"
)

// In these tests a content is written "2 1 OK": ELECTION(2), which is the oldest, ELECTION(1), OK.

func message(t *testing.T, c *channels, word string) number {
	t.Helper()
	if word == "OK" {
		return c.messages.number(model.Ok{})
	}
	id, err := strconv.Atoi(word)
	if err != nil {
		t.Fatal(err)
	}
	return c.messages.number(model.Election{ID: model.ID(id)})
}

// filled pushes messages one by one. It returns full as soon as one does not fit.
func filled(t *testing.T, c *channels, words string) number {
	t.Helper()
	content := number(0)
	for _, word := range strings.Fields(words) {
		if content = c.push(content, message(t, c, word)); content == full {
			return full
		}
	}
	return content
}

// written is filled backwards.
func written(c *channels, content number) string {
	if content == full {
		return "full"
	}
	var words []string
	for _, m := range c.at(content).messages {
		word := c.spell(m)
		word = strings.TrimSuffix(strings.TrimPrefix(word, "ELECTION("), ")")
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

func takesText(c *channels, takes []take) string {
	var ways []string
	for _, t := range takes {
		word := strings.TrimSuffix(strings.TrimPrefix(c.spell(t.message), "ELECTION("), ")")
		ways = append(ways, fmt.Sprintf("%s leaves %q", word, written(c, t.rest)))
	}
	return strings.Join(ways, ", ")
}

func TestChannels(t *testing.T) {
	for _, test := range []struct {
		why           string
		kind          Channels
		content       string
		takes, losses string
	}{
		{"nothing to take", FIFO, "", "", ""},
		{"nothing to lose", Lossy, "", "", ""},
		{"the last one leaves nothing", FIFO, "7", `7 leaves ""`, ""},
		{"only the oldest", FIFO, "2 1 OK", `2 leaves "1 OK"`, ""},
		{"equal ones keep their places", FIFO, "1 1 2", `1 leaves "1 2"`, ""},
		{"any, in the order of their spelling",
			Bag, "2 OK 1", `1 leaves "2 OK", 2 leaves "1 OK", OK leaves "1 2"`, ""},
		{"which of two equal ones makes no difference", Bag, "2 1 2", `1 leaves "2 2", 2 leaves "1 2"`, ""},
		{"the oldest is taken, any is lost", Lossy, "2 1 OK",
			`2 leaves "1 OK"`, `2 leaves "1 OK", 1 leaves "2 OK", OK leaves "2 1"`},
		{"which of two equal neighbours is lost makes no difference",
			Lossy, "1 1", `1 leaves "1"`, `1 leaves "1"`},
		{"which of two equal ones apart does",
			Lossy, "1 2 1", `1 leaves "2 1"`, `1 leaves "2 1", 2 leaves "1 1", 1 leaves "1 2"`},
		{"what is delivered again is the oldest", Duplicating, "2 1", `2 leaves "1"`, ""},
	} {
		c := newChannels(test.kind, Unlimited, nameless)
		known := c.at(filled(t, c, test.content))
		if got := takesText(c, known.takes); got != test.takes {
			t.Errorf("%s: of a %s %q one may take %s, want %s", test.why, test.kind, test.content, got, test.takes)
		}
		if got := takesText(c, known.losses); got != test.losses {
			t.Errorf("%s: of a %s %q one may lose %s, want %s", test.why, test.kind, test.content, got, test.losses)
		}
	}
}

// TestCarries: what a timer asks of a content, also where there are more kinds than contents have bits for.
func TestCarries(t *testing.T) {
	c := newChannels(FIFO, Unlimited, nameless)
	for words, want := range map[string][]model.Kind{
		"": nil, "1 2": {model.ELECTION}, "OK": {model.OK}, "OK 3 OK": {model.OK, model.ELECTION},
	} {
		content := filled(t, c, words)
		for _, kind := range []model.Kind{model.ELECTION, model.OK, model.COORDINATOR} {
			if got := c.carries(content, c.seek(kind)); got != slices.Contains(want, kind) {
				t.Errorf("%q: carries %s is %v", words, kind, got)
			}
		}
	}
	const many = 40
	before := number(0)
	for kind := range many {
		content := c.push(0, c.messages.number(kindly(kind)))
		before = c.push(before, c.messages.number(kindly(kind)))
		for other := range many {
			if got := c.carries(content, c.seek(kindly(other).Kind())); got != (other == kind) {
				t.Errorf("what carries %d carries %d: %v", kind, other, got)
			}
			if got := c.carries(before, c.seek(kindly(other).Kind())); got != (other <= kind) {
				t.Errorf("what carries all up to %d carries %d: %v", kind, other, got)
			}
		}
	}
}

// A kindly message is of a kind of its own.
type kindly int

func (k kindly) Kind() model.Kind { return model.Kind(fmt.Sprint("KIND", int(k))) }

// nameless gives no action a name.
func nameless(model.Message) checker.Action { return 0 }
