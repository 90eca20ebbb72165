package browser

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	_ "embed"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// packedAxe is axe-core 4.14.1 of Deque Systems, unchanged, under the Mozilla Public License 2.0.
//
//go:embed axe/axe.min.js.gz
var packedAxe []byte

// Axe is its text.
var Axe = sync.OnceValue(func() string {
	unpacked, err := gzip.NewReader(bytes.NewReader(packedAxe))
	if err != nil {
		panic(err)
	}
	text, err := io.ReadAll(unpacked)
	if err != nil {
		panic(err)
	}
	return string(text)
})

// Prefer sets the colour scheme, light or dark, and the motion, reduce or no-preference, that the page sees.
func (tab *Tab) Prefer(scheme, motion string) {
	tab.t.Helper()
	features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: motion}}
	tab.Do(chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		_, err := cdp.Call(ctx, target, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features})
		return err
	}))
}

// window is that at which Barriers and Overflow look.
func (tab *Tab) window() string { return cmp.Or(tab.Frame, "window") }

// Barriers are what axe finds on the page: a line for each rule that is broken, with the elements.
func (tab *Tab) Barriers() []string {
	tab.t.Helper()
	if tab.window() == "window" && tab.Text(`typeof axe`) == "undefined" {
		tab.Do(chromedp.Evaluate[chromedp.Void](Axe() + ";undefined"))
	}
	tab.Do(chromedp.Evaluate[chromedp.Void](`window.barriers = undefined; ` + tab.window() + `.axe.run().then((r) => {
		window.barriers = r.violations.map((v) => v.id + ": " + v.nodes.map((n) => n.target + " " + n.failureSummary.replace(/\s+/g, " ")).join("; ")).join("\n");
	}, (e) => { window.barriers = "axe: " + e; }); undefined`))
	tab.Until(`window.barriers !== undefined`)
	return lines(tab.Text(`window.barriers`))
}

// Overflow are the elements that a window cuts off or that have text below a size in px, apart from what scrolls for itself.
func (tab *Tab) Overflow(least int) []string {
	tab.t.Helper()
	return lines(tab.Text(fmt.Sprintf(`(({ document, innerWidth }) => {
		const name = (e) => e.tagName.toLowerCase() + "." + (e.getAttribute("class") || "") + " " + e.textContent.trim().slice(0, 30), out = [];
		if (document.documentElement.scrollWidth > innerWidth) out.push("the page is " + document.documentElement.scrollWidth + " wide");
		const scrolls = (e) => { for (; e; e = e.parentElement) if (/auto|scroll|hidden/.test(getComputedStyle(e).overflowX) && e !== document.body) return true; return false; };
		for (const e of document.body.querySelectorAll("*")) {
			const said = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
			if (!said || !e.checkVisibility() || e.closest(".unseen, script, style, noscript")) continue;
			if (parseFloat(getComputedStyle(e).fontSize) < %d) out.push("small: " + name(e));
			const r = e.getBoundingClientRect();
			if (r.width && (r.left < -1 || r.right > innerWidth + 1) && !scrolls(e.parentElement)) out.push("cut off: " + name(e));
		}
		return out.join("\n");
	})(%s)`, least, tab.window())))
}

func lines(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' })
}
