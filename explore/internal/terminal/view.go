package terminal

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// wide is the number of columns from which on the drawing stands next to the rest.
const wide = 150

// tall is a height in which everything fits.
const tall = 1 << 20

// drawn is the greatest width of a drawing, unless names or messages are longer.
const drawn = 100

// View is part of tea.Model.
func (e *Explorer) View() tea.View {
	v := tea.NewView(strings.Join(e.screen(), "\n"))
	v.AltScreen = true
	v.WindowTitle = "explore step: " + e.subject.Title
	return v
}

// screen is the lines of the screen: as many as its height, and none longer than its width.
func (e *Explorer) screen() []string {
	if e.help {
		return fit(e.helpLines(), e.width, e.height, 0)
	}
	head, foot := e.header(), e.footer()
	room := max(e.height-len(head)-len(foot), 3)
	var body []string
	if e.width >= wide {
		lines, at := e.drawing(drawn)
		body = beside(excerpt(lines, drawn, room, at), fit(e.facts(e.width-drawn-3, room), e.width-drawn-3, room, 0))
	} else {
		lines, at := e.drawing(min(e.width, drawn))
		share := max(room/3+1, room-len(e.facts(e.width, tall))-1)
		facts := e.facts(e.width, room-share-1)
		share = min(len(lines), max(share, room-len(facts)-1))
		body = append(excerpt(lines, e.width, share, at), "")
		body = append(body, fit(facts, e.width, room-share-1, 0)...)
	}
	var screen []string
	for _, part := range [][]string{head, fit(body, e.width, room, 0), foot} {
		screen = append(screen, part...)
	}
	return fit(screen, e.width, e.height, 0)
}

// excerpt is the part of a drawing in which the given line is visible, two lines from the bottom, below the names
// of the lanes.
func excerpt(lines []string, width, height, line int) []string {
	above := max(0, line+2-height+1)
	part := fit(lines, width, height, above)
	if above > 0 && height > 3 {
		part[0] = cut(lines[0], width)
	}
	return part
}

// fit cuts lines to a width and leaves out lines above and below to fit the height. It pads with empty lines.
func fit(lines []string, width, height, above int) []string {
	height = max(height, 0)
	above = max(0, min(above, len(lines)-height))
	fitted := make([]string, height)
	for i := range fitted {
		if above+i < len(lines) {
			fitted[i] = cut(lines[above+i], width)
		}
	}
	return fitted
}

// cut shortens a line. Each letter takes one column, as in drawings.
func cut(line string, width int) string {
	letters := []rune(line)
	switch {
	case len(letters) <= width:
		return line
	case width < 1:
		return ""
	}
	return string(letters[:width-1]) + "…"
}

// beside puts two columns side by side.
func beside(left, right []string) []string {
	lines := make([]string, max(len(left), len(right)))
	for i := range lines {
		l, r := "", ""
		if i < len(left) {
			l = left[i]
		}
		if i < len(right) {
			r = right[i]
		}
		lines[i] = strings.TrimRight(l+strings.Repeat(" ", max(0, drawn-len([]rune(l))))+" │ "+r, " ")
	}
	return lines
}
