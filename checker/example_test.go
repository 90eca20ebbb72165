package checker_test

import (
	"context"
	"fmt"

	"interrex/checker"
)

// Two processes want to enter, and each looks first whether the other is inside: too early, for both
// may have looked before either goes in. What stays possible is done some time: weak fairness. So whoever
// has looked goes in; but to look is possible only now and then, and need never be done.
func Example() {
	type state struct{ first, second string } // "", "looked" or "inside"
	next := func(s state, emit func(string, checker.Duty, state)) {
		move := func(name string, duty int, own, other string, to func(string) state) {
			switch {
			case own == "" && other != "inside":
				emit(name+" looks", checker.Weak(duty), to("looked"))
			case own == "looked":
				emit(name+" enters", checker.Weak(duty), to("inside"))
			case own == "inside":
				emit(name+" leaves", checker.Weak(duty), to(""))
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
