package draw

import (
	"encoding/xml"
	"errors"
	"fmt"
	"html"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// mostDrawing is how long a drawing may be, in bytes; deepest is how deep its elements may be nested.
const (
	mostDrawing = 20_000
	deepest     = 30
)

// Drawing returns the drawing that an author makes of a state, as elements of an SVG that are safe on a page: only
// known elements and attributes, and values without addresses, written anew. A drawing that has others, and an error
// of its author, become one line of text that says what is wrong.
func Drawing(svg string, err error) string {
	if err == nil {
		svg, err = sanitised(svg)
	}
	if err == nil {
		return svg
	}
	reason := []rune(oneLine(err.Error()))
	return `<text x="8" y="20">` + html.EscapeString(string(reason[:min(len(reason), 300)])) + `</text>`
}

const svgSpace = "http://www.w3.org/2000/svg"

var (
	drawn   = strings.Fields("svg g path circle ellipse rect line polyline polygon text tspan title")
	written = strings.Fields("text tspan title") // with characters in them

	// attributes are those that a drawing may have, with their values.
	attributes = func() map[string]*regexp.Regexp {
		all := map[string]*regexp.Regexp{}
		for names, values := range map[string]string{
			"x y x1 y1 x2 y2 dx dy cx cy r rx ry width height points viewBox stroke-width stroke-dasharray opacity fill-opacity stroke-opacity font-size": `[0-9eE\s.,%+-]*(px|em)?`,
			"d":           `[MmLlHhVvCcSsQqTtAaZz0-9eE\s.,+-]*`,
			"transform":   `(\s*(translate|rotate|scale|skewX|skewY|matrix)\([0-9eE\s.,+-]*\)[\s,]*)*`,
			"fill stroke": `#[0-9a-fA-F]{3,8}|[a-zA-Z]+|(rgb|hsl)a?\([0-9\s.,%+-]*\)`,
			"fill-rule font-weight font-style text-anchor dominant-baseline stroke-linecap stroke-linejoin": `[a-z0-9-]+`,
		} {
			for _, name := range strings.Fields(names) {
				all[name] = regexp.MustCompile(`^(` + values + `)$`)
			}
		}
		return all
	}()
)

// sanitised writes a drawing anew, or returns what is wrong with it.
func sanitised(svg string) (string, error) {
	if len(svg) > mostDrawing {
		return "", fmt.Errorf("Draw: the drawing has %d bytes; %d are allowed", len(svg), mostDrawing)
	}
	var out strings.Builder
	var open []string
	for parser := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := parser.Token()
		switch t := token.(type) {
		case nil:
			if !errors.Is(err, io.EOF) {
				return "", fmt.Errorf("Draw: not well-formed: %w", err)
			}
			if out.Len() > 2*mostDrawing {
				return "", fmt.Errorf("Draw: the drawing has %d bytes when it is escaped; %d are allowed", out.Len(), 2*mostDrawing)
			}
			return out.String(), nil
		case xml.StartElement:
			if open = append(open, t.Name.Local); len(open) > deepest {
				return "", fmt.Errorf("Draw: the elements are nested more than %d deep", deepest)
			}
			if err := begin(&out, t); err != nil {
				return "", err
			}
		case xml.EndElement:
			open = open[:len(open)-1]
			fmt.Fprintf(&out, "</%s>", t.Name.Local)
		case xml.CharData:
			if len(open) > 0 && slices.Contains(written, open[len(open)-1]) {
				out.WriteString(html.EscapeString(string(t)))
			} else if strings.TrimSpace(string(t)) != "" {
				return "", fmt.Errorf("Draw: text outside an element; allowed is text in %s", strings.Join(written, ", "))
			}
		case xml.ProcInst, xml.Directive:
			return "", errors.New("Draw: <? and <! are not allowed; a drawing has only elements and text")
		}
	}
}

// begin writes the start of an element.
func begin(out *strings.Builder, t xml.StartElement) error {
	if !slices.Contains(drawn, t.Name.Local) || t.Name.Space != "" && t.Name.Space != svgSpace {
		return fmt.Errorf("Draw: element %q: not allowed; allowed are %s", t.Name.Local, strings.Join(drawn, ", "))
	}
	fmt.Fprintf(out, "<%s", t.Name.Local)
	for _, a := range t.Attr {
		if a.Name.Local == "xmlns" && a.Value == svgSpace {
			continue
		}
		values, known := attributes[a.Name.Local]
		if !known || a.Name.Space != "" {
			return fmt.Errorf("Draw: attribute %q of %s: not allowed; allowed are %s", a.Name.Local, t.Name.Local, strings.Join(slices.Sorted(maps.Keys(attributes)), ", "))
		}
		if !values.MatchString(a.Value) {
			return fmt.Errorf("Draw: %s=%q of %s: not a value that is allowed: a number, colour, path or list of transforms", a.Name.Local, a.Value, t.Name.Local)
		}
		fmt.Fprintf(out, ` %s="%s"`, a.Name.Local, html.EscapeString(a.Value))
	}
	out.WriteString(">")
	return nil
}
