package main

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
)

// The plot in pixels: names to the left, bars over the scale, figures to the right of each bar.
const (
	plotWidth = 720
	barsFrom  = 210
	barsTo    = 640
	barHeight = 16
	rowHeight = 24
	headRoom  = 48 // above the rows of a table
)

// A scale is logarithmic, from one power of ten to another.
type scale struct{ from, to int }

// scaleOf covers all figures.
func scaleOf(figures []float64) scale {
	if len(figures) == 0 {
		return scale{0, 1}
	}
	from := int(math.Floor(logarithm(slices.Min(figures))))
	return scale{from, max(from+1, int(math.Ceil(logarithm(slices.Max(figures)))))}
}

// logarithm takes what is below a thousandth for one.
func logarithm(figure float64) float64 { return math.Log10(max(figure, 0.001)) }

// x is where a number of seconds lies.
func (s scale) x(seconds float64) float64 {
	return barsFrom + (logarithm(seconds)-float64(s.from))/float64(s.to-s.from)*(barsTo-barsFrom)
}

// plot draws the CPU seconds of each table as bars, beneath one another.
func plot(tables []table) string {
	var b strings.Builder
	var seconds []float64
	for _, t := range tables {
		for _, r := range t.rows {
			seconds = append(seconds, r.use.cpu.Seconds())
		}
	}
	s, y := scaleOf(seconds), 0
	for _, t := range tables {
		y = drawTable(&b, s, t, y)
	}
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13">
<title>CPU seconds by checker, logarithmic</title>
<rect width="100%%" height="100%%" fill="#ffffff"/>
%s</svg>
`, plotWidth, y+12, b.String())
}

func drawTable(b *strings.Builder, s scale, t table, top int) (bottom int) {
	bottom = top + headRoom + rowHeight*len(t.rows)
	fmt.Fprintf(b, "<text x=\"12\" y=\"%d\" font-weight=\"bold\">%s: CPU seconds</text>\n", top+22, html.EscapeString(t.world.title()))
	for power := s.from; power <= s.to; power++ {
		x := s.x(math.Pow10(power))
		fmt.Fprintf(b, "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#d0d0d0\"/>\n", x, x, top+headRoom-4, bottom)
		fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\" fill=\"#555555\">%g</text>\n", x, top+headRoom-8, math.Pow10(power))
	}
	for i, r := range t.rows {
		drawBar(b, s, r, top+headRoom+rowHeight*i)
	}
	return bottom
}

func drawBar(b *strings.Builder, s scale, r row, y int) {
	colour, seconds := "#8a8a8a", r.use.cpu.Seconds()
	if strings.HasPrefix(r.name, "explore") {
		colour = "#1f6fb2"
	}
	x := s.x(seconds)
	fmt.Fprintf(b, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text>\n", barsFrom-8, y+13, html.EscapeString(r.name))
	fmt.Fprintf(b, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>\n", barsFrom, y, max(x-barsFrom, 1), barHeight, colour)
	fmt.Fprintf(b, "<text x=\"%.1f\" y=\"%d\">%.2f</text>\n", x+6, y+13, seconds)
}
