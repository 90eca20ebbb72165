// The stage plays a run document (interrex-run/1) inside an element, and lets its host branch.
import { html } from './dom.js';
import { Run } from './run.js';
import { Picture } from './picture.js';
import { Timeline } from './timeline.js';
import { Lanes, localStates } from './lanes.js';
import { explain } from './glossary.js';
import { FIXED, KEYS, keepFocus, rules, fired, choices, refusals, properties, caption, menu } from './panels.js';

const SPEEDS = [.25, .5, 1, 2, 4];
const REST = 500;         // ms between two steps
const REST_JUMP = 1400;   // the same without motion
const REST_END = 1200;    // before a run begins again
const still = matchMedia('(prefers-reduced-motion: reduce)');

const SKELETON = `
<header class="top">
  <div class="name"></div>
  <span class="extras"></span>
  <details class="save" hidden><summary>Save</summary><div></div></details>
  <button type="button" data-do="present" title="presentation (f)">Present <kbd>f</kbd></button>
  <button type="button" data-do="theme" title="dark or light" aria-label="dark or light">◐</button>
  <button type="button" data-do="help" title="keys (?)" aria-label="keys">?</button>
</header>
<div class="grid">
  <section class="scene" aria-label="the election">
    <div class="view">
      <svg class="picture" role="group" aria-label="processes and messages"></svg>
      <div class="clock"></div>
      <img class="drawing" alt="drawing of this state" hidden>
      <div class="menu" role="group" hidden></div>
    </div>
    <div class="told" tabindex="0"><span class="count"></span><p class="story" hidden></p><p class="says" aria-live="polite"></p><p class="fired"></p><p class="note"></p></div>
  </section>
  <section class="panel why" aria-label="rules" tabindex="0"><h2>Why</h2><ol class="rules"></ol></section>
  <section class="panel now" aria-label="choices" tabindex="0">
    <h2>Possible now <button type="button" class="clear" hidden></button></h2>
    <ol class="choices"></ol>
    <div class="host"><button type="button" data-do="random"><kbd>r</kbd> go on at random</button>
      <button type="button" data-do="calm"><kbd>c</kbd> calm end</button><button type="button" data-do="undo"><kbd>u</kbd> undo</button></div>
    <h2 class="no">Not possible, and why</h2>
    <ul class="refused"></ul>
  </section>
  <section class="panel props" aria-label="properties"><h2>Properties</h2><ul></ul></section>
  <div class="bar" role="group" aria-label="time">
    <div class="controls">
      <button type="button" data-do="first" aria-label="to the beginning" title="Home"><svg viewBox="0 0 20 20"><path d="M3 4h2.500v12h-2.500zM17 4l-9 6 9 6z"/></svg></button>
      <button type="button" data-do="back" aria-label="a step back" title="←"><svg viewBox="0 0 20 20"><path d="M13 4l-8 6 8 6z"/></svg></button>
      <button type="button" data-do="play" class="play" aria-label="play" title="space"><svg viewBox="0 0 20 20"><path class="go" d="M5 3l12 7-12 7z"/><path class="halt" d="M5 3h3v14H5zM12 3h3v14h-3z"/></svg></button>
      <button type="button" data-do="next" aria-label="a step on" title="→"><svg viewBox="0 0 20 20"><path d="M7 4l8 6-8 6z"/></svg></button>
      <select class="speed" aria-label="speed" title="− +"><option value="0.25">¼×</option><option value="0.5">½×</option><option value="1" selected>1×</option><option value="2">2×</option><option value="4">4×</option></select>
      <button type="button" data-do="loop" class="loop" aria-pressed="true" title="again and again (l)"><svg viewBox="0 0 20 20"><path class="line" d="M15 6a6.5 6.5 0 1 0 1.5 4M16 2v4.500h-4.500"/></svg><span>loop</span></button>
    </div>
    <div class="strip"></div>
  </div>
</div>
<div class="folds">
  <details class="fold lanes"><summary>Space-time picture</summary><div class="scroll" tabindex="0" role="group" aria-label="space-time picture"><svg role="img" aria-label="space-time picture"></svg></div></details>
  <details class="fold states"><summary>Local states</summary><div class="scroll" tabindex="0" role="group" aria-label="local states"></div></details>
  <details class="fold words"><summary>In words</summary><div class="scroll"></div></details>
</div>
<dialog class="help" aria-label="keys">
  <h2>Keys</h2>
  <dl>
    <dt><kbd>space</kbd></dt><dd>play, pause</dd><dt><kbd>←</kbd> <kbd>→</kbd></dt><dd>a step back, a step on</dd>
    <dt><kbd>Home</kbd> <kbd>End</kbd></dt><dd>first, last</dd><dt><kbd>0</kbd>–<kbd>9</kbd> <kbd>a</kbd> …</dt><dd>take one of the possible steps</dd>
    <dt><kbd>r</kbd> <kbd>c</kbd> <kbd>u</kbd></dt><dd>go on at random, calm end without further faults, undo</dd>
    <dt><kbd>−</kbd> <kbd>+</kbd></dt><dd>slower, faster</dd><dt><kbd>l</kbd></dt><dd>loop</dd>
    <dt><kbd>n</kbd></dt><dd>next run of a file, at the same moment</dd>
    <dt><kbd>f</kbd></dt><dd>presentation</dd><dt><kbd>esc</kbd></dt><dd>deselect, leave presentation</dd>
  </dl>
  <p>Click a process or a message to see what it can do. Drag along the line of time.</p>
  <form method="dialog"><button>Close</button></form>
</dialog>
<div class="toast" role="status"></div>`;

const MINI = `<div class="view"><svg class="picture" aria-hidden="true"></svg><img class="drawing" alt="" hidden></div><div class="told"><p class="says"></p></div>`;

export class Stage {
  constructor(root, host = null, options = {}) {
    root.stage = this;
    Object.assign(this, { root, host, mini: !!options.mini, waits: !!options.waits, k: 0, p: 1, playing: false, back: false, speed: 1, loop: true, round: 1, rest: 0 });
    Object.assign(this, { run: null, picked: null, hinted: null, tab: 'words', tabs: new Map(), showOriginal: false, branchEnd: false });
    root.classList.add('stage');
    root.classList.toggle('mini', this.mini);
    root.innerHTML = this.mini ? MINI : SKELETON;
    this.$ = s => root.querySelector(s);
    this.told = ''; // for what width the words have their room
    this.view = this.$('.view');
    this.picture = new Picture(this.$('.picture'), this.mini ? null : (what, byKey) => this.pick(what, byKey));
    this.tick = this.tick.bind(this);
    if (!this.mini) this.furnish(); else if (!this.waits) this.watch();
    new ResizeObserver(() => this.size()).observe(this.view);
  }

  // ---- What a host may call ----
  // load shows a document at a moment: 4.7 is step 5, seven tenths done.
  load(doc, { at = 0, play = false } = {}) {
    this.run = new Run(doc);
    Object.assign(this, { round: 1, picked: null, hinted: null, back: false, rest: 0, playing: false, branchEnd: false });
    this.place(at);
    this.picture.build(this.run);
    if (!this.mini) {
      this.title();
      this.timeline.build(this.run);
      this.$('.loop').classList.toggle('violet', this.run.cycle !== null);
      this.words();
      this.$('.why').hidden = !doc.rules?.length && !this.run.steps.some(s => s.rules?.length);
    }
    this.told = ''; this.size();
    if (this.mini) this.wake();
    else if (play) this.play();
  }

  // at is the moment that is shown.
  get at() { return this.p < 1 ? this.k - 1 + this.p : this.k; }

  seek(at) { this.playing = false; this.place(at); this.refresh(true); this.address(); }
  go(k) { this.seek(Math.round(k)); }

  place(at) {
    at = Math.max(0, Math.min(this.run.last, +at || 0));
    Object.assign(this, { back: false, rest: 0 });
    this.k = Math.ceil(at);
    this.p = at % 1 && !still.matches ? at % 1 : 1;
  }

  play() {
    if (this.playing) return this.pause();
    if (this.k === this.run.last && this.p === 1 && this.run.cycle === null) this.place(0);
    this.playing = true;
    this.branchEnd = false;
    if (this.p === 1 && this.k === 0) this.rest = 400; else if (this.p === 1) this.onward();
    this.refresh(true); this.start();
  }
  pause() { this.playing = false; this.refresh(true); this.address(); }

  next() {
    this.playing = false;
    if (this.k < this.run.last || this.run.cycle !== null) this.onward();
    this.refresh(true); this.start();
    this.address();
  }
  previous() {
    this.playing = false;
    if (!this.k) return this.refresh(true);
    if (still.matches) return this.go(this.k - 1);
    Object.assign(this, { back: true, p: Math.min(this.p, .999) });
    this.refresh(true); this.start();
  }

  present(on = !this.root.classList.contains('present')) {
    this.root.classList.toggle('present', on);
    if (on && navigator.userActivation?.isActive) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
    this.size();
    this.address();
  }

  say(text) {
    const t = this.$('.toast');
    t.textContent = text;
    t.classList.add('on');
    clearTimeout(this.hush);
    this.hush = setTimeout(() => t.classList.remove('on'), 4000);
  }

  // ---- Acting ----
  // offer is what was possible in the state that the present step left or, at rest, is possible now.
  offer() {
    const moving = this.p < 1, at = moving ? this.k - 1 : this.k;
    return { moving, at, all: this.run.choices(at) };
  }

  // take takes choice i: the run's own step plays, any other is the host's.
  take(i) {
    const { moving, at, all } = this.offer();
    if (!all || i >= all.length) return null;
    if (i === this.run.chosen(at)) return moving ? null : this.next();
    if (!this.host?.act) return this.say(FIXED);
    return this.ask(() => this.host.act(i, at), at);
  }

  // ask awaits a document from the host and plays it from moment at on; of an undone walk it shows the moment where the host lands.
  async ask(answer, at, plays = true) {
    if (this.busy) return;
    this.busy = true;
    this.root.setAttribute('aria-busy', 'true');
    try {
      const doc = await answer();
      if (!plays) at = this.host.landing ?? at;
      this.load(doc, { at: Math.min(at, doc.steps.length) });
      if (plays && at < doc.steps.length) {
        this.playing = true;
        this.branchEnd = true;
        this.onward();
        this.refresh(true); this.start();
      }
      this.address();
    } catch (e) {
      this.say(e.message);
    } finally {
      this.busy = false;
      this.root.removeAttribute('aria-busy');
    }
  }

  hosted(name) {
    if (!this.host?.[name]) return this.say(FIXED);
    const { at } = this.offer();
    return this.ask(() => this.host[name](at), name === 'undo' ? Math.max(0, at - 1) : at, name !== 'undo');
  }

  pick(what, byKey) {
    const before = this.picked, same = what && before && what.process === before.process && what.message === before.message;
    this.picked = same ? null : what;
    this.refresh(true);
    if (this.picked && byKey) this.$('.menu button')?.focus();
    if (!this.picked && before && this.$('.menu').contains(document.activeElement)) this.picture.nodes.get(before.process)?.g.focus();
  }
  hint(what) { this.hinted = what; this.refresh(); }
  // openTab shows a rule in words, Go or TLA+; of the rules that fired, all to come are shown so, too.
  openTab(id, name, fired) {
    if (fired) this.tab = name; else this.tabs.set(id, name);
    this.refresh(true);
  }

  // ---- Time ----
  // onward begins the next step; it is false at the end.
  onward() {
    if (this.p < 1) { this.p = 1; this.back = false; }
    if (this.k === this.run.last) {
      if (this.branchEnd || (!this.loop && this.playing)) return false;
      if (this.run.cycle === null) { this.k = 0; this.rest = REST_END; return true; }
      this.round++;
      this.k = this.run.cycle; // the same picture as the last state
      if (this.k === this.run.last) { this.rest = REST_END; return true; }
    }
    this.k++;
    this.p = still.matches ? 1 : 0;
    return true;
  }

  start() {
    if (this.ticking || this.hidden) return;
    this.ticking = true;
    this.before = performance.now();
    requestAnimationFrame(this.tick);
  }

  tick(now) {
    const ms = Math.min(100, now - this.before) * this.speed;
    this.before = now;
    if (this.back) {
      this.p -= ms / this.speed / 260;
      if (this.p <= 0) { this.place(this.k - 1); this.address(); }
    } else if (this.p < 1) {
      this.p = Math.min(1, this.p + ms / this.run.parts(this.k).total);
      if (this.p === 1) this.rest = REST;
      if (this.p === 1 && !this.playing) this.address();
    } else if (this.playing) {
      if (still.matches && this.rest <= 0) this.rest = REST_JUMP;
      this.rest -= ms;
      if (this.k < this.run.last) this.picture.G.rests(this.k + 1); // in a frame in which nothing else is new
      if (this.rest <= 0 && !this.onward()) { this.playing = false; this.shown = ''; this.address(); }
    }
    this.refresh();
    this.ticking = !this.hidden && (this.playing || this.p < 1 || this.back);
    if (this.ticking) requestAnimationFrame(this.tick);
  }

  // ---- Showing ----
  size() {
    if (!this.run) return;
    if (!this.mini) this.fit();
    this.view.classList.toggle('crowd', this.run.ids.length > 8);
    this.view.classList.toggle('drawn', this.run.doc.states.some(s => s.drawing));
    const box = this.picture.svg.getBoundingClientRect();
    this.picture.size(box.width, box.height, this.root.classList.contains('present'));
    if (!this.mini) {
      this.timeline.size();
      if (this.$('.lanes').open) this.lanes.draw(this.run, this.$('.folds').clientWidth - 40);
    }
    this.refresh(true);
  }

  // fit gives the words below the picture the room of the longest ones, so that the picture keeps its size.
  fit() {
    const told = this.$('.told'), key = told.clientWidth + this.root.className;
    if (key === this.told) return;
    this.told = key;
    const { doc, steps } = this.run, longest = of => steps.reduce((most, s) => (of(s) || '').length > most.length ? of(s) : most, '');
    const words = { count: '0 / 0', fired: longest(fired), says: longest(s => s.says), story: longest(s => s.caption), note: doc.note || doc.property || '' };
    for (const [part, text] of Object.entries(words)) this.$('.' + part).textContent = text;
    this.$('.story').hidden = !words.story;
    this.$('.says').classList.toggle('lesser', !!words.story);
    told.style.height = 'auto';
    told.style.height = Math.min(told.scrollHeight + 1, Math.round(innerHeight * .3)) + 'px';
    this.shown = '';
  }

  // refresh draws the moment. The panels change only with the step, or if anew is set.
  refresh(anew) {
    if (!this.run) return;
    const key = [this.k, this.p < 1, this.round, this.playing].join();
    if (anew || key !== this.shown) { this.shown = key; this.panels(); }
    this.picture.draw(this.k, this.p, this.hinted || this.picked);
    if (this.mini) return;
    this.timeline.draw(this.k, this.p);
    this.lanes.moment(this.k, this.p);
  }

  panels() {
    const says = this.$('.says');
    if (this.mini) { says.textContent = this.run.step(this.k)?.says || this.run.doc.title; return this.drawing(); }
    says.setAttribute('aria-live', this.playing ? 'off' : 'polite');
    caption(Object.fromEntries(['count', 'clock', 'story', 'says', 'fired', 'note'].map(c => [c, this.$('.' + c)])), this);
    if (this.picked?.message !== undefined && !this.run.open(this.run.messages[this.picked.message], this.k)) this.picked = null;
    keepFocus(this.$('.why'), () => rules(this.$('.rules'), this));
    keepFocus(this.$('.now'), () => { choices(this.$('.now .choices'), this); refusals(this.$('.now .refused'), this); });
    this.$('.no').hidden = this.$('.now .refused').hidden = !this.run.doc.states[this.offer().at].cannot; // that was not recorded
    properties(this.$('.props ul'), this);
    this.$('.props').hidden = !this.run.doc.properties?.length;
    this.root.classList.toggle('code', !!this.$('.rules pre'));
    const p = this.picked, clear = this.$('.clear');
    clear.hidden = !p;
    clear.textContent = !p ? '' : (p.process ? 'P' + p.process : this.run.messages[p.message].text) + ' ×';
    this.popUp();
    this.drawing();
    const play = this.$('.play');
    play.classList.toggle('on', this.playing);
    play.setAttribute('aria-label', this.playing ? 'pause' : 'play');
    if (this.$('.states').open) this.$('.states .scroll').replaceChildren(localStates(this.run, this.k));
  }

  // popUp places the menu beside what is picked.
  popUp() {
    const box = this.$('.menu'), p = this.picked;
    box.hidden = !p || this.playing;
    if (box.hidden) return;
    keepFocus(box, () => menu(box, this));
    this.picture.draw(this.k, this.p, p);
    const at = this.picture.places()[p.process ? 'P' + p.process : 'm' + p.message], G = this.picture.G;
    if (!at) return;
    const w = box.offsetWidth, h = box.offsetHeight, gap = G.R + 26, right = at[0] < G.w / 2;
    box.style.left = Math.max(8, Math.min(G.w - w - 8, right ? at[0] + gap : at[0] - gap - w)) + 'px';
    box.style.top = Math.max(8, Math.min(G.h - h - 8, at[1] - h / 2)) + 'px';
  }

  drawing() {
    const img = this.$('.drawing'), svg = this.run.doc.states[this.k].drawing || '';
    const whole = svg.startsWith('<svg') ? svg : `<svg viewBox="0 0 200 200">${svg}</svg>`;
    const url = 'data:image/svg+xml,' + encodeURIComponent(/^<svg[^>]*xmlns=/.test(whole) ? whole : whole.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg"'));
    img.hidden = !svg;
    if (svg && img.src !== url) img.src = url;
  }

  title() {
    const doc = this.run.doc, h1 = html('h1'), runs = this.host?.runs || [];
    h1.append(runs.length < 2 ? doc.title || doc.algorithm : html('select', 'pick', ...runs.map((t, i) => new Option(t, i, false, i === this.host.at)),
      { 'aria-label': 'run', title: 'next run (n)', onchange: e => this.host.pick(+e.target.value, this.at) }));
    this.$('.name').replaceChildren(h1, html('p', 'about', doc.world || '', { title: doc.command || doc.world || '' }));
  }

  words() {
    const doc = this.run.doc, box = this.$('.words .scroll');
    box.replaceChildren(...(doc.words || []).map(w => html('p', '', w)));
    if (doc.command) box.append(html('p', '', html('code', '', doc.command)));
    this.$('.words').hidden = !box.children.length;
  }

  // address writes the moment into the address, without a new entry of the history.
  address() {
    if (this.mini || !this.run) return;
    const link = new URLSearchParams(location.hash.slice(1)), put = (name, value) => value ? link.set(name, value) : link.delete(name);
    put('at', this.at ? String(Math.round(this.at * 100) / 100) : '');
    put('play', '');
    put('present', this.root.classList.contains('present') ? '1' : '');
    const hash = link.toString(), url = this.host?.link ? this.host.link(this.at) : location.pathname + location.search + (hash ? '#' + hash : '');
    history.replaceState(history.state, '', url);
  }

  // follow goes to the moment that the address names.
  follow() {
    const link = new URLSearchParams(location.hash.slice(1));
    if (link.has('at')) this.place(+link.get('at'));
    if (link.has('present')) this.present(true);
    this.refresh(true);
    if (link.has('play')) this.play();
  }

  // ---- Setting up ----
  furnish() {
    this.timeline = new Timeline(this.$('.strip'), this);
    this.lanes = new Lanes(this.$('.lanes svg'), this);
    const page = document.documentElement.dataset, dark = () => page.theme ? page.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    const runs = this.host?.runs?.length;
    this.actions = {
      first: () => this.go(0), back: () => this.previous(), play: () => this.play(), next: () => this.next(),
      loop: () => { this.loop = !this.loop; this.$('.loop').setAttribute('aria-pressed', this.loop); },
      present: () => this.present(), help: () => this.$('.help').showModal(),
      theme: () => { page.theme = dark() ? 'light' : 'dark'; },
      another: () => runs > 1 && this.host.pick((this.host.at + 1) % runs, this.at),
      random: () => this.hosted('random'), calm: () => this.hosted('calm'), undo: () => this.hosted('undo'),
    };
    for (const b of this.root.querySelectorAll('[data-do]')) b.addEventListener('click', e => {
      if (e.detail) b.blur(); // so that the space bar plays, after a click on any button
      this.actions[b.dataset.do]();
    });
    for (const b of this.root.querySelectorAll('.host button')) b.hidden = !this.host?.[b.dataset.do];
    this.$('.speed').addEventListener('change', e => { this.speed = +e.target.value; e.target.blur(); });
    this.$('.clear').addEventListener('click', () => this.pick(null));
    for (const fold of this.root.querySelectorAll('.fold')) fold.addEventListener('toggle', () => {
      this.size();
      if (fold.open) fold.scrollIntoView({ block: 'nearest' });
    });
    this.$('.extras').append(...this.host?.extras || []);
    const saves = this.host?.save || [], save = this.$('.save');
    save.hidden = !saves.length;
    save.lastElementChild.append(...saves.map(s => html('button', '', s.label, { onclick: () => { save.open = false; s.run(this); } })));
    const hideTerm = explain(this.root);
    addEventListener('keydown', e => this.key(e, hideTerm));
    addEventListener('hashchange', () => this.run && this.follow());
    document.addEventListener('fullscreenchange', () => { // the browser takes the key that leaves the full screen
      if (!document.fullscreenElement && this.root.classList.contains('present')) this.present(false);
    });
  }

  key(e, hideTerm) {
    if (!this.run || e.ctrlKey || e.metaKey || e.altKey || this.$('.help').open) return;
    if (/^(SELECT|INPUT|TEXTAREA)$/.test(e.target.tagName) || e.target.isContentEditable) return;
    if (e.key === ' ' && /^(BUTTON|SUMMARY|A)$/.test(e.target.tagName)) return; // the key of what has the focus
    const A = this.actions;
    const on = {
      ' ': A.play, ArrowRight: A.next, ArrowLeft: A.back, Home: A.first, End: () => this.go(this.run.last),
      n: A.another, f: A.present, l: A.loop, r: A.random, c: A.calm, u: A.undo, '?': A.help, '-': () => this.faster(-1), '+': () => this.faster(1), '=': () => this.faster(1),
      Escape: () => { hideTerm(); if (this.picked) this.pick(null); else if (this.root.classList.contains('present')) this.present(false); },
    }[e.key] || (KEYS.includes(e.key) && (() => this.take(KEYS.indexOf(e.key))));
    if (!on) return;
    e.preventDefault();
    on();
  }

  faster(by) {
    this.speed = SPEEDS[Math.max(0, Math.min(SPEEDS.length - 1, SPEEDS.indexOf(this.speed) + by))];
    this.$('.speed').value = String(this.speed);
  }

  // watch plays a small picture while it is on screen; one that waits is played by its host.
  watch() {
    this.hidden = true;
    new IntersectionObserver(([e]) => {
      this.hidden = !e.isIntersecting;
      this.wake();
    }, { threshold: .3 }).observe(this.root);
  }
  wake() {
    if (this.hidden || this.waits || !this.run) return;
    if (still.matches) this.seek(this.run.last);
    else if (this.playing) this.start();
    else this.play();
  }
}
