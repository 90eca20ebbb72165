package replay_test

import (
	"fmt"
	"os"

	"interrex/traces/replay"
)

// A run that three nodes of a bully have recorded is one of the model's; one in which a message
// overtakes another is not.
func Example() {
	for _, folder := range []string{"../corpus/good/bully-calm", "../corpus/bad/overtaken"} {
		found, err := replay.Find([]string{folder})
		if err != nil {
			fmt.Println(err)
			return
		}
		report, err := found[0].Replay(replay.Options{World: replay.Perfect()})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %s, %d events, %d explained\n", report.Run, report.Verdict, report.Events, report.Followed)
		if report.Diverged != nil {
			fmt.Printf("%s: %s (%s)\n", report.Diverged.Place, report.Diverged.Guard, report.Diverged.Values)
		}
	}
	if _, err := replay.Find([]string{"../corpus/nothing"}); err != nil {
		fmt.Fprintln(os.Stdout, err)
	}
	// Output:
	// bully-calm: accepted, 22 events, 22 explained
	// bully-calm: diverges, 22 events, 17 explained
	// ../corpus/bad/overtaken/1.ndjson:5: the message is the first on its channel (3.1.2 COORDINATOR(3) is behind 3.1.1 OK, which has not been taken)
	// ../corpus/nothing: want a file of a trace, or a folder: no such file or directory
}
