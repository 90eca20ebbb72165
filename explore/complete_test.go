package explore

import (
	"slices"
	"strings"
	"testing"
)

// TestComplete: what can come next, by what the last word is.
func TestComplete(t *testing.T) {
	for _, test := range []struct {
		typed string // the last word is what comes after the last blank
		want  string // all there is; "..." for more that is not said
	}{
		{"", "check ... consensus"},
		{"c", "check claims crosscheck completion chang-roberts consensus"},
		{"help mea", "measure"},
		{"help one", "one-leader"},
		{"completion ", "bash zsh fish"},
		{"-al", "-algo="},
		{"-algo=bully -n=3 -cr", "-crash-points= -crashes= -criterion="},
		{"-algo=bully -crashes=1 -cr", "-crash-points= -criterion="},
		{"-algo=raft -pre", "-pre-vote"},
		{"-algo=bully -pre", ""},
		{"-algo=bully -ti", "-timeouts="},
		{"-algo=bully -timeouts=clock -t", "-t2= -t= -ties= -timely= -tm= -tp="},
		{"-algo=bully -timeouts=", "-timeouts=sync -timeouts=perfect -timeouts=any -timeouts=clock"},
		{"-algo=raft -timeouts=", "-timeouts=sync -timeouts=perfect -timeouts=any"},
		{"measure -algo=ring -orders=", "-orders=one -orders=descending -orders=all -orders=drawn"},
		{"step -a", "-algo= -at="},
		{"list -", "-o= -quiet"},
		{"-algo=bul", "-algo=bully -algo=bully-recovery"},
		{"-algo=bully -property=decides,en", "-property=decides,ends"},
		{"-algo=bully -property=str", "-property=strict-pmax -property=strict-agreement -property=strict-decides -property=strict-stability"},
		{"claims -id=C1", "-id=C10 ... -id=C19"},
		{"mutants -algo=bully -mut", "-mutant="},
		{"show ", ""},
		{"show x.json -format=ht", "-format=html"},
		{"anonymous -ring=b", "-ring=bidirectional"},
	} {
		got := strings.Join(complete(whole, strings.Split(test.typed, " ")), " ")
		start, end, isPart := strings.Cut(test.want, "...")
		if got != test.want && !(isPart && strings.HasPrefix(got, strings.TrimSpace(start)) && strings.HasSuffix(got, strings.TrimSpace(end))) {
			t.Errorf("%q can become\n%s, want\n%s", test.typed, got, test.want)
		}
	}
}

// TestCompletedIsTaken: a value that is offered is never refused as one that is not allowed.
func TestCompletedIsTaken(t *testing.T) {
	offered := 0
	for _, command := range []string{"check", "measure", "step"} {
		for _, algorithm := range []string{"bully", "raft", "ring-watch", "omega-minimal", "consensus"} {
			line := []string{command, "-algo=" + algorithm, "-n=3"}
			for _, name := range complete(whole, append(slices.Clone(line), "-")) {
				for _, value := range complete(whole, append(slices.Clone(line), name)) {
					if strings.HasSuffix(value, "=") || value == name || strings.HasPrefix(value, "-mutant=") {
						continue
					}
					offered++
					_, err := whole.Line(append(slices.Clone(line), value))
					if err != nil && strings.HasPrefix(err.Error(), value+": allowed") {
						t.Errorf("%v %s: %v", line, value, err)
					}
				}
			}
		}
	}
	if offered < 200 {
		t.Errorf("only %d values were offered", offered)
	}
}

// FuzzComplete: whatever is typed, it goes on as it begins.
func FuzzComplete(f *testing.F) {
	for _, seed := range []string{"", "check -", "-algo=bully -property=decides,", "show a b -format=", "step -at=0.1~ -", "- = --", "help help help"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, typed string) {
		words := strings.Split(typed, " ")
		for _, word := range words {
			if strings.HasPrefix(word, "-counterexample") || len(words) > 6 {
				return // files are read
			}
		}
		for _, word := range complete(whole, words) {
			if !strings.HasPrefix(word, words[len(words)-1]) {
				t.Errorf("%q becomes %q", typed, word)
			}
		}
	})
}
