//go:build js

package main

import (
	"net/textproto"
	"net/url"
	"strings"
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
	r := &web.Request{Method: given[0].String(), URL: address, Header: textproto.MIMEHeader{}, Body: make([]byte, given[3].Length())}
	r.Header.Set("Content-Type", given[2].String())
	js.CopyBytesToGo(r.Body, given[3])
	w := &web.Answer{Status: web.StatusOK, Headers: textproto.MIMEHeader{}}
	site.ServeHTTP(w, r)
	headers := map[string]any{}
	for name := range w.Headers {
		headers[strings.ToLower(name)] = w.Headers.Get(name)
	}
	body := js.Global().Get("Uint8Array").New(w.Len())
	js.CopyBytesToJS(body, w.Bytes())
	given[4].Invoke(w.Status, headers, body)
}
