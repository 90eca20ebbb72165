// The line of time below the picture: a small picture for each step, or a track with marks if there are many.
import { el, html, mix, tenth, clamp } from './dom.js';

const MARKS = {
  leader: 'M-7 4L-8 -4L-4 -1L0 -6L4 -1L8 -4L7 4Z', death: 'M-4 -4L4 4M4 -4L-4 4', decision: 'M0 -4a4 4 0 1 0 .01 0',
  start: 'M-3 -5L5 0L-3 5Z', story: 'M-5 -5H5V3H1L-2 6V3H-5Z', broken: 'M-1.500 -6H1.500V2H-1.500ZM-1.500 4H1.500V6H-1.500Z',
};
const MANY = 60; // steps, above which the small pictures become a track

export class Timeline {
  constructor(strip, stage) {
    this.strip = strip;
    this.stage = stage;
    strip.addEventListener('pointerdown', e => this.press(e));
  }

  build(run) {
    this.run = run;
    this.track = run.last > MANY;
    this.strip.classList.toggle('track', this.track);
    this.strip.replaceChildren(this.track ? this.buildTrack() : this.buildThumbs());
  }

  buildThumbs() {
    const run = this.run, c = run.cycle;
    this.list = html('ol', 'thumbs');
    for (let k = 0; k <= run.last; k++) {
      const b = html('button', '', thumb(run, k), html('span', '', !k ? 'start' : run.times ? `${run.times[k].toFixed(3)} s` : String(k)), {
        title: k ? run.step(k).says : 'at first', onclick: e => { if (!this.dragged) this.stage.go(k); if (e.detail) b.blur(); } });
      const cycle = c !== null && k > c;
      this.list.append(html('li', !cycle ? '' : 'cycle' + (k === c + 1 ? ' first' : '') + (k === run.last ? ' final' : ''), b));
    }
    this.head = html('li', 'playhead', { 'aria-hidden': 'true' });
    this.back = c === null ? null : html('li', 'return', html('span', '', '↻ for ever'), { 'aria-hidden': 'true' });
    this.list.append(this.head, this.back || '');
    return this.list;
  }

  buildTrack() {
    const run = this.run, svg = el('svg', { class: 'marks', 'aria-hidden': 'true' });
    this.marks = [];
    for (let k = 1; k <= run.last; k++) for (const kind of marksOf(run, k)) {
      const path = el('path', { class: kind, d: MARKS[kind] });
      svg.append(path);
      this.marks.push({ k, row: /leader|start|story/.test(kind) ? 10 : 26, path });
    }
    if (run.cycle !== null) svg.prepend(this.range = el('rect', { class: 'cycle', y: 0, height: 56, rx: 6 }));
    this.head = el('path', { class: 'playhead', d: 'M0 0V56' });
    svg.append(el('path', { class: 'line' }), this.head);
    this.ticks = [];
    for (let k = 0, last = run.times?.[run.last], by = tickOf(last - run.times?.[0]); k <= 12 && run.times; k++) {
      const at = (Math.ceil(run.times[0] / by) + k) * by;
      if (at > last) break;
      const text = el('text', { class: 'tick', y: 60, 'text-anchor': 'middle' }, `${+at.toFixed(3)} s`);
      svg.append(text);
      this.ticks.push({ at, text });
    }
    return this.list = html('div', 'rail', svg, { tabindex: 0, role: 'slider', 'aria-label': 'step', 'aria-valuemin': 0, 'aria-valuemax': run.last });
  }

  // x is where a moment stands on the line.
  x(k, p = 1) {
    if (this.track) return 12 + (this.list.clientWidth - 24) * mix(this.part(k - 1), this.part(k), p);
    const mid = i => { const e = this.list.children[Math.max(0, i)]; return e.offsetLeft + e.offsetWidth / 2; };
    return mix(mid(p < 1 ? k - 1 : k), mid(k), p);
  }

  // part is where on a track a state stands, from 0 to 1: by its time where that is known.
  part(k) {
    const { times, last } = this.run, span = times && times[last] - times[0];
    return span ? (times[Math.max(0, k)] - times[0]) / span : Math.max(0, k) / Math.max(1, last);
  }

  size() {
    if (this.track) {
      const { times, last } = this.run, w = this.list.clientWidth, line = this.list.querySelector('.line');
      for (const t of this.ticks) t.text.setAttribute('x', tenth(12 + (w - 24) * (t.at - times[0]) / (times[last] - times[0] || 1)));
      for (const m of this.marks) m.path.setAttribute('transform', `translate(${tenth(this.x(m.k))} ${m.row})`);
      line.setAttribute('d', `M12 44H${w - 12}`);
      if (this.run.cycle !== null) {
        this.range.setAttribute('x', this.x(this.run.cycle));
        this.range.setAttribute('width', Math.max(8, this.x(this.run.last) - this.x(this.run.cycle)));
      }
    } else if (this.back && this.run.cycle < this.run.last) {
      const a = this.x(this.run.cycle + 1), b = this.x(this.run.last);
      this.back.style.left = a + 'px';
      this.back.style.width = b - a + 'px';
    }
  }

  draw(k, p) {
    const x = this.x(k, p);
    if (this.track) {
      this.head.setAttribute('transform', `translate(${tenth(x)} 0)`);
      this.list.setAttribute('aria-valuenow', k);
      this.list.setAttribute('aria-valuetext', `step ${k} of ${this.run.last}`);
      return;
    }
    this.head.style.transform = `translateX(${x}px)`;
    const old = this.list.querySelector('[aria-current]'), now = this.list.children[k].firstChild;
    if (old !== now) { old?.removeAttribute('aria-current'); now.setAttribute('aria-current', 'step'); }
    if (this.strip.scrollWidth > this.strip.clientWidth && !this.dragging) this.strip.scrollLeft = x - this.strip.clientWidth / 2;
  }

  // press follows a pointer that is dragged along the line, to any moment of a step.
  press(e) {
    if (e.button) return;
    this.dragged = false;
    const from = e.clientX;
    const move = e => {
      if (Math.abs(e.clientX - from) < 5 && !this.dragged) return;
      this.dragged = this.dragging = true;
      this.seek(e.clientX);
    };
    const up = e => {
      this.dragging = false;
      removeEventListener('pointermove', move);
      if (this.track && !this.dragged) this.seek(e.clientX, true);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', up, { once: true });
  }

  seek(clientX, whole) {
    const x = clientX - this.list.getBoundingClientRect().left;
    let at = 0;
    while (at < this.run.last && this.x(at + 1) <= x) at++;
    if (at < this.run.last) at += clamp((x - this.x(at)) / (this.x(at + 1) - this.x(at) || 1));
    this.stage.seek(whole ? Math.round(at) : at);
  }
}

// tickOf is the distance of the ticks of an axis of so many seconds: at most ten.
function tickOf(span) {
  const by = 10 ** Math.ceil(Math.log10(Math.max(span, .01) / 10));
  return [.2, .5, 1].map(f => f * by).find(b => span / b <= 10);
}

// marksOf are the kinds of events in step k that a long run is searched for.
function marksOf(run, k) {
  const s = run.step(k), out = [];
  const became = f => run.ids.some(id => f(run.local(k, id)) && !f(run.local(k - 1, id)));
  if (became(l => l.role === 'leader')) out.push('leader');
  else if (s.action === 'start') out.push('start');
  if (s.caption) out.push('story');
  if (became(l => !l.live)) out.push('death');
  else if (became(l => l.elected !== 0 && l.role !== 'leader')) out.push('decision');
  if (run.properties[k]?.some((p, i) => p === 'broken' && run.properties[k - 1]?.[i] !== 'broken')) out.push('broken');
  return out;
}

// thumb is step k, 44 px wide.
function thumb(run, k) {
  const svg = el('svg', { viewBox: '0 0 44 44', 'aria-hidden': 'true' }), n = run.ids.length, s = run.step(k), m = run.taken(k);
  const at = id => {
    const i = run.place.get(id);
    return [22 + 15 * Math.sin(2 * Math.PI * i / n), 22 - 15 * Math.cos(2 * Math.PI * i / n)].map(tenth);
  };
  if (m) svg.append(el('path', { class: 'k' + m.hue, d: `M${at(m.from)}L${at(m.to)}` }));
  for (const id of run.ids) {
    const [cx, cy] = at(id), acts = s && s.process === id;
    svg.append(el('circle', { cx, cy, r: acts ? 5 : n > 8 ? 2.4 : 3, class: run.local(k, id).role + (acts ? ' actor' : '') }));
    if (k && run.local(k - 1, id).live && !run.local(k, id).live) svg.append(el('path', { class: 'died', d: `M${cx - 5} ${cy - 5}l10 10m0 -10l-10 10` }));
  }
  return svg;
}
