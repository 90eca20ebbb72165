package draw

import "strings"

const (
	lifeline = '│' // a lane that lives
	deadLane = '┊' // a lane that is dead
	acts     = '●' // where a step happens
	dies     = '✖' // where a step ends with a crash
	revives  = '○' // where a step brings a lane back
	vanishes = '×' // where a lost message ends
	passes   = '┈' // what happens to all lanes at once
	leftOut  = '⋮' // where steps are left out
	ends     = '┴' // where a lane stops because nothing can happen any more
)

// row returns the cells of one line: the lifelines, and nothing between them.
func (c columns) row(live []bool) []rune {
	row := []rune(strings.Repeat(" ", c.width))
	for i, x := range c.at {
		row[x] = deadLane
		if live[i] {
			row[x] = lifeline
		}
	}
	return row
}

// heads returns a line with a label centred over each lifeline, overhang cells longer on both sides
// than the lanes.
func (c columns) heads(labels []string) []rune {
	row := []rune(strings.Repeat(" ", overhang+c.width+overhang))
	for i, label := range labels {
		left, _ := halves(label)
		write(row, overhang+c.at[i]-left, label)
	}
	return row
}

// stop ends the lifelines of the living.
func (c columns) stop(row []rune) []rune {
	for _, x := range c.at {
		if row[x] == lifeline {
			row[x] = ends
		}
	}
	return row
}

// cross lets a line run through all lifelines.
func (c columns) cross(row []rune, line rune) {
	for x, cell := range row {
		row[x] = crossing(cell, line)
	}
}

// draw puts a message's arrow into the row of its step. The mark of the lane that acts is left to
// the caller, and so is the upper half of a loop.
func (c columns) draw(row []rune, m moment) {
	if m.toItself() {
		write(row, c.at[m.Lane]+1, loop(m))
		return
	}
	c.drawArrow(row, m)
	c.drawName(row, m)
}

// loop is what stands right of a lane that takes its own message: the arrow back.
func loop(m moment) string {
	if m.lost {
		return " " + string(vanishes) + "─" + m.Message + "─╯"
	}
	return "◄─" + m.Message + "─╯"
}

// upperLoop returns the line above it: the arrow's way out.
func (c columns) upperLoop(m moment) []rune {
	row := c.row(m.before)
	way := "├" + strings.Repeat("─", cells(loop(m))-1) + "╮"
	write(row, c.at[m.Lane], way)
	return row
}

// drawArrow draws a message from one lane to another one. If it is lost, it ends before it arrives.
func (c columns) drawArrow(row []rune, m moment) {
	from, end, step := c.at[m.From], c.at[m.Lane], 1
	foot, head := '├', '►'
	if end < from {
		step, foot, head = -1, '┤', '◄'
	}
	if m.lost {
		head = vanishes
	}
	end -= headCells(m) * step
	for x := from + step; x != end; x += step {
		row[x] = crossing(row[x], '─')
	}
	row[end] = head
	if row[from] == lifeline {
		row[from] = foot
	}
}

// headCells is the number of cells that an arrow's head takes of the last gap.
func headCells(m moment) int {
	if m.lost {
		return 2
	}
	return 1
}

// crossing is what becomes of a cell through which a horizontal line passes.
func crossing(cell, line rune) rune {
	if cell == lifeline {
		return '┼'
	}
	return line
}

// drawName writes a message's name on its arrow: in the middle of the first gap, seen from the
// sender, that has room for it.
func (c columns) drawName(row []rune, m moment) {
	length, step := cells(m.Message), 1
	if m.Lane < m.From {
		step = -1
	}
	for i := m.From; i != m.Lane; i += step {
		first, last := c.at[i]+step, c.at[i+step]-step
		if i+step == m.Lane {
			last -= step * headCells(m)
		}
		left, right := min(first, last), max(first, last)
		if free := right - left + 1; free > length {
			write(row, left+(free-length)/2, m.Message)
			return
		}
	}
	panic("draw: no gap was made for " + m.Message)
}

func write(row []rune, x int, text string) {
	for _, r := range text {
		row[x] = r
		x++
	}
}
