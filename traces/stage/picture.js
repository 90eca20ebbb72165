// The picture is a pure function of the step k and of how far, p from 0 to 1, that step has gone. So playing,
// stepping back, scrubbing, links, cycles and reduced motion are one and the same.
import { el, set, clamp, mix, soft, ease, tenth } from './dom.js';
import { brief } from './run.js';
import { Geometry, beside, stretch, arc, timerText } from './geometry.js';

const CROWN = 'M-15 0L-18 -14L-8 -7L0 -18L8 -7L18 -14L15 0Z';
const FLAG = 'M-9 1V-20L10 -14L-7 -8';              // a candidate stands
const GLASS = 'M-8 -19H8L-8 -1H8Z';                 // an hourglass: it waits for others
const TAG = w => `M${-w / 2} 0l8 -12h${w - 16}l8 12l-8 12h${16 - w}z`; // a suspicion
const PARTS = [['halo', 'circle'], ['timer', 'path'], ['timer second', 'path'], ['timerName', 'text'], ['waits', 'g'], ['disc', 'circle'],
  ['inner', 'circle'], ['gold', 'circle'], ['grey', 'circle'], ['cross', 'path'], ['name', 'text'], ['crown', 'path'], ['flag', 'path'],
  ['glass', 'path'], ['tag', 'path'], ['suspects', 'text'], ['label', 'text']];

export class Picture {
  constructor(svg, pick) {
    this.svg = svg;
    this.pick = pick; // called with what is clicked; null: the picture is only to be looked at
    svg.addEventListener('click', () => pick && pick(null));
  }

  // build makes the elements of a run. size must follow.
  build(run) {
    this.run = run;
    this.layers = {};
    for (const name of ['ways', 'trails', 'looks', 'mail', 'people']) this.layers[name] = el('g', { class: name });
    this.svg.replaceChildren(...Object.values(this.layers));
    this.nodes = new Map();
    this.bubbles = new Map();
    if (run.topology !== 'complete') {
      const lanes = run.topology === 'ring' ? [0] : [8, -8];
      this.rings = lanes.map(lift => ({ lift, path: el('path', { class: 'ring' }),
        arrows: run.ids.map(id => ({ id, path: el('path', { class: 'chevron', d: 'M-3 -5L3 0L-3 5' }) })) }));
      for (const r of this.rings) this.layers.ways.append(r.path, ...r.arrows.map(a => a.path));
    } else this.rings = [];
    for (const [name, tag] of [['look', 'path'], ['pulse', 'circle'], ['pulseText', 'text']]) this.layers.looks.append(this[name] = el(tag, { class: name }));
    for (const id of run.ids) this.nodes.set(id, this.node(id));
  }

  node(id) {
    const g = el('g', { class: 'node', 'data-process': id }), n = { g };
    for (const [name, tag] of PARTS) g.append(n[name.replace('timer second', 'timer2')] = el(tag, { class: name }));
    n.name.textContent = 'P' + id;
    this.clickable(g, { process: id });
    this.layers.people.append(g);
    return n;
  }

  clickable(g, what) {
    if (!this.pick) return;
    set(g, { tabindex: 0, role: 'button' });
    g.addEventListener('click', e => { e.stopPropagation(); this.pick(what, false); });
    g.addEventListener('keydown', e => {
      if (e.key !== 'Enter' && e.key !== ' ') return;
      e.preventDefault();
      e.stopPropagation();
      this.pick(what, true);
    });
  }

  size(w, h, big) {
    this.G = new Geometry(this.run, Math.max(200, w), Math.max(140, h), big);
    set(this.svg, { viewBox: `0 0 ${tenth(this.G.w)} ${tenth(this.G.h)}` });
    this.svg.style.setProperty('--z', this.G.z);
    this.svg.style.setProperty('--name', Math.max(14, Math.min(22 * this.G.z, this.G.R * .66)) + 'px');
    for (const b of this.bubbles.values()) { b.g.remove(); b.trail.remove(); }
    this.bubbles.clear();
    for (const n of this.nodes.values()) n.shown = null;
  }

  // moment says how far the parts of step k have gone.
  moment(k, p) {
    const run = this.run, step = p < 1 ? run.step(k) : null;
    if (!step) return { k, step: null, was: k, take: 1, change: 1, send: () => 1, die: 1, fold: 1 };
    const T = run.parts(k), t = p * T.total;
    return {
      k, step, was: k - 1, t,
      fold: T.fold ? clamp(t / T.fold) : 1,
      take: clamp((t - T.fold) / T.take),
      change: clamp((t - T.fold - T.take) / T.change),
      send: i => (t - T.sends - T.stagger * i) / T.send,
      die: T.death ? clamp((t - T.dies) / T.death) : 1,
    };
  }

  // draw shows a moment. lit is the process or message to be emphasised, or null.
  draw(k, p, lit) {
    const m = this.moment(k, p), run = this.run;
    m.soft = soft(m.change);
    m.actor = run.step(k)?.process || 0;
    m.dead = new Map(run.ids.map(id => {
      const a = run.local(m.was, id).live ? 0 : 1, b = run.local(k, id).live ? 0 : 1;
      const t = !m.step ? 1 : m.step.crashed && id === m.actor ? soft(m.die) : m.step.action === 'crash' ? soft((m.change - .25) / .75) : m.soft;
      return [id, mix(a, b, t)];
    }));
    this.drawWays(m);
    this.drawLook(m);
    for (const id of run.ids) this.drawNode(id, m, lit);
    this.drawMessages(m, lit);
  }

  drawWays({ dead }) {
    const G = this.G;
    for (const r of this.rings) {
      set(r.path, { d: G.ring(dead, r.lift) });
      for (const a of r.arrows) {
        const th = G.turn.get(a.id) + G.gap / 2, back = r.lift < 0 ? -1 : 1, q = G.rim(th, dead, r.lift), s = G.rim(th + .02 * back, dead, r.lift);
        set(a.path, { transform: `translate(${tenth(q.x)} ${tenth(q.y)}) rotate(${tenth(Math.atan2(s.y - q.y, s.x - q.x) * 180 / Math.PI)})` });
      }
    }
  }

  // drawLook shows a suspicion or detection as a look at the other process, and folded heartbeats as one pulse.
  drawLook({ step, take, change, fold, was }) {
    const G = this.G, looks = step && step.peer && step.process && /^(detect|suspect|report|withdraw)/.test(step.action);
    if (looks) {
      const a = G.at.get(step.process), b = G.at.get(step.peer), u = ease(take);
      set(this.look, { d: `M${a.x} ${a.y}L${tenth(mix(a.x, b.x, u))} ${tenth(mix(a.y, b.y, u))}` });
    }
    set(this.look, { opacity: looks ? tenth(1 - soft(change)) : 0 });
    const beats = step && step.folded && fold < 1, leader = beats && this.run.ids.find(id => this.run.local(was, id).role === 'leader');
    set(this.pulse, { opacity: beats ? tenth((1 - fold) * .6) : 0 });
    set(this.pulseText, { opacity: beats ? 1 : 0 });
    if (!beats) return;
    const c = leader ? G.at.get(leader) : { x: G.cx, y: G.cy };
    set(this.pulse, { cx: tenth(c.x), cy: tenth(c.y), r: tenth(mix(G.R, 2 * G.rx, soft(fold))) });
    this.pulseText.textContent = `${step.folded} heartbeats`;
    set(this.pulseText, { x: tenth(G.cx), y: tenth(G.cy + 5) });
  }

  drawNode(id, m, lit) {
    const { run, G } = this, n = this.nodes.get(id), a = run.local(m.was, id), b = run.local(m.k, id), c = m.soft, gone = m.dead.get(id);
    const at = G.at.get(id), R = G.R, gold = mix(a.role === 'leader', b.role === 'leader', c);
    const acts = m.step && id === m.actor, grow = 1 + (acts ? .06 * Math.sin(Math.PI * m.change) : 0);
    const picked = lit && lit.process === id;
    set(n.g, { transform: `translate(${tenth(at.x)} ${tenth(at.y)})`, class: 'node' + (gone > .5 ? ' gone' : '') + (picked ? ' picked' : '') });
    set(n.halo, { r: R + 9, opacity: id === m.actor ? (m.step ? tenth(Math.min(1, m.t / 150)) : .55) : 0 });
    set(n.disc, { r: tenth(R * grow), opacity: gold > .95 ? 0 : tenth(1 - gone) });
    set(n.gold, { r: tenth(R * grow * Math.min(1, gold * 1.2)), opacity: tenth(gold) });
    set(n.grey, { r: R, opacity: tenth(gone) });
    const size = Math.max(14, Math.min(22 * G.z, R * .66));
    set(n.name, { y: tenth(size * .36) });
    const X = R * .68, Y = X * .46; // four strokes that leave the name free
    const drawn = gone ? mix(0, X - Y, m.step?.action === 'crash' && acts ? clamp(m.change * 2) : gone) : 0;
    const corner = ([u, v]) => `M${tenth(u * X)} ${tenth(v * X)}L${tenth(u * (X - drawn))} ${tenth(v * (X - drawn))}`;
    set(n.cross, { d: drawn ? [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(corner).join('') : '' });
    this.drawRole(n, a, b, m);
    this.drawLabel(n, id, a, b, c, at);
    this.drawTimers(n, a, b, m, acts);
    this.drawAwaits(n, a, b, m);
  }

  // drawRole shows a role by its shape: a crown, a flag, an hourglass; suspicions as a tag.
  drawRole(n, a, b, m) {
    const R = this.G.R, scale = tenth(Math.max(.6, R / 40)), c = m.soft;
    const share = role => mix(a.role === role && a.live, b.role === role && b.live, c);
    for (const [part, role, d] of [['crown', 'leader', CROWN], ['flag', 'candidate', FLAG], ['glass', 'waiting', GLASS]]) {
      const s = share(role);
      set(n[part], { d: s ? d : '', opacity: tenth(s), transform: `translate(0 ${tenth(-R - 4 - 22 * (1 - s))}) scale(${scale})` });
    }
    set(n.inner, { r: tenth(R - 6), opacity: tenth(Math.max(share('candidate'), share('waiting'))), class: b.role === 'candidate' ? 'inner' : 'inner dashed' });
    const list = s => s.suspects || [], now = c > .5 ? list(b) : list(a), shown = now.length ? now : list(a).length ? list(a) : list(b);
    const text = '?' + shown.slice(0, 3).join(' ') + (shown.length > 3 ? ' +' + (shown.length - 3) : '');
    const seen = mix(list(a).length > 0, list(b).length > 0, c) * (m.dead.get(+n.g.dataset.process) > .5 ? 0 : 1);
    set(n.tag, { d: seen ? TAG(this.G.wide(text) + 20) : '', transform: `translate(0 ${R})`, opacity: tenth(seen) });
    if (n.suspects.textContent !== (seen ? text : '')) n.suspects.textContent = seen ? text : '';
    set(n.suspects, { y: R + 5, opacity: tenth(seen) });
  }

  drawLabel(n, id, a, b, c, at) {
    const G = this.G, now = G.label(id, c > .5 ? b : a), changed = G.label(id, a).text !== G.label(id, b).text;
    const key = now.lines.join('|');
    if (n.shown !== key) {
      n.shown = key;
      n.label.replaceChildren(...now.lines.map((t, i) => el('tspan', { x: 0, dy: i ? 18 * G.z : 0 }, t + (i + 1 < now.lines.length && now.anchor !== 'end' ? ' ' : ''))));
    }
    set(n.label, {
      transform: `translate(${tenth(now.x - at.x)} ${tenth(now.y - at.y)})`, 'text-anchor': now.anchor,
      class: 'label' + (changed && c > .5 ? ' new' : ''), opacity: changed ? tenth(Math.abs(2 * c - 1)) : 1,
    });
  }

  // An armed timer is an arc of three quarters, with a clock as much of it as is left. It grows when armed and
  // runs down when it fires.
  drawTimers(n, a, b, m, acts) {
    const before = a.timers || [], after = b.timers || [], names = [...new Set([...before, ...after].map(t => t.name + t.of))].slice(0, 2);
    const find = (list, name) => list.find(t => t.name + t.of === name), part = t => !t ? 0 : t.total ? Math.max(.04, Math.min(1, t.left / t.total)) : 1;
    let most = 0;
    [n.timer, n.timer2].forEach((path, i) => {
      const was = find(before, names[i]), is = find(after, names[i]);
      const fires = acts && was && m.step.action === 'timeout ' + was.name;
      let left = mix(part(was), part(is), m.soft);
      if (fires) left = m.change > 0 ? part(is) * m.soft : part(was) * (1 - ease(m.take));
      most = Math.max(most, left ? 1 : 0);
      const r = this.G.orbit + 7 * i;
      set(path, { d: left > .01 ? arc(r, .08, .08 + .74 * left) : '', class: 'timer' + (fires ? ' fires' : '') });
    });
    const text = timerText(m.soft > .5 && after.length ? after : before.length ? before : after);
    if (n.timerName.textContent !== text) n.timerName.textContent = text;
    set(n.timerName, { x: tenth(-this.G.orbit * .74), y: tenth(-this.G.orbit * .74), opacity: most });
  }

  // A segment for each answer awaited: empty, green and thick once answered, dotted if the other one is dead.
  drawAwaits(n, a, b, m) {
    const A = a.awaits || [], B = b.awaits || [], awaited = B.length >= A.length ? B : A, heard = (B.length >= A.length ? b : a).heard || [];
    const fade = !A.length ? m.soft : !B.length ? 1 - m.soft : 1, had = a.heard || [], total = awaited.length;
    while (n.waits.children.length < total) n.waits.append(el('path'));
    [...n.waits.children].forEach((s, i) => {
      const of = awaited[i], on = i < total, got = on && heard.includes(of) && (m.soft > .3 || had.includes(of));
      const d = on ? arc(this.G.R + (this.G.R < 30 ? 5 : 8), (i + (total > 1 ? .06 : 0)) / total, (i + (total > 1 ? .94 : 1)) / total) : '';
      set(s, { d, opacity: on ? tenth(fade) : 0, class: got ? 'got' : on && m.dead.get(of) > .5 ? 'never' : '' });
    });
  }

  bubble(m, key = m.i) {
    if (this.bubbles.has(key)) return this.bubbles.get(key);
    const g = el('g'), b = { g, hit: el('circle', { class: 'hit', r: 14 }), box: el('rect'), text: el('text', { y: 5 * this.G.z }),
      strike: el('path', { class: 'strike' }), trail: el('path', { class: 'trail k' + m.hue }) };
    g.append(el('title', {}, `${m.text}, P${m.from} to P${m.to}`), b.hit, b.box, b.text, b.strike);
    this.clickable(g, { message: m.i });
    this.layers.mail.append(g);
    this.layers.trails.append(b.trail);
    this.bubbles.set(key, b);
    return b;
  }

  drawMessages(m, lit) {
    const { run } = this, was = this.G.rests(m.was), is = this.G.rests(m.k), shown = new Set();
    const fresh = m.step ? run.sent(m.k) : [];
    for (const x of run.underWay[m.k]) {
      const now = run.open(x, m.k), before = m.step && run.open(x, m.was), isFresh = fresh.includes(x);
      if (!now && !before && !isFresh) continue;
      if (before && !now && run.continued.has(x.i)) continue; // drawn as the message that goes on for it
      shown.add(x.i);
      this.drawMessage(x, m, { was: was.get(x.i), is: is.get(x.i), now, before, fresh: isFresh, nth: fresh.indexOf(x) }, lit);
    }
    const kept = m.step && run.taken(m.k); // delivered and kept: a copy goes in
    if (kept && run.open(kept, m.k)) {
      shown.add('copy');
      this.drawMessage(kept, m, { was: was.get(kept.i), now: false, before: true, key: 'copy' }, lit);
    }
    for (const [key, b] of this.bubbles) if (!shown.has(key)) {
      if (key === 'copy') { b.g.remove(); b.trail.remove(); this.bubbles.delete(key); continue; }
      set(b.g, { display: 'none' });
      set(b.trail, { display: 'none' });
    }
  }

  // drawMessage shows one message: it leaves as a dot, widens to a pill, waits, goes in, or is struck through
  // and falls off its way.
  drawMessage(x, m, at, lit) {
    const { G, run } = this, R = G.R, b = this.bubble(x, at.key), w = G.way(x, m.dead);
    const from = run.continues.get(x.i), moved = m.step && from && x.sent === m.k ? this.G.rests(m.was).get(from.i) : null;
    const rest = (m.change > .5 && at.is) || at.was || at.is || moved || { text: G.small ? brief(x.text) : x.text, W: G.pillWidth(G.small ? brief(x.text) : x.text), off: 0 };
    const o = { s: 0, off: rest.off || 0, size: rest.dot ? 0 : 1, W: rest.W, seen: 1, struck: 0, fall: 0, tail: R + 6 };
    if (at.fresh) this.leaving(o, at, m, w, x);
    else if (at.before && !at.now) this.ending(o, at, m, w, x);
    else this.resting(o, at, m, w, moved);
    const q = beside(w, o.s, o.off);
    if (moved) { // the ring was repaired: it changes its way
      const old = G.way(from, run.deadness(m.was)), p = beside(old, old.length - moved.d, moved.off);
      Object.assign(q, { x: mix(p.x, q.x, m.soft), y: mix(p.y, q.y, m.soft) });
    }
    const W = mix(16, o.W, o.size), H = mix(16, G.pill, o.size);
    q.x = Math.max(W / 2 + 2, Math.min(G.w - W / 2 - 2, q.x));
    const picked = lit && lit.message === x.i;
    set(b.g, { display: '', transform: `translate(${tenth(q.x)} ${tenth(q.y + 26 * o.fall)})`, opacity: Math.round(o.seen * 100) / 100, class: `pill k${x.hue}${picked ? ' picked' : ''}` });
    set(b.box, { x: tenth(-W / 2), y: tenth(-H / 2), width: tenth(W), height: tenth(H), rx: tenth(H / 2) });
    if (b.text.textContent !== rest.text) b.text.textContent = rest.text;
    set(b.text, { opacity: tenth(clamp((o.size - .62) / .15)) });
    set(b.strike, { d: o.struck ? `M${tenth(-W / 2 - 4)} 0h${tenth(W + 8)}` : '', opacity: tenth(o.struck) });
    const trail = run.topology === 'complete' && o.s > o.tail + 2;
    set(b.trail, { display: trail ? '' : 'none', opacity: tenth(o.seen) });
    if (trail) set(b.trail, { d: stretch(w, o.tail, o.s, o.off) });
  }

  leaving(o, at, m, w, x) {
    const R = this.G.R, gone = x.end === m.k, raw = m.send(at.nth), u = soft(raw);
    o.s = mix(R * .5, w.length - (gone ? R + 34 : at.is.d), u);
    o.off *= u;
    o.size *= Math.max(soft((o.s - R) / (o.W * .35)), soft((u - .6) / .4));
    o.seen = raw > 0 ? 1 : 0;
    if (!gone) return;
    o.struck = clamp((raw - .74) / .1);
    o.fall = soft((raw - .84) / .16);
    o.seen *= 1 - o.fall;
  }

  ending(o, at, m, w, x) {
    const R = this.G.R, u = ease(m.take);
    o.s = w.length - at.was.d;
    if (x.fate === 'taken' || at.key) {
      o.tail = mix(o.tail, w.length - R, u);
      o.s = mix(o.s, w.length - R * .2, u);
      o.off *= 1 - u;
      o.size *= 1 - soft(u / .6);
      o.seen = u < 1 ? 1 : 0;
      return;
    }
    o.struck = clamp(m.change * 4);
    o.fall = soft((m.change - .3) / .4);
    o.seen = 1 - o.fall;
  }

  resting(o, at, m, w, moved) {
    const a = at.was || moved || at.is, b = at.is, c = soft(m.step?.action === 'lose' ? (m.change - .65) / .35 : m.change);
    o.s = w.length - mix(moved ? b.d : a.d, b.d, c);
    o.off = mix(moved ? b.off : a.off, b.off, c);
    o.size = mix(a.dot ? 0 : 1, b.dot ? 0 : 1, c);
    o.W = mix(a.W, b.W, c);
  }

  // places are the centres of what is drawn, for the menu and for tests.
  places() {
    const all = {}, centre = g => (g.getAttribute('transform') || '').match(/-?[\d.]+/g)?.map(Number);
    for (const [id, n] of this.nodes) all['P' + id] = centre(n.g);
    for (const [i, b] of this.bubbles) if (b.g.getAttribute('display') !== 'none') all['m' + i] = centre(b.g);
    return all;
  }
}
