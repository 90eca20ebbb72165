// The pages of the explorer: runs play on the stage, a check says how far it is, and files may be dropped.

const site = new URL('..', import.meta.url); // its root, which may lie below a prefix
const OVERTAKEN = 'Another run is shown by now.';
const pause = ms => new Promise(wake => setTimeout(wake, ms));

// get asks the server; its errors are one line.
async function get(address) {
  let answer;
  try {
    answer = await fetch(address);
  } catch {
    throw new Error('The server does not answer. Is it still running?');
  }
  if (answer.ok) return answer;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  throw new Error(page.querySelector('.error')?.textContent || `The server answers with ${answer.status}.`);
}

// A Player is the host of a stage: it has the address of the walk that plays there, /walk?…, and of those before.
class Player {
  constructor(root) {
    this.root = root;
    this.links = [...document.querySelectorAll('a[data-run]')]; // the other runs of this page
    this.runs = this.links.map(a => a.dataset.run);
    this.at = 0;
    this.past = [];
    this.turn = 0; // of the walks asked for
    this.own = location.pathname === site.pathname + 'walk'; // the address of the page is that of the walk
    this.first = new URL(root.dataset.play, location);
    this.save = [
      ['Copy link', () => this.copy(this.address(this.stage.at, this.stage.playing))],
      ['HTML file', () => this.file('html')], ['Moving picture (SVG)', () => this.file('moving.svg')], ['Picture (SVG)', () => this.file('svg')],
      ['Picture (PNG)', () => this.png()], ['JSON', () => this.file('json')], ['Copy command', () => this.copy(this.stage.run.doc.command)],
    ].map(([label, run]) => ({ label, run: () => run().catch(e => this.stage.say(e.message)) }));
    this.furnish();
  }

  furnish() {
    this.question = document.createElement('button');
    Object.assign(this.question, { type: 'button', textContent: 'Can it still elect?' });
    this.question.addEventListener('click', () => this.ask());
    this.answer = document.createElement('div');
    this.answer.className = 'answer';
    this.answer.setAttribute('aria-live', 'polite');
    const copy = document.createElement('button');
    Object.assign(copy, { type: 'button', textContent: 'Copy link' });
    copy.addEventListener('click', () => this.save[0].run());
    this.extras = [...document.querySelectorAll('a.sequel'), copy];
  }

  async open() {
    const { Stage } = await import('./stage.js');
    const doc = await this.fetch(this.own ? new URL(location) : this.first);
    this.stage = new Stage(this.root, this);
    const choices = this.root.querySelector('.now .host');
    choices.append(this.question);
    choices.after(this.answer);
    const { States } = await import('./states.js');
    this.states = new States(this, async address => (await get(address)).json());
    this.root.querySelector('.folds').append(this.states.fold);
    this.show(doc);
    if (new URLSearchParams(location.search).has('ask')) this.ask();
    for (const a of document.querySelectorAll('a[data-run], a[data-watch]')) here(a, () => {
      this.root.scrollIntoView({ block: 'nearest' });
      this.pick(this.links.findIndex(l => l.href === a.href));
    });
    addEventListener('popstate', () => this.return());
  }

  // fetch is the document of a walk. If its address says how to go on, the server leads to that of the walk that this makes.
  // Where another one was asked for meanwhile, that one is shown.
  async fetch(url) {
    const turn = ++this.turn;
    this.waits = true;
    try {
      const answer = await get(`/run${url.search}`), doc = await answer.json();
      if (turn !== this.turn) throw new Error(OVERTAKEN);
      this.url = new URL('walk' + new URL(answer.url).search, site);
      return doc;
    } finally {
      if (turn === this.turn) this.waits = false;
    }
  }

  show(doc, play = false) {
    this.answer.replaceChildren();
    if (this.own) document.title = `${doc.title} · Interrex`;
    this.stage.load(doc, { at: this.moment(doc), play });
    if (this.own && location.hash) this.stage.follow();
  }

  // moment is where in its walk the address is.
  moment(doc) {
    const at = this.url.searchParams.get('walk')?.split('_')[1];
    return at === undefined ? doc.steps.length : +at;
  }

  // link is the address of the page at a moment.
  link(at) {
    this.states?.show();
    return this.own && !this.waits ? this.address(at) : location.href;
  }

  // address is that of a moment: the walk up to a whole step, and behind # what part of the next one is done, whether it plays, and how.
  address(at, plays = false) {
    const url = this.walk(Math.floor(at)), more = new URLSearchParams();
    if (at % 1) more.set('at', Math.round(at * 100) / 100);
    if (plays) more.set('play', 1);
    if (this.root.classList.contains('present')) more.set('present', 1);
    url.hash = more.toString();
    return url.href.replaceAll('%2C', ',').replaceAll('%3A', ':').replaceAll('%7E', '~');
  }

  // walk is the address of the walk after k steps, with a way to go on.
  walk(k, then = '') {
    const url = new URL(this.url), path = (url.searchParams.get('walk') || '0').split('_')[0];
    url.searchParams.set('walk', path + (k < this.stage.run.last ? '_' + k : ''));
    if (then !== '') url.searchParams.set('then', then);
    url.hash = '';
    return url;
  }

  // enter makes an entry of the history, so that one can go back to the walk so far.
  async enter(url) {
    const before = this.url, doc = await this.fetch(url);
    if (this.own && this.url.search === before.search) return doc;
    this.own = true;
    this.runs = [];
    history.pushState(null, '', this.url);
    document.title = `${doc.title} · Interrex`;
    this.answer.replaceChildren();
    return doc;
  }

  // then goes on from a moment: by the number of a step, at random or calmly.
  async then(way, at) {
    const before = this.walk(at), doc = await this.enter(this.walk(at, way));
    if (this.url.search !== before.search) this.past.push(before);
    return doc;
  }

  act(number, at) { return this.then(number, at); }
  random(at) { return this.then('random', at); }
  calm(at) { return this.then('calm', at); }
  async undo(at) {
    const doc = await this.enter(this.past.pop() || this.walk(at, 'undo'));
    this.landing = this.moment(doc);
    return doc;
  }

  // return shows the walk of the address to which the browser has gone back.
  async return() {
    this.own = location.pathname === site.pathname + 'walk';
    this.past = [];
    this.runs = this.own ? [] : this.links.map(a => a.dataset.run);
    try {
      this.show(await this.fetch(this.own ? new URL(location) : this.first));
    } catch (e) {
      if (e.message !== OVERTAKEN) this.stage.say(e.message);
    }
  }

  // pick shows another run of this page.
  async pick(i) {
    this.at = i;
    this.first = new URL(this.links[i].href);
    this.past = [];
    try {
      this.show(await (this.own ? this.enter(this.first) : this.fetch(this.first)), true);
    } catch (e) {
      this.stage.say(e.message);
    }
  }

  // ask says whether the election can still succeed, with runs that show it.
  async ask() {
    const { search } = this.walk(Math.ceil(this.stage.at)), line = document.createElement('p');
    this.answer.replaceChildren(line);
    try {
      let found = { detail: 'exploring from here' };
      for (let ms = 0; !found.words; ms = 300) {
        line.textContent = `${found.detail} …`;
        await pause(ms);
        found = await (await get('/outlook' + search)).json();
        if (!line.isConnected) return; // something else is shown by now
      }
      line.textContent = found.detail ? `${found.words} (${found.detail})` : found.words;
      this.answer.append(...[['A nearest way to an election', found.run], ['A fair run that never elects', found.dodge]].filter(l => l[1]).map(l => this.lead(...l)));
    } catch (e) {
      line.textContent = e.message;
    }
  }

  lead(words, address) {
    const a = document.createElement('a');
    Object.assign(a, { textContent: words, href: address });
    here(a, () => {
      const at = Math.ceil(this.stage.at);
      this.stage.ask(() => this.enter(new URL(a.href)), at);
    });
    return a;
  }

  async copy(text) {
    if (!navigator.clipboard) return void prompt('Copy this:', text);
    await navigator.clipboard.writeText(text);
    this.stage.say('Copied.');
  }

  // file saves the walk, with the present moment, in a form that the server writes.
  async file(form) {
    download(await (await get(this.saved(form))).blob(), `${this.stage.run.doc.algorithm}.${form}`);
  }

  saved(form) { return `/save/run.${form}${this.walk(Math.ceil(this.stage.at)).search}`; }

  // png draws the picture of the present moment on a canvas, twice as large.
  async png() {
    const image = new Image(), canvas = document.createElement('canvas');
    image.src = 'data:image/svg+xml,' + encodeURIComponent(await (await get(this.saved('svg'))).text());
    await image.decode();
    Object.assign(canvas, { width: 2 * image.width, height: 2 * image.height });
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    download(await new Promise(done => canvas.toBlob(done, 'image/png')), `${this.stage.run.doc.algorithm}.png`);
  }
}

// here lets a link do its work on this page. It opens in another tab as any link.
function here(a, work) {
  a.addEventListener('click', e => {
    if (e.button || e.ctrlKey || e.metaKey || e.shiftKey) return;
    e.preventDefault();
    work();
  });
}

function download(blob, name) {
  const a = document.createElement('a');
  Object.assign(a, { href: URL.createObjectURL(blob), download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 60000);
}

// replay plays runs of a page, which branch nowhere.
async function replay(root, docs) {
  const host = { runs: docs.map(d => d.property ? `${d.title}, ${d.property}` : d.title), at: 0, pick(i) { stage.load(docs[host.at = i]); } };
  const { Stage } = await import('./stage.js'), stage = new Stage(root, host);
  stage.load(docs[0], { at: Number(root.dataset.at) });
  stage.follow();
  const onward = document.getElementById('onward'); // from the moment that is shown
  for (const kind of ['pointerenter', 'focus', 'click']) onward?.addEventListener(kind, () => {
    const url = new URL(onward.href), path = url.searchParams.get('walk').split('_')[0];
    url.searchParams.set('walk', path + (stage.k < docs[0].steps.length ? '_' + stage.k : ''));
    onward.href = url;
  });
}

// raise makes the place of a stage one.
async function raise() {
  const root = document.getElementById('stage');
  if (!root || root.dataset.raised) return;
  root.dataset.raised = 'yes';
  const recorded = document.getElementById('runs');
  try {
    if (recorded) await replay(root, JSON.parse(recorded.textContent));
    else await new Player(root).open();
  } catch (e) {
    const line = document.createElement('p');
    line.className = 'error';
    line.textContent = e.message;
    root.replaceChildren(line);
  }
}

// follow shows how far a check is, until it is done. What polls takes the focus from nothing.
async function follow() {
  for (let line; (line = document.getElementById('progress')); ) {
    await pause(400);
    try {
      const page = new DOMParser().parseFromString(await (await get(location.href)).text(), 'text/html');
      const fresh = page.getElementById('progress');
      if (fresh) line.textContent !== fresh.textContent && line.replaceChildren(...fresh.childNodes);
      else {
        document.getElementById('job').replaceWith(page.getElementById('job'));
        document.dispatchEvent(new Event('done'));
        document.getElementById('said').textContent = document.querySelector('#job .verdict, #job pre, #job .error')?.textContent ?? '';
      }
    } catch (e) {
      line.textContent = e.message;
    }
  }
  raise();
}
addEventListener('pagehide', () => {
  if (document.getElementById('progress')) navigator.sendBeacon('/leave' + location.search);
});

document.addEventListener('change', e => {
  if (e.target.matches('.drop input[type=file]') && e.target.files.length) e.target.form.requestSubmit();
});
for (const kind of ['dragenter', 'dragover', 'dragleave', 'drop']) {
  document.addEventListener(kind, e => {
    const area = document.querySelector('.drop');
    if (!area) return;
    e.preventDefault();
    area.classList.toggle('over', kind === 'dragenter' || kind === 'dragover');
    if (kind === 'drop' && e.dataTransfer.files.length) {
      const input = area.querySelector('input[type=file]');
      input.files = e.dataTransfer.files;
      input.form.requestSubmit();
    }
  });
}
follow();
