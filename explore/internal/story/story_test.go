package story

import (
	"io/fs"
	"strings"
	"testing"

	"interrex/model"
	"interrex/model/world"
	"interrex/spec/stories"
)

const good = "story: two\nworld: -algo=bully -n=2\n\n# nobody\nstart P1\nnow ELECTION(1) of P1 to P2 on the way\nhere\nas before\n"

// TestBadScripts: what is wrong, where, and what is allowed.
func TestBadScripts(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"story: two", "start P1", `two.story:1: "start P1": a script begins with a line story: and a title`},
		{"world: -algo=bully -n=2", "start P1", `two.story:2: "start P1": the second line is world:`},
		{"start P1", "P1 starts", `two.story:5: "P1 starts": a line is a step, a fact, `},
		{"start P1", "start 1", `two.story:5: "start 1": a line is a step`},
		{"now ELECTION(1) of P1 to P2 on the way", "now so", `two.story:6: "now so": a line is a step`},
		{"here\n", "\n", "two.story:8: as before: there is no line here before it"},
		{"start P1\n", "", "two.story:1: the script has no step; a line is a step"},
		{good, "", "two.story:1: the script ends before its world"},
	} {
		_, err := Parse("two.story", strings.Replace(good, c.from, c.to, 1))
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%q for %q: %v, want %s", c.to, c.from, err, c.want)
		}
	}
}

// bully is a world of two.
func bully(t *testing.T) world.Config {
	t.Helper()
	a, ok := model.Find("bully")
	if !ok {
		t.Fatal("no bully")
	}
	return world.Faulty(a, []model.ID{1, 2})
}

func followed(t *testing.T, s *Script, c world.Config) *Telling {
	t.Helper()
	told, err := Follow(s, c)
	if err != nil {
		t.Fatal(err)
	}
	return told
}

func follow(t *testing.T, lines string) *Telling {
	t.Helper()
	s, err := Parse("x.story", "story: x\nworld: x\n"+lines)
	if err != nil {
		t.Fatal(err)
	}
	return followed(t, s, bully(t))
}

// TestFacts: each kind of fact, true and false after P1 has started.
func TestFacts(t *testing.T) {
	for fact, instead := range map[string]string{
		"now P1 mode waiting for OK":             "",
		"now all elected ⊥":                      "",
		"now ELECTION(1) of P1 to P2 on the way": "",
		"now 1 message sent":                     "",
		"now P2 dead":                            "of P2 is true: live, mode idle, elected ⊥",
		"now P3 live":                            "there is no P3 here",
		"now nothing on the way":                 "on the way is ELECTION(1) of P1 to P2",
		"now OK of P2 to P1 on the way":          "on the way is ELECTION(1) of P1 to P2; nothing else",
		"now 2 messages sent":                    "sent so far are 1",
		"here\ncrash P2\nas before":              "P1 mode waiting for OK, elected ⊥ | P2 dead",
		"crash P2\nnow all mode waiting for OK":  "",
		"deliver ELECTION(1) of P1 to P2, dying after 1 of 2\nnow OK of P2 to P1 on the way": "",
	} {
		told := follow(t, "start P1\n"+fact)
		if instead == "" && told.Diverged != nil || instead != "" && (told.Diverged == nil || told.Instead[0] != instead) {
			t.Errorf("%s: %v %q, want %q", fact, told.Diverged, told.Instead, instead)
		}
	}
}

// TestStepsAreToldApart: in no state of a small world do two steps go by the same words, and each
// is a step by the grammar.
func TestStepsAreToldApart(t *testing.T) {
	for _, name := range []string{"bully", "bully-recovery", "ring", "ring-detector", "ring-watch", "chang-roberts"} {
		a, _ := model.Find(name)
		c := world.Faulty(a, []model.ID{2, 1, 3})
		c.Restarts, c.Crashes, c.Channels, c.Detector, c.Mistakes, c.Elections, c.Capacity = 1, 1, world.Lossy, world.InaccurateDetector, 1, 2, 2
		seen := 0
		told := followed(t, &Script{}, c)
		for range 400 { // a walk that takes another turn each time
			var all []string
			words := map[string]bool{}
			all = told.step("no such step")
			for _, w := range all[:len(all)-1] {
				if words[w] || !isStep.MatchString(w) {
					t.Fatalf("%s: %q is there twice, or no step by the grammar, in %v", name, w, all)
				}
				words[w] = true
			}
			seen += len(words)
			if len(words) == 0 {
				told = followed(t, &Script{}, c)
				continue
			}
			told.step(all[(seen*7)%len(words)])
		}
		if seen < 400 {
			t.Errorf("%s: only %d steps were looked at", name, seen)
		}
	}
}

// FuzzParse: whatever the text, a script or an error that names the file and a line.
func FuzzParse(f *testing.F) {
	f.Add(good)
	files, _ := fs.Glob(stories.Scripts, "*.story")
	for _, file := range files {
		text, err := fs.ReadFile(stories.Scripts, file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := Parse("x.story", text)
		if err != nil && !strings.HasPrefix(err.Error(), "x.story:") {
			t.Errorf("%v", err)
		}
		if err == nil && (s.Title == "" || s.World == "" || s.Steps() == 0) {
			t.Errorf("%q is a script without title, world or step", text)
		}
	})
}
