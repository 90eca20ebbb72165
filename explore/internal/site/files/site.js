// The static site. Each of its files is a page, or the shell of one, with this script. The outermost page starts the explorer in a
// worker and shows the pages in a frame, so that each has a window of its own and the explorer outlives them. A page in the frame
// asks the explorer for its contents, and so do its links, forms and scripts: nothing leaves the browser.
(() => {
  'use strict';
  const root = new URL('.', document.currentScript.src); // where the site lies, with a / at its end
  const policy = document.querySelector('meta[http-equiv]');

  // inside is the address that the explorer knows, such as /walk?…, of one of this site; null of any other.
  function inside(address) {
    const url = new URL(address, location);
    if (url.origin !== root.origin || !(url.pathname + '/').startsWith(root.pathname)) return null;
    const path = url.pathname.slice(root.pathname.length - 1).replace(/\/(index\.html)?$/, '');
    return (path || '/') + url.search;
  }

  // outside is the address on this site of one that a page gives: /walk lies below the root, too.
  function outside(address) {
    const url = new URL(address, location);
    if (url.origin === root.origin && inside(url) === null) url.href = root.href.slice(0, -1) + url.pathname + url.search + url.hash;
    return url;
  }

  // The outermost page.
  class Explorer {
    constructor() {
      this.pending = new Map();
      this.asked = 0;
      this.line = document.createElement('p');
      this.line.className = 'interrex-progress';
      this.line.setAttribute('role', 'status');
      this.worker = new Worker(new URL('worker.js', root));
      this.worker.onmessage = ({ data }) => this.heed(data);
      this.worker.onerror = e => this.fail(e.message);
      addEventListener('DOMContentLoaded', () => this.frame || document.body.append(this.line));
    }

    // ask has the explorer answer a request.
    ask(method, address, body = new Uint8Array(), type = '') {
      return new Promise((answer, fail) => {
        this.pending.set(++this.asked, { answer, fail });
        this.worker.postMessage({ id: this.asked, method, address, body, type });
      });
    }

    heed({ id, answer, loaded, of, ready, failed }) {
      if (failed) this.fail(failed);
      else if (ready) this.enter();
      else if (of) {
        const bar = document.createElement('progress');
        Object.assign(bar, { max: of, value: loaded });
        bar.setAttribute('aria-label', 'loaded');
        this.line.replaceChildren(bar, loaded < of ? `The explorer is loading: ${(of / 1e6).toFixed(1)} MB.` : 'The explorer starts.');
      } else {
        this.pending.get(id).answer(answer);
        this.pending.delete(id);
      }
    }

    fail(why) {
      this.line.textContent = `The explorer has ended: ${why}. Load the page again.`;
      document.body.append(this.line);
      for (const { fail } of this.pending.values()) fail(new TypeError('the explorer has ended'));
    }

    // enter shows this very page in the frame, whose pages take its place from now on.
    enter() {
      if (document.readyState === 'loading') return void addEventListener('DOMContentLoaded', () => this.enter());
      this.frame = document.createElement('iframe');
      this.frame.className = 'interrex-frame away';
      this.frame.allow = 'fullscreen; clipboard-write';
      this.frame.title = 'Interrex';
      this.frame.addEventListener('load', () => this.adopt());
      document.body.append(this.frame);
      this.frame.contentWindow.location.replace(location.href);
    }

    // adopt gives this script to a page that a file server has sent in place of one that it does not have.
    adopt() {
      const page = this.frame.contentDocument;
      if (!page || this.frame.contentWindow.location.href === 'about:blank' || this.frame.contentWindow.interrex) return;
      const script = page.createElement('script');
      script.src = new URL('site.js', root);
      page.head.append(policy.cloneNode(), script);
    }

    // shown keeps the address and the title of the window those of the page in the frame.
    shown(page) {
      if (this.frame.classList.contains('away')) {
        for (const other of [...document.body.childNodes]) if (other !== this.frame) other.remove(); // a frame that is moved loads anew
        for (const icon of document.querySelectorAll('link')) icon.href = icon.href; // whole, since the address changes
        this.frame.classList.remove('away');
        this.frame.focus();
      }
      if (location.href !== page.URL) history.replaceState(null, '', page.URL);
      document.title = page.title;
    }
  }

  // A page in the frame.
  const explorer = parent !== window && parent.interrex;
  const shown = () => explorer.shown(document);

  // request asks the explorer, follows where it leads, and answers as the network would.
  async function request(method, address, body, type) {
    let url = plain(address);
    for (let answer; ; method = 'GET', body = undefined) {
      answer = await explorer.ask(method, inside(url), body, type);
      if (answer.status < 300 || answer.status > 399 || !answer.headers.location) {
        const response = new Response(answer.body.length ? answer.body : null, answer);
        Object.defineProperty(response, 'url', { value: url.href });
        return response;
      }
      const next = plain(new URL(answer.headers.location, url));
      next.hash ||= url.hash;
      url = next;
    }
  }

  // plain is an address as the explorer writes it: a file server adds a / to that of a folder.
  function plain(address) {
    const url = outside(address), plain = new URL(root.pathname.slice(0, -1) + inside(url), root);
    plain.hash = url.hash;
    return plain;
  }

  // isFile reports whether an address is that of a file of the site.
  const isFile = url => inside(url) === null || inside(url).startsWith('/assets/');

  const network = window.fetch;
  async function fetched(resource, options) {
    const asked = new Request(resource instanceof Request ? resource : outside(resource), options);
    if (isFile(asked.url)) return network(asked);
    return request(asked.method, asked.url, new Uint8Array(await asked.arrayBuffer()), asked.headers.get('Content-Type') ?? '');
  }

  // write makes this window's page the answer to its address.
  async function write(response) {
    if (response.url !== location.href) history.replaceState(history.state, '', response.url);
    const page = (await response.text()).replace(/(<[^>]*\s(?:href|src|action|data-[a-z]+)=")\//g, `$1${root.pathname}`)
      .replace('<head>', '<head>' + `<link rel="stylesheet" href="${root.pathname}site.css">`);
    document.open(); // takes the listeners away, and keeps the policy
    attend();
    document.write(page);
    document.close();
    shown();
    if (location.hash.length > 1) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }

  // attend leads the links and forms of the page to the explorer.
  function attend() {
    addEventListener('click', e => {
      const link = e.target.closest?.('a[href]');
      if (link && !link.download && link.href !== outside(link.href).href) link.href = outside(link.href);
    }, true);
    addEventListener('submit', e => {
      const form = e.target, by = e.submitter, action = outside(by?.getAttribute('formaction') || form.getAttribute('action') || location.href);
      if (form.method !== 'post') {
        form.action = action;
        return;
      }
      if (e.defaultPrevented) return;
      e.preventDefault();
      let data = new FormData(form, by);
      if (form.enctype !== 'multipart/form-data') data = new URLSearchParams(data);
      send(action, data);
    });
    for (const name of ['hashchange', 'popstate']) addEventListener(name, shown);
    new MutationObserver(shown).observe(document, { childList: true, subtree: true });
  }

  // send posts a form, and shows the answer.
  async function send(action, data) {
    const packed = new Request(root, { method: 'POST', body: data });
    write(await request('POST', action, new Uint8Array(await packed.arrayBuffer()), packed.headers.get('Content-Type')));
  }

  function join() {
    window.interrex = explorer;
    document.documentElement.style.visibility = 'hidden';
    window.fetch = fetched;
    navigator.sendBeacon = (address, data) => void explorer.ask('POST', inside(outside(address))) || true;
    for (const name of ['pushState', 'replaceState']) {
      const change = history[name].bind(history);
      history[name] = (state, title, url) => {
        change(state, title, url == null ? url : outside(url));
        shown();
      };
    }
    const page = request('GET', location.href);
    const begin = async () => write(await page);
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', begin);
    else begin();
  }

  if (explorer) join();
  else window.interrex = new Explorer();
})();
