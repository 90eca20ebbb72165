package checker_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"interrex/checker"
)

// Two processes with the algorithm of Peterson.
func Example() {
	ctx := context.Background()

	type state struct {
		process [2]string // "", "wants", "waits" or "inside"
		turn    int       // the process that goes first if both wait
	}
	peterson := checker.Values([]state{{}}, func(s state, emit func(step string, fairness checker.FairnessClass, to state)) {
		for i := range 2 {
			to := s
			switch s.process[i] {
			case "":
				to.process[i] = "wants"
				emit("want", checker.None, to)
			case "wants":
				to.process[i], to.turn = "waits", 1-i
				emit("give way", checker.Weak(i), to)
			case "waits":
				to.process[i] = "inside"
				if s.process[1-i] == "" || s.turn == i {
					emit("enter", checker.Weak(i), to)
				}
			case "inside":
				to.process[i] = ""
				emit("leave", checker.Weak(i), to)
			}
		}
	})
	excludes := func(s state) bool { return s.process != [2]string{"inside", "inside"} }
	wants := func(s state) bool { return s.process[0] == "wants" }
	enters := func(s state) bool { return s.process[0] == "inside" }
	report, err := checker.Check(ctx, peterson, []checker.Property{
		checker.Invariant("mutual exclusion", peterson.On(excludes)),
		checker.LeadsTo("progress", peterson.On(wants), peterson.On(enters)),
	}, checker.Options{})

	fmt.Println(report.States, "states, error:", err)
	for _, r := range report.Results {
		fmt.Println(r.Property.Name, r.Verdict)
	}
	// Output:
	// 20 states, error: <nil>
	// mutual exclusion holds
	// progress holds
}

// The code in the package comment is that of the example.
func TestPackageComment(t *testing.T) {
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("example_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	for line := range strings.Lines(string(doc)) {
		if text, isCode := strings.CutPrefix(line, "//\t"); isCode {
			code.WriteString("\t" + text)
		}
	}
	if code.Len() == 0 || !strings.Contains(string(example), code.String()) {
		t.Errorf("example_test.go does not contain\n%s", code.String())
	}
}

// Two processes want to enter. Each first looks whether the other is inside. Both may look before one of them enters. A step under
// weak fairness is taken if it stays enabled: a process that has looked enters. A process may look only now and then, so it may
// never look.
func Example_violated() {
	type state struct{ first, second string } // "", "looked" or "inside"
	next := func(s state, emit func(string, checker.FairnessClass, state)) {
		move := func(name string, class int, own, other string, to func(string) state) {
			switch {
			case own == "" && other != "inside":
				emit(name+" looks", checker.Weak(class), to("looked"))
			case own == "looked":
				emit(name+" enters", checker.Weak(class), to("inside"))
			case own == "inside":
				emit(name+" leaves", checker.Weak(class), to(""))
			}
		}
		move("first", 0, s.first, s.second, func(own string) state { return state{own, s.second} })
		move("second", 1, s.second, s.first, func(own string) state { return state{s.first, own} })
	}
	system := checker.Values([]state{{}}, next)
	report, err := checker.Check(context.Background(), system, []checker.Property{
		checker.Invariant("one inside", system.On(func(s state) bool { return s.first != "inside" || s.second != "inside" })),
		checker.Eventually("the first enters", system.On(func(s state) bool { return s.first == "inside" })),
	}, checker.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%d states, complete: %v\n", report.States, report.Complete)
	for _, r := range report.Results {
		fmt.Println(r.Property.Name, r.Verdict)
		if r.Path != nil {
			fmt.Print(r.Path.Text(system))
		}
	}
	// Output:
	// 9 states, complete: true
	// one inside violated
	//      { }
	//   1. first looks
	//      {looked }
	//   2. second looks
	//      {looked looked}
	//   3. first enters
	//      {inside looked}
	//   4. second enters
	//      {inside inside}
	// the first enters violated
	//      { }
	//      for ever:
	//   1. second looks
	//      { looked}
	//   2. second enters
	//      { inside}
	//   3. second leaves
	//      { }
}
