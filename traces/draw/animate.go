package draw

import (
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strings"
)

// The measures of an animation.
const (
	beat           = 1.3   // seconds of a step
	rounds         = 3     // repetitions of the cycle before the animation starts again
	orbit          = 104.0 // radius of the circle of processes
	nodeRadius     = 19.0
	stageX, stageY = 230.0, 150.0
	leaves         = .35 // of a beat, after the beginning of the step that sends a message
	arrives        = .2  // of a beat, after the beginning of the step that takes it
)

// Animate writes the run as an SVG that moves by CSS alone. Processes stand on a circle, messages slide along the links,
// and a dead process leaves its ring. A reader who prefers reduced motion gets the last step as a still.
func Animate(w io.Writer, run Run) error {
	run = run.printable()
	if run.Cycle != NoCycle {
		cycle := run.Steps[run.Cycle:]
		run.Steps = slices.Concat(run.Steps, slices.Repeat(cycle, rounds-1))
	}
	if len(run.Steps) == 0 || len(run.Lanes) == 0 {
		return fmt.Errorf("an animation needs a process and a step; the run has %d and %d", len(run.Lanes), len(run.Steps))
	}
	a := &animation{moments: moments(run), run: run, names: map[string]string{}}
	a.links()
	for i, source := range Sources(run) {
		a.message(i, source)
	}
	for lane := range run.Lanes {
		a.process(lane)
	}
	for i, m := range a.moments {
		words := strings.Join(append([]string{run.Name(i)}, m.details(run.Lanes)...), "; ")
		a.show(func(frame int) bool { return frame == i },
			`<text x="%.0f" y="%.0f" text-anchor="middle">%s</text>`, stageX, 2*stageY, html.EscapeString(words))
	}
	_, err := fmt.Fprintf(w, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" role="img">
<title>%s</title>
<style>%s  svg .t { animation-duration: %.1fs; animation-iteration-count: infinite }
%s  @media (prefers-reduced-motion: reduce) { svg .t { animation: none !important } }
</style>
<rect class="page" width="%.0f" height="%.0f"/>
%s</svg>
`, 2*stageX, 2*stageY+20, 2*stageX, 2*stageY+20, html.EscapeString(oneLine(run.Title)), Style, beat*float64(len(run.Steps)), a.rules.String(), 2*stageX, 2*stageY+20, a.shapes.String())
	return err
}

// An animation is being written: one frame for each step.
type animation struct {
	run           Run
	moments       []moment
	names         map[string]string // keyframes to their name
	rules, shapes strings.Builder
}

// at is the place of a lane, clockwise from the top.
func (a *animation) at(lane int) (x, y float64) {
	sin, cos := math.Sincos(2 * math.Pi * float64(lane) / float64(len(a.run.Lanes)))
	return stageX + orbit*sin, stageY - orbit*cos
}

func (a *animation) percent(time float64) string {
	return fmt.Sprintf("%.2f%%", 100*time/float64(len(a.moments)))
}

// group writes shapes that follow keyframes. Equal keyframes are written once.
func (a *animation) group(keyframes, timing, attributes, shapes string) {
	name, known := a.names[keyframes]
	if !known {
		name = fmt.Sprintf("t%d", len(a.names))
		a.names[keyframes] = name
		fmt.Fprintf(&a.rules, "  svg .%s { animation-name: %s; animation-timing-function: %s } @keyframes %s { %s}\n", name, name, timing, name, keyframes)
	}
	fmt.Fprintf(&a.shapes, "<g class=\"t %s\" %s>%s</g>\n", name, attributes, shapes)
}

// show draws a shape that is visible in some frames. The still shows those of the last frame.
func (a *animation) show(visible func(frame int) bool, shape string, values ...any) {
	last, seen, keyframes := -1, false, ""
	for i := range a.moments {
		now := 0
		if visible(i) {
			now, seen = 1, true
		}
		if now != last {
			keyframes += fmt.Sprintf("%s { opacity: %d } ", a.percent(float64(i)), now)
		}
		last = now
	}
	if seen {
		a.group(keyframes, "step-end", fmt.Sprintf(`opacity="%d"`, last), fmt.Sprintf(shape, values...))
	}
}

// links draws the links between live processes: of a ring to the next live one, else all.
func (a *animation) links() {
	n := len(a.run.Lanes)
	for i := range n {
		for j := range n {
			x0, y0 := a.at(i)
			x1, y1 := a.at(j)
			a.show(func(frame int) bool {
				live := a.moments[frame].after
				k := (i + 1) % n
				for a.run.Ring && !live[k] && k != i {
					k = (k + 1) % n
				}
				return i != j && live[i] && live[j] && (k == j || !a.run.Ring)
			}, `<path class="link" d="M%.1f %.1fL%.1f %.1f"/>`, x0, y0, x1, y1)
		}
	}
}

func (a *animation) process(lane int) {
	x, y := a.at(lane)
	fmt.Fprintf(&a.shapes, `<circle class="node" cx="%.1f" cy="%.1f" r="%.0f"/>`+"\n", x, y, nodeRadius)
	a.show(func(frame int) bool { return a.moments[frame].Lane == lane },
		`<circle class="acting" fill="none" cx="%.1f" cy="%.1f" r="%.0f"/>`, x, y, nodeRadius)
	a.show(func(frame int) bool { return !a.moments[frame].after[lane] },
		`<path class="crash" d="M%.1f %.1fl26 26m0 -26l-26 26"/>`, x-13, y-13)
	fmt.Fprintf(&a.shapes, `<text class="name halo" x="%.1f" y="%.1f" text-anchor="middle">%s</text>`+"\n", x, y+4, html.EscapeString(a.run.Lanes[lane].Name))
}

// message slides the message of a step from its sender to its receiver.
func (a *animation) message(step, source int) {
	m := a.moments[step]
	if m.Message == "" || source == noStep {
		return
	}
	x0, y0 := a.at(m.From)
	x1, y1 := a.at(m.Lane)
	place := func(time float64, opacity int, x, y float64) string {
		return fmt.Sprintf("%s { opacity: %d; transform: translate(%.1fpx, %.1fpx) } ", a.percent(time), opacity, x, y)
	}
	from, to := float64(source)+leaves, float64(step)+arrives
	keyframes := place(0, 0, x0, y0) + place(from, 0, x0, y0) + place(from+.01, 1, x0, y0) + place(to, 1, x1, y1) +
		place(to+.01, 0, x1, y1) + place(float64(len(a.moments)), 0, x1, y1)
	still := map[bool]int{true: 1}[step == len(a.moments)-1]
	a.group(keyframes, "linear", fmt.Sprintf(`opacity="%d" transform="translate(%.1f %.1f)"`, still, (x0+x1)/2, (y0+y1)/2),
		fmt.Sprintf(`<circle class="head" r="6"/><text class="halo" y="-11" text-anchor="middle">%s</text>`, html.EscapeString(m.Message)))
}
