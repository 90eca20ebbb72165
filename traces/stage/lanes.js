// What folds below the stage: the space-time picture and the table of local states.
import { el, html, set, mix, tenth } from './dom.js';

const LEFT = 56, ROW = 40; // px

export class Lanes {
  constructor(svg, stage) {
    this.svg = svg;
    this.stage = stage;
    svg.addEventListener('click', e => stage.go(Math.round((e.clientX - svg.getBoundingClientRect().left - LEFT) / this.col + .5)));
  }

  x(k) { return LEFT + this.col * (k - .5); }

  draw(run, width) {
    this.run = run;
    this.col = Math.max(58, Math.min(170, (width - LEFT - 20) / (run.last + .5)));
    const W = LEFT + this.col * (run.last + .5), H = ROW * run.ids.length + 30, y = id => 46 + ROW * run.place.get(id);
    this.here = el('rect', { class: 'here', y: 0, width: this.col, height: H, rx: 8 });
    this.svg.replaceChildren(this.here);
    run.steps.forEach((s, i) => this.svg.append(el('text', { class: 'n', x: this.x(i + 1), y: 18 }, String(i + 1))));
    set(this.svg, { width: tenth(W), height: H, viewBox: `0 0 ${tenth(W)} ${H}` });
    for (const id of run.ids) {
      this.svg.append(el('text', { x: 12, y: y(id) + 5 }, 'P' + id));
      for (let k = 0, from = 0; k <= run.last; k++) { // one line for each stretch of one role
        const role = run.local(k, id).role;
        if (k < run.last && run.local(k + 1, id).role === role) continue;
        const end = k < run.last ? this.x(k + 1) : W;
        this.svg.append(el('path', { class: role, d: `M${from ? this.x(from) : LEFT - 8} ${y(id)}H${tenth(end)}` }));
        from = k + 1;
      }
    }
    for (const m of run.messages) this.message(m, y, W);
    run.steps.forEach((s, i) => s.process && this.svg.append(el('circle', { cx: this.x(i + 1), cy: y(s.process), r: 6, class: s.action === 'crash' ? 'crash' : '' })));
  }

  message(m, y, W) {
    const end = m.end === m.sent ? m.sent + .6 : m.end ?? this.run.last + .5;
    const a = [m.sent ? this.x(m.sent) : LEFT - 8, y(m.from)], b = [m.end === null ? W : this.x(end), y(m.to)];
    if (m.end === null) b[1] = mix(a[1], b[1], .5);
    if (m.fate === 'lost' || m.fate === 'moved') b.forEach((v, i) => { b[i] = mix(a[i], v, .8); });
    this.svg.append(el('path', { class: `k${m.hue} ${m.fate}`, d: `M${a.map(tenth)}L${b.map(tenth)}` }, el('title', {}, `${m.text}, P${m.from} to P${m.to}, ${m.fate}`)));
    if (this.col > 120 && m.end !== m.sent) this.svg.append(el('text', { class: 'on', x: tenth((a[0] + b[0]) / 2), y: tenth((a[1] + b[1]) / 2 + 5) }, m.text));
  }

  moment(k, p) { if (this.here) set(this.here, { x: tenth(this.x(k - 1 + p) - this.col / 2) }); }
}

// localStates is the table of the local states after step k; what the step changed is marked.
export function localStates(run, k) {
  const body = html('tbody'), names = [];
  for (const id of run.ids) for (const [name] of run.local(k, id).variables || []) if (!names.includes(name)) names.push(name);
  for (const id of run.ids) {
    const s = run.local(k, id), before = k ? run.local(k - 1, id) : s, row = html('tr', s.live ? '' : 'dead', html('th', '', 'P' + id, { scope: 'row' }));
    const value = (s, name) => s.variables?.find(v => v[0] === name)?.[1] ?? '';
    row.append(html('td', s.role !== before.role ? 'new' : '', s.role));
    for (const name of names) {
      const now = value(s, name), changed = now !== value(before, name);
      row.append(html('td', changed ? 'new' : '', (changed ? '▸ ' : '') + now));
    }
    body.append(row);
  }
  const head = html('tr', '', ...['process', 'role', ...names].map(n => html('th', '', n, { scope: 'col' })));
  return html('table', '', html('caption', '', `Local states after step ${k}`), html('thead', '', head), body);
}
