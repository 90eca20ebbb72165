package draw

import (
	"encoding/xml"
	"errors"
	"strings"
	"testing"
)

// TestDrawing: what is allowed is written anew, and anything else becomes one line that says what is wrong.
func TestDrawing(t *testing.T) {
	const refused = `<text x="8" y="20">Draw: `
	for _, test := range []struct{ svg, want string }{
		{`<circle cx="5" cy="5" r="3" fill="#0072B2"/>`, `<circle cx="5" cy="5" r="3" fill="#0072B2"></circle>`},
		{`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><g transform="translate(1,2) rotate(30)"><path d="M0 0L9,9z"/></g></svg>`,
			`<svg viewBox="0 0 9 9"><g transform="translate(1,2) rotate(30)"><path d="M0 0L9,9z"></path></g></svg>`},
		{`<text x="1">a &lt;b&gt; &amp; <tspan>"c"</tspan></text><!-- x -->`, `<text x="1">a &lt;b&gt; &amp; <tspan>&#34;c&#34;</tspan></text>`},
		{``, ``},
		{`<script>alert(1)</script>`, refused + "element &#34;script&#34;: not allowed"},
		{`<SCRIPT/>`, refused + "element &#34;SCRIPT&#34;"},
		{`<svg:script xmlns:svg="http://www.w3.org/2000/svg"/>`, refused + "element &#34;script&#34;"},
		{`<text xmlns="http://www.w3.org/1999/xhtml"/>`, refused + "element &#34;text&#34;"},
		{`<x:text xmlns:x="urn:x"/>`, refused + "element &#34;text&#34;"},
		{`<foreignObject><body/></foreignObject>`, refused + "element"},
		{`<style>*{}</style>`, refused + "element"},
		{`<use href="#a"/>`, refused + "element"},
		{`<image href="http://example.org/a.png"/>`, refused + "element"},
		{`<animate attributeName="href"/>`, refused + "element"},
		{`<a href="javascript:alert(1)"><text>x</text></a>`, refused + "element"},
		{`<rect onclick="alert(1)"/>`, refused + "attribute &#34;onclick&#34;"},
		{`<rect style="fill:red"/>`, refused + "attribute &#34;style&#34;"},
		{`<rect class="stage"/>`, refused + "attribute &#34;class&#34;"},
		{`<rect id="stage"/>`, refused + "attribute &#34;id&#34;"},
		{`<rect xlink:href="x"/>`, refused + "attribute &#34;href&#34;"},
		{`<rect x:fill="red" xmlns:x="urn:x"/>`, refused + "attribute &#34;fill&#34;"},
		{`<rect fill="url(#a)"/>`, refused + "fill="},
		{`<rect fill="URL(http://example.org)"/>`, refused + "fill="},
		{`<rect transform="url(#a)"/>`, refused + "transform="},
		{`<rect x="1&quot; onload=&quot;a"/>`, refused + "x="},
		{`<rect width="calc(1px)"/>`, refused + "width="},
		{"<rect x='1'", refused + "not well-formed"},
		{`<g></rect>`, refused + "not well-formed"},
		{`<text>&nbsp;</text>`, refused + "not well-formed"},
		{"<text>\x00</text>", refused + "not well-formed"},
		{`<!DOCTYPE svg [<!ENTITY a "b">]><text>&a;</text>`, refused + "&lt;? and &lt;!"},
		{`<?xml-stylesheet href="a.css"?><g/>`, refused + "&lt;? and &lt;!"},
		{`<g>loose</g>`, refused + "text outside"},
		{strings.Repeat("<g>", 31) + strings.Repeat("</g>", 31), refused + "the elements are nested"},
		{"<text>" + strings.Repeat("x", 20_000) + "</text>", refused + "the drawing has 20013 bytes"},
		{"<text>" + strings.Repeat("'", 19_000) + "</text>", refused + "the drawing has 95013 bytes when"},
	} {
		got := Drawing(test.svg, nil)
		isRefused := strings.HasPrefix(test.want, refused)
		if got != test.want && !(isRefused && strings.HasPrefix(got, test.want)) || strings.Contains(got, "\n") {
			t.Errorf("%.80s: got %.300s, want %s", test.svg, got, test.want)
		}
	}
	if got := Drawing("<g/>", errors.New("Draw: panic:\n<b>")); got != `<text x="8" y="20">Draw: panic: &lt;b&gt;</text>` {
		t.Errorf("of an error: %s", got)
	}
}

// FuzzDrawing: what comes out is well-formed, has only what is allowed, and is left as it is.
func FuzzDrawing(f *testing.F) {
	for _, seed := range []string{`<svg><text x="1">a</text></svg>`, `<g fill="url(#a)"/>`, `<script/>`, "<rect x='1", `<x:g xmlns:x="http://www.w3.org/2000/svg"/>`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, svg string) {
		got := Drawing(svg, nil)
		if again := Drawing(got, nil); again != got && len(got) <= mostDrawing {
			t.Fatalf("%q becomes %q, and then %q", svg, got, again)
		}
		for parser := xml.NewDecoder(strings.NewReader(got)); ; {
			token, err := parser.Token()
			if token == nil {
				if err.Error() != "EOF" {
					t.Fatalf("%q becomes %q: %v", svg, got, err)
				}
				return
			}
			if start, is := token.(xml.StartElement); is && begin(&strings.Builder{}, start) != nil {
				t.Fatalf("%q becomes %q, with %v", svg, got, start)
			}
		}
	})
}
