package draw_test

import (
	"os"

	"interrex/traces/draw"
)

// Three processes on a ring; the greatest one dies after its message has left.
func ExampleText() {
	const p1, p2, p3 = 0, 1, 2
	token := "ELECTION(3)"
	forward := func(from, lane, to int) draw.Step {
		return draw.Step{Action: "deliver", Lane: lane, Message: token, From: from,
			Sends: []draw.Send{{To: to, Message: token}}}
	}
	run := draw.Run{
		Lanes: []draw.Lane{{Name: "P1"}, {Name: "P2"}, {Name: "P3"}},
		Steps: []draw.Step{
			{Action: "start", Lane: p3, Sends: []draw.Send{{To: p1, Message: token}}},
			{Action: "crash", Lane: p3, Crash: true},
			forward(p3, p1, p2),
			forward(p1, p2, p1),
			forward(p2, p1, p2),
		},
		Cycle: 3,
	}
	if err := draw.Text(os.Stdout, run); err != nil {
		panic(err)
	}
	// Output:
	//       P1             P2             P3
	//       │              │              │
	//   1   │              │              ●   start     sends ELECTION(3) to P1
	//   2   │              │              ✖   crash
	//   3   ●◄─────────────┼─ELECTION(3)──┊   deliver   sends ELECTION(3) to P2
	// ╭╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ cycle: steps 4 and 5 repeat for ever
	// │ 4   ├─ELECTION(3)─►●              ┊   deliver   sends ELECTION(3) to P1
	// │ 5   ●◄─ELECTION(3)─┤              ┊   deliver   sends ELECTION(3) to P2
	// ╰╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌┼╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌╌ back to step 4
	//
	//   ● step   ──► arrival of a message sent earlier   ✖ crash   ┊ dead
}
