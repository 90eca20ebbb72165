//go:build js

package main

import (
	"net/url"
	"syscall/js"

	"interrex/explore/internal/serve"
	"interrex/explore/internal/serve/web"
)

// main answers requests until the page is left. The worker calls answer(method, address, type of the body, body, reply).
func main() {
	site := newSite(func(words string) { js.Global().Get("console").Call("error", words) })
	js.Global().Set("answer", js.FuncOf(func(_ js.Value, given []js.Value) any {
		go answer(site, given)
		return nil
	}))
	js.Global().Call("ready")
	select {}
}

// answer has the site answer one request, and replies with the status, the headers and the body.
func answer(site *serve.Site, given []js.Value) {
	address, err := url.Parse(given[1].String())
	if err != nil {
		address = &url.URL{Path: "/none"}
	}
	r := &web.Request{Method: given[0].String(), URL: address, Header: web.Header{}, Body: make([]byte, given[3].Length())}
	r.Header.Set("Content-Type", given[2].String())
	js.CopyBytesToGo(r.Body, given[3])
	w := &web.Answer{Status: web.StatusOK}
	site.ServeHTTP(w, r)
	headers := map[string]any{}
	for name, value := range w.Header() {
		headers[name] = value
	}
	body := js.Global().Get("Uint8Array").New(w.Body.Len())
	js.CopyBytesToJS(body, w.Body.Bytes())
	given[4].Invoke(w.Status, headers, body)
}
