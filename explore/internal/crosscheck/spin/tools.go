package spin

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"time"
)

// Tools are the programs that make a verifier of a model.
type Tools struct {
	spin, cc string
}

// Find looks for the tools. The error says which is missing and what to install.
func Find() (Tools, error) {
	spin, err := exec.LookPath("spin")
	if err != nil {
		return Tools{}, fmt.Errorf("there is no spin on the path: apt-get install spin")
	}
	for _, cc := range []string{"gcc", "clang", "cc"} {
		if path, err := exec.LookPath(cc); err == nil {
			return Tools{spin, path}, nil
		}
	}
	return Tools{}, fmt.Errorf("there is no gcc, clang or cc on the path: apt-get install gcc libc6-dev")
}

// patience is how long a stopped program may still hold its output open.
const patience = 5 * time.Second

// run runs a program in a folder and returns its output. An exit code other than 0, or a program that had to be
// stopped, is an error, which shows the end of the output.
func run(ctx context.Context, dir, program string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, program, args...)
	command.Dir = dir
	command.WaitDelay = patience
	output, err := command.CombinedOutput()
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	if err != nil {
		return "", fmt.Errorf("%s %s: %w\n%s", program, strings.Join(args, " "), err, end(string(output)))
	}
	return string(output), nil
}

// end is the last few lines of a text.
func end(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	return strings.Join(lines[max(0, len(lines)-10):], "\n")
}
