package replay_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"interrex/impl"
	"interrex/internal/testlevel"
	"interrex/traces"
	"interrex/traces/replay"
)

// files are those of a trace, by name, in lines without newlines.
type files map[string][]string

func readFiles(t testing.TB, folder string) files {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.ndjson"))
	if err != nil || len(names) == 0 {
		t.Fatalf("%s: no trace: %v", folder, err)
	}
	all := files{}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		all[filepath.Base(name)] = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	}
	return all
}

// inOrder writes a trace as if the ring had another order: position i of it has what was at order[i].
func inOrder(t *testing.T, of files, order []int) []traces.Source {
	t.Helper()
	var list []traces.Source
	var ids []int
	for name, lines := range of {
		if l, err := traces.ParseLine([]byte(lines[0])); err != nil {
			t.Fatal(err)
		} else if ids == nil {
			for _, i := range order {
				ids = append(ids, l.Header.IDs[i])
			}
		}
		var text bytes.Buffer
		for _, l := range lines {
			var line map[string]any
			d := json.NewDecoder(strings.NewReader(l))
			d.UseNumber()
			if err := d.Decode(&line); err != nil {
				t.Fatal(err)
			}
			text.WriteString(permuted(t, l, line, order, ids) + "\n")
		}
		list = append(list, traces.Source{Name: name, From: &text})
	}
	slices.SortFunc(list, func(a, b traces.Source) int { return strings.Compare(a.Name, b.Name) })
	return list
}

var set = regexp.MustCompile(`\{[0-9]+(,[0-9]+)+\}`)

// permuted is a line with its ids and its clock in that order, and the sets, which are printed in the ring's.
func permuted(t *testing.T, text string, line map[string]any, order, ids []int) string {
	t.Helper()
	for _, name := range []string{"ids", "clock"} {
		list, has := line[name].([]any)
		if !has {
			continue
		}
		var was, is []string
		for i := range list {
			was, is = append(was, fmt.Sprint(list[i])), append(is, fmt.Sprint(list[order[i]]))
		}
		old, by := fmt.Sprintf("%q:[%s]", name, strings.Join(was, ",")), fmt.Sprintf("%q:[%s]", name, strings.Join(is, ","))
		if !strings.Contains(text, old) {
			t.Fatalf("no %s in %s", old, text)
		}
		text = strings.Replace(text, old, by, 1)
	}
	return set.ReplaceAllStringFunc(text, func(list string) string {
		members := strings.Split(strings.Trim(list, "{}"), ",")
		slices.SortFunc(members, func(a, b string) int {
			i, _ := strconv.Atoi(a)
			j, _ := strconv.Atoi(b)
			return slices.Index(ids, i) - slices.Index(ids, j)
		})
		return "{" + strings.Join(members, ",") + "}"
	})
}

// orders are those of a ring of n: turned by so many places, the other way round, and with two neighbours
// swapped.
func orders(n int) (right, wrong [][]int) {
	for by := range n {
		turned := make([]int, n)
		for i := range n {
			turned[i] = (i + by) % n
		}
		right = append(right, turned)
		back := slices.Clone(turned)
		slices.Reverse(back)
		wrong = append(wrong, back)
		swapped := slices.Clone(right[0])
		swapped[by], swapped[(by+1)%n] = swapped[(by+1)%n], swapped[by]
		wrong = append(wrong, swapped)
	}
	return right, wrong
}

// TestRingsHaveAnOrder: a run of a ring is one of that ring wherever one begins to count, and in no other
// order: neither the other way round nor with two neighbours swapped, whoever has died or been cut off.
func TestRingsHaveAnOrder(t *testing.T) {
	testlevel.Alone(t)
	for _, a := range impl.Algorithms() {
		if a.Topology == impl.Complete {
			continue
		}
		for _, manner := range []string{"calm", "troubled"} {
			name := a.Name + "-" + manner
			all := readFiles(t, filepath.Join(corpus, "good", name))
			n := len(all)
			verdict := func(order []int) replay.Verdict {
				r, err := replay.Follow(inOrder(t, all, order), replay.Options{World: replay.Perfect()})
				if err != nil {
					t.Fatalf("%s in the order %v: %v", name, order, err)
				}
				return r.Verdict
			}
			right, wrong := orders(n)
			for _, order := range right {
				if got := verdict(order); got != replay.Accepted {
					t.Errorf("%s, turned to %v: %s", name, order, got)
				}
			}
			for _, order := range wrong {
				if got := verdict(order); got != replay.Diverges {
					t.Errorf("%s, in the wrong order %v: %s", name, order, got)
				}
			}
		}
	}
}
