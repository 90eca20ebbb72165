package draw

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func svg(t testing.TB, run Run) string {
	t.Helper()
	var out strings.Builder
	if err := SVG(&out, run); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// elements counts the elements of a picture by name and class, and gathers its words. It fails if
// the picture is no XML.
func elements(t rapid.TB, picture string) (count map[string]int, words []string) {
	count = map[string]int{}
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return count, words
		}
		if err != nil {
			t.Fatalf("%v in:\n%s", err, picture)
		}
		switch token := token.(type) {
		case xml.StartElement:
			name := token.Name.Local
			for _, a := range token.Attr {
				if a.Name.Local == "class" {
					name += "." + strings.ReplaceAll(a.Value, " ", ".")
				}
			}
			count[name]++
		case xml.CharData:
			words = append(words, string(token))
		}
	}
}

// Whatever is in the run is in the picture: a mark for each act, an arrow for each message, a name
// for each lane, and each text.
func TestSVGShowsTheRun(t *testing.T) {
	for _, s := range scenarios(t) {
		t.Run(s.name, func(t *testing.T) {
			count, words := elements(t, svg(t, s.run))
			said := strings.Join(words, " ")
			var marks, crashes, restarts, arrows int
			for _, m := range moments(s.run.printable()) {
				switch m.mark() {
				case dies:
					crashes++
				case revives:
					restarts++
				case acts:
					marks++
				}
				if m.Message != "" {
					arrows++
				}
				if m.lost {
					crashes++ // a lost message ends in the same cross
				}
				if !strings.Contains(said, m.Message) {
					t.Errorf("%q is not named", m.Message)
				}
			}
			for name, want := range map[string]int{"circle.step": marks, "path.crash": crashes, "circle.open": restarts} {
				if count[name] != want {
					t.Errorf("%d of %s, want %d", count[name], name, want)
				}
			}
			if got := count["path.arrow"] + count["path.arrow.lost"]; got != arrows {
				t.Errorf("%d arrows, want %d", got, arrows)
			}
			if got := count["text.name"]; got != len(s.run.Lanes) {
				t.Errorf("%d names, want %d", got, len(s.run.Lanes))
			}
		})
	}
}

// No text of a run can break out of its place in the picture.
func TestSVGIsXML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.String()
		run := Run{Lanes: []Lane{{Name: word.Draw(t, "name"), Note: word.Draw(t, "note")}, {}}, Cycle: NoCycle}
		run.Steps = []Step{{Action: word.Draw(t, "action"), Lane: 1, Message: word.Draw(t, "message"), Note: word.Draw(t, "remark")}}
		var out strings.Builder
		if err := SVG(&out, run); err != nil {
			t.Fatal(err)
		}
		elements(t, out.String())
	})
}

// Two equal messages on one channel arrive in the order of their sending; a repaired ring brings one
// to a lane for which it was not meant; of one that was under way at first the sending is not told.
func TestSources(t *testing.T) {
	deliver := func(from, to int) Step { return Step{Message: "m", From: from, Lane: to} }
	send := func(from, to int) Step { return Step{Lane: from, Sends: []Send{{To: to, Message: "m"}}} }
	run := Run{Lanes: make([]Lane, 3), Cycle: NoCycle, Steps: []Step{
		send(0, 1), send(0, 1), send(0, 2), deliver(0, 2), deliver(0, 1), deliver(0, 2), deliver(1, 2),
	}}
	want := []int{noStep, noStep, noStep, 2, 0, 1, noStep}
	if got := Sources(run); !slices.Equal(got, want) {
		t.Errorf("sent in %v, want %v", got, want)
	}
}
