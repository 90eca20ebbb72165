// Elements, and the curves of motion.

export const el = (tag, attrs = {}, ...kids) => {
  const e = document.createElementNS('http://www.w3.org/2000/svg', tag);
  set(e, attrs);
  e.append(...kids);
  return e;
};

// set writes the attributes that differ; most of a frame does not change.
export const set = (e, attrs) => {
  for (const a in attrs) if (e.getAttribute(a) !== String(attrs[a])) e.setAttribute(a, attrs[a]);
};

// html makes an element; an object among the kids has its listeners and attributes.
export const html = (tag, cls, ...kids) => {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  if (tag === 'button') e.type = 'button';
  for (const kid of kids) {
    if (typeof kid === 'string' || kid instanceof Node) e.append(kid);
    else for (const [name, value] of Object.entries(kid)) if (name.startsWith('on')) e[name] = value; else e.setAttribute(name, value);
  }
  return e;
};

export const clamp = x => Math.max(0, Math.min(1, x));
export const mix = (a, b, t) => a + (b - a) * t;
export const soft = t => (t = clamp(t), t * t * (3 - 2 * t));
export const ease = t => (t = clamp(t), t < .5 ? 4 * t * t * t : 1 - (2 - 2 * t) ** 3 / 2);
export const tenth = x => Math.round(x * 10) / 10;

const ICONS = {
  deliver: 'M2 4h12v9H2zM2 4l6 5 6-5',
  lose: 'M2 4h12v9H2zM1 15L15 1',
  crash: 'M3 3l10 10M13 3L3 13',
  start: 'M4 2l9 6-9 6z',
  timeout: 'M8 4v4l3 2M8 2a6 6 0 1 0 .01 0',
  detect: 'M1 8q7-9 14 0q-7 9-14 0M8 6a2 2 0 1 0 .01 0',
  restart: 'M13 8a5 5 0 1 1-2-4M11 1v3h-3',
  draw: 'M3 3h10v10H3zM6 6h.01M10 10h.01', pause: 'M5 3v10M11 3v10',
};
const SAME = { kill: 'crash', suspect: 'detect', report: 'detect', withdraw: 'detect', tick: 'timeout', bounds: 'timeout', mistakes: 'timeout' };

export const icon = (action, cls = '') => {
  const word = action.split(' ')[0], shape = SAME[word] || word;
  return el('svg', { viewBox: '0 0 16 16', class: `icon ${shape} ${cls}`, 'aria-hidden': 'true' },
    el('path', { d: ICONS[shape] || ICONS.start }));
};
