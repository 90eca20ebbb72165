// Package plot draws curves as SVG: a few series over a common axis, one panel below the other.
// A picture needs no font, no script and no other file. Series differ by colour (of the set of Okabe
// and Ito, which the colour-blind can tell apart), by dash and by mark, so that they survive a
// printer; on a dark page the lines of the frame turn light.
//
// It is a package of our own because that of gonum brings nine other modules with it, a writer of
// PDF and fonts among them, for what is little more than lines and words.
package plot

import (
	"fmt"
	"html"
	"io"
	"strings"
)

// A Chart is one panel.
type Chart struct {
	Title  string
	X, Y   string // what the axes show
	Log    bool   // both axes are logarithmic; what is not positive is left out
	Series []Series
}

// A Series is a curve.
type Series struct {
	Name   string
	Points []Point
	Claim  bool // it is what somebody says, and not measured: drawn thin, without marks
}

// A Point is a point of a curve. Rough: it is drawn hollow, for it is only an estimate.
type Point struct {
	X, Y  float64
	Rough bool
}

// The size of a panel, in the units of SVG.
const (
	width, height       = 760, 400
	left, right         = 84, 16
	top, bottom         = 40, 84
	innerWide           = width - left - right
	innerHigh           = height - top - bottom
	entryWide, lineHigh = 172, 18
)

// A look is how a series is drawn.
type look struct{ colour, dash, mark string }

var looks = []look{
	{"#0072B2", "", "circle"}, {"#D55E00", "7 3", "square"}, {"#009E73", "2 3", "diamond"}, {"#CC79A7", "9 3 2 3", "circle"},
}

var claims = []look{{"#E69F00", "", ""}, {"#56B4E9", "5 4", ""}, {"#999999", "2 2", ""}}

const style = `<style>
  text { font: 12px sans-serif; fill: #222 } .title { font-size: 14px; font-weight: bold }
  .frame { stroke: #222; fill: none } .grid { stroke: #ccc; stroke-width: .6 } .page { fill: #fff }
  @media (prefers-color-scheme: dark) {
    text { fill: #eee } .frame { stroke: #eee } .grid { stroke: #444 } .page { fill: #111 }
  }
</style>
`

// SVG writes the charts, one below the other. alternative says in words what is to be seen.
func SVG(out io.Writer, charts []Chart, alternative string) error {
	var b strings.Builder
	high := height * max(len(charts), 1)
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-labelledby="title desc">`+"\n", width, high, width, high)
	var titles []string
	for _, c := range charts {
		titles = append(titles, c.Title)
	}
	fmt.Fprintf(&b, "<title id=\"title\">%s</title>\n<desc id=\"desc\">%s</desc>\n", html.EscapeString(strings.Join(titles, "; ")), html.EscapeString(alternative))
	b.WriteString(style)
	fmt.Fprintf(&b, `<rect class="page" width="%d" height="%d"/>`+"\n", width, high)
	for i, c := range charts {
		fmt.Fprintf(&b, `<g transform="translate(0 %d)">`+"\n", i*height)
		(&panel{Builder: &b, chart: c}).draw()
		b.WriteString("</g>\n")
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(out, b.String())
	return err
}

// A panel is a chart being drawn.
type panel struct {
	*strings.Builder
	chart Chart
	x, y  axis
}

func (p *panel) draw() {
	var xs, ys []float64
	for i, s := range p.chart.Series {
		s.Points = p.drawable(s.Points)
		p.chart.Series[i] = s
		for _, point := range s.Points {
			xs, ys = append(xs, point.X), append(ys, point.Y)
		}
	}
	p.text(left, 24, "start", "title", p.chart.Title)
	if len(xs) == 0 {
		p.text(left, 60, "start", "", "nothing to draw")
		return
	}
	p.x, p.y = newAxis(xs, p.chart.Log), newAxis(ys, p.chart.Log)
	p.frame()
	for i, s := range p.chart.Series {
		p.curve(s, p.look(i))
	}
	p.legend()
}

// drawable leaves out what a logarithmic axis cannot show.
func (p *panel) drawable(points []Point) []Point {
	var kept []Point
	for _, point := range points {
		if !p.chart.Log || point.X > 0 && point.Y > 0 {
			kept = append(kept, point)
		}
	}
	return kept
}

// look is that of series i: measured ones and claims are counted apart.
func (p *panel) look(i int) look {
	n := 0
	for _, s := range p.chart.Series[:i] {
		if s.Claim == p.chart.Series[i].Claim {
			n++
		}
	}
	if p.chart.Series[i].Claim {
		return claims[n%len(claims)]
	}
	return looks[n%len(looks)]
}

func (p *panel) text(x, y float64, anchor, class, text string) {
	fmt.Fprintf(p, `<text x="%.1f" y="%.1f" text-anchor="%s" class="%s">%s</text>`+"\n", x, y, anchor, class, html.EscapeString(text))
}

func (p *panel) line(x1, y1, x2, y2 float64, class string) {
	fmt.Fprintf(p, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" class="%s"/>`+"\n", x1, y1, x2, y2, class)
}

func (p *panel) px(x float64) float64 { return left + innerWide*p.x.part(x) }
func (p *panel) py(y float64) float64 { return top + innerHigh*(1-p.y.part(y)) }

// frame draws the axes with their marks.
func (p *panel) frame() {
	for _, tick := range p.x.ticks() {
		p.line(p.px(tick), top, p.px(tick), top+innerHigh, "grid")
		p.text(p.px(tick), top+innerHigh+16, "middle", "", spell(tick))
	}
	for _, tick := range p.y.ticks() {
		p.line(left, p.py(tick), left+innerWide, p.py(tick), "grid")
		p.text(left-6, p.py(tick)+4, "end", "", spell(tick))
	}
	fmt.Fprintf(p, `<rect x="%d" y="%d" width="%d" height="%d" class="frame"/>`+"\n", left, top, innerWide, innerHigh)
	p.text(left+innerWide/2, top+innerHigh+32, "middle", "", p.chart.X)
	fmt.Fprintf(p, `<text transform="translate(16 %d) rotate(-90)" text-anchor="middle">%s</text>`+"\n", top+innerHigh/2, html.EscapeString(p.chart.Y))
}

// curve draws a series.
func (p *panel) curve(s Series, l look) {
	var way []string
	for _, point := range s.Points {
		way = append(way, fmt.Sprintf("%.1f,%.1f", p.px(point.X), p.py(point.Y)))
	}
	wide := 1.8
	if s.Claim {
		wide = 1.2
	}
	fmt.Fprintf(p, `<polyline points="%s" fill="none" stroke="%s" stroke-width="%.1f" stroke-dasharray="%s"><title>%s</title></polyline>`+"\n",
		strings.Join(way, " "), l.colour, wide, l.dash, html.EscapeString(s.Name))
	for _, point := range s.Points {
		p.mark(p.px(point.X), p.py(point.Y), l, point.Rough)
	}
}

// mark draws one point of a curve.
func (p *panel) mark(x, y float64, l look, rough bool) {
	fill := l.colour
	if rough {
		fill = "none"
	}
	paint := fmt.Sprintf(`fill="%s" stroke="%s"`, fill, l.colour)
	switch l.mark {
	case "circle":
		fmt.Fprintf(p, `<circle cx="%.1f" cy="%.1f" r="3" %s/>`+"\n", x, y, paint)
	case "square":
		fmt.Fprintf(p, `<rect x="%.1f" y="%.1f" width="6" height="6" %s/>`+"\n", x-3, y-3, paint)
	case "diamond":
		fmt.Fprintf(p, `<path d="M%.1f %.1f l4 4 l-4 4 l-4 -4 z" %s/>`+"\n", x, y-4, paint)
	}
}

// legend names the series below the panel, four to a line.
func (p *panel) legend() {
	for i, s := range p.chart.Series {
		x, y := float64(left+i%4*entryWide), float64(top+innerHigh+50+i/4*lineHigh)
		l := p.look(i)
		fmt.Fprintf(p, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="%s" stroke-width="1.8" stroke-dasharray="%s"/>`+"\n", x, y-4, x+26, y-4, l.colour, l.dash)
		p.mark(x+13, y-4, l, false)
		p.text(x+32, y, "start", "", s.Name)
	}
}
