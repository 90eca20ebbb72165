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

// kindOf is the kind of an object: its name without numbers and random letters.
func kindOf(name string) string {
	kind := regexp.MustCompile(`[0-9A-Z]{8,}|[0-9]+`).ReplaceAllString(name, "")
	return regexp.MustCompile(`[-.]+`).ReplaceAllString(kind, "-")
}

// A corruption changes an object of a store.
type corruption struct {
	name      string
	do        func(objects map[string][]byte, name, other string)
	usesOther bool // it reads or changes another object
}

// corruptions lists the corruptions of an object.
func corruptions(object []byte) (all []corruption) {
	swap := func(objects map[string][]byte, name, other string) {
		objects[name], objects[other] = objects[other], objects[name]
	}
	copied := func(objects map[string][]byte, name, other string) { objects[name] = objects[other] }
	all = []corruption{{"swap", swap, true}, {"copy", copied, true}}
	for what, length := range map[string]int{"nothing": 0, "half": len(object) / 2, "all but the last byte": len(object) - 1} {
		all = append(all, corruption{"truncate to " + what, func(objects map[string][]byte, name, _ string) {
			objects[name] = objects[name][:length]
		}, false})
	}
	tail := len(object) - tailBytes
	places := map[string]int{"the first byte": 0, "the first bytes": 9, "the middle": len(object) / 2, "the end": len(object) - 1, "the name": bytes.LastIndex(object, []byte("Name")) + 9,
		"the format": bytes.LastIndex(object, []byte("Format")) + 8, "the index": tail - 5, "the length of the index": tail, "the checksum of the index": tail + 9}
	for what, at := range places {
		all = append(all, corruption{"flip a bit in " + what, func(objects map[string][]byte, name, _ string) {
			object := slices.Clone(objects[name])
			object[at] ^= 1 << (at % 7)
			objects[name] = object
		}, false})
	}
	slices.SortFunc(all, func(a, b corruption) int { return strings.Compare(a.name, b.name) })
	return all
}

// A partialCheck is a question and its options, to resume it from the first objects of its store.
type partialCheck struct {
	question
	Options
}

// resume continues the check with the objects of a store.
func (i partialCheck) resume(s Store) (string, error) {
	o := i.Options
	o.Store = s
	return try(i.question, o)
}

// objectsAfter returns the objects of the store after a number of writes, and how many there are.
func (i partialCheck) objectsAfter(t *testing.T, objects int) (there map[string][]byte, made int) {
	t.Helper()
	s := &killingStore{Store: newMemoryStore(), left: objects}
	if _, err := i.resume(s); err != nil && !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
	return s.Store.(*memoryStore).objects, objects - s.left
}

// One object of a complete or partial store is swapped, overwritten, cut or changed. The check ends with one line that
// names the object, or its report is right.
func TestCorruptedObjects(t *testing.T) {
	testlevel.Alone(t)
	wrong := map[string]int{} // by kind, the number of refusals since an object holds another one
	for k, i := range []partialCheck{
		{question: numberGraph(300, 6), Options: inSmallPieces(nil)},
		{question: randomGraph(rand.New(rand.NewPCG(5, 5)), 60), Options: inSmallPieces(nil)},
		{question: randomGraph(rand.New(rand.NewPCG(6, 5)), 60), Options: inSmallPieces(nil)},
	} {
		if i.words, i.Check.Workers = 1000, 1; k > 0 { // one worker makes the objects in a fixed order
			i.rows, i.room = 20, 8
		}
		want, err := i.resume(newMemoryStore())
		if err != nil {
			t.Fatal(err)
		}
		finished, all := i.objectsAfter(t, math.MaxInt)
		i.corruptEach(t, finished, want, map[string]bool{}, wrong)
		tried, cuts := map[string]bool{}, 40
		if testlevel.Quick() || testlevel.CI() && !testlevel.All() {
			cuts = 10
		}
		for cut := 1; cut < all; cut += 1 + all/cuts {
			there, _ := i.objectsAfter(t, cut)
			i.corruptEach(t, there, want, tried, wrong)
		}
	}
	for _, kind := range []string{"subject", "levels/", "lessons/", "states/passing-rank-", "runs/passing-sift-"} {
		if wrong[kind] == 0 && (testlevel.All() || !testlevel.CI() && !testlevel.Quick()) {
			t.Errorf("no object of kind %s was refused since it holds another one: %v", kind, wrong)
		}
	}
}

// corruptEach tries every corruption of one object of each kind that was not tried yet.
func (i partialCheck) corruptEach(t *testing.T, there map[string][]byte, want string, tried map[string]bool, wrong map[string]int) {
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
		for _, a := range corruptions(there[name]) {
			if !a.usesOther {
				others = others[:1]
			}
			for _, other := range others {
				if tries++; !testlevel.OneOf(16, tries) || !testlevel.Sample(t, 4, tries) || other == name {
					continue
				}
				s := newMemoryStore()
				s.objects = maps.Clone(there)
				a.do(s.objects, name, other)
				got, err := i.resume(s)
				text := fmt.Sprint(err)
				isNamed := strings.Contains(text, ": "+name+": ") || a.usesOther && strings.Contains(text, ": "+other+": ")
				switch refused := (*Error)(nil); {
				case err == nil && got == want:
				case err == nil:
					t.Errorf("%s %s (%s): the report is\n%swithout the corruption it is\n%s", a.name, name, other, got, want)
				case !errors.As(err, &refused) || strings.Contains(text, "\n") || !isNamed || a.usesOther && !strings.Contains(text, " holds "):
					t.Errorf("%s %s (%s): %s", a.name, name, other, text)
				case strings.HasSuffix(text, fmt.Sprintf(": %s: holds %s, not %s", name, other, name)):
					wrong[kind]++
				}
			}
		}
	}
}

// A store of another format is refused.
func TestOtherFormat(t *testing.T) {
	s := newMemoryStore()
	err := create(s, subjectName, 0, func(w *objectWriter) error {
		w.Format, w.Value = 3, []byte("{}")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	const want = "store in memory: subject: store of format 3; this program reads format 8: name a new folder"
	if _, err := try(numberGraph(100, 1), inSmallPieces(s)); fmt.Sprint(err) != want {
		t.Errorf("%v, want %s", err, want)
	}
}
