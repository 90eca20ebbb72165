package world

import (
	"fmt"
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"interrex/model"
)

// Contents are numbered as lists of their messages are: those have the same number that are the same list or, in a bag, the
// same when they are sorted. Whatever is known of one is found in its list.
func TestContents(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		c := newChannels(rapid.SampledFrom(Channels("").Values()).Draw(r, "kind"), rapid.SampledFrom([]int{Unlimited, 1, 3, 5}).Draw(r, "capacity"), nameless)
		list, number := []number{}, number(0)
		known := map[string]uint32{fmt.Sprint(list): 0}
		for range rapid.IntRange(1, 40).Draw(r, "changes") {
			if take := c.takes(number, new([1]take)); len(take) > 0 && rapid.Bool().Draw(r, "takes") {
				way := rapid.IntRange(0, len(take)-1).Draw(r, "way")
				at := slices.Index(list, take[way].message)
				if c.kind != Bag && at != 0 {
					r.Fatalf("of %v is taken %d", list, take[way].message)
				}
				list, number = slices.Delete(slices.Clone(list), at, at+1), take[way].rest
			} else {
				m := c.messages.number(model.Election{ID: model.ID(rapid.IntRange(1, 3).Draw(r, "message"))})
				pushed := c.push(number, m)
				if isFull := c.capacity != Unlimited && len(list) == c.capacity; isFull != (pushed == full) {
					r.Fatalf("%v and %d: full is %v, want %v", list, m, pushed == full, isFull)
				}
				if pushed == full {
					continue
				}
				list, number = append(slices.Clone(list), m), pushed
			}
			if c.kind == Bag {
				slices.SortStableFunc(list, c.compare)
			}
			if old, is := known[fmt.Sprint(list)]; is && old != number {
				r.Fatalf("%v is %d, and was %d", list, number, old)
			}
			known[fmt.Sprint(list)] = number
			if got := c.contents.messages(number); !slices.Equal(got, list) || c.number(slices.Clone(list)) != number {
				r.Fatalf("%d holds %v, want %v", number, got, list)
			}
			if shows := c.contents.strands.Load().shows(number); (shows != 0) != (len(list) > 0) {
				r.Fatalf("%v shows %b", list, shows)
			}
		}
		byNumber := map[uint32]string{}
		for list, n := range known {
			if other, is := byNumber[n]; is {
				r.Fatalf("%s and %s are both %d", list, other, n)
			}
			byNumber[n] = list
		}
	})
}

// Several goroutines number the same contents alike, more of them than a table has room for at first.
func TestContentsTogether(t *testing.T) {
	c := newChannels(FIFO, Unlimited, nameless)
	var messages []number
	for id := range 4 {
		messages = append(messages, c.messages.number(model.Election{ID: model.ID(id + 1)}))
	}
	const length = 6
	var got [4][]number
	var all sync.WaitGroup
	for i := range got {
		all.Go(func() {
			for code := range 1 << (2 * length) {
				n := number(0)
				for place := range length {
					n = c.push(n, messages[code>>(2*place)&3])
				}
				got[i] = append(got[i], n)
			}
		})
	}
	all.Wait()
	for i := range got {
		if !slices.Equal(got[i], got[0]) {
			t.Error("two goroutines have numbered contents differently")
		}
	}
	if distinct := len(slices.Compact(slices.Sorted(slices.Values(got[0])))); distinct != 1<<(2*length) {
		t.Errorf("%d contents have a number of their own, want %d", distinct, 1<<(2*length))
	}
	if longest := c.contents.longest(); longest != length {
		t.Errorf("the longest has %d messages, want %d", longest, length)
	}
}
