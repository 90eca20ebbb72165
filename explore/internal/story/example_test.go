package story_test

import (
	"fmt"

	"interrex/explore/internal/story"
	"interrex/model"
	"interrex/model/world"
)

// A run is written down, and followed: what is said of it is true up to the line that asks for too
// much.
func Example() {
	script, err := story.Parse("own.story", `story: the highest starts
world: -algo=ring -n=2

start P2
now ELECTION(2) of P2 to P1 on the way
deliver ELECTION(2) of P2 to P1
deliver ELECTION(2) of P1 to P2
now P2 elected 2
deliver ELECTED(2) of P1 to P2
`)
	if err != nil {
		fmt.Println(err)
		return
	}
	ring, _ := model.Find("ring")
	told, err := story.Follow(script, world.Faulty(ring, []model.ID{1, 2}))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%s: %d of %d steps, %d messages\n", script.Title, len(told.Path.Stem), script.Steps(), told.Messages)
	if told.Diverged != nil {
		fmt.Printf("line %d, %s: %q\n", told.Diverged.Number, told.Diverged.Text, told.Instead)
	}
	// Output:
	// the highest starts: 3 of 4 steps, 3 messages
	// line 9, deliver ELECTED(2) of P1 to P2: ["deliver ELECTED(2) of P2 to P1" "crash P1" "crash P2" "nothing else"]
}
