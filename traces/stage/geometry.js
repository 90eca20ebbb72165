// Where everything stands: processes on an ellipse, ways between them, places where messages wait.
import { mix, soft, tenth, clamp } from './dom.js';
import { brief, label } from './run.js';

const pen = document.createElement('canvas').getContext('2d');
const BESIDE = [0, 18, -18, 30, -30, 44, -44]; // sideways places of a waiting message, to the right of its way
const LANE = 8;                                // px between the middle of a two-way ring and each of its lanes

export class Geometry {
  constructor(run, w, h, big) {
    const n = run.ids.length, small = w < 520, z = big && !small ? 1.3 : 1, largest = Math.min((n < 6 ? 50 : 44) * z, h * .085 * z, .46 * h / n * z);
    const turn = i => -Math.PI / 2 + 2 * Math.PI * i / n;
    Object.assign(this, { run, w, h, n, z, small, slots: [], chords: new Map(), widths: new Map(), pill: 26 * z, gap: 2 * Math.PI / n });
    this.turn = new Map(run.ids.map((id, i) => [id, turn(i)]));
    for (const [share, short] of [[1, small || n > 8], [1, true], [.8, true], [.65, true]]) { // until no two touch
      if (this.ellipse(Math.max(share < 1 ? 16 : 19, largest * share), short)) break;
    }
    this.dent = (this.R * 1.25 + 22) / Math.min(this.rx, this.ry);
    this.at = new Map(run.ids.map((id, i) => [id, { x: this.cx + this.rx * Math.cos(turn(i)), y: this.cy + this.ry * Math.sin(turn(i)) }]));
  }

  // ellipse lays out circles of radius R so that no label leaves the picture; it is false if two circles touch.
  ellipse(R, short) {
    const { run, w, h, z, small } = this, turns = [...this.turn.values()], low = Math.max(...turns.map(Math.sin));
    Object.assign(this, { R, short, orbit: R + (R < 30 ? 11 : 17) }); // orbit is the radius of the first timer
    const out = run.timed ? this.orbit - R + 7 * (run.timed - 1) : 0, flat = h < 250, // a thumbnail, without words
      top = R + out + (flat ? 28 : small ? 44 : 60 * z), bottom = R + out + (flat ? 14 : small ? 34 : 40 * z) + (run.suspicious && 18);
    const whole = run.topology === 'complete' ? Infinity : (h - top - 24) / 2; // a ring is seen below its lowest process, too
    const ry = Math.min(whole, (h - top - bottom) / (1 + low)), room = run.ids.map((id, i) => {
      const c = Math.abs(Math.cos(turns[i])), side = !small && c > .4, words = this.words(id, side);
      return c < .1 ? Infinity : (w / 2 - 8 - (side ? R + out + 12 + words : Math.max(R + out, words / 2))) / c;
    });
    const rx = Math.max(60, Math.min(...room, ry * 1.8));
    Object.assign(this, { rx, ry, cx: w / 2, cy: top + ry });
    const apart = turns.map((t, i) => [t, turns[(i + 1) % this.n]]).map(([a, b]) => Math.hypot(rx * (Math.cos(a) - Math.cos(b)), ry * (Math.sin(a) - Math.sin(b))));
    return Math.min(...apart) > 2 * (R + out) + 6 || this.n < 2;
  }

  wide(text) {
    if (!this.widths.has(text)) {
      pen.font = `600 ${15 * this.z}px system-ui, sans-serif`;
      this.widths.set(text, pen.measureText(text).width);
    }
    return this.widths.get(text);
  }
  pillWidth(text) { return this.wide(text) + 22 * this.z; }

  // The ring is one closed curve. A dead process presses a dent into it, as deep as it is dead.
  rim(theta, dead, lift = 0) {
    let dip = 0;
    for (const [id, much] of dead) if (much) {
      let d = Math.abs(theta - this.turn.get(id)) % (2 * Math.PI);
      d = Math.min(d, 2 * Math.PI - d);
      if (d < this.gap) dip += much * Math.cos(Math.PI / 2 * d / this.gap) ** 2;
    }
    const r = 1 - this.dent * Math.min(1, dip);
    return { x: this.cx + (this.rx * r + lift) * Math.cos(theta), y: this.cy + (this.ry * r + lift) * Math.sin(theta) };
  }

  ring(dead, lift = 0) {
    return line(Array.from({ length: 180 }, (_, i) => this.rim(Math.PI * 2 * i / 180, dead, lift))) + 'Z';
  }

  // span is the angle from the sender to the receiver, negative against the clock. On a two-way ring it is
  // the way on which only dead processes stand between, else the shorter one.
  span(m) {
    const full = 2 * Math.PI, there = (this.turn.get(m.to) - this.turn.get(m.from) + 2 * full) % full || full;
    if (this.run.topology !== 'both-ways') return there;
    const ids = this.run.ids, n = this.n, a = this.run.place.get(m.from), b = this.run.place.get(m.to);
    const live = step => {
      let count = 0;
      for (let i = (a + step + n) % n; i !== b; i = (i + step + n) % n) count += this.run.local(m.sent, ids[i]).live ? 1 : 0;
      return count;
    };
    const on = live(1), back = live(-1);
    return on < back || (on === back && there <= Math.PI) ? there : there - full;
  }

  // way is the curve of a message: points, and the length up to each.
  way(m, dead) {
    const N = 48, pts = [];
    if (this.run.topology === 'complete') {
      const key = m.from + '-' + m.to;
      if (this.chords.has(key)) return this.chords.get(key);
      const a = this.at.get(m.from), b = this.at.get(m.to), l = Math.hypot(b.x - a.x, b.y - a.y) || 1;
      const bend = Math.max(.08, 150 * this.z / l - .45); // two directions are two ways, with room for a label
      const mx = (a.x + b.x) / 2 + (b.y - a.y) * bend, my = (a.y + b.y) / 2 - (b.x - a.x) * bend;
      const on = (a, middle, b, t) => mix(mix(a, middle, t), mix(middle, b, t), t);
      for (let i = 0; i <= N; i++) pts.push({ x: on(a.x, mx, b.x, i / N), y: on(a.y, my, b.y, i / N) });
      this.chords.set(key, measured(pts));
      return this.chords.get(key);
    }
    const span = this.span(m), lift = this.run.topology === 'both-ways' ? LANE * Math.sign(span) : 0;
    for (let i = 0; i <= N; i++) pts.push(this.rim(this.turn.get(m.from) + span * i / N, dead, lift));
    return measured(pts);
  }

  // label says where the words of a process stand: outside the circle of processes, where no message passes.
  label(id, s) {
    const a = this.at.get(id), c = Math.cos(this.turn.get(id)), v = Math.sin(this.turn.get(id));
    const text = label(s, this.short), side = !this.small && Math.abs(c) > .4, above = v < -.35;
    const lines = this.lines(text, side);
    const sign = s.live && s.role !== 'idle' ? 24 : 0, timed = (s.timers || []).length;
    const out = (timed ? this.orbit - 5 + 7 * Math.min(2, timed) : this.R) + (side ? 12 : above ? 12 + sign : 26 + (s.suspects?.length ? 14 : 0));
    return {
      text, lines, w: Math.max(0, ...lines.map(l => this.wide(l))),
      x: a.x + (side ? Math.sign(c) * out : 0),
      y: a.y + (side ? 5 + v * this.R * .5 - 9 * (lines.length - 1) : above ? -out : out),
      anchor: side ? (c > 0 ? 'start' : 'end') : 'middle',
    };
  }

  // words is the widest label of a process in the run.
  words(id, side) {
    const texts = new Set(this.run.doc.states.map((_, k) => label(this.run.local(k, id), this.short)));
    return Math.max(...[...texts].flatMap(t => this.lines(t, side)).map(t => this.wide(t)));
  }

  // lines cuts a long label where it stands at a side.
  lines(text, side) {
    if (!side || text.length < 12) return [text];
    const lines = [];
    for (const part of text.split(/(?<=,) /)) for (const word of part.split(' ')) {
      const last = lines.length - 1, fits = last >= 0 && !lines[last].endsWith(',') && (lines[last] + ' ' + word).length <= 17;
      if (fits) lines[last] += ' ' + word; else lines.push(word);
    }
    return lines;
  }

  // occupied are the boxes in which no message may wait.
  occupied(k) {
    const boxes = [];
    for (const id of this.run.ids) {
      const s = this.run.local(k, id), a = this.at.get(id), timed = (s.timers || []).length, r = timed ? this.orbit - 1 : this.R + 2;
      boxes.push({ x: a.x - r, y: a.y - r, w: 2 * r, h: 2 * r });
      if (s.live && s.role !== 'idle') boxes.push({ x: a.x - 18, y: a.y - this.R - 26, w: 36, h: 26 });
      if (s.suspects?.length) boxes.push({ x: a.x - 26, y: a.y + this.R - 14, w: 52, h: 28 });
      if (timed) {
        const w = this.wide(timerText(s.timers)) + 4;
        boxes.push({ x: a.x - r * .74 - w, y: a.y - r * .74 - 16, w, h: 20 });
      }
      const l = this.label(id, s);
      if (!l.text) continue;
      const left = l.anchor === 'middle' ? l.w / 2 : l.anchor === 'end' ? l.w : 0;
      boxes.push({ x: l.x - left, y: l.y - 15 * this.z, w: l.w, h: 4 + 18 * this.z * l.lines.length });
    }
    return boxes;
  }

  // rests says where each message waits after step k: as near before its receiver as it can, behind those
  // before it in its channel, and on nothing else; if need be beside its way, then with a shorter text, at last
  // as a dot. Of many equal messages from one sender, one has the text.
  rests(k) {
    if (this.slots[k]) return this.slots[k];
    const dead = this.run.deadness(k), out = new Map(), boxes = this.occupied(k), behind = new Map(), told = new Map();
    const waiting = this.run.waiting(k), alike = m => `${m.from} ${m.text} ${m.sent}`, many = new Map();
    for (const m of waiting) many.set(alike(m), (many.get(alike(m)) || 0) + 1);
    for (const m of waiting) {
      const w = this.way(m, dead), line = this.run.topology === 'complete' ? m.from + '-' + m.to : m.to + '/' + (this.span(m) > 0);
      const first = Math.max(this.R + 16, (behind.get(line) || 0) + 6);
      const mute = this.n > 6 && many.get(alike(m)) > 3 && told.get(alike(m));
      const full = mute ? null : this.search(w, first, boxes, this.small && this.n > 5 ? [brief(m.text)] : [m.text, brief(m.text)]);
      if (full) told.set(alike(m), true);
      const best = full || this.search(w, first, boxes, ['']) || { d: Math.min(first + 6, Math.max(this.R + 10, w.length - this.R - 12)), off: 0 };
      if (best.box) boxes.push(best.box);
      behind.set(line, best.d);
      out.set(m.i, { d: best.d, dot: !full, off: best.off, text: full ? full.text : brief(m.text), W: full ? full.W : 16 });
    }
    return this.slots[k] = out;
  }

  // search finds the cheapest free place on a way for one of the texts, the first that has one; '' is a dot.
  search(w, first, boxes, texts) {
    const straight = this.run.topology === 'complete' ? 2.5 : 4;
    let best = null;
    for (const text of texts) {
      const W = text ? this.pillWidth(text) : 16, H = text ? this.pill : 16;
      for (let d = first; d < w.length - this.R - 4; d += 4) for (const off of BESIDE) {
        const cost = d - first + straight * Math.abs(off);
        if (cost > 160 || (best && cost >= best.cost)) continue;
        const c = beside(w, w.length - d, off), box = { x: c.x - W / 2 - 2, y: c.y - H / 2 - 2, w: W + 4, h: H + 4 };
        if (box.x < 2 || box.y < 2 || box.x + box.w > this.w - 2 || box.y + box.h > this.h - 2) continue;
        if (!boxes.some(t => overlap(box, t))) best = { cost, d, off, box, text, W };
      }
      if (best) break;
    }
    return best;
  }
}

// timerText names the armed timers, unless the names are words: then the menu has them.
export function timerText(timers) {
  return (timers || []).some(t => t.name.length > 2) ? '' : (timers || []).map(t => t.name + (t.total ? ' ' + t.left : '')).join(', ');
}

const overlap = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

function measured(pts) {
  const sum = [0];
  for (let i = 1; i < pts.length; i++) sum.push(sum[i - 1] + Math.hypot(pts[i].x - pts[i - 1].x, pts[i].y - pts[i - 1].y));
  return { pts, sum, length: sum[sum.length - 1] };
}

function along(w, s) {
  s = Math.max(0, Math.min(w.length, s));
  let i = 1;
  while (i < w.sum.length - 1 && w.sum[i] < s) i++;
  const t = clamp((s - w.sum[i - 1]) / (w.sum[i] - w.sum[i - 1] || 1)), a = w.pts[i - 1], b = w.pts[i];
  return { x: mix(a.x, b.x, t), y: mix(a.y, b.y, t), i };
}

// beside is a point next to a way: to the right of it, seen in its direction, is positive.
export function beside(w, s, off) {
  const q = along(w, s), a = w.pts[q.i - 1], b = w.pts[q.i], l = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  return { x: q.x - off * (b.y - a.y) / l, y: q.y + off * (b.x - a.x) / l };
}

// stretch is the part of a way between two lengths, as a path that leaves the way by off until its end.
export function stretch(w, from, to, off) {
  const N = 20;
  return line(Array.from({ length: N + 1 }, (_, i) => beside(w, mix(from, to, i / N), off * soft(i / N))));
}

const line = points => 'M' + points.map(q => tenth(q.x) + ' ' + tenth(q.y)).join('L');

// arc is an arc around 0,0; angles in turns, 0 at the top.
export function arc(r, from, to) {
  const q = t => tenth(r * Math.sin(2 * Math.PI * t)) + ' ' + tenth(-r * Math.cos(2 * Math.PI * t));
  to = Math.min(to, from + .985);
  return to - from < .001 ? '' : `M${q(from)}A${r} ${r} 0 ${to - from > .5 ? 1 : 0} 1 ${q(to)}`;
}
