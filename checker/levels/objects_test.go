package levels

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"interrex/internal/testlevel"
)

// kindOf is the kind of an object by its name: what differs between objects of a kind is left out.
func kindOf(name string) string {
	kind := regexp.MustCompile(`[0-9A-Z]{8,}|[0-9]+`).ReplaceAllString(name, "")
	return regexp.MustCompile(`[-.]+`).ReplaceAllString(kind, "-")
}

// An attack changes an object of a store.
type attack struct {
	name string
	do   func(objects map[string][]byte, name, other string)
	isBy bool // it has to do with another object
}

// attacks lists the attacks on an object.
func attacks(object []byte) (all []attack) {
	swap := func(objects map[string][]byte, name, other string) {
		objects[name], objects[other] = objects[other], objects[name]
	}
	copied := func(objects map[string][]byte, name, other string) { objects[name] = objects[other] }
	all = []attack{{"swap", swap, true}, {"copy", copied, true}}
	for what, length := range map[string]int{"nothing": 0, "half": len(object) / 2, "all but the last byte": len(object) - 1} {
		all = append(all, attack{"truncate to " + what, func(objects map[string][]byte, name, _ string) {
			objects[name] = objects[name][:length]
		}, false})
	}
	tail := len(object) - tailBytes
	places := map[string]int{"the first byte": 0, "the first bytes": 9, "the middle": len(object) / 2, "the end": len(object) - 1, "the name": bytes.LastIndex(object, []byte("Name")) + 9,
		"the format": bytes.LastIndex(object, []byte("Format")) + 8, "the index": tail - 5, "the length of the index": tail, "the checksum of the index": tail + 9}
	for what, at := range places {
		all = append(all, attack{"flip a bit in " + what, func(objects map[string][]byte, name, _ string) {
			object := slices.Clone(objects[name])
			object[at] ^= 1 << (at % 7)
			objects[name] = object
		}, false})
	}
	slices.SortFunc(all, func(a, b attack) int { return strings.Compare(a.name, b.name) })
	return all
}

// interrupted is a question with a store that is cut after some objects, and the options to continue it.
type interrupted struct {
	question
	Options
}

// goOn is Check with the objects in a store.
func (i interrupted) goOn(s Store) (string, error) {
	o := i.Options
	o.Store = s
	return try(i.question, o)
}

// until returns the objects of the store once the given number has been written.
func (i interrupted) until(t *testing.T, objects int) (there map[string][]byte, made int) {
	t.Helper()
	s := &mortal{Store: newMemory(), left: objects}
	if _, err := i.goOn(s); err != nil && !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	return s.Store.(*memory).objects, objects - s.left
}

// An object of a store is swapped with another one, overwritten, cut or changed; the store is finished or was interrupted. The check is
// then refused in a line that names the object, or its report is right.
func TestAttacked(t *testing.T) {
	testlevel.Alone(t)
	wrong := map[string]int{} // by kind, how often it was said that an object holds another one
	for k, i := range []interrupted{
		{question: numbers(300, 6), Options: small(nil)},
		{question: graphOf(rand.New(rand.NewPCG(5, 5)), 60), Options: small(nil)},
		{question: graphOf(rand.New(rand.NewPCG(6, 5)), 60), Options: small(nil)},
	} {
		if i.words, i.Check.Workers = 1000, 1; k > 0 { // one worker: it makes objects in an order
			i.rows, i.room = 20, 8
		}
		want, err := i.goOn(newMemory())
		if err != nil {
			t.Fatal(err)
		}
		finished, all := i.until(t, math.MaxInt)
		i.attackEach(t, finished, want, map[string]bool{}, wrong)
		tried, cuts := map[string]bool{}, 40
		if testlevel.Quick() || testlevel.CI() && !testlevel.All() {
			cuts = 10
		}
		for cut := 1; cut < all; cut += 1 + all/cuts {
			there, _ := i.until(t, cut)
			i.attackEach(t, there, want, tried, wrong)
		}
	}
	for _, kind := range []string{"subject", "levels/", "lessons/", "states/passing-rank-", "runs/passing-sift-"} {
		if wrong[kind] == 0 && (testlevel.All() || !testlevel.CI() && !testlevel.Quick()) {
			t.Errorf("no object %s was refused since it holds another one: %v", kind, wrong)
		}
	}
}

// attackEach tries every attack on an object of each kind that was not tried.
func (i interrupted) attackEach(t *testing.T, there map[string][]byte, want string, tried map[string]bool, wrong map[string]int) {
	byKind := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(there)) {
		byKind[kindOf(name)] = append(byKind[kindOf(name)], name)
	}
	kinds, tries := slices.Sorted(maps.Keys(byKind)), len(there)
	for k, kind := range kinds {
		if tried[kind] {
			continue
		}
		tried[kind] = true
		names := byKind[kind]
		name := names[len(names)/2]
		others := []string{byKind[kinds[(k+1)%len(kinds)]][0]}
		if len(names) > 1 {
			others = append(others, names[0])
		}
		for _, a := range attacks(there[name]) {
			if !a.isBy {
				others = others[:1]
			}
			for _, other := range others {
				if tries++; !testlevel.OneOf(16, tries) || !testlevel.Sample(t, 4, tries) || other == name {
					continue
				}
				s := newMemory()
				s.objects = maps.Clone(there)
				a.do(s.objects, name, other)
				got, err := i.goOn(s)
				says := fmt.Sprint(err)
				isNamed := strings.Contains(says, ": "+name+": ") || a.isBy && strings.Contains(says, ": "+other+": ")
				switch refused := (*Error)(nil); {
				case err == nil && got == want:
				case err == nil:
					t.Errorf("%s %s (%s): the report is\n%swithout that\n%s", a.name, name, other, got, want)
				case !errors.As(err, &refused) || strings.Contains(says, "\n") || !isNamed || a.isBy && !strings.Contains(says, " holds "):
					t.Errorf("%s %s (%s): %s", a.name, name, other, says)
				case strings.HasSuffix(says, fmt.Sprintf(": %s: holds %s, not %s", name, other, name)):
					wrong[kind]++
				}
			}
		}
	}
}

// A store of another format is refused.
func TestOtherFormat(t *testing.T) {
	s := newMemory()
	err := create(s, subjectName, 0, func(w *objectWriter) error {
		w.Format, w.Value = 3, []byte("{}")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = "store in memory: subject: store of format 3; this program reads format 8: name a new folder"
	if _, err := try(numbers(100, 1), small(s)); fmt.Sprint(err) != want {
		t.Errorf("%v, want %s", err, want)
	}
}
