package explore

import (
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"interrex/internal/golden"
	"interrex/internal/testlevel"
)

const reductionPage = "../docs/reduction.md"

var (
	reductionRow  = regexp.MustCompile("^\\| `(-algo=[^`]*)`(, safety)? \\| (.*) \\|$")
	reductionCell = regexp.MustCompile(`^(\*?)([\d,]+)( \([\d.]+\))?\*?$`)
	reductions    = []string{"none", "po", "confluence", "po,confluence"}
)

// TestReductionPage makes the states of the table anew, and compares: also whether the graph was reduced in the end,
// which the page tells by slanted numbers. Seconds are of one machine on one day, and are not.
func TestReductionPage(t *testing.T) {
	testlevel.Slow(t, "some forty worlds; TestReduction has a few")
	if testlevel.Race {
		t.Log("left to the run without the race detector: the counts are the same for any number of workers")
		return
	}
	most := 30_000
	if all() {
		most = 700_000
	}
	page, err := os.ReadFile(reductionPage)
	if err != nil {
		t.Fatal(err)
	}
	lines, compared := strings.Split(string(page), "\n"), map[string]int{}
	for i, line := range lines {
		row := reductionRow.FindStringSubmatch(line)
		if row == nil {
			continue
		}
		args := row[1]
		if row[2] != "" {
			args += " -property=one-leader,elected-is-max,agreement,validity,not-stuck"
		}
		cells := strings.Split(row[3], " | ")
		for k, cell := range cells {
			said := reductionCell.FindStringSubmatch(strings.TrimSpace(cell))
			if said == nil {
				continue
			}
			if n, err := strconv.Atoi(strings.ReplaceAll(said[2], ",", "")); err != nil || n > most {
				continue
			}
			compared[reductions[k]]++
			cells[k] = reducedCell(t, args, reductions[k], said[3])
		}
		lines[i] = strings.Replace(line, row[3], strings.Join(cells, " | "), 1)
	}
	for _, r := range reductions {
		if compared[r] < 5 {
			t.Errorf("-reduce=%s: only %d numbers of docs/reduction.md are compared", r, compared[r])
		}
	}
	golden.File(t, reductionPage, strings.Join(lines, "\n"))
}

// reducedCell is a cell of the table: *1,234 (0.05)*, slanted where nothing was reduced though that was asked for.
func reducedCell(t *testing.T, args, by, seconds string) string {
	t.Helper()
	var found struct {
		States    int    `json:"states"`
		Reduction string `json:"reduction"`
	}
	r := call(args + " -quiet -format=json -reduce=" + by)
	if err := json.Unmarshal([]byte(r.stdout), &found); err != nil {
		t.Fatalf("%s -reduce=%s: %v\n%s", args, by, err, r.stderr)
	}
	cell := withCommas(found.States) + seconds
	if by != "none" && found.Reduction == "none" {
		return "*" + cell + "*"
	}
	return cell
}

// withCommas prints 1,234,567.
func withCommas(n int) string {
	text := strconv.Itoa(n)
	for at := len(text) - 3; at > 0; at -= 3 {
		text = text[:at] + "," + text[at:]
	}
	return text
}
